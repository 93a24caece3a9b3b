"""What a round is played on, and what follows from it: worked out once, and kept as long as nothing of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db import connection
from django.utils.translation import get_language

from tournaments.called import Called, entries_called
from tournaments.evenings import came_to
from tournaments.models import Entry, Round, Tournament
from tournaments.pages.cache import Cache
from tournaments.pages.evening.kinds import PaidAbsences, paid_absences
from tournaments.pages.placing import Standing, standings_before
from tournaments.pairing.facts.attendance import eliminated
from tournaments.pairing.facts.half_byes import HalfByes, half_byes
from tournaments.pairing.model.snapshot import NextRound, PlayerId, TournamentSnapshot
from tournaments.pairing.protocols import PairingSystem, Terms
from tournaments.snapshots import configured_system, snapshot_of, without_place

ROUNDS = 64


@dataclass(frozen=True, kw_only=True)
class Past:
    """Of one round: all that its screen needs and no tap in it changes."""

    number: int
    rounds: tuple[Round, ...]
    """All of the tournament's, in order."""
    system: PairingSystem
    terms: Terms
    snapshot: TournamentSnapshot
    """Before the round, without who is away in it."""
    without_place: frozenset[PlayerId]
    """Guests, where they take none."""
    entries: Mapping[int, Entry]
    """By key, with their players."""
    _called: dict[str, Mapping[int, Called]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def called(self) -> Mapping[int, Called]:
        """Everybody's name by the entry's key, in the reader's language."""
        language = get_language() or ""
        if language not in self._called:
            self._called[language] = entries_called(self.entries.values())
        return self._called[language]

    @cached_property
    def standings(self) -> Mapping[PlayerId, Standing]:
        return standings_before(self.system.standings(self.snapshot, ()).without_places(self.without_place))

    @cached_property
    def out(self) -> Mapping[PlayerId, int]:
        """The eliminated, each with the round that decided it."""
        return eliminated(self.terms.scoring, self.snapshot)

    @cached_property
    def paid_absences(self) -> Mapping[PlayerId, PaidAbsences]:
        return paid_absences(self.terms, self.snapshot)

    @cached_property
    def half_byes(self) -> HalfByes | None:
        return half_byes(self.terms.half_byes, self.snapshot)

    @cached_property
    def here_before(self) -> frozenset[int]:
        """The entries who were here in the round before, whenever that was."""
        return came_to(self.rounds[self.number - 2]) if self.number > 1 else frozenset()


_KEPT: Cache[tuple[int, int], Past] = Cache(limit=ROUNDS)
"""By tournament and round; the stamp is what the database says of its version, so each process may keep its own."""
_ROUNDS: Cache[int, tuple[Round, ...]] = Cache(limit=ROUNDS)


def forget_all() -> None:
    """For another database in the same process: keys and revisions begin anew there."""
    _KEPT.clear()
    _ROUNDS.clear()


def rounds_of(tournament: Tournament) -> tuple[Round, ...]:
    """All of them, in order: kept ones are nobody's to change, and know the tournament as it was then."""
    if connection.in_atomic_block:
        return _read_rounds(tournament)
    return _ROUNDS.get(tournament.pk, lambda: _read_rounds(tournament), stamp=_stamp(tournament))


def past_of(tournament: Tournament, shown: Round, rounds: tuple[Round, ...]) -> Past:
    """Of a tournament as just read, or as its own recording left it: what is kept is never older than that. The rounds
    are those of `rounds_of`.

    Inside a transaction nothing is kept: its revision may be rolled back, and used once more for something else.
    """
    if connection.in_atomic_block:
        return _read(tournament, shown, rounds)
    return _KEPT.get((tournament.pk, shown.number), lambda: _read(tournament, shown, rounds), stamp=_stamp(tournament))


def _stamp(tournament: Tournament) -> tuple[str, int]:
    return tournament.seed, tournament.past_revision


def _read_rounds(tournament: Tournament) -> tuple[Round, ...]:
    return tuple(tournament.rounds.order_by("number"))


def _read(tournament: Tournament, shown: Round, rounds: tuple[Round, ...]) -> Past:
    system = configured_system(tournament)
    entries = {entry.pk: entry for entry in tournament.entries.select_related("player").order_by("pk")}
    return Past(
        number=shown.number,
        rounds=rounds,
        system=system,
        terms=system.terms(),
        snapshot=replace(snapshot_of(tournament, before=shown), next_round=NextRound()),
        without_place=without_place(tournament, entries.values()),
        entries=entries,
    )
