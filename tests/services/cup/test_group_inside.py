"""A group, or a Monrad, whose games count in the club's Keizer too (rulebook, keizer_clubs, 9)."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.services.cup.test_shared_games import link
from tests.tools.casts.factories import EntryFactory, Evening, TournamentFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.exchange import tournament_file
from tournaments.models import Action, Directorship, Game, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.snapshot import OUTSIDE, Result
from tournaments.pairing.wording import sentence
from tournaments.recording import Stale
from tournaments.selectors.shared_games import open_matches, possible_hosts
from tournaments.selectors.snapshots import exported, snapshot_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.cup.shared_games import share_games
from tournaments.services.rounds import results

pytestmark = pytest.mark.django_db

GROUP = (1, 2, 3, 4)
OF_SIX = 6


def club_keizer(players: int = OF_SIX, **options: object) -> Evening:
    return Evening.of(players, system="keizer", name="Internal", options=options)


def group_in(keizer: Evening, **options: object) -> Evening:
    return inside(keizer, "all_play_all", {"numbering": "given"} | options)


def inside(keizer: Evening, system: str, options: dict[str, object]) -> Evening:
    """Its numbers are those of the Keizer."""
    there: Tournament = TournamentFactory(
        club=keizer.tournament.club,
        season=keizer.tournament.season,
        system=system,
        name="Group A",
        options=options,
    )
    for number in GROUP:
        EntryFactory(tournament=there, player=keizer.entry(number).player, number=number)
    Directorship.objects.create(tournament=there, user=keizer.director)
    group = Evening(tournament=there, director=keizer.director)
    link(group, keizer.tournament)
    there.refresh_from_db()
    return group


def planned(group: Evening) -> list[tuple[int, list[frozenset[int]]]]:
    """Published whole: each round with who meets in it."""
    made = rounds.publish_schedule(group.tournament, seen_number=1, actor=group.director)
    return [(each.number, pairs_of(each.pk)) for each in made]


def pairs_of(round: int) -> list[frozenset[int]]:
    games = Game.objects.filter(round=round).order_by("board")
    return [frozenset(each.sides.values_list("entry__number", flat=True)) for each in games]


def game_of(group: Evening, one: int, other: int) -> Game:
    games = Game.objects.filter(round__tournament=group.tournament, sides__entry__number=one)
    return games.get(sides__entry__number=other)


def played(keizer: Evening, *results_by_board: Result) -> dict[frozenset[int], Result]:
    """One round, all here; by pair what each board ended in."""
    keizer.open()
    keizer.check_in()
    keizer.pair()
    keizer.publish()
    for board, result in enumerate(results_by_board, start=1):
        keizer.enter(board, result)
    return {frozenset(pair): result for pair, result in zip(keizer.boards(), results_by_board, strict=True)}


def points(tournament: Tournament) -> dict[int, str]:
    page = standings_page(Tournament.objects.get(pk=tournament.pk), Audience.PUBLIC)
    return {row.number: next(cell.text for cell in row.cells if cell.column.short == "Pts") for row in page.rows}


def logged_in(evening: Evening, client: Client) -> Client:
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


@pytest.mark.parametrize("system", ["all_play_all", "modified_monrad", "fide_dutch", "cup"])
def test_every_system_but_keizer_offers_the_clubs_keizer(system: str) -> None:
    keizer = club_keizer()
    there: Tournament = TournamentFactory(
        club=keizer.tournament.club, season=keizer.tournament.season, system=system, name="Group A"
    )
    assert possible_hosts(there) == [keizer.tournament]
    assert possible_hosts(keizer.tournament) == []


def test_what_lends_its_games_takes_none_and_what_takes_some_lends_none() -> None:
    keizer = club_keizer()
    monrad = inside(keizer, "modified_monrad", {})
    third: Tournament = TournamentFactory(
        club=keizer.tournament.club, season=keizer.tournament.season, system="modified_monrad", name="Third"
    )
    assert possible_hosts(third) == [keizer.tournament]
    link(Evening(tournament=third, director=keizer.director), keizer.tournament)
    link(monrad, None)
    link(monrad, keizer.tournament)

    other: Tournament = TournamentFactory(
        club=keizer.tournament.club, season=keizer.tournament.season, system="modified_monrad", name="Fourth"
    )
    link(Evening(tournament=third, director=keizer.director), other)
    with pytest.raises(Refused, match="This tournament already counts games of another one"):
        link(Evening(tournament=other, director=keizer.director), keizer.tournament)


def test_the_games_that_are_due_are_set_with_one_tap_and_typed_once(client: Client) -> None:
    keizer = club_keizer()
    group = group_in(keizer)
    (_one, first), *_later = planned(group)
    keizer.open()
    keizer.check_in()

    page = logged_in(keizer, client).get(keizer.url("evening")).content.decode()
    assert "Games of other tournaments: both players are here" in page
    assert "Play all 2 now" in page
    assert page.partition("Other unplayed games")[0].count("Group A, round 1") == 2
    due = [game_of(group, *pair).pk for pair in first]
    answer = client.post(keizer.url("play_all_now", 1), {"game": due}, HTTP_HX_REQUEST="true")
    assert answer.content.decode().count("This is their game in this round.") == 2

    keizer.pair()
    keizer.publish()
    boards = [frozenset(pair) for pair in keizer.boards()]
    assert set(first) <= set(boards)
    keizer.enter(boards.index(first[0]) + 1, Result.DRAW)
    assert game_of(group, *first[0]).result == Result.DRAW
    results.enter_result(game_of(group, *first[1]), Result.WHITE_WINS, seen="*", actor=None)
    assert keizer.game(boards.index(first[1]) + 1).result != Result.OPEN

    undo_action(Action.objects.filter(verb="result.enter").latest("pk"), actor=None)
    assert keizer.game(boards.index(first[1]) + 1).result == Result.OPEN


def test_one_tap_is_one_action_and_sets_all_or_none() -> None:
    keizer = club_keizer()
    group = group_in(keizer)
    (_one, first), (_two, second), *_ = planned(group)
    keizer.open()
    keizer.check_in()
    crossing = [game_of(group, *first[0]), game_of(group, *second[0])]
    with nothing_changes(Refused, "plays another such game in this round"):
        share_games(keizer.round, crossing, actor=None)

    both = [game_of(group, *pair) for pair in first]
    action = share_games(keizer.round, both, actor=None)
    assert action is not None
    assert share_games(keizer.round, [game_of(group, *pair) for pair in first], actor=None) is None
    undo_action(action, actor=None)
    assert not Game.objects.filter(counted_in=keizer.round).exists()

    keizer.pair()
    with pytest.raises(Stale):
        share_games(keizer.round, [game_of(group, *pair) for pair in first], actor=None)


def test_only_games_whose_two_are_here_and_that_are_due_are_proposed(client: Client) -> None:
    keizer = club_keizer()
    group = group_in(keizer)
    (_one, first), *_later = planned(group)
    keizer.open()
    keizer.check_in(*[number for number in range(1, OF_SIX + 1) if number not in first[0]])
    page = logged_in(keizer, client).get(keizer.url("evening")).content.decode()
    assert "Play all" not in page
    assert page.count("Group A, round") == 1

    Game.objects.filter(round__tournament=group.tournament).update(date="2999-01-01")
    page = client.get(keizer.url("evening")).content.decode()
    assert page.partition("Other unplayed games")[2].count("Group A, round") == 1


def test_a_set_game_asks_for_no_gap_and_no_limit_and_counts_for_both() -> None:
    keizer = club_keizer(players=4, gap=0, max_meetings=1)
    met = played(keizer, Result.WHITE_WINS, Result.WHITE_WINS)
    group = group_in(keizer)
    planned(group)
    again = sorted(min(met, key=sorted))
    keizer.open()
    keizer.check_in()
    share_games(keizer.round, [game_of(group, *again)], actor=None)
    keizer.pair()
    keizer.publish()
    assert frozenset(again) in {frozenset(pair) for pair in keizer.boards()}
    had = [frozenset({each.white, each.black}) for each in snapshot_of(keizer.tournament).rounds[1].games]
    assert frozenset(again) in had


@pytest.mark.parametrize(("which", "is_first"), [("first", True), ("last", False)])
def test_games_already_played_are_taken_over_and_not_played_again(which: str, *, is_first: bool) -> None:
    keizer = club_keizer(players=4, gap=0)
    met = [played(keizer, Result.WHITE_WINS, Result.DRAW), played(keizer, Result.DRAW, Result.DRAW)]
    met += [played(keizer, Result.DRAW, Result.WHITE_WINS), played(keizer, Result.DRAW, Result.DRAW)]
    group = group_in(keizer, already_played=which)

    wanted: dict[frozenset[int], Result] = {}
    for each in met:
        for pair, result in each.items():
            if not is_first or pair not in wanted:
                wanted[pair] = result
    had = {frozenset({game.white, game.black}): game for game in snapshot_of(group.tournament).carried}
    assert {pair: game.result for pair, game in had.items()} == wanted
    assert {game.group for game in had.values()} == {OUTSIDE}

    to_play = [pair for _number, pairs in planned(group) for pair in pairs]
    assert set(to_play).isdisjoint(wanted)
    assert len(to_play) == 6 - len(wanted)
    group.tournament.refresh_from_db()
    assert {row["game"] for row in group.tournament.carried} <= set(Game.objects.values_list("pk", flat=True))


def test_a_correction_in_the_keizer_is_one_in_the_group_and_a_walk_over_was_no_game() -> None:
    keizer = club_keizer(players=4, gap=0)
    met = played(keizer, Result.WHITE_WINS, Result.WHITE_WINS_BY_FORFEIT)
    group = group_in(keizer, already_played="first")
    planned(group)
    [carried] = snapshot_of(group.tournament).carried
    [pair] = [pair for pair, result in met.items() if result is Result.WHITE_WINS]
    assert {carried.white, carried.black} == pair
    assert points(group.tournament)[carried.white] == "1"

    board = [frozenset(each) for each in keizer.boards()].index(pair) + 1
    results.enter_result(keizer.game(board), Result.DRAW, seen="1-0", actor=None)
    assert points(group.tournament)[carried.white] == "½"
    shown = crosstable_page(Tournament.objects.get(pk=group.tournament.pk), Audience.PUBLIC)
    assert shown.from_groups == ()


def test_what_is_played_in_the_keizer_after_the_plan_is_published_is_not_taken_over() -> None:
    keizer = club_keizer(players=4, gap=0)
    group = group_in(keizer, already_played="last")
    planned(group)
    played(keizer, Result.WHITE_WINS, Result.WHITE_WINS)
    assert snapshot_of(group.tournament).carried == ()


def test_round_by_round_they_are_taken_over_with_the_first_draft() -> None:
    keizer = club_keizer(players=4, gap=0)
    met = played(keizer, Result.WHITE_WINS, Result.DRAW)
    group = group_in(keizer, already_played="first", publish="round")
    group.open()
    group.check_in()
    group.pair()
    assert not {frozenset(pair) for pair in group.boards()} & met.keys()
    group.tournament.refresh_from_db()
    assert len(group.tournament.carried) == 2
    group.publish()
    played(keizer, Result.DRAW, Result.DRAW)
    assert len(snapshot_of(group.tournament).carried) == 2


def test_a_file_keeps_them() -> None:
    keizer = club_keizer(players=4, gap=0)
    played(keizer, Result.WHITE_WINS, Result.DRAW)
    group = group_in(keizer, already_played="first")
    planned(group)
    file = exported(group.tournament)
    again = tournament_file.parse(tournament_file.dump(file))
    assert again.snapshot.carried == file.snapshot.carried != ()


def test_what_a_file_brought_counts_before_the_first_round_too() -> None:
    """It names no game here that could be looked up, and no tournament in which its games count."""
    keizer = club_keizer(players=4, gap=0)
    group = group_in(keizer)
    link(group, None)
    keys = {number: entry.pk for number in (1, 2) if (entry := group.entry(number))}
    row = {"white": keys[1], "black": keys[2], "result": "1-0", "group": OUTSIDE, "game": None}
    Tournament.objects.filter(pk=group.tournament.pk).update(carried=[row])
    group.tournament.refresh_from_db()
    assert [(game.white, game.black) for game in snapshot_of(group.tournament).carried] == [(1, 2)]
    assert frozenset({1, 2}) not in [pair for _number, pairs in planned(group) for pair in pairs]


def test_the_form_of_a_group_asks_folded(client: Client) -> None:
    keizer = club_keizer()
    group = group_in(keizer)
    form = logged_in(keizer, client).get(group.url("edit_tournament")).content.decode()
    assert "One game for two tournaments" in form
    assert f'<option value="{keizer.tournament.pk}" selected>' in form
    assert "One game for two tournaments" not in client.get(keizer.url("edit_tournament")).content.decode()


def test_open_games_of_a_group_wait_as_ties_do() -> None:
    keizer = club_keizer()
    group = group_in(keizer)
    planned(group)
    players = {keizer.entry(number).player_id for number in GROUP}
    assert len(open_matches([group.tournament], players)) == 6


@pytest.mark.parametrize(("which", "says"), [("first", ["first"]), ("last", ["last"]), ("none", [])])
def test_the_rules_say_which_games_are_taken_over(which: str, says: list[str]) -> None:
    system = configured(SYSTEMS["all_play_all"], {"already_played": which})
    said = [sentence(each, {}, str) for each in system.settings()]
    assert [each.split()[1] for each in said if "have played before counts here" in each] == says
