"""What was said of somebody's evenings to come: read for all of them at once, and resolved as `plans` resolves it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Entry, Tournament
from tournaments.selectors.availability import (
    DatedResponse,
    KnownResponse,
    ResponseSource,
    default_response,
    last_response,
    responses_since,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnResponses:
    """By the entry's key all that was said, the earliest day first."""

    said: Mapping[int, Sequence[DatedResponse]]

    def of(self, entry: Entry, date: datetime.date) -> KnownResponse:
        """The last word, be it of that evening or of a longer time; else what always holds."""
        always = default_response(entry.tournament, entry)
        word = self.last_of(entry.pk, entry.tournament, date)
        return always if word is None else replace(word, arrives_at=word.arrives_at or always.arrives_at)

    def last_of(self, entry: int, tournament: Tournament, date: datetime.date) -> KnownResponse | None:
        """None where they have said nothing of that day. `entry` is a key."""
        return last_response(tournament, date, [each.word for each in self.said.get(entry, ()) if each.holds_on(date)])

    def periods(self, entries: Collection[Entry]) -> Sequence[DatedResponse]:
        """The times away of somebody who has these entries, each once."""
        found = {
            each.word.key: each
            for entry in entries
            for each in self.said.get(entry.pk, ())
            if each.word.source is ResponseSource.PERIOD
        }
        return sorted(found.values(), key=lambda each: (each.first_day, each.word.key))


def own_responses(entries: Collection[int], since: datetime.date) -> OwnResponses:
    """Of these entries, by key, and evenings from that day on. One query."""
    said: dict[int, list[DatedResponse]] = defaultdict(list)
    for each in responses_since(entries, since):
        said[each.entry].append(each)
    return OwnResponses(said=said)
