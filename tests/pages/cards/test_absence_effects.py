"""What an answer promises in words, and what the table of the evening then says."""

import pytest

from tests.tools.casts.factories import Evening
from tournaments.models import Presence, Tournament
from tournaments.pages.cards.absence_effects import Answers
from tournaments.pages.common.display_names import Audience
from tournaments.pages.standings.published_tournament import published_tournament
from tournaments.pages.standings.round_context import round_context_of, rounds_of
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.types.snapshot import AbsenceKind, Result

pytestmark = pytest.mark.django_db


def answers_of(tournament: Tournament, number: int, *, round_number: int) -> Answers:
    tournament = Tournament.objects.get(pk=tournament.pk)
    return Answers(context=round_context_of(tournament, round_number, rounds_of(tournament)), number=number)


def test_where_points_are_fixed_a_game_brings_them() -> None:
    evening = Evening.of(4)

    answers = answers_of(evening.tournament, 1, round_number=1)

    assert answers.playing() == "A win brings 3 points, a draw 2, a loss 1."
    assert not list(answers.paid_absences(AbsenceKind.EXCUSED))


def test_alone_there_is_nothing_to_win() -> None:
    assert answers_of(Evening.of(1).tournament, 1, round_number=1).playing() == ""


def test_a_ladder_tells_what_the_nearest_bring() -> None:
    """rulebook, keizer, Values: six players are worth 7, 6, 5, 4, 3, 2, here by start number."""
    evening = Evening.of(6, system="keizer", options={"starting_list": "number", "paid_absences": 3})

    answers = answers_of(evening.tournament, 1, round_number=1)

    assert answers.playing() == "A win brings 2.0 to 6.0 points, a draw 1.0 to 3.0."
    assert answers.away(AbsenceKind.EXCUSED).points == "2.3 points"
    assert "1/3 of 7.0; 1 of 3 paid" in answers.away(AbsenceKind.EXCUSED).why
    assert answers.away(AbsenceKind.UNEXCUSED).points == "0.0 points"
    assert list(answers.paid_absences(AbsenceKind.EXCUSED)) == ["0 of 3 paid absences are used."]
    assert not list(answers.paid_absences(AbsenceKind.CLUB))  # not one of those counted


def test_a_kind_of_the_clubs_own_tells_its_own_limit_and_the_one_that_it_shares() -> None:
    abroad = {"code": "abroad", "name": "Abroad", "share": "1/2", "paid": 1}
    options = {"starting_list": "number", "paid_absences": 3, "counted_absences": ["excused", "abroad"]}
    evening = Evening.of(6, system="keizer", options=options | {"absence_kinds": [abroad]})
    evening.open()
    evening.check_in(1, 2, 3, 4)
    evening.mark(5, Presence.OWN_KIND, kind="abroad")
    evening.pair()
    evening.publish()

    def told(number: int) -> list[str]:
        return list(answers_of(evening.tournament, number, round_number=2).paid_absences("abroad"))

    assert told(5) == ["1 of 1 paid absence of this kind is used.", "1 of 3 paid absences are used."]
    assert told(6) == ["0 of 1 paid absence of this kind is used.", "1 of 3 paid absences are used."]
    assert answers_of(evening.tournament, 5, round_number=2).away("abroad").points == "0.0 points"
    assert answers_of(evening.tournament, 6, round_number=2).away("abroad").amount > 0


def test_the_table_after_the_round_says_what_was_promised() -> None:
    evening = Evening.of(5, system="keizer", options={"starting_list": "number"})
    promised = answers_of(evening.tournament, 5, round_number=1).away(AbsenceKind.CLUB)
    sitting_out = answers_of(evening.tournament, 5, round_number=1).sitting_out()

    evening.open()
    evening.check_in(1, 2, 3, 4)
    evening.mark(5, Presence.CLUB)
    evening.pair()
    evening.publish()
    for board in (1, 2):
        evening.enter(board, Result.DRAW)
    evening.finish()

    published = published_tournament(Tournament.objects.get(pk=evening.tournament.pk), Audience.PUBLIC)
    (row,) = [row for row in published.table.rows if row.player == 5]
    (term,) = [term for term in row.cells[POINTS.code].terms if term.reason.facts.get("round") == 1]
    assert published.points(term.amount) + " points" == promised.points
    assert published.explained([term.reason]) == (promised.why,)
    assert sitting_out.amount != promised.amount
