"""Those who are here now, paired into the published round on the evening's page: offered, ticked, sent, said."""

import datetime
import re
import uuid

import pytest
from django.http import HttpResponse
from django.urls import reverse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.todays_date import today
from tournaments.models import Attendance, Availability, Game, RespondedBy, Response, Round, Season, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.calendar import availability
from tournaments.services.rounds import results

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_day")]

WEEK = datetime.timedelta(days=7)


def published(here: int = 5, players: int = 9) -> Evening:
    """A week ago with the first five of nine: two boards, and one sits out."""
    cast = evening(players)
    cast.open()
    cast.check_in(here)
    cast.pair()
    cast.publish()
    Season.objects.update(starts_on=today() - 20 * WEEK, ends_on=today() + 20 * WEEK)
    Round.objects.update(date=today() - WEEK)
    cast.tournament.refresh_from_db()
    return cast


def page(cast: Evening) -> str:
    return cast.client().get(cast.url("evening")).content.decode()


def text(response: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def boxes(html: str) -> dict[int, bool]:
    """By the entry's key, whether it is ticked."""
    found = re.findall(r'name="here" value="(\d+)"( checked)?', " ".join(html.split()))
    return {int(key): bool(ticked) for key, ticked in found}


def send(cast: Evening, *indices: int, follow: bool = True, **more: object) -> HttpResponse:
    data = {
        "pair_those_here": "yes",
        "here": [cast.entries[index].pk for index in indices],
        "date": f"{today()}",
        "seen_revision": cast.round.revision,
        "receipt": str(uuid.uuid4()),
    }
    address = cast.url("pair_those_here", cast.round.number)
    return cast.client().post(address, data | more, follow=follow)  # type: ignore[return-value]


def odd_one(cast: Evening) -> Attendance:
    return Attendance.objects.select_related("entry__player").get(round=cast.round, bye="pairing")


def test_everybody_without_a_board_is_offered_and_who_said_that_they_come_is_ticked() -> None:
    cast = published()
    Tournament.objects.update(round_dates=[f"{today() - WEEK}", f"{today()}"])
    availability.respond(cast.entries[7], today(), Response.COMING, said_by=RespondedBy.TELEPHONE, actor=None)
    assert Availability.objects.count() == 1

    html = page(cast)

    assert "Pair those who are here now" in html
    out = odd_one(cast).entry_id
    assert boxes(html) == {out: False} | {each.pk: each == cast.entries[7] for each in cast.entries[5:9]}
    assert "Sat out on" in html
    assert f'name="date" value="{today()}"' in html


def test_one_tap_pairs_them_and_the_answer_names_the_boards() -> None:
    cast = published()
    answer = send(cast, 5, 6)

    assert answer.status_code == 200
    assert re.search(r"Board 3: No[67] – No[67]|Board 3: .* – ", text(answer))
    assert "paired as well: boards 3" in text(answer)
    assert Game.objects.get(round=cast.round, board=3).date == today()


def test_on_the_evening_and_in_public_the_new_boards_have_their_day() -> None:
    cast = published()
    send(cast, 5, 6)
    day = f"{today().day} {today():%b}"
    public = reverse("public_round", args=[cast.tournament.club.slug, cast.tournament.slug, 1])
    for html in (page(cast), cast.client().get(public).content.decode()):
        assert html.count(day) >= 1
        assert "agreed for" not in html


def test_what_is_refused_comes_back_with_its_ticks() -> None:
    cast = published()
    answer = send(cast, 6)
    assert answer.status_code == 409
    assert "choose two players at least" in text(answer)
    html = answer.content.decode()
    assert [key for key, ticked in boxes(html).items() if ticked] == [cast.entries[6].pk]
    assert re.search(r'<details class="group" id="those-here" open', html)


def test_a_day_that_is_none_is_not_read() -> None:
    cast = published()
    assert send(cast, 5, 6, date="soon").status_code == 422
    assert Game.objects.filter(round=cast.round).count() == 2


def test_an_old_page_pairs_nobody() -> None:
    cast = published()
    seen = cast.round.revision
    send(cast, 5, 6)
    assert send(cast, 7, 8, seen_revision=seen).status_code == 409
    assert Game.objects.filter(round=cast.round).count() == 3


@pytest.mark.parametrize("here", [8, 9])
def test_it_is_not_offered_where_nobody_could_play(here: int) -> None:
    """All nine are here, and one sits out; or eight are, and one is away."""
    assert "those-here" not in page(published(here=here))


def test_it_is_not_offered_once_the_table_is_published() -> None:
    cast = published()
    for game in Game.objects.filter(round=cast.round):
        results.enter_result(game, Result.DRAW, seen="*", actor=None)
    assert "those-here" in page(cast)
    cast.client().post(
        cast.url("finish_round", 1), {"seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())}
    )
    assert "those-here" not in page(cast)
