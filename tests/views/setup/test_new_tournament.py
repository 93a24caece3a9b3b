"""From a pairing system to a tournament."""

import re
import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.casts.factories import PlayerFactory
from tests.tools.pages.answer_text import text
from tests.tools.pages.html_tree import Page
from tests.views.setup.test_setup import options
from tournaments.forms.setup.options import OptionsForm
from tournaments.models import Action, Directorship, Membership, Player, Role, RoundState, Season, Tournament, User
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import fields_of
from tournaments.services.clubs.clubs import undo_in_club

pytestmark = pytest.mark.django_db


def address(cast: Evening, system: str = "attendance_monrad") -> str:
    return reverse("create_tournament", args=[cast.club.slug, system])


def send(cast: Evening, **typed: Any) -> HttpResponse:
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "receipt": str(uuid.uuid4())}
    return cast.client().post(address(cast), data | options() | typed)  # type: ignore[return-value]


def made() -> Tournament:
    return Tournament.objects.latest("pk")


def value_of(answer: HttpResponse, field: str) -> str | None:
    return Page.of(text(answer)).by_id(field).attributes.get("value")


def test_the_page_proposes_one_and_takes_its_number_of_rounds_along() -> None:
    cast = evening(5, entered=False)
    client = cast.client()
    choose = reverse("choose_system", args=[cast.club.slug])
    assert "Take this one" not in text(client.get(choose))
    assert value_of(client.get(choose), "id_players") == "5"

    page = text(client.get(choose, {"when": "weekend", "players": "40", "rounds": "5"}))
    taken = reverse("create_tournament", args=[cast.club.slug, "fide_dutch"]) + "?preset=&amp;rounds=5"
    assert taken in page

    assert value_of(client.get(taken.replace("&amp;", "&")), "id_planned_rounds") == "5"


@pytest.mark.parametrize("bad", [{"when": "never"}, {"when": "day", "players": "-1"}, {"when": "day", "rounds": "1e9"}])
def test_what_cannot_be_read_is_said(bad: dict[str, str]) -> None:
    cast = evening(5, entered=False)
    answer = cast.client().get(reverse("choose_system", args=[cast.club.slug]), bad)
    assert answer.status_code == 422
    assert "Take this one" not in text(answer)


@pytest.mark.slow
def test_every_system_can_be_chosen() -> None:
    cast = evening(0, entered=False)

    page = text(cast.client().get(reverse("choose_system", args=[cast.club.slug])))

    for code, system in SYSTEMS.items():
        assert (address(cast, code) in page) is system.info.is_for_players
        assert cast.client().get(address(cast, code)).status_code == (200 if system.info.is_for_players else 404)


def test_without_an_open_season_it_says_where_to_go() -> None:
    cast = evening(0, entered=False)
    cast.season.is_open = False
    cast.season.save()

    page = text(cast.client().get(reverse("choose_system", args=[cast.club.slug])))

    assert "none is open" in page
    assert address(cast) not in page


@pytest.mark.slow
def test_a_name_is_enough() -> None:
    cast = evening(0, entered=False)

    response = send(cast)

    assert response["Location"] == reverse("setup", args=[cast.club.slug, made().slug])
    assert (made().name, made().season, made().options, made().planned_rounds) == ("Thursdays", cast.season, {}, None)


def test_what_was_typed_is_kept() -> None:
    cast = evening(0, entered=False)

    send(cast, planned_rounds="9", draw="½", last_resort="stop")

    assert (made().planned_rounds, made().options) == (9, {"draw": "1/2", "last_resort": "stop"})


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u200b"}, "A tournament needs a name that can be read."),
        ({"name": "x" * 201}, "at most 200 characters"),
        ({"name": "a\x00b"}, "Null characters are not allowed."),
        ({"season": "0"}, "Select a valid choice."),
        ({"planned_rounds": "0"}, "greater than or equal to 1"),
        ({"planned_rounds": "100"}, "less than or equal to 99"),
        ({"win": "many"}, "The option Win is many"),
        ({"max_meetings": "0"}, "must be at least 1"),
    ],
)
def test_what_cannot_be_is_answered_beside_its_field(typed: dict[str, str], sentence: str) -> None:
    cast = evening(0, entered=False)
    before = Tournament.objects.count()

    response = send(cast, **typed)

    assert response.status_code == 422
    assert sentence in text(response)
    assert Tournament.objects.count() == before


def test_the_same_form_sent_twice_makes_one_tournament_and_leads_to_it() -> None:
    cast = evening(0, entered=False)
    receipt = str(uuid.uuid4())

    answers = [send(cast, receipt=receipt) for _ in range(2)]

    assert Tournament.objects.filter(name="Thursdays").count() == 1
    assert [answer["Location"] for answer in answers] == [reverse("setup", args=[cast.club.slug, made().slug])] * 2


@pytest.mark.slow
def test_planned_rounds_are_asked_for_and_proposed_where_the_system_needs_them() -> None:
    cast = evening(0, entered=False)
    client = cast.client()

    def field(system: str, preset: str = "") -> str:
        page = text(client.get(f"{address(cast, system)}?preset={preset}"))
        (found,) = re.findall(r'<input [^>]*name="planned_rounds"[^>]*>', page)
        return found

    assert 'value="7"' in field("norwegian_monrad")
    assert "required" in field("norwegian_monrad")
    assert 'value="5"' in field("modified_monrad")
    assert "An odd number is better" in text(client.get(address(cast, "modified_monrad")))
    for found in (field("norwegian_monrad", "konrad"), field("attendance_monrad")):
        assert "value=" not in found
        assert "required" not in found


def shown(cast: Evening, system: str, preset: str = "") -> dict[str, Any]:
    """All options as the form shows them; boxes that are ticked together are a list."""
    values = {code: field.initial for code, field in OptionsForm(SYSTEMS[system], preset=preset).fields.items()}
    return {
        code: value if isinstance(value, list) else "" if value is None else str(value)
        for code, value in values.items()
    }


def test_without_them_the_form_asks_again() -> None:
    cast = evening(0, entered=False)
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "receipt": str(uuid.uuid4())}

    response = cast.client().post(address(cast, "modified_monrad"), data | shown(cast, "modified_monrad"))

    assert response.status_code == 422
    assert "This field is required." in text(response)


@pytest.mark.parametrize(("max_meetings", "status"), [("2", 302), ("1", 422)])
def test_whether_they_are_asked_for_follows_the_options_as_sent(max_meetings: str, status: int) -> None:
    """With second games, as in Konrad, the evenings may simply go on."""
    cast = evening(0, entered=False)
    data = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "receipt": str(uuid.uuid4())}
    options = shown(cast, "norwegian_monrad", "konrad") | {"max_meetings": max_meetings}

    response = cast.client().post(address(cast, "norwegian_monrad"), data | {"preset": "konrad"} | options)

    assert response.status_code == status


def test_an_unknown_system_or_preset_is_not_there() -> None:
    cast = evening(0, entered=False)

    assert cast.client().get(address(cast, "lottery")).status_code == 404
    assert cast.client().get(address(cast) + "?preset=lottery").status_code == 404


def test_strangers_are_led_to_the_log_in_and_other_clubs_see_nothing() -> None:
    cast = evening(0, entered=False)
    stranger = Client()
    stranger.force_login(
        User.objects.create(username="eve", password="!"), backend="tournaments.log_in.EmailOrUsernameBackend"
    )

    assert Client().get(address(cast)).status_code == 302
    assert stranger.get(address(cast)).status_code == 404
    assert stranger.post(address(cast)).status_code == 404


# From an empty club to the first evening


def empty_club(*, players: int = 4, role: str = Role.ADMIN) -> Evening:
    """Members, and nothing else."""
    cast = evening(players, entered=False)
    Directorship.objects.all().delete()
    Tournament.objects.all().delete()
    Action.objects.all().delete()
    Season.objects.all().delete()
    Membership.objects.filter(user=cast.director, club=cast.club).update(role=role)
    return cast


def first(cast: Evening, **typed: Any) -> HttpResponse:
    """The form as it is shown, all members ticked, with the season that it proposes."""
    page = cast.client().get(address(cast)).context
    season = {f"season-{name}": str(page["season"].initial[name]) for name in ("name", "starts_on", "ends_on")}
    data = {"name": "Thursdays", "planned_rounds": "", "receipt": str(uuid.uuid4()), **season}
    players = {"players": [str(player.pk) for player in cast.players]}
    return cast.client().post(address(cast), data | players | options() | typed)  # type: ignore[return-value]


def test_the_season_is_made_with_the_first_tournament_in_one_action() -> None:
    cast = empty_club()

    assert first(cast).status_code == 302

    assert made().season.is_open
    assert made().entries.filter(number=None).count() == 4
    action = Action.objects.get()
    assert action.verb == "tournament.create"

    undo_in_club(action, actor=cast.director)
    assert not Tournament.objects.exists()
    assert not Season.objects.exists()


def test_with_check_in_the_numbers_are_drawn_and_round_1_is_open() -> None:
    cast = empty_club()

    response = first(cast, check_in="1")

    assert response["Location"] == reverse("evening", args=[cast.club.slug, made().slug])
    assert sorted(made().entries.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert made().rounds.get().state == RoundState.OPEN
    assert [action.verb for action in Action.objects.order_by("pk")] == ["tournament.create", "round.open"]


def test_sent_twice_it_makes_one_season_one_tournament_and_one_round() -> None:
    cast = empty_club()
    receipt = str(uuid.uuid4())

    answers = [first(cast, check_in="1", receipt=receipt) if not number else again(cast, receipt) for number in (0, 1)]

    assert {answer["Location"] for answer in answers} == {reverse("evening", args=[cast.club.slug, made().slug])}
    assert (Season.objects.count(), Tournament.objects.count(), made().rounds.count()) == (1, 1, 1)


def again(cast: Evening, receipt: str) -> HttpResponse:
    data = {"name": "Thursdays", "season-name": "2026–27", "receipt": receipt, "check_in": "1"}
    return cast.client().post(address(cast), data)  # type: ignore[return-value]


def test_whoever_is_unticked_is_left_out() -> None:
    cast = empty_club()

    first(cast, players=[str(cast.players[0].pk), str(cast.players[2].pk)])

    assert {entry.player for entry in made().entries.all()} == {cast.players[0], cast.players[2]}


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"season-name": ""}, "season-name"),
        ({"season-starts_on": "2027-06-01", "season-ends_on": "2026-08-01"}, "season-ends_on"),
        ({"season-starts_on": "soon"}, "season-starts_on"),
        ({"players": ["0"]}, "players"),
        ({"players": ["x"]}, "players"),
    ],
)
def test_a_season_or_players_that_cannot_be_are_answered_at_their_field(typed: dict[str, Any], field: str) -> None:
    cast = empty_club()

    response = first(cast, **typed)

    assert response.status_code == 422
    assert f'href="#id_{field}"' in text(response)
    assert not Season.objects.exists()


def test_days_left_empty_are_those_proposed() -> None:
    cast = empty_club()

    first(cast, **{"season-starts_on": "", "season-ends_on": ""})

    assert (made().season.starts_on.day, made().season.ends_on.month) == (15, 6)


def test_where_the_numbers_cannot_be_given_nothing_is_made() -> None:
    """Seeded by rating, and nobody has one."""
    cast = empty_club()
    Player.objects.update(rating=None)
    data = shown(cast, "norwegian_monrad") | {"numbering": "seeded"}
    page = cast.client().get(address(cast)).context["season"].initial
    season = {f"season-{name}": str(page[name]) for name in ("name", "starts_on", "ends_on")}
    typed = {"name": "Thursdays", "planned_rounds": "7", "check_in": "1", "receipt": str(uuid.uuid4())}
    players = {"players": [str(player.pk) for player in cast.players]}

    response = cast.client().post(address(cast, "norwegian_monrad"), data | season | typed | players)

    assert response.status_code == 409
    assert not Season.objects.exists()
    assert not Tournament.objects.exists()


def test_a_director_does_not_open_a_season_on_the_way() -> None:
    cast = empty_club(role=Role.DIRECTOR)

    page = text(cast.client().get(address(cast)))
    assert "none is open" in page
    assert 'name="season-name"' not in page
    data = {"name": "Thursdays", "season-name": "2026–27", "receipt": str(uuid.uuid4())} | options()
    assert cast.client().post(address(cast), data).status_code == 422
    assert not Season.objects.exists()


def test_a_button_of_the_tie_breaks_keeps_season_and_ticks() -> None:
    cast = empty_club()

    page = text(first(cast, players=[str(cast.players[1].pk)], tie_breaks="", tie_breaks_button="list-none"))

    assert page.count('name="players" value=') == 4
    assert re.findall(r'name="players" value="(\d+)" checked', page) == [str(cast.players[1].pk)]
    assert 'name="season-name" value="' in page


@pytest.mark.parametrize("name", ["Thursdays", " THURSDAYS "])
def test_two_tournaments_of_a_season_are_not_called_the_same(name: str) -> None:
    cast = evening(0, entered=False)
    send(cast)
    before = Tournament.objects.count()

    response = send(cast, name=name)

    assert response.status_code == 422
    assert "already: nobody could tell them apart." in text(response)
    assert Tournament.objects.count() == before


def test_a_tournament_is_not_renamed_to_another_of_its_season() -> None:
    cast = evening(0, entered=False)
    send(cast)
    url = cast.url("edit_tournament")
    seen = cast.client().get(url).context["seen"]
    typed = {"name": "Thursdays", "season": cast.season.pk, "planned_rounds": "", "seen": seen}

    response = cast.client().post(url, typed | {"receipt": str(uuid.uuid4())})

    assert response.status_code == 422
    assert 'href="#id_name"' in text(response)
    assert cast.client().post(url, typed | {"name": cast.tournament.name}).status_code == 302


# Options in words and numbers


def line(cast: Evening, url: str, **changed: str) -> str:
    """The line alone, as the form asks for it while somebody types."""
    asked = {"in_numbers": "1", **shown(cast, "keizer"), **changed}
    return text(cast.client().get(url, asked, headers={"HX-Request": "true"}))


def test_keizers_form_says_what_it_comes_to_and_follows_what_is_typed() -> None:
    cast = evening(0, entered=False)
    PlayerFactory.create_batch(33, club=cast.club)
    url = address(cast, "keizer")
    usual = "33 players: first place is worth 48, last 16; beating the leader brings 48, a bye 8."

    assert usual in text(cast.client().get(url))
    assert usual in line(cast, url)
    assert "last 32; beating the leader brings 64, a bye 16." in line(cast, url, ratio="2")
    assert "<html" not in line(cast, url)


@pytest.mark.parametrize("typed", ["abc", "0", "1", "-3", "9" * 100_000])
def test_the_line_says_when_it_cannot_be_worked_out(typed: str) -> None:
    cast = evening(4, entered=False)

    assert "cannot be read yet" in line(cast, address(cast, "keizer"), ratio=typed)


def test_the_line_of_a_tournament_counts_those_who_are_entered() -> None:
    cast = evening(5)
    Tournament.objects.update(system="keizer", options={})

    assert "5 players: first place is worth 6" in line(cast, cast.url("change_options"))
    assert "5 players: first place is worth 6" in text(cast.client().get(cast.url("change_options")))


def test_another_system_says_its_points() -> None:
    cast = evening(0, entered=False)
    asked = {"in_numbers": "1", **options(win="4")}

    answer = cast.client().get(address(cast), asked, headers={"HX-Request": "true"})

    assert "A win scores 4, a draw 2, a loss at the board 1." in text(answer)


@pytest.mark.parametrize("code", [code for code, each in SYSTEMS.items() if each.info.is_for_players])
def test_only_fine_print_is_folded(code: str) -> None:
    """Which option is fine print its system says."""
    cast = evening(0, entered=False)
    page = Page.of(cast.client().get(address(cast, code)).content.decode())

    for option in fields_of(SYSTEMS[code]):
        if option.is_of_files or option.is_of_teams:
            assert not [each for each in page.elements if each.attributes.get("name") == option.code]
            continue
        field = next(each for each in page.elements if each.attributes.get("name", "").split("-")[0] == option.code)
        assert field.is_within("details") == option.is_fine_print, option.code


def test_fine_print_that_words_do_not_make_clear_has_an_example() -> None:
    page = text(evening(0, entered=False).client().get("/en/rockaden/staff/tournaments/new/keizer/"))

    assert "Example: The first absence earns 12, the second 6, the third 3." in page


def below(response: HttpResponse) -> dict[str, str]:
    """What the box for names keeps of what was looked at."""
    return dict(re.findall(r'name="(upload|seen)" value="([^"]*)"', response.content.decode()))


def pasted(cast: Evening, client: Client, names: str, receipt: str, **typed: Any) -> HttpResponse:
    page = client.get(address(cast)).context
    season = {f"season-{name}": str(page["season"].initial[name]) for name in ("name", "starts_on", "ends_on")}
    data = {"name": "Thursdays", "planned_rounds": "", "receipt": receipt, "text": names, **season}
    return client.post(address(cast), data | options() | typed)  # type: ignore[return-value]


def test_names_are_pasted_with_the_tournament_and_put_on_the_list() -> None:
    cast = empty_club(players=2)
    client, receipt, known = cast.client(), str(uuid.uuid4()), cast.players[0].full_name
    names = f"Per Pine 1650\n{known}\nEva Elm"

    looked = pasted(cast, client, names, receipt)
    assert looked.status_code == 200
    assert "Look at the names first" in text(looked)
    assert not Tournament.objects.exists()
    first_answer = pasted(cast, client, names, receipt, check_in="1", **below(looked))
    again = client.post(address(cast), {"name": "Thursdays", "receipt": receipt, "check_in": "1", "text": names})

    for answer in (first_answer, again):
        assert answer["Location"] == reverse("evening", args=[cast.club.slug, made().slug])
    assert set(made().entries.values_list("player__given_name", "rating")) == {
        ("Per", 1650),
        ("Eva", None),
        (cast.players[0].given_name, cast.players[0].rating),
    }
    verbs = [action.verb for action in Action.objects.order_by("pk")]
    assert verbs == ["player.import", "tournament.create", "round.open"]


def test_where_the_tournament_is_refused_nobody_is_put_on_the_list() -> None:
    cast = empty_club(players=0)
    client, names, receipt = cast.client(), "Per Pine\nEva Elm", str(uuid.uuid4())
    data = {"season-name": "2026–27", "name": "Thursdays"}
    looked = pasted(cast, client, names, receipt, **data)
    Season.objects.create(club=cast.club, name="2026–27", starts_on="2026-08-01", ends_on="2027-06-01", is_open=False)

    refused = pasted(cast, client, names, receipt, **data, **below(looked))

    assert refused.status_code == 409
    assert not Player.objects.exists()
    assert "Per Pine" in text(refused)
