"""Seasons of Sevilla and of KeizerForClubs, with values, keys and bytes changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from tests.tools.files.keizer_for_clubs import PAIRING, PLAYER, kfc_file
from tests.tools.fuzzing import wild

_RESULTS = ("1-0", "0-1", "1/2-1/2", "½-½", "", "*", "1-0R", "0-1 f", "2-0", "0-0")
_REASONS = ("Extern", "Bye (oneven)", "Zonder bericht", "Ziek", "", "vrij", "Vakantie", "12", "x" * 600)
_POINTS = (0, 10, 12.5, None)
_STATES = (1, 1, 1, 5, 6, 7, 9, 10, None)
_BOARDS = (-1, 0, 1, 2, 3, 8, 9, 10, 11, None)
_NO_BOARDS = (4, 5, 6, 7, 12)
_KEYS = ("BONUS.Excused", "BONUS.Freilos", "OPTION.DistBye", "OPTION.GameRepeat", "OPTION.WickerNormalization")


def mutated_season(chance: Random) -> bytes:
    document = _season(chance)
    for _again in range(chance.choice((0, 1, 1, 2, 3))):
        _change(document, chance)
    data = json.dumps(document, default=str).encode()
    return wild.some_bytes(data, chance) if chance.random() < 0.1 else data


def mutated_kfc_season(chance: Random) -> bytes:
    players = [
        [number, wild.text(chance) if chance.random() < 0.05 else f"Anna {number}", 1500, chance.choice(_STATES), "j"]
        for number in range(1, chance.choice((1, 2, 3, 8, 21)) + 1)
    ]
    pairings = []
    for at in range(1, chance.randint(1, 5)):
        order = chance.sample(range(1, len(players) + 1), len(players))
        pairs = zip(order[::2], order[1::2], strict=False)
        pairings += [[at, board, *pair, chance.choice(_BOARDS)] for board, pair in enumerate(pairs, start=1)]
        pairings += [[at, 100, order[-1], -1, chance.choice(_NO_BOARDS)]] if len(order) % 2 else []
    settings: dict[str, object] = {
        key: chance.choice((0, 1, 3, 35, 2.5, -1)) if chance.random() < 0.1 else 35 for key in _KEYS
    }
    for _again in range(chance.choice((0, 1, 1, 2))):
        row = chance.choice([*players, *pairings])
        row[chance.randrange(1, len(row))] = chance.choice((0, -1, 1, 2, 12, 501, 10**9, 1.5, "x", b"x", None))
    with suppress(sqlite3.Error, ValueError):  # what no such table holds
        made = kfc_file(players, pairings, settings)
        return wild.some_bytes(made, chance) if chance.random() < 0.3 else made
    return kfc_file(players[:0], schema=(PLAYER, PAIRING))


def _season(chance: Random) -> dict[str, Any]:
    count = chance.choice((1, 2, 3, 8, 21))
    players: list[dict[str, Any]] = [
        {"ID": number, "Name": f"Jan {number}", "IRtg": chance.choice((0, 1500, 1712.0)), "Game": [], "Abs": []}
        for number in range(1, count + 1)
    ]
    for at in range(1, chance.randint(1, 5)):
        order = chance.sample(players, count)
        for one, other in zip(order[::2], order[1::2], strict=False):
            result = chance.choice(_RESULTS[:7])
            one["Game"].append({"Round": at, "Color": "W", "Opponent": other["ID"], "Res": result})
            other["Game"].append({"Round": at, "Color": "B", "Opponent": one["ID"], "Res": result})
        if count % 2:
            reason, points = chance.choice(_REASONS[:8]), chance.choice(_POINTS)
            order[-1]["Abs"].append({"Round": at, "Reason": reason, "Score": points})
    rankings = [{"Round": number, "Player": players} for number in range(1, chance.randint(2, 3))]
    part = {"ID": 2, "Name": "B", "Ranking": [{"Round": 1, "Player": players[: count // 2]}]}
    return {"Name": "Intern", "GroupReport": [{"ID": 1, "Ranking": rankings}, part][: chance.randint(1, 2)]}


def _change(document: dict[str, Any], chance: Random) -> None:
    """Another value somewhere, a key less, or a row twice."""
    if not (places := list(_places(document))):
        return  # all of it went before
    within, key = chance.choice(places)
    match chance.randrange(5):
        case 0 if isinstance(within, dict):
            del within[key]
        case 1 if isinstance(within, list):
            within.append(within[key])
        case 2 if isinstance(within[key], str):
            within[key] = chance.choice((*_RESULTS, *_REASONS, wild.text(chance)))
        case 3:
            within[key] = chance.choice((0, 1, 2, 3, 500, 501, 10**9, -1, 1.5))
        case _:
            within[key] = wild.other(chance)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])
