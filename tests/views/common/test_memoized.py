"""Parts of public pages are remembered by what they show: the pages are the same to the last letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tools.casts.factories import Evening
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import players
from tournaments.services.rounds import results
from tournaments.templatetags import memoized
from tournaments.templatetags.memoized import MemoizedNode
from tournaments.views.common import page_cache


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    memoized._kept.clear()


def pages(evening: Evening) -> dict[str, str]:
    page_cache.forget_all()
    slugs = [evening.tournament.club.slug, evening.tournament.slug]
    shown = []
    for language in ("en", "nb"):
        with translation.override(language):
            shown += [reverse(f"public_{name}", args=slugs) for name in ("tournament", "standings", "crosstable")]
    return {address: Client().get(address).content.decode() for address in shown}


def rename(evening: Evening, number: int, name: str) -> None:
    player = evening.entry(number).player
    players.edit_player(
        player,
        replace(players.details_of(player), given_name=name),
        seen=players.version_of(player),
        actor=evening.director,
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # outside of a transaction, as it is: only there is anything kept
@pytest.mark.parametrize("system", ["keizer", "attendance_monrad"])
def test_the_pages_of_a_round_are_as_if_nothing_were_remembered(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.of(9, system=system)
    evening.play(1, 2, 3, 4, 5, 6, 7)
    evening.finish()
    evening.draft(1, 2, 3, 4, 5, 6, 7)
    steps: list[Callable[[], object]] = [
        evening.publish,
        lambda: evening.enter(1, Result.WHITE_WINS),
        lambda: evening.enter(2, Result.DRAW),
        lambda: evening.enter(1, Result.BLACK_WINS),
        lambda: results.postpone_game(evening.game(3), seen="*", actor=evening.director),
        lambda: evening.enter(1, Result.DRAW, in_round=1),
        lambda: rename(evening, 9, "Away"),
        lambda: rename(evening, 1, "Here"),
        lambda: evening.withdraw(9),
        lambda: evening.enter(1, Result.WHITE_WINS),
        lambda: evening.enter(3, Result.WHITE_WINS),
        evening.finish,
    ]
    for step in steps:
        step()
        found = pages(evening)
        with monkeypatch.context() as plain:
            plain.setattr(MemoizedNode, "render", lambda self, context: self.nodelist.render(context))
            assert pages(evening) == found
    assert len(memoized._kept) > 50


def test_it_is_rendered_once_for_the_same_values_in_the_same_language() -> None:
    rendered: list[str] = []

    class Row:
        def __init__(self, value: str) -> None:
            self.value = value

        def __hash__(self) -> int:
            return hash(self.value)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Row) and self.value == other.value

        def shown(self) -> str:
            rendered.append(self.value)
            return f"<{self.value}>"

    template = Template('{% load memoized %}{% memoize "row" row %}{{ row.shown }}{% endmemoize %}')

    def show(value: str) -> str:
        return template.render(Context({"row": Row(value)}))

    assert [show("a"), show("b"), show("a")] == ["&lt;a&gt;", "&lt;b&gt;", "&lt;a&gt;"]
    assert rendered == ["a", "b"]
    with translation.override("nb"):
        show("a")
    assert rendered == ["a", "b", "a"]


def test_what_has_to_be_the_very_same_is_shown_again_only_then() -> None:
    rendered: list[str] = []

    class Table(list[str]):
        def shown(self) -> str:
            rendered.append(self[0])
            return self[0]

    template = Template('{% load memoized %}{% memoize "table" table|same name %}{{ table.shown }}{% endmemoize %}')
    one, equal = Table(["a"]), Table(["a"])

    shown = [template.render(Context({"table": table, "name": name})) for table, name in [(one, "x"), (one, "x")]]
    assert (shown, rendered) == (["a", "a"], ["a"])
    template.render(Context({"table": equal, "name": "x"}))
    template.render(Context({"table": one, "name": "y"}))
    assert rendered == ["a", "a", "a"]


@pytest.mark.django_db(transaction=True)
def test_who_is_not_playing_is_shown_as_they_are_called_now() -> None:
    evening = Evening.of(4)
    evening.draft(1, 2)
    evening.publish()
    pages(evening)

    rename(evening, 4, "Absent")

    shown = pages(evening)
    assert all("No4" not in page and "Absent" in page for page in shown.values())
