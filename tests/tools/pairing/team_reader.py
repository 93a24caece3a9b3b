"""What another program reads of a report of teams: FIDE TEC's own reader, in this process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json


@dataclass(frozen=True, kw_only=True)
class ReadElsewhere:
    teams: dict[int, tuple[str, tuple[int, ...]]]
    """Name and members."""
    matches: dict[tuple[int, int], tuple[int, str, str]]
    """By round and first-named team: the other one, and what it was for either."""
    games: dict[tuple[int, int], tuple[tuple[int, int, str], ...]]
    """By round and first-named team: White, Black and White's result, board by board; where somebody played."""
    byes: dict[tuple[int, int], str]
    points: dict[int, tuple[float, float]]
    """Match points and board points, as that program counts them."""


def read_elsewhere(text: str) -> ReadElsewhere:
    reader = trf2json()
    reader.parse_file(text, False)
    assert reader.get_status() == 0, reader.chessjson["status"]
    tournament = reader.get_tournament(1)
    matches: dict[tuple[int, int], tuple[int, str, str]] = {}
    games: dict[tuple[int, int], tuple[tuple[int, int, str], ...]] = {}
    byes: dict[tuple[int, int], str] = {}
    by_id = {game["id"]: game for game in tournament["gameList"]}
    for match in tournament["matchList"]:
        white, black = match["white"], match["black"]
        at = match["round"], white["cid"]
        if black is None:
            byes[at] = white["result"]
            continue
        matches[at] = (black["cid"], white["result"], black["result"])
        found = [by_id[game] for game in match["games"] if game in by_id]
        games[at] = tuple(
            (game["white"]["cid"], game["black"]["cid"], game["white"]["result"]) for game in found if game["played"]
        )
    return ReadElsewhere(
        teams={
            team["cid"]: (_name(reader, team), tuple(member["cid"] for member in team["cplayers"]))
            for team in tournament["competitors"]
        },
        matches=matches,
        games=games,
        byes=byes,
        points=_points(tournament),
    )


def _name(reader: Any, team: Any) -> str:
    return str(next(each["teamName"] for each in reader.chessjson["event"]["teams"] if each["id"] == team["teamId"]))


def _points(tournament: Any) -> dict[int, tuple[float, float]]:
    params: dict[str, Any] = {"tiebreak": ["MPTS", "GPTS"], "match_score": None, "game_score": None, "check": False}
    params |= {"unrated": None, "pre_determined": False, "swiss": True, "experimental": [], "verbose": 0}
    counted = tiebreak(tournament, max(match["round"] for match in tournament["matchList"]), params)
    result = counted.compute_tiebreaks(tournament, params)
    return {
        each["cid"]: (float(each["tiebreakScore"][0]), float(each["tiebreakScore"][1]))
        for each in result["competitors"]
    }
