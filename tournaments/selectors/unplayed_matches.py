"""Ties of a cup that were not played by their last date: what its rules propose. Nothing is done by it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.models import HERE, Attendance, Game, Presence, Round, Tournament
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.knockout import NotPlayed
from tournaments.selectors.evenings import evening_days, last_date_of
from tournaments.selectors.snapshots import configured_system, snapshot_of


def is_away(row: Attendance) -> bool:
    return row.presence not in HERE and row.presence != Presence.UNMARKED


def due(game: Game, round: Round, tournament: Tournament) -> datetime.date | None:
    """The last day of an open tie for which no other day is agreed; None where its round has none."""
    return game.play_by or last_date_of(tournament, round.number)


def proposals(tournament: Tournament, games: Iterable[int]) -> Mapping[int, NotPlayed]:
    """By the key of the game, of those that are open ties, past their last date, and agreed for no other day. Who was
    away is said by the marks of the round for which the tie was drawn."""
    system = configured_system(tournament)
    keys = list(games)
    if not isinstance(system, KnockOutSystem) or not keys:
        return {}
    today = min(evening_days(tournament.club.time_zone))
    rows = Attendance.objects.filter(game__in=keys, game__date=None, game__round__tournament=tournament)
    away: dict[tuple[int, int], set[int]] = defaultdict(set)
    found: dict[tuple[int, int], Game] = {}
    for row in rows.select_related("game__round", "entry"):
        if row.game is None or row.game.has_result:
            continue
        last = due(row.game, row.game.round, tournament)
        if last is None or last >= today:
            continue
        place = (row.game.round.number, row.game.board)
        found[place] = row.game
        if is_away(row):
            away[place].add(row.entry.number or 0)
    if not away:
        return {}
    snapshot = snapshot_of(tournament)
    told = {
        found[place].pk: system.if_not_played(snapshot, tie, frozenset(away[place]))
        for tie in system.matches(snapshot)
        if (place := (tie.round_number, tie.board)) in away
    }
    return {key: each for key, each in told.items() if each is not None}
