"""The tournaments of the rulebook's page on FIDE's tie-breaks, drawn as it draws them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.types.snapshot import Entrant, PlayerId, TournamentSnapshot

_BYES = {"U": "pairing", "H": "half", "Z": "zero"}
_RESULTS = {"+": ("1-0", "0-1"), "=": ("1/2-1/2", "1/2-1/2"), "-": ("0-1", "1-0")}
_FORFEITS = {"+": "+--", "-": "--+"}

BERG, DAHL, ERIKSEN, FOSS, GRAN = 1, 2, 3, 4, 5

CLUB_EVENINGS = tournament(
    [
        Entrant(number=number, rating=rating)
        for number, rating in ((BERG, 1612), (DAHL, 1540), (ERIKSEN, 1480), (FOSS, 1455), (GRAN, None))
    ],
    "2:1 0-1, 4:3 1/2-1/2, 5 pairing",
    "1:3 1-0, 5:4 0-1, 2 half",
    "1:4 1/2-1/2, 3:2 +--, 5 zero",
    planned_rounds=3,
)
"""The worked example of tie_breaks.md: three rounds, five players."""

_EXERCISES = {
    1: "+W9 =B13 =W2 +B15 =W4",
    2: "+B10 +W7 =B1 +W16 =B3",
    3: "=W11 +B6 +W8 =B4 =W2",
    4: "+B12 H +W13 =W3 =B1",
    5: "-W13 -B15 +W11 =B7 +W10",
    6: "-B14 -W3 U +W10 +B8",
    7: "+W15 -B2 -B16 =W5 -B11",
    8: "=B16 +W14 -B3 +W13 -W6",
    9: "-B1 -W10 H -F11 U",
    10: "-W2 +B9 -W15 -B6 -B5",
    11: "=B3 -W16 -B5 +F9 +W7",
    12: "-W4 U +F14 Z Z",
    13: "+B5 =W1 -B4 -B8 -W14",
    14: "+W6 -B8 -F12 Z +B13",
    15: "-B7 +W5 +B10 -W1 -B16",
    16: "=W8 +B11 +W7 -B2 +W15",
}


def exercises() -> TournamentSnapshot:
    """The 16 players of FIDE's own exercise book: +B10 is a win over no. 10 with Black, +F9 one by forfeit."""
    rows = {number: drawn.split() for number, drawn in _EXERCISES.items()}
    entrants = [Entrant(number=number, rating=2200 - 50 * (number - 1)) for number in rows]
    rounds = [", ".join(_round({number: drawn[each] for number, drawn in rows.items()})) for each in range(5)]
    return tournament(entrants, *rounds, planned_rounds=5)


def _round(drawn: Mapping[PlayerId, str]) -> Iterator[str]:
    for number, what in drawn.items():
        if what in _BYES:
            yield f"{number} {_BYES[what]}"
            continue
        result, colour, other = what[0], what[1], int(what[2:])
        if colour == "F" and number < other:
            yield f"{number}:{other} {_FORFEITS[result]}"
        elif colour == "W":
            yield f"{number}:{other} {_RESULTS[result][0]}"


ALL_PLAY_ALL = tournament(
    [Entrant(number=number, rating=rating) for number, rating in enumerate((1810, 1770, 1745, 1690, 1655, 1600), 1)],
    "1:6 1/2-1/2, 2:5 1-0, 3:4 1-0",
    "6:4 0-1, 5:3 1/2-1/2, 1:2 1-0",
    "2:6 1-0, 3:1 1-0, 4:5 1/2-1/2",
    "6:5 --+, 1:4 1/2-1/2, 2:3 1-0",
    "3:6 1-0, 4:2 1/2-1/2, 5:1 0-1",
)
"""The worked example of all_play_all.md: Anna, Bo, Cato, Dag, Eva, Finn; game 6-5 won by forfeit."""
