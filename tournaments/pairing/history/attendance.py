"""Who is to be paired, who has a bye anyway, and who is left out and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.history.record import ODD_NUMBER, Record, Scoring
from tournaments.pairing.types.paired_round import LeftOut, PairedBye, Player, Reason, Rule
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, ByeKind, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.translation import gettext_noop as _

EXCUSED = Rule("attendance/excused", _("{player} has an excused absence."), is_private=True)
UNEXCUSED = Rule("attendance/unexcused", _("{player} has an unexcused absence."), is_private=True)
CLUB = Rule("attendance/club", _("{player} is on club duty."), is_private=True)
OWN_KIND = Rule("attendance/own_kind", _("{player} is away."), is_private=True)
UNPAID_BYE = Rule("attendance/unpaid_bye", _("{player} owes an evening and sits out unpaid."), is_private=True)
WITHDRAWN = Rule("attendance/withdrawn", _("{player} has withdrawn."))
NOT_YET_JOINED = Rule("attendance/not_yet_joined", _("{player} joins in round {round}."))
FULL_BYE = Rule("attendance/full_bye", _("{player} has asked for a full-point bye."))
HALF_BYE = Rule("attendance/half_bye", _("{player} has asked for a half-point bye."))
ZERO_BYE = Rule("attendance/zero_bye", _("{player} has asked for a bye without points."))
GIVEN_BYE = Rule("attendance/given_bye", _("The director has given {player} the bye."))
BYE_AGAIN = Rule("attendance/bye_again", _("{player} has the bye again; byes before this one: {count}."))

_ABSENCES: Mapping[AbsenceCode, Rule] = {
    AbsenceKind.EXCUSED: EXCUSED,
    AbsenceKind.UNEXCUSED: UNEXCUSED,
    AbsenceKind.CLUB: CLUB,
}
UNMARKED_COUNTS = {
    AbsenceKind.EXCUSED: Rule("ladder/settings/unmarked_excused", _("Anyone not marked counts as excused.")),
    AbsenceKind.UNEXCUSED: Rule("ladder/settings/unmarked_unexcused", _("Anyone not marked counts as unexcused.")),
    AbsenceKind.CLUB: Rule("ladder/settings/unmarked_club", _("Anyone not marked counts as on club duty.")),
}
"""By `Scoring.default_absence`. Whole, since languages turn the words round; the codes are from when Keizer said it."""
_BYES = {  # not all: the one by pairing is nobody's wish
    ByeKind.FULL: FULL_BYE,
    ByeKind.HALF: HALF_BYE,
    ByeKind.ZERO: ZERO_BYE,
    ByeKind.UNPAID: UNPAID_BYE,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingField:
    """Every entrant stands in exactly one of the three. `byes` were asked for, or given by the director beforehand."""

    present: frozenset[PlayerId]
    byes: tuple[PairedBye, ...]
    left_out: tuple[LeftOut, ...]


def pairing_field(snapshot: TournamentSnapshot) -> PairingField:
    """The round to be paired: whoever takes part and is not marked otherwise is present."""
    absences = {absence.player: absence.kind for absence in snapshot.next_round.absences}
    asked = {bye.player: bye.kind for bye in snapshot.next_round.byes}
    present: list[PlayerId] = []
    byes: list[PairedBye] = []
    left_out: list[LeftOut] = []
    for entrant in snapshot.entrants:
        player = entrant.number
        if (reason := _left_out(entrant, snapshot.next_number, absences.get(player))) is not None:
            left_out.append(LeftOut(player=player, reasons=(reason,)))
        elif (kind := asked.get(player)) is not None:
            byes.append(PairedBye(player=player, kind=kind, reasons=_why_bye(snapshot, player, kind)))
        else:
            present.append(player)
    return PairingField(present=frozenset(present), byes=tuple(byes), left_out=tuple(left_out))


def eliminated(scoring: Scoring, snapshot: TournamentSnapshot) -> Mapping[PlayerId, int]:
    """Who is out before the round to be paired, each with the round that decided it; nobody in most systems."""
    return Record(snapshot=snapshot, scoring=scoring).out_after if scoring.elimination else {}


def given_bye_reasons(snapshot: TournamentSnapshot, player: PlayerId) -> tuple[Reason, ...]:
    """That the director chose, and whether it is not the first time: theirs to overrule, but said."""
    return (GIVEN_BYE.reason(player=Player(player)), *bye_again(snapshot, player))


def bye_again(snapshot: TournamentSnapshot, player: PlayerId) -> tuple[Reason, ...]:
    """Whether the player has sat out before as the odd one."""
    byes = [bye for played in snapshot.rounds for bye in played.byes if bye.kind in ODD_NUMBER]
    count = sum(bye.player == player for bye in byes)
    return (BYE_AGAIN.reason(player=Player(player), count=count),) if count else ()


def _why_bye(snapshot: TournamentSnapshot, player: PlayerId, kind: ByeKind) -> tuple[Reason, ...]:
    if kind is ByeKind.PAIRING:
        return given_bye_reasons(snapshot, player)
    return (_BYES[kind].reason(player=Player(player)),)


def rule_of_absence(kind: AbsenceCode) -> Rule:
    """What is said of somebody away; private, whatever the kind."""
    return _ABSENCES.get(kind, OWN_KIND)


def _left_out(entrant: Entrant, round_number: int, absence: AbsenceCode | None) -> Reason | None:
    player = Player(entrant.number)
    if entrant.joined_round > round_number:
        return NOT_YET_JOINED.reason(player=player, round=entrant.joined_round)
    if entrant.is_away(round_number):
        return WITHDRAWN.reason(player=player)
    if absence is not None:
        return rule_of_absence(absence).reason(player=player)
    return None
