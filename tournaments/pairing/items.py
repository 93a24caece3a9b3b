"""What a player's points are made of: one term per round, in words."""

from __future__ import annotations

from tournaments.pairing.paired_round import Fact, Player, Rule
from tournaments.pairing.record import Item, Record, What
from tournaments.pairing.snapshot import PlayerId
from tournaments.pairing.table import Term
from tournaments.pairing.translation import gettext_noop as _

WIN = Rule("item/win", _("Win against {opponent} in round {round}"))
DRAW = Rule("item/draw", _("Draw with {opponent} in round {round}"))
LOSS = Rule("item/loss", _("Loss against {opponent} in round {round}"))
OPEN = Rule("item/open", _("The game against {opponent} in round {round} is still to be played"))
OPEN_AS_DRAW = Rule(
    "item/open_as_draw",
    _("The game against {opponent} in round {round} is still to be played and counts as a draw until then"),
)
FORFEIT_WIN = Rule("item/forfeit_win", _("Win by forfeit against {opponent} in round {round}"))
FORFEIT_LOSS = Rule("item/forfeit_loss", _("Loss by forfeit against {opponent} in round {round}"))
BOTH_FORFEIT = Rule("item/both_forfeit", _("Both lost by forfeit, against {opponent} in round {round}"))
BYE = Rule("item/bye", _("Bye in round {round}, the odd one out"))
FULL_BYE = Rule("item/full_bye", _("Full-point bye asked for in round {round}"))
HALF_BYE = Rule("item/half_bye", _("Half-point bye asked for in round {round}"))
ZERO_BYE = Rule("item/zero_bye", _("Bye without points asked for in round {round}"))
EXCUSED = Rule("item/excused", _("Away, excused, in round {round}"))
UNEXCUSED = Rule("item/unexcused", _("Away, unexcused, in round {round}"))
CLUB = Rule("item/club", _("On club duty in round {round}"))
WITHDRAWN = Rule("item/withdrawn", _("Withdrawn in round {round}"))
BEFORE_JOINING = Rule("item/before_joining", _("Not yet joined in round {round}"))
ELIMINATED = Rule("item/eliminated", _("Eliminated before round {round}"))

_RULES = {
    What.WIN: WIN,
    What.DRAW: DRAW,
    What.LOSS: LOSS,
    What.OPEN: OPEN,
    What.OPEN_AS_DRAW: OPEN_AS_DRAW,
    What.FORFEIT_WIN: FORFEIT_WIN,
    What.FORFEIT_LOSS: FORFEIT_LOSS,
    What.BOTH_FORFEIT: BOTH_FORFEIT,
    What.BYE: BYE,
    What.FULL_BYE: FULL_BYE,
    What.HALF_BYE: HALF_BYE,
    What.ZERO_BYE: ZERO_BYE,
    What.EXCUSED: EXCUSED,
    What.UNEXCUSED: UNEXCUSED,
    What.CLUB: CLUB,
    What.WITHDRAWN: WITHDRAWN,
    What.BEFORE_JOINING: BEFORE_JOINING,
    What.ELIMINATED: ELIMINATED,
}


def points_terms(record: Record, player: PlayerId) -> tuple[Term, ...]:
    return tuple(item_term(item) for item in record.items[player])


def item_term(item: Item) -> Term:
    facts: dict[str, Fact] = {"round": item.round_number}
    if item.opponent is not None:
        facts["opponent"] = Player(item.opponent)
    return Term(reason=rule_of(item.what).reason(**facts), amount=item.points)


def rule_of(what: What) -> Rule:
    """The sentence that names the round, and the opponent where there is one."""
    return _RULES[what]
