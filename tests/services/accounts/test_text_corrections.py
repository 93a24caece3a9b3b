"""Better texts: each person one of each text, and what is refused."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from clubchess.texts.catalogue import Message, messages
from tests.tools.casts.club_cast import Cast
from tournaments.models import Action, TextCorrection, User
from tournaments.services.accounts import text_corrections
from tournaments.services.accounts.text_corrections import correct_text, remove_correction
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db


def save() -> Message:
    return messages("nb")["", "Save"]


def correct(user: User, *forms: str, message: Message | None = None) -> bool:
    return correct_text(user, message or save(), forms, language="nb", page="/nb/account/")


def kept() -> list[tuple[str, list[str]]]:
    return [(each.user.username, each.forms) for each in TextCorrection.objects.order_by("pk")]


def test_the_second_of_a_person_takes_the_place_of_the_first_and_somebody_elses_stays(cast: Cast) -> None:
    assert not correct(cast.kari, "Behold")
    assert not correct(cast.dag, "Spar")
    assert correct(cast.kari, "Ta vare på")
    assert kept() == [("kari", ["Ta vare på"]), ("dag", ["Spar"])]
    assert not Action.objects.exists(), "nothing of a club's was changed"


def test_it_is_kept_with_what_stood_there(cast: Cast) -> None:
    correct(cast.kari, " Behold\r\n")
    row = TextCorrection.objects.get()
    assert (row.english, row.context, row.today, row.forms) == ("Save", "", ["Lagre"], ["Behold"])
    assert (row.language, row.page, row.key) == ("nb", "/nb/account/", save().key)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("Lagre", "This is the text as it is today. Change it first."),
        ("Lagre {name}", "“{name}” is not in the text of today. Take it out."),
        ("", "The text is empty."),
        ("x" * 10_001, "The text has 10001 characters. There is room for 10000."),
    ],
)
def test_these_are_refused(cast: Cast, form: str, sentence: str) -> None:
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}$"):
        correct(cast.kari, form)
    assert kept() == []


def test_there_is_an_end_to_them(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert text_corrections.MOST == 2_000
    monkeypatch.setattr(text_corrections, "MOST", 1)
    correct(cast.kari, "Behold")
    with pytest.raises(
        Refused, match=re.escape("There are 1 corrections already. Send them in and remove them first.")
    ):
        correct(cast.dag, "Spar")
    assert correct(cast.kari, "Ta vare på"), "one that takes a place needs none"


def test_each_removes_their_own_and_who_runs_it_any(cast: Cast) -> None:
    correct(cast.kari, "Behold")
    key = TextCorrection.objects.get().pk
    assert not remove_correction(cast.dag, key)
    assert remove_correction(cast.kari, key)
    assert not remove_correction(cast.kari, key)
    correct(cast.kari, "Behold")
    root = User.objects.create(username="root", is_superuser=True)
    assert remove_correction(root, TextCorrection.objects.get().pk)
    assert kept() == []


def test_with_the_person_they_are_gone(cast: Cast) -> None:
    user = User.objects.create(username="gone")
    TextCorrection.objects.create(
        user=user, language="nb", key="k", english="Save", today=["a"], forms=["b"], at=timezone.now()
    )
    user.delete()
    assert kept() == []
