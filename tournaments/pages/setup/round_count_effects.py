"""What another number of planned rounds changes of what people have seen, before it is saved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import PUBLIC_STATES, Round, RoundState, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.setup.settings import decided_in_words
from tournaments.pages.standings.corrections import ChangedRow, changed_rows, columns_changed
from tournaments.pages.standings.published_tournament import published_tournament
from tournaments.pairing.explanations.standings import POINTS
from tournaments.selectors.evenings import dates_kept
from tournaments.selectors.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCountEffects:
    """`rows` are those of the newest table whose place or numbers change; `sentences` say the rest."""

    planned_rounds: int | None
    after_round: int
    sentences: tuple[str, ...]
    points_name: str
    rows: tuple[ChangedRow, ...]

    @property
    def are_any(self) -> bool:
        return bool(self.sentences or self.rows)

    @property
    def moved(self) -> tuple[ChangedRow, ...]:
        return tuple(row for row in self.rows if row.place or row.points)

    @property
    def others(self) -> tuple[ChangedRow, ...]:
        """Whose further numbers alone change."""
        return tuple(row for row in self.rows if not row.place and not row.points)


def round_count_effects(tournament: Tournament, planned_rounds: int | None) -> RoundCountEffects:
    """Of a tournament as just read; nothing is written."""
    newest = tournament.rounds.order_by("-number").first()
    after_round, columns, rows = _in_the_table(tournament, planned_rounds)
    return RoundCountEffects(
        planned_rounds=planned_rounds,
        after_round=after_round,
        sentences=(
            *columns,
            *_for_rounds(tournament, newest, planned_rounds),
            *_dates_gone(tournament, planned_rounds),
        ),
        points_name=_(POINTS.name),
        rows=rows,
    )


def _in_the_table(
    tournament: Tournament, planned_rounds: int | None
) -> tuple[int, tuple[str, ...], tuple[ChangedRow, ...]]:
    if not tournament.rounds.filter(state__in=PUBLIC_STATES).exists():
        return 0, (), ()
    published = published_tournament(tournament, Audience.STAFF)
    current = published.state.current
    then = current.table(published.newest)
    planned = replace(current.snapshot.after(published.newest), planned_rounds=planned_rounds)
    now = current.table_of(planned)
    rows = changed_rows(
        then, now, published.names, lambda player, _of: published.scorecard_url(player), published.state.spelling
    )
    return published.newest, columns_changed(then, now), rows


def _for_rounds(tournament: Tournament, newest: Round | None, planned_rounds: int | None) -> Iterator[str]:
    decided = decided_in_words(configured_system(tournament).capabilities().rounds)
    number = newest.number if newest is not None else 0
    if not decided or newest is None or planned_rounds == tournament.planned_rounds:
        return
    if newest.is_public:
        if number == planned_rounds:
            yield _("Round {number} becomes the last one. It was paired like any other, and its boards stay.").format(
                number=number
            )
        number += 1
    was_last, is_last = (number == planned for planned in (tournament.planned_rounds, planned_rounds))
    if was_last == is_last:
        return
    if is_last:
        yield _("Round {number} becomes the last one.").format(number=number)
        yield from decided
    else:
        yield _("Round {number} is not the last one any more.").format(number=number)
    if newest.state == RoundState.DRAFTED:
        yield _("Round {number} is drafted already: pair it again before you publish it.").format(number=number)


def _dates_gone(tournament: Tournament, planned_rounds: int | None) -> Iterator[str]:
    if planned_rounds is None:
        return
    rounds = list(tournament.rounds.order_by("number"))
    gone = sum(date is not None for date in tournament.round_dates[dates_kept(tournament, rounds, planned_rounds) :])
    if gone:
        yield ngettext(
            "{count} date planned for after round {number} is taken away.",
            "{count} dates planned for after round {number} are taken away.",
            gone,
        ).format(count=gone, number=planned_rounds)
