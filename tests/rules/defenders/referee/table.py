"""The table of the referee, and the questions that can be asked about it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CAPITAL = "capital"
OUTER = ("coast", "desert", "forest", "mountains", "plains", "ruins")
COMPLETELY = 9  # what a card's amount says for "anywhere", "for nothing"


class GameOver(Exception):
    """The players won or lost, at once."""


class NoLuck:
    """For positions in which nothing is left to chance."""

    def shuffle(self, cards: list[str]) -> list[str]:
        raise AssertionError("nothing should be shuffled here")

    def tie(self, seats: list[int]) -> int:
        raise AssertionError("no tie should be settled here")


class Luck:
    """What chance did, told beforehand: the orders of shuffled decks, the results of ties."""

    def __init__(self) -> None:
        self.orders: list[list[str]] = []
        self.ties: list[int] = []

    def shuffle(self, cards: list[str]) -> list[str]:
        order = self.orders.pop(0)
        assert sorted(order) == sorted(cards), "other cards were shuffled than should be"
        return list(order)

    def tie(self, seats: list[int]) -> int:
        seat = self.ties.pop(0)
        assert seat in seats, "a tie was settled among others than are tied"
        return seat

    def used_up(self) -> bool:
        return not self.orders and not self.ties


@dataclass
class Table:
    """All that lies on the table, and where the turn stands.

    Piles are lists, top first.  `laid` holds what `words.table_in_words` says.
    """

    rules: Mapping[str, Any]
    cards: Mapping[str, Any]
    laid: dict[str, Any]
    luck: Any = field(default_factory=NoLuck)
    outcome: str = "not over"
    points_used: int = 0
    bought: int = 0
    must_act: bool = False
    turn_moves: int = 0
    turn_uses: list[str] = field(default_factory=list)  # abilities of the hero, one each time
    off_turn: bool = False  # an interlude is no turn

    def __post_init__(self) -> None:
        self.laid = copy.deepcopy(self.laid)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["laid"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if "laid" in self.__dict__ and name in self.laid:
            self.laid[name] = value
        else:
            super().__setattr__(name, value)

    # ------------------------------------------------------------ where things are

    @property
    def players(self) -> int:
        return len(self.hero)

    @property
    def seats(self) -> range:
        return range(self.players)

    def neighbours(self, region: str) -> set[str]:
        """Regions one move away."""
        if region == CAPITAL:
            return set(self.gates)
        at = self.ring.index(region)
        near = {self.ring[at - 1], self.ring[(at + 1) % len(self.ring)]}
        return near | ({CAPITAL} if region in self.gates else set())

    def steps(self, start: str, goal: str) -> int:
        """Moves from one region to another."""
        reached, count = {start}, 0
        while goal not in reached:
            reached |= set().union(*(self.neighbours(region) for region in reached))
            count += 1
        return count

    def stands(self, region: str) -> bool:
        return region not in self.destroyed

    # ------------------------------------------------------------ cards

    def attacks(self, card: str) -> list[str]:
        """Regions that an enemy or dire enemy attacks, in order."""
        if self.is_dire(card):
            return [self.cards["dire_enemies"][card]["region"]]
        return list(self.cards["enemies"][card]["regions"])

    def is_dire(self, card: str) -> bool:
        return card in self.cards["dire_enemies"]

    @staticmethod
    def is_ally(card: str) -> bool:
        return card.startswith(("ally_", "group_ally_"))

    def abilities(self, kind: str, card: str, when: str) -> list[tuple[str, dict[str, Any]]]:
        """(short name, ability) of a card for a moment, in the order of the card."""
        found = self.cards[kind][card].get("abilities", {})
        return [(name, ability) for name, ability in found.items() if ability["when"] == when]

    def of_hero(self, seat: int, when: str) -> list[tuple[str, dict[str, Any]]]:
        return self.abilities("heroes", self.hero[seat], when)

    def of_region(self, region: str, when: str) -> list[tuple[str, dict[str, Any]]]:
        """What a region offers: nothing when it is destroyed, or where the Kraken has been."""
        if not self.stands(region) or region in self.closed:
            return []
        card = CAPITAL if region == CAPITAL else f"{region}_{self.side[region]}"
        return self.abilities("regions", card, when)

    def standing(self, kind: str, card: str, do: str) -> int:
        """Sum of an `always` effect on a card; one without an amount counts 1."""
        abilities = self.abilities(kind, card, "always")
        effects = [e for _, ability in abilities for e in ability["effects"] if e["do"] == do]
        return sum(effect.get("amount", 1) for effect in effects)

    # ------------------------------------------------------------ what may be done

    def in_reach(self, seat: int, region: str) -> bool:
        """FARSHOT acts at a distance of one."""
        if self.place[seat] == region:
            return True
        far = any(effect["do"] == "reach" for effect in self.always(seat))
        return far and region in self.neighbours(self.place[seat])

    def always(self, seat: int) -> list[dict[str, Any]]:
        """What stands for a hero all the time: the own card's, and the region's underfoot."""
        abilities = self.of_hero(seat, "always") + self.of_region(self.place[seat], "always")
        return [effect for _, ability in abilities for effect in ability["effects"]]

    def able(self, seat: int, act: str) -> bool:
        """At zero health three things are closed, unless an ability reopens them."""
        helped = {e["act"] for e in self.always(seat) if e["do"] == "act_at_zero"}
        return self.health[seat] > 0 or bool(helped & {act, "all"})

    def price_of_defence(self, seat: int, card: str, region: str) -> int | None:
        """Health that a defence costs this hero, None if the hero cannot defend."""
        if not self.in_reach(seat, region):
            return None
        within = self.place[seat] == CAPITAL and not self.stands(region)
        if within and not self.rules["ruins_from_capital"]:
            return None
        if self.free_defense[seat]:
            return 0  # the Shield: no health, whoever attacks, even a hero who has none
        prepared, at = self.brace[seat] or (0, None)
        helped = prepared > 0 and at in (None, region)
        if helped and prepared == COMPLETELY:
            return 0
        if self.health[seat] == 0 and self.able(seat, "defend"):
            return 0  # there is nothing to be paid with
        price = self.rules["defend_health"]
        if self.is_dire(card):
            price = self.rules["defend_health_dire"]
            price += self.standing("dire_enemies", card, "defend_price")
        if helped and prepared >= price:
            return 0
        left = price - prepared if helped else price
        return left if self.health[seat] > 0 and self.health[seat] >= left else None

    def price_of_move(self, seat: int, goal: str) -> int:
        if self.free_moves[seat]:
            return 0
        price = self.rules["move_points"]
        if self.foe_in_play and self.foe_region == goal:
            price += self.standing("foes", self.foe, "enter_price")
        return price

    def can_be_lowered(self, region: str, where: str = "") -> bool:
        """Threat in the Capital is permanent unless a card names it; ruins stay ruins."""
        if not self.threat[region] or not self.stands(region):
            return False
        return region != CAPITAL or where == CAPITAL

    def can_be_cleared(self, region: str) -> bool:
        """The Hammer, by its two switches."""
        if region == CAPITAL:
            return self.rules["hammer_in_capital"] and self.threat[CAPITAL] > 0
        if not self.stands(region):
            return self.rules["hammer_restores"]
        return self.threat[region] > 0

    # ------------------------------------------------------------ what happens to it

    def end(self, outcome: str) -> None:
        self.outcome = outcome
        raise GameOver

    def raise_threat(self, region: str, steps: int) -> None:
        for _ in range(steps):
            if region == CAPITAL or not self.stands(region):
                self.threat[CAPITAL] += 1
                if self.threat[CAPITAL] >= self.rules["capital_limit"]:
                    self.end("capital_fell")
            else:
                self.threat[region] += 1
                if self.threat[region] >= self.rules["region_limit"]:
                    self.destroy(region)

    def destroy(self, region: str) -> None:
        self.destroyed.add(region)
        if self.destruction:
            self.cover[region] = self.destruction.pop(0)
        self.guard_enemy[region] = self.guard_any[region] = 0
        for seat in self.seats:
            if self.brace[seat] and self.brace[seat][1] == region:
                self.brace[seat] = None

    def lower_threat(self, region: str, amount: int, where: str = "") -> None:
        if self.can_be_lowered(region, where):
            self.threat[region] = max(0, self.threat[region] - amount)

    def clear_threat(self, region: str) -> None:
        if self.can_be_cleared(region):
            if region in self.destroyed:
                self.destroyed.remove(region)
                if region in self.cover:
                    self.destruction.append(self.cover.pop(region))
            self.threat[region] = 0

    def change_health(self, seat: int, change: int) -> None:
        self.health[seat] = min(self.full[seat], max(0, self.health[seat] + change))

    def go(self, seat: int, region: str) -> None:
        """Meeples move; what was prepared in a region stays behind."""
        left, self.place[seat] = self.place[seat], region
        if self.brace[seat] and self.brace[seat][1] == left != region:
            self.brace[seat] = None

    def damage_foe(self, amount: int) -> None:
        self.foe_health = max(0, self.foe_health - amount)
        if self.foe_health == 0:
            self.end("foe_defeated")

    def put_foe(self, region: str) -> None:
        self.foe_region = region
        if self.standing("foes", self.foe, "close_region"):
            self.closed.add(region)

    def draw_artifact(self, seat: int) -> None:
        if self.artifact_deck:
            self.artifacts[seat].add(self.artifact_deck.pop(0))
