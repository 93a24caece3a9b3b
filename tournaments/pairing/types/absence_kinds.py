"""Kinds of absence that a club names itself, and pay in steps: values, JSON, and as typed (rulebook, keizer_clubs)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from tournaments.pairing.types.options import OptionError, Structure, exact_number
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, OwnGame, is_absence_code
from tournaments.pairing.types.translation import gettext_noop as _

MOST_KINDS: Final = 6
LONGEST_NAME: Final = 40
_MOST_STEPS: Final = 20
_OPTION: Final = "absence_kinds"


class Asked(StrEnum):
    """Who says that it is this kind."""

    CARD = "card"  # a member, by their card
    CONFIRM = "confirm"  # a member by their card, once the director agrees
    STAFF = "staff"


class Step(NamedTuple):
    """So many absences pay this part of the own value; None: all further ones."""

    times: int | None
    share: Fraction


Steps = tuple[Step, ...]


def step_share(steps: Steps, number: int) -> Fraction:
    """What the how-manieth absence of its kind pays, from 1: nothing after the last step."""
    for times, share in steps:
        if times is None or number <= times:
            return share
        number -= times
    return Fraction(0)


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnKind:
    """One of a share of the own value, fixed points or steps; by the result of a game elsewhere instead, where that is
    set and known."""

    code: AbsenceCode
    name: str
    share: Fraction = Fraction(0)
    points: Fraction | None = None
    steps: Steps = ()
    win_share: Fraction | None = None
    draw_share: Fraction | None = None
    loss_share: Fraction | None = None
    paid: int | None = None
    """So many pay in one part of the season, counted by themselves."""
    asked: Asked = Asked.CONFIRM

    @property
    def by_result(self) -> Mapping[OwnGame, Fraction]:
        return shares_by_result(self.win_share, self.draw_share, self.loss_share)


def shares_by_result(win: Fraction | None, draw: Fraction | None, loss: Fraction | None) -> Mapping[OwnGame, Fraction]:
    """Those that are set."""
    shares = {OwnGame.WIN: win, OwnGame.DRAW: draw, OwnGame.LOSS: loss}
    return {result: share for result, share in shares.items() if share is not None}


def kinds_read(given: object) -> tuple[OwnKind, ...] | None:
    """Raises OptionError with a sentence; None for what is no list of objects at all."""
    if not isinstance(given, list) or not all(isinstance(each, Mapping) for each in given):
        return None
    if len(given) > MOST_KINDS:
        raise OptionError(_OPTION, _("At most {most} kinds of absence can be a club's own."), most=MOST_KINDS)
    kinds = tuple(map(_kind, given))
    for field in ("code", "name"):
        seen: set[str] = set()
        for kind in kinds:
            value = getattr(kind, field)
            if value.casefold() in seen:
                message = _SAME_CODE if field == "code" else _SAME_NAME
                raise OptionError(_OPTION, message, given=value)
            seen.add(value.casefold())
    return kinds


_SAME_CODE = _("Two kinds of absence have the same code: {given}.")
_SAME_NAME = _("Two kinds of absence have the same name: {given}.")


def _kind(given: Mapping[str, object]) -> OwnKind:
    known = {"code", "name", "share", "points", "steps", "win_share", "draw_share", "loss_share", "paid", "asked"}
    for key in given:
        if key not in known:
            raise OptionError(_OPTION, _("A kind of absence has no {given}."), given=key)
    code, name = given.get("code"), given.get("name")
    if not is_absence_code(code) or code in set(AbsenceKind):
        raise OptionError(
            _OPTION,
            _("A code is made of small letters, digits and _, and is not excused, unexcused or club: {given}."),
            given=code,
        )
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise OptionError(
            _OPTION,
            _("A kind of absence has a name of at most {most} letters: {given}."),
            most=LONGEST_NAME,
            given=name,
        )
    pays = [key for key in ("share", "points", "steps") if given.get(key) not in (None, [], "", 0, "0")]
    if len(pays) > 1:
        raise OptionError(_OPTION, _("“{name}” pays a share, fixed points or steps, only one of them."), name=name)
    asked = given.get("asked", Asked.CONFIRM)
    if not isinstance(asked, str) or asked not in set(Asked):
        raise OptionError(
            _OPTION, _("A kind of absence is asked for by card, confirm or staff, not by {given}."), given=asked
        )
    return OwnKind(
        code=code,
        name=name.strip(),
        share=_amount(name, given.get("share")) or Fraction(0),
        points=_amount(name, given.get("points")),
        steps=_steps_of(name, given.get("steps")),
        win_share=_amount(name, given.get("win_share")),
        draw_share=_amount(name, given.get("draw_share")),
        loss_share=_amount(name, given.get("loss_share")),
        paid=_whole(name, given.get("paid")),
        asked=Asked(str(asked)),
    )


def _amount(name: str, given: object) -> Fraction | None:
    if given is None:
        return None
    amount = exact_number(given)
    if amount is None or amount < 0:
        raise OptionError(_OPTION, _("“{name}” pays {given}, which is no number from 0."), name=name, given=given)
    return amount


def _whole(name: str, given: object) -> int | None:
    amount = _amount(name, given)
    if amount is not None and (amount.denominator != 1 or amount > 10_000):
        raise OptionError(_OPTION, _("“{name}” pays {given} times, which is no whole number."), name=name, given=given)
    return None if amount is None else int(amount)


def _steps_of(name: str, given: object) -> Steps:
    if given in (None, [], ""):
        return ()
    steps = steps_read(given, option=_OPTION)
    if steps is None:
        raise OptionError(_OPTION, _("The steps of “{name}” cannot be read: {given}."), name=name, given=given)
    return steps


def kinds_written(kinds: Iterable[OwnKind]) -> list[dict[str, object]]:
    """Only what is said."""
    return [{key: value for key, value in _written(kind).items() if value is not None} for kind in kinds]


def _written(kind: OwnKind) -> dict[str, object]:
    def number(amount: Fraction | None) -> str | None:
        return None if amount is None else str(amount)

    return {
        "code": kind.code,
        "name": kind.name,
        "share": number(kind.share or None),
        "points": number(kind.points),
        "steps": steps_written(kind.steps) if kind.steps else None,
        "win_share": number(kind.win_share),
        "draw_share": number(kind.draw_share),
        "loss_share": number(kind.loss_share),
        "paid": kind.paid,
        "asked": None if kind.asked is Asked.CONFIRM else kind.asked.value,
    }


def steps_read(given: object, *, option: str = "excused_steps") -> Steps | None:
    """Of JSON, `[[5, "0.4"], [null, "0.3"]]`, or as it is typed: “5 × 0.4; then 0.3”. Raises OptionError where a step
    that goes on without end is not the last."""
    parts = _typed_steps(given) if isinstance(given, str) else given
    if not isinstance(parts, list) or not 1 <= len(parts) <= _MOST_STEPS:
        return None
    steps = [step for part in parts if (step := _step(part)) is not None]
    if len(steps) != len(parts):
        return None
    if any(step.times is None for step in steps[:-1]):
        raise OptionError(option, _("Only the last step may have no number."))
    return tuple(steps)


def _step(part: object) -> Step | None:
    if not isinstance(part, list | tuple) or len(part) != 2:
        return None
    count, share = None if part[0] is None else exact_number(part[0]), exact_number(part[1])
    if share is None or share < 0:
        return None
    if part[0] is not None and (count is None or count.denominator != 1 or not 1 <= count <= 10_000):
        return None
    return Step(None if count is None else int(count), share)


_TYPED = re.compile(
    r"(?:(\d{1,5})\s*(?:x|×|\*|mal|keer|ganger|gånger|gange|times)\s*|[^\d]{1,20})?(\S{1,20})", re.IGNORECASE
)


def _typed_steps(text: str) -> list[Any] | None:
    """Between semicolons; a step without a count goes on without end, whatever word stands before it."""
    found = [_TYPED.fullmatch(part.strip()) for part in text[:400].split(";") if part.strip()]
    if not all(found):
        return None
    return [[match[1] and int(match[1]), match[2].replace(",", ".")] for match in found if match]


def steps_text(steps: Steps) -> str:
    """As it is typed, with a full stop for a decimal point."""
    return "; ".join(_decimal(share) if times is None else f"{times} × {_decimal(share)}" for times, share in steps)


def _decimal(share: Fraction) -> str:
    """0.4 where that is exact, else 1/3."""
    if share.denominator > 1 and 10**6 % share.denominator == 0:
        return format(Decimal(share.numerator) / Decimal(share.denominator), "f")
    return str(share)


def steps_written(steps: Iterable[Step]) -> list[list[object]]:
    return [[times, str(share)] for times, share in steps]


def codes_read(given: object) -> tuple[AbsenceCode, ...] | None:
    """Each once; which there are, the system knows."""
    if not isinstance(given, list) or not all(map(is_absence_code, given)):
        return None
    return tuple(dict.fromkeys(given)) if len(given) <= MOST_KINDS + len(AbsenceKind) else None


KIND_WORDS: Final = {
    AbsenceKind.EXCUSED: _("excused"),
    AbsenceKind.UNEXCUSED: _("unexcused"),
    AbsenceKind.CLUB: _("on club duty"),
}


def _same(value: object) -> object:
    return value


def _names(kinds: Iterable[OwnKind]) -> list[str]:
    return [kind.name for kind in kinds]


def _words(codes: Iterable[AbsenceCode]) -> list[str]:
    """Of a club's own the code: its name stands beside it."""
    return [KIND_WORDS[AbsenceKind(code)] if code in KIND_WORDS else code for code in codes]


def _names_read(given: object) -> tuple[OwnKind, ...] | None:
    """Of a system in which they are names alone. Raises OptionError with a sentence."""
    kinds = kinds_read(given)
    for kind in kinds or ():
        if kind != OwnKind(code=kind.code, name=kind.name, asked=kind.asked):
            raise OptionError(
                _OPTION, _("Here “{name}” counts as an excused absence, and pays nothing of its own."), name=kind.name
            )
    return kinds


KINDS: Final = Structure(read=kinds_read, write=kinds_written, typed=_same, words=_names)
NAMED_KINDS: Final = Structure(read=_names_read, write=kinds_written, typed=_same, words=_names)
OWN_KINDS: Final = (KINDS, NAMED_KINDS)
"""With what they pay, and without."""
STEPS: Final = Structure(
    read=steps_read,
    write=steps_written,
    typed=steps_text,
    words=lambda steps: steps_text(steps).split("; "),
    has_decimals=True,
)
CODES: Final = Structure(read=codes_read, write=list, typed=list, words=_words)
