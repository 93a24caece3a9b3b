"""Plug-ins: one file is all it takes."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tournaments.pairing import audit, systems
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS, code_of, rule_of, tie_breaks_of
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.tie_breaks.buchholz import Buchholz, Reckoning
from tournaments.pairing.types.options import OptionError
from tournaments.pairing.types.retired_rules import RENAMED, SAID_SINCE

TOY = '''
"""A toy."""
from dataclasses import dataclass
from tournaments.pairing.types.paired_round import Rule
from tournaments.pairing.protocols import SystemInfo

TOYED = Rule("toy/1", "Toyed with {player}.")

@dataclass(frozen=True, kw_only=True, slots=True)
class Toy:
    info = SystemInfo(name="Toy", summary="", source="")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    systems.__path__.append(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    systems.__path__.remove(str(tmp_path))
    for name in [name for name in sys.modules.keys() - before if name.startswith(f"{systems.__name__}.toy")]:
        del sys.modules[name]


def test_a_system_is_found_by_its_file_name() -> None:
    assert SYSTEMS["attendance_monrad"] is AttendanceMonrad
    assert code_of(AttendanceMonrad) == code_of(AttendanceMonrad()) == "attendance_monrad"
    assert {"buchholz", "wins", "blacks"} <= set(TIE_BREAKS)


def test_codes_come_sorted() -> None:
    assert list(TIE_BREAKS) == sorted(TIE_BREAKS)


def test_a_new_file_is_a_new_system_and_brings_its_rules(folder: Path) -> None:
    (folder / "toy.py").write_text(TOY)
    assert SYSTEMS["toy"].info.name == "Toy"
    assert rule_of("toy/1").sentence == "Toyed with {player}."
    assert "attendance_monrad" in SYSTEMS


def test_a_file_without_a_system_is_an_error(folder: Path) -> None:
    (folder / "toy_empty.py").write_text('"""Nothing."""')
    with pytest.raises(TypeError, match="exactly one class"):
        list(SYSTEMS)


def test_two_rules_of_one_code_are_an_error(folder: Path) -> None:
    (folder / "toy.py").write_text(TOY)
    (folder / "toy_too.py").write_text(TOY)
    with pytest.raises(ValueError, match="two rules have the code toy/1"):
        rule_of("toy/1")


def test_an_unknown_code_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        rule_of("no/such/rule")


def test_a_systems_options_of_the_same_meaning_apply_to_its_tie_breaks() -> None:
    system = AttendanceMonrad(buchholz=Reckoning.MEAN)
    assert tie_breaks_of(system)[0] == Buchholz(cut=1, buchholz=Reckoning.MEAN)
    given = tie_breaks_of(system, [{"code": "buchholz", "buchholz": "sum"}])
    assert given == (Buchholz(cut=0, buchholz=Reckoning.SUM),)


def test_neustadtl_is_found_under_its_other_name_and_keeps_its_codes() -> None:
    (found,) = tie_breaks_of(AttendanceMonrad(), [{"code": "neustadtl"}])
    assert found.info.name == "Neustadtl (Sonneborn-Berger)"
    assert found.info.short == "Neustadtl"


def test_twenty_tie_breaks_are_enough() -> None:
    assert len(tie_breaks_of(AttendanceMonrad(), [{"code": "monrad", "cut": cut} for cut in range(20)])) == 20


@pytest.mark.parametrize(
    ("saved", "message"),
    [
        ([{"code": "bucholz"}], "There is no tie-break bucholz; the nearest is buchholz."),
        ([{"code": "fide-buchholz"}], "the nearest is fide_buchholz."),
        ([{"code": "BH/C1"}], "the nearest is fide_buchholz."),
        ([{"code": "DE"}], "the nearest is direct_encounter."),
        ([{"code": "luck"}], "there are average_of_buchholz, .*, wins."),
        ([{"code": "x" * 1_000_000}], "there are average_of_buchholz, .*, wins."),
        ([{}], "There is no tie-break"),
        ([{"code": "wins"}, {"code": "wins"}], "The tie-break wins is listed twice"),
        ([{"code": "wins", "cut": 1}], "There is no option cut here"),
        ([{"code": "buchholz", "cut": -1}], "must be at least 0"),
        ([{"code": "monrad", "cut": cut} for cut in range(21)], "There can be at most 20 tie-breaks."),
    ],
)
def test_wrong_tie_breaks_are_refused(saved: list[dict[str, object]], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        tie_breaks_of(AttendanceMonrad(), saved)


KNOWN = json.loads((Path(__file__).parents[1] / "data" / "rule_codes.json").read_text())
"""Codes that stand in clubs' databases, each with the gaps that its stored facts fill."""


def test_a_reason_stored_long_ago_still_has_a_sentence_with_the_same_gaps() -> None:
    assert audit  # imported, its sentences are found too
    gaps = {code: {name for _text, name, _spec, _way in Formatter().parse(rule_of(code).sentence)} for code in KNOWN}
    assert {code: sorted(filter(None, found)) for code, found in gaps.items()} == KNOWN


def test_what_was_renamed_leads_to_a_rule_and_is_none_itself() -> None:
    for code, new in RENAMED.items():
        assert rule_of(code).code == new != code


def test_what_is_said_besides_since_some_version_is_said() -> None:
    assert {rule_of(code).code for code in SAID_SINCE} == SAID_SINCE
