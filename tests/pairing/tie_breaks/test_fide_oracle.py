"""FIDE's tie-breaks beside the rulebook's page done by hand, on random evenings with all that happens in a club."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.pairing.evenings import evenings
from tests.tools.pairing.fide_page import Page, Scale
from tournaments.pairing.discovery import TIE_BREAKS
from tournaments.pairing.explanations.standings import rank
from tournaments.pairing.history.record import OpenGameCounts, Record, Scoring
from tournaments.pairing.protocols import Family, TieBreak
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell
from tournaments.pairing.wording import sentence

SCALES = (
    Scale(),
    Scale(win=Fraction(3), draw=Fraction(2), loss=Fraction(1), bye=Fraction(3)),
    Scale(win=Fraction(3), draw=Fraction(1), loss=Fraction(0), bye=Fraction(1)),
    Scale(bye=Fraction(1, 2)),
)
UNRATED_AS = 1400

By = Callable[[Page, PlayerId], object]
Case = tuple[str, Mapping[str, object], By]

CASES: dict[str, Case] = {
    "BH": ("fide_buchholz", {}, lambda page, player: page.bh(player)),
    "BH/P": ("fide_buchholz", {"forfeits_played": True}, lambda page, player: page.bh(player, forfeits=True)),
    "BH/C1": ("fide_buchholz", {"cut": 1}, lambda page, player: page.bh(player, cut=1)),
    "BH/C2/P": (
        "fide_buchholz",
        {"cut": 2, "forfeits_played": True},
        lambda page, player: page.bh(player, cut=2, forfeits=True),
    ),
    "BH/M1": ("fide_buchholz", {"median": 1}, lambda page, player: page.bh(player, median=1)),
    "BH/M2": ("fide_buchholz", {"median": 2}, lambda page, player: page.bh(player, median=2)),
    "FB": ("fore_buchholz", {}, lambda page, player: page.fb(player)),
    "FB/C1": ("fore_buchholz", {"cut": 1}, lambda page, player: page.fb(player, cut=1)),
    "FB/M1/P": (
        "fore_buchholz",
        {"median": 1, "forfeits_played": True},
        lambda page, player: page.fb(player, median=1, forfeits=True),
    ),
    "AOB": ("average_of_buchholz", {}, lambda page, player: page.aob(player)),
    "AOB/F": ("average_of_buchholz", {"fore": True}, lambda page, player: page.aob(player, fore=True)),
    "SB": ("fide_sonneborn_berger", {}, lambda page, player: page.sb(player)),
    "SB/C1": ("fide_sonneborn_berger", {"cut": 1}, lambda page, player: page.sb(player, cut=1)),
    "SB/C2": ("fide_sonneborn_berger", {"cut": 2}, lambda page, player: page.sb(player, cut=2)),
    "SB/P": ("fide_sonneborn_berger", {"forfeits_played": True}, lambda page, player: page.sb(player, forfeits=True)),
    "WIN": ("fide_wins", {}, lambda page, player: page.win(player)),
    "WON": ("wins", {}, lambda page, player: page.won(player)),
    "BPG": ("blacks", {}, lambda page, player: page.bpg(player)),
    "BWG": ("black_wins", {}, lambda page, player: page.bwg(player)),
    "PS": ("progressive", {}, lambda page, player: page.ps(player)),
    "PS/C1": ("progressive", {"cut": 1}, lambda page, player: page.ps(player, cut=1)),
    "REP": ("rounds_played", {}, lambda page, player: page.rep(player)),
    "STD": ("standard_points", {}, lambda page, player: page.std(player)),
    "TPN": ("number", {}, lambda _page, player: player),
    "KS": ("koya", {}, lambda page, player: page.ks(player)),
    "KS/L-1": ("koya", {"limit": -1}, lambda page, player: page.ks(player, limit=-1)),
    "RTNG": ("rating", {"unrated_as": UNRATED_AS}, lambda page, player: page.rating(player, UNRATED_AS)),
    "ARO": ("average_rating", {"unrated_as": UNRATED_AS}, lambda page, player: page.aro(player, UNRATED_AS)),
    "ARO/C1": (
        "average_rating",
        {"unrated_as": UNRATED_AS, "cut": 1},
        lambda page, player: page.aro(player, UNRATED_AS, cut=1),
    ),
    "ARO/M1": (
        "average_rating",
        {"unrated_as": UNRATED_AS, "median": 1},
        lambda page, player: page.aro(player, UNRATED_AS, median=1),
    ),
    "TPR": ("performance_rating", {"unrated_as": UNRATED_AS}, lambda page, player: page.tpr(player, UNRATED_AS)),
    "PTP": ("perfect_performance", {"unrated_as": UNRATED_AS}, lambda page, player: page.ptp(player, UNRATED_AS)),
    "APRO": ("average_performance", {"unrated_as": UNRATED_AS}, lambda page, player: page.apro(player, UNRATED_AS)),
    "APPO": (
        "average_perfect_performance",
        {"unrated_as": UNRATED_AS},
        lambda page, player: page.appo(player, UNRATED_AS),
    ),
}
NOT_IN_FIXED_SCHEDULES = ("BH", "FB", "AOB")
NOT_ELSEWHERE = ("KS",)
WITH_RULES = ("BH", "FB", "AOB", "SB")


@st.composite
def ranked(draw: st.DrawFn, *, is_fixed: bool | None = None) -> tuple[Record, Page]:
    """The same tournament for the engine and for the page."""
    rng = Random(draw(st.integers(0, 2**32)))
    snapshot = rated(draw(evenings()), rng)
    scale, fixed = rng.choice(SCALES), rng.random() < 0.3 if is_fixed is None else is_fixed
    postponed_are_draws = rng.random() < 0.3
    scoring = Scoring(
        win=scale.win,
        draw=scale.draw,
        loss=scale.loss,
        bye=scale.bye,
        open_game=OpenGameCounts.DRAW if postponed_are_draws else OpenGameCounts.UNSCORED,
    )
    record = Record(snapshot=snapshot, scoring=scoring, forfeits_are_meetings=fixed)
    return record, Page(snapshot, scale, is_fixed=fixed, postponed_are_draws=postponed_are_draws)


def rated(snapshot: TournamentSnapshot, rng: Random) -> TournamentSnapshot:
    ratings = (None, *range(900, 2500, 37))
    return replace(
        snapshot, entrants=tuple(replace(entrant, rating=rng.choice(ratings)) for entrant in snapshot.entrants)
    )


def cells(record: Record, tie_break: TieBreak) -> Mapping[PlayerId, Cell]:
    return tie_break.cells(record, frozenset(record.entries))


def opened_up(cell: Cell) -> object:
    """The value, once its terms have been looked at."""
    assert cell.value is None or sum(term.amount for term in cell.terms) == cell.value
    for term in cell.terms:
        assert "{" not in sentence(term.reason, str)
    return cell.value


@given(tournament=ranked(), rules=st.sampled_from(["2026", "2023"]))
def test_each_number_is_what_the_page_says(tournament: tuple[Record, Page], rules: str) -> None:
    record, page = tournament
    page.rules = rules
    for short, (code, options, by) in CASES.items():
        own = {**options, "rules": rules} if short.startswith(WITH_RULES) else options
        found = {player: opened_up(cell) for player, cell in cells(record, configured(TIE_BREAKS[code], own)).items()}
        if short.startswith(NOT_IN_FIXED_SCHEDULES) and page.is_fixed:
            assert set(found.values()) <= {None}, short
        elif page.is_fixed or not short.startswith(NOT_ELSEWHERE):
            assert found == {player: by(page, player) for player in found}, short


@pytest.mark.parametrize("short", CASES)
def test_each_column_has_the_code_of_fide(short: str) -> None:
    code, options, _by = CASES[short]

    assert configured(TIE_BREAKS[code], options).info.short == {"WON": "wins", "BPG": "blacks"}.get(short, short)


def test_each_tie_break_of_the_page_has_its_case() -> None:
    app_s_own = {"buchholz", "correction", "head_to_head", "monrad", "neustadtl", "quality"}
    of_teams = {code for code, each in TIE_BREAKS.items() if each().info.family is Family.BOARDS}
    of_players = TIE_BREAKS.keys() - of_teams - app_s_own - {"direct_encounter"}
    assert {code for code, _options, _by in CASES.values()} == of_players


@given(tournament=ranked(), forfeits=st.sampled_from([None, True, False]), chance=st.integers(0, 2**32))
def test_direct_encounter_parts_whom_the_page_parts(
    tournament: tuple[Record, Page], forfeits: bool | None, chance: int
) -> None:
    record, page = tournament
    players = sorted(record.entries)
    tied = frozenset(Random(chance).sample(players, Random(chance + 1).randint(0, len(players))))
    tie_break = configured(TIE_BREAKS["direct_encounter"], {"forfeits_played": forfeits})
    found = tie_break.cells(record, tied)
    groups = page.encounter(tied, forfeits=forfeits) if tied else []

    for cell in found.values():
        opened_up(cell)
    assert len({cell.key for cell in found.values()}) == len(groups)
    for one, other in pairwise(groups):
        assert all(found[above].key > found[below].key for above in one for below in other)  # type: ignore[operator]


@given(
    tournament=ranked(), codes=st.permutations(["direct_encounter", "fide_wins", "direct_encounter", "average_rating"])
)
def test_a_place_is_shared_only_by_whom_nothing_parts(tournament: tuple[Record, Page], codes: list[str]) -> None:
    record, _page = tournament
    chosen = [configured(TIE_BREAKS[code], {"unrated_as": 1} if code == "average_rating" else {}) for code in codes]
    ranking = rank(record, record.points, chosen)

    assert sorted(ranking.order) == sorted(record.entries)
    for above, below in pairwise(ranking.order):
        assert record.points[above] >= record.points[below]
        if ranking.ranks[above] == ranking.ranks[below]:
            assert record.points[above] == record.points[below]
            assert all(
                ranking.cells[above][short].key == ranking.cells[below][short].key for short in ranking.cells[above]
            )


@given(tournament=ranked(is_fixed=False))
def test_the_rules_of_2026_never_give_more_for_unplayed_rounds(tournament: tuple[Record, Page]) -> None:
    record, _page = tournament
    for code in ("fide_buchholz", "fide_sonneborn_berger"):
        new, old = (cells(record, configured(TIE_BREAKS[code], {"rules": rules})) for rules in ("2026", "2023"))
        assert all(Fraction(new[player].value) <= Fraction(old[player].value) for player in new)  # type: ignore[arg-type]


@given(tournament=ranked(is_fixed=False), cut=st.integers(1, 9))
def test_cutting_more_never_gives_more(tournament: tuple[Record, Page], cut: int) -> None:
    record, _page = tournament
    for code in ("fide_buchholz", "fore_buchholz", "fide_sonneborn_berger", "progressive"):
        less, more = (cells(record, configured(TIE_BREAKS[code], {"cut": each})) for each in (cut - 1, cut))
        assert all(Fraction(more[player].value) <= Fraction(less[player].value) for player in more)  # type: ignore[arg-type]


@given(tournament=ranked(is_fixed=False))
def test_fore_buchholz_is_known_before_the_last_round_is_played(tournament: tuple[Record, Page]) -> None:
    record, _page = tournament
    rounds = record.snapshot.rounds
    if not rounds:
        return
    record = replace(record, snapshot=replace(record.snapshot, planned_rounds=len(rounds)))
    last = replace(rounds[-1], games=tuple(replace(game, result=type(game.result).OPEN) for game in rounds[-1].games))
    before = replace(record, snapshot=replace(record.snapshot, rounds=(*rounds[:-1], last)))
    fore = configured(TIE_BREAKS["fore_buchholz"], {"cut": 1})

    assert {player: cell.value for player, cell in cells(before, fore).items()} == {
        player: cell.value for player, cell in cells(record, fore).items()
    }
