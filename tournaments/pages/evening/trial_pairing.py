"""What pairing now would give, and what it would give with all who are expected: looked at, and nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Presence, Round, Tournament
from tournaments.pages.common.wording import Names, parted
from tournaments.pages.evening.shared_boards import set_boards
from tournaments.pages.standings.round_context import Past, past_of, rounds_of
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot
from tournaments.selectors.availability import as_unmarked
from tournaments.selectors.snapshots import next_round_of, presence_in


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
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
    boards: tuple[Board, ...] = ()
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
    past = past_of(tournament, round.number, rounds_of(tournament))
    rows = past.rows()
    words = past.words(tournament)
    unmarked = as_unmarked(tournament, round, words)
    now = {row.entry_id: presence_in(row, unmarked) for row in rows}
    expected = {
        row.entry_id: Presence.PRESENT
        for row in rows
        if row.presence == Presence.UNMARKED and (word := words.get(row.entry_id)) and word.comes_to(round.number)
    }
    trials = [_trial(_("With those who are here"), now, past, set_boards(round, past, now))]
    later = now | expected
    if _people(later, past) != _people(now, past):
        trials.append(_trial(_("With all who are expected"), later, past, set_boards(round, past, later)))
    return IfPairedPage(number=round.number, trials=tuple(trials))


def _trial(title: str, presences: Mapping[int, Presence], past: Past, pinned: Sequence[PinnedBoard]) -> Trial:
    by_number = {past.entries[key].number or 0: presence for key, presence in presences.items()}
    silent = past.terms.scoring.default_absence
    snapshot = replace(past.snapshot, next_round=next_round_of(by_number, past.snapshot.by_number, silent))
    people = len(_people(presences, past))
    if people == 0:
        return Trial(title=title, people=0, why_not=(_("Nobody is here yet."),))
    try:
        paired = past.system.pair(snapshot, pinned=pinned)
    except PairingImpossible as impossible:
        why_not = tuple(past.spelling.sentence(reason, past.numbered) for reason in impossible.reasons)
        return Trial(title=title, people=people, why_not=why_not)
    return _paired(title, people, paired, snapshot, past)


def _people(presences: Mapping[int, Presence], past: Past) -> frozenset[int]:
    here = {key for key, presence in presences.items() if presence.is_here and key in past.taking_part}
    return frozenset(key for key in here if (past.entries[key].number or 0) not in past.out)


def _paired(title: str, people: int, paired: PairedRound, snapshot: TournamentSnapshot, past: Past) -> Trial:
    record, names = past.terms.record(snapshot), past.numbered
    return Trial(
        title=title,
        people=people,
        boards=tuple(
            Board(
                board=each.board,
                white=_name(names, each.white),
                black=_name(names, each.black),
                met_in=tuple(record.met(each.white, each.black)),
            )
            for each in paired.boards
        ),
        sit_out=tuple(_name(names, bye.player) for bye in paired.byes if bye.kind is ByeKind.PAIRING),
        relaxed=tuple(past.spelling.sentence(note, names) for note in parted(paired.notes).relaxed),
        widest_gap=_widest_gap(paired, past),
    )


def _widest_gap(paired: PairedRound, past: Past) -> str:
    points: dict[PlayerId, Fraction] = {
        number: standing.points for number, standing in past.standings.items() if standing.points is not None
    }
    gaps = [abs(points.get(board.white, Fraction(0)) - points.get(board.black, Fraction(0))) for board in paired.boards]
    return past.spelling.points(max(gaps)) if points and gaps else ""


def _name(names: Names, number: PlayerId) -> str:
    return names.get(number) or _("number {number}").format(number=number)
