"""What every pairing system promises. A new file in `systems` is tested by being there."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.guards.layers import first_fast
from tests.tools.pairing.decided import with_ties_decided
from tests.tools.pairing.evenings import evening_by, evenings
from tests.tools.pairing.oracles import ORACLES
from tests.tools.seeds import seeds, telling
from tournaments.exchange.tournament_file import TournamentFile, dump
from tournaments.pairing import systems, tie_breaks
from tournaments.pairing.discovery import SYSTEMS, TIE_BREAKS, code_of, rule_of, tie_breaks_of
from tournaments.pairing.protocols import PairingSystem, RoundCountKind, TieBreak
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import configured, fields_of, saved
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Reason
from tournaments.pairing.types.snapshot import Entrant, PlayedBye, PlayedGame, PlayedRound, Result, TournamentSnapshot
from tournaments.pairing.types.table import Table
from tournaments.pairing.wording import sentence

ROOT = Path(__file__).parents[2]
PAIR_AND_RANK = """
import sys
import tests.tools.toys
from tournaments.exchange.tournament_file import parse

file = parse(open(sys.argv[1], "rb").read())
system, tie_breaks = file.configured()
print(system.pair(file.snapshot), system.standings(file.snapshot, tie_breaks))
"""
every_system = pytest.mark.parametrize("code", SYSTEMS)


def reasons_of(paired: PairedRound) -> list[Reason]:
    parts = [*paired.boards, *paired.byes, *paired.left_out]
    return [*paired.notes, *(reason for part in parts for reason in part.reasons)]


def pair(system: PairingSystem, snapshot: TournamentSnapshot) -> PairedRound | tuple[Reason, ...]:
    """The round, or why there is none; any other exception fails the test."""
    try:
        return system.pair(snapshot)
    except PairingImpossible as impossible:
        return impossible.reasons


def presets(code: str) -> list[PairingSystem]:
    return [configured(SYSTEMS[code], {}, preset=preset) for preset in (None, *SYSTEMS[code].info.presets)]


def check_sentence(reason: Reason) -> None:
    """Each gap of the sentence is filled, and the reason can be kept."""
    gaps = {name for _text, name, _spec, _conversion in Formatter().parse(rule_of(reason.rule).sentence) if name}
    assert gaps <= set(reason.facts), reason
    assert "{" not in sentence(reason, "P{}".format)
    assert Reason.from_json(json.loads(json.dumps(reason.to_json()))) == reason


def check_table(table: Table) -> None:
    for row in table.rows:
        assert set(row.cells) == {column.code for column in table.columns}
        for cell in row.cells.values():
            for term in cell.terms:
                check_sentence(term.reason)
            if cell.terms:
                assert sum(term.amount for term in cell.terms) == cell.value


@every_system
@given(snapshot=evenings())
def test_a_round_keeps_the_promises(code: str, snapshot: TournamentSnapshot) -> None:
    for system in presets(code):
        paired = pair(system, snapshot)
        if not isinstance(paired, PairedRound):
            assert paired, "impossible without a reason"
            for reason in paired:
                check_sentence(reason)
            continue
        seated = [player for board in paired.boards for player in (board.white, board.black)]
        everybody = seated + [bye.player for bye in paired.byes] + [left.player for left in paired.left_out]
        assert sorted(everybody) == sorted(snapshot.by_number)
        assert [board.board for board in paired.boards] == list(range(1, len(paired.boards) + 1))
        assert not any({board.white, board.black} in snapshot.forbidden_pairs for board in paired.boards)
        assert paired.number == len(snapshot.rounds) + 1
        assert all(part.reasons for part in (*paired.boards, *paired.byes, *paired.left_out))
        for reason in reasons_of(paired):
            check_sentence(reason)


@every_system
@given(snapshot=evenings())
def test_a_table_opens_up(code: str, snapshot: TournamentSnapshot) -> None:
    for system in presets(code):
        check_table(system.standings(snapshot, tie_breaks_of(system)))
        check_table(system.standings(snapshot.after(0), tie_breaks_of(system)))


@every_system
@given(snapshot=evenings())
def test_the_history_is_what_each_table_showed(code: str, snapshot: TournamentSnapshot) -> None:
    for system in presets(code):
        tables = [system.standings(snapshot.after(played), ()) for played in range(len(snapshot.rounds) + 1)]
        shown = [{row.player: row.cells["points"].value for row in table.rows} for table in tables]
        assert list(system.history(snapshot)) == shown


@every_system
def test_the_settings_are_said_in_words(code: str) -> None:
    for system in presets(code):
        assert system.settings()
        for reason in system.settings():
            check_sentence(reason)


@every_system
def test_a_number_of_rounds_is_proposed_where_it_is_asked_for(code: str) -> None:
    for system in presets(code):
        plan = system.capabilities().rounds
        assert (plan.proposed is not None) == (plan.kind is RoundCountKind.ASKED)
        assert (plan.of_field is not None) == (plan.kind is RoundCountKind.FOLLOWS)
        for reason in plan.decides:
            check_sentence(reason)


@every_system
@pytest.mark.parametrize("count", [4, 7, 12])
def test_a_number_that_follows_from_the_field_is_played(code: str, count: int) -> None:
    for system in presets(code):
        of_field = system.capabilities().rounds.of_field
        entrants = tuple(Entrant(number=number) for number in range(1, count + 1))
        snapshot = TournamentSnapshot(entrants=entrants)
        for _round in range(of_field(count) if of_field else 0):
            assert not system.is_finished(snapshot)
            snapshot = with_next(system, snapshot, system.pair(snapshot), Random(count))
        assert system.is_finished(snapshot) == (of_field is not None)


@every_system
@given(snapshot=evenings(), chance=st.integers(0, 2**32))
def test_boards_known_at_the_start_do_not_hang_on_results(code: str, snapshot: TournamentSnapshot, chance: int) -> None:
    rng = Random(chance)
    rounds = tuple(
        replace(each, games=tuple(replace(game, result=rng.choice(list(Result))) for game in each.games))
        for each in snapshot.rounds
    )
    for system in presets(code):
        if system.capabilities().rounds.known_at_start:
            assert pair(system, replace(snapshot, rounds=rounds)) == pair(system, snapshot)


@every_system
@given(snapshot=evenings(), chance=st.integers(0, 2**32))
def test_the_order_of_the_rows_does_not_matter(code: str, snapshot: TournamentSnapshot, chance: int) -> None:
    rng = Random(chance)
    mixed = replace(
        snapshot,
        entrants=tuple(rng.sample(snapshot.entrants, len(snapshot.entrants))),
        rounds=tuple(
            replace(
                played,
                games=tuple(rng.sample(played.games, len(played.games))),
                byes=tuple(rng.sample(played.byes, len(played.byes))),
                absences=tuple(rng.sample(played.absences, len(played.absences))),
            )
            for played in rng.sample(snapshot.rounds, len(snapshot.rounds))
        ),
        next_round=replace(
            snapshot.next_round,
            byes=tuple(reversed(snapshot.next_round.byes)),
            absences=tuple(reversed(snapshot.next_round.absences)),
        ),
    )
    for system in presets(code):
        assert pair(system, mixed) == pair(system, snapshot) == pair(system, snapshot)
        tie_breaks = tie_breaks_of(system)
        assert system.standings(mixed, tie_breaks) == system.standings(snapshot, tie_breaks)


@pytest.mark.parametrize(
    "code", [code for code in SYSTEMS if not configured(SYSTEMS[code], {}).capabilities().counts_absentees]
)
@given(snapshot=evenings())
def test_one_who_never_comes_changes_no_board(code: str, snapshot: TournamentSnapshot) -> None:
    never = Entrant(number=max(snapshot.by_number, default=0) + 1, joined_round=10**6)
    more = replace(snapshot, entrants=(*snapshot.entrants, never))
    for system in presets(code):
        without, with_him = pair(system, snapshot), pair(system, more)
        if isinstance(without, PairedRound):
            assert isinstance(with_him, PairedRound)
            assert (with_him.boards, with_him.byes) == (without.boards, without.byes)
        else:
            assert with_him == without


@every_system
@pytest.mark.parametrize("count", first_fast(4, [1, 2, 3, 4, 7, 12, 31]))
def test_a_whole_tournament_can_be_played_to_the_end(code: str, count: int) -> None:
    for system in presets(code):
        rng = Random(count)
        snapshot = TournamentSnapshot(
            entrants=tuple(Entrant(number=number) for number in range(1, count + 1)), planned_rounds=9
        )
        while not system.is_finished(snapshot):
            paired = pair(system, snapshot)
            if not isinstance(paired, PairedRound):
                break  # a small field may have to stop early, saying why
            snapshot = with_next(system, snapshot, paired, rng)
        of_field = system.capabilities().rounds.of_field
        assert snapshot.rounds or (of_field is not None and of_field(count) == 0)
        check_table(system.standings(snapshot, tie_breaks_of(system)))


def with_next(
    system: PairingSystem, snapshot: TournamentSnapshot, paired: PairedRound, rng: Random
) -> TournamentSnapshot:
    with_it = replace(snapshot, rounds=(*snapshot.rounds, played(paired, rng)))
    return with_ties_decided(system, with_it, rng)


def played(paired: PairedRound, rng: Random) -> PlayedRound:
    results = [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS_BY_FORFEIT]
    return PlayedRound(
        number=paired.number,
        games=tuple(
            PlayedGame(board=board.board, white=board.white, black=board.black, result=rng.choice(results))
            for board in paired.boards
        ),
        byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
    )


@every_system
def test_options_survive_json(code: str) -> None:
    for system in presets(code):
        assert configured(SYSTEMS[code], json.loads(json.dumps(saved(system)))) == system
        assert set(saved(system)) == {option.code for option in fields_of(system)}


@every_system
def test_it_keeps_the_protocol_and_its_texts_are_there(code: str) -> None:
    system = configured(SYSTEMS[code], {})
    assert isinstance(system, PairingSystem)
    assert code_of(system) == code
    assert SYSTEMS[code].__doc__
    assert all((system.info.name, system.info.summary, system.info.source, system.info.shown_as))
    for option in fields_of(system):
        assert option.label, option.code
        assert all(option.choices.values()), option.code


def check_tie_break(system: PairingSystem, tie_break: str, snapshot: TournamentSnapshot) -> None:
    table = system.standings(snapshot, tie_breaks_of(system, [{"code": tie_break}]))
    check_table(table)
    assert sorted(row.player for row in table.rows) == sorted(each.number for each in snapshot.listed())


@every_system
def test_every_tie_break_can_be_asked_of_every_preset(code: str) -> None:
    pairs = [*product(presets(code), TIE_BREAKS)]
    for seed, (system, tie_break) in zip(seeds(4 * len(pairs)), cycle(pairs), strict=False):
        snapshot = evening_by(Random(seed))
        with telling(seed, (system, tie_break, snapshot)):
            check_tie_break(system, tie_break, snapshot)


@every_system
@given(snapshot=evenings(), tie_break=st.sampled_from([*TIE_BREAKS]), place=st.integers(0, 2**8))
def test_any_tie_break_can_be_asked_of_it(code: str, snapshot: TournamentSnapshot, tie_break: str, place: int) -> None:
    systems = presets(code)
    check_tie_break(systems[place % len(systems)], tie_break, snapshot)


@every_system
def test_its_lists_of_tie_breaks_can_be_chosen(code: str) -> None:
    for system in presets(code):
        for each in system.info.tie_break_lists:
            assert each.name
            assert tie_breaks_of(system, each.saved)
            assert each.saved != system.info.default_tie_breaks
        if system.info.without_tie_breaks:
            assert not system.info.tie_break_lists, "what decides nothing is not offered"


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_a_tie_break_keeps_the_protocol_and_survives_json(code: str) -> None:
    tie_break = configured(TIE_BREAKS[code], {})
    assert isinstance(tie_break, TieBreak)
    assert all((tie_break.info.name, tie_break.info.short, tie_break.info.legend))
    assert tie_break.info.summary.endswith(".")
    assert configured(TIE_BREAKS[code], json.loads(json.dumps(saved(tie_break)))) == tie_break


@every_system
def test_start_numbers_are_a_permutation_that_follows_from_the_seed(code: str) -> None:
    entrants = [Entrant(number=number, rating=1000 + number * 37 % 500 or None) for number in range(1, 25)]
    system = configured(SYSTEMS[code], {})
    numbers = system.start_numbers(entrants, Lots("12" * 32, 0))
    assert sorted(numbers) == list(range(1, 25))
    assert system.start_numbers(entrants[::-1], Lots("12" * 32, 0)) == numbers


@pytest.mark.slow
@every_system
def test_the_hash_seed_of_the_process_does_not_matter(code: str, tmp_path: Path) -> None:
    rng = Random(5)
    system = configured(SYSTEMS[code], {})
    snapshot = TournamentSnapshot(entrants=tuple(Entrant(number=number) for number in range(1, 22)), seed="3c" * 32)
    for _round in range(4):
        snapshot = with_next(system, snapshot, system.pair(snapshot), rng)
    names = {number: f"Player {number}" for number in snapshot.by_number}
    path = tmp_path / "tournament.json"
    path.write_bytes(dump(TournamentFile(name="Club", system=code, names=names, snapshot=snapshot)))
    answers = {
        subprocess.run(
            [sys.executable, "-c", PAIR_AND_RANK, str(path)],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "TZ": zone},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("4242", "America/Lima"))
    }
    assert len(answers) == 1
    assert b"PairedBoard" in answers.pop()


def test_every_plug_in_is_a_module_of_its_package() -> None:
    for plug_ins, package in ((SYSTEMS, systems), (TIE_BREAKS, tie_breaks)):
        assert {cls.__module__ for cls in plug_ins.values()} == {f"{package.__name__}.{code}" for code in plug_ins}


def test_each_oracle_is_of_a_system_there_is() -> None:
    assert ORACLES
    assert set(ORACLES) <= set(SYSTEMS)
