"""Tie-breaks as a TRF writes them (202, 212): FIDE's codes, ours as OTHER_…, in both directions."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from tournaments.pairing.discovery import TIE_BREAKS, tie_break_of, tie_breaks_of
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.history.unplayed_rounds import UnplayedRules
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.types.options import OptionError, configured, fields_of

Saved = Mapping[str, object]

FIDE_CODES: Final = {
    "BH": "fide_buchholz",
    "FB": "fore_buchholz",
    "AOB": "average_of_buchholz",
    "SB": "fide_sonneborn_berger",
    "KS": "koya",
    "DE": "direct_encounter",
    "WIN": "fide_wins",
    "WON": "wins",
    "BPG": "blacks",
    "BWG": "black_wins",
    "PS": "progressive",
    "REP": "rounds_played",
    "GE": "rounds_played",  # until 2026
    "STD": "standard_points",
    "TPN": "number",
    "RTNG": "rating",
    "ARO": "average_rating",
    "TPR": "performance_rating",
    "PTP": "perfect_performance",
    "APRO": "average_performance",
    "APPO": "average_perfect_performance",
}
OF_TEAMS: Final = (
    "MPvGP", "BH:MP", "BH:GP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "SSSC", "BC", "TBR", "BBE",
)  # fmt: skip
"""FIDE's codes where teams play: a tie-break of teams is called so itself, by its options."""
_OUR_NAMES: Final = {"wins": "WON", "blacks": "BPG"}
_NUMBERED: Final = {"C": "cut", "M": "median", "L": "limit"}
_FLAGS: Final = {"P": "forfeits_played", "F": "fore", "R": "reverse"}
_NEW_RULES: Final = datetime.date(2026, 3, 1)
_POINTS: Final = "PTS"


def codes_of(tie_breaks: Sequence[TieBreak]) -> tuple[str, ...]:
    """FIDE's own where they are FIDE's; a second one of a kind is not told apart there."""
    shorts = [_OUR_NAMES.get(each.info.short, each.info.short) for each in tie_breaks]
    plain = [re.sub(r" \d+$", "", short) for short in shorts]
    known = {*FIDE_CODES, *OF_TEAMS}
    return tuple(short if short.split("/")[0] in known else f"OTHER_{short}" for short in plain)


@cache
def team_codes() -> Mapping[str, Saved]:
    """By FIDE's code in capitals, what is called so: whichever points an option asks for."""
    found: dict[str, Saved] = {}
    for code, tie_break in TIE_BREAKS.items():
        points = [
            [(option.code, each.value) for each in option.choices]
            for option in fields_of(tie_break)
            if option.choices and all(each in {*PointsOf} for each in option.choices)
        ]
        for chosen in product(*points):
            saved = dict(chosen)
            name = configured(tie_break, saved).info.short.split("/")[0]
            if name in OF_TEAMS:
                found.setdefault(name.upper(), {"code": code, **saved})
    return found


def saved_of(
    system: PairingSystem, codes: Sequence[str], starts: datetime.date | None, *, of_teams: bool = False
) -> tuple[tuple[Saved, ...] | None, tuple[str, ...]]:
    """What the codes ask for, under the rules of that first day, and those that are not known here or cannot stand in
    this list. None: the system's own list, or the file names none."""
    found: list[Saved] = []
    unknown: list[str] = []
    if system.info.without_tie_breaks:
        return None, tuple(codes)
    for code in codes:
        if code.upper() == _POINTS:
            continue
        saved = _fide(code) or _ours(system, code)
        if saved is not None and _fits(system, [*found, saved]):
            found.append(saved)
        else:
            unknown.append(code)
    if not found:
        return None, tuple(unknown)
    if starts is not None and starts < _NEW_RULES:
        return _of_2023(found), tuple(unknown)
    teams = system.info.of_teams if of_teams else None
    is_usual = found == [*(system.info.default_tie_breaks if teams is None else teams.tie_breaks)]
    return None if is_usual else tuple(found), tuple(unknown)


def _of_2023(found: Sequence[Saved]) -> tuple[Saved, ...]:
    return tuple(
        {**each, "rules": UnplayedRules.OF_2023.value}
        if "rules" in {option.code for option in fields_of(TIE_BREAKS[str(each["code"])])}
        else each
        for each in found
    )


def _fide(code: str) -> Saved | None:
    """CODE[/MOD…], case ignored."""
    name, *modifiers = code.upper().split("/")
    if name not in FIDE_CODES and name not in team_codes():
        return None
    saved: dict[str, object] = {"code": FIDE_CODES[name]} if name in FIDE_CODES else {**team_codes()[name]}
    for modifier in modifiers:
        if modifier in _FLAGS:
            saved[_FLAGS[modifier]] = True
        elif (numbered := re.fullmatch(r"([CML])([+-]?\d{1,2})", modifier, re.ASCII)) is not None:
            saved[_NUMBERED[numbered[1]]] = int(numbered[2])
        else:
            return None
    return saved


def _ours(system: PairingSystem, code: str) -> Saved | None:
    """One of those that the system is usually played with, or any as it comes."""
    lists = (system.info.default_tie_breaks, *(each.saved for each in system.info.tie_break_lists))
    candidates: list[Saved] = [each for saved in lists for each in saved]
    candidates += [{"code": each} for each in TIE_BREAKS]
    for saved in candidates:
        if codes_of([tie_break_of(system, saved)]) == (code,):
            return saved
    return None


def _fits(system: PairingSystem, saved: Sequence[Saved]) -> bool:
    try:
        tie_breaks_of(system, saved)
    except OptionError:
        return False
    return True
