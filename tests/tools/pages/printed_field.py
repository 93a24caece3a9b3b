"""A field of any size whose papers are printed: every name can be told from all others at both its ends."""

from __future__ import annotations

from tests.tools.played.played import Played, a_tournament
from tournaments.models import Entry, Player, RoundState

LONG = ("Wolfeschlegelsteinhausen-Bergerdorff", "Zu-Hohenlohe-Langenburg-Schillingsfürst")


def a_printed_field(
    players: int, rounds: int, *, system: str = "attendance_monrad", planned: int | None = None, long_every: int = 20
) -> Played:
    """The last round is being played, somebody is away in each. Every so manyth name is as long as names get."""
    played = a_tournament(players, name=f"{players} {system}")
    for number, entry in played.entries.items():
        _rename(entry, number, is_long=number % long_every == 4 % long_every)
    for number in range(1, rounds):
        played.play(absent=_away(players, number))
    played.tournament.system, played.tournament.planned_rounds = system, planned
    played.tournament.save()
    played.play(absent=_away(players, rounds), open_boards=set(range(1, players)), state=RoundState.PUBLISHED)
    return played


def ends_of(number: int) -> tuple[str, str]:
    """What stands on no paper but for this player: in the first name and in the last."""
    return f"a{number:03}", f"z{number:03}"


def _away(players: int, number: int) -> set[int]:
    return {each for each in range(1, players + 1) if (each * 7 + number * 3) % 11 == 0}


def _rename(entry: Entry, number: int, *, is_long: bool) -> None:
    first, last = ends_of(number)
    given, family = (entry.player.given_name, entry.player.family_name) if not is_long else LONG
    Player.objects.filter(pk=entry.player.pk).update(given_name=f"{given}{first}", family_name=f"{family}{last}")
