"""After the last result of the last round the evening's page says who has won, and leads to all that is wanted then."""

from __future__ import annotations

import re

import pytest

from tests.tools.casts.factories import Evening, UserFactory
from tournaments.models import Membership, Role, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db


def played(*results: Result) -> Evening:
    evening = Evening.of(4, system="attendance_monrad", planned_rounds=1)
    evening.draft()
    evening.publish()
    for board, result in enumerate(results, 1):
        evening.enter(board, result)
    return evening


def page(evening: Evening) -> str:
    return " ".join(evening.client().get(evening.url("evening")).content.decode().split())


def test_the_first_three_stand_there_and_each_way_on_before_and_after_the_evening_is_over() -> None:
    evening = played(Result.WHITE_WINS, Result.DRAW)
    for _before_and_after in range(2):
        shown = page(evening)
        section = re.search(r'<section class="panel last-round".*?</section>', shown)
        assert section is not None
        assert re.findall(r"<li><b>(\d)</b>", section[0]) == ["1", "2", "3"]
        for name in ("staff_standings", "edit_prizes", "exports"):
            assert f'href="{evening.url(name)}"' in section[0]
        assert f'href="{evening.url("paper", 1, "place_cards")}"' in section[0]
        assert "next/" not in section[0]  # that is an admin's
        assert re.search(r"Tuesday cup is finished\s1\. \w+\s2\. \w+\s3\. \w+\shttp", shown)
        if evening.round.over_at is None:
            evening.end_evening()


def test_with_prizes_they_are_printed_from_there_and_an_admin_goes_on_to_the_next_season() -> None:
    evening = played(Result.WHITE_WINS, Result.WHITE_WINS)
    Tournament.objects.update(prizes={"lists": []})
    admin = Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role=Role.ADMIN).user
    evening.director = admin
    shown = page(evening)
    for name in ("print_prizes", "prize_certificates"):
        assert f'href="{evening.url(name)}' in shown
    assert f"/seasons/{evening.tournament.season_id}/next/" in shown


def test_while_a_result_is_missing_nobody_has_won() -> None:
    assert "last-round" not in page(played(Result.WHITE_WINS))


def test_who_only_helps_is_told_that_it_is_finished() -> None:
    evening = played(Result.WHITE_WINS, Result.DRAW)
    evening.director = UserFactory()
    Membership.objects.create(club=evening.tournament.club, user=evening.director, role=Role.HELPER, everywhere=True)
    shown = page(evening)
    assert "the tournament is finished" in shown
    assert "last-round" not in shown
