"""What all-play-all says: of its boards, of rounds without a game, of its options."""

from __future__ import annotations

from tournaments.pairing.systems.all_play_all.berger import BergerTable
from tournaments.pairing.types.paired_round import Fact, Player, Reason, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BY_NUMBER = Rule("all_play_all/order", _("The plan follows the start numbers."))
IN_THE_TABLE = Rule(
    "all_play_all/table",
    _("By the plan, the Berger table for {numbers} players, {white} and {black} meet in round {round}."),
)
IN_THE_CYCLE = Rule(
    "all_play_all/table/cycle",
    _(
        "By the plan, the Berger table for {numbers} players, {white} and {black} meet in round {round} "
        "of cycle {cycle}."
    ),
)
POSTPONED = Rule("all_play_all/postponed", _("{player} is away: the game is played another day."))
LOWER_HAS_WHITE = Rule(
    "all_play_all/colour/odd", _("The sum of the two start numbers is odd: {white} has the lower one, so gets White.")
)
HIGHER_HAS_WHITE = Rule(
    "all_play_all/colour/even",
    _("The sum of the two start numbers is even: {white} has the higher one, so gets White."),
)
AGAINST_LAST = Rule(
    "all_play_all/colour/against_last",
    _("{black} has the last number of the table: against it the numbers up to {half} have White."),
)
LAST_HAS_WHITE = Rule(
    "all_play_all/colour/last",
    _("{white} has the last number of the table, which has White against the numbers above {half}."),
)
REVERSED = Rule(
    "all_play_all/colour/reversed", _("In every second cycle the colours are reversed, so {white} gets White.")
)

ODD_NUMBER = Rule("all_play_all/bye", _("The number of players is odd: {player} has no opponent in round {round}."))
VACANT = Rule(
    "all_play_all/vacant",
    _("In round {round} {player} would meet number {number}, but nobody has that number: no game."),
)
OPPONENT_LEFT = Rule("all_play_all/left", _("In round {round} {player} would meet {other}, who has withdrawn."))
OPPONENT_TAKEN = Rule(
    "all_play_all/taken",
    _("In round {round} {player} would meet {other}, for whom the director has decided something else."),
)
MET_ALREADY = Rule(
    "all_play_all/met_already",
    _("In round {round} {player} would meet {other}, but the two have had that game on another board already."),
)
PLAYED_BEFORE = Rule(
    "all_play_all/played_before",
    _(
        "In round {round} {player} would meet {other}, but the two have played that game before: it counts here, so is "
        "not played again."
    ),
)
CARRIED = Rule(
    "all_play_all/carried",
    _(
        "In round {round} {player} would meet {other}, but their game in group {group} counts here, so is not played "
        "again."
    ),
)
SHALL_NOT_MEET = Rule(
    "all_play_all/forbidden",
    _("In round {round} {player} would meet {other}, but the two must not meet."),
    is_private=True,
)
NO_NUMBER = Rule(
    "all_play_all/no_number",
    _("The plan has no free number for {player}: they can play in another group, or next season."),
)
NO_GAME = Rule(
    "all_play_all/impossible", _("Nobody has a game in round {round}, since the players who would meet must not.")
)

BY_LOT = Rule("all_play_all/settings/lot", _("Start numbers are drawn by lot."))
BY_RATING = Rule("all_play_all/settings/rating", _("Start numbers are in the order of the ratings."))
GIVEN = Rule("all_play_all/settings/given", _("Start numbers are given: the order in which the players were entered."))
SPARE = Rule("all_play_all/settings/spare", _("Numbers kept free for latecomers: {count}."))
ONCE = Rule("all_play_all/settings/once", _("Everybody meets everybody once, by the Berger tables."))
SEVERAL_TIMES = Rule(
    "all_play_all/settings/cycles",
    _("Everybody meets everybody {count} times, by the Berger tables; every second time with colours reversed."),
)
SWAPPED = Rule(
    "all_play_all/settings/swap",
    _(
        "The last two rounds of the first cycle change places, so that nobody has the same colour three "
        "times in a row where two cycles meet."
    ),
)
SWAPPED_EACH = Rule(
    "all_play_all/settings/swap_each",
    _(
        "The last two rounds of each cycle change places, so that nobody has the same colour three "
        "times in a row where two cycles meet."
    ),
)
POINTS = Rule("all_play_all/settings/games", _("A win scores {win}, a draw {draw}, a loss {loss}."))
BYE = Rule("all_play_all/settings/bye", _("A round without an opponent scores {bye}."))
ALL_AT_ONCE = Rule("all_play_all/settings/publish_all", _("The whole plan is published at once."))
ROUND_BY_ROUND = Rule("all_play_all/settings/publish_round", _("Each round is published by itself."))
MAY_POSTPONE = Rule(
    "all_play_all/settings/postpone", _("Games may be played early or be postponed; each belongs to its round.")
)
NO_POSTPONING = Rule("all_play_all/settings/no_postponing", _("Games are not postponed."))
BEFORE_LAST = Rule(
    "all_play_all/settings/before_last", _("A postponed game is played before the day of the last round.")
)
BY_NEXT_ROUND = Rule(
    "all_play_all/settings/by_next_round", _("A postponed game is played by the day of the next round.")
)
UNPLAYED_DIRECTOR = Rule(
    "all_play_all/settings/unplayed_director", _("The director decides about a game that is not played in time.")
)
UNPLAYED_BOTH = Rule(
    "all_play_all/settings/unplayed_both",
    _("A game that is not played in time is lost by both, unless the director says otherwise."),
)
UNPLAYED_CALLER = Rule(
    "all_play_all/settings/unplayed_caller",
    _("A game that is not played in time is lost by the player who called it off, unless the director says otherwise."),
)
UNPLAYED_DRAW = Rule(
    "all_play_all/settings/unplayed_draw",
    _("A game that is not played in time is a draw, unless the director says otherwise."),
)
FIRST_COUNTS = Rule(
    "all_play_all/settings/first_counts",
    _("The first game that two have played before counts here, and is not played again."),
)
LAST_COUNTS = Rule(
    "all_play_all/settings/last_counts",
    _("The last game that two have played before counts here, and is not played again."),
)
LEAVING_HALF = Rule(
    "all_play_all/settings/withdrawal_half",
    _(
        "If a player leaves before half of their games are played, none of those games count. Later "
        "they count, and the opponents in the other games win by forfeit."
    ),
)
LEAVING_ANNUL = Rule("all_play_all/settings/withdrawal_annul", _("If a player leaves, none of their games count."))
LEAVING_KEEP = Rule(
    "all_play_all/settings/withdrawal_keep",
    _("If a player leaves, their games count, and the opponents in the other games win by forfeit."),
)
FEWEST_LOST = Rule("all_play_all/settings/order_lost", _("The player who has lost the fewest points comes first."))
BEST_SHARE = Rule("all_play_all/settings/order_share", _("The player with the most points per game comes first."))
PLAY_OFF = Rule("all_play_all/play_off", _("These share the first place and play off for it: {players}."))
PLAY_OFF_AGAIN = Rule(
    "all_play_all/play_off/again", _("Still level after the play-off, and to play off once more: {players}.")
)
PLAY_OFF_VOID = Rule(
    "all_play_all/play_off/void",
    _("The play-off of {players} does not count: it is no longer these who share the first place."),
)
PLAY_OFF_WIN = Rule("all_play_all/play_off/win", _("Play-off: win against {opponent}"))
PLAY_OFF_DRAW = Rule("all_play_all/play_off/draw", _("Play-off: draw against {opponent}"))
PLAY_OFF_LOSS = Rule("all_play_all/play_off/loss", _("Play-off: loss against {opponent}"))
PLAY_OFF_FORFEIT_WIN = Rule("all_play_all/play_off/forfeit_win", _("Play-off: win by forfeit against {opponent}"))
PLAY_OFF_FORFEIT_LOSS = Rule("all_play_all/play_off/forfeit_loss", _("Play-off: loss by forfeit against {opponent}"))
PLAY_OFF_AHEAD = Rule("all_play_all/play_off/ahead", _("Play-off: ahead of {players}, though level on points there"))
PLAY_OFF_POINTS = Rule(
    "all_play_all/settings/play_off_points", _("Players level on most points play off for the first place.")
)
PLAY_OFF_TIE_BREAKS = Rule(
    "all_play_all/settings/play_off_tie_breaks",
    _("Players who still share the first place after the tie-breaks play off for it."),
)


def meeting_reason(plan: BergerTable, round_number: int, white: PlayerId, black: PlayerId) -> Reason:
    """That the table has the two in that round."""
    pair: dict[str, Fact] = {"white": Player(white), "black": Player(black), "numbers": plan.numbers}
    if plan.cycles == 1:
        return IN_THE_TABLE.reason(**pair, round=round_number)
    in_cycle = (round_number - 1) % plan.in_a_cycle + 1
    return IN_THE_CYCLE.reason(**pair, round=in_cycle, cycle=plan.cycle(round_number))


def colour_reason(plan: BergerTable, round_number: int, white: PlayerId, black: PlayerId) -> Reason:
    """Why White is White."""
    if plan.is_reversed(round_number):
        return REVERSED.reason(white=Player(white))
    half = plan.numbers // 2
    if black == plan.numbers:
        return AGAINST_LAST.reason(black=Player(black), half=half)
    if white == plan.numbers:
        return LAST_HAS_WHITE.reason(white=Player(white), half=half)
    return (LOWER_HAS_WHITE if white < black else HIGHER_HAS_WHITE).reason(white=Player(white))
