"""How hard Hypothesis tries, how a failure is told, and the guard that is always on.

HYPOTHESIS_PROFILE is `quick` in `make check`, and `thorough` for the long form.
"""

import gc
import os
import time
from collections import Counter
from collections.abc import Generator, Iterator

import pytest
from django.test.utils import teardown_databases
from django.utils import timezone, translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from clubchess import limits
from tests.kept import path_of
from tests.tools import budgets, migrated, toys  # noqa: F401 # the systems among the toys are found from here on
from tests.tools.casts.club_cast import Cast
from tests.tools.guards import readable
from tests.tools.guards.layers import touches_database
from tests.tools.guards.write_guard import guarded
from tournaments.models import Club
from tournaments.pages.clubs import front_page
from tournaments.pages.standings import rank_history, round_context, table_cache
from tournaments.selectors import club_ratings, evenings, series
from tournaments.views.common import page_cache

settings.register_profile("usual", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("usual"), max_examples=10)
settings.register_profile("thorough", settings.get_profile("usual"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

readable.make_examples_readable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if touches_database(item):
            item.add_marker(pytest.mark.database)


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: looking through it for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


BEGAN = pytest.StashKey[float]()
PROCESSOR, LOOK = "processor time", "a look at the machine"
_machine = budgets.Machine()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if (seconds := _machine.looked_at()) is not None:
        item.user_properties.append((LOOK, seconds))
    item.stash[BEGAN] = time.process_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "teardown":
        report.user_properties.append((PROCESSOR, time.process_time() - item.stash.get(BEGAN, time.process_time())))
    if item.config.get_verbosity() < 1:
        readable.shorten(report)
    return report


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """In the place of pytest-django's, which runs all migrations for each worker of each run."""
    verbosity = request.config.option.verbose
    with django_db_blocker.unblock():
        databases = migrated.set_up(verbosity)
    yield
    with django_db_blocker.unblock():
        teardown_databases(databases, verbosity)


@pytest.fixture(autouse=True)
def _writes_are_recorded(request: pytest.FixtureRequest) -> Iterator[None]:
    with guarded(), path_of(request.node):
        yield


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A page in another language leaves that language active in the process."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _in_the_clubs_time_zone() -> Iterator[None]:
    """As in a view: in the last hours of a day in UTC, the clubs of the shared cast have the next one."""
    with timezone.override(Club().time_zone):
        yield


@pytest.fixture
def cast() -> Cast:
    """A club and who works for it; a file can have another."""
    return Cast()


@pytest.fixture
def by_the_services() -> None:
    """No step of this test is a kept one: it looks at what time things were done."""


@pytest.fixture
def by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the time: in the small hours the evening of yesterday still goes on, and nothing of it is overdue."""
    monkeypatch.setattr(evenings, "_NIGHT_IS_OVER_AT", 0)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Each test has another database, whose keys and revisions may begin anew."""
    front_page.forget_all()
    table_cache.forget_all()
    round_context.forget_all()
    rank_history.forget_all()
    series.forget_all()
    club_ratings.forget_all()
    page_cache.forget_all()
    limits.forget_all()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run in which a room is far beyond its budget has failed, whatever its tests say."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and session.exitstatus == pytest.ExitCode.OK and budgets.overdrawn(*_spent(reporter)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    _tell_what_each_room_cost(terminalreporter)
    _tell_sizes_of_public_pages(terminalreporter)


def _spent(terminalreporter: pytest.TerminalReporter) -> tuple[Counter[str], list[float]]:
    """By room, in seconds of the tests' own processes: those that a test starts, and a browser, are not in it; and how
    slow the machine was."""
    rooms, looks = Counter[str](), list[float]()
    for report in terminalreporter.getreports(""):
        if report.when == "teardown":
            told = dict(report.user_properties)
            rooms["/".join(report.nodeid.split("/")[:2]).partition("::")[0]] += told.get(PROCESSOR, 0)
            looks += [told[LOOK]] if LOOK in told else []
    return rooms, looks


def _tell_what_each_room_cost(terminalreporter: pytest.TerminalReporter) -> None:
    rooms, looks = _spent(terminalreporter)
    if len(rooms) < 2:
        return
    terminalreporter.section(f"processor time by room: {sum(rooms.values()):.0f} s")
    terminalreporter.line(", ".join(f"{room} {seconds:.0f}" for room, seconds in rooms.most_common() if seconds >= 1))
    for sentence in budgets.overdrawn(rooms, looks):
        terminalreporter.line(f"FAILED {sentence}: tests/tools/budgets.py", red=True)


def _tell_sizes_of_public_pages(terminalreporter: pytest.TerminalReporter) -> None:
    """How much each public page weighs, by route and size of the field, wherever the tests of it have run."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    sizes: dict[str, dict[str, int]] = {}
    for report in reports:
        for name, value in report.user_properties:
            if name == "sizes of public pages":
                sizes |= value
    if not sizes:
        return
    terminalreporter.section("public pages with sheets and scripts, compressed, without pictures: bytes")
    terminalreporter.line(" " * 34 + "".join(f"{field:>21}" for field in sizes))
    for route in sorted({route for column in sizes.values() for route in column}):
        row = (f"{column[route]:,}" if route in column else "" for column in sizes.values())
        terminalreporter.line(f"{route:34}" + "".join(f"{size:>21}" for size in row))
