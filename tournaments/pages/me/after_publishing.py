"""What is said once the boards are up: that one cannot come after all, oneself or the opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.models import Entry, Plan
from tournaments.pages.me.evenings import sign_off
from tournaments.pages.me.rows import MyRows
from tournaments.pages.me.tonight import Tonight
from tournaments.pages.me.words import MyWords
from tournaments.plans import COMES


def with_sign_offs(boards: Sequence[tuple[Entry, Tonight]], rows: MyRows, words: MyWords) -> tuple[Tonight, ...]:
    """One query, and none where nobody waits for a game to begin."""
    waiting = {board.opponent_entry for _entry, board in boards if board.waits and board.date}
    plans = Plan.objects.filter(entry__in=waiting).exclude(said__in=COMES) if waiting else Plan.objects.none()
    away = set(plans.values_list("entry", "date"))
    return tuple(
        replace(
            board,
            sign_off=sign_off(entry, board.date, rows, words),
            opponent_is_away=(board.opponent_entry, board.date) in away,
        )
        if board.waits and board.date
        else board
        for entry, board in boards
    )
