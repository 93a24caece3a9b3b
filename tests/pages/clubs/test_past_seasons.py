"""The archive of seasons, and a player across tournaments, as page values."""

from __future__ import annotations

import datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import Evening, TournamentFactory
from tests.tools.played.played import a_tournament
from tournaments.models import Club, Player, PublishedTable, Round, RoundState, Season, ShownAs, Tournament
from tournaments.pages.clubs.past_seasons import ArchivePage, TournamentLine, archive_page
from tournaments.pages.clubs.public_player import public_player_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import Result
from tournaments.services.setup import seasons

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # sums by subqueries


def archive(evening: Evening, season: int | None = None) -> ArchivePage:
    return archive_page(Club.objects.get(pk=evening.tournament.club_id), season=season)


def line(evening: Evening) -> TournamentLine:
    return archive(evening).seasons[0].tournaments[0]


def top_of_the_standings(evening: Evening) -> list[tuple[int, bool, str]]:
    found = Tournament.objects.select_related("club").get(pk=evening.tournament.pk)
    rows = standings_page(found, Audience.PUBLIC).rows
    return [(row.rank, row.is_shared, row.name) for row in rows if row.rank <= 3]


def shown(found: TournamentLine) -> list[tuple[int, bool, str]]:
    return [(winner.place, winner.is_shared, winner.name) for winner in found.winners]


@pytest.fixture
def evening() -> Evening:
    """Three rounds of as many as were planned are played, and the last table is published."""
    evening = Evening.of(6, planned_rounds=3)
    for _ in range(3):
        evening.play()
    evening.finish()
    return evening


@pytest.mark.slow
def test_it_names_the_first_three_of_the_final_table(evening: Evening) -> None:
    found = line(evening)

    assert shown(found) == top_of_the_standings(evening) != []
    assert (found.is_over, found.newest_round, found.players) == (True, 3, 6)
    assert found.winners[0].url.startswith(f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/players/")


@pytest.mark.slow
def test_nobody_has_won_what_is_still_going_on() -> None:
    evening = Evening.of(6, planned_rounds=4)
    for _ in range(3):
        evening.play()
    evening.finish()

    assert (line(evening).is_over, line(evening).winners) == (False, ())


@pytest.mark.slow
def test_whatever_is_closed_is_over_however_many_rounds_were_planned() -> None:
    evening = Evening.of(6, planned_rounds=9)
    evening.play()
    seasons.close_season(evening.tournament.season, actor=None)

    assert line(evening).is_over
    assert shown(line(evening)) == top_of_the_standings(evening) != []


def test_the_winner_of_a_corrected_table_is_who_leads_the_corrected_one() -> None:
    evening = Evening.of(2, planned_rounds=1)
    evening.play()
    evening.finish()
    before = shown(line(evening))

    evening.enter(1, Result.BLACK_WINS, in_round=1)

    assert shown(line(evening)) == top_of_the_standings(evening) == [(1, False, before[1][2]), (2, False, before[0][2])]


@pytest.mark.slow
def test_places_shared_by_too_many_are_left_out_whole() -> None:
    evening = Evening.of(20, planned_rounds=1)
    evening.play()
    evening.finish()
    table = PublishedTable.objects.get()
    ranks = [rank for rank, _shared, _name in top_of_the_standings(evening)]
    assert table.round.number == 1

    assert len(line(evening).winners) in {0, *(sum(rank <= place for rank in ranks) for place in (1, 2, 3))}
    assert len(line(evening).winners) <= 6


@pytest.mark.slow
def test_winners_are_called_as_they_wish(evening: Evening) -> None:
    number = int(line(evening).winners[0].url.rstrip("/").rpartition("/")[2])
    Player.objects.filter(pk=evening.entry(number).player_id).update(shown_as=ShownAs.NUMBER)

    assert line(evening).winners[0].name == f"Player {number}"


@pytest.mark.slow
def test_it_stands_open_seasons_first_then_the_latest_and_finds_one_of_them(evening: Evening) -> None:
    club = evening.tournament.club
    for year in (2024, 2025):
        Season.objects.create(
            club=club, name=str(year), is_open=False, starts_on=f"{year}-08-01", ends_on=f"{year + 1}-06-01"
        )

    assert [season.name for season in archive(evening).seasons][1:] == ["2025", "2024"]
    oldest = Season.objects.get(name="2024")
    assert [season.name for season in archive(evening, oldest.pk).seasons] == ["2024"]


def test_a_season_tells_how_many_came_to_each_evening() -> None:
    """Everybody once an evening, whoever had the bye too, and nobody who lost by forfeit or asked for a bye."""
    first, second = a_tournament(7), a_tournament(4, name="Rapid")
    for number in second.entries:
        second.entries[number].player = first.entries[number].player
        second.entries[number].save()
    for played, rounds in ((first, ({"absent": {1}}, {}, {"forfeits": {1}})), (second, ({}, {"half_byes": {2}}))):
        for each in rounds:
            played.play(**each)  # type: ignore[arg-type]  # by test
    days = {1: datetime.date(2026, 10, 1), 2: datetime.date(2026, 10, 8)}
    for number, day in days.items():
        Round.objects.filter(number=number).update(date=day)
    season = first.tournament.season

    calendar = archive_page(first.club, season=season.pk).calendar

    assert calendar is not None
    assert [(month.name, [each.people for each in month.squares]) for month in calendar.months] == [
        ("Oct", [7, 7]),
        ("", [6]),
    ]
    came = [
        each.calendar.came
        for entry in first.entries.values()
        for each in public_player_page(first.club, entry.player.public_key).seasons
    ]
    assert sum(came) == sum(each.people for month in calendar.months for each in month.squares)


def test_a_draft_and_the_trash_are_in_no_calendar() -> None:
    played = a_tournament(4)
    played.play(state=RoundState.DRAFTED)
    assert archive_page(played.club, season=played.tournament.season_id).calendar is None
    Round.objects.update(state=RoundState.PUBLISHED)
    assert archive_page(played.club, season=played.tournament.season_id).calendar is not None
    Tournament.objects.update(trashed_at=datetime.datetime.now(datetime.UTC))
    assert archive_page(played.club, season=played.tournament.season_id).calendar is None


@pytest.mark.slow
def test_it_knows_no_trash_and_no_other_club(evening: Evening) -> None:
    theirs = TournamentFactory()
    Tournament.objects.filter(pk=evening.tournament.pk).update(trashed_at=datetime.datetime.now(datetime.UTC))

    assert [season.tournaments for season in archive(evening).seasons] == [()]
    with pytest.raises(NotPublished):
        archive(evening, theirs.season_id)
    with pytest.raises(NotPublished):
        archive(evening, 10**30)


@pytest.mark.slow
def test_it_asks_the_same_of_the_database_however_many_tournaments_there_are(
    evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def more(count: int) -> None:
        kept = PublishedTable.objects.get(round__tournament=evening.tournament, round__number=3)
        for _ in range(count):
            other = TournamentFactory(club=evening.tournament.club, season=evening.tournament.season, planned_rounds=1)
            number = evening.tournament.rounds.latest("number")
            copy = type(number)(tournament=other, number=1, state=number.state)
            copy.save()
            PublishedTable(
                round=copy, table=kept.table, tournament_file=kept.tournament_file, published_at=kept.published_at
            ).save()

    with django_assert_num_queries(6):  # one asks for the seasons' series
        archive(evening)
    more(5)
    with django_assert_num_queries(6):
        assert len(archive(evening).seasons[0].tournaments) == 6


def test_a_player_is_followed_through_the_tournaments_of_the_club() -> None:
    first, second = a_tournament(4), a_tournament(3, name="Rapid")
    player = first.entries[2].player
    second.entries[3].player = player
    second.entries[3].save()
    first.play()

    page = public_player_page(first.club, player.public_key)

    assert page.name == player.full_name
    assert [(each.tournament, each.url) for each in page.appearances] == [
        ("Rapid", ""),
        ("Tuesday cup", first.address("players/2/")),
    ]
    assert (
        scorecard_page(first.tournament, Audience.PUBLIC, number=2).player_url
        == f"/en/rockaden/players/{player.public_key}/"
    )


@pytest.mark.parametrize("audience", list(Audience))
def test_nobody_who_is_only_a_number_is_followed_from_one_tournament_to_another(audience: Audience) -> None:
    first, second = a_tournament(4), a_tournament(3, name="Rapid")
    player = first.entries[2].player
    second.entries[3].player = player
    second.entries[3].save()
    first.play()
    Player.objects.filter(pk=player.pk).update(shown_as=ShownAs.NUMBER)

    assert scorecard_page(first.tournament, audience, number=2).player_url == ""
    with pytest.raises(NotPublished):
        public_player_page(first.club, player.public_key)


def test_a_player_of_the_trash_of_another_club_or_of_nothing_is_not_there() -> None:
    played = a_tournament(4)
    player = played.entries[2].player
    other = Club.objects.create(name="Other", slug="other")
    unentered = Player.objects.create(club=played.club, given_name="Eva", folded_name="eva")

    for club, key in ((other, player.pk), (played.club, unentered.pk), (played.club, 10**30)):
        with pytest.raises(NotPublished):
            public_player_page(club, key)
    played.tournament.trashed_at = datetime.datetime.now(datetime.UTC)
    played.tournament.save()
    with pytest.raises(NotPublished):
        public_player_page(played.club, player.pk)


@pytest.mark.slow
def test_a_player_page_tells_the_final_place(evening: Evening) -> None:
    player = evening.entry(2).player

    (appearance,) = public_player_page(evening.tournament.club, player.public_key).appearances

    places = {name: rank for rank, _shared, name in top_of_the_standings(evening)}
    assert appearance.place is not None
    assert places.get(player.full_name, appearance.place.number) == appearance.place.number
    assert (appearance.place.players, appearance.place.after_round) == (6, None)
