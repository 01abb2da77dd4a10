"""Numbers of effects, moments, checks and words, by name."""

from simulate.games.dungeons.cards.codes import CHECK, DO, KIND, ONLY, REACH, WHEN, WHO, WORD
from simulate.games.dungeons.cards.vocabulary import ALL, SKILLS

MELEE_CHECK, MISSILE_CHECK, CAST_CHECK = CHECK["melee"], CHECK["missile"], CHECK["cast"]
SEARCH_CHECK, DISARM_CHECK, EVADE_CHECK = CHECK["search"], CHECK["disarm"], CHECK["evade"]
ALL_SKILLS = len(SKILLS)

WHEN_MELEE, WHEN_MISSILE, WHEN_CAST = WHEN["melee"], WHEN["missile"], WHEN["cast"]
WHEN_FREE, WHEN_CHECK = WHEN["free"], WHEN["check"]
WHEN_TORCH, WHEN_COUNTER, WHEN_FAIL = WHEN["torch"], WHEN["counter"], WHEN["fail"]
AFTER_MELEE, AFTER_MISSILE, AFTER_CAST = (
    WHEN["after_melee"],
    WHEN["after_missile"],
    WHEN["after_cast"],
)
AFTER_KILL, AFTER_REST, AFTER_SEARCH = WHEN["after_kill"], WHEN["after_rest"], WHEN["after_search"]
AFTER_DISARM, AFTER_REVEAL = WHEN["after_disarm"], WHEN["after_reveal"]
ON_ENEMY_ACTIONS = WHEN["enemy_actions"]

DAMAGE_DO, HEAL_DO, FOCUS_DO = DO["damage"], DO["heal"], DO["gain_focus"]
LOSE_HEALTH_DO, LOSE_FOCUS_DO = DO["lose_health"], DO["lose_focus"]
ATTACK_DO, EXTRA_DO, MOVE_DO = DO["attack"], DO["extra_action"], DO["move"]
TELEPORT_DO, PUSH_DO, REVEAL_DO = DO["teleport"], DO["push"], DO["reveal"]
UP_DO, DOWN_DO = DO["torch_up"], DO["torch_down"]
DISCOVER_DO, PICK_UP_DO = DO["discover"], DO["pick_up"]
GOBLIN_DO, DISCARD_DO = DO["add_goblin"], DO["discard_equipped"]
ENEMY_HEALS_DO, HOME_DO = DO["enemy_heals"], DO["boss_home"]

ONE_HERO, ALL_HEROES = WHO["one_hero"], WHO["all_heroes"]
ONE_ENEMY, ALL_ENEMIES = WHO["one_enemy"], WHO["all_enemies"]
ONLY_GOBLINS, ONLY_MINIONS = ONLY["goblins"], ONLY["minions"]
IN_ROOM, IN_SIGHT = REACH["room"], REACH["sight"]

WHAT_LOOT, WHAT_SPELL, WHAT_EITHER = (WORD["what"][word] for word in ("loot", "spell", "either"))
ADJACENT_ONE, ADJACENT_ALL, ANYWHERE, AT_ENTRANCE, BESIDE_HERO = (
    WORD["where"][word]
    for word in ("one_adjacent", "all_adjacent", "anywhere", "entrance", "beside_hero")
)
BY_STEALTH = WORD["pace"]["stealth"]
ANY_ACTION, A_SEARCH, ANY_WEAPON = (WORD["action"][word] for word in ("any", "search", "weapon"))
A_MELEE, A_MISSILE = WORD["action"]["melee"], WORD["action"]["missile"]

ENCOUNTER, LAIR_DOOR = KIND["encounter"], KIND["lair_door"]
TRAP_DANGER, AMBUSH_DANGER = 0, 1
WHOLE_SPEED = ALL  # an amount of rooms that stands for the hero's Speed
