"""The games of a round as PGN, and lichess' list of players, for whoever broadcasts: rulebook, reports 4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.exchange.federation_person import FederationPerson
from tournaments.pairing.types.snapshot import Result

_RESULTS = {
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.DRAW: "1/2-1/2",
    Result.WHITE_WINS_BY_FORFEIT: "1-0",
    Result.BLACK_WINS_BY_FORFEIT: "0-1",
    Result.BOTH_FORFEIT: "*",
    Result.OPEN: "*",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class PgnPlayer:
    """`person` is None for somebody whose name is not given away whole."""

    name: str
    """“Family, Given”, or as they are shown; empty where nobody sits, or nobody knows who."""
    rating: int | None = None
    person: FederationPerson | None = None
    team: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class PgnGame:
    event: str
    site: str = ""
    date: str = ""
    """As 2026-09-01."""
    round: int
    board: int
    match: int | None = None
    """Of teams, whose boards are counted in each match."""
    white: PgnPlayer
    black: PgnPlayer
    result: Result
    time_control: str = ""


def pgn_of(games: Iterable[PgnGame]) -> bytes:
    """UTF-8, an empty line between tags and moves and between games."""
    return "\n".join("\n".join([*_tags(game), "", _RESULTS[game.result], ""]) for game in games).encode()


def _tags(game: PgnGame) -> Iterator[str]:
    yield _tag("Event", game.event or "?")
    yield _tag("Site", game.site or "?")
    yield _tag("Date", game.date.replace("-", ".") or "????.??.??")
    yield _tag("Round", ".".join(str(part) for part in (game.round, game.match, game.board) if part is not None))
    yield _tag("White", game.white.name or "?")
    yield _tag("Black", game.black.name or "?")
    yield _tag("Result", _RESULTS[game.result])
    sides = (("White", game.white), ("Black", game.black))
    told: list[tuple[str, str]] = [(f"{colour}Elo", str(side.rating or "")) for colour, side in sides]
    told += [(f"{colour}FideId", str((side.person and side.person.fide_id) or "")) for colour, side in sides]
    told += [(f"{colour}Title", (side.person and side.person.title) or "") for colour, side in sides]
    told += [(f"{colour}Team", side.team) for colour, side in sides]
    told += [("Board", str(game.board)), ("TimeControl", game.time_control)]
    told += [("Termination", "forfeit" if game.result.is_forfeit else "")]
    yield from (_tag(name, value) for name, value in told if value)


def _tag(name: str, value: str) -> str:
    plain = " ".join("".join(each if each.isprintable() else " " for each in value).split())
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def lichess_players(players: Iterable[PgnPlayer]) -> bytes:
    """A line each for the field “players” of a broadcast: `name / FIDE ID / title`, empty parts left out at the end."""
    lines = []
    for player in players:
        fide_id = str((player.person and player.person.fide_id) or "")
        title = (player.person and player.person.title) or ""
        parts = [" ".join(player.name.replace("/", " ").split()), fide_id, title]
        while parts and not parts[-1]:
            parts.pop()
        lines.append(" / ".join(parts))
    return "".join(f"{line}\n" for line in lines).encode()
