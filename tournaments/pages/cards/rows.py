"""All that is read of some players for their cards, in as many questions for a season of 37 rounds as for one of 5."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.models import Attendance, Entry, Player, Round, Withdrawal
from tournaments.pages.standings.round_context import rounds_of
from tournaments.pages.standings.table_cache import round_context_to_come
from tournaments.selectors.evenings import held_evenings
from tournaments.selectors.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnRows:
    """`entries`: in tournaments that go on, by the player's key. `rounds`: all of a tournament in order, by its key.
    `attendances`: of its last evening, by the entry's key. `gone`: the keys of the entries that have withdrawn or are
    out."""

    players: tuple[Player, ...]
    entries: Mapping[int, Sequence[Entry]]
    rounds: Mapping[int, Sequence[Round]]
    attendances: Mapping[int, Sequence[Attendance]]
    gone: frozenset[int]

    def of(self, player: Player) -> Sequence[Entry]:
        return self.entries.get(player.pk, ())


def rows_of(players: Sequence[Player]) -> OwnRows:
    withdrawn = Withdrawal.objects.filter(entry=OuterRef("pk"), last_round=None)
    entries = list(
        Entry.objects.filter(player__in=players, tournament__trashed_at=None, tournament__season__is_open=True)
        .select_related("tournament__club", "tournament__season", "player")
        .annotate(has_withdrawn=Exists(withdrawn))
        .order_by("tournament__starts_at", "tournament")
    )
    rounds = {entry.tournament_id: rounds_of(entry.tournament) for entry in entries}
    newest = [each for found in rounds.values() for evening in held_evenings(found)[-1:] for each in evening]
    attendances: dict[int, list[Attendance]] = defaultdict(list)
    for row in Attendance.objects.filter(entry__in=entries, round__in=newest).select_related("round", "game"):
        attendances[row.entry_id].append(row)
    by_player: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_player[entry.person_id].append(entry)
    return OwnRows(
        players=tuple(players),
        entries=by_player,
        rounds=rounds,
        attendances={key: sorted(rows, key=lambda row: row.round.number) for key, rows in attendances.items()},
        gone=frozenset(entry.pk for entry in entries if entry.has_withdrawn or _is_out(entry)),
    )


def _is_out(entry: Entry) -> bool:
    """After too many losses or a lost tie, as they are by now. Where nobody can be, nothing is read."""
    if not configured_system(entry.tournament).capabilities().somebody_may_be_out:
        return False
    return entry.number is not None and entry.number in round_context_to_come(entry.tournament).eliminated
