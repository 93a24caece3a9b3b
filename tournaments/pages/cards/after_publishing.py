"""What is said once the boards are up: that one cannot come after all, oneself or the opponent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import F

from tournaments.models import Entry, InboxItem, InboxSubject
from tournaments.pages.cards.evenings import sign_off
from tournaments.pages.cards.own_responses import OwnResponses
from tournaments.pages.cards.rows import OwnRows
from tournaments.pages.cards.tonight import OwnTonight
from tournaments.selectors.availability import ABSENT
from tournaments.selectors.evenings import evening_days


def with_sign_offs(
    boards: Sequence[tuple[Entry, OwnTonight]], rows: OwnRows, words: OwnResponses
) -> tuple[OwnTonight, ...]:
    """`words` are the opponents' too. One query, and none where nobody waits for a game to begin."""
    waiting = [(entry, board) for entry, board in boards if board.waits]
    late = _late_words(key for entry, board in waiting for key in (entry.pk, board.opponent_entry))

    def has_signed_off(key: int, entry: Entry, board: OwnTonight) -> bool:
        """Not who had said it before they were marked: they have turned up since."""
        if board.date is None or board.date < evening_days(entry.tournament.club.time_zone)[-1]:
            return False
        word = words.last_of(key, entry.tournament, board.date)
        return (key, board.number) in late and word is not None and word.said in ABSENT

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
        asked=InboxSubject.LATE_WORD, player__entries__in=keys, player__entries__tournament=F("tournament")
    )
    return {(key, facts.get("round")) for key, facts in items.values_list("player__entries", "facts")}
