"""Keys of a card: 160 bits by chance of which only a hash is kept, made and withdrawn by recorded actions."""

from __future__ import annotations

import datetime
import re

import pytest
from django.utils import timezone
from time_machine import travel

from tests.tools.casts.club_cast import Cast
from tournaments.models import Action, CardKey, Player
from tournaments.pages.activity.activity_log import club_activity
from tournaments.recording import UndoRefused, undo
from tournaments.services.common.refusal import Refused
from tournaments.services.common.tokens import hash_of
from tournaments.services.players import card_keys

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(cast: Cast) -> Player:
    return cast.add_player("Anna", "Berg")


def opens(token: str) -> bool:
    return bool(card_keys.keys_of([token]))


def test_a_key_is_160_bits_of_which_a_hash_is_kept(cast: Cast, anna: Player) -> None:
    one, two = (card_keys.make_key(anna, name="slip", actor=cast.dag) for _each in range(2))

    assert re.fullmatch(r"[A-Za-z0-9_-]{27}", one)
    assert one != two
    assert [key.player for key in card_keys.keys_of([two, one])] == [anna, anna]
    kept = [*CardKey.objects.values(), *Action.objects.values()]
    assert len(kept) == 4
    assert one not in str(kept)
    assert hash_of(one) not in str(Action.objects.values())
    assert CardKey.objects.earliest("pk").name == "slip"


def test_another_key_leaves_those_before_it_alone(cast: Cast, anna: Player) -> None:
    first = card_keys.make_key(anna, actor=cast.dag)
    card_keys.make_keys(cast.club, [anna, cast.add_player("Bo")], actor=cast.dag)

    assert opens(first)
    assert club_activity(cast.club, may_undo=lambda _action: True).lines[0].sentence == (
        "A link to the card is made: Anna Berg and Bo"
    )


@pytest.mark.parametrize("token", ["", "x", "x" * 5000, "æøå", "a.b", "\udcff"])
def test_what_was_never_made_opens_nothing(cast: Cast, anna: Player, token: str) -> None:
    card_keys.make_key(anna, actor=cast.dag)
    assert not opens(token)


def test_wrong_old_and_withdrawn_ones_cost_the_same_question(
    cast: Cast, anna: Player, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with travel(timezone.now() - datetime.timedelta(days=400)):
        old = card_keys.make_key(anna, actor=None)
    withdrawn = card_keys.make_key(anna, actor=None)
    card_keys.withdraw_key(CardKey.objects.latest("pk"), actor=cast.dag)
    right = card_keys.make_key(anna, actor=None)

    for token, found in (("x" * 27, 0), (old, 0), (withdrawn, 0), (right, 1)):
        with django_assert_num_queries(1):  # type: ignore[operator]
            assert len(card_keys.keys_of([token])) == found


def test_undoing_a_withdrawal_gives_the_key_back(cast: Cast, anna: Player) -> None:
    token = card_keys.make_key(anna, actor=cast.dag)
    card_keys.withdraw_key(CardKey.objects.get(), actor=cast.dag)
    assert not opens(token)

    withdrawn = Action.objects.latest("pk")
    undo(withdrawn, actor=cast.kari)
    assert opens(token)
    undo(Action.objects.latest("pk"), actor=cast.kari)
    assert not opens(token)


def test_making_is_undone_and_for_good_since_the_hash_is_not_in_the_record(cast: Cast, anna: Player) -> None:
    token = card_keys.make_key(anna, actor=cast.dag)
    undo(Action.objects.latest("pk"), actor=cast.dag)
    assert not opens(token)
    assert not CardKey.objects.exists()

    with pytest.raises(UndoRefused):
        undo(Action.objects.latest("pk"), actor=cast.dag)


def test_by_the_card_all_are_withdrawn_but_the_parents(cast: Cast, anna: Player) -> None:
    own, mail = (card_keys.make_key(anna, name=name, actor=cast.dag) for name in ("slip", "mail"))
    mothers = card_keys.make_key(anna, name="mother", is_parents=True, actor=cast.dag)
    (parents_key,) = card_keys.keys_of([mothers])

    with pytest.raises(Refused, match="The director can withdraw it"):
        card_keys.withdraw_key(parents_key, by_card=True)
    card_keys.withdraw_all(anna, by_card=True)
    assert [opens(token) for token in (own, mail, mothers)] == [False, False, True]
    line = club_activity(cast.club, may_undo=lambda _action: True).lines[0]
    assert (line.sentence, line.by) == ("All links to the card of Anna Berg are withdrawn", "by their card")

    card_keys.withdraw_all(anna, actor=cast.dag)
    assert not opens(mothers)
    undo(Action.objects.latest("pk"), actor=cast.dag)
    assert [opens(token) for token in (own, mail, mothers)] == [False, False, True]


def test_a_childs_keys_are_the_parents_unless_it_is_said_otherwise(cast: Cast) -> None:
    child, adult = cast.add_player("Ida", is_child=True), cast.add_player("Bo")
    card_keys.make_keys(cast.club, [child, adult], actor=cast.dag)

    assert {key.player: key.is_parents for key in CardKey.objects.all()} == {child: True, adult: False}


def test_a_key_dies_thirteen_months_after_it_was_used_last(cast: Cast, anna: Player) -> None:
    now = timezone.now()
    with travel(now - datetime.timedelta(days=500)):
        token, unused = (card_keys.make_key(anna, actor=cast.dag) for _each in range(2))
    with travel(now - datetime.timedelta(days=200)):
        assert opens(token)
        card_keys.saw(card_keys.keys_of([token]))

    assert opens(token)
    assert not opens(unused)
    with travel(now + datetime.timedelta(days=200)):
        assert not opens(token)


def test_a_look_is_kept_to_the_day_and_once_a_day(
    cast: Cast, anna: Player, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    token = card_keys.make_key(anna, actor=cast.dag)
    before = Action.objects.count()
    card_keys.saw(card_keys.keys_of([token]))

    kept = CardKey.objects.get().used_at
    assert kept is not None
    assert (kept.hour, kept.minute, kept.second) == (0, 0, 0)
    assert Action.objects.count() == before
    keys = card_keys.keys_of([token])
    with django_assert_num_queries(0):  # type: ignore[operator]
        card_keys.saw(keys)


def test_there_is_an_end_to_keys_of_one_player(cast: Cast, anna: Player) -> None:
    for _each in range(card_keys.MOST_KEYS):
        card_keys.make_key(anna, actor=None)

    with pytest.raises(Refused, match="Anna Berg has 40 links"):
        card_keys.make_key(anna, actor=None)
    card_keys.withdraw_all(anna, actor=None)
    assert opens(card_keys.make_key(anna, actor=None))


def test_no_key_is_made_for_another_clubs_player(cast: Cast, anna: Player) -> None:
    stranger = Player.objects.create(club=cast.other_club, given_name="X", folded_name="x")
    with pytest.raises(Refused, match="The player belongs to another club"):
        card_keys.make_keys(cast.club, [anna, stranger], actor=cast.dag)
    assert not CardKey.objects.exists()
