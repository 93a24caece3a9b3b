"""Lists are loaded whole or not at all, in the place of the one before; and looked into by letters and numbers."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import InternalError, OperationalError, connection
from django.utils import timezone, translation
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from time_machine import travel

from clubchess.jobs import LEFT_BEHIND, Worker
from tests.tools.casts.club_cast import Cast
from tests.tools.casts.some_jobs import minutes
from tests.tools.files.reading_process import a_child
from tests.tools.pages import rating_lists as made
from tests.tools.pages.rating_lists import BERG, CARLSEN, DAHL, FIDE_SINGLE
from tournaments.exchange.apart import Reader
from tournaments.forms.players.players import PlayerForm
from tournaments.models import Action, Club, ListedRating, ListState, RatingList, RatingListUpload
from tournaments.pages.players.players import players_page
from tournaments.recording import fill_list
from tournaments.selectors.rating_list_lookup import found_by, lists_for, queries_of_numbers, rating_name
from tournaments.services.common.refusal import Refused
from tournaments.services.players import rating_lists
from tournaments.services.players.rating_list_loading import load_rating_list

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # COPY, texts that fit
OCTOBER, NOVEMBER = datetime.date(2026, 10, 1), datetime.date(2026, 11, 1)


def loaded(data: bytes, club: Club | None = None, **options: object) -> RatingList:
    options = {"month": OCTOBER, "name": "list.txt"} | options
    return rating_lists.load(io.BytesIO(data), club=club, **options)  # type: ignore[arg-type]


def names(club: Club, typed: str) -> list[str]:
    return [row.name for row in found_by(club, typed)]


def test_people_are_found_by_three_letters_in_either_order(cast: Cast) -> None:
    loaded(made.fide([CARLSEN, BERG, DAHL, replace(BERG, family="Berger", given="Zoë")]))

    assert names(cast.club, "ber") == ["Berg, Anna", "Berger, Zoë"]
    assert names(cast.club, "Anna Berg") == ["Berg, Anna"]
    assert names(cast.club, "Berg, A") == ["Berg, Anna"]
    assert names(cast.club, "1503014") == ["Carlsen, Magnus"]
    assert names(cast.club, "be") == []
    assert names(cast.club, "xyz") == []


def test_a_number_is_found_by_its_index(cast: Cast) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of a short table PostgreSQL reads all")
    row = loaded(made.fide([CARLSEN, BERG]))

    by_fide, by_national = queries_of_numbers(row, fide=[1503014], national=["77"])
    assert "listed_by_fide_id" in by_fide.explain()
    assert "listed_by_national_id" in by_national.explain()


def test_people_of_the_clubs_federation_come_first(cast: Cast) -> None:
    cast.add_player("Anna", federation="NOR")
    indians = [replace(BERG, given=f"A{nth:02}", federation="IND", fide_id=nth + 1) for nth in range(20)]
    loaded(made.fide([*indians, BERG]))

    found = names(cast.club, "berg")
    assert (found[0], len(found)) == ("Berg, Anna", 12)


def test_a_new_list_takes_the_place_of_the_one_before(cast: Cast) -> None:
    loaded(made.fide([CARLSEN, BERG]))
    loaded(made.fide([CARLSEN, DAHL]), month=NOVEMBER)

    assert names(cast.club, "berg") == []
    assert names(cast.club, "dahl") == ["Dahl, Bo"]
    assert (RatingList.objects.count(), ListedRating.objects.count()) == (1, 2)
    assert not Action.objects.exists()


def test_lists_of_one_pace_stand_beside_each_other(cast: Cast) -> None:
    for name in ("KLASSIEK.csv", "RAPID.csv"):
        loaded(made.knsb([BERG]), name=name)

    assert [(row.source, row.pace) for row in lists_for(cast.club)] == [("knsb", "classical"), ("knsb", "rapid")]


def test_a_clubs_own_list_is_nobody_elses(cast: Cast) -> None:
    loaded(made.fide([BERG]), cast.club)
    loaded(made.fide([DAHL]))

    assert (names(cast.club, "berg"), names(cast.club, "dahl")) == (["Berg, Anna"], [])
    assert (names(cast.other_club, "berg"), names(cast.other_club, "dahl")) == ([], ["Dahl, Bo"])


@pytest.mark.parametrize(
    ("data", "options", "part"),
    [
        (made.fide([DAHL] * 3)[:-60], {}, "cut off"),
        (
            made.fide([DAHL] * 3, FIDE_SINGLE),
            {"month": NOVEMBER, "pace": "classical"},
            "The list says that it is of October 2026, and not of November 2026.",
        ),
        (made.fide([DAHL] * 3, FIDE_SINGLE), {}, "does not say which"),
        (made.fide([DAHL] * 3), {"month": datetime.date(2026, 9, 1)}, "older than the one that is here, of 1 Oct 2026"),
        (made.fide([DAHL]), {}, "has 1 people, the one before it 3"),
        (
            made.knsb([replace(BERG, family="Müller")]).decode("cp1252").encode("cp850"),
            {"pace": "rapid"},
            "neither UTF-8 nor",
        ),
    ],
)
def test_what_cannot_be_taken_leaves_the_list_that_is_there(
    cast: Cast, data: bytes, options: dict[str, object], part: str
) -> None:
    loaded(made.fide([CARLSEN, BERG, BERG]))

    with pytest.raises(Refused, match=part):
        loaded(data, **options)
    assert (RatingList.objects.count(), ListedRating.objects.count()) == (1, 3)
    assert names(cast.club, "carl") == ["Carlsen, Magnus"]


def test_an_older_or_shorter_list_is_taken_when_it_is_meant(cast: Cast) -> None:
    loaded(made.fide([CARLSEN, BERG, BERG]))
    loaded(made.fide([DAHL]), month=datetime.date(2026, 9, 1), older=True, fewer=True)

    assert names(cast.club, "dahl") == ["Dahl, Bo"]


def test_more_than_one_batch(cast: Cast) -> None:
    told: list[tuple[int, int]] = []
    row = loaded(made.fide(made.many(11_000)), progress=lambda *how_far: told.append(how_far))

    assert (row.people, ListedRating.objects.count(), row.state, row.percent) == (11_000, 11_000, ListState.READY, 100)
    assert [people for _percent, people in told] == [5_000, 10_000]
    assert sorted(percent for percent, _people in told) == [percent for percent, _people in told]


def upload(cast: Cast, data: bytes, *, although: bool = False) -> RatingList:
    head = rating_lists.head_of(data, name="list.txt", pace="")
    return rating_lists.take_upload(cast.club, head, name="list.txt", data=data, month=OCTOBER, although=although)


def test_an_upload_waits_for_a_worker(cast: Cast) -> None:
    row = upload(cast, made.fide([BERG]))
    assert (row.state, names(cast.club, "berg")) == (ListState.WAITING, [])

    assert load_rating_list.call(list=row.pk) == "loaded"
    assert names(cast.club, "berg") == ["Berg, Anna"]
    assert not RatingListUpload.objects.exists()
    assert load_rating_list.call(list=row.pk) == "gone", "a second worker finds nothing to do"


def test_an_upload_is_read_apart_and_tells_how_far_it_is(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_lists, "open_list", None)  # here it is not read
    people = [*made.many(9_000), replace(BERG, year=0, title="GM"), replace(BERG, rating=9_999)]
    told: list[tuple[int, int]] = []
    row = upload(cast, made.zipped({"list.txt": made.fide(people)}))
    assert (row.source, row.state, row.valid_on) == ("fide", ListState.WAITING, OCTOBER)

    data = made.zipped({"list.txt": made.fide(people)})
    loaded(data, cast.club, row=row, progress=lambda *how_far: told.append(how_far))
    assert (row.people, row.left_out, row.state) == (9_001, 1, ListState.READY)
    assert row.told == ["Line 9003: “9999” is not a number from 1 to 3500."]
    assert [people for _percent, people in told] == [5_000, 9_001]
    assert 50 < told[0][0] < 90
    assert names(cast.club, "berg a") == ["Berg, Anna"]


STOPS = """
import os
from tests.tools.pages import rating_lists as made
from tournaments.exchange.rating_lists.batches import in_batches
for answer, _nth in zip(in_batches(made.fide(made.many(9_000)), name="", pace=None, most=10**9), range(8)):
    tell(answer)
sys.stdout.flush()
"""


@pytest.mark.parametrize(
    ("ending", "part"),
    [("os._exit(0)", "too much memory or time"), ("bytearray(600_000_000)", "too much memory or time")],
    ids=["ended", "memory"],
)
def test_an_upload_whose_reading_stops_in_the_middle_leaves_nothing(cast: Cast, ending: str, part: str) -> None:
    row = upload(cast, made.fide([BERG]))
    RatingListUpload.objects.update(data=made.zipped({"list.txt": made.fide([BERG])}))
    written: list[int] = []

    def noted(row: RatingList, people: Iterable[Sequence[Any]]) -> Iterator[int]:
        for count in fill_list(row, people):
            written.append(count)
            yield count

    with a_child(STOPS + ending, Reader.RATING_LIST), patch.object(rating_lists, "fill_list", noted):
        assert load_rating_list.call(list=row.pk) == "refused"
    failed = RatingList.objects.get(club=cast.club)
    assert (written, failed.state, part in failed.message) == ([5_000], ListState.FAILED, True)
    assert (ListedRating.objects.count(), RatingListUpload.objects.count()) == (0, 0)


def test_what_takes_too_much_to_open_is_said_at_once(cast: Cast) -> None:
    with a_child("bytearray(400_000_000)", Reader.LIST_HEAD), pytest.raises(Refused, match="too much memory or time"):
        upload(cast, made.zipped({"list.txt": made.fide([BERG])}))


def test_a_file_may_be_called_anything(cast: Cast) -> None:
    name, data = "x" * 300 + ".txt", made.fide([BERG])
    head = rating_lists.head_of(data, name=name, pace="")
    row = rating_lists.take_upload(cast.club, head, name=name, data=data, month=OCTOBER, although=False)

    assert load_rating_list.call(list=row.pk) == "loaded"


def test_an_upload_whose_worker_died_is_loaded_once(cast: Cast) -> None:
    row = upload(cast, made.fide([BERG]))
    ListedRating.objects.create(list=row, search=b"half", name="Half", federation="", title="", sex="")
    RatingList.objects.filter(pk=row.pk).update(state=ListState.LOADING, percent=40)

    assert load_rating_list.call(list=row.pk) == "loaded"
    assert ListedRating.objects.count() == 1


def test_less_may_come_out_of_an_upload_than_of_a_commands_file(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    data = made.fide(made.many(5_000))
    monkeypatch.setattr(rating_lists, "_MOST_UNPACKED", len(data) - 1)
    row = upload(cast, made.zipped({"list.txt": data}))

    assert load_rating_list.call(list=row.pk) == "refused"
    assert "far larger than a rating list" in RatingList.objects.get(club=cast.club).message
    assert loaded(made.zipped({"list.txt": data})).people == 5_000


class ReadOnly(Exception):
    """As a server says it that another is about to take over from."""

    sqlstate = "25006"


@pytest.mark.parametrize("error", [OperationalError, InternalError])
def test_an_upload_is_there_for_the_next_try_where_the_database_went_away(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def gone(*_arguments: object) -> None:
        raise error from ReadOnly()

    row = upload(cast, made.fide([BERG]))
    with monkeypatch.context() as away:
        away.setattr(rating_lists, "fill_list", gone)
        with pytest.raises(error):
            load_rating_list.call(list=row.pk)

    assert load_rating_list.call(list=row.pk) == "loaded"
    assert names(cast.club, "berg") == ["Berg, Anna"]


class Death(BaseException):
    """Of the process: nobody catches it."""


def test_an_upload_that_ends_two_workers_is_not_begun_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths = []

    def dies(*_arguments: object) -> None:
        deaths.append(1)
        raise Death

    monkeypatch.setattr(rating_lists, "fill_list", dies)
    row = upload(cast, made.fide([BERG]))
    load_rating_list.enqueue(list=row.pk)
    now = timezone.now()
    for _worker in range(2):
        with travel(now):
            Worker().tidy()
            with pytest.raises(Death):
                Worker().run_one()
            assert RatingList.objects.get(club=cast.club).state == ListState.LOADING
        now += LEFT_BEHIND + minutes(1)
    with travel(now):
        Worker().tidy()
        assert Worker().run_one()

    failed = RatingList.objects.get(club=cast.club)
    assert (failed.state, "stopped twice" in failed.message) == (ListState.FAILED, True)
    assert (len(deaths), RatingListUpload.objects.exists()) == (2, False)
    assert DBTaskResult.objects.get().status == TaskResultStatus.FAILED


def test_an_upload_that_fails_in_any_other_way_says_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: object) -> None:
        raise KeyError("navn")

    monkeypatch.setattr(rating_lists, "fill_list", fails)
    row = upload(cast, made.fide([BERG]))
    load_rating_list.enqueue(list=row.pk)
    assert Worker().run_one()

    failed = RatingList.objects.get(club=cast.club)
    assert (failed.state, "a fault in Clubchess" in failed.message) == (ListState.FAILED, True)
    assert not RatingListUpload.objects.exists()
    job = DBTaskResult.objects.get()
    assert (job.status, job.exception_class_path) == (TaskResultStatus.FAILED, "clubchess.jobs.InVain")


def test_an_upload_that_turns_out_broken_is_told(cast: Cast) -> None:
    row = upload(cast, made.fide([BERG] * 9)[:-60])

    assert load_rating_list.call(list=row.pk) == "refused"
    failed = RatingList.objects.get(club=cast.club)
    assert (failed.state, "cut off" in failed.message) == (ListState.FAILED, True)


def test_what_is_no_list_is_said_at_once_and_few_wait(cast: Cast) -> None:
    with pytest.raises(Refused, match="Clubchess cannot read this list"):
        upload(cast, b"Name;Elo\nAnna;1500\n")
    for _nth in range(3):
        upload(cast, made.fide([BERG]))
    with pytest.raises(Refused, match="being loaded already"):
        upload(cast, made.fide([BERG]))


def test_a_rating_is_called_as_its_list_calls_it(cast: Cast) -> None:
    """Where lists of two federations are here it is not known which of them a number is from."""
    assert rating_name(cast.club) == "Rating"
    loaded(made.knsb([BERG]), name="KLASSIEK.csv")
    assert rating_name(cast.club) == "KNSB rating"
    with translation.override("de"):
        assert rating_name(cast.club) == "KNSB-Wertungszahl"
    RatingList.objects.update(source="dsb")
    assert rating_name(cast.club) == "DWZ"
    assert PlayerForm(club=cast.club)["rating"].label == "DWZ"
    assert players_page(cast.club).rating_name == "DWZ"
    loaded(made.knsb([BERG]), cast.club, name="KLASSIEK.csv")
    assert rating_name(cast.club) == "Rating"
