"""An evening and the own board in Firefox and in WebKit: what a director and a player do, and whether all goes well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import REQUIRED
from tests.tools.browser.engines import ENGINES, Engine, heard, nobody_answers, opened
from tests.tools.casts.factories import Evening
from tournaments.models import Action, Game
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 15
"""Enough for the field that finds a name."""


@pytest.fixture(scope="module", params=ENGINES, ids=lambda kind: kind.name)
def window(request: pytest.FixtureRequest, live_server: Any) -> Iterator[Engine]:
    """One for all tests: to start a browser takes longer than what is done in it."""
    kind: type[Engine] = request.param
    if kind.lacks() and not REQUIRED:
        pytest.skip(f"no {kind.lacks()}, so {kind.name} is NOT TRIED. Debian: sudo apt install {kind.packages}")
    assert not kind.lacks(), f"{kind.name} is required here: apt-get install {kind.packages}"
    with heard(live_server.thread), opened(kind) as window:
        yield window


def of_results() -> list[str]:
    return list(Game.objects.order_by("board").values_list("result", flat=True))


CUT_OFF = "An IndexedDB transaction that was not yet complete has been aborted due to page navigation."
"""Of a look at the taps that wait, where the page is loaded anew meanwhile. They are sent all the same."""


@pytest.mark.usefixtures("no_worker")
def test_a_director_runs_an_evening_through_a_cut_of_the_line(window: Engine, live_server: Any) -> None:
    evening = Evening.of(8)
    evening.open()
    address = f"{live_server.url}/en/{evening.tournament.club.slug}/staff/{evening.tournament.slug}/"
    window.becomes(evening.director, live_server.url)
    window.goes_to(address)

    for number in range(1, 7):
        window.taps(f"#tap-{evening.entry(number).pk}")
    window.counts(".entry.present", 6)
    window.waits_for("!clubchess.queue.waiting()")
    window.taps("#pair")
    window.counts(".pairing.drafted", 3)
    window.taps("#publish")
    window.counts(".pairing.open", 3)
    window.waits_for("!clubchess.queue.waiting()")

    window.taps("[data-board='1'] [value='1-0']")
    window.counts(".pairing.done", 1)
    window.runs("document.querySelector('[data-board=\"2\"]').focus()")
    window.types("50")
    window.counts(".pairing.done", 3)
    window.waits_for("!clubchess.queue.waiting()")
    window.taps("#undo-last")
    window.counts(".pairing.done", 2)
    assert of_results() == ["1-0", "1/2-1/2", "*"]

    with nobody_answers():
        window.taps("[data-board='3'] [value='0-1']")
        window.waits_for("!document.getElementById('not-saved').hidden")
        assert "1 tap" in window.runs("return document.getElementById('not-saved').textContent")
    window.ask("Refresh")
    window.counts(".pairing.done", 3)
    window.waits_for("document.getElementById('not-saved').hidden")
    assert of_results() == ["1-0", "1/2-1/2", "0-1"]
    assert Action.objects.filter(verb="result.enter").count() == 4
    assert [each for each in window.what_went_wrong() if CUT_OFF not in each] == []


def test_whoever_looks_for_their_board_comes_to_it_and_it_stays_theirs(window: Engine, live_server: Any) -> None:
    evening = Evening.of(PLAYERS)
    evening.open()
    evening.check_in(*range(1, PLAYERS))
    evening.pair()
    evening.publish()
    evening.enter(1, Result.WHITE_WINS)
    white, black = evening.boards()[1]
    address = f"{live_server.url}/en/{evening.tournament.club.slug}/{evening.tournament.slug}/"
    window.goes_to(address)

    window.taps("#find-name")
    window.types(f"No{black}")
    window.counts(".by-name [data-player]:not([hidden])", 1)
    window.taps(f".by-name [data-player='{black}'] a")
    window.waits_for("document.activeElement.id === 'own'")
    assert "Board 2" in window.runs("return document.getElementById('own').textContent")
    window.goes_to(f"{address}standings/")
    window.waits_for(f"document.querySelector('#own .opponent').textContent === 'No{white}'")
    assert window.runs("return document.querySelector('tbody tr').textContent").count(f"No{black}") == 1

    with nobody_answers():
        window.runs("document.body.dataset.every = 0.2; dispatchEvent(new Event('focus'))")
        window.waits_for("document.querySelector('#fresh.lost')")
    assert window.what_went_wrong() == []
