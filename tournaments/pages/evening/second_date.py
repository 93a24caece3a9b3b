"""Who could be paired into the published round yet: away until now, or sitting out; and since when."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import RoundState, Tournament
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.game_day import day_and_month
from tournaments.pages.evening.boards import WithoutBoardRow
from tournaments.pages.evening.evening import RoundView
from tournaments.pairing.explanations.late_changes import RoundChange
from tournaments.selectors.availability import responses_on
from tournaments.selectors.configured_system import configured_system
from tournaments.selectors.display_names import display_names_of_entries
from tournaments.selectors.evenings import tonight

_FEWEST = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonHere:
    """`entry` is the key, `word` what the round is for them so far."""

    entry: int
    name: str
    word: str
    is_ticked: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ThoseHere:
    """`sat_out` are asked whether they play on; `is_open`: the form comes back to whoever has sent it."""

    round: int
    revision: int
    date: datetime.date
    others: tuple[PersonHere, ...]
    sat_out: tuple[PersonHere, ...]
    sat_out_on: str
    """The heading above these."""
    is_open: bool


def those_here(
    tournament: Tournament, round: RoundView | None, sent: Collection[int] | None = None
) -> ThoseHere | None:
    """None where nobody can be paired into the round any more. `sent` are the keys ticked in a form that was refused.
    One query, where somebody can."""
    if round is None or round.state is not RoundState.PUBLISHED or not round.is_newest or round.is_to_come:
        return None
    rows = [row for row in round.without_board if not row.is_withdrawn and not row.is_out]
    if len(rows) < _FEWEST or not tournament.season.is_open:
        return None
    if not configured_system(tournament).capabilities().pairs_round_by_round:
        return None
    day = tonight(tournament.club.time_zone, since=round.date)
    is_later = round.date is not None and day != round.date
    words = responses_on(tournament, day) if is_later else {}
    coming = {entry for entry, word in words.items() if word.comes_to(round.number)}
    ticked = coming if sent is None else sent

    def people(found: Iterable[WithoutBoardRow]) -> tuple[PersonHere, ...]:
        shown = (
            PersonHere(
                entry=row.entry,
                name=row.name,
                word=row.word,
                is_ticked=row.entry in ticked or (sent is None and row.is_free),
            )
            for row in found
        )
        return tuple(sorted_by_name(shown, lambda each: each.name))

    return ThoseHere(
        round=round.number,
        revision=round.revision,
        date=day,
        others=people(row for row in rows if not row.is_odd_one),
        sat_out=people(row for row in rows if row.is_odd_one),
        sat_out_on=_("Sat out on {date}: tick who plays now").format(date=day_and_month(round.date))
        if is_later and round.date is not None
        else _("Sits out: tick who plays now"),
        is_open=sent is not None,
    )


def new_boards(tournament: Tournament, change: RoundChange) -> str:
    """What was paired, for whoever asked for it: each board with its players, and who sits out."""
    entries = list(tournament.entries.select_related("player"))
    called = display_names_of_entries(entries)
    names = {entry.number: called[entry.pk] for entry in entries}
    boards = [
        _("Board {board}: {white} – {black}").format(
            board=board.board, white=names[board.white], black=names[board.black]
        )
        for board in change.boards
    ]
    out = [_("{player} sits out.").format(player=names[player]) for player in change.byes]
    return " · ".join([*boards, *out])
