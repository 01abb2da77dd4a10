"""The texts of `--help`.  "\\b" keeps the lines of a paragraph as they are."""

MAIN = """Is it balanced, what should I change, and did it help?
Plays tabletop games by the million and writes a report.

\b
Examples:
  simulate run defenders                        play the default experiment
  simulate run defenders --set players=3 --games 5000
  simulate new defenders my_defenders/          a copy of rules and cards to edit
  simulate edit my_defenders/                   put in the numbers of your copy
  simulate studio my_defenders/                 change numbers in the browser
  simulate cards export my_defenders/ cards.xlsx
                                                the cards as a spreadsheet
  simulate run --pack my_defenders/             play the changed game
  simulate sensitivity defenders                which number matters most?
  simulate worth defenders ranger               what is a card worth?
  simulate why kingdoms --of orcs               why does a card win or lose?
  simulate exploit kingdoms                     which plan breaks it?
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
  1    the program or the machine failed; finished games are kept, and the same
       command with `--resume` continues them
  2    wrong usage or input; nothing was written
  3    with --check: an expectation is missed, or a change made something worse;
       chance alone does this in at most 1 of 40 runs of a game that meets its file
  4    with --check: none is missed, but the games are too few to say all are met
  130  interrupted (Ctrl-C); finished games are kept
  143  terminated (SIGTERM); 129 if the terminal was closed; finished games are kept
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
  simulate run defenders --resolution 0.002 --until settled --games 100000
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
  simulate run --resume runs/default-1          (continue an interrupted run)
  simulate run runs/default-1 --again 7         (which of its findings hold?)
  simulate run defenders --games 100000000 --keep counts
  simulate run defenders --cluster tcp://HOST:8786

\b
--set KEY=VALUE
  KEY          a factor (`simulate list factors`), with a seat from 1 where it
               belongs to one (strategy.2), or a path into the pack
               (rules.capital_limit, cards.heroes.paladin.health)
  VALUE        one level: the factor is fixed at it; A,B or [A,B]: levels to compare

The last line printed is the path of the report. With --json, stdout is one
document with the path and all findings (`simulate list schema answer`).
"""

SENSITIVITY = """Which number moves the balance most?  Each is tried one step down and one step up.

\b
EXPERIMENT is as for `simulate run`; for a GAME the settings of GAME/steps are played.
PATTERN selects numbers of the pack and everything below it; several may be given.

\b
Examples:
  simulate sensitivity defenders
  simulate sensitivity defenders rules cards.foes --set players=2
  simulate sensitivity kingdoms cards.factions.dwarves
  simulate sensitivity --pack my_defenders/ --until 0.02

The terminal lists the largest effects, without changes that break the game. The report
lists all of them, each with the command that plays it.
The last line printed is the path of the report.
"""

WORTH = """What is a card worth?  `simulate sensitivity` for one card, and `advise` for its edit.

\b
On the same luck as the game as it is, the card is played without its abilities, with
all its numbers at the median of its kind, and with each number a step down and up:
at each number of players and level, unless --set names a setting.  The report says
with whom it goes well, and which smallest edit of it meets the target.

\b
Examples:
  simulate worth defenders ranger
  simulate worth my_defenders/ "Warm Blanket" --set players=3
  simulate worth kingdoms cards.factions.dwarves --target -0.02,0.02
  simulate worth defenders ranger --set horde=hard --target 40-55%

The last line printed is the path of the report.
"""

WHY = """Why does a card win or lose?  What it wins is split among its causes.

\b
EXPERIMENT is as for `simulate sensitivity`; of a RUN its game and its settings are played.
NAME is a card that is dealt: a faction, a hero, a unit, and where games are won together
whatever all of them meet, too.

\b
Its causes are its abilities (taken away: the card without it) and its numbers off the
median of its kind (taken away: the median). They are taken away together in every way,
or of many in random orders, on the same luck; what each adds comes with an interval,
and all of them with what is left come to the whole.

\b
Without --of, of a game that all play together: what makes it hard. How much of what tells
the chances of games apart each part of the setting makes (the horde, the players), and
each part of the deal (the heroes, the foe).

\b
Examples:
  simulate why kingdoms --of orcs
  simulate why defenders --of Bard --set strategy=quick
  simulate why defenders --set strategy=quick
  simulate why runs/default-2 --of ranger --until 0.02

The last line printed is the path of the report.
"""

EXPLOIT = """Which plan breaks the game?  Looks for the one that beats the default players.

\b
EXPERIMENT is as for `simulate sensitivity`; of a RUN its game and its settings are played.
One seat follows a plan, `balanced` plays the others; where games are won together all
seats follow it.  A plan weighs some features otherwise; in a game file it may have orders,
too: these moves first, or never.  With --of only seats that hold the card count.

\b
Plans race on the same luck, and the best of many kinds have children.  What is told is
played again on fresh random numbers, with two of it at the table, among `second`, and
against the best counter.  It is written as a pack that plays it.  Games that the rules do
not bring to an end are named with seed and number.

\b
Examples:
  simulate exploit kingdoms
  simulate exploit kingdoms --of orcs --set players=3
  simulate exploit my_game.py --budget 20000
  simulate exploit defenders --after my_defenders

The last line printed is the path of the report.
"""

ADVISE = """What should I change?  Finds the smallest changes that bring the game into a band.

\b
Each number is tried one step up and down, and further where one step falls short.
Where too few single changes are enough, pairs are tried.  The best are played again
with fresh random numbers, and each is written as a pack that is ready to run.

\b
Examples:
  simulate advise defenders --target 0.40-0.55
  simulate advise defenders cards.foes --target 40-55% --set players=2,3
  simulate advise --pack my_defenders/ --target 0.40-0.55 --set horde=hard
  simulate advise kingdoms cards.factions --target -0.02,0.02
  simulate advise tactics --target 40-60% --one   (which single card does it?)

\b
A search takes minutes: --dry-run says how many. --quiet is silent until the end.
The last line printed is the path of the report.
"""

TUNE = """Which few edits together?  Changes several numbers at once, within bounds that you set.

\b
Each number is tried one step up and down.  From these effects the search proposes
sets of one edit, of two, up to --edits, plays them side by side and drops the worst,
again and again.  The best set of each size is played again with fresh random numbers:
how far off is the game with one edit, with two, with three?  Each is written as a pack
that is ready to run, with its evidence.

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
In cooperative games each strategy plays all seats, on common random numbers.  In
competitive games every two meet: one seat of one among seats of the other, both ways.
The report ranks the strategies, with intervals, the mix that none beats, the share of
luck, and games and decisions per second on one core.  One setting is played; choose
it with --set.

\b
Examples:
  simulate ladder defenders
  simulate ladder kingdoms --set players=2 --games 2000
  simulate ladder dungeons --set strategy=quick,balanced,expert --games 100
  simulate ladder --pack my_defenders/ --set strategy=balanced,mine --allow-code

The last line printed is the path of the report.
"""

NEW = """Create a game file, a small playable game in Python to change; or a folder with a
game's rules, cards, strategies and experiments to edit.

\b
Examples:
  simulate new my_game.py                  (a game of your own: who wins?)
  simulate new my_coop.py --together       (a cooperative one)
  simulate new my_game.py my_pack/         (its numbers as files, for `run --pack`)
  simulate new defenders my_defenders/
  simulate new defenders/unfitted before/  (the values before any was fitted)
"""

EDIT = """Enter the numbers of your printed game, one question at a time; or add a card.

\b
Many numbers are guesses. If you own the game, you can look them up. Numbers that move
the balance most are asked first, abilities last. Each answer is checked, written to the
folder at once with the source "read off my copy", and not asked again, so you can stop
and continue later. PATTERN selects values, as for `simulate sensitivity`.

\b
An answer is
  a value      what your copy says; an ability is typed as it is shown:
               heal who=one_here amount=2 + brace where=here amount=1
  =            the value shown is right
  Enter        skip: it stays a guess
  ?            more about it
  q            quit; your answers are kept

\b
Examples:
  simulate edit my_defenders
  simulate edit my_defenders cards.heroes --no-play
  simulate edit my_defenders --set players=3 --set horde=medium --games 5000
  simulate edit my_defenders/ "Warm Blanket" --card artifact
  simulate edit my_defenders/ "Night Watch" --card hero --like paladin

At the end the shipped game and yours are played on common random numbers, and the
findings that changed are listed.  With --card nothing is asked: a card called NAME is
added, with the values of another card of its kind, for you to change. `simulate check`
says whether it is valid.
"""

STUDIO = """Change numbers in a page in the browser, and see at once what they do.

The page shows every number of a game, of a pack or of a game file of your own. Change one, and a
thousand games say what it does; Confirm plays it as `simulate compare` does; Keep writes it into
the pack as a version. Each button shows the command that it is.

\b
Examples:
  simulate studio my_defenders/
  simulate studio defenders              (to look and try; a title is never changed)
  simulate studio my_game.py --no-open

It answers this machine alone, and only the browser that opens the address it prints. Ctrl-C ends
it: finished games are kept.
"""

CARDS = """Export the cards of a pack to a spreadsheet, and import the changes.

\b
Each kind of card is a table, each card a row. A column holds a number, a word, or a list
of effects such as gain_points 1; heal 2 here. FILE ends with .xlsx, .ods or .csv; for
cards.csv each kind is a file of its own: cards.heroes.csv.

\b
Examples:
  simulate cards export my_defenders/ cards.xlsx
  simulate cards import my_defenders/ cards.xlsx --dry-run
  simulate cards import my_defenders/ cards.xlsx
  simulate cards import my_defenders/ cards.xlsx --remove

Imports are checked as by `simulate check`; each problem names its sheet, row and column.
Only changed values are written, each with a source; comments stay. A row with a new id is
a new card. Cards and columns that the tables lack stay as they are; --remove deletes the
cards that have no row in their table, unless that would be most of them.
"""

LEARN = """Train a player for your own game by self-play, and measure how good it is.

\b
Self-play learns a weight for each of the game's FEATURES, or without any for `value` and
COUNTS; in a cooperative game the player takes all seats.  The best of the weights on the
way, and of the game's WEIGHTS, meets every other player, on games that nobody was trained
on or chosen by.  If it beats `balanced` for certain, and loses to no player of the file, it
is written beside the file, as my_game.strategies.toml, and plays every seat from then on.

\b
Examples:
  simulate learn my_game.py
  simulate learn my_game.py --seconds 120
  simulate learn my_game.py --players 2
  simulate learn my_game.py --games 20000 --seed 3   (the same weights on every machine)

After a change of the file, run it again; training starts from the weights learnt before.
"""

CHECK = """Check a pack, an experiment or a game file. For a pack, list what differs from the
shipped game. For a game file, play random games and report each law of games that it breaks.

\b
Examples:
  simulate check my_defenders/
  simulate check my_experiment.toml
  simulate check my_experiment.toml --pack my_defenders/
  simulate check my_defenders/ --upgrade   (a pack of an earlier version)
  simulate check my_game.py

It refuses what `simulate run` would refuse; --skip-unchanged means the same.
"""

REPLAY = """Tell one game as a story, or as an event log with --json.

Without arguments, in the folder of a pack: the closest game of the last run there.

\b
Examples:
  simulate replay runs/default-1 --cell 3 --game 17
  simulate replay runs/default-1 --pick closest
  simulate replay runs/default-1 --cell 0 --game 0 --json --states
  simulate replay defenders --seed 7 --game 0 --set players=3
  simulate replay my_game.py --set players=2
  simulate replay my_game.py --run runs/default-1 --pick typical

A run stores the text of a game file. That text may come from a stranger, so it is executed
only with --allow-code; or name your file and the run with --run: both must be identical.
"""

RUNS = """List runs, or show a run's progress and check its files.

Without RUN those of `runs/` are listed, with their changes and findings. --open writes a page of
them there, index.html: levels, shares and cards over versions. For a RUN: games, speed, time left,
findings so far, failures. Only its folder is read, so this works from another terminal while the
run goes on, and after it was killed.

\b
Examples:
  simulate runs --open
  simulate runs runs/default-1
  simulate runs runs/default-1 --verify   (compare files with their checksums)
"""

REPORT = """Write the report of a finished run again.

\b
With --one-page it also writes onepage.html, one side of A4 to print or to send to a publisher:
balance, length, seats, three cards to watch, and limits of the evidence.

\b
Examples:
  simulate report runs/default-1
  simulate report runs/default-1 --one-page --open
"""

EXPORT = """Export the tables of a report to a spreadsheet; or its charts, and its tables as CSV.

\b
With FILE (results.xlsx, results.ods) each table is a sheet: numbers as numbers, both ends
of an interval in columns of their own, and a last sheet that explains the columns. Without
FILE the charts are written as SVG and PNG, and each table as CSV.

\b
RUN is the folder of a run, or of a sensitivity, an advice, a comparison or playtests. The
caption of each figure names its games, seed and player.

\b
Examples:
  simulate export runs/default-1 results.xlsx
  simulate export runs/default-1 --out slides
"""

PLAYTESTS = """Do people's games agree with the simulation, and what do both together say?

\b
GAME is a game, a pack or a game of your own; FILE has a row for each seat, or for each game,
as --template writes it: results.xlsx, .ods or .csv. The files of BG Stats (JSON) and of
BoardGameGeek's plays (XML, CSV) are read as they are.

\b
The settings of these games are simulated at several places of skill, once. Told is
whether people and simulation agree, and what so few games could have noticed; how well
these people play; and what each hero, faction or unit wins by people, by simulation and
by both together.

\b
Examples:
  simulate playtests defenders results.xlsx --template
  simulate playtests defenders results.xlsx
  simulate playtests my_defenders/ results.csv
  simulate playtests kingdoms plays.json --target -0.05,0.05
  simulate playtests kingdoms results.xlsx --plan --evening 6

A pack that names its file (playtests = "results.xlsx" in its game.toml) has what people
found in the report of each run. The last line printed is the path of the report.
"""

COMPARE = """Did a change help?  A game before and after it, side by side.

\b
GAME (or GAME/EXPERIMENT) is played as it is and with the pack values given by --set,
on common random numbers.  A --set of a factor holds for both sides.  With --pack
alone the shipped game is compared with the pack.

\b
BEFORE and AFTER are folders of finished runs.  The settings that both have are
compared; with the same seed, game by game on common random numbers.

\b
--apart says which of several changes did it: each is played alone, then all but it,
and all together.  Two finished runs are played again for it, by their own packs.
More than eight values are taken card by card.

\b
Examples:
  simulate compare defenders --set cards.foes.dragon.health=12
  simulate compare --pack my_defenders/ --set players=3 --games 5000
  simulate compare defenders --set rules.capital_limit=7 --set rules.region_limit=5 --apart
  simulate compare --pack my_defenders/ --dry-run
  simulate run defenders --out runs/before
  simulate run --pack my_defenders/ --out runs/after
  simulate compare runs/before runs/after
  simulate compare runs/before runs/after --check   (3 if something is worse)

The last line printed is the path of the report.
"""

LIST = """List games, experiments, cards, parameters and their sources.

\b
WHAT is one of
  games, experiments, strategies, features, factors, parameters, cards, fitted,
  guesses, sources, effects; or
  schema       a JSON Schema: `experiment` (experiment files), GAME/rules and GAME/cards
               for editors; `report` (report.json); `answer` (what --json prints)

\b
Examples:
  simulate list games
  simulate list cards defenders
  simulate list parameters --pack my_defenders/
  simulate list schema > experiment.schema.json
  simulate list schema defenders/cards > cards.schema.json
"""

DOCTOR = """Show versions, commit, cache, cores and memory of this machine.

\b
--bench measures how fast games are played, on one core and on all, and prints a table.
--cluster asks each worker of a Dask cluster for its versions and sources, and whether the
game is compiled there; exit code 1 if one differs. `run --cluster ADDRESS` plays there.

\b
Examples:
  simulate doctor
  simulate doctor kingdoms --bench
  simulate doctor defenders --cluster tcp://HOST:8786
"""
