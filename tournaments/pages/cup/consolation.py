"""Who is out of a cup and is proposed for the tournament of the evening: on the evening of either."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Tournament, User
from tournaments.permissions import directs_tournament
from tournaments.selectors.consolation import host_of, may_enter_consolation
from tournaments.selectors.display_names import DisplayName, display_names_of_entries


@dataclass(frozen=True, kw_only=True, slots=True)
class EliminatedPlayer:
    """`player` is the key of the record."""

    player: int
    name: DisplayName
    round_number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsolationOffer:
    """`tournament` is the one to be entered in, and `cup` the one they are out of; those of earlier rounds apart, since
    nobody need say no."""

    tournament: Tournament
    cup: Tournament
    players: tuple[EliminatedPlayer, ...]
    earlier: tuple[EliminatedPlayer, ...]


def consolation_offer(tournament: Tournament, user: User) -> tuple[ConsolationOffer, ...]:
    """Of a cup, and of a tournament that takes the losers of cups; nothing where nobody is to be proposed, or where
    this user does not direct both. One query where no cup is concerned."""
    cups = Tournament.objects.filter(counts_in=tournament, trashed_at=None).select_related("counts_in__season", "club")
    linked = [*cups.order_by("pk"), *([tournament] if tournament.counts_in_id is not None else [])]
    pairs = [(cup, host_of(cup)) for cup in linked]
    found = (
        _play_on(cup, there)
        for cup, there in pairs
        if there is not None and directs_tournament(user, cup) and directs_tournament(user, there)
    )
    return tuple(each for each in found if each.players or each.earlier)


def _play_on(cup: Tournament, there: Tournament) -> ConsolationOffer:
    out = may_enter_consolation(cup, there)
    called = display_names_of_entries(cup.entries.select_related("player")) if out else {}

    def told(*, is_earlier: bool) -> tuple[EliminatedPlayer, ...]:
        return tuple(
            EliminatedPlayer(player=each.entry.person_id, name=called[each.entry.pk], round_number=each.round_number)
            for each in out
            if each.is_earlier is is_earlier
        )

    return ConsolationOffer(tournament=there, cup=cup, players=told(is_earlier=False), earlier=told(is_earlier=True))
