"""How hard Hypothesis tries (HYPOTHESIS_PROFILE=thorough for the long form), and the guard that is always on."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.write_guard import guarded
from tournaments.pages import tables
from tournaments.views import kept_pages

settings.register_profile("quick", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def _writes_are_recorded() -> Iterator[None]:
    with guarded():
        yield


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Each test has another database, whose keys and revisions may begin anew."""
    tables.forget_all()
    kept_pages.forget_all()
