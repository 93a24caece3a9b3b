"""Three processes over one database, and one of them is killed in the middle of everything."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tools.casts.factories import ClubFactory, Evening
from tests.tools.guards.whole_database import as_json, dump, taken_back
from tests.tools.processes.people import Director, Phone, Tap, ask, log_in, looking, version_of
from tests.tools.processes.postgresql import Server, database_on, on_postgresql, url, waiting_for_a_lock
from tests.tools.processes.served import Site, started
from tests.tools.processes.waiting import until
from tournaments.models import Action, Attendance, Game, Presence, Round, RoundState, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services.activity.undo import undo_action

pytestmark = [pytest.mark.slow, *on_postgresql]

PLAYERS = 16


@dataclass(frozen=True, kw_only=True)
class Hall:
    """A club with three tournaments and a director for each."""

    checking_in: Evening
    playing: Evening
    drafted: Evening

    @property
    def evenings(self) -> list[Evening]:
        return [self.checking_in, self.playing, self.drafted]

    @property
    def pages(self) -> list[str]:
        """What the public looks at: each is changed by what the directors do."""
        club = self.playing.tournament.club.slug
        pages = [reverse("public_club", args=[club])]
        for evening in (self.playing, self.drafted):
            place = [club, evening.tournament.slug]
            pages += [reverse("public_tournament", args=place), reverse("public_standings", args=place)]
        return pages


def a_hall() -> Hall:
    club = ClubFactory()
    checking_in, playing, drafted = (Evening.of(PLAYERS, club=club) for _ in range(3))
    checking_in.open()
    playing.draft()
    playing.publish()
    drafted.draft()
    return Hall(checking_in=checking_in, playing=playing, drafted=drafted)


def test_one_killed_while_it_publishes_loses_and_doubles_nothing(postgresql: Server) -> None:
    with database_on(postgresql, "three") as environment, ExitStack() as stack:
        stays, dies, stays_too = sites = [
            stack.enter_context(started(environment | named(postgresql, name), "--no-jobs", "--threads", "8"))
            for name in ("first", "doomed", "third")
        ]
        hall = a_hall()
        before, last, revisions = as_json(dump()), Action.objects.latest("pk").pk, of_each(hall, "revision")
        for site in sites:
            site.is_up()
        addresses = [site.address for site in sites]
        directors = [
            Director(cookies=log_in(evening.director), sites=addresses[turn:] + addresses[:turn])
            for turn, evening in enumerate(hall.evenings)
        ]
        phones = [Phone(sites=addresses, paths=hall.pages) for _ in range(2)]

        halfway = threading.Barrier(3)
        marks, results, publishing = marks_of(hall.checking_in), results_of(hall.playing), publishing_of(hall.drafted)
        works = [
            lambda: tap_all(directors[0], marks, halfway),
            lambda: tap_all(directors[1], results, halfway),
            lambda: directors[2].tap(publishing, site=dies.address),
        ]
        with looking(phones):
            with transaction.atomic():
                Round.objects.select_for_update().get(pk=hall.drafted.round.pk)
                threads = [threading.Thread(target=work) for work in works]
                for thread in threads:
                    thread.start()
                until(lambda: any("tournaments_round" in query for query in waiting_for_a_lock("doomed")))
                halfway.wait(60)
                dies.kill()
            for thread in threads:
                thread.join(60)

        all_are_answered(directors)
        everything_is_there(hall)
        each_tap_is_one_action(hall, directors, last, revisions)
        none_looked_in_vain(phones, dies)
        later = list(Action.objects.filter(pk__gt=last).order_by("-pk"))
        assert taken_back(as_json(dump()), later) == before

        in_its_place = stack.enter_context(started(environment, "--no-jobs"))
        in_its_place.is_up()
        show_the_newest(hall, [stays, stays_too, in_its_place])
        for action in later:
            undo_action(Action.objects.get(pk=action.pk), actor=action.actor)
        assert as_json(dump()) == before
        show_the_newest(hall, [stays, stays_too, in_its_place])


def named(server: Server, name: str) -> dict[str, str]:
    return {"DATABASE_URL": url(server.port, "three", application_name=name)}


def of_each(hall: Hall, field: str) -> dict[int, int]:
    keys = [evening.tournament.pk for evening in hall.evenings]
    return dict(Tournament.objects.filter(pk__in=keys).values_list("pk", field))


def marks_of(evening: Evening) -> list[Tap]:
    entries = evening.tournament.entries.order_by("pk")
    form = {"presence": Presence.PRESENT.value, "seen": Presence.UNMARKED.value}
    return [Tap(path=address("mark_attendance", evening, 1, entry.pk), form=form) for entry in entries]


def results_of(evening: Evening) -> list[Tap]:
    games = evening.round.games.order_by("board")
    form = {"result": Result.WHITE_WINS.value, "seen": Result.OPEN.value}
    return [Tap(path=address("enter_result", evening, game.pk), form=form) for game in games]


def publishing_of(evening: Evening) -> Tap:
    found = evening.round
    path = address("publish_round", evening, found.number)
    return Tap(path=path, form={"seen_revision": str(found.revision)})


def address(name: str, evening: Evening, *more: int) -> str:
    return evening.url(name, *more)


def tap_all(director: Director, taps: Sequence[Tap], halfway: threading.Barrier) -> None:
    """Of every third tap the answer is lost, so that it is sent again."""
    for number, tap in enumerate(taps):
        if number == len(taps) // 2:
            halfway.wait(60)
        director.tap(tap)
        if number % 3 == 0:
            director.tap(tap, again=True)


def all_are_answered(directors: Sequence[Director]) -> None:
    """Each by one that lives; whoever has met the dead one says so, and nothing else went wrong."""
    for director in directors:
        assert Counter(answer.status for answer in director.answers) - Counter({302: 1000, 503: 1000}) == Counter()
        assert director.unreached


def everything_is_there(hall: Hall) -> None:
    here = Attendance.objects.filter(round=hall.checking_in.round, presence=Presence.PRESENT)
    won = Game.objects.filter(round=hall.playing.round, result=Result.WHITE_WINS)
    assert (here.count(), won.count()) == (PLAYERS, PLAYERS // 2)
    assert hall.drafted.round.state == RoundState.PUBLISHED


def each_tap_is_one_action(hall: Hall, directors: Sequence[Director], last: int, revisions: dict[int, int]) -> None:
    """And has raised its tournament's revision once."""
    for evening, director in zip(hall.evenings, directors, strict=True):
        actions = Action.objects.filter(tournament=evening.tournament, pk__gt=last)
        assert list(actions.order_by("pk").values_list("receipt", flat=True)) == director.receipts
        revision = Tournament.objects.get(pk=evening.tournament.pk).revision
        assert revision - revisions[evening.tournament.pk] == len(director.receipts)


def none_looked_in_vain(phones: Sequence[Phone], dead: Site) -> None:
    for phone in phones:
        assert phone.statuses[200]
        assert set(phone.statuses) <= {200, 304}
        assert set(phone.unreached) <= {dead.address}
        assert phone.went_back == []


def show_the_newest(hall: Hall, sites: Sequence[Site]) -> None:
    """What stands in the database, the same on all of them; and who has it is told so by each."""
    for evening in (hall.playing, hall.drafted):
        newest = Tournament.objects.get(pk=evening.tournament.pk).public_revision
        found = [ask(site.address + address("public_tournament", evening)) for site in sites]
        assert {version_of(answer.text) for answer in found} == {newest}
    for page in hall.pages:
        found = [ask(site.address + page) for site in sites]
        assert {(answer.status, answer.text) for answer in found} == {(200, found[0].text)}
        has = {"If-None-Match": found[0].headers["ETag"]}
        assert [ask(site.address + page, has).status for site in sites] == [304] * len(sites)
