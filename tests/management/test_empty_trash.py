"""The command that deletes for good."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tools.casts.factories import Evening
from tournaments.models import Tournament
from tournaments.services.clubs.trash import trash_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # constraints


def run(days: int) -> str:
    out = io.StringIO()
    call_command("empty_trash", older_than=days, stdout=out)
    return out.getvalue()


def test_it_deletes_what_is_old_enough_and_says_so() -> None:
    evening = Evening.of(4)
    evening.play()
    trash_tournament(evening.tournament, actor=None)

    assert "Nothing has been in the trash" in run(30)
    assert run(0) == "Tuesday cup is deleted for good.\n"
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("days", [-1, 10**9])
def test_it_asks_for_a_number_of_days(days: int) -> None:
    with pytest.raises(CommandError, match="number of days"):
        run(days)
