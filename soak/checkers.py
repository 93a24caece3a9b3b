"""Rounds and tables beside the checkers of gacrux: `python -m soak.checkers [tournaments] [first seed]`.

That is the TieBreakServer of FIDE's Technical Commission. Simulated tournaments leave as TRF26, by the exporter that
clubs use; whatever the checkers read there they work out by themselves. docs/exactness.md holds what came of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django

from bench._size import sized

if TYPE_CHECKING:
    from tournaments.exchange.tournament_file import TournamentFile

TOURNAMENTS = sized(200, 1)
"""Of each kind."""
SWISS = (
    *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "AOB", "SB", "SB/C1", "SB/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1"),
    *("REP", "STD", "ARO", "TPR", "PTP", "APRO", "APPO"),
    "FB",  # last: what the checker makes of unplayed rounds for it leaks into SB/P behind it
)
ROUND_ROBIN = ("SB", "SB/C1", "KS", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP", "STD", "ARO", "TPR", "PTP")
UNRATED = 1400
"""A tie-break of ratings is offered where everybody has one."""


@dataclass(frozen=True)
class Kind:
    """`checked` is the checker's name of the pairing, where it knows it; `ranked` the list by which the table lies."""

    name: str
    system: str
    options: Mapping[str, object] = field(default_factory=dict)
    checked: str = ""
    codes: Sequence[str] = SWISS
    ranked: Sequence[str] = ("BH/C1", "BH", "SB", "DE", "WIN")
    leave: bool = True
    """Of an all-play-all not: games that are annulled have no place in a TRF."""


KINDS = (
    Kind("FIDE Swiss", "fide_dutch", checked="dutch"),
    Kind("FIDE Swiss, Baku", "fide_dutch", {"acceleration": "baku"}, checked="dutch"),
    Kind("FIDE Swiss, half a point for the bye", "fide_dutch", {"bye_points": "1/2"}, checked="dutch"),
    Kind("Norwegian Monrad", "norwegian_monrad"),
    Kind("DrawBoss", "drawboss_monrad"),
    Kind("Attendance Monrad, 3–2–1", "attendance_monrad"),
    Kind("Modified Monrad, 3–2–1", "modified_monrad"),
    Kind("All-play-all", "all_play_all", {}, "berger", ROUND_ROBIN, ("DE", "WIN", "SB", "KS"), leave=False),
)
"""Whatever a TRF can say: the points of the others are not those of their games."""

SCALED = "SB on another scale than 1–½–0"
KNOWN: Mapping[str, str] = {
    SCALED: "the checker multiplies by the points of a win, here a win counts the opponent's score once; same order",
}
"""By kind of difference, why it is one and stays."""


@dataclass
class Counts:
    tournaments: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    equal: Counter[str] = field(default_factory=Counter)
    otherwise: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def compare(self, what: str, kind: str, where: str, own: object, theirs: object, *, is_equal: bool) -> None:
        self.compared[what] += 1
        self.equal[what] += is_equal
        if not is_equal:
            self.differ(kind, f"{where}: {own}, the checker {theirs}")

    def differ(self, kind: str, where: str) -> None:
        self.otherwise[kind] += 1
        if self.otherwise[kind] <= 3:
            self.told.append(f"{kind}, {where}")

    @property
    def unknown(self) -> int:
        return sum(count for kind, count in self.otherwise.items() if kind not in KNOWN)


def answer(program: str, trf: Path, *more: str) -> Any:
    command = [sys.executable, "-m", f"gacrux.{program}", "-i", str(trf), "-f", "TRF", *more, "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own files
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"status": {"code": 999, "error": [done.stderr[-300:]]}}


def is_read(read: Any, counts: Counts, where: str) -> bool:
    """1 says that a round is paired otherwise."""
    if read["status"]["code"] in (0, 1):
        return True
    counts.differ("not read", f"{where}: {read['status']['error']}")
    return False


def check_pairings(file: TournamentFile, trf: Path, kind: Kind, counts: Counts, where: str) -> None:
    """Where the program has stopped, and the director has paired by hand instead, the checker has nothing either."""
    read = answer("pairingchecker", trf, "-c", "-m", kind.checked)
    if not is_read(read, counts, where):
        return
    for each in read["pairingResult"]["roundpairing"]:
        number, theirs = each["round"], sorted(each["pairs"])
        stops = has_stopped(file, number)
        own = [] if stops else sorted(each["current"])
        what = "stops" if stops else "rounds"
        counts.compare(what, what, f"{where}, round {number}", own, theirs, is_equal=own == theirs)


def has_stopped(file: TournamentFile, number: int) -> bool:
    from tournaments.pairing.history.as_known import before_pairing
    from tournaments.pairing.types.paired_round import PairingImpossible

    try:
        file.configured()[0].pair(before_pairing(file.snapshot, paired=number))
    except PairingImpossible:
        return True
    return False


def check_table(file: TournamentFile, trf: Path, kind: Kind, counts: Counts, where: str) -> None:
    from tournaments.exchange.trf.exporter import places_in_report

    places = places_in_report(file)
    for codes, ranks in ((kind.codes, False), (("PTS", *kind.ranked), True)):
        read = answer("tiebreakchecker", trf, "-t", *codes)
        if not is_read(read, counts, where):
            return
        theirs = {each["cid"]: each for each in read["tiebreakResult"]["competitors"]}
        if ranks:
            for player, rank in ranks_by(file, kind.ranked).items():
                other = theirs[places.get(player, player)]["rank"]
                counts.compare("ranks", "rank", f"{where}, number {player}", rank, other, is_equal=rank == other)
            continue
        for at, code in enumerate(codes):
            for player, value in values_of(file, code).items():
                other = theirs[places.get(player, player)]["tiebreakScore"][at]
                what = SCALED if is_scaled(file, code, value, other) else f"tie-break {code}"
                at_player = f"{where}, number {player}"
                counts.compare("values", what, at_player, value, other, is_equal=alike(value, other))


def values_of(file: TournamentFile, code: str) -> Mapping[int, Any]:
    from tournaments.exchange.trf.tie_break_codes import saved_of
    from tournaments.pairing.discovery import tie_breaks_of

    system, _usual = file.configured()
    saved, _unknown = saved_of(system, [code], None)
    table = system.standings(file.snapshot, tie_breaks_of(system, saved))
    usual = {each.code for each in system.standings(file.snapshot, ()).columns}
    (column,) = {each.code for each in table.columns} - usual
    return {row.player: row.cells[column].value for row in table.rows}


def ranks_by(file: TournamentFile, codes: Sequence[str]) -> Mapping[int, int]:
    from tournaments.exchange.trf.tie_break_codes import saved_of
    from tournaments.pairing.discovery import tie_breaks_of

    system, _usual = file.configured()
    saved, _unknown = saved_of(system, codes, None)
    return {row.player: row.rank for row in system.standings(file.snapshot, tie_breaks_of(system, saved)).rows}


def is_scaled(file: TournamentFile, code: str, value: Any, other: object) -> bool:
    win = file.configured()[0].capabilities().scoring.win
    return code.startswith("SB") and win != 1 and value is not None and alike(Fraction(str(value)) * win, other)


def alike(value: object, other: object) -> bool:
    """As exact as the checker says it."""
    if value is None or other is None:
        return value is other
    text = str(other)
    places = len(text.partition(".")[2])
    return abs(Fraction(str(value)) - Fraction(text)) <= Fraction(1, 2 * 10**places)


def tournaments_of(kind: Kind, seeds: range) -> Iterator[tuple[int, TournamentFile]]:
    """Fields of 5 to 44; every kind of evening that a TRF can tell."""
    from tournaments.management.simulated_files import simulated_file
    from tournaments.pairing.audit.simulation import Rates

    nothing = Rates(attendance=1, late=0, withdrawals=0, half_byes=0, forfeits=0, postponed=0, corrections=0, by_hand=0)
    evenings = (
        nothing,
        replace(nothing, forfeits=0.08),
        replace(nothing, attendance=0.93, late=0.1, withdrawals=0.05, half_byes=0.05, forfeits=0.05),
        replace(nothing, attendance=0.8, late=0.2, withdrawals=0.1, returns=0.5, half_byes=0.1, forfeits=0.1),
    )
    for seed in seeds:
        rates = evenings[seed % len(evenings)]
        yield (
            seed,
            simulated_file(
                kind.system,
                options=kind.options,
                seed=seed,
                players=5 + seed * 7 % 40 if kind.leave else 3 + seed % 12,
                rounds=5 + seed % 7 if kind.leave else 15,
                rates=rates if kind.leave else evenings[seed % 2],
            ).file,
        )


def check(kind: Kind, seeds: range, folder: Path) -> Counts:
    from tournaments.exchange.trf import dump
    from tournaments.exchange.trf.exporter import trf_of

    counts = Counts()
    for seed, file in tournaments_of(kind, seeds):
        counts.tournaments += 1
        where, trf = f"seed {seed}", folder / "tournament.trf"
        if kind.checked:
            trf.write_bytes(dump(trf_of(file)))
            check_pairings(file, trf, kind, counts, where)
        entrants = tuple(replace(each, rating=each.rating or UNRATED) for each in file.snapshot.entrants)
        held = len(file.snapshot.rounds)  # broken off where nobody could be paired any more
        rated = replace(file, snapshot=replace(file.snapshot, entrants=entrants, planned_rounds=held))
        trf.write_bytes(dump(trf_of(rated)))
        check_table(rated, trf, kind, counts, where)
    return counts


def main() -> int:
    if find_spec("gacrux") is None:
        print("gacrux is not installed here: make venv-dev installs it with what else tests need.")
        return 1
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    django.setup()

    unknown = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            began = time.monotonic()
            counts = check(kind, range(first, first + tournaments), Path(folder))
            unknown += counts.unknown
            said = ", ".join(f"{counts.equal[what]:,} of {counts.compared[what]:,} {what}" for what in counts.compared)
            otherwise = sum(counts.otherwise.values())
            print(
                f"{kind.name}: {counts.tournaments:,} tournaments, equal: {said}; {otherwise:,} otherwise, "
                f"{counts.unknown:,} of them unexplained, {time.monotonic() - began:.0f} s",
                flush=True,
            )
            for each, count in counts.otherwise.items():
                print(f"  {count:,} {each}: {KNOWN.get(each, 'unexplained')}")
            for line in counts.told:
                print(f"    {line[:300]}")
    return 1 if unknown else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    sys.exit(main())
