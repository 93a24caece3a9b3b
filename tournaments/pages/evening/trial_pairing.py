"""What pairing now would give, and what it would give with all who are expected: looked at, and nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Mark, Presence, Round, Tournament
from tournaments.pages.common.wording import Names, parted
from tournaments.pages.evening.shared_boards import set_boards
from tournaments.pages.standings.round_context import RoundContext, round_context_of, rounds_of
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.snapshots import mark_in, next_round_of, owing


@dataclass(frozen=True, kw_only=True, slots=True)
class TrialBoard:
    """`met_in` are the rounds in which the two have met."""

    board: int
    white: str
    black: str
    met_in: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """One pairing; `why_not` where there is none. `relaxed` are the system's own sentences."""

    title: str
    people: int
    boards: tuple[TrialBoard, ...] = ()
    sit_out: tuple[str, ...] = ()
    relaxed: tuple[str, ...] = ()
    widest_gap: str = ""
    """In points between two who would meet; empty before the first table."""
    why_not: tuple[str, ...] = ()

    @property
    def rematches(self) -> int:
        return sum(bool(board.met_in) for board in self.boards)


@dataclass(frozen=True, kw_only=True, slots=True)
class IfPairedPage:
    number: int
    trials: tuple[Trial, ...]


def if_paired_page(tournament: Tournament, round: Round) -> IfPairedPage:
    """Of a round that is not paired yet. With those expected only where that makes a difference."""
    context = round_context_of(tournament, round.number, rounds_of(tournament))
    rows = context.rows()
    words = context.responses(tournament)
    unmarked = as_unmarked(tournament, round, words)
    now = {row.entry_id: mark_in(row, unmarked) for row in rows}
    expected = {
        row.entry_id: Mark(Presence.PRESENT)
        for row in rows
        if row.presence == Presence.UNMARKED and (word := words.get(row.entry_id)) and word.comes_to(round.number)
    }
    trials = [_trial(_("With those who are here"), now, context, set_boards(round, context, _presences(now)))]
    later = now | expected
    if _people(later, context) != _people(now, context):
        trials.append(
            _trial(_("With all who are expected"), later, context, set_boards(round, context, _presences(later)))
        )
    return IfPairedPage(number=round.number, trials=tuple(trials))


def _trial(title: str, marks: Mapping[int, Mark], context: RoundContext, pinned: Sequence[PinnedBoard]) -> Trial:
    by_number = {context.entries[key].number or 0: mark for key, mark in marks.items()}
    silent = context.capabilities.scoring.default_absence
    asked = next_round_of(by_number, context.snapshot.entrants, silent, owing(context.entries.values()))
    snapshot = replace(context.snapshot, next_round=asked)
    people = len(_people(marks, context))
    if people == 0:
        return Trial(title=title, people=0, why_not=(_("Nobody is here yet."),))
    try:
        paired = context.system.pair(snapshot, pinned=pinned)
    except PairingImpossible as impossible:
        why_not = tuple(context.spelling.sentence(reason, context.numbered) for reason in impossible.reasons)
        return Trial(title=title, people=people, why_not=why_not)
    return _paired(title, people, paired, snapshot, context)


def _presences(marks: Mapping[int, Mark]) -> dict[int, Presence]:
    return {key: mark.presence for key, mark in marks.items()}


def _people(marks: Mapping[int, Mark], context: RoundContext) -> frozenset[int]:
    here = {key for key, mark in marks.items() if mark.presence.is_here and key in context.taking_part}
    return frozenset(key for key in here if (context.entries[key].number or 0) not in context.eliminated)


def _paired(title: str, people: int, paired: PairedRound, snapshot: TournamentSnapshot, context: RoundContext) -> Trial:
    record, names = context.capabilities.record(snapshot), context.numbered
    return Trial(
        title=title,
        people=people,
        boards=tuple(
            TrialBoard(
                board=each.board,
                white=_name(names, each.white),
                black=_name(names, each.black),
                met_in=tuple(record.met(each.white, each.black)),
            )
            for each in paired.boards
        ),
        sit_out=tuple(_name(names, bye.player) for bye in paired.byes if bye.kind is ByeKind.PAIRING),
        relaxed=tuple(context.spelling.sentence(note, names) for note in parted(paired.notes).relaxed),
        widest_gap=_widest_gap(paired, context),
    )


def _widest_gap(paired: PairedRound, context: RoundContext) -> str:
    points: dict[PlayerId, Fraction] = {
        number: standing.points for number, standing in context.standings.items() if standing.points is not None
    }
    gaps = [abs(points.get(board.white, Fraction(0)) - points.get(board.black, Fraction(0))) for board in paired.boards]
    return context.spelling.points(max(gaps)) if points and gaps else ""


def _name(names: Names, number: PlayerId) -> str:
    return names.get(number) or _("number {number}").format(number=number)
