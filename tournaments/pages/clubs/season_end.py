"""What keeps a season from being closed, each with the verb that clears it away."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Round, RoundState, Season, Tournament
from tournaments.selectors.evenings import unfinished_rounds


@dataclass(frozen=True, kw_only=True, slots=True)
class InTheWay:
    """A round that is not played to its end. `posts` where the verb is done with this one tap; else it leads there."""

    sentence: str
    verb: str
    url: str
    posts: bool
    revision: int


def in_the_way(season: Season) -> tuple[InTheWay, ...]:
    """By tournament's name, of those that are not in the trash."""
    return tuple(_of(each) for each in unfinished_rounds(Tournament.objects.filter(season=season)))


def _of(found: Round) -> InTheWay:
    tournament = found.tournament
    facts = {"tournament": tournament.name, "round": found.number}
    sentence, verb, name = _ways()[RoundState(found.state)]
    return InTheWay(
        sentence=sentence.format(**facts),
        verb=verb,
        url=reverse(name, args=[tournament.club.slug, tournament.slug, found.number]),
        posts=not found.is_public,
        revision=found.revision,
    )


def _ways() -> dict[RoundState, tuple[str, str, str]]:
    """By the round's state: what is the matter, the verb, and its address."""
    waits = _("{tournament}: round {round} has games without a result.")
    return {
        RoundState.OPEN: (
            _("{tournament}: people are checking in for round {round}."),
            _("No round tonight: close the check-in"),
            "call_off_round",
        ),
        RoundState.DRAFTED: (
            _("{tournament}: round {round} is paired, and not published."),
            _("Throw the draft away: back to check-in"),
            "take_back_round",
        ),
        RoundState.PUBLISHED: (waits, _("Enter the results"), "evening_round"),
        RoundState.FINISHED: (waits, _("Enter the results"), "evening_round"),
    }
