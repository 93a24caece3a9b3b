"""What is said once the boards are up: that one cannot come after all, oneself or the opponent."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import F

from tournaments.models import Asked, Entry, InboxItem
from tournaments.pages.me.evenings import sign_off
from tournaments.pages.me.rows import MyRows
from tournaments.pages.me.tonight import Tonight
from tournaments.pages.me.words import MyWords
from tournaments.plans import ABSENT, Word, said_of


def with_sign_offs(boards: Sequence[tuple[Entry, Tonight]], rows: MyRows, words: MyWords) -> tuple[Tonight, ...]:
    """One query, and none where nobody waits for a game to begin; one more where somebody has said a late word."""
    waiting = [(entry, board) for entry, board in boards if board.waits and board.date]
    late = _late_words(key for entry, board in waiting for key in (entry.pk, board.opponent_entry))
    said: dict[tuple[int, datetime.date], Mapping[int, Word]] = {}

    def has_signed_off(key: int, entry: Entry, board: Tonight) -> bool:
        """Not who had said it before they were marked: they have turned up since."""
        if board.date is None or (key, board.number) not in late:
            return False
        evening = (entry.tournament_id, board.date)
        if evening not in said:
            said[evening] = said_of(entry.tournament, board.date)
        word = said[evening].get(key)
        return word is not None and word.said in ABSENT

    return tuple(
        replace(
            board,
            sign_off=sign_off(entry, board.date, rows, words, is_said=has_signed_off(entry.pk, entry, board)),
            opponent_is_away=has_signed_off(board.opponent_entry, entry, board),
        )
        if board.waits and board.date
        else board
        for entry, board in boards
    )


def _late_words(entries: Iterable[int]) -> set[tuple[int, int | None]]:
    """Of these, who has told a director something once they were marked, and of which round. Answered or not."""
    keys = set(entries)
    if not keys:
        return set()
    items = InboxItem.objects.filter(
        asked=Asked.LATE_WORD, player__entries__in=keys, player__entries__tournament=F("tournament")
    )
    return {(key, facts.get("round")) for key, facts in items.values_list("player__entries", "facts")}
