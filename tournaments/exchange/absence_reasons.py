"""Why somebody was away, in another program's words: kinds of absence here, and what they pay as far as it shows."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, count
from typing import Final

from tournaments.exchange.trf.types import Note
from tournaments.pairing.types.absence_kinds import LONGEST_NAME, MOST_KINDS, OwnKind, kinds_written
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, PlayerId
from tournaments.pairing.types.translation import gettext_noop as _

BYE: Final = "bye"
_BYE: Final = re.compile(r"\bbye|oneven|vrij")
_CLUB: Final = re.compile(r"extern|club|arbiter|leider|team|knsb")
_UNEXCUSED: Final = re.compile(r"zonder|niet afgemeld|onreglementair")
_EXCUSED: Final = re.compile(r"\bmet (?:bericht|kennisgeving|afmelding|reden)|\bafgemeld|^afwezig$|^verhinderd$|excus")
_ILLNESS: Final = re.compile(
    r"(?<!mu)ziek|griep|corona|covid|\boperati|hospita|kliniek|blessure|gebless|revalid|herstel|medisch|arts\b|dokter|"
    r"\bburn|fysio|therap|psych|zwanger|bevalling|pijn\b|krank|\bsick"
)
"""None of these words becomes the name of a kind: what a kind is called can be read by everybody."""
_ILL: Final = "Afwezig"
_BUILT_IN: Final = (BYE, *(kind.value for kind in AbsenceKind))
"""The two options of each begin so: a share of the own value, and fixed points."""
_SHARES: Final = sorted({Fraction(of, parts) for parts in range(1, 13) for of in range(1, 2 * parts + 1)})
_TELLING: Final = 3
"""So many players with the same points have no share of their values, but fixed points: of two neighbours a share may
be rounded to the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KindsOfReasons:
    kind_of: Mapping[str, AbsenceCode]
    """By the reason in small letters; BYE for a bye."""
    options: Mapping[str, object]
    notes: tuple[Note, ...]


@dataclass(kw_only=True, slots=True)
class _Reason:
    name: str
    points: list[tuple[PlayerId, Fraction | None]] = field(default_factory=list)


class AbsenceReasons:
    """Collects them, and says at the end what becomes of them."""

    def __init__(self) -> None:
        self._reasons: dict[str, _Reason] = {}

    def add(self, reason: str, player: PlayerId, points: Fraction | None) -> str:
        """Under which key it is found again."""
        name = " ".join(reason.split())
        key = name.casefold()
        if key not in self._reasons:
            self._reasons[key] = _Reason(name=name)
        self._reasons[key].points.append((player, points))
        return key

    def kinds(self, values: Mapping[PlayerId, Fraction]) -> KindsOfReasons:
        """`values`: of the players, as far as they are known."""
        kind_of: dict[str, AbsenceCode] = {key: known for key in self._reasons if (known := _known(key)) is not None}
        own = self._own(kind_of)
        names: dict[AbsenceCode, str] = {}
        for key in own:
            name = _ILL if _ILLNESS.search(key) else _short(self._reasons[key].name)
            same = (code for code, other in names.items() if other.casefold() == name.casefold())
            kind_of[key] = next(same, None) or _code(name, names)
            names.setdefault(kind_of[key], name)
        earned: dict[AbsenceCode, list[tuple[PlayerId, Fraction | None]]] = {}
        for key, kind in kind_of.items():
            earned.setdefault(kind, []).extend(self._reasons[key].points)
        others = [key for key in self._reasons if key not in kind_of]
        kind_of |= dict.fromkeys(others, AbsenceKind.EXCUSED)
        told = {kind: _pay(points, values) for kind, points in earned.items()}
        kinds = [
            OwnKind(
                code=code,
                name=name,
                share=(pay := told[code] or _Pay()).share or Fraction(0),
                points=pay.points,
            )
            for code, name in names.items()
        ]
        return KindsOfReasons(
            kind_of=kind_of,
            options=_options(told) | ({"absence_kinds": kinds_written(kinds)} if kinds else {}),
            notes=tuple(self._notes(own, others, [names[code] for code in names if told[code] is None])),
        )

    def _own(self, known: Mapping[str, AbsenceCode]) -> list[str]:
        """Those that become kinds: the most frequent; all that name an illness are one."""
        often = Counter(
            {key: len(each.points) for key, each in self._reasons.items() if key not in known and _short(each.name)}
        )
        ill = [key for key in often if _ILLNESS.search(key)]
        well = sorted((key for key in often if not _ILLNESS.search(key)), key=lambda key: (-often[key], key))
        return ill + well[: MOST_KINDS - bool(ill)]

    def _notes(self, own: Sequence[str], others: Sequence[str], untold: Sequence[str]) -> Iterable[Note]:
        if any(map(_ILLNESS.search, own)):
            message = _("All reasons that name an illness are one kind of absence here, called “{name}”.")
            yield Note(message=message, facts={"name": _ILL})
        if named := [self._reasons[key].name for key in own if not _ILLNESS.search(key)]:
            message = _("These reasons become kinds of absence, whose names everybody may read: {reasons}.")
            yield Note(message=message, facts={"reasons": ", ".join(map(_short, named))})
        if untold:
            message = _("The file does not say what these absences pay. Here they pay nothing: {reasons}.")
            yield Note(message=message, facts={"reasons": ", ".join(untold)})
        if others:
            message = _("Absences for these reasons count as excused: {reasons}.")
            names = sorted(_short(self._reasons[key].name) for key in others)
            yield Note(message=message, facts={"reasons": ", ".join(names[:10])})


def _known(reason: str) -> AbsenceCode | None:
    """One of the kinds that are there already."""
    if _BYE.search(reason):
        return BYE
    if _CLUB.search(reason):
        return AbsenceKind.CLUB
    if _UNEXCUSED.search(reason):
        return AbsenceKind.UNEXCUSED
    return AbsenceKind.EXCUSED if not reason or _EXCUSED.search(reason) else None


def _short(name: str) -> str:
    return "".join(char if char.isprintable() else " " for char in name)[:LONGEST_NAME].strip()


def _code(name: str, taken: Container[AbsenceCode]) -> AbsenceCode:
    """Made from the name, with a number where another has it."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    first = (words if words[:1].isalpha() else f"kind_{words}")[:13].strip("_")
    codes = chain((first,), (f"{first}_{number}" for number in count(2)))
    return next(code for code in codes if code not in taken and code not in _BUILT_IN)


# What they pay


@dataclass(frozen=True, kw_only=True, slots=True)
class _Pay:
    share: Fraction | None = None
    points: Fraction | None = None


def _pay(earned: Sequence[tuple[PlayerId, Fraction | None]], values: Mapping[PlayerId, Fraction]) -> _Pay | None:
    """None: that does not show."""
    points = [(player, amount) for player, amount in earned if amount is not None]
    amounts = {amount for _player, amount in points}
    if len(points) < len(earned) or not points:
        return None
    if amounts == {0}:
        return _Pay(share=Fraction(0))
    known = [(values[player], amount) for player, amount in points if player in values]
    differ = len({value for value, _amount in known}) > 1
    shares = _shares(known) if differ else []
    if len(amounts) == 1 and not shares and (differ or len({player for player, _amount in points}) >= _TELLING):
        return _Pay(points=min(amounts))
    return _Pay(share=shares[0]) if len(shares) == 1 else None


def _shares(known: Sequence[tuple[Fraction, Fraction]]) -> list[Fraction]:
    """The parts of their values that the points could be: exactly, else rounded as the file rounds."""
    decimals = next((at for at in range(6) if all(10**at % amount.denominator == 0 for _value, amount in known)), 6)
    for near in (Fraction(0), Fraction(1, 2 * 10**decimals)):
        if found := [share for share in _SHARES if all(abs(value * share - amount) <= near for value, amount in known)]:
            return found
    return []


def _options(told: Mapping[AbsenceCode, _Pay | None]) -> dict[str, object]:
    options: dict[str, object] = {}
    for begins in _BUILT_IN:
        pay = told.get(begins)
        if pay is not None and pay.points is not None:
            options[f"{begins}_points"] = str(pay.points)
        elif pay is not None:
            options[f"{begins}_share"] = str(pay.share)
    return options
