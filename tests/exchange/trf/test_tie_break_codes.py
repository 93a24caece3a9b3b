"""The tie-breaks that a report names are those of the tournament that goes on."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from tournaments.exchange.trf import parse
from tournaments.exchange.trf.importer import taken
from tournaments.exchange.trf.tie_break_codes import FIDE_CODES, OF_TEAMS, codes_of, saved_of, team_codes
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS, tie_breaks_of
from tournaments.pairing.types.options import configured

SAMPLE = Path(__file__).parents[2] / "data" / "trf" / "sample26.trf"
DUTCH = configured(SYSTEMS["fide_dutch"], {})
OF_MTB26 = [
    "DE", "DE/P", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "PS/C2", "REP", "STD", "TPN", "TPN/R", "BH",
    "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "FB", "FB/C1", "FB/M1", "AOB", "AOB/F", "SB",
    "SB/C1", "SB/C2", "SB/P", "KS", "KS/L+1", "KS/L-2", "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "TPR",
    "PTP", "APRO", "APPO", "RTNG", "RTNG/R",
]  # fmt: skip


@pytest.mark.parametrize("code", OF_MTB26)
def test_each_code_that_fide_asks_for_comes_back_as_it_went(code: str) -> None:
    saved, unknown = saved_of(DUTCH, [code], None)

    assert unknown == ()
    assert saved is not None
    assert codes_of(tie_breaks_of(DUTCH, saved)) == (code,)


def test_each_code_leads_to_a_tie_break_that_there_is() -> None:
    assert {*FIDE_CODES.values()} <= {*TIE_BREAKS}


def test_case_and_the_points_do_not_count_and_direct_encounter_may_stand_twice() -> None:
    saved, unknown = saved_of(DUTCH, ["PTS", "de", "bh/c1", "De", "ge"], None)

    assert unknown == ()
    assert saved == (
        {"code": "direct_encounter"},
        {"code": "fide_buchholz", "cut": 1},
        {"code": "direct_encounter"},
        {"code": "rounds_played"},
    )


def test_what_is_not_known_or_stands_twice_is_named() -> None:
    saved, unknown = saved_of(DUTCH, ["BH", "EDGE", "BH/Q3", "BH", "BH/C1/M1", "DE"], None)

    assert saved == ({"code": "fide_buchholz"}, {"code": "direct_encounter"})
    assert unknown == ("EDGE", "BH/Q3", "BH", "BH/C1/M1")


def test_the_usual_list_is_no_choice_of_its_own() -> None:
    assert saved_of(DUTCH, ["BH/C1", "BH", "SB", "DE", "WIN"], datetime.date(2026, 3, 1)) == (None, ())
    assert saved_of(DUTCH, [], None) == (None, ())


def test_before_march_2026_the_rules_of_2023_count() -> None:
    saved, _unknown = saved_of(DUTCH, ["BH/C1", "WIN"], datetime.date(2026, 2, 28))

    assert saved == ({"code": "fide_buchholz", "cut": 1, "rules": "2023"}, {"code": "fide_wins"})


@pytest.mark.parametrize("code", ["norwegian_monrad", "modified_monrad", "attendance_monrad"])
def test_our_own_come_back_by_their_names(code: str) -> None:
    system = configured(SYSTEMS[code], {})
    codes = codes_of(tie_breaks_of(system))

    assert any(each.startswith("OTHER_") for each in codes)
    assert saved_of(system, codes, None) == (None, ())


def test_a_report_brings_its_tie_breaks_along_and_says_what_it_could_not() -> None:
    data = SAMPLE.read_bytes().replace(b"202 BH/C1,BH,SB", b"202 BH/C1,EDET,PS")

    found = taken(parse(data), system="fide_dutch")

    assert [each.info.short for each in found.file.configured()[1]] == ["BH/C1", "PS"]
    (note,) = [each for each in found.notes if "codes" in each.facts]
    assert note.facts["codes"] == "EDET"


@pytest.mark.parametrize("code", [code for code in OF_TEAMS if code.upper() in team_codes()])
def test_codes_of_teams_come_back_by_what_a_tie_break_calls_itself(code: str) -> None:
    system = configured(SYSTEMS["norwegian_monrad"], {})
    saved, unknown = saved_of(system, [code.lower()], None, of_teams=True)

    assert unknown == ()
    assert saved is not None
    assert codes_of(tie_breaks_of(system, saved)) == (code,)


def test_board_points_are_there_by_their_own_code() -> None:
    assert team_codes()["MPVGP"] == {"code": "board_points"}


def test_the_usual_list_of_teams_is_no_choice_of_its_own() -> None:
    system = configured(SYSTEMS["modified_monrad"], {})
    codes = codes_of(tie_breaks_of(system, [{"code": "quality"}, {"code": "board_points"}]))

    assert codes == ("OTHER_quality", "MPvGP")
    assert saved_of(system, codes, None, of_teams=True) == (None, ())
    assert saved_of(system, codes, None) == (({"code": "quality"}, {"code": "board_points"}), ())
