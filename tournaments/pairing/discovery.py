"""Plug-ins found by name: a file in `systems` or `tie_breaks` is all it takes."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import ModuleType
from typing import Generic, TypeVar

from tournaments.pairing.protocols import PairingSystem, RepeatableTieBreak, TieBreak
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.types.retired_rules import RENAMED
from tournaments.pairing.types.translation import gettext_noop as _

T = TypeVar("T")
_CORE = "tournaments.pairing"
MOST_TIE_BREAKS = 20
_LONGEST_CODE = 60
_ALIKE = 0.7


class PlugIns(Mapping[str, type[T]], Generic[T]):
    """The classes of a package by their code, which is the module's name. Each module holds exactly one.

    The package's `__path__` is looked at each time, so that a folder added to it counts at once.
    """

    def __init__(self, package: str) -> None:
        self._package = package
        self._found: dict[tuple[str, ...], dict[str, type[T]]] = {}

    def __getitem__(self, code: str) -> type[T]:
        return self._classes()[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes())

    def __len__(self) -> int:
        return len(self._classes())

    def _classes(self) -> dict[str, type[T]]:
        path = tuple(importlib.import_module(self._package).__path__)
        if path not in self._found:
            codes = sorted(module.name for module in pkgutil.iter_modules(path))
            self._found[path] = {code: _plug_in(importlib.import_module(f"{self._package}.{code}")) for code in codes}
        return self._found[path]


SYSTEMS: Mapping[str, type[PairingSystem]] = PlugIns(f"{_CORE}.systems")
TIE_BREAKS: Mapping[str, type[TieBreak]] = PlugIns(f"{_CORE}.tie_breaks")


def code_of(plug_in: object) -> str:
    """The code of a system or tie-break, class or instance."""
    cls = plug_in if isinstance(plug_in, type) else type(plug_in)
    return cls.__module__.rpartition(".")[2]


def tie_break_of(system: PairingSystem, saved: Mapping[str, object]) -> TieBreak:
    """A tie-break as saved, with its code among the options. Raises OptionError."""
    code = saved.get("code")
    if not isinstance(code, str) or code not in TIE_BREAKS:
        if isinstance(code, str) and (near := _nearest(code)):
            raise OptionError("code", _("There is no tie-break {given}; the nearest is {near}."), given=code, near=near)
        raise OptionError(
            "code",
            _("There is no tie-break {given}; there are {choices}."),
            given=code,
            choices=tuple(TIE_BREAKS),
        )
    options = {name: value for name, value in saved.items() if name != "code"}
    return configured(TIE_BREAKS[code], options, unless_given=system.capabilities().tie_break_options)


def _nearest(given: str) -> str | None:
    """The code of the tie-break meant, also where FIDE's or the table's own short name is given."""
    given = given[:_LONGEST_CODE].strip().casefold()
    short = {each().info.short.casefold(): code for code, each in TIE_BREAKS.items()}
    if code := short.get(given.partition("/")[0]):
        return code
    near = get_close_matches(given.replace("-", "_").replace(" ", "_"), TIE_BREAKS, n=1, cutoff=_ALIKE)
    return near[0] if near else None


def tie_breaks_of(system: PairingSystem, saved: Sequence[Mapping[str, object]] | None = None) -> tuple[TieBreak, ...]:
    """The tie-breaks as saved, in order; None: the system's own. Raises OptionError."""
    found: dict[str, TieBreak] = {}
    wanted = system.info.default_tie_breaks if saved is None else saved
    if len(wanted) > MOST_TIE_BREAKS:
        raise OptionError("code", _("There can be at most {most} tie-breaks."), most=MOST_TIE_BREAKS)
    for each in wanted:
        tie_break = tie_break_of(system, each)
        turn = 1
        while tie_break.info.short in found and isinstance(tie_break, RepeatableTieBreak):
            turn += 1
            tie_break = tie_break.repeated(turn)
        if tie_break.info.short in found:
            raise OptionError("code", _("The tie-break {given} is listed twice."), given=tie_break.info.short)
        found[tie_break.info.short] = tie_break
    return tuple(found.values())


def rule_of(code: str) -> Rule:
    """The rule with its sentence, wherever in the core it stands; also by a code that it once had."""
    return all_rules()[RENAMED.get(code, code)]


def kept_rule(code: str) -> Rule:
    """Of a reason that was stored with a game. A newer version may have rules that are not known here, and it is not
    known either whether everybody may read them."""
    found = all_rules().get(RENAMED.get(code, code))
    return found or Rule(code, _UNKNOWN_REASON, is_private=True, is_remark=True)


_UNKNOWN_REASON = _("Another version of Clubchess gave a reason that this version does not know.")


def all_rules() -> Mapping[str, Rule]:
    """By their codes."""
    found_in = (tuple(importlib.import_module(f"{_CORE}.systems").__path__), _AUDIT in sys.modules)
    if found_in not in _rules:
        _rules[found_in] = _all_rules()
    return _rules[found_in]


_AUDIT = f"{_CORE}.audit"
_rules: dict[tuple[tuple[str, ...], bool], dict[str, Rule]] = {}


def _all_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for module in _modules(_CORE):
        for value in vars(module).values():
            for rule in value.values() if isinstance(value, dict) else (value,):
                if isinstance(rule, Rule) and rules.setdefault(rule.code, rule) is not rule:
                    raise ValueError(f"two rules have the code {rule.code}")
    return rules


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    for found in pkgutil.walk_packages(root.__path__, f"{package}."):
        # A club's evening needs no audit: its sentences are there once somebody audits.
        if _AUDIT in sys.modules or not found.name.startswith(_AUDIT):
            yield importlib.import_module(found.name)


def _plug_in(module: ModuleType) -> type[T]:
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module.__name__ and hasattr(value, "info")
    ]
    if len(own) != 1:
        raise TypeError(f"{module.__name__} must hold exactly one class with `info`, but holds {len(own)}")
    return own[0]
