"""What a strategy for Tiny Epic Kingdoms and Ultra Tiny Epic Kingdoms may weigh.

A move is scored by MOVE_FEATURES times their weights; JUDGEMENT says what goods, regions and
wars in those features are worth.  Both stand under `weights` in strategies.toml.  Worth is
counted in victory points at the end of the game.
"""

MOVE_FEATURES = {
    "points": "victory points that the move brings, if they last",
    "goods": "worth of the goods that come in, less those that are paid",
    "track": "what the goods left will still buy, less what they would without this step",
    "value": "what goods, steps and regions add to the chance of winning, as fitted on many games",
    "skill": "worth of a new level of magic besides its points, whatever the faction",
    "ability": "worth of what the level adds to prices, gains, ways and wars of this faction",
    "land": "worth of what regions won or left will yield",
    "room": "worth of free regions next to the meeple, to move or grow into",
    "guard": "worth of the regions that can no longer be attacked, less those that now can",
    "token": "1 if an exploration token is turned",
    "attack": "worth of a war that the move begins",
    "number": "share of the mix with which a number, or the flag, is set in war",
    "finish": "lead over the best rival, if the move brings the game's end nearer",
    "mine": "worth of the best use of the action that is selected",
    "theirs": "worth of the action that is selected to the rivals",
    "miss": "worth of the own next step by the selected action, if the seat cannot take it now",
    "idle": "1 if nothing is done",
    "collect": "1 if resources are collected",
    "move": "1 for a patrol or quest",
    "build": "1 for a tower level",
    "research": "1 for a level of magic",
    "expand": "1 for a new meeple",
    "trade": "1 for a trade",
    "war": "1 for a move that begins a war",
    "flag": "1 for the white flag",
    "ruins": "1 for a meeple that goes into ruins, -1 for one that leaves them",
}

JUDGEMENT = {
    "pace_meeples": "rounds that a player needs for each meeple that is missing to end the game",
    "pace_tower": "rounds for each tower level missing",
    "pace_magic": "rounds for each level of magic missing",
    "collecting": "share of the turns of others in which the seat collects",
    "horizon": "collections that the regions held now are sure to serve",
    "lasting": "share of the later ones that they still serve",
    "usual": "resources of each kind that any regions bring at a later collection",
    "offered": "share of the rounds in which an action is selected",
    "partial": "share that goods count for which do not fill a step",
    "later": "share that counts of a step after the next one",
    "spare": "worth of a resource in hand, whatever it is for",
    "spare_half": "resources in hand at which that worth is halved",
    "skill_1": "worth of any ability of level 1, for each round left",
    "skill_4": "the same for level 4; levels 2 and 3 lie between",
    "top": "worth of reaching the last level of magic, besides its points",
    "spread": "worth of a new meeple besides its point, for each round left",
    "hold": "share that counts of points which a region gives at the end",
    "hold_late": "more of it when the game is about to end",
    "threat": "share of a region's worth that is at risk where a rival can attack",
    "piece": "worth of a resource, where abilities and the plans of rivals are judged",
    "deny": "share of a rival's next step that is gained if it cannot afford the action yet",
    "ways": "worth of each way that an ability opens, for each round left",
    "arms": "worth of a war cost that an ability saves in a war, for each round left",
    "meeple": "worth of a meeple that could be lost, besides its point and its reach",
    "rival": "share of a rival's loss that is a gain, with two players; the square less with more",
    "leader": "more of it for each point that the rival is ahead of the mean",
    "heat": "how freely numbers in war are mixed: small, nearly the best one only",
    "peace": "worth of an alliance to who comes in, as a share of the region's",
    "sharing": "loss by an alliance to who was there, as a share of the region's",
    "cunning": "share of the best answer to the rival's mix in the own one; 1 plays it alone",
    "fury": "added to what winning a war is worth",
}

FEATURES = {**MOVE_FEATURES, **JUDGEMENT}
