"""The words of `--help`.  "\\b" keeps the lines of a paragraph as they are."""

MAIN = """Is it balanced, what should I change, and did it help?
Plays tabletop games by the million and writes a report.

\b
Examples:
  simulate run defenders                        play the default experiment
  simulate run defenders --set players=3 --games 5000
  simulate new defenders my_defenders/          a copy of rules and cards to edit
  simulate edit my_defenders/                   put in the numbers of your copy
  simulate cards export my_defenders/ cards.xlsx
                                                the cards as a spreadsheet
  simulate run --pack my_defenders/             play the changed game
  simulate sensitivity defenders                which number matters most?
  simulate advise defenders --target 0.40-0.55  what should I change?
  simulate tune defenders --target 0.40-0.55    which few edits together?
  simulate compare runs/default-1 runs/default-2
                                                did the change help?
  simulate replay runs/default-1 --pick closest
                                                tell one game as a story
  simulate runs                                 what was played here?
  simulate runs runs/default-1                  how far is it?
  simulate list parameters defenders            what --set reaches
"""

EXIT_CODES = """\b
Exit codes:
  0    finished, whatever was found
  1    a failure of the program or of the machine; finished games are kept, and
       `--resume`, with the command that began them, goes on with them
  2    wrong usage or input; nothing was written
  3    with --check: an expectation is missed, or a change made something worse;
       by chance in 1 of 40 runs of a game that is as its file expects, at most
  4    with --check: none is missed; not enough games to tell whether all are met
  130  interrupted (Ctrl-C); finished games are kept
  143  the same, by a polite kill (SIGTERM); 129 because the terminal was closed
"""

RUN = """Play an experiment and write its report.

\b
EXPERIMENT is one of
  GAME         the game's default experiment
  GAME/NAME    another experiment of the game (`simulate list experiments`)
  FILE.toml    an experiment of yours
  FILE.py      a game of your own; an experiment of it with --pack FILE.py
  DIR          a pack: its default experiment
and may be left out with --pack.

\b
Examples:
  simulate run defenders
  simulate run defenders/cards --games 10000 --jobs 2
  simulate run defenders --until 0.005 --set horde=hard
  simulate run defenders --until settled --games 100000
  simulate run dungeons --set strategy=quick --guesses 64
  simulate run kingdoms --set strategy=quick --confirm-with balanced
  simulate run defenders --set rules.capital_limit=5,6,7 --set players=3
  simulate run defenders --target easy=75-95% --target epic=10-30%
  simulate run my_coop.py --target calm=75-95% --target level=rough,players=2:40-60%
  simulate run defenders --set strategy=random --set strategy.1=balanced
  simulate run my_experiment.toml --dry-run
  simulate run --pack my_defenders/ --out runs/mine
  simulate run --pack defenders/unfitted
  simulate run my_experiment.toml --check       (exit code by its [[target]])
  simulate run --resume runs/default-1          (go on with what was cut short)
  simulate run runs/default-1 --again 7         (which of its findings hold?)
  simulate run defenders --games 100000000 --keep counts
  simulate run defenders --cluster tcp://HOST:8786

\b
--set KEY=VALUE
  KEY          a factor (`simulate list factors`), with a seat from 1 where it
               belongs to one (strategy.2), or a path into the pack
               (rules.capital_limit, cards.heroes.paladin.health)
  VALUE        one level: the factor stands there; A,B or [A,B]: levels to compare

The last line printed is the path of the report; with --json one document
on stdout has it, with all that was found (`simulate list schema answer`).
"""

SENSITIVITY = """Which number moves the balance most?  Each goes one step down and one step up.

\b
EXPERIMENT is as for `simulate run`; of a GAME the settings of GAME/steps are played.
PATTERN names numbers of the pack, everything below it with it; several may be given.

\b
Examples:
  simulate sensitivity defenders
  simulate sensitivity defenders rules cards.foes --set players=2
  simulate sensitivity kingdoms cards.factions.dwarves
  simulate sensitivity --pack my_defenders/ --until 0.02

The changes that move most and leave the game a game; the page has all of them,
each with the command that plays it.
The last line printed is the path of the report.
"""

ADVISE = """What should I change?  Looks for the smallest changes that bring the game into a band.

\b
Every number goes one step either way; what falls short goes on; where too few do
it alone, pairs are tried.  The best are played once more on luck that the search
has not seen, and each is written as a pack that is ready to run.

\b
Examples:
  simulate advise defenders --target 0.40-0.55
  simulate advise defenders cards.foes --target 40-55% --set players=2,3
  simulate advise --pack my_defenders/ --target 0.40-0.55 --set horde=hard
  simulate advise kingdoms cards.factions --target -0.02,0.02

\b
A search takes minutes: --dry-run says how many. --quiet is silent until the end.
The last line printed is the path of the report.
"""

TUNE = """Which few edits together?  Several numbers at once, within bounds that you free.

\b
Every freed number goes one step either way; from what the steps do, sets of one
edit, of two, up to --edits are proposed, played side by side, and the hopeless
dropped, again and again.  The best set of each number of edits is played once more
on luck that the search has not seen: how far off is the game with one edit, with
two, with three?  Each is written as a pack that is ready to run, with its evidence.

\b
Examples:
  simulate tune defenders --target 0.40-0.55 --set players=2,3,4
  simulate tune defenders --target easy=75-95% --target hard=30-55% --set horde=easy,hard
  simulate tune defenders rules.capital_limit=4..8 cards.foes --target 0.40-0.55
  simulate tune --pack my_defenders/ cards.heroes --target 40-55% --edits 2
  simulate tune kingdoms cards.factions --target -0.02,0.02

\b
A search takes minutes: --dry-run says how many. --quiet is silent until the end.
The last line printed is the path of the report.
"""

LADDER = """How well does each strategy play, and what does a game of it cost?

\b
Where games are won together each strategy plays all seats, on the same luck.  Where
players compete every two meet, one among those of the other and the other way round.
The report tells who is above whom, by how much, what mix nobody beats, how much luck
decides, and games and decisions a second of one core.  One setting; --set names it.

\b
Examples:
  simulate ladder defenders
  simulate ladder kingdoms --set players=2 --games 2000
  simulate ladder dungeons --set strategy=quick,balanced,expert --games 100
  simulate ladder --pack my_defenders/ --set strategy=balanced,mine --allow-code

The last line printed is the path of the report.
"""

NEW = """Lay a small game of your own in one Python file, which plays and is yours to change;
or copy a game's rules, cards, strategies and experiments to a folder to edit.

\b
Examples:
  simulate new my_game.py                  (a game of your own: who wins?)
  simulate new my_coop.py --together       (one that all win or lose together)
  simulate new my_game.py my_pack/         (its numbers as files, for `run --pack`)
  simulate new defenders my_defenders/
  simulate new defenders/unfitted before/   (the values before any was fitted)
"""

EDIT = """Put in the numbers of your printed game, one question at a time; or add a card.

\b
Many numbers are guesses. If you own the game, look them up: the ones that move the
balance most are asked first, what abilities do comes last. Each answer is checked,
written into the folder at once with the source "read off my copy", and never asked
again, so you can leave and go on. PATTERN names values, as for `simulate sensitivity`.

\b
An answer is
  a value      what stands on your copy; an ability is typed as it is shown:
               heal who=one_here amount=2 + brace where=here amount=1
  =            it is as it says
  Enter        not now: it stays a guess
  ?            more about it
  q            leave; what was answered is kept

\b
Examples:
  simulate edit my_defenders
  simulate edit my_defenders cards.heroes --no-play
  simulate edit my_defenders --set players=3 --set horde=medium --games 5000
  simulate edit my_defenders/ "Warm Blanket" --card artifact
  simulate edit my_defenders/ "Night Watch" --card hero --like paladin

At the end the shipped game and yours are played on the same luck, and what changed in
the findings is told.  With --card nothing is asked: one card called NAME is added, as a
card of its kind is; `simulate check` says whether it fits, before and after you have
changed it.
"""

CARDS = """The cards of a pack as a spreadsheet, and what was changed there back into the pack.

\b
A table a kind, a row a card, a column a number, a word, or a list of effects such as
gain_points 1; heal 2 here. FILE ends with .xlsx, .ods or .csv; of cards.csv each kind
is a file beside the others: cards.heroes.csv.

\b
Examples:
  simulate cards export my_defenders/ cards.xlsx
  simulate cards import my_defenders/ cards.xlsx --dry-run
  simulate cards import my_defenders/ cards.xlsx
  simulate cards import my_defenders/ cards.xlsx --remove

What is read back is checked as `simulate check` does, each problem with its sheet, row
and column. Only what differs is written, with a source; comments stay. A row with a new
id is a new card. What the tables do not hold, cards and columns, stays as it is; with
--remove the cards of a table that have no row there are taken out, unless most would go.
"""

LEARN = """Teach a player of your own game, and see how good it is.

\b
It plays against itself and finds out how much each of the game's FEATURES is worth; where
all win or lose together it plays all seats.  Then it meets every player that was there
before, on games that it has not learnt from.  If it is better it is written beside the
file, as my_game.strategies.toml, and sits in every seat from then on.

\b
Examples:
  simulate learn my_game.py
  simulate learn my_game.py --seconds 120
  simulate learn my_game.py --players 2
  simulate learn my_game.py --rounds 12 --seed 3   (the same weights on every machine)

A file that was changed is learnt anew; it begins with what was learnt before.
"""

CHECK = """Check a pack, an experiment or a game file; of a pack, say what differs from the shipped
game; of a game file, play it at random and say where it breaks what every game must hold to.

\b
Examples:
  simulate check my_defenders/
  simulate check my_experiment.toml
  simulate check my_experiment.toml --pack my_defenders/
  simulate check my_defenders/ --upgrade   (a pack of an earlier version)
  simulate check my_game.py

What `simulate run` would refuse is refused here; --skip-unchanged as there.
"""

REPLAY = """Tell one game as a story, or as an event log with --json.

Without a word, in the folder of a pack: the closest game of the last run there.

\b
Examples:
  simulate replay runs/default-1 --cell 3 --game 17
  simulate replay runs/default-1 --pick closest
  simulate replay runs/default-1 --cell 0 --game 0 --json --states
  simulate replay defenders --seed 7 --game 0 --set players=3
  simulate replay my_game.py --set players=2
  simulate replay my_game.py --run runs/default-1 --pick typical

A run keeps the text of an own file, which runs with --allow-code alone, as somebody may have
sent it; with the file named and --run it runs if it is byte for byte that file.
"""

RUNS = """The runs of a folder, or how far one is, and whether it is as it was written.

Without RUN those of `runs/` are listed, with what was changed and found. --open writes a page of
them there, index.html: levels, shares and cards over versions. Of a run: games, speed, time left,
what is found so far, what failed. Only its folder is read, so it can be asked from another
terminal while the run goes on, and after it was killed.

\b
Examples:
  simulate runs --open
  simulate runs runs/default-1
  simulate runs runs/default-1 --verify   (every file has its checksum)
"""

REPORT = """Write the report of a finished run again.

\b
With --one-page there is one side of A4 beside it, onepage.html, to print or to send to a
publisher: is it balanced, how long is it, do seats matter, three cards to watch, and how far
to believe it.

\b
Examples:
  simulate report runs/default-1
  simulate report runs/default-1 --one-page --open
"""

EXPORT = """The tables of a report as a spreadsheet; or its charts, and its tables as CSV.

\b
With FILE (results.xlsx, results.ods) each table is a sheet: numbers as numbers, low and
high in columns of their own, and a last sheet that says what the columns mean. Without it
the charts are written as SVG and PNG, for slides and margins, and each table as a CSV.

\b
RUN is the folder of a run, or of a sensitivity, an advice or a comparison. Each
figure tells below it where its numbers come from: games, seed, player.

\b
Examples:
  simulate export runs/default-1 results.xlsx
  simulate export runs/default-1 --out slides
"""

COMPARE = """Did a change help?  A game before and after it, side by side.

\b
GAME (or GAME/EXPERIMENT) is played as it is and with every value of the pack
that is set with --set, on the same luck; other settings hold for both.  With
--pack alone the shipped game is compared with the pack.

\b
BEFORE and AFTER are folders of finished runs.  Settings that both have are
compared, game by game on the same luck where both have the same seed.

\b
Examples:
  simulate compare defenders --set cards.foes.dragon.health=12
  simulate compare --pack my_defenders/ --set players=3 --games 5000
  simulate compare --pack my_defenders/ --dry-run
  simulate run defenders --out runs/before
  simulate run --pack my_defenders/ --out runs/after
  simulate compare runs/before runs/after
  simulate compare runs/before runs/after --check   (3 if something is worse)

The last line printed is the path of the report.
"""

LIST = """Say what there is, with its sources.

\b
WHAT is one of
  games, experiments, strategies, features, factors, parameters, cards, fitted,
  guesses, sources, effects; or
  schema       the JSON Schema of an `experiment` file, of GAME/rules or GAME/cards, for
               editors; of a `report`, report.json; of an `answer`, what --json prints

\b
Examples:
  simulate list games
  simulate list cards defenders
  simulate list parameters --pack my_defenders/
  simulate list schema > experiment.schema.json
  simulate list schema defenders/cards > cards.schema.json
"""

DOCTOR = """What is this program on this machine: versions, commit, cache, cores, memory.

\b
--bench measures how fast games are played, on one core and on all, and prints a table.
--cluster asks each worker of a Dask for its versions and sources, and whether the game
is compiled there; exit code 1 where one differs. `run --cluster ADDRESS` plays there.

\b
Examples:
  simulate doctor
  simulate doctor kingdoms --bench
  simulate doctor defenders --cluster tcp://HOST:8786
"""
