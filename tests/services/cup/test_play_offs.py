"""The play-off for a shared first place: made, played, undone; what it is to the tournament it is played for."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import replace

import pytest
from django.utils import timezone

from tests.tools.casts.club_cast import make_user
from tests.tools.casts.factories import Evening, SeasonFactory
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.played.all_play_all import all_play_all
from tests.tools.played.played_off import number_in, played_off, shared_by, winner_first
from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.models import Action, Directorship, Game, Membership, Role, Season, Tournament, User
from tournaments.pages.common.display_names import Audience
from tournaments.pages.evening import evening_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.permissions import may_undo_in_club
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.play_offs import tied_for_first
from tournaments.selectors.snapshots import exported, ranked, snapshot_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.clubs.trash import empty_trash, put_back_tournament, trash_tournament
from tournaments.services.common.refusal import Refused
from tournaments.services.cup.matches import EnteredDecision, decide_match
from tournaments.services.cup.play_offs import PlayOffMatch, usual_name
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.players.merging import merge_players, merge_version
from tournaments.services.rounds import results
from tournaments.services.setup import seasons
from tournaments.services.setup.next_season import prospects
from tournaments.services.setup.settings import edit_tournament, version_of

pytestmark = pytest.mark.django_db


def anew(evening: Evening) -> Tournament:
    return Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)


def level_in(evening: Evening) -> list[int | None]:
    level = tied_for_first(anew(evening))
    return sorted(entry.number or 0 for entry in level.entries) if level else []


def places(evening: Evening) -> list[tuple[int, int]]:
    tournament = anew(evening)
    return [(row.rank, row.player) for row in ranked(tournament, snapshot_of(tournament)).rows]


def an_admin(evening: Evening) -> User:
    admin = make_user("admin")
    Membership.objects.create(club=evening.tournament.club, user=admin, role=Role.ADMIN)
    return admin


def test_two_play_a_match_with_the_ratings_that_they_have_here() -> None:
    evening = shared_by(2)
    categories = [{"name": "A", "low": None, "high": None}]
    Tournament.objects.filter(pk=evening.tournament.pk).update(rated_as="classical", categories=categories)
    entry = evening.entry(2)
    entry.rating, entry.home_club = 1234, "Bergen"
    entry.save()
    second = evening.second_director()
    assert level_in(evening) == [1, 2]

    play_off = played_off(evening, match=PlayOffMatch(games=2, preset="nl")).tournament

    assert (play_off.system, play_off.play_off_of, play_off.rated_as) == ("cup", anew(evening), "classical")
    assert play_off.categories == []
    assert (play_off.club, play_off.season) == (evening.tournament.club, evening.tournament.season)
    assert play_off.name == "Tuesday cup: play-off"
    entries = {each.player: each for each in play_off.entries.all()}
    assert {each.number for each in entries.values()} == {1, 2}
    assert (entries[entry.player].rating, entries[entry.player].home_club) == (1234, "Bergen")
    assert set(Directorship.objects.filter(tournament=play_off).values_list("user", flat=True)) == {
        evening.director.pk,
        second.pk,
    }
    assert (play_off.options["games"], play_off.preset) == (2, "nl")


def test_three_meet_each_other_once_by_new_lots_for_the_points_of_the_tournament() -> None:
    evening = shared_by(3, win=3, draw=1)
    play_off = played_off(evening).tournament
    assert (play_off.system, play_off.tie_breaks) == ("all_play_all", [])
    assert (play_off.options["win"], play_off.options["draw"]) == ("3", "1")
    assert play_off.seed != evening.tournament.seed


def test_the_match_orders_the_first_two_of_the_table_and_gives_no_points() -> None:
    evening = shared_by(2)
    before = places(evening)
    assert before[:2] == [(1, 1), (1, 2)]
    play_off = played_off(evening)
    assert places(evening) == before
    winner_first(play_off, number_in(evening, play_off, 2), number_in(evening, play_off, 1))

    assert places(evening) == [(1, 2), (2, 1), *before[2:]]
    assert level_in(evening) == []
    tournament = anew(evening)
    page = standings_page(tournament, Audience.PUBLIC)
    assert "Play-off" in [column.name for column in page.columns]
    first = page.rows[0]
    assert [cell.text for cell in first.cells][:2] == ["3½", "1"]
    assert first.cells[1].url.endswith("#play_off")


def test_a_match_that_is_drawn_is_decided_as_its_tie_is() -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    play_off.draft()
    play_off.publish()
    results.enter_result(play_off.game(1), Result.DRAW, seen="*", actor=None)
    assert places(evening)[:2] == [(1, 1), (1, 2)]
    decide_match(play_off.game(1), EnteredDecision(step="blitz", winner=Colour.BLACK), seen="", actor=evening.director)

    [(_white, black)] = play_off.boards()
    winner = 1 if number_in(evening, play_off, 1) == black else 2
    assert places(evening)[:2] == [(1, winner), (2, 3 - winner)]


def test_behind_a_match_there_is_no_further_round() -> None:
    play_off = played_off(shared_by(2))
    play_off.draft()
    play_off.publish()
    results.enter_result(play_off.game(1), Result.DRAW, seen="*", actor=None)
    page = evening_page(anew(play_off))
    assert (page.next_number, page.is_over) == (None, False)
    play_off.decide(play_off.round)
    assert evening_page(anew(play_off)).is_over


def test_level_again_they_are_asked_once_more_and_who_is_below_stays_there() -> None:
    evening = shared_by(3)
    first = played_off(evening)
    one, two, three = (number_in(evening, first, number) for number in (1, 2, 3))
    while first.tournament.rounds.count() < 3:
        first.draft()
        first.publish()
        for board, pair in enumerate(first.boards(), 1):
            result = Result.DRAW if set(pair) == {one, two} else Result.WHITE_WINS
            first.enter(board, result if pair[1] == three or result is Result.DRAW else Result.BLACK_WINS)
    assert level_in(evening) == [1, 2]
    assert (3, 3) in places(evening)

    second = played_off(evening)
    assert second.tournament.name == "Tuesday cup: play-off 2"
    assert (second.tournament.system, second.tournament.play_off_of) == ("cup", anew(evening))
    winner_first(second, number_in(evening, second, 2), number_in(evening, second, 1))
    assert places(evening)[:3] == [(1, 2), (2, 1), (3, 3)]
    assert level_in(evening) == []


def test_a_plan_that_is_published_whole_is_over_with_its_last_result_in_whatever_order() -> None:
    evening = shared_by(3)
    play_off = played_off(evening)
    rounds.publish_schedule(play_off.tournament, seen_number=1, actor=evening.director)
    games = list(Game.objects.filter(round__tournament=play_off.tournament).order_by("-round__number"))
    assert len(games) == 3
    third = number_in(evening, play_off, 3)
    for game in games:
        sides = dict(game.sides.values_list("colour", "entry__number"))
        result = Result.WHITE_WINS if sides[Colour.WHITE] == third else Result.BLACK_WINS
        results.enter_result(game, Result.DRAW if third not in sides.values() else result, seen="*", actor=None)
        assert (level_in(evening) == []) is (game is games[-1])
    assert places(evening)[0] == (1, 3)


def test_while_it_is_played_no_other_one_is_made() -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    level = tied_for_first(anew(evening))
    assert level is not None
    assert level.under_way == play_off.tournament
    with nothing_changes(Refused, "They play off already: Tuesday cup: play-off"):
        played_off(evening, name="Another")


def test_a_double_tap_makes_one() -> None:
    evening, receipt = shared_by(2), uuid.uuid4()
    played_off(evening, receipt=receipt)
    with nothing_changes(AlreadyDone):
        played_off(evening, receipt=receipt)


def test_of_others_than_those_on_the_screen_none_is_made() -> None:
    evening = shared_by(2)
    with nothing_changes(Stale):
        played_off(evening, seen="1-2-3")


def test_it_needs_a_name_of_its_own_and_a_match_that_can_be_played() -> None:
    evening = shared_by(2)
    with nothing_changes(Refused, "already"):
        played_off(evening, name="tuesday cup")
    with nothing_changes(Refused, "needs a name"):
        played_off(evening, name=" ")
    with nothing_changes(Refused, "is one game or two"):
        played_off(evening, match=PlayOffMatch(games=3))
    with nothing_changes(Refused):
        played_off(evening, match=PlayOffMatch(preset="nothing"))


@pytest.mark.parametrize("options", [{"play_off": "none"}, {"play_off": "after_tie_breaks"}])
def test_nobody_plays_off_what_is_shared_or_had_alone(options: dict[str, object]) -> None:
    evening = all_play_all(3, **options)
    assert level_in(evening) == []
    assert level_in(shared_by(1, **options)) == []
    if options["play_off"] == "none":
        assert level_in(shared_by(2, **options)) == []


def test_a_play_off_is_not_played_off_itself() -> None:
    play_off = played_off(shared_by(3))
    Tournament.objects.filter(pk=play_off.tournament.pk).update(options={"play_off": "on_points"})
    for _round in range(3):
        play_off.draft()
        play_off.publish()
        play_off.enter(1, Result.DRAW)
    assert level_in(play_off) == []


def test_a_closed_season_has_no_more_play_offs() -> None:
    evening = shared_by(2)
    seasons.close_season(evening.tournament.season, actor=None)
    with nothing_changes(Refused, "is closed"):
        played_off(evening)


def test_undo_takes_it_away_until_it_is_played() -> None:
    evening = shared_by(2)
    an_admin(evening)
    play_off = played_off(evening)
    action = Action.objects.get(verb="tournament.play_off")
    assert may_undo_in_club(evening.director, evening.tournament.club, action)
    undo_in_club(action, actor=evening.director)
    assert Tournament.objects.count() == 1
    undo_in_club(Action.objects.latest("pk"), actor=evening.director)
    again = Tournament.objects.get(pk=play_off.tournament.pk)
    assert again.play_off_of == anew(evening)
    assert again.entries.count() == 2

    play_off.open()
    with nothing_changes(Refused):
        undo_in_club(action, actor=evening.director)


def test_one_that_was_undone_does_not_come_back_beside_another() -> None:
    evening = shared_by(2)
    an_admin(evening)
    played_off(evening)
    undo_in_club(Action.objects.latest("pk"), actor=None)
    undone = Action.objects.latest("pk")
    played_off(evening, name="Match")
    with nothing_changes(Refused, "They play off already: Match"):
        undo_in_club(undone, actor=None)


def test_nor_does_one_from_the_trash() -> None:
    evening = shared_by(2)
    first = played_off(evening).tournament
    trash_tournament(first, actor=None)
    played_off(evening, name="Match")
    with nothing_changes(Refused, "They play off already: Match"):
        put_back_tournament(first, actor=None)


def test_every_result_of_it_is_seen_in_the_table_it_decides() -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    before = anew(evening)
    assert before.public_revision > evening.tournament.public_revision
    play_off.draft()
    play_off.publish()
    standings_page(anew(evening), Audience.PUBLIC)
    published = anew(evening)
    play_off.enter(1, Result.WHITE_WINS)
    after = anew(evening)
    assert after.public_revision > published.public_revision > before.public_revision
    assert after.past_revision > published.past_revision
    [(white, _black)] = play_off.boards()
    winner = 1 if number_in(evening, play_off, 1) == white else 2
    assert standings_page(after, Audience.PUBLIC).rows[0].number == winner
    results.enter_result(play_off.game(1), Result.BLACK_WINS, seen="1-0", actor=None)
    assert standings_page(anew(evening), Audience.PUBLIC).rows[0].number == 3 - winner


def test_a_correction_here_leaves_the_play_off_without_effect() -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    winner_first(play_off, number_in(evening, play_off, 2), number_in(evening, play_off, 1))
    for number in range(1, 6):
        pairs = evening.boards(in_round=number)
        if {1, 2} in map(set, pairs):
            board = [set(pair) for pair in pairs].index({1, 2}) + 1
            won = Result.WHITE_WINS if pairs[board - 1][0] == 1 else Result.BLACK_WINS
            results.enter_result(evening.game(board, in_round=number), won, seen="1/2-1/2", actor=None)
    assert places(evening)[:2] == [(1, 1), (2, 2)]
    page = standings_page(anew(evening), Audience.PUBLIC)
    assert any("does not count" in note for note in page.notes)
    assert "Play-off" not in [column.name for column in page.columns]


def moved(tournament: Tournament, season: Season) -> Tournament:
    tournament = Tournament.objects.select_related("club", "season").get(pk=tournament.pk)
    return edit_tournament(
        tournament, name=tournament.name, season=season, planned_rounds=None, seen=version_of(tournament), actor=None
    )


def test_it_stands_in_the_season_of_its_tournament_and_goes_along_into_another() -> None:
    evening = shared_by(3)
    play_off = played_off(evening).tournament
    other = SeasonFactory(club=evening.tournament.club)
    with nothing_changes(Refused, "This is the play-off of Tuesday cup"):
        moved(play_off, other)
    moved(evening.tournament, other)
    assert set(Tournament.objects.values_list("season", flat=True)) == {other.pk}
    undo_action(Action.objects.latest("pk"), actor=None)
    assert set(Tournament.objects.values_list("season", flat=True)) == {evening.tournament.season_id}


def test_neither_is_in_the_trash_without_what_it_belongs_to() -> None:
    evening = shared_by(2)
    play_off = played_off(evening).tournament
    with nothing_changes(Refused, "put that into the trash first"):
        trash_tournament(evening.tournament, actor=None)
    trash_tournament(play_off, actor=None)
    away = Action.objects.latest("pk")
    assert level_in(evening) == [1, 2]
    trash_tournament(evening.tournament, actor=None)
    with nothing_changes(Refused, "put that back first"):
        put_back_tournament(play_off, actor=None)
    with nothing_changes(Refused, "put that back first"):
        undo_in_club(away, actor=None)
    put_back_tournament(evening.tournament, actor=None)
    put_back_tournament(play_off, actor=None)
    assert {each.trashed_at for each in Tournament.objects.all()} == {None}


def test_what_is_deleted_for_good_leaves_a_play_off_in_the_trash_alone() -> None:
    evening = shared_by(2)
    play_off = played_off(evening).tournament
    for tournament in (play_off, evening.tournament):
        trash_tournament(tournament, actor=None)
    old = timezone.now() - datetime.timedelta(days=100)
    Tournament.objects.filter(pk=evening.tournament.pk).update(trashed_at=old)
    assert empty_trash(before=timezone.now() - datetime.timedelta(days=90)) == [evening.tournament.name]
    play_off.refresh_from_db()
    assert play_off.play_off_of is None
    put_back_tournament(play_off, actor=None)


def test_one_person_who_stood_on_the_list_twice_stays_first_here_and_there() -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    winner_first(play_off, number_in(evening, play_off, 2), number_in(evening, play_off, 1))
    won = places(evening)
    admin = an_admin(evening)
    other = evening.entry(2).player
    kept = type(other).objects.create(club=other.club, given_name="Second", folded_name="second")
    merge_players(kept, other, seen=merge_version(kept, other), actor=admin)
    assert evening.entry(2).player == kept
    assert places(evening) == won


def test_the_file_keeps_how_it_was_played_off() -> None:
    evening = shared_by(3)
    play_off = played_off(evening)
    order = [number_in(evening, play_off, number) for number in (3, 1, 2)]
    winner_first(play_off, *order)
    assert [number for _rank, number in places(evening)][:3] == [3, 1, 2]
    file = tournament_file.parse(tournament_file.dump(exported(anew(evening))))
    [kept] = file.snapshot.play_offs
    assert (kept.order, len(kept.games)) == (((3,), (1,), (2,)), 3)

    season = evening.tournament.season
    imported = import_tournament(evening.tournament.club, season=season, file=file, name="Copy", actor=None)

    assert imported.play_offs.count() == 0
    assert snapshot_of(imported).play_offs == file.snapshot.play_offs
    assert exported(imported).snapshot.play_offs == file.snapshot.play_offs
    assert [row.player for row in ranked(imported, snapshot_of(imported)).rows][:3] == [3, 1, 2]
    assert tied_for_first(imported) is None
    shared = replace(file, options=dict(file.options) | {"play_off": "none"})
    with pytest.raises(FileError, match="not played off") as refused:
        import_tournament(evening.tournament.club, season=season, file=shared, name="Shared", actor=None)
    assert refused.value.place == "play_offs"


def test_it_does_not_go_on_into_the_next_season() -> None:
    evening = shared_by(2)
    played_off(evening)
    assert [each.tournament for each in prospects(evening.tournament.season)] == [evening.tournament]


def test_the_usual_name_is_free() -> None:
    evening = shared_by(2)
    played_off(evening)
    assert usual_name(anew(evening)) == "Tuesday cup: play-off 2"
