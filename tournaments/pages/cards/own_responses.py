"""What was said of somebody's evenings to come: read for all of them at once, and resolved as `plans` resolves it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Entry, Tournament
from tournaments.selectors.availability import Source, Spoken, Word, last_word, said_since, standing


@dataclass(frozen=True, kw_only=True, slots=True)
class MyWords:
    """By the entry's key all that was said, the earliest day first."""

    said: Mapping[int, Sequence[Spoken]]

    def of(self, entry: Entry, date: datetime.date) -> Word:
        """The last word, be it of that evening or of a longer time; else what always holds."""
        always = standing(entry.tournament, entry)
        word = self.last_of(entry.pk, entry.tournament, date)
        return always if word is None else replace(word, arrives_at=word.arrives_at or always.arrives_at)

    def last_of(self, entry: int, tournament: Tournament, date: datetime.date) -> Word | None:
        """None where they have said nothing of that day. `entry` is a key."""
        return last_word(tournament, date, [each.word for each in self.said.get(entry, ()) if each.holds_on(date)])

    def periods(self, entries: Collection[Entry]) -> Sequence[Spoken]:
        """The times away of somebody who has these entries, each once."""
        found = {
            each.word.key: each
            for entry in entries
            for each in self.said.get(entry.pk, ())
            if each.word.source is Source.PERIOD
        }
        return sorted(found.values(), key=lambda each: (each.first_day, each.word.key))


def words_of(entries: Collection[int], since: datetime.date) -> MyWords:
    """Of these entries, by key, and evenings from that day on. One query."""
    said: dict[int, list[Spoken]] = defaultdict(list)
    for each in said_since(entries, since):
        said[each.entry].append(each)
    return MyWords(said=said)
