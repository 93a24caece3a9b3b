"""Name, season and planned rounds over HTTP, on the set-up page and on the evening."""

import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening, SeasonFactory
from tests.tools.pages.answer_text import text
from tournaments.models import Action, Season, Tournament
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.setup.round_count_effects import round_count_effects
from tournaments.pairing.protocols import RoundCount, RoundCountKind
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.snapshot import Result
from tournaments.services.setup import settings
from tournaments.services.setup.settings import version_of

pytestmark = pytest.mark.django_db


def now(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.tournament.pk)


def look(evening: Evening, name: str = "setup", *args: object) -> str:
    return text(evening.client().get(evening.url(name, *args)))  # type: ignore[arg-type]


def send(evening: Evening, **typed: Any) -> HttpResponse:
    there = now(evening)
    data = {
        "name": there.name,
        "season": there.season_id,
        "planned_rounds": there.planned_rounds or "",
        "seen": version_of(there),
        "receipt": str(uuid.uuid4()),
    }
    return evening.client().post(evening.url("edit_tournament"), data | typed)  # type: ignore[return-value]


def send_end(evening: Evening, number: int, **typed: Any) -> HttpResponse:
    data = {"seen": version_of(now(evening)), "receipt": str(uuid.uuid4())}
    return evening.client().post(evening.url("end_tournament", number), data | typed)  # type: ignore[return-value]


def field(page: str, name: str) -> str:
    (found,) = re.findall(rf'<(?:input|select) [^>]*name="{name}"[^>]*>', page)
    return str(found)


def test_the_decimals_of_the_system_are_not_chosen_by_saving_something_else() -> None:
    """Chosen ones stay when the system's options change; the form sends along what it shows."""
    evening = Evening.of(4, system="keizer", planned_rounds=5)
    usual = spelling_of(now(evening)).decimals
    assert send(evening, planned_rounds=6, decimals_shown=usual).status_code == 302
    assert (now(evening).planned_rounds, now(evening).decimals_shown) == (6, None)
    assert Action.objects.latest("pk").facts["what"] == "rounds"

    assert send(evening, decimals_shown=2).status_code == 302
    assert now(evening).decimals_shown == 2
    assert Action.objects.latest("pk").facts["what"] == "decimals"


def test_the_set_up_leads_to_the_form_which_says_what_is_there() -> None:
    evening = Evening.of(4, name="Tuesday cup", planned_rounds=5)
    page = look(evening)
    assert f'href="{evening.url("edit_tournament")}"' in page
    assert "5 rounds" in page

    form = look(evening, "edit_tournament")

    assert 'value="Tuesday cup"' in field(form, "name")
    assert 'value="5"' in field(form, "planned_rounds")
    assert f"The address stays as it is: {evening.url('public_tournament')}" in form


def test_all_three_are_changed_at_once() -> None:
    evening = Evening.of(4, planned_rounds=5)
    spring = SeasonFactory(club=evening.tournament.club)

    response = send(evening, name="Spring cup", season=spring.pk, planned_rounds=7)

    there = now(evening)
    assert response["Location"] == evening.url("setup")
    assert (there.name, there.season, there.planned_rounds) == ("Spring cup", spring, 7)
    assert "Name, season or planned rounds of Spring cup are changed" in look(evening)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": "Autumn cup"}, "“Tuesday cup” is called “Autumn cup” now"),
        ({"planned_rounds": "7"}, "Planned rounds: 7"),
        ({"planned_rounds": ""}, "The number of rounds is not fixed"),
    ],
)
def test_the_ribbon_says_which_one_it_was_and_takes_it_back(typed: dict[str, str], sentence: str) -> None:
    evening = Evening.of(4, name="Tuesday cup", planned_rounds=5)
    send(evening, **typed)
    assert sentence in look(evening)
    action = Action.objects.latest("pk")

    evening.client().post(evening.url("undo_action", action.pk), {"receipt": str(uuid.uuid4()), "back": "setup"})

    assert (now(evening).name, now(evening).planned_rounds) == ("Tuesday cup", 5)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u200b"}, "A tournament needs a name that can be read."),
        ({"name": "x" * 201}, "at most 200 characters"),
        ({"season": "0"}, "Select a valid choice."),
        ({"planned_rounds": "0"}, "greater than or equal to 1"),
        ({"planned_rounds": "100"}, "less than or equal to 99"),
        ({"planned_rounds": "1"}, "Round 2 is open: plan at least 2 rounds."),
    ],
)
def test_what_cannot_be_is_answered_beside_its_field(typed: dict[str, str], sentence: str) -> None:
    evening = Evening.of(4, planned_rounds=5)
    evening.play()
    evening.open()
    before = now(evening)

    response = send(evening, **typed)

    assert response.status_code == 422
    assert sentence in text(response)
    assert version_of(now(evening)) == version_of(before)


def test_another_clubs_season_and_a_closed_one_are_no_choice() -> None:
    evening = Evening.of(4)
    elsewhere, closed = SeasonFactory(), SeasonFactory(club=evening.tournament.club, is_open=False)

    for season in (elsewhere, closed):
        assert f'value="{season.pk}"' not in look(evening, "edit_tournament")
        assert send(evening, season=season.pk).status_code == 422


def test_the_same_form_sent_twice_changes_once() -> None:
    evening = Evening.of(4)
    receipt, seen = str(uuid.uuid4()), version_of(now(evening))

    for _time in range(2):
        assert send(evening, name="Autumn cup", receipt=receipt, seen=seen).status_code == 302

    assert Action.objects.filter(verb="tournament.edit").count() == 1


def test_of_two_directors_the_second_sees_what_the_first_has_changed() -> None:
    evening = Evening.of(4, planned_rounds=5)
    seen = version_of(now(evening))
    send(evening, name="Autumn cup")

    response = send(evening, name="Winter cup", seen=seen)

    page = text(response)
    assert response.status_code == 409
    assert f"{evening.director} changed this at" in page
    assert 'value="Autumn cup"' in field(page, "name")
    assert f'name="seen" value="{version_of(now(evening))}"' in page
    assert now(evening).name == "Autumn cup"


def test_in_a_closed_season_nothing_is_changed() -> None:
    evening = Evening.of(4)
    Season.objects.update(is_open=False)

    assert "Results can still be corrected, nothing else." in look(evening, "edit_tournament")
    response = send(evening, name="Autumn cup")

    assert response.status_code == 409
    assert "let an admin of the club reopen it" in text(response)


def test_the_number_cannot_be_typed_once_it_is_settled_but_the_name_can() -> None:
    evening = Evening.of(4, planned_rounds=1)
    evening.play()
    form = look(evening, "edit_tournament")
    assert "disabled" in field(form, "planned_rounds")
    assert "Round 1, the last one planned, is published: the number of rounds is settled." in form

    assert send(evening, name="Autumn cup", planned_rounds="7").status_code == 302

    assert (now(evening).name, now(evening).planned_rounds) == ("Autumn cup", 1)


def test_one_that_came_with_more_rounds_than_the_form_allows_can_be_renamed() -> None:
    evening = Evening.of(4, planned_rounds=250)

    assert send(evening, name="Autumn cup").status_code == 302


@pytest.mark.slow
def test_one_that_came_without_a_plan_is_asked_for_it_and_can_be_renamed_without() -> None:
    evening = Evening.of(4, system="norwegian_monrad")
    assert "The number of rounds is not planned yet" in look(evening)

    assert send(evening, name="Autumn cup").status_code == 302
    assert send(evening, planned_rounds="7").status_code == 302

    assert "not planned yet" not in look(evening)
    assert send(evening, planned_rounds="").status_code == 422


# Hints


@pytest.mark.parametrize(
    ("system", "players", "planned", "few", "even"),
    [
        ("norwegian_monrad", 40, 5, "With 40 players, 5 rounds can leave several", False),
        ("norwegian_monrad", 33, 5, "6 rounds usually leave no more than one", False),
        ("norwegian_monrad", 32, 5, "", False),
        ("modified_monrad", 6, 4, "", True),
        ("modified_monrad", 20, 4, "With 20 players, 4 rounds can leave several", True),
        ("attendance_monrad", 20, 4, "", False),
    ],
)
def test_the_set_up_says_what_there_is_to_know_of_the_number(
    system: str, players: int, planned: int, few: str, even: bool
) -> None:
    page = look(Evening.of(players, system=system, planned_rounds=planned))

    assert few in page
    assert ("can leave several" in page) == bool(few)
    assert ("An odd number is better" in page) == even


def test_the_form_says_how_many_rounds_the_field_needs() -> None:
    evening = Evening.of(9, system="norwegian_monrad", planned_rounds=5)
    evening.withdraw(1)

    form = look(evening, "edit_tournament")

    assert "With 8 players, 3 rounds usually leave no more than one who has won every game." in form


@pytest.mark.slow
def test_what_is_settled_needs_no_hint() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=2)
    assert "can leave several" in look(evening)
    evening.play()
    evening.play()

    assert "can leave several" not in look(evening)
    assert "An odd number is better" not in look(evening)


def test_konrad_needs_no_hint() -> None:
    page = look(Evening.of(20, system="norwegian_monrad", preset="konrad", planned_rounds=4))

    assert "can leave several" not in page
    assert "An odd number is better" not in page


@pytest.fixture
def _rounds_follow_from_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where everybody meets everybody."""
    own = AttendanceMonrad.capabilities
    follows = RoundCount(kind=RoundCountKind.FOLLOWS, of_field=lambda players: players - 1)
    monkeypatch.setattr(AttendanceMonrad, "capabilities", lambda system: replace(own(system), rounds=follows))


@pytest.mark.slow
@pytest.mark.usefixtures("_rounds_follow_from_the_field")
def test_where_the_number_follows_from_the_field_nobody_is_asked() -> None:
    evening = Evening.of(6)
    evening.play()
    page = look(evening)
    assert "5 rounds" in page
    assert "End after round" not in page
    assert 'name="planned_rounds"' not in look(evening, "edit_tournament")

    assert send(evening, name="Autumn cup", planned_rounds="3").status_code == 302

    assert (now(evening).name, now(evening).planned_rounds) == ("Autumn cup", None)
    assert send_end(evening, 1).status_code == 409
    new = reverse("create_tournament", args=[evening.tournament.club.slug, "attendance_monrad"])
    assert 'name="planned_rounds"' not in text(evening.client().get(new))  # type: ignore[arg-type]


# What another number changes is looked at first


@pytest.mark.slow
def test_what_people_have_seen_changes_only_after_a_second_look() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=6)
    evening.play()
    evening.play()

    first = send(evening, planned_rounds="7")

    page = text(first)
    assert (first.status_code, now(evening).planned_rounds) == (200, 6)
    assert "Not saved yet." in page
    assert "New in the table: M-2." in page
    assert 'name="looked_at" value="7"' in page
    assert 'value="7"' in field(page, "planned_rounds")

    assert send(evening, planned_rounds="8", looked_at="7").status_code == 200  # another one than was looked at
    assert send(evening, planned_rounds="7", looked_at="7").status_code == 302
    assert now(evening).planned_rounds == 7


@pytest.mark.slow
def test_a_number_that_changes_nothing_is_saved_at_once() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    evening.play()

    assert send(evening, planned_rounds="9").status_code == 302
    assert now(evening).planned_rounds == 9


@pytest.mark.slow
def test_before_it_is_the_last_one_the_coming_round_says_what_that_means() -> None:
    evening = Evening.of(6, system="modified_monrad", planned_rounds=5)
    evening.play()
    evening.draft()

    page = text(send(evening, planned_rounds="2"))

    assert "Round 2 becomes the last one." in page
    assert "In the last round the list alone decides who meets" in page
    assert "Round 2 is drafted already: pair it again before you publish it." in page
    send(evening, planned_rounds="2", looked_at="2")
    drafted = look(evening, "evening")
    assert "This draft no longer fits: pair again." in drafted
    assert "The number of planned rounds has changed since it was made." in drafted
    assert "Round 2 is not the last one any more." in text(send(evening, planned_rounds="3"))


@pytest.mark.slow
def test_the_places_that_change_are_shown_with_both() -> None:
    evening = Evening.of(20, system="modified_monrad", planned_rounds=9)
    for result in (Result.WHITE_WINS, Result.DRAW, Result.WHITE_WINS, Result.WHITE_WINS):
        evening.play(result=result)
    effects = round_count_effects(now(evening), 5)
    assert effects.moved
    assert effects.others

    page = text(send(evening, planned_rounds="5"))

    assert now(evening).planned_rounds == 9
    shown, folded = page.split("19 players keep place and points")
    assert "In the table after round 4" in shown
    for rows, where in ((effects.moved, shown), (effects.others, folded)):
        assert all(f">{row.name}</a>" in where for row in rows)
    assert "Quality" in folded


@pytest.mark.slow
def test_a_stale_form_is_told_so_before_it_looks_at_anything() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=6)
    evening.play()
    seen = version_of(now(evening))
    send(evening, name="Autumn cup")

    assert send(evening, planned_rounds="7", seen=seen).status_code == 409


# End after this round


@pytest.mark.slow
def test_the_evening_leads_to_it_and_back() -> None:
    evening = Evening.of(6, system="norwegian_monrad", planned_rounds=7)
    evening.play()
    address = evening.url("end_tournament", 1)
    for page in (look(evening, "evening"), look(evening)):
        assert f'href="{address}"' in page
    asked = look(evening, "end_tournament", 1)
    assert "7 rounds are planned. Round 1 becomes the last one" in asked
    assert "No longer in the table: M-2." in asked
    assert "It was paired like any other, and its boards stay." in asked

    assert send_end(evening, 1)["Location"] == evening.url("evening")

    page = look(evening, "evening")
    assert "All planned rounds are played: the tournament is finished." in page
    assert "The tournament ends after round 1" in page
    assert address not in page


@pytest.mark.slow
def test_where_nobody_planned_anything_it_says_so() -> None:
    evening = Evening.of(4, system="keizer")
    evening.play()

    assert "No number of rounds is planned. Round 1 becomes the last one" in look(evening, "end_tournament", 1)
    send_end(evening, 1)
    assert now(evening).planned_rounds == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3, 99])
def test_only_the_newest_round_can_be_the_last(number: int) -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    evening.play()

    assert evening.client().get(evening.url("end_tournament", number)).status_code == 404
    assert send_end(evening, number).status_code == 409
    assert now(evening).planned_rounds == 7


@pytest.mark.slow
def test_an_earlier_round_a_last_one_and_a_closed_season_have_no_such_link() -> None:
    evening = Evening.of(4, planned_rounds=2)
    evening.play()
    evening.open()
    assert "End the tournament" not in look(evening, "evening_round", 1)
    assert "End the tournament" not in look(evening, "evening")
    Tournament.objects.update(planned_rounds=7)
    assert "End the tournament" in look(evening, "evening")
    Season.objects.update(is_open=False)
    assert "End the tournament" not in look(evening, "evening")


def test_who_ends_it_while_the_next_round_is_opened_is_told_so() -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    seen = version_of(now(evening))
    evening.open()

    response = send_end(evening, 1, seen=seen)

    assert response.status_code == 409
    assert "nothing of yours was saved" in text(response)
    assert 'id="end-tournament"' not in text(response)


@pytest.mark.slow
def test_what_was_changed_meanwhile_is_shown_and_can_then_be_ended() -> None:
    evening = Evening.of(4, planned_rounds=7)
    evening.play()
    seen = version_of(now(evening))
    there = now(evening)
    settings.edit_tournament(there, name=there.name, season=there.season, planned_rounds=5, seen=seen, actor=None)

    response = send_end(evening, 1, seen=seen)

    assert response.status_code == 409
    assert "5 rounds are planned." in text(response)
    assert f'name="seen" value="{version_of(now(evening))}"' in text(response)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "heading"),
    [({"planned_rounds": "5"}, "Round 1 of 7"), ({"name": "Autumn cup"}, '<p class="eyebrow">Tuesday cup</p>')],
)
def test_an_undo_swapped_into_the_evening_shows_what_is_back(typed: dict[str, str], heading: str) -> None:
    evening = Evening.of(4, name="Tuesday cup", planned_rounds=7)
    evening.play()
    send(evening, **typed)
    address = evening.url("undo_action", Action.objects.latest("pk").pk)
    data = {"receipt": str(uuid.uuid4()), "round": "1"}

    answer = evening.client().post(address, data, headers={"HX-Request": "true"})

    assert heading in text(answer)  # type: ignore[arg-type]


# Everybody sees it


@pytest.mark.slow
def test_pages_that_were_kept_say_the_new_name_at_the_old_address() -> None:
    evening = Evening.of(4, name="Tusday cup", planned_rounds=5)
    evening.play()
    visitor = Client()
    club = reverse("public_club", args=[evening.tournament.club.slug])
    short = reverse("short_address", args=[evening.tournament.short_code])
    addresses = [club, evening.url("public_tournament"), evening.url("public_hall"), evening.url("public_calendar")]
    assert all("Tusday cup" in text(visitor.get(each)) for each in addresses[:3])  # type: ignore[arg-type]

    send(evening, name="Tuesday cup")

    for each in addresses:
        said = text(visitor.get(each))  # type: ignore[arg-type]
        assert "Tusday cup" not in said
        assert "Tuesday cup" in said
    assert visitor.get(short, follow=True).redirect_chain[-1][0].endswith(evening.url("public_own_board"))
