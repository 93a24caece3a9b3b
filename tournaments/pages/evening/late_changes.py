"""Who comes or leaves when the round is published: what can be done, best first, and what each of it disturbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.models import Entry, Presence, Round
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.common.wording import Names, Spelling
from tournaments.pairing.explanations.late_changes import (
    NOBODY,
    LateChange,
    LateChoice,
    SetRound,
    changes_for_latecomer,
    changes_for_leaver,
)
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.types.snapshot import Absence, AbsenceKind, ByeKind, PlayedBye, PlayedGame, PlayedRound, Result
from tournaments.selectors.display_names import display_names_of_entries, numbered
from tournaments.selectors.snapshots import set_round_of

LEFT_AS = AbsenceKind.EXCUSED
"""Who leaves after the pairing has told the director."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LateOption:
    """One button: what it does, the boards it makes, whom it disturbs, what it gives. `code` is what it sends."""

    code: str
    label: str
    boards: tuple[str, ...]
    disturbs: tuple[str, ...]
    gives: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsenceChoice:
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class LatePage:
    """`together`: with somebody else who comes late. `absences`: what leaving counts as; empty for who comes."""

    round_number: int
    revision: int
    entry: int
    name: str
    is_leaving: bool
    options: tuple[LateOption, ...]
    together: tuple[LateOption, ...]
    absences: tuple[AbsenceChoice, ...]


MISTAKE = "mistake"
"""They had signed off in time, and were paired by a mistake of the club's: excused, and nobody wins by forfeit."""


def late_page(round_: Round, entry: Entry, kind: AbsenceKind = LEFT_AS, *, is_our_mistake: bool = False) -> LatePage:
    """For somebody in a published round: the options are empty where there is nothing to choose.

    `kind` is what leaving counts as, unless another one is chosen.
    """
    rows = list(round_.attendances.select_related("entry__player", "game"))
    set_round = set_round_of(round_, rows)
    called = display_names_of_entries(row.entry for row in rows)
    names = numbered((row.entry for row in rows), called)
    number = entry.number or 0
    is_leaving = set_round.has_place_for(number)
    spelling = spelling_of(round_.tournament)
    plans = (
        changes_for_leaver(set_round, number, kind)
        if is_leaving
        else changes_for_latecomer(set_round, number)
        if number in {*set_round.not_here, *set_round.free}
        else []
    )
    alone = [plan for plan in plans if plan.choice is not LateChoice.TOGETHER]
    if is_our_mistake:
        alone = [plan for plan in alone if plan.choice is not LateChoice.FORFEIT]
    together = sorted_by_name(
        (plan for plan in plans if plan.choice is LateChoice.TOGETHER), lambda plan: names.get(plan.other or 0, "")
    )
    return LatePage(
        round_number=round_.number,
        revision=round_.revision,
        entry=entry.pk,
        name=called[entry.pk],
        is_leaving=is_leaving,
        options=tuple(_option(set_round, plan, names, spelling) for plan in alone),
        together=tuple(_option(set_round, plan, names, spelling) for plan in together),
        absences=_absences(kind, is_our_mistake=is_our_mistake) if is_leaving and plans else (),
    )


def _absences(chosen: AbsenceKind, *, is_our_mistake: bool) -> tuple[AbsenceChoice, ...]:
    kinds = [
        AbsenceChoice(
            value=kind.value, label=str(Presence(kind.value).leaving), is_chosen=kind is chosen and not is_our_mistake
        )
        for kind in AbsenceKind
    ]
    mistake = _("Our mistake: had told us in time")
    return (*kinds, AbsenceChoice(value=MISTAKE, label=mistake, is_chosen=is_our_mistake))


def _option(set_round: SetRound, plan: LateChange, names: Names, spelling: Spelling) -> LateOption:
    return LateOption(
        code=plan.code,
        label=_label(set_round, plan, names),
        boards=tuple(
            _("Board {board}: {white} – {black}").format(
                board=board.board, white=names[board.white], black=names[board.black]
            )
            for board in plan.boards
        ),
        disturbs=tuple(
            spelling.sentence(reason, names)
            for reason in plan.disturbs
            if plan.choice is not LateChoice.TOGETHER
            or reason.rule != NOBODY.code  # two latecomers never disturb anybody
        ),
        gives=_gives(set_round, plan, names, spelling),
    )


def _label(set_round: SetRound, plan: LateChange, names: Names) -> str:
    board = set_round.board_of(plan.player)
    opponents = board.players - {plan.player} if board else set()
    called = {
        "player": names[plan.player],
        "other": names.get(plan.other or 0, ""),
        "opponent": next((names[opponent] for opponent in opponents), ""),
    }
    return _label_text(set_round, plan).format(**called)


def _label_text(set_round: SetRound, plan: LateChange) -> str:
    sits_out = plan.other in set_round.sitting_out
    match plan.choice:
        case LateChoice.MEET if plan.away is None:
            return _("{player} plays {other}, who sits out") if sits_out else _("{player} plays {other}, who is free")
        case LateChoice.MEET:
            return (
                _("{opponent} plays {other}, who sits out") if sits_out else _("{opponent} plays {other}, who is free")
            )
        case LateChoice.TOGETHER:
            return _("{player} plays {other}, who is late too")
        case LateChoice.REPAIR:
            return _("Pair again the boards that have not begun")
        case LateChoice.BYE:
            return _("{player} gets the bye") if plan.away is None else _("{opponent} gets the bye")
        case LateChoice.FORFEIT:
            return _("{opponent} wins by forfeit")
        case LateChoice.HALF:
            return _("{player} gets a half-point bye")
        case LateChoice.ZERO:
            return _("{player} gets a bye without points")
        case LateChoice.EXCUSED:
            return _("{player} does not play: excused")
        case LateChoice.UNEXCUSED:
            return _("{player} does not play: unexcused")
        case LateChoice.CLUB:
            return _("{player} does not play: on club duty")
        case LateChoice.AWAY:
            return _("{player} does not play")  # leaves or did not come: what is chosen above


def _gives(set_round: SetRound, plan: LateChange, names: Names, spelling: Spelling) -> tuple[str, ...]:
    """What somebody without a game gets for the round, as the system's own table would say it."""
    who = plan.player if plan.away is None and plan.forfeit is None else plan.other
    if plan.choice in {LateChoice.EXCUSED, LateChoice.UNEXCUSED, LateChoice.CLUB}:
        who = plan.player
    if who is None or plan.boards or plan.choice is LateChoice.REPAIR:
        return ()
    snapshot = set_round.snapshot
    after = replace(snapshot, rounds=(*snapshot.rounds, _played(set_round, plan)))
    row = next((row for row in set_round.system.standings(after, ()).rows if row.player == who), None)
    terms = row.cells[POINTS.code].terms if row else ()
    return tuple(
        _("{item}: {points}").format(item=spelling.sentence(term.reason, names), points=spelling.points(term.amount))
        for term in terms
        if term.reason.facts.get("round") == snapshot.next_number
    )


def _played(set_round: SetRound, plan: LateChange) -> PlayedRound:
    """The round after the choice, with all other games still to be played."""
    marked = set_round.snapshot.next_round
    forfeits: Mapping[int, Result] = dict([plan.forfeit]) if plan.forfeit else {}
    games = [
        PlayedGame(
            board=board.board,
            white=board.white,
            black=board.black,
            result=forfeits.get(board.board, Result.OPEN),
        )
        for board in set_round.boards
        if board.board not in plan.cleared
    ]
    byes = [PlayedBye(player=player, kind=kind) for player, (kind, _reasons) in plan.byes.items()]
    byes += [PlayedBye(player=player, kind=ByeKind.PAIRING) for player in set_round.sitting_out - plan.no_longer_out]
    absences = [Absence(player=plan.player, kind=plan.away)] if plan.away else []
    return PlayedRound(
        number=set_round.snapshot.next_number,
        games=tuple(games),
        byes=(*byes, *(bye for bye in marked.byes if bye.player != plan.player)),
        absences=(*absences, *(absence for absence in marked.absences if absence.player != plan.player)),
    )
