"""Sevilla's seasons, with values, keys and bytes changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.tools.fuzzing import wild

_RESULTS = ("1-0", "0-1", "1/2-1/2", "½-½", "", "*", "1-0R", "0-1 f", "2-0", "0-0")
_REASONS = ("Extern", "Bye (oneven)", "Zonder bericht", "Ziek", "", "vrij", "x" * 600)


def mutated_season(chance: Random) -> bytes:
    document = _season(chance)
    for _again in range(chance.choice((0, 1, 1, 2, 3))):
        _change(document, chance)
    data = json.dumps(document, default=str).encode()
    return wild.some_bytes(data, chance) if chance.random() < 0.1 else data


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
            order[-1]["Abs"].append({"Round": at, "Reason": chance.choice(_REASONS[:6])})
    rankings = [{"Round": number, "Player": players} for number in range(1, chance.randint(2, 3))]
    return {"Name": "Intern", "GroupReport": [{"ID": 1, "Ranking": rankings}]}


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
