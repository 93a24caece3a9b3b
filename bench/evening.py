"""One evening of attendance Monrad, the core and the whole pairing request: `python -m bench.evening` from the root."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench._clock import RUNS, median_ms
from bench._size import sized
from tournaments.exchange.tournament_file import TournamentFile, dump
from tournaments.pairing.discovery import tie_breaks_of
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)

SIZES = sized((20, 60, 200, 1_000), (20,))
ROUNDS = sized((1, 5, 9), (1, 2))

RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW)
SYSTEM = AttendanceMonrad()


def evening(size: int, round_number: int) -> TournamentSnapshot:
    """A tournament before that round is paired; each round one in twenty is away."""
    rng = Random(size)
    entrants = tuple(Entrant(number=number) for number in range(1, size + 1))
    snapshot = TournamentSnapshot(entrants=entrants, next_round=_away(rng, size))
    while snapshot.next_number < round_number:
        paired = SYSTEM.pair(snapshot)
        played = PlayedRound(
            number=paired.number,
            games=tuple(
                PlayedGame(board=board.board, white=board.white, black=board.black, result=rng.choice(RESULTS))
                for board in paired.boards
            ),
            byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
            absences=snapshot.next_round.absences,
        )
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, played), next_round=_away(rng, size))
    return snapshot


def _away(rng: Random, size: int) -> NextRound:
    away = sorted(rng.sample(range(1, size + 1), size // 20))
    return NextRound(absences=tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in away))


# The core


def core() -> None:
    print(f"attendance_monrad; medians of {RUNS}, CPU milliseconds; in brackets: json parsing of the same file = 1.")
    print(f"{'players':>8} {'round':>6} {'json.loads':>11} {'pair':>20} {'standings':>20}")
    tie_breaks = tie_breaks_of(SYSTEM)
    for size in SIZES:
        for round_number in ROUNDS:
            snapshot = evening(size, round_number)
            names = {entrant.number: f"Player {entrant.number}" for entrant in snapshot.entrants}
            file = dump(TournamentFile(name="Evening", system="attendance_monrad", names=names, snapshot=snapshot))
            parse = median_ms(partial(json.loads, file))
            pair = median_ms(partial(SYSTEM.pair, snapshot))
            standings = median_ms(partial(SYSTEM.standings, snapshot, tie_breaks))
            cells = [f"{ms:.2f} ({ms / parse:.1f} ×)".rjust(20) for ms in (pair, standings)]
            print(f"{size:>8,} {round_number:>6} {parse:>11.3f} {' '.join(cells)}", flush=True)


# The request


def request(folder: Path) -> None:
    """The service that pairs a round, and a bare script that reads and writes the same rows, both rolled back."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "clubchess.settings",
        "CLUBCHESS_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
    }
    import django  # here, so that the core above is measured without it

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(f"\npair_round on SQLite; medians of {RUNS}, CPU milliseconds; in brackets how many times the bare script.")
    print(f"{'players':>8} {'round':>6} {'bare sqlite3':>13} {'pair_round':>20}")
    for size in SIZES:
        for round_number in ROUNDS:
            round_key = _filled(evening(size, round_number), f"{size}-{round_number}")
            bare = median_ms(partial(_bare, folder / "bench.sqlite3", round_key))
            ours = median_ms(partial(_service, round_key))
            print(f"{size:>8,} {round_number:>6} {bare:>13.2f} {f'{ours:.2f} ({ours / bare:.1f} ×)':>20}", flush=True)


def _filled(snapshot: TournamentSnapshot, name: str) -> int:
    """The snapshot as rows, its next round open and everybody marked. The key of that round."""
    from tests.tools.casts import evening_cast
    from tournaments.models import Club, Presence, Tournament, User

    Club.objects.filter(slug="rockaden").update(slug=f"before-{name}")
    User.objects.filter(username="ola").update(username=f"before-{name}")
    made = evening_cast.evening(len(snapshot.entrants))
    entry_of = {entry.number: entry for entry in made.entries}
    for played in snapshot.rounds:
        _add_round(made.tournament, played, entry_of)
    made.tournament = Tournament.objects.get(pk=made.tournament.pk)
    made.open()
    away = [entry_of[absence.player].pk for absence in snapshot.next_round.absences]
    made.round.attendances.update(presence=Presence.PRESENT)
    made.round.attendances.filter(entry__in=away).update(presence=Presence.EXCUSED)
    return made.round.pk


def _add_round(tournament: Any, played: PlayedRound, entry_of: Any) -> None:
    from tournaments.models import Attendance, Game, Presence, Round, RoundState

    round = Round.objects.create(tournament=tournament, number=played.number, state=RoundState.FINISHED)
    games = Game.objects.bulk_create(
        Game(round=round, board=game.board, result=game.result.value) for game in played.games
    )
    here: dict[str, Any] = {"round": round, "presence": Presence.PRESENT}
    rows = [
        Attendance(entry=entry_of[player], game=row, colour=colour, **here)
        for game, row in zip(played.games, games, strict=True)
        for player, colour in ((game.white, "white"), (game.black, "black"))
    ]
    rows += [Attendance(entry=entry_of[bye.player], bye=bye.kind.value, **here) for bye in played.byes]
    rows += [
        Attendance(round=round, entry=entry_of[absence.player], presence=Presence.EXCUSED)
        for absence in played.absences
    ]
    Attendance.objects.bulk_create(rows)


def _service(round_key: int) -> None:
    from django.db import transaction

    from tournaments.models import Round
    from tournaments.services.rounds import pair_round

    with transaction.atomic():
        round = Round.objects.select_related("tournament__club").get(pk=round_key)
        pair_round(round, seen_revision=round.revision, actor=None)
        transaction.set_rollback(True)


def _bare(path: Path, round_key: int) -> None:
    """All rows of the tournament read; for the round one game per board and one change per player written."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        (tournament,) = database.execute(
            "SELECT tournament_id FROM tournaments_round WHERE id = ?", [round_key]
        ).fetchone()
        database.execute("SELECT * FROM tournaments_entry WHERE tournament_id = ?", [tournament]).fetchall()
        slots = database.execute(
            "SELECT a.round_id, a.id, a.entry_id, a.presence, a.colour, a.bye, g.id, g.board, g.result"
            " FROM tournaments_attendance a JOIN tournaments_round r ON r.id = a.round_id"
            " LEFT JOIN tournaments_game g ON g.id = a.game_id WHERE r.tournament_id = ?",
            [tournament],
        ).fetchall()
        here = [slot[1] for slot in slots if slot[0] == round_key and slot[3] == "present"]
        first = database.execute("SELECT 1 + coalesce(max(id), 0) FROM tournaments_game").fetchone()[0]
        pairs = list(zip(here[::2], here[1::2], strict=False))
        database.executemany(
            "INSERT INTO tournaments_game (id, round_id, board, result, by_hand, is_postponed, unplayed, earlier,"
            " reasons) VALUES (?, ?, ?, '*', 0, 0, 0, '[]', '[]')",
            [(first + place, round_key, place + 1) for place in range(len(pairs))],
        )
        database.executemany(
            "UPDATE tournaments_attendance SET game_id = ?, colour = ? WHERE id = ?",
            [
                (first + place, colour, key)
                for place, pair in enumerate(pairs)
                for key, colour in zip(pair, ("white", "black"), strict=True)
            ],
        )
        database.execute("ROLLBACK")


if __name__ == "__main__":
    core()
    with tempfile.TemporaryDirectory() as folder:
        request(Path(folder))
