"""What learned numbers of both Kingdoms rest on, by name; each about 0 to 1, all public.

A learned number is kept under the same name (`learned/lessons.csv`, `learned/value.csv`).  The
order of the fields is that in which they are summed.
"""

from simulate.core.game.records import record_of
from simulate.games.kingdoms.cards.codes import ACTION, ACTIONS
from simulate.games.kingdoms.state.record import GOOD, GOODS
from strategies.learned import columns_of

# Of lessons: what a seat is like, or several on average.
SEAT = record_of(
    ("magic", "f8"),  # level, of five
    ("tower", "f8"),  # level, of six
    ("meeples", "f8"),  # in play, of seven
    ("goods", "f8", GOODS),  # on hand, of nine
    ("income", "f8", GOODS),  # of one collecting, of three
    ("able", "f8", GOODS),  # 1 if the next step that is paid for with them can be paid
    ("lack", "f8", GOODS),  # of five, how many it is short of
    ("full", "f8", GOODS),  # 1 if there is room for one more at most
)

# What the table and the seats are like.
FACTS = record_of(
    ("always", "f8"),  # 1
    ("late", "f8"),  # 0 at the start, near 1 when the game is about to end
    ("rounds", "f8"),  # still expected, of six
    ("shields", "f8"),  # on actions, share of all
    ("ending", "f8"),  # 1 once the game's end is triggered
    ("first", "f8"),  # 1 for the seat whose turn it is
    ("end", "f8"),  # as `late`, but later
    ("lead", "f8"),  # points ahead of the best rival, of ten
    ("shield", "f8", ACTIONS),  # 1 if the action is taken in this round
    ("own", SEAT),
    ("rivals", SEAT),  # all others, on average
    ("foremost", SEAT),  # the one with most points
    ("own_late", SEAT),  # times `late`
    ("rivals_late", SEAT),
)

# Of the chance of winning: what a seat's number is made of.
PLAIN = record_of(
    ("score", "f8"),  # points now, of ten
    ("magic", "f8"),
    ("tower", "f8"),
    ("meeples", "f8"),
    ("goods", "f8", GOODS),
    ("income", "f8", GOODS + 1),  # of one collecting; the last: of choice
    ("kinds", "f8"),  # kinds of goods that come in, of three
    ("wait", "f8"),  # turns until the seat's own, share of a round
)
TERMS = record_of(("now", PLAIN), ("late", PLAIN))  # a second time, as it counts when it is late

FACT_COLUMNS = columns_of(
    FACTS,
    shield=ACTION.words[:ACTIONS],
    **dict.fromkeys(("goods", "income", "able", "lack", "full"), GOOD.words),
)
TERM_COLUMNS = columns_of(TERMS, goods=GOOD.words, income=(*GOOD.words, "choice"))
