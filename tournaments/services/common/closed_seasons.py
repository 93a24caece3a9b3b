"""What a closed season keeps from happening in its tournaments."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Round, Season, Tournament
from tournaments.selectors.evenings import unfinished_rounds
from tournaments.services.common.refusal import Refused


def refuse_when_closed(tournament: Tournament) -> None:
    """In a closed season results are corrected, and nothing else: it stays played to its end, its tables stay put.

    To be asked inside the tournament's recording, whose lock `close_season` waits for.
    """
    refuse_closed(Season.objects.get(pk=tournament.season_id))


def refuse_closed(season: Season) -> None:
    if not season.is_open:
        raise Refused(
            _(
                "The season {season} is closed: results can still be corrected, nothing else. "
                "To change more, let an admin of the club reopen it."
            ).format(season=season.name)
        )


def unfinished_round(tournaments: QuerySet[Tournament]) -> Round | None:
    """The first round of these tournaments that is not played to its end."""
    return unfinished_rounds(tournaments).first()
