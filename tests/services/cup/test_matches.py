"""Ties of a knock-out: who goes on where the game left it open, and what is refused."""

import uuid
from dataclasses import replace

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.exchange import tournament_file
from tournaments.models import Attendance, Game, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.cup.bracket import BracketView, bracket_page
from tournaments.pages.standings.ranks_before import standings_before
from tournaments.pairing.audit.verification import verify
from tournaments.pairing.types.snapshot import Colour, PlayedGame, Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import configured_system, exported, seen_decision, snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.cup import matches
from tournaments.services.cup.matches import EnteredDecision, clear_decision, decide_match
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import results
from tournaments.services.setup.entries import enter_players

pytestmark = pytest.mark.django_db

DRAWN, WON, LOST = Result.DRAW, Result.WHITE_WINS, Result.BLACK_WINS
BLITZ = EnteredDecision(step="blitz", winner=Colour.BLACK)


def a_cup(players: int = 4, **options: object) -> Evening:
    """Its first round is published, nobody has played."""
    evening = Evening.of(players, system="cup", options={"draw": "bracket"} | options)
    evening.draft()
    evening.publish()
    return evening


def drawn(evening: Evening, board: int = 1) -> Game:
    game = evening.game(board)
    results.enter_result(game, DRAWN, seen="*", actor=evening.director)
    return evening.game(board)


def decide(evening: Evening, game: Game, decision: EnteredDecision, **how: object) -> None:
    decide_match(game, decision, seen=seen_decision(game.decided_by), actor=evening.director, **how)  # type: ignore[arg-type]
    game.refresh_from_db()


def test_a_level_tie_waits_and_is_decided_at_the_board() -> None:
    evening = a_cup()
    game = drawn(evening)
    assert [tie.board for tie in matches.open_matches(evening.round)] == [1]

    decide(evening, game, BLITZ)

    assert not matches.open_matches(evening.round)
    white, black = evening.boards()[0]
    [first, _second] = snapshot_of(evening.tournament).rounds[0].games
    assert first.result is DRAWN
    assert first.decided_by is not None
    assert (first.decided_by.step, first.decided_by.winner) == ("blitz", black)
    evening.enter(2, WON)
    evening.open()
    evening.check_in(black)
    evening.pair()
    assert any(black in pair for pair in evening.boards())
    assert not any(white in pair for pair in evening.boards())


def test_further_games_are_kept_and_must_fit() -> None:
    evening = a_cup()
    game = drawn(evening)
    lost_twice = ((Colour.BLACK, WON), (Colour.WHITE, DRAWN))
    with nothing_changes(Refused, "After these games No4 is ahead."):
        decide(evening, game, EnteredDecision(step="blitz", winner=Colour.WHITE, games=lost_twice))
    with pytest.raises(Refused, match="both are level"):
        decide(evening, game, EnteredDecision(step="blitz", winner=Colour.BLACK, games=((Colour.BLACK, DRAWN),)))
    with pytest.raises(Refused, match="That is more games than are played up to this step"):
        decide(
            evening, game, EnteredDecision(step="blitz", winner=Colour.BLACK, games=(*lost_twice, (Colour.WHITE, LOST)))
        )

    decide(evening, game, EnteredDecision(step="blitz", winner=Colour.BLACK, games=lost_twice))

    assert game.decided_by == {
        "step": "blitz",
        "winner": "black",
        "games": [["black", "1-0"], ["white", "1/2-1/2"]],
    }


def test_a_drawn_armageddon_is_for_black() -> None:
    evening = a_cup()
    game = drawn(evening)
    armageddon = ((Colour.WHITE, DRAWN),)
    with nothing_changes(Refused, "After these games No4 is ahead."):
        decide(evening, game, EnteredDecision(step="armageddon", winner=Colour.WHITE, games=armageddon))
    decide(evening, game, EnteredDecision(step="armageddon", winner=Colour.BLACK, games=armageddon))
    assert game.decided_by["winner"] == "black"


def test_the_sum_of_two_games_decides() -> None:
    evening = a_cup(games=2)
    results.enter_result(evening.game(1), WON, seen="*", actor=evening.director)
    game = evening.game(1)
    assert [tie.board for tie in matches.open_matches(evening.round)] == [1]
    second_drawn = ((Colour.BLACK, DRAWN),)
    with nothing_changes(Refused, "After these games No1 is ahead."):
        decide(evening, game, EnteredDecision(step="second_game", winner=Colour.BLACK, games=second_drawn))
    decide(evening, game, EnteredDecision(step="second_game", winner=Colour.WHITE, games=second_drawn))
    assert not matches.open_matches(evening.round)


def test_the_game_comes_first_and_a_won_one_needs_no_step() -> None:
    evening = a_cup()
    with pytest.raises(Refused, match="Enter the result of the game first"):
        decide(evening, evening.game(1), BLITZ)
    evening.enter(1, WON)
    with pytest.raises(Refused, match="decided already"):
        decide(evening, evening.game(1), BLITZ)
    results.enter_result(evening.game(1), Result.BOTH_FORFEIT, seen="1-0", actor=evening.director)
    with pytest.raises(Refused, match="Neither of the two goes through: neither came"):
        decide(evening, evening.game(1), BLITZ)


def test_only_a_step_of_the_options_and_whom_it_names() -> None:
    evening = a_cup(decide="blitz(2, 5), lower")
    game = drawn(evening)
    with pytest.raises(Refused, match="does not decide a tie"):
        decide(evening, game, EnteredDecision(step="armageddon", winner=Colour.WHITE))
    [_blitz, lower] = matches.endings_of(evening.round, matches.open_matches(evening.round)[0])
    white, _black = evening.boards()[0]
    named = Colour.WHITE if lower.winner == white else Colour.BLACK
    with pytest.raises(Refused, match="By this step"):
        decide(evening, game, EnteredDecision(step="lower", winner=named.other))
    decide(evening, game, EnteredDecision(step="lower", winner=named))


def test_in_another_tournament_a_game_needs_no_winner() -> None:
    evening = Evening.of(4)
    evening.play(result=DRAWN)
    with pytest.raises(Refused, match="needs no winner"):
        decide(evening, evening.game(1), BLITZ)


def test_another_result_forgets_what_decided_the_old_one_and_undo_brings_it_back() -> None:
    evening = a_cup()
    game = drawn(evening)
    decide(evening, game, BLITZ)

    action = results.enter_result(game, WON, seen="1/2-1/2", actor=evening.director)
    assert evening.game(1).decided_by is None
    assert action is not None
    undo_action(action, actor=evening.director)
    assert evening.game(1).decided_by is not None


def test_a_decision_is_cleared_and_the_tie_is_open_again() -> None:
    evening = a_cup()
    game = drawn(evening)
    decide(evening, game, BLITZ)
    clear_decision(game, seen=seen_decision(game.decided_by), actor=evening.director)
    assert [tie.board for tie in matches.open_matches(evening.round)] == [1]


def test_two_at_once_and_twice_the_same() -> None:
    evening = a_cup()
    game = drawn(evening)
    receipt = uuid.uuid4()
    decide(evening, game, BLITZ, receipt=receipt)
    with pytest.raises(AlreadyDone):
        decide_match(game, BLITZ, seen="", actor=evening.director, receipt=receipt)
    with pytest.raises(Stale):
        decide_match(game, EnteredDecision(step="blitz", winner=Colour.WHITE), seen="", actor=evening.director)


def test_a_tie_decided_after_the_next_round_was_drawn_was_not_known_to_it() -> None:
    evening = a_cup(8)
    drawn(evening, 1)
    for board in (2, 3, 4):
        evening.game(board)
        results.enter_result(evening.game(board), WON, seen="*", actor=evening.director)
    evening.open()
    evening.check_in()
    evening.pair()
    assert len(evening.boards()) == 1
    evening.publish()
    game = evening.game(1, in_round=1)
    decide(evening, game, BLITZ)
    assert (game.known_from, game.earlier) == (3, [["1/2-1/2", 2]])


def test_what_decided_goes_into_the_file_and_comes_back() -> None:
    evening = a_cup()
    decide(evening, drawn(evening), EnteredDecision(step="blitz", winner=Colour.BLACK, games=((Colour.BLACK, WON),)))
    written = tournament_file.dump(exported(evening.tournament))

    club = evening.tournament.club
    there = import_tournament(
        club, tournament_file.parse(written), season=evening.tournament.season, actor=None, name="Elsewhere"
    )

    assert snapshot_of(there).rounds == snapshot_of(evening.tournament).rounds
    assert Attendance.objects.filter(round__tournament=there, game__isnull=False).count() == 4


def test_a_tie_of_a_tree_opens_as_soon_as_both_are_known() -> None:
    evening = Evening.of(7, system="cup", options={"draw": "bracket_lot"})
    evening.come_to_a_known_tie()
    assert len(evening.boards()) == 1
    with pytest.raises(Stale):
        matches.set_up_known(evening.tournament, seen=0, actor=evening.director)

    action = matches.set_up_known(evening.tournament, seen=1, actor=evening.director)

    assert len(evening.boards()) == 2
    winners = {white for white, _black in evening.boards(in_round=1)[1:]}
    assert {*evening.boards()[1]} == winners
    assert matches.set_up_known(evening.tournament, seen=0, actor=evening.director) is None
    evening.enter(1, WON)
    evening.enter(2, WON)
    assert action is not None
    evening.open()
    evening.check_in()
    evening.pair()
    assert len(evening.boards()) == 1
    assert verify_here(evening)


def verify_here(evening: Evening) -> bool:
    return verify(configured_system(evening.tournament), (), snapshot_of(evening.tournament).after(2)).holds


def test_in_a_round_that_is_over_it_is_played_another_day() -> None:
    evening = Evening.of(7, system="cup", options={"draw": "bracket_lot"})
    evening.come_to_a_known_tie()
    evening.enter(1, WON)
    evening.finish()
    matches.set_up_known(evening.tournament, seen=1, actor=evening.director)
    assert evening.game(2).is_postponed


def test_nobody_comes_into_a_cup_whose_first_round_is_published() -> None:
    evening = Evening.of(4, system="cup")
    evening.draft()
    late = PlayerFactory(club=evening.tournament.club)
    enter_players(evening.tournament, [late], actor=evening.director)
    assert evening.tournament.entries.count() == 5
    evening.pair()
    evening.check_in(5)
    evening.pair()
    evening.publish()
    with pytest.raises(Refused, match="nobody can come in any more"):
        enter_players(evening.tournament, [PlayerFactory(club=evening.tournament.club)], actor=evening.director)
    assert evening.tournament.entries.count() == 5


def test_rounds_won_are_not_called_points() -> None:
    evening = a_cup()
    evening.enter(1, WON)
    evening.enter(2, WON)
    snapshot = snapshot_of(evening.tournament)
    before = standings_before(configured_system(evening.tournament).standings(snapshot, ()))
    assert before[evening.boards()[0][0]].named_points == "Rounds won: 1"


@pytest.mark.parametrize(("players", "ties_of_round"), [(2, [1]), (3, [1, 1])])
def test_the_smallest_cups(players: int, ties_of_round: list[int]) -> None:
    evening = Evening.of(players, system="cup", options={"draw": "bracket"})
    found = []
    for _each in ties_of_round:
        evening.draft()
        evening.publish()
        found.append(len(evening.boards()))
        evening.enter(1, WON)
        evening.finish()
    assert found == ties_of_round
    [tree] = tree_of(evening)
    assert tree.winner is not None


@pytest.mark.slow
def test_a_cup_of_255_has_one_free_pass() -> None:
    evening = Evening.of(255, system="cup", options={"draw": "bracket"})
    evening.draft()
    evening.publish()
    assert (len(evening.boards()), len(evening.byes())) == (127, 1)
    [tree] = tree_of(evening)
    assert [len(each.boxes) for each in tree.rounds] == [128, 64, 32, 16, 8, 4, 2, 1]


def tree_of(evening: Evening) -> tuple[BracketView, ...]:
    return bracket_page(Tournament.objects.get(pk=evening.tournament.pk), Audience.PUBLIC).brackets


def test_everybody_leaves_a_cup_but_one() -> None:
    evening = a_cup(5)
    for number in (1, 2, 3, 4):
        evening.withdraw(number)
    snapshot = snapshot_of(evening.tournament)
    system = configured_system(evening.tournament)
    [tree] = tree_of(evening)
    assert tree.winner is not None
    assert tree.winner.number == 5
    assert system.is_finished(snapshot)
    evening.finish()


def test_of_a_tie_between_two_who_left_nobody_goes_on_and_it_holds_up_nobody() -> None:
    evening = a_cup(8)
    gone, *others = evening.boards()
    for number in gone:
        evening.withdraw(number)
    for board in (2, 3, 4):
        evening.enter(board, WON)
    assert not matches.open_matches(evening.round)
    evening.draft()
    evening.publish()
    on = {white for white, _black in others}
    assert {player for pair in evening.boards() for player in pair} | {*evening.byes()} == on
    with pytest.raises(Refused):
        decide_match(evening.game(1, in_round=1), BLITZ, seen="", actor=evening.director)


def test_whoever_is_ahead_after_further_games_needs_no_other_step() -> None:
    evening = a_cup(decide="blitz(2, 5), lower")
    game = drawn(evening)
    lost = ((Colour.BLACK, WON), (Colour.WHITE, DRAWN))
    lower = matches.endings_of(evening.round, matches.open_matches(evening.round)[0])[-1]
    winner = Colour.WHITE if lower.winner == evening.boards()[0][0] else Colour.BLACK
    with pytest.raises(Refused, match="After these games one of them is ahead: no other step is needed"):
        decide(evening, game, EnteredDecision(step="lower", winner=winner, games=lost))


def test_a_game_of_two_who_are_out_is_no_tie() -> None:
    """Only a file can bring one: two who lost in the first round play each other in the second."""
    there = Evening.of(8, system="cup", options={"draw": "bracket"})
    there.play()
    there.draft()
    there.publish()
    file = exported(there.tournament)
    [first, second] = file.snapshot.rounds
    losers = [game.black for game in first.games[:2]]
    own = PlayedGame(board=3, white=losers[0], black=losers[1], result=DRAWN)
    away = tuple(each for each in second.absences if each.player not in losers)
    played = (first, replace(second, games=(*second.games, own), absences=away))
    there = Evening(
        tournament=import_tournament(
            there.tournament.club,
            replace(file, snapshot=replace(file.snapshot, rounds=played)),
            season=there.tournament.season,
            name="Copy",
            actor=None,
        )
    )
    with pytest.raises(Refused, match="The game on board 3 is no tie of the cup"):
        decide(there, there.game(3), BLITZ)


def test_known_ties_wait_for_no_draft() -> None:
    evening = Evening.of(6, system="cup", options={"draw": "bracket"})
    evening.come_to_a_known_tie()
    evening.take_back()
    with pytest.raises(Refused, match="Round 2 is a draft: pair it again instead"):
        matches.set_up_known(evening.tournament, seen=1, actor=evening.director)
