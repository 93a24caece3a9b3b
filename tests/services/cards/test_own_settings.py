"""What people choose by their own card: what is refused by the service; the card is in tests/views."""

from __future__ import annotations

import pytest

from tests.tools.casts.club_cast import Cast
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models.player import ShownAs
from tournaments.services.cards.own_settings import choose_language, choose_shown_as
from tournaments.services.common.refusal import Refused

pytestmark = pytest.mark.django_db


def test_a_childs_whole_name_is_never_shown() -> None:
    child = Cast().add_player("Mia", "Berg", is_child=True)
    with nothing_changes(Refused, "A child’s name is shown by the given name and an initial at most."):
        choose_shown_as(child, ShownAs.FULL, seen=child.shown_as)


def test_what_is_no_choice_is_refused() -> None:
    anna = Cast().add_player("Anna")
    for choose in (
        lambda: choose_shown_as(anna, "backwards", seen=anna.shown_as),
        lambda: choose_language(anna, "xx", seen=anna.language),
    ):
        with nothing_changes(Refused, "There is no such choice."):
            choose()
