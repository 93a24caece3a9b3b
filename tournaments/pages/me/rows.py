"""All that is read of some players for their cards, in as many questions for a season of 37 rounds as for one of 5."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.evenings import held_evenings
from tournaments.models import Attendance, Entry, Player, Round, Withdrawal


@dataclass(frozen=True, kw_only=True, slots=True)
class MyRows:
    """`entries`: in tournaments that go on, by the player's key. `rounds`: all of a tournament in order, by its key.
    `attendances`: of its last evening, by the entry's key. `withdrawn`: the keys of the entries that have."""

    players: tuple[Player, ...]
    entries: Mapping[int, Sequence[Entry]]
    rounds: Mapping[int, Sequence[Round]]
    attendances: Mapping[int, Sequence[Attendance]]
    withdrawn: frozenset[int]

    def of(self, player: Player) -> Sequence[Entry]:
        return self.entries.get(player.pk, ())


def rows_of(players: Sequence[Player]) -> MyRows:
    entries = list(
        Entry.objects.filter(player__in=players, tournament__trashed_at=None, tournament__season__is_open=True)
        .select_related("tournament__club", "tournament__season", "player")
        .order_by("tournament__starts_at", "tournament")
    )
    rounds: dict[int, list[Round]] = defaultdict(list)
    for each in Round.objects.filter(tournament__in={entry.tournament_id for entry in entries}).order_by("number"):
        rounds[each.tournament_id].append(each)
    newest = [each for found in rounds.values() for each in held_evenings(found)[-1]]
    attendances: dict[int, list[Attendance]] = defaultdict(list)
    for row in Attendance.objects.filter(entry__in=entries, round__in=newest).select_related("round", "game"):
        attendances[row.entry_id].append(row)
    by_player: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_player[entry.player_id].append(entry)
    return MyRows(
        players=tuple(players),
        entries=by_player,
        rounds=rounds,
        attendances={key: sorted(rows, key=lambda row: row.round.number) for key, rows in attendances.items()},
        withdrawn=frozenset(
            Withdrawal.objects.filter(entry__in=entries, last_round=None).values_list("entry", flat=True)
        ),
    )
