"""A tournament leaves as a TRF and comes in as one: games, byes and points are the same, and it verifies."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import caissify_pairings.trf
import pytest
import trf as other_trf
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.evenings import evenings
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile, dump
from tournaments.exchange.tournament_formats import read_tournament
from tournaments.exchange.trf import TrfEdition, TrfMark, parse
from tournaments.exchange.trf import dump as dump_trf
from tournaments.exchange.trf.exporter import in_usual_points, places_in_report, trf_of
from tournaments.exchange.trf.importer import may_go_on, system_meant, taken
from tournaments.management.simulated_files import simulated_file
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.audit.verification import verify
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import ByeKind, Colour, Entrant, PlayedRound, TournamentSnapshot

DATA = Path(__file__).parents[2] / "data" / "trf"
LIVELY = Rates(attendance=0.85, late=0.2, withdrawals=0.1, returns=0.5, forfeits=0.1, postponed=0.15, half_byes=0.1)
QUIET = Rates(
    attendance=1, late=0, withdrawals=0, forfeits=0.05, postponed=0, corrections=0, half_byes=0, by_hand=0, forbidden=0
)
OWN = [code for code in sorted(SYSTEMS) if not code.startswith("toy_")]
GOING_ON = [code for code in OWN if may_go_on(code)]


_SAME: Mapping[int, int] = MappingProxyType({})


def games(played: PlayedRound, places: Mapping[int, int] = _SAME) -> set[tuple[int, int, str]]:
    """By the numbers of a report, where they are others."""
    return {
        (places.get(game.white, game.white), places.get(game.black, game.black), game.result) for game in played.games
    }


def points(file: TournamentFile) -> dict[int, Fraction]:
    system, _tie_breaks = file.configured()
    return dict(system.capabilities().record(file.snapshot).points)


def played(code: str, *, seed: int = 1, players: int = 9, rounds: int = 5, rates: Rates = LIVELY) -> TournamentFile:
    return simulated_file(code, seed=seed, players=players, rounds=rounds, rates=rates).file


def came_back(file: TournamentFile, edition: TrfEdition = TrfEdition.TRF26) -> TournamentFile:
    written = trf_of(file)
    data = dump_trf(in_usual_points(written) if edition is TrfEdition.TRF16 else written, edition=edition)
    return taken(parse(data), system=file.system).file


def test_a_swiss_an_all_play_all_and_every_monrad_may_go_on() -> None:
    assert {"fide_dutch", "all_play_all", "norwegian_monrad", "attendance_monrad", "modified_monrad"} <= set(GOING_ON)
    assert not {"keizer", "cup"} & set(GOING_ON)


@pytest.mark.parametrize("edition", list(TrfEdition))
@pytest.mark.parametrize("seed", first_fast(1, [1, 2, 3, 4]))
@pytest.mark.parametrize("code", GOING_ON)
def test_what_leaves_comes_back(code: str, seed: int, edition: TrfEdition) -> None:
    file = played(code, seed=seed, players=8 + seed)
    back, places = came_back(file, edition), places_in_report(file)
    assert [games(each) for each in back.snapshot.rounds] == [games(each, places) for each in file.snapshot.rounds]
    for before, after in zip(file.snapshot.rounds, back.snapshot.rounds, strict=True):
        odd = {places.get(bye.player, bye.player) for bye in before.byes if bye.kind is ByeKind.PAIRING}
        # Where a bye gives no points, the older edition writes it as an absence.
        if edition is TrfEdition.TRF26 or file.configured()[0].capabilities().scoring.bye:
            assert {bye.player for bye in after.byes if bye.kind is ByeKind.PAIRING} == odd
    assert {each.number: each.rating for each in back.snapshot.entrants} == {
        places.get(each.number, each.number): each.rating for each in file.snapshot.entrants
    }
    assert set(back.names.values()) == set(file.names.values())


@pytest.mark.parametrize("seed", first_fast(1, [1, 2, 3]))
@pytest.mark.parametrize("code", GOING_ON)
def test_a_whole_tournament_of_everybody_verifies_after_coming_in(code: str, seed: int) -> None:
    """With everybody there the report says all that the pairing needs, but the lots of the start."""
    file = played(code, seed=seed, players=9, rounds=5, rates=QUIET)
    back = came_back(file)
    assert points(back) == points(file)
    system, tie_breaks = back.configured()
    verdict = verify(system, tie_breaks, back.snapshot)
    assert verdict.holds, [reason for each in verdict.rounds for reason in (*each.differing, *each.broken)]
    system.standings(back.snapshot, tie_breaks)


@pytest.mark.parametrize("code", GOING_ON)
def test_what_came_in_is_paired_on(code: str) -> None:
    file = played(code, players=10, rounds=3, rates=QUIET)
    back = came_back(replace(file, snapshot=replace(file.snapshot, planned_rounds=5)))
    system, _tie_breaks = back.configured()
    paired = system.pair(back.snapshot)
    met = {frozenset({game.white, game.black}) for each in back.snapshot.rounds for game in each.games}
    assert len(paired.boards) == 5
    assert not any(frozenset({board.white, board.black}) in met for board in paired.boards)


@given(evenings())
def test_any_rounds_leave_and_come_back(snapshot: TournamentSnapshot) -> None:
    file = TournamentFile(
        name="x",
        system="fide_dutch",
        names={each.number: f"P {each.number}" for each in snapshot.entrants},
        snapshot=snapshot,
    )
    written = trf_of(file)
    if not written.players:
        return
    assert parse(dump_trf(written)) == written
    back = taken(written, system="fide_dutch").file.snapshot
    kept = len(back.rounds)
    places = places_in_report(file)
    assert [games(each) for each in back.rounds] == [games(each, places) for each in snapshot.rounds[:kept]]
    assert not any(each.games for each in snapshot.rounds[kept:]), "only a last round of byes is one still to be paired"


@pytest.mark.parametrize("edition", list(TrfEdition))
@pytest.mark.parametrize("code", OWN)
def test_other_programs_read_every_player_opponent_colour_and_result(code: str, edition: TrfEdition) -> None:
    rates = Rates(attendance=0.9, forfeits=0.1, half_byes=0.1, late=0.1)
    written = trf_of(played(code, players=11, rounds=5, rates=rates))
    text = dump_trf(written, edition=edition).decode()
    own = {
        each.number: [
            (number, cell.opponent, cell.colour.value[0] if cell.colour else "-", cell.mark.value)
            for number, cell in enumerate(each.cells, start=1)
        ]
        for each in written.players
    }
    assert any(cell[1] for cells in own.values() for cell in cells), "games to compare"
    theirs = other_trf.loads(text)
    assert {
        each.startrank: [(game.round, game.startrank or None, game.color, game.result) for game in each.games]
        for each in theirs.players
    } == own
    assert {each.startrank: (each.name, each.points, each.rank) for each in theirs.players} == {
        each.number: (each.identity.name, float(each.points or 0), each.rank) for each in written.players
    }
    # The second one names no colour where there is no opponent, and leaves rounds without anything out.
    others = caissify_pairings.trf.parse_trf(text)["players"]
    assert {
        each["starting_number"]: {
            (number, told["opponent"], told["color"] if told["opponent"] else "-", told["result"].strip() or " ")
            for number, told in each["results"].items()
        }
        for each in others
    } == {number: set(cells) for number, cells in own.items()}


# What was drawn, and what is added


def given_file(name: str) -> TournamentFile:
    return read_tournament((DATA.parent / "trf_inputs" / f"{name}.json").read_bytes()).file


def next_boards(file: TournamentFile) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in file.configured()[0].pair(file.snapshot).boards]


@pytest.mark.parametrize("edition", list(TrfEdition))
def test_the_colour_that_was_drawn_leaves_though_number_1_was_away(edition: TrfEdition) -> None:
    """Number 1 had Black in round 2; 2 was the first of those who were paired in round 1, with White."""
    file = given_file("trf_152")
    assert (b"152 W\r\n" in dump_trf(trf_of(file), edition=edition)) == (edition is TrfEdition.TRF26)
    back = came_back(file, edition)
    assert back.options["initial_colour"] == "white"
    three = replace(back, snapshot=replace(back.snapshot, planned_rounds=3))
    assert next_boards(three) == next_boards(file)


def test_the_colour_of_the_lot_leaves_before_anybody_has_played() -> None:
    file = played("fide_dutch", rates=QUIET)
    first, *_others = file.snapshot.rounds[0].games
    drawn = Colour.WHITE if first.white == 1 else Colour.BLACK
    assert trf_of(replace(file, snapshot=replace(file.snapshot, rounds=()))).initial_colour is drawn


def test_elsewhere_it_is_that_of_the_odd_numbers_in_round_1() -> None:
    """Number 1 of five sits the first round of the plan out, and has Black in the next."""
    assert trf_of(played("all_play_all", players=5, rates=QUIET)).initial_colour is Colour.WHITE
    nobody = replace(played("attendance_monrad"), snapshot=TournamentSnapshot(entrants=()))
    assert trf_of(nobody).initial_colour is None


def test_what_is_added_to_the_points_leaves_and_comes_back() -> None:
    file = given_file("baku_export")
    said = dump_trf(trf_of(file)).decode().split("\r\n")
    assert "192 FIDE_DUTCH_BAKU" in said
    assert [line for line in said if line.startswith("250")] == [
        "250       1.0   1   2    1    6",
        "250       0.5   3   3    1    6",
    ]
    back = came_back(file)
    assert next_boards(back) == next_boards(file) == [(3, 12), (7, 2), (11, 4), (5, 8), (1, 6), (9, 10)]


def test_late_entrants_have_the_place_in_a_report_that_they_have_in_the_list() -> None:
    """Whoever checks the rounds finds the list in the numbers, and the accelerated ones behind each other."""
    file = given_file("baku_export")
    late = Entrant(number=13, rating=1900, joined_round=3)
    entrants = (*file.snapshot.entrants, late)
    file = replace(file, names=file.names | {13: "Nils New"}, snapshot=replace(file.snapshot, entrants=entrants))
    written, places = trf_of(file), places_in_report(file)

    assert [each.number for each in written.players] == list(range(1, 14))
    assert written.players[places[13] - 1].identity.name == "New,Nils"
    assert [(each.lowest, each.highest, each.last) for each in written.accelerated] == [(1, 7, 2), (1, 7, 3)]
    back = came_back(file)
    in_file = [(places[white], places[black]) for white, black in next_boards(file)]
    assert next_boards(back) == in_file


def test_a_batch_is_for_no_pairing_and_says_nothing_of_what_is_added() -> None:
    assert trf_of(given_file("baku_export"), rounds=[1]).accelerated == ()


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, "FIDE_DOUBLEROUNDROBIN"),
        ({"swap_last_two": False}, "BERGER_DOUBLEROUNDROBIN"),
        ({"swap_every_cycle": True}, "CUSTOM_ROUNDROBIN"),
    ],
)
@pytest.mark.parametrize("edition", list(TrfEdition))
def test_a_plan_of_two_cycles_goes_on_in_its_order(options: dict[str, object], kind: str, edition: TrfEdition) -> None:
    """Where its name does not say it, by the rounds that were played: nine of ten."""
    options = {"cycles": 2, "numbering": "given", **options}
    file = simulated_file("all_play_all", seed=1, players=6, rounds=10, rates=QUIET, options=options).file
    file = replace(file, snapshot=file.snapshot.after(9))
    assert trf_of(file).system == kind
    assert next_boards(came_back(file, edition)) == next_boards(file)


# How programs tell a history


def changed(*changes: tuple[str, str]) -> bytes:
    text = (DATA / "sample26.trf").read_bytes().decode()
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text.encode()


def test_a_history_of_forfeits_late_entries_and_byes_comes_in() -> None:
    file = read_tournament((DATA / "sample26.trf").read_bytes()).file
    first, second, third = file.snapshot.rounds
    assert [(bye.player, bye.kind) for bye in first.byes] == [(5, ByeKind.PAIRING)]
    assert [(bye.player, bye.kind) for bye in second.byes] == [(2, ByeKind.HALF)]
    assert [(bye.player, bye.kind) for bye in third.byes] == [(5, ByeKind.ZERO)]
    assert (3, 2, "+--") in games(third)
    assert SYSTEMS[file.system].info.name == "Norwegian Monrad"
    assert file.names[4] == "Dag Foss"
    assert file.snapshot.planned_rounds == 3
    assert points(file) == {1: Fraction(5, 2), 2: Fraction(1, 2), 3: Fraction(3, 2), 4: Fraction(2), 5: Fraction(1)}


def test_who_has_no_round_yet_joins_in_the_next() -> None:
    file = read_tournament((DATA / "sample26.trf").read_bytes() + b"001    6 m    New,Nils\r\n").file
    assert file.snapshot.by_number[6].joined_round == 4


def test_byes_of_a_round_to_be_paired_wait_for_it() -> None:
    data = changed(("142 3", "142 5"), ("240 Z 003    5", "240 Z 004    5    2"))
    file = read_tournament(data).file
    assert [(bye.player, bye.kind) for bye in file.snapshot.next_round.byes] == [(2, ByeKind.ZERO), (5, ByeKind.ZERO)]


def test_a_column_of_byes_alone_is_the_round_to_be_paired() -> None:
    """As files for a pairing program have it."""
    data = changed(("142 3", "142 5"), ("1     3 w 1     4 w =", "1     3 w 1     4 w =  0000 - H"))
    file = read_tournament(data).file
    assert len(file.snapshot.rounds) == 3
    assert [(bye.player, bye.kind) for bye in file.snapshot.next_round.byes] == [(1, ByeKind.HALF)]


def test_a_forfeit_named_on_one_side_only_is_taken() -> None:
    found = read_tournament(changed(("0000 - H     3 b -", "0000 - H  0000 - Z")))
    assert (3, 2, "+--") in games(found.file.snapshot.rounds[2])
    assert "forfeited" in found.notes[0].message


def test_points_that_the_rules_do_not_give_are_told() -> None:
    found = read_tournament(changed((" 2.5    1 ", " 7.5    1 ")))
    assert found.notes[-1].facts["number"] == 1


def test_other_points_for_a_win_become_options() -> None:
    file = read_tournament(changed(("152 B", "152 B\r\n162  W 3.0    D 2.0    L 1.0"))).file
    assert file.options == {"win": "3", "draw": "2", "loss": "1", "bye_points": "3"}
    assert points(file)[1] == 8


@pytest.mark.parametrize(
    ("system", "kind", "code"),
    [
        ("FIDE_ROUNDROBIN", "", "all_play_all"),
        ("", "Individual: Round Robin", "all_play_all"),
        ("", "Rundenturnier", "all_play_all"),
        ("FIDE_DUTCH", "", "fide_dutch"),
        ("", "Individual: Swiss-System (Attendance Monrad)", "attendance_monrad"),
        ("", "SwissSystem Dubov", "fide_dutch"),
        ("", "", "fide_dutch"),
        ("CUSTOM_SWISS", "Individual: Swiss-System (Keizer)", "fide_dutch"),
    ],
)
def test_the_system_is_what_the_file_calls_itself(system: str, kind: str, code: str) -> None:
    read = parse((DATA / "sample26.trf").read_bytes())
    assert system_meant(type(read)(system=system, kind=kind)) == code


@pytest.mark.parametrize(
    ("old", "new", "place", "sentence"),
    [
        ("     2 b 1     3 w 1", "     4 b 1     3 w 1", "line 19, round 1", "does not name 1"),
        ("     2 b 1     3 w 1", "     1 b 1     3 w 1", "line 19, round 1", "their own opponent"),
        ("     2 b 1     3 w 1", "     2 w 1     3 w 1", "line 19, round 1", "same colour"),
        ("     2 b 1     3 w 1", "     2 b =     3 w 1", "line 19, round 1", "not two sides"),
    ],
)
def test_lines_that_contradict_each_other_are_refused_with_their_place(
    old: str, new: str, place: str, sentence: str
) -> None:
    with pytest.raises(FileError) as caught:
        read_tournament(changed((old, new)))
    assert caught.value.place == place
    assert sentence in str(caught.value)


@pytest.mark.parametrize("code", ["keizer", "cup", "nothing"])
def test_a_system_that_a_report_says_too_little_for_is_refused(code: str) -> None:
    with pytest.raises(FileError, match="does not say enough"):
        read_tournament((DATA / "sample26.trf").read_bytes(), system=code)


def test_a_tournament_file_is_still_read() -> None:
    file = played("fide_dutch")
    assert read_tournament(dump(file)).file == file


@given(st.sampled_from(OWN), st.integers(1, 3))
def test_a_batch_holds_only_its_rounds_and_who_played_in_them(code: str, seed: int) -> None:
    file = played(code, seed=seed)
    written = trf_of(file, rounds=[1])
    in_round = {player for game in file.snapshot.rounds[0].games for player in (game.white, game.black)}
    assert {each.number for each in written.players} == in_round
    assert all(len(each.cells) == 1 for each in written.players)
    total = sum((each.points or Fraction(0) for each in written.players), Fraction(0))
    finished = [game for game in file.snapshot.rounds[0].games if game.result not in ("*", "---")]
    assert total == len(finished)


def test_an_open_game_is_written_to_its_results_column() -> None:
    file = played("fide_dutch", rates=Rates(attendance=1.0, postponed=0.5))
    written = trf_of(file)
    open_cells = [
        cell for each in written.players for cell in each.cells if cell.opponent and cell.mark is TrfMark.BLANK
    ]
    assert open_cells
