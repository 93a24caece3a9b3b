"""What somebody's leaving changes of what has been played, before it is confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Attendance, Tournament, Withdrawal
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import Names
from tournaments.pages.standings.corrections import ChangedRow, changed_rows
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.explanations.withdrawal_effects import without
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.types.table import Table
from tournaments.pairing.wording import listing
from tournaments.selectors.evenings import still_to_come

_LEADERS_NAMED = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawalPage:
    """`rows` are those of the table as it stands whose place or points change; `sentences` say the rest.

    `published_url` leads to the last table that was published, which stays as it was; empty where there is none.
    """

    entry: int
    name: str
    sentences: tuple[str, ...]
    points_name: str
    rows: tuple[ChangedRow, ...]
    published_url: str
    published_after: int

    @property
    def told(self) -> list[object]:
        """All that hangs on what has been played: whoever confirms has seen this."""
        rows = [[row.number, row.place and row.place.now, row.points and row.points.now] for row in self.rows]
        return [rows, list(self.sentences)]

    @property
    def moved(self) -> tuple[ChangedRow, ...]:
        return tuple(row for row in self.rows if row.place or row.points)


def withdrawal_page(tournament: Tournament, entry: int) -> WithdrawalPage | None:
    """None where leaving changes only the rounds to come, and for whoever has left already or is not there."""
    published = published_tournament(tournament, Audience.STAFF)
    found = published.state.context.entries.get(entry)
    if (
        found is None
        or found.number is None
        or published.state.context.capabilities.as_counted is None
        or not published.newest
    ):
        return None
    if Withdrawal.objects.filter(entry=entry, last_round=None).exists():
        return None
    current, number = published.state.current, found.number
    snapshot = current.snapshot.after(published.newest)
    if number not in snapshot.by_number:
        return None
    then, now = current.table(published.newest), current.table_of(without(snapshot, number))
    last = max(published.state.finished, default=0)
    return WithdrawalPage(
        entry=entry,
        name=published.names[number],
        sentences=tuple(_sentences(tournament, published, snapshot, number, then, now)),
        points_name=_(POINTS.name),
        rows=changed_rows(
            then, now, published.names, lambda player, _of: published.scorecard_url(player), published.state.spelling
        ),
        published_url=published.addresses.standings(last) if last else "",
        published_after=last,
    )


def _sentences(
    tournament: Tournament,
    published: PublishedTournament,
    snapshot: TournamentSnapshot,
    number: PlayerId,
    then: Table,
    now: Table,
) -> Iterator[str]:
    counted = published.state.context.capabilities.counted(without(snapshot, number))
    games = [game for played in counted.rounds for game in played.games if number in (game.white, game.black)]
    yield from _of_played(games, published.names[number])
    yield from _of_open(games, number, published.names)
    yield from _of_plan(tournament, number)
    yield from _of_leaders(then, now, published.names)


def _of_played(games: Sequence[PlayedGame], name: str) -> Iterator[str]:
    done = [game for game in games if game.result is not Result.OPEN]
    annulled = [game for game in done if not game.counts]
    if annulled:
        yield ngettext(
            "{name} leaves too early: {count} game already played counts for nobody, neither in points nor "
            "in tie-breaks. It stays in the crosstable, in brackets.",
            "{name} leaves too early: {count} games already played count for nobody, neither in points nor "
            "in tie-breaks. They stay in the crosstable, in brackets.",
            len(annulled),
        ).format(name=name, count=len(annulled))
    elif done:
        yield _("The games that {name} has played go on counting.").format(name=name)
    else:
        yield _("{name} has not finished a game.").format(name=name)


def _of_open(games: Sequence[PlayedGame], number: PlayerId, names: Names) -> Iterator[str]:
    # not all: games that were won by forfeit
    won = {Result.WHITE_WINS_BY_FORFEIT: "white", Result.BLACK_WINS_BY_FORFEIT: "black"}
    gain = sorted(
        {
            player
            for game in games
            if game.counts and (side := won.get(game.result)) and (player := getattr(game, side)) != number
        }
    )
    if gain:
        yield _("These win by forfeit, now or in an earlier round: {names}.").format(
            names=listing([names[player] for player in gain], _)
        )


def _of_plan(tournament: Tournament, number: PlayerId) -> Iterator[str]:
    waiting = Attendance.objects.filter(
        round__in=still_to_come(tournament), entry__number=number, game__result=Result.OPEN
    ).count()
    if waiting:
        yield ngettext(
            "{count} game of a round to come is taken off the plan; the opponent has none in that round.",
            "{count} games of rounds to come are taken off the plan; the opponents have none in those rounds.",
            waiting,
        ).format(count=waiting)


def _of_leaders(then: Table, now: Table, names: Names) -> Iterator[str]:
    before, after = ([row.player for row in table.rows if row.place == 1] for table in (then, now))
    if {*before} == {*after} or not after or len(after) > _LEADERS_NAMED:
        return
    said = listing([names[player] for player in after], _)
    if len(before) > _LEADERS_NAMED or not before:
        yield _("Then in first place: {names}.").format(names=said)
        return
    yield _("Then in first place: {names}. Now: {before}.").format(
        names=said, before=listing([names[player] for player in before], _)
    )
