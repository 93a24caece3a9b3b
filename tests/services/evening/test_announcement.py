"""The message from the director: written, replaced, taken away."""

import uuid

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Action, Tournament
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import exported
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening.announcement import LONGEST, set_message
from tournaments.services.setup import seasons, tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return Evening.of(4)


def say(evening: Evening, text: str, *, seen: str = "", receipt: uuid.UUID | None = None) -> None:
    set_message(evening.tournament, text=text, seen=seen, actor=evening.director, receipt=receipt)


def message(evening: Evening) -> str:
    return Tournament.objects.get(pk=evening.tournament.pk).message


def revisions(evening: Evening) -> tuple[int, int]:
    found = Tournament.objects.select_related("club").get(pk=evening.tournament.pk)
    return found.public_revision, found.club.public_revision


def test_it_is_recorded_and_raises_what_the_pages_of_tournament_and_club_are_kept_by(evening: Evening) -> None:
    tournament, club = revisions(evening)
    say(evening, "Round 3 begins at eight.")

    assert message(evening) == "Round 3 begins at eight."
    assert revisions(evening) == (tournament + 1, club + 1)
    assert Action.objects.get().verb == "tournament.message"


def test_it_becomes_one_paragraph_of_visible_characters(evening: Evening) -> None:
    say(evening, "  Round 3\r\n\r\nbegins\tat \u202eeight\u0007. Takk, A\u030ase! ")

    assert message(evening) == "Round 3 begins at eight. Takk, \u00c5se!"


def test_the_same_form_sent_twice_changes_nothing(evening: Evening) -> None:
    receipt = uuid.uuid4()
    say(evening, "One", receipt=receipt)

    with nothing_changes(AlreadyDone):
        say(evening, "One", receipt=receipt)
    say(evening, "One", seen="One")
    assert Action.objects.count() == 1


def test_what_somebody_else_has_written_since_is_not_written_over_nor_taken_away(evening: Evening) -> None:
    say(evening, "Mine")
    options = {"win": "2"}
    tournaments.change_options(
        evening.tournament,
        options=options,
        tie_breaks=None,
        seen=tournaments.version_of(evening.tournament),
        actor=None,
    )

    for text in ("Yours", ""):
        with nothing_changes(Stale) as stale:
            say(evening, text, seen="Another")
        assert stale.value.since is not None
        assert stale.value.since.verb == "tournament.message"


def test_as_many_characters_as_fit_and_not_one_more(evening: Evening) -> None:
    say(evening, "å" * LONGEST)

    with nothing_changes(Refused, "at most 500 characters, and this one has 3 too many"):
        say(evening, "å" * (LONGEST + 3), seen=message(evening))


def test_in_a_closed_season_it_can_be_taken_away_but_not_written(evening: Evening) -> None:
    say(evening, "Prizes at nine")
    seasons.close_season(evening.tournament.season, actor=None)

    with nothing_changes(Refused, "closed"):
        say(evening, "Prizes at ten", seen="Prizes at nine")
    say(evening, "", seen="Prizes at nine")
    assert message(evening) == ""


def test_undo_brings_back_what_stood_there(evening: Evening) -> None:
    say(evening, "One")
    say(evening, "Two", seen="One")
    undo_action(Action.objects.latest("pk"), actor=None)

    assert message(evening) == "One"


def test_the_tournament_file_does_not_carry_it(evening: Evening) -> None:
    without = exported(evening.tournament)
    say(evening, "The heating is off")

    assert exported(Tournament.objects.get(pk=evening.tournament.pk)) == without
