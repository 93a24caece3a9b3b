"""Finals in which the games of the first stage count: written when they are made, followed when they are corrected."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.event_cast import play_out
from tests.tools.casts.factories import Evening
from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.models import Attendance, Event, Game, Player, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.short_address import short_address_of
from tournaments.pages.files.printouts import Paper, PaperPage, one_paper
from tournaments.pages.rounds.schedule import grid_page, schedule_page
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import exported, snapshot_of
from tournaments.services import rounds
from tournaments.services.activity.undo import undo_action
from tournaments.services.events.events import GroupSettings, make_event
from tournaments.services.files.tournament_import import import_tournament
from tournaments.services.rounds import publish_schedule, results

pytestmark = pytest.mark.django_db

GIVEN = GroupSettings(system="all_play_all", options={"numbering": "given"})


@pytest.fixture
def players(cast: Cast) -> list[Player]:
    return [cast.add_player(f"No{number}", rating=2000 - number) for number in range(1, 7)]


@pytest.fixture
def stage(cast: Cast, players: list[Player]) -> Event:
    event = make_event(
        cast.club, season=cast.season, name="Cup", played=GIVEN, groups=[players[:3], players[3:]], actor=cast.dag
    )
    for group in event.groups.all():
        play_out(group)
    return event


def final_of(cast: Cast, stage: Event, players: list[Player], *, carry: bool = True, **played: object) -> Tournament:
    """The first two of each group; numbers 1 and 2 are of A, 3 and 4 of B."""
    event = make_event(
        cast.club,
        season=cast.season,
        name="Final",
        played=GroupSettings(system="all_play_all", options={"numbering": "given", **played}),
        groups=[[players[0], players[1], players[3], players[4]]],
        earlier=stage,
        carry=carry,
        actor=cast.dag,
    )
    return event.groups.get()


def first_game(stage: Event, one: Player, other: Player) -> Game:
    return (
        Game.objects.filter(round__tournament__event=stage, sides__entry__player=one)
        .filter(sides__entry__player=other)
        .get()
    )


def points(tournament: Tournament) -> dict[int, str]:
    tournament = Tournament.objects.get(pk=tournament.pk)
    page = standings_page(tournament, Audience.PUBLIC)
    return {row.number: next(cell.text for cell in row.cells if cell.column.short == "Pts") for row in page.rows}


def test_games_of_the_first_stage_are_neither_played_again_nor_lost(
    cast: Cast, stage: Event, players: list[Player]
) -> None:
    final = final_of(cast, stage, players)
    found = snapshot_of(final).carried
    assert [({each.white, each.black}, each.group) for each in found] == [({1, 2}, 1), ({3, 4}, 2)]
    assert sum(float(each) if each != "½" else 0.5 for each in points(final).values()) == 2

    made = publish_schedule(final, seen_number=1, actor=cast.dag)
    assert [Game.objects.filter(round=each).count() for each in made] == [2, 0, 2]
    without = Attendance.objects.filter(round=made[1]).order_by("entry__number")
    assert {row.reasons[0]["rule"] for row in without} == {"all_play_all/carried"}

    final.refresh_from_db()
    plan = schedule_page(final, Audience.PUBLIC)
    assert [[game.state for game in each.games] for each in plan.rounds] == [
        ["", ""],
        ["from group A", "from group B"],
        ["", ""],
    ]
    assert [each.without for each in plan.rounds] == [(), (), ()]
    assert (plan.games, plan.games_played) == (6, 2)
    grid = grid_page(final, Audience.PUBLIC)
    assert [each.group for each in grid.rows[0].cells[1].meetings] == ["A"]
    assert grid.from_groups == ("A", "B")
    crosstable = crosstable_page(final, Audience.PUBLIC)
    assert crosstable.from_groups == ("A", "B")
    assert {cell.group for row in crosstable.rows for cell in row.cells} == {"A", "B"}

    evening = Evening(tournament=final, director=cast.dag)
    for _each in range(3):
        number = evening.round.number
        rounds.open_next_round(final, seen_number=number, actor=cast.dag)
        for game in Game.objects.filter(round=evening.round, result=Result.OPEN):
            evening.enter(game.board, Result.DRAW)
        evening.finish()
    final.refresh_from_db()
    page = standings_page(final, Audience.PUBLIC)
    assert page.after_round == 3
    open_column = [next(cell.text for cell in row.cells if cell.column.short == "To go") for row in page.rows]
    assert set(open_column) == {"0"}
    assert sorted(points(final).values()) == ["1", "1", "2", "2"]


def test_a_correction_in_the_first_stage_is_one_in_the_final_and_so_is_undoing_it(
    cast: Cast, stage: Event, players: list[Player]
) -> None:
    final = final_of(cast, stage, players)
    game = first_game(stage, players[0], players[1])
    before = points(final)
    assert sorted(before[number] for number in (1, 2)) == ["0", "1"]
    action = results.enter_result(game, Result.DRAW, seen=game.result, actor=cast.dag)
    assert points(final) | {1: "½", 2: "½"} == points(final)
    assert action is not None
    undo_action(action, actor=cast.dag)
    assert points(final) == before


def test_a_result_taken_away_is_open_in_the_final_too_and_nobody_waits_for_it_there(
    cast: Cast, stage: Event, players: list[Player]
) -> None:
    final = final_of(cast, stage, players)
    publish_schedule(final, seen_number=1, actor=cast.dag)
    game = first_game(stage, players[0], players[1])
    results.clear_result(game, seen=game.result, actor=cast.dag)
    assert {points(final)[number] for number in (1, 2)} == {"0"}
    final.refresh_from_db()
    assert [game.is_open for each in schedule_page(final, Audience.PUBLIC).rounds for game in each.games].count(
        True
    ) == 5


def test_without_the_wish_all_of_them_meet_anew(cast: Cast, stage: Event, players: list[Player]) -> None:
    final = final_of(cast, stage, players, carry=False)
    assert snapshot_of(final).carried == ()
    made = publish_schedule(final, seen_number=1, actor=cast.dag)
    assert [Game.objects.filter(round=each).count() for each in made] == [2, 2, 2]


def test_a_system_that_pairs_by_results_carries_nothing(cast: Cast, stage: Event, players: list[Player]) -> None:
    event = make_event(
        cast.club,
        season=cast.season,
        name="Final",
        played=GroupSettings(system="attendance_monrad"),
        groups=[players[:4]],
        earlier=stage,
        carry=True,
        actor=cast.dag,
    )
    assert event.groups.get().carried == []


def test_files_keep_them_and_an_import_has_them_as_they_were(cast: Cast, stage: Event, players: list[Player]) -> None:
    final = final_of(cast, stage, players)
    publish_schedule(final, seen_number=1, actor=cast.dag)
    final.refresh_from_db()
    file = exported(final)
    data = tournament_file.dump(file)
    assert tournament_file.parse(data) == file
    copy = import_tournament(cast.club, tournament_file.parse(data), season=cast.season, name="Copy", actor=cast.dag)
    copy.refresh_from_db()
    assert snapshot_of(copy) == snapshot_of(final)
    assert tournament_file.dump(exported(copy)) == data.replace(final.name.encode(), b"Copy")
    assert points(copy) == points(final)
    with pytest.raises(FileError) as other:
        import_tournament(
            cast.club,
            tournament_file.parse(
                data.replace(b'"all_play_all"', b'"attendance_monrad"').replace(b'"numbering": "given"', b"")
            ),
            season=cast.season,
            name="Other",
            actor=cast.dag,
        )
    assert other.value.place in {"carried", "rounds_ahead"}


def test_papers_mark_them_and_the_card_has_each_round_once(cast: Cast, stage: Event, players: list[Player]) -> None:
    final = final_of(cast, stage, players)
    publish_schedule(final, seen_number=1, actor=cast.dag)
    rounds.open_next_round(final, seen_number=1, actor=cast.dag)
    evening = Evening(tournament=final, director=cast.dag)
    for game in Game.objects.filter(round=evening.round):
        evening.enter(game.board, Result.DRAW)
    evening.finish()
    final.refresh_from_db()
    address = short_address_of(final, "https://chess.example.org")
    at = datetime.datetime(2026, 11, 21, 20, 14, tzinfo=datetime.UTC)

    def paper(kind: Paper) -> PaperPage:
        return one_paper(final, Audience.STAFF, address, number=1, paper=kind, at=at)

    cards = paper(Paper.CARDS).scorecards
    assert cards is not None
    for card in (card for page in cards.pages for card in page):
        lines = [line for lines in card.lists for line in lines]
        assert [line.number for line in lines] == [1, 2, 3]
        assert [line.group for line in lines] == ["", "A" if card.number <= 2 else "B", ""]
        assert [bool(line.points) for line in lines] == [True, True, False]
    [sheet] = paper(Paper.CROSSTABLE).crosstable
    assert sheet.from_groups == ("A", "B")

    staff = Client()
    staff.force_login(cast.dag, backend="tournaments.log_in.EmailOrUsernameBackend")

    def printed(name: str, *of: object) -> str:
        answer = staff.get(reverse(name, args=[cast.club.slug, final.slug, *of]))
        assert answer.status_code == 200
        return answer.content.decode()

    assert printed("paper", 1, Paper.CARDS).count("<small>from A</small>") == 2
    crosstable = printed("paper", 1, Paper.CROSSTABLE)
    assert crosstable.count("<sup>A</sup>") == 2
    assert "<b>A</b> Played in group A of the first stage" in crosstable
    assert printed("plan_paper").count("from A") == 3, "in both squares, and in the legend"
