"""What a cup says: of its draw, of free passes, of who is out."""

from __future__ import annotations

from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.translation import gettext_noop as _

BY_LOT = Rule("cup/order", _("Those still in, in the order in which they were drawn."))
BY_TREE = Rule("cup/order/tree", _("Those still in, in the order of the tree."))
DRAWN = Rule("cup/drawn", _("{first} and {second} were drawn together."))
IN_THE_TREE = Rule("cup/tree", _("In the tree {first} and {second} are neighbours."))
WINNERS = Rule("cup/tree/winners", _("In the tree {first} and {second}, who are still in, meet in round {round}."))
THIRD = Rule("cup/third", _("{first} and {second} lost the semi-finals and play for third place."))
CONSOLATION = Rule("cup/consolation", _("Among those who lost in round 1, {first} and {second} were drawn together."))
FREE_BY_LOT = Rule("cup/free/lot", _("{player} has a bye by lot. Byes in this round: {count}."))
FREE_TO_BEST = Rule(
    "cup/free/best", _("{player} has a bye, as one of those with the highest ratings. Byes in this round: {count}.")
)
FREE_TO_FINALIST = Rule("cup/free/finalist", _("{player} has a bye as one of last year's finalists."))
FREE_IN_TREE = Rule("cup/free/tree", _("{player} has a bye: the place opposite in the tree is empty."))
FREE_CONSOLATION = Rule("cup/free/consolation", _("{player} has a bye among those who lost in round 1."))
POSTPONED = Rule("cup/postponed", _("{player} is away: the game is played another day."))

FIRST_DRAWN = Rule("cup/colour/first", _("{white} was drawn first, so gets White."))
BY_LOT_COLOUR = Rule("cup/colour/lot", _("{white} gets White by lot."))
LOWER_SEED = Rule("cup/colour/seed", _("{white} is seeded lower, so gets White."))

OUT = Rule("cup/out", _("{player} is out: {other} went through in round {round}."))
BOTH_OUT = Rule("cup/out/both", _("{player} is out: neither of the two went through in round {round}."))
NOT_IN = Rule("cup/not_in", _("{player} came after the first round had been drawn."))
WAITS = Rule("cup/waits", _("{player} waits for an opponent: another tie is not decided yet."))
TO_MEET = Rule("cup/to_meet", _("{player} must first play {other} in round {round}."))
NOT_DECIDED = Rule("cup/not_decided", _("The tie of {player} in round {round} is not decided yet."))

ONE_AWAY = Rule("cup/not_played/one", _("{player} was away, and no other day is agreed: {other} goes through."))
BOTH_AWAY_LOT = Rule(
    "cup/not_played/lot",
    _("Both were away, and no other day is agreed: by lot {player} goes through, not {other}."),
)
BOTH_AWAY_OUT = Rule(
    "cup/not_played/out", _("{white} and {black} were both away, and no other day is agreed: both are out.")
)
BOTH_AWAY_LUCKY = Rule(
    "cup/not_played/lucky",
    _("{white} and {black} were both away: both are out, and their place is drawn among the losers of the round."),
)

OPEN_TIE = Rule("cup/impossible/open", _("The tie of {white} and {black} in round {round} is not decided yet."))
DECIDE_FIRST = Rule(
    "cup/impossible/decide",
    _("Enter who goes through in each tie not decided yet, then draw the next round."),
    is_remedy=True,
)
UNDRAWN = Rule(
    "cup/impossible/undrawn", _("{first} and {second} are to meet in round {round}, which has no such tie yet.")
)
DRAW_IT = Rule("cup/impossible/draw_it", _("Set that tie up in its own round first."), is_remedy=True)
FORBIDDEN = Rule(
    "cup/impossible/forbidden",
    _("The forbidden pairs leave somebody who was drawn to play without an opponent."),
)
WINNER = Rule("cup/impossible/winner", _("{player} has won the cup."))
NOBODY_LEFT = Rule("cup/impossible/nobody", _("Nobody is left in the cup."))
FORBIDDEN_IN_TREE = Rule("cup/note/forbidden", _("In a tree forbidden pairs are not applied."), is_private=True)

WON = Rule("cup/item/won", _("Won the tie against {opponent} in round {round}"))
LOST = Rule("cup/item/lost", _("Lost the tie against {opponent} in round {round}"))
OPEN = Rule("cup/item/open", _("The tie against {opponent} in round {round} is not decided yet"))
NO_WINNER = Rule("cup/item/no_winner", _("Neither went through from the tie against {opponent} in round {round}"))
PASSED = Rule("cup/item/passed", _("Bye in round {round}"))
NO_TIE = Rule("cup/item/none", _("No tie in round {round}"))

EACH_ROUND = Rule("cup/settings/each_round", _("Each round is drawn by lot among those still in."))
TREE_BY_RATING = Rule("cup/settings/bracket", _("A tree, drawn once, with places by rating."))
TREE_BY_LOT = Rule("cup/settings/bracket_lot", _("A tree, drawn once, with places by lot."))
SEEDED = Rule("cup/settings/seeded", _("The best {count} by rating cannot meet before only they are left."))
PASSES_LOT = Rule("cup/settings/free_lot", _("Byes are drawn by lot."))
PASSES_BEST = Rule("cup/settings/free_best", _("Byes go to the highest ratings."))
PASSES_FINALISTS = Rule("cup/settings/free_finalists", _("Byes go to last year's finalists first."))
FILLED = Rule(
    "cup/settings/fill_to",
    _("Byes are given not in the first round, but in the one that brings the number of players to {count}."),
)
IN_NUMBERS = Rule(
    "cup/settings/in_numbers",
    _("With {size} players: rounds {rounds}, ties {ties}, byes in round 1: {passes}."),
)
ONE_GAME = Rule("cup/settings/one_game", _("A tie is one game."))
TWO_GAMES = Rule("cup/settings/two_games", _("A tie is two games with colours changed; the sum decides."))
FINAL_OF_TWO = Rule("cup/settings/final_games", _("The final is two games with colours changed."))
FINAL_OWN = Rule("cup/settings/final", _("The final is decided in its own way:"))
THIRD_PLACE = Rule("cup/settings/third_place", _("The losers of the semi-finals play for third place."))
THIRD_BY_CONSOLATION = Rule(
    "cup/settings/third_consolation", _("The winner of the cup for those who lost in round 1 is third.")
)
SECOND_CUP = Rule("cup/settings/consolation", _("Those who lost in round 1 play a cup of their own."))
LOSERS_ELSEWHERE = Rule("cup/settings/consolation_all", _("Players who are knocked out join the evening's tournament."))
POINTS_CARRIED = Rule("cup/settings/carry_points", _("The games of the cup count there with their points."))
ABSENT_OTHER = Rule(
    "cup/settings/absent_other",
    _("A tie not played by its last date: the player who was there goes through, if the director agrees."),
)
ABSENT_LOT = Rule(
    "cup/settings/absent_lot",
    _(
        "A tie not played by its last date: the player who was there goes through, or lots are drawn, "
        "if the director agrees."
    ),
)
ABSENT_OUT = Rule(
    "cup/settings/absent_out",
    _("A tie not played by its last date: a player who was away is out, even if both were, if the director agrees."),
)
LUCKY = Rule("cup/settings/lucky", _("If both are out, their place is drawn among the losers of that round."))
EVERYBODY = Rule("cup/settings/auto_enter", _("All members are in unless they say no."))
