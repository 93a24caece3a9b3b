"""Nobody plays in two groups of one event."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Entry, Tournament
from tournaments.selectors.display_names import display_name_of
from tournaments.services.common.refusal import Refused


def refuse_two_groups(tournament: Tournament) -> None:
    """Raises Refused where one of its players is in another group of its event.

    Asked once they are entered, or brought back, under the club's lock, which holds off whoever enters them there; a
    group in the trash does not count.
    """
    if tournament.event_id is None:
        return
    others = Entry.objects.filter(
        tournament__event=tournament.event_id,
        tournament__trashed_at=None,
        player__in=Entry.objects.filter(tournament=tournament).values("player"),
    ).exclude(tournament=tournament)
    found = others.select_related("player", "tournament").order_by("pk").first()
    if found is not None:
        raise Refused(
            _("{player} plays in {group} already: nobody plays in two groups of one event.").format(
                player=display_name_of(found.person), group=found.tournament.name
            )
        )
