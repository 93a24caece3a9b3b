"""Categories over HTTP: proposed, saved, refused; nothing that was typed is lost."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.http import HttpResponse

from tests.tools.casts.factories import Evening
from tests.tools.pages.answer_text import text
from tournaments.forms.setup import categories as forms
from tournaments.models import Player, ShownAs, Tournament
from tournaments.services.setup.categories import version_of

pytestmark = pytest.mark.django_db
RATINGS = (1100, 1250, 1400, 1550, 1700, None)


def now(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.tournament.pk)


@pytest.fixture
def evening() -> Evening:
    """Rated from 1100 to 1700, the last one unrated."""
    evening = Evening.of(len(RATINGS))
    for number, rating in enumerate(RATINGS, 1):
        evening.tournament.entries.filter(number=number).update(rating=rating)
    return evening


def look(evening: Evening, **query: str) -> HttpResponse:
    return evening.client().get(evening.url("edit_categories"), query)  # type: ignore[return-value]


def chosen(answer: HttpResponse, evening: Evening) -> list[str]:
    """Of each player the category that the form shows."""
    forms = answer.context["forms"]  # type: ignore[attr-defined]
    names = [form["name"].value() for form in forms.categories]
    values = {member.number: field.value() for member, field in forms.rows}
    return [names[int(values[number])] if values[number] else "" for number in sorted(values)]


def send(evening: Evening, names: list[dict[str, str]], members: dict[int, str], **typed: Any) -> HttpResponse:
    data = {"seen": version_of(now(evening)), "receipt": str(uuid.uuid4())}
    for place, row in enumerate(names):
        data |= {f"c{place}-{name}": value for name, value in ({"name": "", "was": ""} | row).items()}
    for entry in now(evening).entries.all():
        data[f"entry-{entry.pk}"] = members.get(entry.number or 0, "")
    return evening.client().post(evening.url("edit_categories"), data | typed)  # type: ignore[return-value]


def members(evening: Evening) -> dict[int, str]:
    return {entry.number: entry.category for entry in now(evening).entries.exclude(category="") if entry.number}


def test_by_rating_there_is_one_to_each_border_one_over_the_last_and_one_for_the_unrated(evening: Evening) -> None:
    answer = look(evening, borders="1600, 1200")

    names = ["to 1200", "to 1600", "to 1600", "to 1600", "over 1600", "unrated"]
    assert chosen(answer, evening) == names
    assert "A proposal: change what you like, then save." in text(answer)
    assert now(evening).categories == []


def test_the_starting_list_is_cut_from_the_top(evening: Evening) -> None:
    start = look(evening, sizes="1, 2")
    assert chosen(start, evening) == ["A", "B", "B", "B", "B", "B"]
    assert chosen(look(evening, sizes="9"), evening) == ["A"] * 6
    assert chosen(look(evening, sizes="2,2,2,2"), evening) == [*"AABBCC"]


def test_the_groups_of_the_clubs_people_are_offered(evening: Evening) -> None:
    assert "groups" not in text(look(evening))
    keys = [evening.entry(number).player_id for number in (1, 2, 3)]
    Player.objects.filter(pk__in=keys[:2]).update(categories="Junior, Women")
    Player.objects.filter(pk=keys[2]).update(categories="Women")

    assert "Use the categories in your list of players" in text(look(evening))
    assert chosen(look(evening, groups=""), evening) == ["Junior", "Junior", "Women", "", "", ""]


@pytest.mark.parametrize(
    "query", [{"borders": ""}, {"borders": "12oo"}, {"borders": "0"}, {"sizes": "-1"}, {"borders": "1 " * 11}]
)
def test_what_is_no_number_is_told_and_proposes_nothing(evening: Evening, query: dict[str, str]) -> None:
    answer = look(evening, **query)
    assert answer.status_code == 422
    assert "such as 1200, 1600" in text(answer) or "at most 12 categories" in text(answer)


def test_a_proposal_is_saved_as_it_stands(evening: Evening) -> None:
    rows = [{"name": "to 1500", "low": "", "high": "1500"}, {"name": "Open", "low": "", "high": ""}, {}]

    answer = send(evening, rows, {1: "0", 2: "0", 4: "1"})

    assert answer["Location"].endswith("/setup/#categories")
    assert members(evening) == {1: "to 1500", 2: "to 1500", 4: "Open"}
    assert now(evening).categories[0] == {"name": "to 1500", "low": None, "high": 1500}
    page = text(evening.client().get(evening.url("setup")))  # type: ignore[arg-type]
    assert "to 1500: 2 · Open: 1 · 3 players in no category" in page


def test_a_refusal_keeps_what_was_typed(evening: Evening) -> None:
    send(evening, [{"name": "A"}, {"name": "B"}], {1: "0", 2: "1", 3: "1"})

    gone = send(evening, [{"name": "Aces", "was": "A"}, {"was": "B"}], {1: "0", 2: "1", 3: "1", 4: "0"})

    assert gone.status_code == 409
    assert "“B” has 2 players: move them first." in text(gone)
    assert chosen(gone, evening)[0] == chosen(gone, evening)[3] == "Aces"
    assert members(evening) == {1: "A", 2: "B", 3: "B"}

    wrong = send(evening, [{"name": "A", "was": "A", "low": "2000", "high": "1000"}, {"was": "B"}], {2: "1"})
    assert (wrong.status_code, "The end is before the beginning." in text(wrong)) == (422, True)


def test_what_another_director_has_saved_is_shown(evening: Evening) -> None:
    seen = version_of(now(evening))
    send(evening, [{"name": "A"}], {1: "0"})

    answer = send(evening, [{"name": "B"}], {2: "0"}, seen=seen)

    assert answer.status_code == 409
    assert chosen(answer, evening)[:2] == ["A", ""]


def test_it_says_of_how_many_the_public_sees_no_category(evening: Evening) -> None:
    Player.objects.filter(pk=evening.entry(1).player_id).update(shown_as=ShownAs.NUMBER)
    Player.objects.filter(pk=evening.entry(2).player_id).update(shown_as=ShownAs.INITIAL)
    send(evening, [{"name": "to 1500", "high": "1500"}], {1: "0", 2: "0", 3: "0"})
    assert "2 players are shown to the public without a category" in text(look(evening))

    send(evening, [{"name": "to 1500", "was": "to 1500"}], {1: "0", 2: "0", 3: "0"})
    assert "1 player is shown to the public without a category" in text(look(evening))


def test_of_more_players_than_a_form_holds_those_in_none_come_first(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(evening, [{"name": "A"}], {1: "0", 2: "0"})
    monkeypatch.setattr(forms, "MOST_SHOWN", 4)
    answer = look(evening)
    assert "4 players are shown, those in no category first." in text(answer)
    shown = answer.context["forms"].rows  # type: ignore[attr-defined]
    assert [member.number for member, _field in shown] == [3, 4, 5, 6]

    body = {f"entry-{member.entry}": "0" for member, _field in shown}
    body |= {"c0-name": "A", "c0-was": "A", "seen": fingerprint_of(answer), "receipt": str(uuid.uuid4())}
    evening.client().post(evening.url("edit_categories"), body)

    assert set(members(evening)) == {1, 2, 3, 4, 5, 6}


def fingerprint_of(answer: HttpResponse) -> str:
    return str(answer.context["seen"])  # type: ignore[attr-defined]
