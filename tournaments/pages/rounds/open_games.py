"""Games still to play, for the director: those overdue first, each with what can be made of it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.models import PUBLIC_STATES, Attendance, Game, Round, Tournament
from tournaments.pages.common.game_day import day_and_month
from tournaments.pages.common.undo_bar import UndoBar, undo_bar
from tournaments.pages.common.wording import sentence
from tournaments.pages.rounds.scheduled_games import dates_of_schedule, last_day_of
from tournaments.pairing.protocols import Unplayed
from tournaments.pairing.types.knockout import BY_LOT, NotPlayed
from tournaments.pairing.types.snapshot import Colour, PlayerId, Result
from tournaments.selectors.display_names import DisplayName, display_names_of_entries
from tournaments.selectors.evenings import evening_days, last_date_of
from tournaments.selectors.shared_games import is_knock_out
from tournaments.selectors.snapshots import configured_system
from tournaments.selectors.unplayed_matches import is_away, proposals

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenSide:
    entry: int
    name: DisplayName | str
    called_off: bool
    """Is marked away for the round, and the other is not; in a cup, whatever the other is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnplayedOutcome:
    """What an unplayed game can be made: `value` is what the form sends."""

    value: str
    text: str
    is_proposed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenGameRow:
    """`due` is the day from which it is overdue, None where there is none. `seen` is what a form about it was made
    for."""

    game: int
    round_number: int
    board: int
    white: OpenSide
    black: OpenSide
    date: datetime.date | None
    play_by: datetime.date | None
    round_date: datetime.date | None
    last_day: datetime.date | None
    is_postponed: bool
    is_ahead: bool
    is_overdue: bool
    seen: str
    ways: tuple[UnplayedOutcome, ...]
    why: str = ""
    """Of an overdue tie of a cup, why that is proposed, or why nothing is."""

    @property
    def proposed(self) -> UnplayedOutcome | None:
        return next((way for way in self.ways if way.is_proposed), None)

    @property
    def words(self) -> str:
        """Its round, and when it is to be played, as far as that is known."""
        return " · ".join(self._said())

    def _said(self) -> list[str]:
        of_round = _("Round {number}").format(number=self.round_number)
        found = [f"{of_round}, {day_and_month(self.round_date)}" if self.round_date else of_round]
        if self.date is not None and not self.is_postponed:  # on the second date of its round
            found.append(day_and_month(self.date))
        elif self.date is not None:
            found.append(_("agreed for {date}").format(date=day_and_month(self.date)))
        elif self.is_postponed:
            found.append(pgettext("a game", "postponed"))
        if self.last_day is not None and self.date is None:
            found.append(_("to be played by {date}").format(date=day_and_month(self.last_day)))
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenGamesPage:
    overdue: tuple[OpenGameRow, ...]
    agreed: tuple[OpenGameRow, ...]
    """For a day to come, the first one first."""
    waiting: tuple[OpenGameRow, ...]
    """Postponed, and nobody has said for when."""
    this_round: tuple[OpenGameRow, ...]
    ahead: tuple[OpenGameRow, ...]
    undo_bar: UndoBar | None
    rule: str
    """What the tournament says becomes of a game that is not played in time; empty where the director decides."""
    knows_last_dates: bool = False
    """Of a cup, whose rounds have them."""

    @property
    def proposed(self) -> tuple[OpenGameRow, ...]:
        """Those of which it is clear what the tournament's rule makes of them."""
        return tuple(each for each in self.overdue if each.proposed is not None)

    @property
    def is_empty(self) -> bool:
        return not (self.overdue or self.agreed or self.waiting or self.this_round or self.ahead)


def open_games_page(tournament: Tournament) -> OpenGamesPage:
    games = open_games(tournament)
    to_come = [each for each in games if not each.is_overdue]
    agreed = [each for each in to_come if each.date is not None and each.is_postponed]
    others = [each for each in to_come if each not in agreed]
    return OpenGamesPage(
        overdue=tuple(each for each in games if each.is_overdue),
        agreed=tuple(sorted(agreed, key=lambda each: (each.date or datetime.date.max, each.round_number, each.board))),
        waiting=tuple(each for each in others if each.is_postponed and not each.is_ahead),
        this_round=tuple(each for each in others if not each.is_postponed and not each.is_ahead),
        ahead=tuple(each for each in others if each.is_ahead),
        undo_bar=undo_bar(tournament, {}),
        rule=str(_RULES.get(configured_system(tournament).capabilities().unplayed, "")),
        knows_last_dates=is_knock_out(tournament),
    )


_RULES: Mapping[Unplayed, StrPromise] = {  # not all: where the director decides there is nothing to say
    Unplayed.BOTH_LOSE: gettext_lazy("In this tournament both lose a game that is not played in time."),
    Unplayed.CALLER_LOSES: gettext_lazy(
        "In this tournament a player who called a game off loses it if it is not played in time."
    ),
    Unplayed.DRAW: gettext_lazy("In this tournament a game that is not played in time is a draw."),
}


def open_games(tournament: Tournament, *, game: int | None = None) -> tuple[OpenGameRow, ...]:
    """Of published rounds, those whose turn has not come too, in order; only the one named, where one is. Of who has
    left none: the table says what became of theirs."""
    wanted = Attendance.objects.filter(round__tournament=tournament, game__result=Result.OPEN.value)
    wanted = wanted.filter(round__state__in=PUBLIC_STATES)
    if game is not None:
        wanted = wanted.filter(game=game)
    rows = list(wanted.select_related("game", "entry__player").order_by("round__number", "game__board"))
    rounds = {each.pk: each for each in Round.with_ahead.filter(tournament=tournament)}
    ahead = frozenset(Round.with_ahead.filter(tournament=tournament).ahead().values_list("pk", flat=True))
    called = display_names_of_entries(tournament.entries.select_related("player"))
    left = frozenset(
        tournament.entries.filter(withdrawals__last_round=None, withdrawals__isnull=False).values_list("pk", flat=True)
    )
    sides: dict[int, dict[str, Attendance]] = defaultdict(dict)
    for row in rows:
        sides[row.game_id or 0][row.colour] = row
    reads = _Reads(tournament, rounds, ahead, called)
    pairs = [
        pair
        for pair in sides.values()
        if len(pair) == len(Colour) and not left & {row.entry_id for row in pair.values()}
    ]
    reads.numbers = {row.entry_id: row.entry.number for row in rows}
    reads.proposed = proposals(tournament, [pair[Colour.WHITE].game_id or 0 for pair in pairs])
    return tuple(map(reads.game, pairs))


class _Reads:
    """What all open games of a tournament are told by."""

    def __init__(
        self,
        tournament: Tournament,
        rounds: Mapping[int, Round],
        ahead: frozenset[int],
        called: Mapping[int, DisplayName],
    ) -> None:
        self.tournament, self.rounds, self.ahead, self.called = tournament, rounds, ahead, called
        self.proposed: Mapping[int, NotPlayed] = {}
        self.numbers: Mapping[int, PlayerId | None] = {}
        self.today = min(evening_days(tournament.club.time_zone))
        self.dates = dates_of_schedule(tournament)
        self.unplayed = configured_system(tournament).capabilities().unplayed
        self.last = last_day_of(tournament, self.dates)
        self.is_cup = is_knock_out(tournament)

    def game(self, sides: Mapping[str, Attendance]) -> OpenGameRow:
        white, black = sides[Colour.WHITE], sides[Colour.BLACK]
        game = white.game
        if game is None:
            raise ValueError("an open game has its row")
        round = self.rounds[game.round_id]
        is_ahead = round.pk in self.ahead
        round_date = round.date or self.dates.get(round.number)
        of_round = last_date_of(self.tournament, round.number)
        last_day = game.play_by or of_round or self.last(round.number)
        # The agreed day, the evening of a game that nobody postponed, else the last day there is.
        is_free = is_ahead or game.is_postponed or of_round is not None
        due = game.date or (last_day if is_free else round_date)
        is_overdue = due is not None and due < self.today
        sides_told = self._side(white, black), self._side(black, white)
        proposal = self.proposed.get(game.pk)
        return OpenGameRow(
            game=game.pk,
            round_number=round.number,
            board=game.board,
            white=sides_told[0],
            black=sides_told[1],
            date=game.date,
            play_by=game.play_by,
            round_date=round_date,
            last_day=last_day,
            is_postponed=game.is_postponed,
            is_ahead=is_ahead,
            is_overdue=is_overdue,
            seen=game.seen,
            ways=tuple(self._ways_of_tie(white, black, proposal) if self.is_cup else _ways(*sides_told, self.unplayed)),
            why=self._why(proposal) if self.is_cup and is_overdue else "",
        )

    def _why(self, proposal: NotPlayed | None) -> str:
        if proposal is None:
            return _("The cup's rules propose nothing here: it is yours to decide.")
        names = {number: self.called[entry] for entry, number in self.numbers.items() if number is not None}
        return sentence(proposal.reason, names)

    def _ways_of_tie(
        self, white: Attendance, black: Attendance, proposal: NotPlayed | None
    ) -> Sequence[UnplayedOutcome]:
        """Somebody goes on, or nobody; a tie knows no draw that was not played."""
        names = {row.entry.number or 0: self.called[row.entry_id] for row in (white, black)}
        wins = dict(zip(names, (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT), strict=True))
        goes_on = _("{player} goes through")
        ways = [
            UnplayedOutcome(
                value=result.value,
                text=goes_on.format(player=names[number]),
                is_proposed=proposal is not None and proposal.winner == number and not proposal.is_by_lot,
            )
            for number, result in wins.items()
        ]
        is_out = proposal is not None and proposal.winner is None
        ways.append(
            UnplayedOutcome(value=Result.BOTH_FORFEIT.value, text=_("Both are knocked out"), is_proposed=is_out)
        )
        if proposal is not None and proposal.is_by_lot and proposal.winner is not None:
            text = _("By lot: {player} goes through").format(player=names[proposal.winner])
            ways.append(UnplayedOutcome(value=BY_LOT, text=text, is_proposed=True))
        return sorted(ways, key=lambda way: not way.is_proposed)

    def _side(self, row: Attendance, other: Attendance) -> OpenSide:
        return OpenSide(
            entry=row.entry_id,
            name=self.called[row.entry_id],
            called_off=is_away(row) and (self.is_cup or not is_away(other)),
        )


def _ways(white: OpenSide, black: OpenSide, rule: Unplayed) -> Sequence[UnplayedOutcome]:
    # not all: who loses by CALLER_LOSES depends on the game, and the director decides by themselves
    proposed = {Unplayed.BOTH_LOSE: Result.BOTH_FORFEIT, Unplayed.DRAW: Result.DRAW}.get(rule)
    if rule is Unplayed.CALLER_LOSES and (white.called_off or black.called_off):
        proposed = Result.BLACK_WINS_BY_FORFEIT if white.called_off else Result.WHITE_WINS_BY_FORFEIT
    texts = {  # not all: nobody wins at the board what was not played
        Result.BOTH_FORFEIT: _("Both lose"),
        Result.BLACK_WINS_BY_FORFEIT: _("{player} loses").format(player=white.name),
        Result.WHITE_WINS_BY_FORFEIT: _("{player} loses").format(player=black.name),
        Result.DRAW: pgettext("a result", "Draw"),
    }
    ways = [
        UnplayedOutcome(value=result.value, text=text, is_proposed=result is proposed) for result, text in texts.items()
    ]
    return sorted(ways, key=lambda way: not way.is_proposed)


@dataclass(frozen=True, kw_only=True, slots=True)
class GamePage:
    """A game, and its dates as they stand. `open` is None once it has a result."""

    game: int
    round_number: int
    board: int
    white: str
    black: str
    date: datetime.date | None
    play_by: datetime.date | None
    round_date: datetime.date | None
    seen: str
    open: OpenGameRow | None
    round_url: str


def game_page(tournament: Tournament, key: int) -> GamePage:
    """Raises Game.DoesNotExist where the tournament has no such game in a published round."""
    game = Game.objects.select_related("round").get(
        pk=key, round__tournament=tournament, round__state__in=PUBLIC_STATES
    )
    sides = dict(Attendance.objects.filter(game=game).values_list("colour", "entry"))
    called = display_names_of_entries(tournament.entries.select_related("player"))
    found = next(iter(open_games(tournament, game=key)), None) if game.result == Result.OPEN.value else None
    return GamePage(
        game=game.pk,
        round_number=game.round.number,
        board=game.board,
        white=called[sides[Colour.WHITE]],
        black=called[sides[Colour.BLACK]],
        date=game.date,
        play_by=game.play_by,
        round_date=game.round.date or dates_of_schedule(tournament).get(game.round.number),
        seen=game.seen,
        open=found,
        round_url=reverse("evening_round", args=[tournament.club.slug, tournament.slug, game.round.number]),
    )
