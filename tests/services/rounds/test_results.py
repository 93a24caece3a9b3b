"""Results: entered, corrected, cleared, forfeited, postponed, and what was known when."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass, field

import pytest

from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Game, Round, RoundRecord, RoundState
from tournaments.pairing.types.snapshot import PlayedGame, Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import snapshot_of, unpacked
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db

RESULTS = [result for result in Result if result is not Result.OPEN]


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(6)
    evening.draft()
    evening.publish()
    return evening


@pytest.mark.parametrize("result", RESULTS)
def test_it_enters_every_result_forfeits_too(evening: Evening, result: Result) -> None:
    evening.enter(1, result)

    assert Game.objects.get(board=1).result == result
    assert Action.objects.latest("pk").facts == {"round": 1, "board": 1, "result": result.value}


def test_the_same_result_from_two_phones_is_one_action(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    actions = Action.objects.count()

    results.enter_result(evening.game(1), Result.DRAW, seen="*", actor=None)

    assert Action.objects.count() == actions


def test_a_double_tap_enters_once(evening: Evening) -> None:
    receipt = uuid.uuid4()
    results.enter_result(evening.game(1), Result.DRAW, seen="*", actor=None, receipt=receipt)

    with nothing_changes(AlreadyDone):
        results.enter_result(evening.game(1), Result.DRAW, seen="*", actor=None, receipt=receipt)


def test_two_different_results_conflict_and_the_second_hears_who_was_first(evening: Evening) -> None:
    stig = UserFactory(username="stig")
    results.enter_result(evening.game(1), Result.DRAW, seen="*", actor=stig)

    with nothing_changes(Stale) as stale:
        results.enter_result(evening.game(1), Result.WHITE_WINS, seen="*", actor=evening.director)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == stig
    evening.enter(1, Result.WHITE_WINS)  # with what is there in sight it is a correction


def test_open_is_no_result_to_enter(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)

    with nothing_changes(Refused, "To take a result away, clear it."):
        evening.enter(1, Result.OPEN)


@pytest.mark.slow
def test_clearing_takes_a_result_away_and_the_mark_postponed_too(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    results.clear_result(evening.game(1), seen="1/2-1/2", actor=None)
    assert Game.objects.get(board=1).result == Result.OPEN

    results.postpone_game(evening.game(1), seen="*", actor=None)
    assert Game.objects.get(board=1).is_postponed
    results.clear_result(evening.game(1), seen="*", actor=None)
    assert not Game.objects.get(board=1).is_postponed


def test_clearing_what_was_corrected_meanwhile_is_stale(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)

    with nothing_changes(Stale):
        results.clear_result(evening.game(1), seen="1-0", actor=None)


def test_a_result_ends_the_postponement(evening: Evening) -> None:
    results.postpone_game(evening.game(1), seen="*", actor=None)

    evening.enter(1, Result.BLACK_WINS)

    assert not Game.objects.get(board=1).is_postponed


def test_a_game_that_has_its_result_is_not_postponed(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)

    with nothing_changes(Refused, "Board 1 has a result: clear the result first."):
        results.postpone_game(evening.game(1), seen="1/2-1/2", actor=None)


@pytest.mark.slow
@pytest.mark.parametrize("verb", [results.clear_result, results.postpone_game])
def test_a_board_that_was_paired_again_is_stale(evening: Evening, verb: object) -> None:
    gone = evening.game(1)
    evening.take_back()
    evening.pair()
    evening.publish()

    with nothing_changes(Stale):
        results.enter_result(gone, Result.DRAW, seen="*", actor=None)
    with nothing_changes(Stale):
        verb(gone, seen="*", actor=None)  # type: ignore[operator]  # one of the two verbs


def test_a_board_whose_round_is_gone_is_stale() -> None:
    evening = Evening.of(2)
    evening.draft()
    gone = Game.objects.get()
    for action in Action.objects.order_by("-pk"):
        undo_action(action, actor=None)
    assert not Round.objects.exists()

    with nothing_changes(Stale):
        results.enter_result(gone, Result.DRAW, seen="*", actor=None)


def test_a_board_of_a_draft_has_no_result_yet(evening: Evening) -> None:
    evening.take_back()

    with nothing_changes(Stale) as stale:
        evening.enter(1, Result.DRAW)

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.verb == "round.take_back"


@pytest.mark.slow
def test_a_postponed_game_is_played_after_the_next_round_was_paired(evening: Evening) -> None:
    results.postpone_game(evening.game(1), seen="*", actor=None)
    for board in (2, 3):
        evening.enter(board, Result.WHITE_WINS)
    evening.play()

    evening.enter(1, Result.BLACK_WINS, in_round=1)

    game = Game.objects.get(round__number=1, board=1)
    assert (game.result, game.known_from, game.earlier) == ("0-1", 3, [["*", 2]])
    evening.draft()
    evening.publish()


def test_a_correction_before_the_next_pairing_was_always_known(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)
    evening.enter(1, Result.WHITE_WINS)

    game = Game.objects.get(board=1)
    assert (game.known_from, game.earlier) == (None, [])


@pytest.mark.slow
def test_a_correction_back_to_what_was_known_leaves_no_trace(evening: Evening) -> None:
    for board in (1, 2, 3):
        evening.enter(board, Result.DRAW)
    evening.draft()
    evening.enter(1, Result.WHITE_WINS, in_round=1)
    evening.enter(1, Result.DRAW, in_round=1)

    game = Game.objects.get(round__number=1, board=1)
    assert (game.known_from, game.earlier) == (None, [])


@pytest.mark.slow
def test_a_draft_made_again_knows_the_correction(evening: Evening) -> None:
    for board in (1, 2, 3):
        evening.enter(board, Result.DRAW)
    evening.draft()
    evening.enter(1, Result.WHITE_WINS, in_round=1)
    assert Game.objects.get(round__number=1, board=1).known_from == 3

    evening.pair()

    game = Game.objects.get(round__number=1, board=1)
    assert (game.known_from, game.earlier) == (None, [])


@dataclass
class Memory:
    """What each pairing knew, kept in the plainest way: a copy of all results at the moment it was made."""

    known: dict[int, dict[tuple[int, int], str]] = field(default_factory=dict)

    def paired(self, number: int) -> None:
        rows = Game.objects.filter(round__number__lt=number).values_list("round__number", "board", "result")
        self.known[number] = {(round_number, board): result for round_number, board, result in rows}

    def check(self, evening: Evening) -> None:
        last = evening.round
        file = snapshot_of(evening.tournament, before=None)
        for played in file.rounds:
            for game in played.games:
                for later in range(played.number + 1, last.number + 1):
                    if later in self.known and Round.objects.get(number=later).state != RoundState.OPEN:
                        expected = self.known[later][played.number, game.board]
                        assert known_when_pairing(later, game, played.number) == expected


def known_when_pairing(round_number: int, game: PlayedGame, played_in: int) -> str:
    """Rulebook, tournament file: the newest of what was known from a round not after this one."""
    steps = [
        *((known.known_from, known.result) for known in game.earlier),
        (game.known_from or played_in + 1, game.result),
    ]
    known = Result.OPEN
    for first, result in steps:
        if first <= round_number:
            known = result
    return known.value


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_file_says_what_was_known_when_through_corrections_and_pairings(seed: int) -> None:
    chance = random.Random(seed)
    evening, memory = Evening.of(5), Memory()
    for number in range(1, 5):
        evening.draft()
        memory.paired(number)
        for _ in range(2):
            correct_something(evening, chance, below=number)
            memory.check(evening)
            if chance.random() < 0.4:
                if chance.random() < 0.5:
                    evening.take_back()
                    correct_something(evening, chance, below=number)
                evening.pair()
                memory.paired(number)
                memory.check(evening)
        evening.publish()
        for board in range(1, len(evening.boards()) + 1):
            evening.enter(board, chance.choice(RESULTS))
        memory.check(evening)
        kept = unpacked(RoundRecord.objects.get(round=evening.round).tournament_file)
        known = {(p.number, game.board): game.result.value for p in kept.snapshot.rounds for game in p.games}
        assert known == memory.known[number], "the kept file holds what this pairing knew"


def correct_something(evening: Evening, chance: random.Random, *, below: int) -> None:
    if below == 1:
        return
    in_round = chance.randrange(1, below)
    game = evening.game(chance.choice((1, 2)), in_round=in_round)
    choice = chance.choice((*RESULTS, Result.OPEN))
    if choice is Result.OPEN:
        results.clear_result(game, seen=game.result, actor=None)
    else:
        results.enter_result(game, choice, seen=game.result, actor=None)


def test_a_published_board_that_has_a_result_is_not_moved(evening: Evening) -> None:
    evening.enter(1, Result.DRAW)

    with nothing_changes(Refused, "Board 1 has begun"):
        manual_pairing.remove_board(evening.game(1), seen_revision=evening.round.revision, actor=None)
