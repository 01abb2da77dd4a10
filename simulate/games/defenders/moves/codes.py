"""Numbers of effects, selectors and moments, by name."""

from simulate.games.defenders.cards.tables import DO, PLACE, WHEN, WHOM

LOWER_THREAT, CLEAR_THREAT, HEAL = DO["lower_threat"], DO["clear_threat"], DO["heal"]
TRAVEL, SEND, CARRY = DO["travel"], DO["send"], DO["carry"]
DAMAGE_FOE, MOVE_FOE, GUARD, BRACE = (DO["damage_foe"], DO["move_foe"], DO["guard"], DO["brace"])
FREE_DEFENSE, FREE_MOVES = DO["free_defense"], DO["free_moves"]
IGNORE_ENEMIES, RETURN_ALLIES = DO["ignore_enemies"], DO["return_allies"]
PEEK_TOP, ARRANGE_TOP, AMBUSH = DO["peek"], DO["arrange"], DO["ambush"]
HERE, ADJACENT, NEAR, ANY = (PLACE["here"], PLACE["adjacent"], PLACE["near"], PLACE["any"])
NEIGHBOURS, ALL_OUTER, CALM = PLACE["neighbours"], PLACE["all"], PLACE["calm"]
IN_CAPITAL, ANYWHERE = PLACE["capital"], PLACE["anywhere"]
SELF, EVERY_HERE, EVERYBODY = WHOM["self"], WHOM["here"], WHOM["all"]
ONE_HERE, ONE_NEAR = WHOM["one_here"], WHOM["one_near"]
OTHER_HERE, OTHER_ANY = WHOM["other_here"], WHOM["other_any"]
FULL_HEALTH, ATTACKER = WHOM["full_health"], WHOM["attacker"]
ON_ACTION, ON_FREE = WHEN["action"], WHEN["free"]
ON_MOVE, ON_SUCCOR, ON_FIGHT = WHEN["move"], WHEN["succor"], WHEN["fight"]
ON_DEFEND, TURN_START = WHEN["defend"], WHEN["turn_start"]
UNDEFENDED, ROUND_END, DAMAGED = WHEN["undefended"], WHEN["round_end"], WHEN["damaged"]
ANYWHERE_STEPS = 9
