"""A tie-break in one file outside the tree: it is on the form with its options, and in the tables."""

from __future__ import annotations

import shutil
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.casts.factories import Evening
from tests.views.setup.test_setup import options
from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing import tie_breaks
from tournaments.pairing.types.snapshot import Result
from tournaments.services.setup.tournaments import version_of

CODE = "toy_tie_break"


@pytest.fixture(autouse=True)
def _added(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.copy(Path(__file__).parents[2] / "tools" / "played" / f"{CODE}.py", folder)
    tie_breaks.__path__.append(str(folder))
    yield
    tie_breaks.__path__.remove(str(folder))
    sys.modules.pop(f"{tie_breaks.__name__}.{CODE}", None)
    if hasattr(tie_breaks, CODE):
        delattr(tie_breaks, CODE)


@pytest.mark.django_db
def test_a_director_adds_it_sets_its_option_and_sees_it_in_the_table() -> None:
    evening = Evening.of(4)
    evening.play(result=Result.DRAW)
    evening.finish()
    client = evening.client()
    address = evening.url("change_options")
    page = client.get(address).content.decode()
    assert "Toy numbers" in page
    assert "Whoever has the higher number stands higher." in page
    data = {"seen": version_of(evening.tournament), "receipt": str(uuid.uuid4())} | options()
    page = client.post(address, data | {"tie_breaks": "", "tie_breaks_button": f"add-{CODE}"}).content.decode()
    assert 'name="tie_breaks-0-factor"' in page

    client.post(address, data | {"tie_breaks": ["", CODE], "tie_breaks-0-factor": "3"})

    tournament = Tournament.objects.get()
    assert tournament.tie_breaks == [{"code": CODE, "factor": 3}]
    shown = standings_page(tournament, Audience.PUBLIC)
    assert [column.short for column in shown.columns] == ["Pts", "Toy-3", "Pos"]
    assert [row.number for row in shown.rows] == [4, 3, 2, 1]
