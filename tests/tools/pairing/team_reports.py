"""Reports of teams, there and back: what a test asks of them."""

from __future__ import annotations

import datetime

from tests.tools.pairing.team_cases import case, snapshot_of
from tests.tools.pairing.team_files import (
    case_file,
    members_of,
)
from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import dump, parse
from tournaments.exchange.trf.exporter import About, trf_of
from tournaments.exchange.trf.importer import Taken, taken
from tournaments.pairing.types.snapshot import (
    ByeKind,
)

SEVEN = case("swiss_seven")
ONE_FOR_THE_BYE = {"bye_points": "1"}


def said_of_seven() -> tuple[dict[int, FederationPerson], About]:
    people = {
        each.in_team.member: FederationPerson(
            given_name=each.name.split()[0], family_name="Player", sex="m", federation="NOR"
        )
        for team in members_of(snapshot_of(SEVEN), 4).values()
        for each in team
    }
    days = tuple(datetime.date(2026, 11, day) for day in range(1, 6))
    return people, About(city="Nowhere", federation="NOR", dates=days, program="")


def seven(**more: object) -> TournamentFile:
    return case_file(SEVEN, options=ONE_FOR_THE_BYE, **more)


def written(file: TournamentFile) -> str:
    return dump(trf_of(file)).decode()


def notes(found: Taken) -> list[str]:
    return [note.message.format(**note.facts) for note in found.notes]


def back(text: str) -> Taken:
    return taken(parse(text.encode()))


def matches(file: TournamentFile) -> dict[tuple[int, int], tuple[object, ...]]:
    """By round and first-named team: a report has no numbers of matches."""
    return {
        (played.number, game.white): (
            game.black,
            game.result,
            game.boards,
            game.score,
            file.line_ups.get((played.number, game.board), ()),
        )
        for played in file.snapshot.rounds
        for game in played.games
    }


def byes(file: TournamentFile) -> list[set[tuple[int, ByeKind]]]:
    """With those who were away, as byes without points."""
    return [
        {(bye.player, bye.kind) for bye in played.byes} | {(away.player, ByeKind.ZERO) for away in played.absences}
        for played in file.snapshot.rounds
    ]


def rows(text: str, *codes: str) -> list[str]:
    return [line for line in text.split("\r\n") if line[:3] in codes]
