"""What holds of one player alone in a Keizer: how absences count, a place, an evening owed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.guards.whole_database import nothing_changes
from tournaments.models import Bye, Entry, Presence
from tournaments.pairing.types.snapshot import PairedAt
from tournaments.selectors.snapshots import snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.rounds import publish
from tournaments.services.setup import tournaments
from tournaments.services.setup.pairing_terms import PairingTerms, set_pairing_terms

pytestmark = pytest.mark.django_db
KINDS = {"absence_kinds": [{"code": "long", "name": "Long", "share": "1/3"}], "gap": 0}


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(5, system="keizer", options=KINDS)
    evening.open()
    return evening


def put(evening: Evening, number: int, terms: PairingTerms) -> Entry:
    return set_pairing_terms(evening.entry(number), terms, actor=evening.director)


def test_the_core_knows_them(evening: Evening) -> None:
    put(evening, 5, PairingTerms(absence_kind="long", place=1, games=3, owes_bye=True))

    snapshot = snapshot_of(evening.tournament, before=evening.round)
    entrant = snapshot.by_number[5]
    assert (entrant.absence_kind, entrant.paired_at) == ("long", PairedAt(place=1, games=3))
    assert snapshot.next_round.owe_bye == {5}
    assert [each.kind for each in snapshot.next_round.absences if each.player == 5] == ["long"]


def test_who_owes_an_evening_sits_out_once_and_owes_again_when_that_is_taken_back(evening: Evening) -> None:
    put(evening, 2, PairingTerms(owes_bye=True))
    evening.check_in(1, 2, 3, 4, 5)
    evening.pair()
    assert evening.byes() == {2: Bye.UNPAID}
    assert evening.entry(2).owes_bye

    evening.publish()
    assert not evening.entry(2).owes_bye
    publish.take_back_round(evening.round, seen_revision=evening.round.revision, actor=evening.director)
    assert evening.entry(2).owes_bye


def test_with_an_even_number_it_stays_owed(evening: Evening) -> None:
    put(evening, 2, PairingTerms(owes_bye=True))
    evening.check_in(1, 2, 3, 4)
    evening.mark(5, Presence.EXCUSED)
    evening.pair()
    evening.publish()
    assert evening.byes() == {}
    assert evening.entry(2).owes_bye


def test_a_newcomer_meets_whom_the_place_says(evening: Evening) -> None:
    put(evening, 5, PairingTerms(place=2))
    evening.check_in(1, 2, 3, 4, 5)
    evening.pair()
    assert any({white, black} == {1, 5} for white, black in evening.boards())


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (PairingTerms(absence_kind="abroad"), "no kind of absence “abroad”"),
        (PairingTerms(games=3), "Give a place as well as a number of games"),
    ],
)
def test_what_cannot_be_is_refused(evening: Evening, terms: PairingTerms, said: str) -> None:
    with nothing_changes(Refused, said):
        put(evening, 1, terms)


def test_by_rating_nobody_has_a_place() -> None:
    evening = Evening.of(4, system="keizer", options={"paired_by": "rating"})
    with nothing_changes(Refused, "Boards are made by rating here"):
        put(evening, 1, PairingTerms(place=1))


def test_it_is_taken_back(evening: Evening) -> None:
    before = PairingTerms.of(evening.entry(3))
    put(evening, 3, replace(before, place=2))
    undo_action(evening.tournament.actions.latest("pk"), actor=evening.director)
    assert PairingTerms.of(evening.entry(3)) == before


def without_kinds(evening: Evening) -> None:
    tournaments.change_options(
        evening.tournament,
        options={"gap": 0},
        tie_breaks=evening.tournament.tie_breaks,
        seen=tournaments.version_of(evening.tournament),
        actor=evening.director,
    )


def test_a_kind_stays_while_somebody_is_marked_so_or_counts_as_it(evening: Evening) -> None:
    evening.mark(3, Presence.OWN_KIND, kind="long")
    with nothing_changes(
        Refused, "“Long” is used in 1 round: rename it, or first mark these players as something else."
    ):
        without_kinds(evening)

    evening.mark(3, Presence.PRESENT)
    put(evening, 4, PairingTerms(absence_kind="long"))
    with nothing_changes(Refused, "Absences of some players count as “Long”: change that first."):
        without_kinds(evening)

    put(evening, 4, PairingTerms())
    without_kinds(evening)
    assert evening.tournament.options == {"gap": 0}
