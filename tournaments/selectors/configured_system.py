"""A tournament's pairing system and tie-breaks, as their rows configure them, and the club's own kinds of absence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tournaments.models import Tournament
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.protocols import PairingSystem, TeamDefaults, TieBreak
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.snapshot import AbsenceCode


class UnreadableHere(Exception):
    """A system, an option or a tie-break that is not known here, or a file kept with a round that says something new:
    a newer version at work on the same database has it, and all of it was checked by the version that wrote it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} was written by another version of Clubchess, and this one cannot read it.")
        self.what = what


def configured_system(tournament: Tournament) -> PairingSystem:
    """The tournament's pairing system with its options. Raises UnreadableHere."""
    options = json.dumps(tournament.options, sort_keys=True)
    try:
        return _configured_system(SYSTEMS[tournament.system], tournament.preset, options, tournament.boards is not None)
    except (KeyError, OptionError) as error:
        raise UnreadableHere(f"tournament {tournament.pk}") from error


@lru_cache(maxsize=256)
def _configured_system(system: type[PairingSystem], preset: str, options: str, of_teams: bool) -> PairingSystem:
    """Kept, since a request asks for it many times; it never changes."""
    defaults = system.info.of_teams.options if of_teams and system.info.of_teams is not None else None
    return configured(system, json.loads(options), preset=preset or None, unless_given=defaults)


def configured_tie_breaks(tournament: Tournament, system: PairingSystem) -> tuple[TieBreak, ...]:
    """Raises UnreadableHere."""
    try:
        return tie_breaks_of(system, saved_tie_breaks(tournament))
    except OptionError as error:
        raise UnreadableHere(f"tournament {tournament.pk}") from error


def saved_tie_breaks(tournament: Tournament) -> Sequence[Mapping[str, object]]:
    """Its own, or those that the system has for it."""
    return usual_tie_breaks(tournament) if tournament.tie_breaks is None else list(tournament.tie_breaks)


def usual_tie_breaks(tournament: Tournament) -> Sequence[Mapping[str, object]]:
    """Saved ones, which the system has for it: others where teams play."""
    of_teams = team_defaults(tournament)
    own: Sequence[Mapping[str, object]] = SYSTEMS[tournament.system].info.default_tie_breaks
    return own if of_teams is None else of_teams.tie_breaks_of(tournament.preset)


def team_defaults(tournament: Tournament) -> TeamDefaults | None:
    """What its system says of teams; None where players play."""
    return None if tournament.boards is None else SYSTEMS[tournament.system].info.of_teams


def own_kinds(tournament: Tournament) -> Mapping[AbsenceCode, OwnKind]:
    """By their codes, in order. What has been said or marked may name one that is gone."""
    return {own.code: own for own in configured_system(tournament).capabilities().absences.own_kinds}


def own_kind_names(tournament: Tournament) -> Mapping[AbsenceCode, str]:
    """For the staff, and for whoever it is about: everybody else reads that they are away."""
    return {code: own.name for code, own in own_kinds(tournament).items()}
