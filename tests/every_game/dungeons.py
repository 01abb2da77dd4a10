"""Tiny Epic Dungeons for the contract tests."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from tests.every_game.adapters import Adapter, Levels

HEROES = (2, 3, 4)
SHORTEST, LONGEST = 20, 60  # turns, in games under drawn rules


class Dungeons(Adapter):
    """Decks are face down, but for late turns of Act 2 in which little is left of them.

    Players who often come so far meet something hidden at 79 of 100 decisions.
    """

    people = "heroes"
    think_long = MappingProxyType(
        {"balanced": 8, "steady": 8, "second": 8, "brisk": 12, "nimble": 12}
    )
    hidden = 0.75

    def prepared_for_plain_python(self, levels: Levels) -> Any:
        """Twenty turns in which `balanced` plays two moves on for a turn: more take minutes."""
        changes: Levels = {"trials": 2, "ahead": 0.5, "try_turns": 2}
        changes |= {f"try_{what}": 0 for what in ("steps", "actions", "dice", "answers", "kinds")}
        few = {f"strategies.balanced.weights.{name}": value for name, value in changes.items()}
        return self.seated(self.pack.resolve(few | {"rules.turn_limit": 20}), levels)

    def draw_settings(self, draw: Any) -> tuple[Levels, Levels]:
        """Settings of the table, and up to six parameters off their printed values."""
        heroes, bosses = list(self.pack.cards.heroes), list(self.pack.cards.bosses)
        count = draw(st.sampled_from(HEROES))
        party = draw(st.one_of(st.just("dealt"), st.permutations(heroes).map(lambda p: p[:count])))
        levels = {
            "heroes": count,
            "party": party if party == "dealt" else "+".join(party),
            "boss": draw(st.sampled_from(("dealt", *bosses))),
        }
        limit = {"turn_limit": draw(st.integers(SHORTEST, LONGEST))}
        return levels, self.drawn_rules(draw, limit, 6)

    def gentle(self) -> Levels:
        """A small dungeon with weak enemies, long torches and a boss without wards.

        Games at random then come to Act 2, and end there in every way.
        """
        model = self.pack.cards
        found: Levels = {
            "minion_ambush": 0,
            "goblin_ambush": 0,
            "minion_torch": 12,
            "boss_health": 4,
        }
        found |= {"deck_b_rooms": 1, "deck_c_rooms": 0}
        found |= {f"deck_a_rooms.heroes_{count}": 1 for count in HEROES}
        for act in model.torch:
            found |= {f"cards.torch.{act}.starts.heroes_{count}": 60 for count in HEROES}
        for minion in model.minions:
            found |= {f"cards.minions.{minion}.{what}": 1 for what in ("health", "defense")}
        for boss in model.bosses:
            found |= {f"cards.bosses.{boss}.defense": 1, f"cards.bosses.{boss}.wards": []}
        return found

    def dead_ends(self) -> Levels:
        """Every card but the Entrance has one corridor, so that no way is left."""
        rooms = (key for key, card in self.pack.cards.dungeon.items() if card.kind != "entrance")
        return {f"cards.dungeon.{room}.corridors": ["north"] for room in rooms}

    def eventful(self) -> list[tuple[Levels, Levels]]:
        """The printed rules, cells in which the boss is met and can be beaten, and dead ends."""
        printed = [({"heroes": count}, {}) for count in HEROES]
        easy = [({"heroes": count}, self.gentle()) for count in HEROES]
        return [*printed, *easy, ({"heroes": 2}, self.dead_ends())]

    def all_decisions(self) -> list[tuple[Levels, Levels, Levels]]:
        """Goblins that take what heroes wear, and a hero whose rest heals, ask the rest."""
        taken = [{"do": "discard_equipped", "amount": 1, "what": "either"}]
        cards: Levels = {
            f"goblins.{name}.abilities.action.effects": taken
            for name, goblin in self.pack.cards.goblins.items()
            if goblin.abilities.action
        }
        cards |= {"heroes.lanon.abilities.right_hand.when": "after_rest"}
        cards |= {"heroes.lanon.abilities.right_hand.focus": 0}
        more = ({"heroes": 2, "party": "lanon+grok"}, self.gentle(), cards)
        return [*((levels, rules, {}) for levels, rules in self.eventful()[:-1]), more]

    def endless(self) -> tuple[Levels, Levels]:
        """No goblin comes, the torch is long, and the limit is there before it is out."""
        starts = {
            f"cards.torch.{act}.starts.heroes_{count}": 60
            for act in ("act_1", "act_2")
            for count in HEROES
        }
        events = {"cards.torch.act_1.goblins": [], "cards.torch.act_1.enemy_actions": []}
        rooms = {
            f"cards.dungeon.{room}.goblin": False
            for room, card in self.pack.cards.dungeon.items()
            if card.goblin
        }
        return {"strategy": "idle"}, {"turn_limit": SHORTEST, **starts, **events, **rooms}

    def cells_that_share_luck(self) -> Sequence[Sequence[Levels]]:
        """Cells that differ in one thing each: all the luck that both have must be the same."""
        return (
            [{"strategy": strategy} for strategy in ("random", "balanced", "idle")],
            [{"heroes": count} for count in HEROES],
            [{"boss": "dealt"}, {"boss": "lich"}],
            [{"heroes": 3}, {"heroes": 3, "party": "grok+lanon+uliessa"}],
        )

    def dealt(self, table: Any, seed: int, replicate: int) -> Levels:
        """What the deal decided, apart from what the setting itself decides."""
        s = self.deal(table, seed, replicate)
        luck: Levels = {deck: s[f"{deck}_deck"].tolist() for deck in ("goblin", "minion", "loot")}
        luck[f"dungeon of {table.people}"] = s["deck"].tolist()
        if table.setting["party"] == "dealt":
            luck |= {f"hero {seat}": int(s["hero"][seat]) for seat in range(table.people)}
        if table.setting["boss"] == "dealt":
            luck["boss"] = int(s["boss"])
        return luck


ADAPTER = Dungeons("dungeons")
gentle, prepared = ADAPTER.gentle, ADAPTER.prepared
