"""Numbers of effects, moments, prices and sorts of region, by name."""

from simulate.games.kingdoms.cards.codes import (
    ACTION,
    BARRIER_WORDS,
    CHARGED,
    DO,
    MARCHES,
    PLACED,
    PRICES,
    REACH,
    RESOURCE,
    SORT_BIT,
    TERRAIN,
    TOKEN,
    WHEN,
)

PATROLS, QUESTS, BUILDS = ACTION["patrol"], ACTION["quest"], ACTION["build"]
RESEARCHES, EXPANDS, TRADES = ACTION["research"], ACTION["expand"], ACTION["trade"]
COLLECTS = ACTION["collect"]
BUILD_PRICE, RESEARCH_PRICE = PRICES.index("build"), PRICES.index("research")
EXPAND_PRICE, RETREAT_PRICE = PRICES.index("expand"), PRICES.index("retreat")
QUEST_PRICE = len(PRICES)  # the surcharge of a quest
CHARGED_BUILD, CHARGED_RESEARCH = CHARGED.index("build"), CHARGED.index("research")
PLACED_EXPAND, PLACED_RETREAT = PLACED.index("expand"), PLACED.index("retreat")
BY_PATROL, BY_QUEST = MARCHES.index("patrol"), MARCHES.index("quest")

GAIN_DO, MORE_DO, AS_DO, TAKE_DO = DO["gain"], DO["collect_more"], DO["collect_as"], DO["take"]
ON_PATROL, ON_QUEST, ON_MOVE = WHEN["patrol"], WHEN["quest"], WHEN["move"]
ON_BUILD, ON_RESEARCH, ON_EXPAND = WHEN["build"], WHEN["research"], WHEN["expand"]
ON_TRADE, ON_COLLECT, ON_ALLIANCE = WHEN["trade"], WHEN["collect"], WHEN["alliance"]
ON_WON, ON_LOST, ON_RETREAT = WHEN["war_won"], WHEN["war_lost"], WHEN["retreat"]
ON_REACHED, ON_SCORE = WHEN["reached"], WHEN["score"]

ANY_RESOURCE, SAME_RESOURCE = RESOURCE["any"], RESOURCE["same"]
RUINS, CAPITAL = TERRAIN["ruins"], TERRAIN["capital"]
WATER, CRAGS = TERRAIN["water"], TERRAIN["crags"]
PASS_WATER, PASS_CRAGS = BARRIER_WORDS.index("water"), BARRIER_WORDS.index("crags")
PASS_RIVER = BARRIER_WORDS.index("river")
HOME_BIT, ABROAD_BIT, SHARED_BIT = SORT_BIT["home"], SORT_BIT["abroad"], SORT_BIT["shared"]
EDGE_BIT = SORT_BIT["edge"]
REACH_ADJACENT, REACH_TERRITORY = REACH["adjacent"], REACH["territory"]
REACHES = len(REACH)
REACH_HOME, REACH_ANYWHERE = REACH["home"], REACH["anywhere"]

CROWN, TREASURE_TOKEN, BANDITS = TOKEN["crown"], TOKEN["treasure"], TOKEN["bandits"]
LAIR_TOKEN, CAMP, FORT = TOKEN["dragons_lair"], TOKEN["camp"], TOKEN["fort"]
TOWN, CHURCH_TOKEN, BLANK = TOKEN["town"], TOKEN["church"], TOKEN["blank"]
