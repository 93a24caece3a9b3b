"""Events: tournaments of a season that belong together as groups."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.club import Club
from tournaments.models.season import Season


class Event(models.Model):
    """Its groups are the tournaments that name it; what stands in them is theirs."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=200)
    earlier = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="later")
    """From whose tables its groups were made: the first stage, where both are of one season, or the season before."""
    seed = models.CharField(max_length=64)
    """64 hex digits, from which the lots of its groups were drawn."""

    def __str__(self) -> str:
        return self.name
