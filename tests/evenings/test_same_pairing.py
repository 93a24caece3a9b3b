"""What must not decide a pairing: names, keys, the order of rows, somebody who never comes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.evenings import verifier
from tests.tools.evenings.club import a_club, a_tournament
from tournaments.models import Attendance, Entry, Game, Presence, Round, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.evening import attendance
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

AWAY = [Presence.EXCUSED, Presence.UNEXCUSED, Presence.UNMARKED, Presence.HALF_BYE]
PLAYED = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.BLACK_WINS_BY_FORFEIT]
Rounds = list[verifier.Boards]


def play(
    rng: Random, players: int, evenings: int, *, slug: str, order: Sequence[int], name: str = "Player", never: int = 0
) -> Rounds:
    """All boards and byes of a tournament. `order`: in which the numbers were entered; `never`: how many besides."""
    tournament = _numbered(players, slug=slug, order=order, name=name)
    if never:
        _, strangers = a_club(never, slug=f"{slug}-more")
        for stranger in strangers:
            stranger.club = tournament.club
        type(strangers[0]).objects.bulk_update(strangers, ["club"])
        entries.enter_players(tournament, strangers, joined_round=1, actor=None)
    found: Rounds = []
    for number in range(1, evenings + 1):
        rounds.open_next_round(tournament, seen_number=number, actor=None)
        opened = Round.objects.get(tournament=tournament, number=number)
        for entry in Entry.objects.filter(tournament=tournament, number__lte=players).order_by("number"):
            presence = Presence.PRESENT if rng.random() < 0.8 else rng.choice(AWAY)
            attendance.mark_attendance(opened, entry, presence, seen=Presence.UNMARKED, actor=None)
        if not Attendance.objects.filter(round=opened, presence=Presence.PRESENT).exists():
            break
        rounds.pair_round(opened, seen_revision=opened.revision, actor=None)
        opened.refresh_from_db()
        found.append(verifier.boards_in_rows(opened))
        rounds.publish_round(opened, seen_revision=opened.revision, actor=None)
        for game in Game.objects.filter(round=opened).order_by("board"):
            results.enter_result(game, rng.choice(PLAYED), seen=Result.OPEN, actor=None)
    return found


def _numbered(players: int, *, slug: str, order: Sequence[int], name: str) -> Tournament:
    club, members = a_club(players, slug=slug, name=name)
    tournament = a_tournament(club)
    made = entries.enter_players(tournament, members, actor=None)
    for entry, number in zip(made, order, strict=True):
        Entry.objects.filter(pk=entry.pk).update(number=number)
    return tournament


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), players=st.integers(3, 9), evenings=st.integers(1, 5))
def test_names_keys_row_order_and_who_never_comes_do_not_decide(seed: int, players: int, evenings: int) -> None:
    order = list(range(1, players + 1))
    mixed = Random(seed).sample(order, players)
    with transaction.atomic():
        once = play(Random(seed), players, evenings, slug="once", order=order)
        again = play(Random(seed), players, evenings, slug="again", order=mixed, name="Åse =1+1")
        more = play(Random(seed), players, evenings, slug="more", order=mixed, never=2)
        transaction.set_rollback(True)
    assert once == again
    assert once == more


def test_numbers_come_from_the_seed_and_the_order_of_entering_alone() -> None:
    drawn = []
    for slug, name in (("one", "Player"), ("two", "Zoë")):
        club, members = a_club(12, slug=slug, name=name)
        tournament = a_tournament(club)
        entries.enter_players(tournament, members, actor=None)
        entries.draw_numbers(tournament, actor=None)
        made = Entry.objects.filter(tournament=tournament).order_by("pk")
        drawn.append([entry.number or 0 for entry in made])
    assert drawn[0] == drawn[1]
    assert sorted(drawn[0]) == list(range(1, 13))
    assert drawn[0] != sorted(drawn[0])
