"""Who have to play off for the first place of a tournament, and whether they do so already."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Tournament
from tournaments.selectors.snapshots import configured_system, configured_tie_breaks, outcome_of, snapshot_of


@dataclass(frozen=True, kw_only=True, slots=True)
class TiedForFirst:
    """Who have to play off for the first place, best first. `under_way`: the play-off in which they do."""

    entries: tuple[Entry, ...]
    under_way: Tournament | None

    @property
    def is_match(self) -> bool:
        """Two play a match, more of them everybody against everybody."""
        return len(self.entries) == 2

    @property
    def state(self) -> str:
        """What a form about them was made for."""
        return "-".join(str(entry.pk) for entry in sorted(self.entries, key=lambda entry: entry.pk))


def tied_for_first(tournament: Tournament) -> TiedForFirst | None:
    """None where nobody has to play off: games are open, the first place is had alone, or the club leaves it shared."""
    system = configured_system(tournament)
    asked = system.capabilities().plays_off
    if asked is None or not plays_off(tournament):
        return None
    numbers = asked(snapshot_of(tournament), configured_tie_breaks(tournament, system))
    if not numbers:
        return None
    found = {entry.number: entry for entry in tournament.entries.filter(number__in=numbers).select_related("player")}
    entries = tuple(found[number] for number in numbers)
    return TiedForFirst(entries=entries, under_way=_under_way(tournament, {entry.person_id for entry in entries}))


def _under_way(tournament: Tournament, players: set[int]) -> Tournament | None:
    """One of others, which a correction has left behind, keeps nobody waiting."""
    for each in tournament.play_offs.filter(trashed_at=None).select_related("club").order_by("pk"):
        if set(each.entries.values_list("player", flat=True)) == players and outcome_of(each, {}) is None:
            return each
    return None


def plays_off(tournament: Tournament) -> bool:
    """Whether a shared first place of it is played off: whether there can be a play-off at all. Teams share it."""
    if tournament.play_off_of_id is not None or tournament.boards is not None:
        return False
    return configured_system(tournament).capabilities().plays_off is not None
