"""A person's page: places, games, colours and evenings over all of a club's tournaments."""

import datetime
from collections.abc import Iterator
from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tools.casts.factories import EntryFactory, Evening, PlayerFactory, SeasonFactory, TournamentFactory
from tests.tools.pages.todays_date import today
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Entry, Player, Round, Season, ShownAs, Tournament
from tournaments.pages.clubs.public_player import PublicPlayerPage, public_player_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.published_tournament import published_tournament
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.history.record import MEETINGS, RoundOutcome
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.snapshots import rounds_of

pytestmark = pytest.mark.django_db


def page_of(player: Player) -> PublicPlayerPage:
    return public_player_page(player.club, player.public_key)


def number_of(text: str) -> Fraction:
    return Fraction(text.replace("½", "") or 0) + Fraction(1, 2) if "½" in text else Fraction(text)


def same_person(*who: Entry) -> Player:
    """The first one's player plays in all of these entries."""
    player = who[0].player
    for entry in who[1:]:
        entry.player = player
        entry.save()
    return player


def two_cups() -> tuple[Played, Played]:
    first, second = a_tournament(6), a_tournament(6, name="Rapid")
    for number in first.entries:
        same_person(first.entries[number], second.entries[number])
    first.play(absent={1})
    first.play(forfeits={1})
    second.play()
    second.play(half_byes={2}, open_boards={1})
    return first, second


def rows_of(played: Played) -> Iterator[tuple[Entry, tuple[object, ...]]]:
    rounds = list(played.tournament.rounds.order_by("number"))
    found = rounds_of(list(played.entries.values()), rounds)
    for entry in played.entries.values():
        yield entry, found[entry.pk]


def test_what_each_round_was_is_what_the_tournaments_record_says() -> None:
    """Read of the own boards alone, of whoever was away, late, withdrawn, or without an opponent."""
    played = a_tournament(9, joining_late={9})
    played.play(absent={1}, half_byes={2})
    played.withdraw(3, first_round=2)
    played.play(forfeits={1}, open_boards={2})
    played.play(absent={4})
    record = published_tournament(played.tournament, Audience.PUBLIC).record

    assert dict(rows_of(played)) == {entry: tuple(record.entries[entry.number or 0]) for entry, _ in rows_of(played)}


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_so_it_is_in_every_system(system: str) -> None:
    evening = Evening.of(5, system=system)
    for result in (Result.WHITE_WINS, Result.WHITE_WINS, Result.BLACK_WINS):
        evening.play(1, 2, 3, 4, result=result)
        evening.finish()
    rounds = list(evening.tournament.rounds.order_by("number"))
    found = list(evening.tournament.entries.select_related("tournament"))
    record = published_tournament(evening.tournament, Audience.PUBLIC).record

    assert rounds_of(found, rounds) == {each.pk: tuple(record.entries[each.number or 0]) for each in found}


def test_games_are_counted_over_all_tournaments() -> None:
    first, second = two_cups()
    for number, entry in first.entries.items():
        page = page_of(entry.player)
        items = [
            item
            for played in (first, second)
            for item in published_tournament(played.tournament, Audience.PUBLIC).record.entries[number]
            if item.outcome in MEETINGS
        ]
        outcomes = [item.outcome for item in items]
        won, drawn, lost = (outcomes.count(each) for each in (RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS))
        assert (page.score.won, page.score.drawn, page.score.lost) == (won, drawn, lost)
        assert number_of(page.score.points) == won + Fraction(drawn, 2)
        white = [item for item in items if item.colour is Colour.WHITE and item.outcome is not RoundOutcome.OPEN]
        assert (page.with_white.games, page.with_black.games) == (len(white), page.score.games - len(white))
        assert len(page.last_games) == len(items)
        assert sum(each.games for each in page.met) == len(items)
        scored = [number_of(each.own) + number_of(each.theirs) for each in page.met]
        assert sum(scored) == page.score.games


def test_who_was_met_most_often_stands_first_whatever_the_tournament() -> None:
    first, second = a_tournament(2), a_tournament(2, name="Rapid")
    player = same_person(first.entries[1], second.entries[2])
    other = same_person(first.entries[2], second.entries[1])
    first.play()
    second.play()

    (met,) = page_of(player).met

    assert (str(met.name), met.url, met.of) == (other.full_name, f"/en/rockaden/players/{other.public_key}/", "")
    assert [len(met.squares), met.games] == [2, 2]
    assert number_of(met.own) + number_of(met.theirs) == 2


def test_whoever_is_a_number_is_another_one_in_each_tournament() -> None:
    first, second = a_tournament(2), a_tournament(2, name="Rapid")
    player = same_person(first.entries[1], second.entries[2])
    hidden = same_person(first.entries[2], second.entries[1])
    Player.objects.filter(pk=hidden.pk).update(shown_as=ShownAs.NUMBER)
    first.play()
    second.play()

    page = page_of(player)

    assert {(str(met.name), met.url, met.of, met.games) for met in page.met} == {
        ("Player 2", "/en/rockaden/tuesday-cup/players/2/", "Tuesday cup", 1),
        ("Player 1", "/en/rockaden/rapid/players/1/", "Rapid", 1),
    }
    assert [game.rating for game in page.last_games] == [None, None]
    assert hidden.full_name not in repr(page)
    assert hidden.public_key not in repr(page)


def test_of_a_name_cut_short_there_is_no_rating() -> None:
    played = a_tournament(4)
    played.play()
    Player.objects.update(shown_as=ShownAs.INITIAL)

    page = page_of(played.entries[1].player)

    assert page.name == "Bo H."
    assert page.rating is None
    assert {game.rating for game in page.last_games} == {None}
    assert "Holm" not in repr(page)


def test_two_of_one_name_are_told_apart() -> None:
    played = a_tournament(4)
    Player.objects.filter(club=played.club).exclude(pk=played.entries[1].player.pk).update(
        given_name="Per", family_name="Lundin"
    )
    played.play()
    played.play()

    page = page_of(played.entries[1].player)

    names = [str(met.name) for met in page.met]
    assert len(set(names)) == len(names) == 2
    assert all(name.startswith("Per Lundin (20") for name in names)
    assert page.name == "Bo Holm"


def test_the_place_now_is_that_of_the_standings_after_the_last_finished_round() -> None:
    evening = Evening.of(6)
    for result in (Result.WHITE_WINS, Result.BLACK_WINS):
        evening.play(*range(1, 7), result=result)
        evening.finish()
    evening.enter(1, Result.DRAW, in_round=1)  # corrected: the table is another one now
    evening.play(*range(1, 7), leaving_open={1})
    standings = standings_page(evening.tournament, Audience.PUBLIC, after=2, is_corrected=True)

    for row in standings.rows:
        (now,) = page_of(evening.entry(row.number).player).now
        assert now.place is not None
        assert (now.place.number, now.place.is_shared, now.place.after_round) == (row.rank, row.is_shared, 2)
        assert now.place.players == 6


def test_the_line_is_that_of_the_published_tables() -> None:
    evening = Evening.of(8)
    for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS):
        evening.play(*range(1, 8), result=result)
        evening.finish()
    tables = [standings_page(evening.tournament, Audience.PUBLIC, after=number) for number in range(1, 5)]

    for number in range(1, 9):
        page = page_of(evening.entry(number).player)
        assert page.first_line is not None
        places = [row.rank for table in tables for row in table.rows if row.number == number]
        assert [point.place for point in page.first_line.line.points] == places
        assert page.first_line.line.last_place == 8


def test_a_guest_has_a_page_without_a_place() -> None:
    evening = Evening.of(6)
    for _round in range(3):
        Entry.objects.filter(tournament=evening.tournament).update(is_guest=False)
        evening.play(*range(1, 7))
        Entry.objects.filter(tournament=evening.tournament, number=6).update(is_guest=True)
        evening.finish()

    page = page_of(evening.entry(6).player)

    (now,) = page.now
    assert now.place is not None
    assert now.place.number is None
    assert (page.first_line, page.lines, page.next_evenings) == (None, (), ())
    assert page.score.games == 3


def test_who_has_not_played_has_a_calm_page() -> None:
    tournament = TournamentFactory()
    player = EntryFactory(tournament=tournament, number=None).player

    page = page_of(player)

    assert (page.score.games, page.met, page.last_games, page.first_line, page.seasons, page.now) == (
        0,
        (),
        (),
        None,
        (),
        (),
    )
    assert [each.place for each in page.appearances] == [None]


def test_evenings_are_counted_by_date_and_the_seasons_stand_apart() -> None:
    first, second = two_cups()
    for played in (first, second):
        for number in (1, 2):
            Round.objects.filter(tournament=played.tournament, number=number).update(
                date=datetime.date(2026, 10, number)
            )
    older = SeasonFactory(
        club=first.club, name="2025–26", starts_on=datetime.date(2025, 8, 1), ends_on=datetime.date(2026, 6, 1)
    )
    Tournament.objects.filter(pk=second.tournament.pk).update(season=older)

    page = page_of(first.entries[1].player)

    assert [season.name for season in page.seasons] == ["2026–27", "2025–26"]
    assert [(each.calendar.came, each.calendar.evenings) for each in page.seasons] == [(1, 2), (2, 2)]


def test_the_next_evenings_are_those_planned_from_today_on() -> None:
    evening = Evening.of(4)
    day = today()
    days = [day - datetime.timedelta(days=7), *(day + datetime.timedelta(days=each) for each in (3, 10))]
    Tournament.objects.filter(pk=evening.tournament.pk).update(round_dates=[day.isoformat() for day in days])
    evening.tournament.refresh_from_db()

    assert [each.date for each in page_of(evening.entry(1).player).next_evenings] == days[1:]
    evening.play(1, 2, 3, 4)
    evening.finish()
    evening.withdraw(2)
    assert page_of(evening.entry(2).player).next_evenings == ()
    Season.objects.update(is_open=False)
    assert page_of(evening.entry(1).player).next_evenings == ()


def test_it_asks_the_same_of_the_database_however_many_seasons_there_are(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    evening = Evening.of(6)
    player = evening.entry(1).player

    def another_season(year: int) -> None:
        old = Evening.of(
            6,
            club=player.club,
            planned_rounds=2,
            season=SeasonFactory(
                club=player.club,
                starts_on=datetime.date(year, 8, 1),
                ends_on=datetime.date(year + 1, 6, 1),
            ),
        )
        same_person(evening.entry(1), old.entry(1))
        for _round in range(2):
            old.play(*range(1, 7))
            old.finish()
        Season.objects.filter(pk=old.tournament.season_id).update(is_open=False)

    evening.play(*range(1, 7))
    evening.finish()
    another_season(2024)
    with django_assert_num_queries(QUERIES):
        page_of(player)
    for year in (2023, 2022, 2021, 2020):
        another_season(year)
    with django_assert_num_queries(QUERIES):
        assert len(page_of(player).appearances) == 6


QUERIES = 20
"""Some of these are for the table of the one tournament that goes on, kept for all outside of a transaction."""


def test_nobody_of_another_club_is_met() -> None:
    first = a_tournament(4)
    PlayerFactory(given_name="Elsewhere")
    first.play()
    assert "Elsewhere" not in repr(page_of(first.entries[1].player))
