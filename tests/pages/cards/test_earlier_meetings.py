"""You against X: the score, the last time and the colours, of those who have met before."""

from __future__ import annotations

import datetime

import pytest

from tests.tools.casts.factories import EntryFactory, Evening, SeasonFactory, TournamentFactory
from tournaments.models import Attendance, Entry, Player, Round, ShownAs
from tournaments.pages.cards.cards import own_card
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db


def told(evening: Evening, number: int) -> tuple[str, ...]:
    entry = Entry.objects.get(tournament=evening.tournament, number=number)
    return next(each.met for each in own_card(entry.player).tonight if each.tournament == evening.tournament.name)


def of_two() -> Evening:
    """Who have never met."""
    return Evening.of(2, options={"max_meetings": 5})


def test_before_the_game_it_says_how_they_fared_until_now() -> None:
    evening = of_two()
    evening.play(1, 2, leaving_open={1})
    assert told(evening, 1) == ()
    for result in (Result.WHITE_WINS, Result.DRAW):
        evening.enter(1, result)
        evening.finish()
        Round.objects.filter(pk=evening.round.pk).update(date=datetime.date(2026, 3, 12))
        evening.play(1, 2, leaving_open={1})
    rows = Attendance.objects.filter(entry__number=1, game__isnull=False).order_by("round__number")
    first, second, _open = rows.values_list("colour", flat=True)

    mine, theirs = ("1½", "½") if first == "white" else ("½", "1½")
    whites = [first, second].count("white")
    assert told(evening, 1) == (
        f"You against No2: {mine}–{theirs}",
        "Last time, 12 Mar 2026: a draw.",
        *([] if not whites else ["You had White once." if whites == 1 else "You had White 2 times."]),
    )
    evening.enter(1, Result.WHITE_WINS)
    assert told(evening, 1) == ()  # it is over: nothing before it is of interest


def test_games_of_other_seasons_count_but_not_of_whoever_is_a_number_there() -> None:
    earlier = of_two()
    earlier.play(1, 2)
    club = earlier.tournament.club
    later = Evening(tournament=TournamentFactory(club=club, season=SeasonFactory(club=club), name="Later"))
    for number, player in enumerate(Player.objects.order_by("pk"), 1):
        EntryFactory(tournament=later.tournament, player=player, number=number)
    later.play(1, 2, leaving_open={1})

    assert told(later, 1)[0].startswith("You against No2: ")
    Player.objects.filter(given_name="No2").update(shown_as=ShownAs.NUMBER)
    assert told(later, 1) == ()
