"""A tie of a cup that is a game of another tournament's round too: one game, typed once, taken back once."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

import pytest

from tests.tools.casts.factories import EntryFactory, Evening, TournamentFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Attendance, Directorship, Game, Presence, Round, RoundState, Tournament
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import exported, seen_decision, snapshot_of
from tournaments.services.activity.undo import BuiltUpon, undo_action
from tournaments.services.clubs import trash
from tournaments.services.common.refusal import Refused
from tournaments.services.cup.matches import EnteredDecision, clear_decision, decide_match
from tournaments.services.cup.shared_games import share_games, unshare_game
from tournaments.services.players import card_keys
from tournaments.services.rounds import result_reports, results
from tournaments.services.setup import settings
from tournaments.services.setup.settings import edit_tournament

pytestmark = [pytest.mark.django_db]

DRAWN, WON, LOST, OPEN = Result.DRAW, Result.WHITE_WINS, Result.BLACK_WINS, Result.OPEN


@dataclass(kw_only=True)
class Both:
    """A cup whose first round is published, and a tournament of the same people in which its games count too."""

    cup: Evening
    other: Evening

    def tie(self, board: int = 1) -> Game:
        return self.cup.game(board)

    def players(self, board: int = 1) -> tuple[int, int]:
        """White's and Black's number, which are the same in both tournaments."""
        return self.cup.boards()[board - 1]

    def play_now(self, board: int = 1, **how: object) -> Action | None:
        return share_games(self.other.round, [self.tie(board)], actor=self.other.director, **how)  # type: ignore[arg-type]

    def their_board(self, board: int = 1) -> Game:
        """That of the other tournament."""
        white, black = self.players(board)
        return next(
            self.other.game(place) for place, pair in enumerate(self.other.boards(), 1) if set(pair) == {white, black}
        )

    def results(self, board: int = 1) -> tuple[str, str]:
        return self.tie(board).result, self.their_board(board).result


def link(cup: Evening, other: Tournament | None) -> None:
    there = cup.tournament
    there.refresh_from_db()
    edit_tournament(
        there,
        name=there.name,
        season=there.season,
        planned_rounds=there.planned_rounds,
        counts_in=other,
        seen=settings.version_of(there),
        actor=cup.director,
    )


def two(system: str = "keizer", players: int = 6, **options: object) -> Both:
    """Of the same players; the other tournament is being checked in, and all are here."""
    cup = Evening.of(players, system="cup", name="Spring cup", options={"draw": "bracket"} | options)
    there: Tournament = TournamentFactory(
        club=cup.tournament.club, season=cup.tournament.season, system=system, name="Club evening"
    )
    for entry in cup.tournament.entries.order_by("number"):
        EntryFactory(tournament=there, player=entry.player, number=entry.number)
    Directorship.objects.create(tournament=there, user=cup.director)
    other = Evening(tournament=there, director=cup.director)
    link(cup, there)
    cup.draft()
    cup.publish()
    other.open()
    other.check_in()
    return Both(cup=cup, other=other)


def published(system: str = "keizer", **options: object) -> Both:
    """The first tie has its board in the other tournament's round."""
    both = two(system, **options)
    both.play_now()
    both.other.pair()
    both.other.publish()
    return both


SYSTEMS = pytest.mark.parametrize("system", ["keizer", "modified_monrad", "attendance_monrad"])


@SYSTEMS
def test_they_get_a_board_with_the_cups_colours_and_the_result_stands_on_both(system: str) -> None:
    both = published(system)
    assert both.players() in both.other.boards()
    assert both.their_board().by_hand

    results.enter_result(both.their_board(), WON, seen="*", actor=both.other.director)

    assert both.results() == ("1-0", "1-0")
    white, black = both.players()
    [cups_game, *_] = snapshot_of(both.cup.tournament).rounds[0].games
    assert (cups_game.white, cups_game.black, cups_game.result) == (white, black, WON)
    [action] = Action.objects.filter(verb="result.enter")
    undo_action(action, actor=both.other.director)
    assert both.results() == ("*", "*")


@SYSTEMS
def test_what_is_typed_in_the_cup_stands_in_the_other(system: str) -> None:
    both = published(system)
    results.enter_result(both.tie(), DRAWN, seen="*", actor=both.cup.director)
    assert both.results() == ("1/2-1/2", "1/2-1/2")
    results.enter_result(both.tie(), LOST, seen="1/2-1/2", actor=both.cup.director)
    assert both.results() == ("0-1", "0-1")
    results.clear_result(both.their_board(), seen="0-1", actor=both.cup.director)
    assert both.results() == ("*", "*")
    results.postpone_game(both.tie(), seen="*", actor=both.cup.director)
    assert both.their_board().is_postponed
    results.enter_result(both.their_board(), WON, seen="*", actor=both.cup.director)
    assert both.results() == ("1-0", "1-0")
    assert not both.tie().is_postponed


def test_what_decides_the_tie_counts_in_the_cup_alone_and_another_result_forgets_it() -> None:
    both = published()
    results.enter_result(both.their_board(), DRAWN, seen="*", actor=None)
    decide_match(both.tie(), EnteredDecision(step="blitz", winner=Colour.BLACK), seen="", actor=None)
    assert both.their_board().decided_by is None
    assert both.their_board().result == "1/2-1/2"
    results.enter_result(both.their_board(), WON, seen="1/2-1/2", actor=None)
    assert both.tie().decided_by is None


def test_each_file_holds_its_own_game_alone() -> None:
    both = published()
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    cup, other = exported(both.cup.tournament), exported(both.other.tournament)
    assert [game.result for game in cup.snapshot.rounds[0].games].count(WON) == 1
    assert [game.result for game in other.snapshot.rounds[0].games].count(WON) == 1
    assert len(cup.snapshot.rounds) == len(other.snapshot.rounds) == 1


def test_public_pages_of_both_are_made_anew_and_kept_pages_of_the_staff_too() -> None:
    both = published()
    both.cup.tournament.refresh_from_db()
    before = both.cup.tournament
    revisions = before.revision, before.past_revision, before.public_revision
    results.enter_result(both.their_board(), WON, seen="*", actor=None)
    after = Tournament.objects.get(pk=before.pk)
    now = after.revision, after.past_revision, after.public_revision
    assert all(new > old for new, old in zip(now, revisions, strict=True))


def test_a_forfeit_stands_where_it_was_entered_and_parts_the_two() -> None:
    both = published()
    results.enter_result(both.their_board(), Result.WHITE_WINS_BY_FORFEIT, seen="*", actor=None)
    assert both.results() == ("*", "+--")
    results.enter_result(both.tie(), LOST, seen="*", actor=None)
    assert both.results() == ("0-1", "+--")


def test_a_result_that_becomes_a_forfeit_was_no_game_in_the_other() -> None:
    both = published()
    results.enter_result(both.their_board(), WON, seen="*", actor=None)
    results.enter_result(both.tie(), Result.WHITE_WINS_BY_FORFEIT, seen="1-0", actor=None)
    assert both.results() == ("+--", "*")


def test_a_walk_over_and_a_free_pass_give_nobody_a_board() -> None:
    both = two()
    results.enter_result(both.tie(), Result.WHITE_WINS_BY_FORFEIT, seen="*", actor=None)
    with pytest.raises(Refused, match="only if it has no result yet"):
        both.play_now()
    both.other.pair()
    assert not Game.objects.filter(round=both.other.round, by_hand=True).exists()


def test_a_tie_played_before_the_board_was_published_brings_its_result() -> None:
    both = two()
    both.play_now()
    results.enter_result(both.tie(), LOST, seen="*", actor=None)
    both.other.pair()
    assert both.their_board().result == "*"
    both.other.publish()
    assert both.results() == ("0-1", "0-1")


def test_turned_colours_turn_the_result() -> None:
    from tournaments.services.evening.manual_pairing import swap_players

    both = published()
    white, black = both.players()
    other = both.other
    swap_players(
        other.round, other.entry(white), other.entry(black), seen_revision=other.round.revision, actor=other.director
    )
    assert (black, white) in other.boards()
    results.enter_result(both.their_board(), WON, seen="*", actor=None)
    assert both.results() == ("0-1", "1-0")


def test_only_of_two_who_are_here_and_of_a_cup_that_counts_here() -> None:
    both = two()
    white, _black = both.players()
    both.other.mark(white, Presence.EXCUSED)
    with pytest.raises(Refused, match="both players are here"):
        both.play_now()
    both.other.mark(white, Presence.PRESENT)
    link(both.cup, None)
    with pytest.raises(Refused, match="The games of Spring cup do not count in this tournament any more"):
        both.play_now()


def test_whoever_leaves_before_the_pairing_is_not_set_on_a_board() -> None:
    both = two()
    both.play_now()
    white, black = both.players()
    both.other.mark(white, Presence.EXCUSED)
    both.other.pair()
    assert not any(white in pair for pair in both.other.boards())
    both.other.publish()
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    assert both.tie().result == "1-0"
    [other_board] = [place for place, pair in enumerate(both.other.boards(), 1) if black in pair]
    assert both.other.game(other_board).result == "*"


def test_another_day_after_all() -> None:
    both = two()
    both.play_now()
    unshare_game(both.other.round, both.tie(), actor=None)
    assert both.tie().counted_in is None
    both.other.pair()
    assert not Game.objects.filter(round=both.other.round, by_hand=True).exists()
    with pytest.raises(Stale):
        both.play_now()


def test_a_double_tap_and_a_second_director_lose_nothing() -> None:
    both = two()
    receipt = uuid.uuid4()
    both.play_now(receipt=receipt)
    with pytest.raises(AlreadyDone):
        both.play_now(receipt=receipt)
    assert both.play_now(receipt=uuid.uuid4()) is None
    both.other.pair()
    both.other.publish()
    receipt = uuid.uuid4()
    results.enter_result(both.their_board(), WON, seen="*", actor=both.other.director, receipt=receipt)
    with pytest.raises(AlreadyDone):
        results.enter_result(both.their_board(), WON, seen="*", actor=both.other.director, receipt=receipt)
    with pytest.raises(Stale):
        results.enter_result(both.tie(), LOST, seen="*", actor=both.cup.director)
    assert both.results() == ("1-0", "1-0")


def test_nobody_plays_two_ties_in_one_round() -> None:
    both = two()
    second = Evening.of(0, system="cup", name="Blitz cup", club=both.cup.tournament.club)
    Tournament.objects.filter(pk=second.tournament.pk).update(season=both.cup.tournament.season)
    for number in both.players():
        EntryFactory(tournament=second.tournament, player=both.cup.entry(number).player, number=number)
    link(second, both.other.tournament)
    second.draft()
    second.publish()
    both.play_now()
    with pytest.raises(Refused, match="another such game"):
        share_games(both.other.round, [second.game(1)], actor=None)


def test_pairing_again_and_going_back_to_check_in_keep_the_tie() -> None:
    both = two()
    both.play_now()
    for _again in range(2):
        both.other.pair()
        assert both.players() in both.other.boards()
    both.other.take_back()
    assert both.other.round.state == RoundState.OPEN
    both.other.pair()
    both.other.publish()
    both.other.take_back()
    both.other.publish()
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    assert both.results() == ("1-0", "1-0")


def test_a_board_that_is_split_is_no_game_of_the_cup_any_more() -> None:
    from tournaments.services.evening.manual_pairing import remove_board

    both = published()
    board = both.their_board()
    remove_board(board, seen_revision=both.other.round.revision, actor=None)
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    assert both.tie().result == "1-0"
    assert Game.objects.filter(round=both.other.round).exclude(result="*").count() == 0


def test_no_round_tonight_lets_the_tie_go_and_undoing_brings_it_back() -> None:
    both = two()
    both.play_now()
    key = both.other.round.pk
    both.other.call_off()
    assert both.tie().counted_in is None
    undo_action(Action.objects.latest("pk"), actor=both.other.director)
    assert both.tie().counted_in_id == key


def test_a_cups_round_taken_back_leaves_the_other_as_it_is() -> None:
    both = published()
    pairs = both.other.boards()
    both.cup.take_back()
    assert both.other.boards() == pairs
    results.enter_result(both.other.game(1), WON, seen="*", actor=None)
    assert both.cup.game(1).result == "*"


def test_what_builds_on_it_is_undone_first() -> None:
    both = two()
    marked = both.play_now()
    assert marked is not None
    both.other.pair()
    with pytest.raises(BuiltUpon):
        undo_action(marked, actor=both.other.director)
    undo_action(Action.objects.filter(verb="round.pair").latest("pk"), actor=both.other.director)
    undo_action(marked, actor=both.other.director)
    assert both.tie().counted_in is None


def test_undoing_the_opening_waits_for_the_tie_set_in_it() -> None:
    both = two()
    both.play_now()
    opened = Action.objects.filter(verb="round.open", tournament=both.other.tournament).get()
    with pytest.raises(BuiltUpon):
        undo_action(opened, actor=both.other.director)


def test_a_later_correction_knows_what_each_tournament_knew() -> None:
    both = published()
    for place in range(1, len(both.other.boards()) + 1):
        game = both.other.game(place)
        results.enter_result(game, WON, seen=game.result, actor=None)
    both.other.draft()
    results.enter_result(both.cup.game(1), LOST, seen="1-0", actor=None)
    board = Game.objects.get(round__number=1, round__tournament=both.other.tournament, by_hand=True)
    assert (board.result, board.known_from, board.earlier) == ("0-1", 3, [["1-0", 2]])
    assert (both.tie().known_from, both.tie().earlier) == (None, [])


def test_the_link_is_to_an_open_tournament_of_the_season_that_pairs_round_by_round() -> None:
    both = two()
    plan: Tournament = TournamentFactory(
        club=both.cup.tournament.club, season=both.cup.tournament.season, system="all_play_all"
    )
    elsewhere: Tournament = TournamentFactory(system="keizer")
    trashed: Tournament = TournamentFactory(
        club=both.cup.tournament.club, season=both.cup.tournament.season, system="keizer"
    )
    trash.trash_tournament(trashed, actor=None)
    for wrong in (plan, elsewhere, trashed, both.cup.tournament):
        with pytest.raises(Refused, match="pairs round by round"):
            link(both.cup, wrong)
    with pytest.raises(Refused, match="A Keizer’s games cannot count in another Keizer"):
        link(both.other, both.cup.tournament)


def test_unlinking_forgets_ties_not_paired_yet_and_keeps_games_played() -> None:
    both = published()
    link(both.cup, None)
    results.enter_result(both.their_board(), WON, seen="*", actor=None)
    assert both.results() == ("1-0", "1-0")

    waiting = two()
    waiting.play_now()
    link(waiting.cup, None)
    assert waiting.tie().counted_in is None
    undo_action(Action.objects.latest("pk"), actor=None)
    assert waiting.tie().counted_in_id == waiting.other.round.pk


def test_a_postponed_tie_is_played_on_another_evening() -> None:
    both = two()
    results.postpone_game(both.tie(), seen="*", actor=None)
    both.other.pair()
    both.other.publish()
    for place in range(1, len(both.other.boards()) + 1):
        both.other.enter(place, WON)
    both.other.open()
    both.other.check_in()
    both.play_now()
    both.other.pair()
    both.other.publish()
    results.enter_result(both.their_board(), DRAWN, seen="*", actor=None)
    assert both.results() == ("1/2-1/2", "1/2-1/2")
    assert not both.tie().is_postponed


def test_emptying_the_trash_of_the_other_leaves_the_cup_whole() -> None:
    import datetime

    from django.utils import timezone

    both = published()
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    trash.trash_tournament(both.other.tournament, actor=None)
    trash.empty_trash(before=timezone.now() + datetime.timedelta(days=1))
    assert not Round.objects.filter(tournament=both.other.tournament.pk).exists()
    assert both.tie().result == "1-0"
    both.cup.tournament.refresh_from_db()
    assert both.cup.tournament.counts_in is None


def test_a_report_by_card_stands_on_both() -> None:
    both = published()
    Tournament.objects.filter(pk=both.other.tournament.pk).update(may_report="trust")
    game = both.their_board()
    row = Attendance.objects.select_related("round__tournament__club", "entry__player").get(game=game, colour="white")
    opponent = Attendance.objects.get(game=game, colour="black").entry_id
    card_keys.make_key(row.entry.player, name="slip", actor=None)
    result_reports.report_result(row, DRAWN, seen_opponent=opponent, by_card=row.entry.player)
    assert both.results() == ("1/2-1/2", "1/2-1/2")


def another_cup(both: Both) -> Evening:
    """Of the same people, whose games count in the same tournament."""
    cup = Evening.of(0, system="cup", name="Blitz cup", options={"draw": "bracket"})
    there = cup.tournament
    Tournament.objects.filter(pk=there.pk).update(club=both.other.tournament.club, season=both.other.tournament.season)
    there.refresh_from_db()
    for entry in both.cup.tournament.entries.order_by("number"):
        EntryFactory(tournament=there, player=entry.player, number=entry.number)
    second = Evening(tournament=there, director=both.cup.director)
    Directorship.objects.get_or_create(tournament=there, user=both.cup.director)
    link(second, both.other.tournament)
    second.draft()
    second.publish()
    return second


def test_two_ties_on_one_evening_count_as_two_each_in_a_round_of_its_own() -> None:
    both = two()
    second = another_cup(both)
    both.play_now()
    white, _black = both.players()
    mine = next(board for board, pair in enumerate(second.boards(), 1) if white in pair)
    with nothing_changes(Refused, match="plays another such game in this round"):
        share_games(both.other.round, [second.game(mine)], actor=second.director)
    both.other.pair()
    both.other.publish()
    results.enter_result(both.tie(), WON, seen="*", actor=both.cup.director)
    for board in range(1, 4):
        if both.other.game(board).result == OPEN:
            both.other.enter(board, WON)
    both.other.open()
    both.other.check_in()

    share_games(both.other.round, [second.game(mine)], actor=second.director)
    both.other.pair()
    both.other.publish()
    results.enter_result(second.game(mine), DRAWN, seen="*", actor=second.director)

    played = [
        game.result
        for round_ in snapshot_of(both.other.tournament).rounds
        for game in round_.games
        if white in (game.white, game.black)
    ]
    assert played == [WON, DRAWN]


def test_who_is_not_marked_as_here_is_named() -> None:
    both = two()
    _white, black = both.players()
    both.other.mark(black, Presence.EXCUSED)
    with nothing_changes(Refused, match=f"Not marked as here in Club evening: No{black}"):
        both.play_now()


# Two games of a tie on one evening ------------------------------------------------------------------------------------

HALVES = {WON: (2, 0), DRAWN: (1, 1), LOST: (0, 2)}


def of_two_games(first: Result, **options: object) -> Both:
    """The first one is played, on the board of both."""
    both = published(games=2, **options)
    results.enter_result(both.their_board(), first, seen="*", actor=both.other.director)
    return both


def play_second(both: Both, first: Result, second: Result, *, as_one: bool = True) -> Action | None:
    """`second` as White of that game sees it, who had Black in the first; a blitz game after it where it is level."""
    white = HALVES[first][0] + HALVES[second][1]
    step, winner = ("second_game", Colour.WHITE) if white > 2 else ("second_game", Colour.BLACK)
    games: tuple[tuple[Colour, Result], ...] = ((Colour.BLACK, second),)
    if white == 2:
        step, games = "blitz", (*games, (Colour.WHITE, LOST))
    decision = EnteredDecision(step=step, winner=winner, games=games, as_one=as_one)
    return decide_match(both.tie(), decision, seen=seen_decision(both.tie().decided_by), actor=both.cup.director)


@pytest.mark.parametrize("second", [WON, DRAWN, LOST])
@pytest.mark.parametrize("first", [WON, DRAWN, LOST])
def test_both_games_on_one_evening_are_one_game_there_won_by_whoever_is_ahead(first: Result, second: Result) -> None:
    both = of_two_games(first)
    action = play_second(both, first, second)

    white = HALVES[first][0] + HALVES[second][1]
    there = WON if white > 2 else LOST if white < 2 else DRAWN
    assert both.results() == (first.value, there.value)
    assert [game.result for game in snapshot_of(both.other.tournament).rounds[0].games].count(there) >= 1
    assert action is not None
    undo_action(action, actor=both.cup.director)
    assert both.results() == (first.value, first.value)


def test_who_had_other_colours_there_has_the_same_result_there() -> None:
    from tournaments.services.evening.manual_pairing import swap_players

    both = published(games=2)
    white, black = both.players()
    other = both.other
    swap_players(
        other.round, other.entry(white), other.entry(black), seen_revision=other.round.revision, actor=other.director
    )
    results.enter_result(both.tie(), DRAWN, seen="*", actor=None)
    play_second(both, DRAWN, LOST)
    assert both.results() == ("1/2-1/2", "0-1")
    assert (black, white) in other.boards()


def test_without_the_tick_the_first_game_counts_as_itself() -> None:
    both = of_two_games(WON)
    play_second(both, WON, WON, as_one=False)
    assert both.results() == ("1-0", "1-0")
    play_second(both, WON, WON)
    assert both.results() == ("1-0", "1/2-1/2")
    play_second(both, WON, WON, as_one=False)
    assert both.results() == ("1-0", "1-0")


def test_the_board_there_is_corrected_at_the_tie() -> None:
    both = of_two_games(WON)
    play_second(both, WON, WON)
    for change in (
        lambda: results.enter_result(both.their_board(), LOST, seen="1/2-1/2", actor=None),
        lambda: results.enter_result(both.their_board(), Result.WHITE_WINS_BY_FORFEIT, seen="1/2-1/2", actor=None),
        lambda: results.clear_result(both.their_board(), seen="1/2-1/2", actor=None),
    ):
        with pytest.raises(Refused, match="the two games of a tie of Spring cup as one"):
            change()
    assert both.results() == ("1-0", "1/2-1/2")
    clear_decision(both.tie(), seen=seen_decision(both.tie().decided_by), actor=None)
    assert both.results() == ("1-0", "1-0")
    play_second(both, WON, WON)
    results.enter_result(both.tie(), DRAWN, seen="1-0", actor=None)
    assert both.results() == ("1/2-1/2", "1/2-1/2"), "another first game forgets what came after it"
    assert both.tie().decided_by is None


def test_a_tie_that_was_over_before_its_board_was_published_is_told_to_count_as_one_afterwards() -> None:
    both = two(games=2)
    both.play_now()
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    play_second(both, WON, WON, as_one=False)
    both.other.pair()
    both.other.publish()
    assert both.results() == ("1-0", "1-0")
    play_second(both, WON, WON)
    assert both.results() == ("1-0", "1/2-1/2")
    results.clear_result(both.tie(), seen="1-0", actor=None)
    assert both.results() == ("*", "*")


def test_what_is_no_tie_of_two_games_or_counts_nowhere_is_not_counted_as_one() -> None:
    single = published()
    results.enter_result(single.tie(), DRAWN, seen="*", actor=None)
    with pytest.raises(Refused, match="This tie is one game"):
        decide_match(single.tie(), EnteredDecision(step="blitz", winner=Colour.WHITE, as_one=True), seen="", actor=None)
    both = two(games=2)
    results.enter_result(both.tie(), WON, seen="*", actor=None)
    with pytest.raises(Refused, match="counts in no other tournament"):
        play_second(both, WON, WON)
    assert both.tie().decided_by is None


def test_somebody_who_saw_another_decision_is_told_so() -> None:
    both = of_two_games(WON)
    before = seen_decision(both.tie().decided_by)
    play_second(both, WON, WON)
    seen = seen_decision(both.tie().decided_by)
    play_second(both, WON, WON, as_one=False)
    assert seen != seen_decision(both.tie().decided_by)
    for old in (before, seen):
        with pytest.raises(Stale):
            clear_decision(both.tie(), seen=old, actor=None)


def test_the_cups_file_knows_nothing_of_it_and_the_tie_is_the_same() -> None:
    both = of_two_games(WON)
    play_second(both, WON, WON)
    cup = exported(both.cup.tournament)
    play_second(both, WON, WON, as_one=False)
    assert exported(both.cup.tournament).snapshot == cup.snapshot


def test_a_tie_whose_board_waits_in_an_earlier_round_gets_no_second_one() -> None:
    both = published()
    results.postpone_game(both.their_board(), seen="*", actor=both.other.director)
    for board in range(1, len(both.other.boards()) + 1):
        if both.other.game(board).result == "*" and not both.other.game(board).is_postponed:
            both.other.enter(board, DRAWN)
    both.other.open()
    both.other.check_in()
    with nothing_changes(Refused, "This game has its board in round 1 of Club evening already."):
        both.play_now()
