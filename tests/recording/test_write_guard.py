"""The guard lets through what is recorded and what tests write, and nothing else."""

from __future__ import annotations

import pytest

from tests.tools.casts.factories import ClubFactory
from tests.tools.guards.write_guard import ROOT, WrittenPastTheRecorder
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def run_as_a_service(source: str) -> None:
    exec(compile(source, str(ROOT / "tournaments" / "services" / "careless.py"), "exec"), {"Club": Club})  # noqa: S102  # code whose place is a service's


@pytest.mark.parametrize(
    "source",
    [
        'Club.objects.create(name="A", slug="a")',
        'Club.objects.update(name="B")',
        'Club.objects.filter(name="SK Rockaden").delete()',
    ],
)
def test_a_service_that_writes_past_the_recorder_is_caught(source: str) -> None:
    ClubFactory()

    with pytest.raises(WrittenPastTheRecorder, match=r"careless\.py:1: (INSERT|UPDATE|DELETE)"):
        run_as_a_service(source)


def test_a_service_may_read() -> None:
    run_as_a_service("list(Club.objects.all())")


def test_what_a_service_records_goes_through() -> None:
    run_as_a_service(
        "from tournaments.recording import recording\n"
        "with recording(None, actor=None, verb='club.create') as change:\n"
        "    change.create(Club(name='A', slug='a'))"
    )

    assert Club.objects.count() == 1
