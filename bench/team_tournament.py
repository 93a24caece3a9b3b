"""A tournament of teams: `python -m bench.team_tournament` from the root.

200 teams of 4 boards in their seventh round: pairing it, the director's evening page, and a board entered there, beside
a result in a tournament of 200 players; and the round as everybody sees it, of 64 teams of 6 boards too, with what it
weighs as it is sent. CPU milliseconds of this process. Each page is asked for after another result, so that none is one
that was there before.
"""

from __future__ import annotations

import gzip
import itertools
import json
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources
from random import Random
from typing import TYPE_CHECKING, Any

from bench._clock import RUNS, median_ms
from bench._own_database import own_database
from bench._size import sized

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Club, Game, Round, Season, Tournament, User

SIZES: tuple[tuple[int, int], ...] = sized(((200, 4), (64, 6)), ((16, 2),))
"""Teams, and boards of a match. The first is the one that is paired, in each of the systems."""
ROUNDS = sized(7, 2)
SYSTEMS = ("modified_monrad", "norwegian_monrad")
RESERVES = 1
MOST_KB = {64: 30, 200: 60}
MOST_MS = 150
PARTS = {
    "the reasons": rb'<div class="told">.*?</div>\s*</details>',
    "the boards of the matches": rb'<table class="match-lines">.*?</table>',
    "the lists by name": rb'<section id="by-name".*?</section>',
}
"""What the page of a round is made of, besides who meets whom."""


class Bench:
    """A club with its season and director, who plays tournaments up to their last round."""

    def __init__(self) -> None:
        from tournaments.models import Club, Membership, Role, Season, User

        self.club: Club = Club.objects.create(name="Bench", slug="bench")
        self.director: User = User.objects.create(username="director", name="Director")
        Membership.objects.create(club=self.club, user=self.director, role=Role.ADMIN)
        self.season: Season = Season.objects.create(
            club=self.club, name="Now", starts_on="2026-08-01", ends_on="2027-07-31"
        )
        self._names = _names()
        self._rng = Random(7)

    def of_teams(self, teams: int, boards: int, system: str) -> Tournament:
        from tournaments.services.setup import entries, team_entries
        from tournaments.services.setup.team_entries import TypedMember, TypedTeam

        made = self._tournament(f"{system} {teams} × {boards}", system, boards)
        typed = [
            TypedTeam(
                name=f"{next(self._names).split()[-1]} {number}",
                members=tuple(
                    TypedMember(name=next(self._names), rating=self._rng.randrange(1000, 2200))
                    for _member in range(boards + RESERVES)
                ),
            )
            for number in range(1, teams + 1)
        ]
        team_entries.enter_teams(made, typed, actor=self.director)
        entries.draw_numbers(made, actor=self.director)
        return made

    def of_players(self, players: int, system: str) -> Tournament:
        from tournaments.models import Player
        from tournaments.names import folded_name
        from tournaments.services.setup import entries

        made = self._tournament(f"{system} {players}", system, None)
        names = [next(self._names) for _player in range(players)]
        people = Player.objects.bulk_create(
            Player(
                club=self.club, given_name=name.split()[0], family_name=name.split()[1], folded_name=folded_name(name)
            )
            for name in names
        )
        entries.enter_players(made, people, actor=self.director)
        entries.draw_numbers(made, actor=self.director)
        return made

    def _tournament(self, name: str, system: str, boards: int | None) -> Tournament:
        from tournaments.services.setup import tournaments

        return tournaments.create_tournament(
            self.club,
            season=self.season,
            name=name,
            system=system,
            options={},
            planned_rounds=ROUNDS + 1,
            boards=boards,
            actor=self.director,
        )

    def play(self, tournament: Tournament) -> Round:
        """All rounds but the last, which is open; of each match all boards are known."""
        for number in range(1, ROUNDS):
            opened = self.open(tournament, number)
            self.publish(opened)
            for game in games_of(opened):
                self._end(game, tournament.boards)
        return self.open(tournament, ROUNDS)

    def open(self, tournament: Tournament, number: int) -> Round:
        from tournaments.models import Attendance, Presence
        from tournaments.services import rounds

        opened = rounds.open_next_round(tournament, seen_number=number, actor=self.director)
        Attendance.objects.filter(round=opened).update(presence=Presence.PRESENT)
        return opened

    def pair(self, opened: Round) -> None:
        from tournaments.services import rounds

        opened.refresh_from_db()
        rounds.pair_round(opened, seen_revision=opened.revision, actor=self.director)
        opened.refresh_from_db()

    def publish(self, opened: Round) -> None:
        from tournaments.services import rounds

        self.pair(opened)
        rounds.publish_round(opened, seen_revision=opened.revision, actor=self.director)
        opened.refresh_from_db()

    def _end(self, game: Game, boards: int | None) -> None:
        from tournaments.pairing.types.snapshot import Result
        from tournaments.services.rounds import match_results, results
        from tournaments.services.rounds.result_rows import MadeOf

        if boards is None:
            result = self._rng.choice((Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW))
            results.enter_result(game, result, seen=Result.OPEN, actor=self.director)
        else:
            signs = "".join(self._rng.choice("10=") for _board in range(boards))
            match_results.enter_match(game, MadeOf(boards=signs), seen=game.seen, actor=self.director)


def games_of(opened: Round) -> list[Game]:
    return list(opened.games.select_related("round__tournament__club").order_by("board"))


def _names() -> Iterator[str]:
    """Nobody's twice, and not made of numbers, which would pack too well."""
    file = resources.files("tournaments.demo").joinpath("club_season.json")
    names = [player["name"].split(" ", 1) for player in json.loads(file.read_bytes())["players"]]
    given, family = sorted({name[0] for name in names}), sorted({name[-1] for name in names})
    more = ("berg", "dal", "feld", "hof", "lund", "mark", "stad", "veld", "wijk", "zee")
    for end, own, name in itertools.product(("", *more), family, given):
        yield f"{name} {own.replace(' ', '')}{end}"


def main() -> None:
    with own_database(with_static_files=True):
        from django.test import Client

        bench = Bench()
        staff, stranger = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
        staff.force_login(bench.director, backend="tournaments.log_in.EmailOrUsernameBackend")
        [(teams, boards), *smaller] = SIZES
        print(f"Medians of {RUNS}, CPU milliseconds; round {ROUNDS}.")
        for system in reversed(SYSTEMS):
            of_teams = bench.play(bench.of_teams(teams, boards, system))
            print(f"pair_round, {system}, {_field(of_teams)}: {median_ms(partial(bench.pair, of_teams)):.0f} ms")
        of_players = bench.play(bench.of_players(teams, SYSTEMS[0]))
        print(f"pair_round, {SYSTEMS[0]}, {_field(of_players)}: {median_ms(partial(bench.pair, of_players)):.0f} ms")
        taps = {}
        for opened in (of_teams, of_players):
            bench.publish(opened)
            taps[opened] = _taps(staff, opened)
            evening = partial(_content_of, staff, _address(opened, "evening"))
            print(f"evening page, {_field(opened)}: {_looked_at(evening, after=taps[opened])}")
            print(f"a tap on it, {_field(opened)}: {_looked_at(partial(next, taps[opened]))}", flush=True)
        for size, of_each in smaller:
            opened = bench.play(bench.of_teams(size, of_each, SYSTEMS[0]))
            bench.publish(opened)
            taps[opened] = _taps(staff, opened)
        for opened, own in taps.items():
            _public(stranger, opened, own)


def _field(opened: Round) -> str:
    count, boards = opened.tournament.entries.count(), opened.tournament.boards
    return f"{count} teams of {boards}" if boards else f"{count} players"


def _looked_at(look: Callable[[], bytes], *, after: Iterator[bytes] | None = None) -> str:
    """Queries, milliseconds and kB; before each look but the first one of `after` happens."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def before() -> None:
        if after is not None:
            next(after)

    look()
    before()
    with CaptureQueriesContext(connection) as asked:
        answer = look()
    return f"{len(asked)} queries, {median_ms(look, before=before):.0f} ms, {len(answer) / 1000:.1f} kB"


def _address(opened: Round, name: str, *more: object) -> str:
    from django.urls import reverse

    return reverse(name, args=[opened.tournament.club.slug, opened.tournament.slug, *more])


def _content_of(client: Client, address: str) -> bytes:
    return _content(client.get(address))


def _taps(staff: Client, opened: Round) -> Iterator[bytes]:
    """One board after the other, from the first match on, as the evening page's rows send them."""
    for place, game in enumerate(games_of(opened)):
        for board in range(1, (opened.tournament.boards or 1) + 1):
            told = {"result": ("1-0", "0-1", "1/2-1/2")[(place + board) % 3], "seen": "*", "screen": "boards"}
            if opened.tournament.boards:
                told["line"] = str(board)
            yield _content(staff.post(_address(opened, "enter_result", game.pk), told, headers={"HX-Request": "true"}))


def _content(answer: Any) -> bytes:
    if answer.status_code != 200:
        raise SystemExit(f"{answer.status_code}: {answer.content[:300]!r}")
    return bytes(answer.content)


def _public(stranger: Client, opened: Round, taps: Iterator[bytes]) -> None:
    """The round as a phone gets it, after a result each time."""
    address, boards = _address(opened, "public_tournament"), opened.tournament.boards
    times, sent, size = [], b"", opened.tournament.entries.count()
    for _run in range(RUNS):
        next(taps)
        start = time.process_time()
        answer = stranger.get(address, headers={"Accept-Encoding": "gzip"})
        times.append(1_000 * (time.process_time() - start))
        sent = _content(answer)
    spent, whole = statistics.median(times), gzip.decompress(sent)
    print(
        f"public round, {_field(opened)}: {spent:.0f} ms, "
        f"{len(sent) / 1000:.1f} kB compressed of {len(whole) / 1000:.0f} kB"
    )
    for name, pattern in PARTS.items():
        without = len(gzip.compress(re.sub(pattern, b"", whole, flags=re.DOTALL), 6))
        print(f"    {(len(sent) - without) / 1000:.1f} kB of it are {name}")
    if boards and (len(sent) > 1_000 * MOST_KB.get(size, 60) or spent > MOST_MS):
        print("    more than it should be", flush=True)


if __name__ == "__main__":
    main()
