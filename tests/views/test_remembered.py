"""Parts of public pages are remembered by what they show: the pages are the same to the last letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tools.factories import Evening
from tournaments.models import ShownAs
from tournaments.pairing.model.snapshot import Result
from tournaments.templatetags import remembered
from tournaments.templatetags.remembered import Remembered
from tournaments.views import page_cache


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    remembered._kept.clear()


def pages(evening: Evening) -> dict[str, str]:
    page_cache.forget_all()
    slugs = [evening.tournament.club.slug, evening.tournament.slug]
    shown = []
    for language in ("en", "nb"):
        with translation.override(language):
            shown += [reverse(f"public_{name}", args=slugs) for name in ("tournament", "standings", "crosstable")]
    return {address: Client().get(address).content.decode() for address in shown}


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("system", ["keizer", "attendance_monrad"])
def test_the_pages_of_a_round_are_as_if_nothing_were_remembered(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening.of(9, system=system)
    evening.play(1, 2, 3, 4, 5, 6, 7)
    evening.finish()
    evening.draft()
    steps: list[Callable[[], object]] = [
        evening.publish,
        lambda: evening.enter(1, Result.WHITE_WINS),
        lambda: evening.enter(2, Result.DRAW),
        lambda: evening.enter(1, Result.BLACK_WINS),
        lambda: evening.enter(1, Result.DRAW, in_round=1),
        lambda: evening.tournament.club.players.update(shown_as=ShownAs.INITIAL),
        lambda: evening.withdraw(9),
    ]
    for step in steps:
        step()
        found = pages(evening)
        with monkeypatch.context() as plain:
            plain.setattr(Remembered, "render", lambda self, context: self.nodelist.render(context))
            assert pages(evening) == found
    assert len(remembered._kept) > 50


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

    template = Template('{% load remembered %}{% remember "row" row %}{{ row.shown }}{% endremember %}')

    def show(value: str) -> str:
        return template.render(Context({"row": Row(value)}))

    assert [show("a"), show("b"), show("a")] == ["&lt;a&gt;", "&lt;b&gt;", "&lt;a&gt;"]
    assert rendered == ["a", "b"]
    with translation.override("nb"):
        show("a")
    assert rendered == ["a", "b", "a"]
