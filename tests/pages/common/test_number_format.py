"""A number is spelt in one way on all pages of its tournament."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tests.tools.pages.page_forms import form_for
from tournaments.models import Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.rounds.round import round_page
from tournaments.pages.standings.crosstable import crosstable_page
from tournaments.pages.standings.scorecard import scorecard_page
from tournaments.pages.standings.standings import standings_page
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.types.snapshot import Result
from tournaments.services.setup import settings

pytestmark = pytest.mark.django_db

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
FINE = {"ladder": "range_score", "top": "200", "bottom": "100", "bye_share": "0.667", "excused_share": "0.333"}


def a_season(system: str, **values: object) -> Evening:
    """Three rounds are over, the fourth is being played; somebody is away each time."""
    evening = Evening.of(9, system=system, **values)
    for number in range(3):
        here = [each for each in range(1, 10) if each != number + 4]
        evening.play(*here, result=RESULTS[number])
    evening.draft()
    evening.publish()
    return evening


def pages_of(evening: Evening) -> list[str]:
    tournament = evening.tournament
    public, staff = (
        f"/en/{tournament.club.slug}/{tournament.slug}/",
        f"/en/{tournament.club.slug}/staff/{tournament.slug}/",
    )
    rests = ["", "standings/", "crosstable/", "hall/", "rounds/4/", "rounds/4/story/"]
    rests += [f"players/{number}/" for number in range(1, 10)]
    papers = [f"{staff}papers/rounds/4/{paper}/" for paper in ("standings", "crosstable", "cards", "boards")]
    return [f"{public}{rest}" for rest in rests] + papers + [staff, f"{staff}standings/"]


def numbers_in(html: str) -> set[str]:
    """What stands between tags, without addresses and attributes; what is opened on a card stands in full."""
    for opened in (
        r'<(ul class="terms"|details|tfoot).*?</(ul|details|tfoot)>',
        r'<section id="[^"]*">\s*<h2>.*?</h2>',
    ):
        html = re.sub(opened, "", html, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", " ", html)
    return set(re.findall(r"(?<![\w.])\d+(?:\.\d+)?½?(?![\w.]*\d)", text)) | set(re.findall(r"\d*½", text))


def totals_on_pages(tournament: Tournament) -> dict[int, set[str]]:
    """How the pages' values spell each player's total after round 3."""
    said: dict[int, set[str]] = defaultdict(set)
    for row in standings_page(tournament, Audience.PUBLIC).rows:
        said[row.number].add(row.cells[0].text)
        said[row.number].add(getattr(scorecard_page(tournament, Audience.PUBLIC, number=row.number).total, "value", ""))
    for each in crosstable_page(tournament, Audience.STAFF).rows:
        said[each.number].add(each.points)
    for board in round_page(tournament, Audience.PUBLIC, number=4).boards:
        for side in (board.white, board.black):
            said[side.number].add(side.standing.points_text if side.standing else "")
    return dict(said)


@pytest.mark.slow
@pytest.mark.parametrize("decimals", [None, 0, 1, 2])
@pytest.mark.parametrize(("system", "options"), [("keizer", FINE), ("keizer", {}), ("attendance_monrad", {})])
def test_each_total_has_one_spelling_on_all_pages(
    client: Client, system: str, options: dict[str, object], decimals: int | None
) -> None:
    evening = a_season(system, options=options, decimals_shown=decimals)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    tournament = Tournament.objects.select_related("club", "season").get()
    spelling = spelling_of(tournament)
    table = tournament_state_of(tournament).current.table(3)
    totals = {row.player: Fraction(row.cells["points"].value) for row in table.rows}  # type: ignore[arg-type]  # points
    assert totals_on_pages(tournament) == {player: {spelling.points(total)} for player, total in totals.items()}
    wrong: dict[str, set[str]] = {}
    seen = 0
    for address in pages_of(evening):
        answer = client.get(address)
        assert answer.status_code == 200, address
        found = numbers_in(answer.content.decode())
        for total in totals.values():
            right = spelling.points(total)
            others = {text for text in found if text != right and _says(text, total)}
            seen += right in found
            if others:
                wrong.setdefault(address, set()).update(others)
    assert not wrong
    assert seen > 3 * len(totals)


def _says(text: str, total: Fraction) -> bool:
    """Whether it can be this total in another spelling; a whole number can be anything."""
    number = Fraction(text.replace("½", "") or 0) + (Fraction(1, 2) if "½" in text else 0)
    return ("." in text or "½" in text) and abs(number - total) < Fraction(1, 100)


def test_it_is_the_systems_unless_the_tournament_says_otherwise() -> None:
    def shown(system: str, **values: object) -> int | None:
        return spelling_of(Evening.of(2, system=system, **values).tournament).decimals

    assert [shown("keizer", options=FINE), shown("keizer"), shown("keizer", decimals_shown=2)] == [0, 1, 2]
    assert [shown("attendance_monrad"), shown("attendance_monrad", decimals_shown=2)] == [None, None]


def test_it_is_chosen_on_the_form_and_changes_no_order(client: Client) -> None:
    evening = a_season("keizer", options=FINE)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    tournament = evening.tournament
    before = [row.player for row in tournament_state_of(Tournament.objects.get()).current.table(3).rows]
    address = f"/en/{tournament.club.slug}/staff/{tournament.slug}/setup/basics/"
    html = client.get(address).content.decode()
    assert '<option value="0" selected>in whole numbers</option>' in html

    client.post(address, {**form_for(address, html, address), "decimals_shown": "2"})

    now = Tournament.objects.select_related("club", "season").get()
    assert now.decimals_shown == 2
    assert [row.player for row in tournament_state_of(now).current.table(3).rows] == before
    points = client.get(f"/en/{tournament.club.slug}/{tournament.slug}/standings/").content.decode()
    assert re.search(r"#points\">\d+\.\d\d</a>", points)


@pytest.mark.parametrize("wrong", [3, -1])
def test_more_decimals_than_there_are_is_refused(wrong: int) -> None:
    tournament = a_season("keizer").tournament

    with pytest.raises(Exception, match="at most 2 decimals"):
        settings.edit_tournament(
            tournament,
            name=tournament.name,
            season=tournament.season,
            planned_rounds=None,
            decimals_shown=wrong,
            seen=settings.version_of(tournament),
            actor=None,
        )
