"""Two records of one person: what follows, what is in the way, two at once, a tap meanwhile, one undo."""

from __future__ import annotations

import datetime
import uuid
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from tests.selectors.test_club_ratings import Year
from tests.tools.casts.series_cast import event, series_of
from tests.tools.guards.whole_database import dump, nothing_changes
from tournaments.models import (
    Action,
    AwayPeriod,
    CardKey,
    ClubRatingStart,
    Entry,
    Event,
    Pace,
    Player,
    PlayerContact,
    Series,
    ShownAs,
    Tournament,
)
from tournaments.pairing.prizes.types import Prize
from tournaments.pairing.series.categories import Category, CategoryKind
from tournaments.pairing.types.snapshot import Result
from tournaments.permissions import may_undo_in_club
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.prizes import NamedPrizes, PrizeScheme, prizes_of
from tournaments.selectors.series import NamedCategory, read_series
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.events import prizes, series
from tournaments.services.players import card_keys, club_ratings, merging

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # constraints, order of rows


@pytest.fixture
def year() -> Year:
    return Year()


@pytest.fixture
def two(year: Year) -> tuple[Player, Player]:
    """Anna in the autumn; Ana, another record of hers, in the spring, with a card, a start and a bonus."""
    anna, bo = year.enter("Anna", 1500), year.enter("Bo", 1500)
    year.play(1, (anna, bo, Result.WHITE_WINS))
    spring = year.cast.add_tournament("Spring", rated_as="classical")
    ana = year.enter("Ana", 1700, spring)
    year.enter("Bo", 1500, spring)
    later = datetime.date(2026, 11, 3)
    year.play(1, (ana, bo, Result.WHITE_WINS), day=later, tournament=spring)
    Player.objects.filter(pk=ana.pk).update(fide_id=77, member_number="12")
    said = {"said_by": "card", "said_at": timezone.now()}
    AwayPeriod.objects.create(player=ana, first_day=later, last_day=later, **said)
    card_keys.make_key(ana, actor=year.cast.kari)
    return Player.objects.get(pk=anna.pk), Player.objects.get(pk=ana.pk)


def merge(year: Year, kept: Player, other: Player, **values: Any) -> None:
    seen = values.pop("seen", None) or merging.merge_version(kept, other)
    merging.merge_players(kept, other, seen=seen, actor=year.cast.kari, **values)


def undo_merge(year: Year) -> Action:
    action = Action.objects.filter(club=year.club, verb="player.merge").latest("pk")
    undo_in_club(action, actor=year.cast.kari)
    return action


def test_all_that_was_the_others_follows_and_comes_back(year: Year, two: tuple[Player, Player]) -> None:
    anna, ana = two
    club_ratings.publish_list(year.club, Pace.CLASSICAL, actor=year.cast.kari)
    before = dump()
    merge(year, anna, ana)
    assert set(Entry.objects.filter(player=anna).values_list("tournament__name", flat=True)) == {"Autumn", "Spring"}
    assert CardKey.objects.get().player_id == AwayPeriod.objects.get().player_id == anna.pk
    now = Player.objects.get(pk=anna.pk)
    assert (now.given_name, now.fide_id, now.member_number) == ("Anna", 77, "12"), "what only the other has"
    assert not year.club.players.filter(pk=ana.pk).exists()
    history = year.ratings.reckoned.history[anna.pk]
    assert [round(each.before) for each in history] == [1500, 1510], "from one to the other"
    assert display_names_in_club([ana.pk])[ana.pk] == "Ana", "the record of what was done still names it"
    action = undo_merge(year)
    assert dump() == before
    assert may_undo_in_club(year.cast.kari, year.club, action)
    assert not may_undo_in_club(year.cast.dag, year.club, action)
    merge(year, *(Player.objects.get(pk=each.pk) for each in two))  # and again


def test_chosen_details_are_the_others_and_the_public_sees_no_more(year: Year, two: tuple[Player, Player]) -> None:
    anna, ana = two
    Player.objects.filter(pk=ana.pk).update(shown_as=ShownAs.NUMBER, is_child=True, rating=1600, fide_rating=1750)
    Player.objects.filter(pk=anna.pk).update(rating=1500, is_active=False)
    anna, ana = (Player.objects.get(pk=each.pk) for each in two)
    merge(year, anna, ana, take={"given_name"})
    now = Player.objects.get(pk=anna.pk)
    assert (now.given_name, now.folded_name, now.rating, now.fide_rating) == ("Ana", "ana", 1500, 1750)
    assert (now.shown_as, now.is_child, now.is_active) == (ShownAs.NUMBER, True, True)


def test_a_contact_is_filled_where_it_is_empty(year: Year, two: tuple[Player, Player]) -> None:
    anna, ana = two
    PlayerContact.objects.create(player=ana, phone="111", email="ana@example.org", birth_year=1990)
    PlayerContact.objects.create(player=anna, phone="222")
    merge(year, anna, ana)
    own = PlayerContact.objects.get(player=anna)
    assert (own.phone, own.email, own.birth_year) == ("222", "ana@example.org", 1990)
    undo_merge(year)
    assert PlayerContact.objects.get(player=ana).phone == "111"


def test_a_series_has_one_person(year: Year) -> None:
    players = [year.cast.add_player(name) for name in ("Anna", "Bo", "Ana")]
    anna, bo, ana = players
    found = series_of(
        year.cast.season,
        event(year.cast.season, "October", anna, bo),
        event(year.cast.season, "November", ana, bo),
    )
    series.give_bonus(found, ana, amount=Fraction(3), reason="Tea", actor=None)
    series.publish_table(found, actor=None)
    assert len(read_series(found).reckoned.table().rows) == 3
    merge(year, anna, ana)
    rows = {row.person: row for row in read_series(Series.objects.get(pk=found.pk)).reckoned.table().rows}
    assert set(rows) == {anna.pk, bo.pk}
    assert found.bonuses.get().player_id == anna.pk
    published = Series.objects.get().published
    assert published is not None
    assert {row["player"] for row in published["rows"]} == {anna.pk, bo.pk, ana.pk}, "a table with both stays as it was"


def test_what_is_in_the_way_is_said_in_sentences(year: Year) -> None:
    anna, bo, cato = (year.enter(name, 1500) for name in ("Anna", "Bo", "Cato"))
    year.play(1, (anna, bo, Result.WHITE_WINS))
    with nothing_changes(Refused, match="Anna and Bo played each other in Autumn"):
        merge(year, anna, bo)
    with nothing_changes(Refused, match="Anna and Cato are both entered in Autumn"):
        merge(year, anna, cato)
    with nothing_changes(Refused, match="one record already"):
        merge(year, anna, anna)
    group = Event.objects.create(club=year.club, season=year.cast.season, name="Spring", seed="ab" * 32)
    one = year.cast.add_tournament("Spring A", event=group, group=1)
    other = year.cast.add_tournament("Spring B", event=group, group=2)
    dag, eva = year.enter("Dag", 1500, one), year.enter("Eva", 1500, other)
    with nothing_changes(
        Refused, match="Dag plays in Spring A and Eva in Spring B: nobody plays in two groups of one event."
    ):
        merge(year, dag, eva)


def test_two_directors_at_once_and_a_form_sent_twice(year: Year, two: tuple[Player, Player]) -> None:
    anna, ana = two
    seen, turned, receipt = merging.merge_version(anna, ana), merging.merge_version(ana, anna), uuid.uuid4()
    merge(year, anna, ana, seen=seen, receipt=receipt)
    with nothing_changes(AlreadyDone):
        merge(year, anna, ana, seen=seen, receipt=receipt)
    with nothing_changes(Refused, match="merged already"):
        merge(year, anna, ana, seen=seen)
    with nothing_changes(Refused, match="merged already"):
        merge(year, ana, anna, seen=turned)


def test_who_was_changed_meanwhile_is_looked_at_again(year: Year, two: tuple[Player, Player]) -> None:
    anna, ana = two
    seen = merging.merge_version(anna, ana)
    Player.objects.filter(pk=ana.pk).update(rating=1234)
    with nothing_changes(Stale):
        merge(year, anna, ana, seen=seen)


def test_a_tap_for_the_merged_record_is_looked_at_again(year: Year, two: tuple[Player, Player]) -> None:
    """Read before, written after: nothing lies where nobody looks for it."""
    anna, ana = two
    merge(year, anna, ana)
    with nothing_changes(Stale):
        club_ratings.set_start(ana, Pace.CLASSICAL, 1800, seen="", actor=year.cast.kari)
    with nothing_changes(Refused, match="The player belongs to another club."):
        card_keys.make_key(ana, actor=year.cast.kari)


def test_merged_once_more_all_follow_to_the_last(year: Year, two: tuple[Player, Player]) -> None:
    anna, ana = two
    third = year.cast.add_player("Annika")
    merge(year, anna, ana)
    merge(year, third, Player.objects.get(pk=anna.pk))
    assert Player.with_merged.now(pk=ana.pk) == third
    assert set(Player.with_merged.filter(merged_into=third).values_list("pk", flat=True)) == {anna.pk, ana.pk}
    assert Entry.objects.filter(player=third).count() == 2
    assert not ClubRatingStart.objects.exists()
    assert Tournament.objects.filter(revision__gt=1).exists()


def test_a_prize_is_the_one_persons(year: Year) -> None:
    anna, bo, ana = (year.cast.add_player(name) for name in ("Anna", "Bo", "Ana"))
    cup = event(year.cast.season, "October", ana, bo)
    school = Category(kind=CategoryKind.LISTED, people=frozenset({ana.pk}))
    named = NamedPrizes(
        name="School", category=NamedCategory(name="School", category=school), prizes=(Prize(cents=100),)
    )
    prizes.set_prizes(cup, PrizeScheme(lists=(named,)), seen=prizes.version_of(cup), actor=None)
    before = cup.prizes
    merge(year, anna, ana)
    cup = Tournament.objects.get(pk=cup.pk)
    found = prizes_of(cup)
    assert found is not None
    assert [award.person for award in found.awards] == [anna.pk]
    undo_merge(year)
    assert Tournament.objects.get(pk=cup.pk).prizes == before
    prizes.fix_prizes(cup, seen=prizes.version_of_awards(Tournament.objects.get(pk=cup.pk)), actor=None)
    merge(year, *(Player.objects.get(pk=each.pk) for each in (anna, ana)))
    found = prizes_of(Tournament.objects.get(pk=cup.pk))
    assert found is not None
    assert [award.person for award in found.awards] == [anna.pk]
    assert not found.is_changed
