"""What failed, told so that it can be read: tournaments as they are drawn, systems by the options that were set."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from _pytest._code.code import ExceptionChainRepr, ReprEntry, ReprTraceback
from hypothesis.vendor.pretty import RepresentationPrinter

from tests.tools.pairing.drawing import tournament
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Entrant, NextRound, PlayedRound, TournamentSnapshot

WIDEST, LONGEST = 400, 40
"""Characters of a line, and lines about one exception; `-v` shows all."""
_DRAWN = {"entrants", "rounds", "next_round"}
_DRAWN_OF_A_GAME = {"board", "white", "black", "result"}


def drawn(snapshot: TournamentSnapshot) -> str:
    """In the words of drawing.tournament, to be copied into a test."""
    rounds, coming = [_round(played) for played in snapshot.rounds], _round(snapshot.next_round)
    parts = [_entrants(snapshot), *map(repr, rounds), *([f"coming={coming!r}"] if coming else [])]
    text = f"tournament({', '.join([*parts, *_changed(snapshot, besides=_DRAWN)])})"
    others = {each.name: getattr(snapshot, each.name) for each in dataclasses.fields(snapshot) if each.init}
    again = dataclasses.replace(
        tournament([*snapshot.entrants], *rounds, coming=coming),
        **{name: value for name, value in others.items() if name not in _DRAWN},
    )
    return text if again == snapshot else f"{text}, and in its games {_not_drawn(snapshot)}"


def _entrants(snapshot: TournamentSnapshot) -> str:
    size = len(snapshot.entrants)
    if snapshot.entrants == tuple(Entrant(number=number) for number in range(1, size + 1)):
        return str(size)
    return f"[{', '.join(_told(entrant) for entrant in snapshot.entrants)}]"


def _round(played: PlayedRound | NextRound) -> str:
    games = [f"{g.white}:{g.black} {g.result.value}" for g in played.games] if isinstance(played, PlayedRound) else []
    rest = [f"{each.player} {each.kind.value}" for each in (*played.byes, *played.absences)]
    return ", ".join([*games, *rest])


def _not_drawn(snapshot: TournamentSnapshot) -> str:
    games = (
        (played.number, game, _changed(game, besides=_DRAWN_OF_A_GAME))
        for played in snapshot.rounds
        for game in played.games
    )
    return "; ".join(
        f"round {number}, {game.white}:{game.black} {', '.join(more)}" for number, game, more in games if more
    )


def _changed(value: Any, *, besides: Iterable[str] = ()) -> list[str]:
    """Fields that are not as they are by default."""
    fields = [each for each in dataclasses.fields(value) if each.init and each.name not in set(besides)]
    told = ((each, getattr(value, each.name)) for each in fields)
    return [f"{each.name}={_word(now)}" for each, now in told if now != _default(each)]


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _word(value: Any) -> str:
    if isinstance(value, TournamentSnapshot):
        return drawn(value)
    return f'"{value}"' if isinstance(value, Fraction) else repr(value)


def _told(value: Any) -> str:
    return f"{type(value).__name__}({', '.join(_changed(value))})"


def make_examples_readable() -> None:
    """In what Hypothesis prints."""

    def as_drawn(snapshot: TournamentSnapshot, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text(drawn(snapshot))

    def by_what_was_set(value: Any, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text(_told(value))

    TournamentSnapshot._repr_pretty_ = as_drawn  # type: ignore[attr-defined]
    for told in (TournamentFile, *SYSTEMS.values()):
        told._repr_pretty_ = by_what_was_set  # type: ignore[union-attr]


def shorten(report: pytest.TestReport) -> None:
    """Our own frames and the one that raised, no line that fills a screen, no cause of a hundred lines."""
    if isinstance(report.longrepr, ExceptionChainRepr):
        for traceback, _where, _chained in report.longrepr.chain:
            _shorten(traceback)


def _shorten(traceback: ReprTraceback) -> None:
    last = traceback.reprentries[-1:]
    traceback.reprentries = [each for each in traceback.reprentries[:-1] if not _is_of_others(each)] + last
    for entry in traceback.reprentries:
        if isinstance(entry, ReprEntry):
            entry.lines[:] = _fewer([_narrower(line) for line in entry.lines])


def _is_of_others(entry: object) -> bool:
    place = entry.reprfileloc if isinstance(entry, ReprEntry) else None
    return place is not None and ("site-packages" in place.path or "/lib/python" in place.path)


def _narrower(line: str) -> str:
    left_out = len(line) - WIDEST
    if left_out <= 0:
        return line
    return f"{line[: WIDEST * 2 // 3]} [… {left_out} characters, shown by -v …] {line[-WIDEST // 3 :]}"


def _fewer(lines: list[str]) -> list[str]:
    left_out = len(lines) - LONGEST
    if left_out <= 0:
        return lines
    return [*lines[: LONGEST * 2 // 3], f"E   [… {left_out} lines, shown by -v …]", *lines[-LONGEST // 3 :]]
