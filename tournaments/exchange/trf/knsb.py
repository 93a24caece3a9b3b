"""KNSB's variant of a TRF16, a batch of rounds at a time: rulebook, reports 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.exchange.federation_person import BirthDate
from tournaments.exchange.trf.types import Identity, Trf, TrfCell, TrfMark, TrfPlayer
from tournaments.exchange.trf.writer import count_text, dates_line, one_line, player_line
from tournaments.pairing.types.snapshot import PlayerId

_SEXES = {"m": "M", "w": "V"}
# not all: games that were played and are rated
_RATED = {TrfMark.WIN: Fraction(1), TrfMark.DRAW: Fraction(1, 2), TrfMark.LOSS: Fraction(0)}
_NOBODY = "0000 -  "


def dump_knsb(trf: Trf, national: Mapping[PlayerId, str]) -> bytes:
    """`trf` holds the rounds of the batch, `national` everybody's Relatienummer where it is known.

    Forfeits and byes are no games there, so the points are those of games at the board.
    """
    lines = [*_head(trf)]
    lines += [_line(player, national.get(player.number, "")) for player in trf.players]
    return "".join(f"{line}\n" for line in lines).encode()


def _head(trf: Trf) -> Iterator[str]:
    for code, text in (
        ("012", trf.name),
        ("022", trf.city),
        ("032", trf.federation),
        ("042", trf.starts.strftime("%d/%m/%Y") if trf.starts else ""),
        ("052", trf.ends.strftime("%d/%m/%Y") if trf.ends else ""),
        ("062", count_text(len(trf.players))),
        ("072", count_text(trf.rated_said)),
        ("082", count_text(trf.teams_said)),
        ("092", trf.kind),
        ("102", trf.chief_arbiter),
        *(("112", deputy) for deputy in trf.deputies),
        ("122", trf.rate_of_play),
    ):
        if text:
            yield f"{code} {one_line(text)}"
    if trf.dates:
        yield dates_line(trf.dates, "%y.%m.%d")


def _line(player: TrfPlayer, national: str) -> str:
    """As the general line, but for the letters of columns 10, 58 to 79 and the rounds."""
    cells = [cell if cell.mark in _RATED else TrfCell() for cell in player.cells]
    points = sum((_RATED[cell.mark] for cell in cells if cell.mark in _RATED), Fraction(0))
    plain = replace(player, identity=replace(player.identity, sex="", id="", born=None), points=points, cells=())
    head = player_line(plain).ljust(89)
    sex = _SEXES.get(player.identity.sex, " ")
    head = head[:9] + sex + head[10:57] + f"{national or '0':<11}"[:11] + " " + _born(player.identity) + head[79:]
    return head + "".join(f"  {_cell(cell)}" for cell in cells)


def _cell(cell: TrfCell) -> str:
    if cell.opponent is None or cell.colour is None:
        return _NOBODY
    return f"{cell.opponent:>4} {cell.colour.value[0]} {cell.mark.value}"


def _born(identity: Identity) -> str:
    """Ten columns. What is not known of a day is its first."""
    born: BirthDate | None = identity.born
    return " " * 10 if born is None else f"{born.year:04}.{born.month or 1:02}.{born.day or 1:02}"
