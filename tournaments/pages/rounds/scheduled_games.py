"""The plan joined with the rounds as they stand: of a published round its boards, of the others what is planned."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F

from tournaments.models import Attendance, Game, Round, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.links import entry_url
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament, published_tournament
from tournaments.pages.standings.round_context import rounds_of
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.history.record import RoundOutcome, outcomes
from tournaments.pairing.protocols import Capabilities, PlayBy, ScheduledSystem
from tournaments.pairing.types.paired_round import PairedRound
from tournaments.pairing.types.snapshot import Colour, PlayedRound, PlayerId, Result, TournamentSnapshot
from tournaments.selectors.evenings import evening_dates, is_schedule_too_long
from tournaments.selectors.snapshots import configured_system

_A_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduledGame:
    """A game of the plan. `outcomes` are White's and Black's; None while its round is not published.

    They and `result` are what somebody's leaving has made of the game too; where it `counts` for nobody any more they
    are as it was played.
    """

    round_number: int
    board: int
    white: PlayerId
    black: PlayerId
    outcomes: tuple[RoundOutcome, RoundOutcome] | None = None
    result: Result = Result.OPEN
    counts: bool = True
    is_postponed: bool = False
    date: datetime.date | None = None
    """Its own, where that is not the round's."""
    play_by: datetime.date | None = None
    """Its own last day, where one was said."""
    is_unplayed: bool = False
    """A draw made of a game that nobody played."""
    group: int | None = None
    """Of the first stage, where it was played and counts from."""

    @property
    def is_open(self) -> bool:
        """Still to be played, be its round published or not."""
        return self.result is Result.OPEN and self.counts

    def colour_of(self, player: PlayerId) -> Colour:
        return Colour.WHITE if player == self.white else Colour.BLACK

    def opponent_of(self, player: PlayerId) -> PlayerId:
        return self.black if player == self.white else self.white

    def outcome_of(self, player: PlayerId) -> RoundOutcome | None:
        return None if self.outcomes is None else self.outcomes[player != self.white]


@dataclass(frozen=True, kw_only=True, slots=True)
class ScheduledRound:
    """`without` take part and have no game; `date` is the round's, None while nobody has said it."""

    number: int
    date: datetime.date | None
    is_public: bool
    meetings: tuple[ScheduledGame, ...]
    without: tuple[PlayerId, ...]
    is_ahead: bool = False
    """Its boards hang on the wall, and its turn has not come."""

    @property
    def is_played(self) -> bool:
        return self.is_public and not any(each.is_open for each in self.meetings)


def has_schedule(tournament: Tournament) -> bool:
    """Whether its system says from the start who meets whom."""
    return isinstance(configured_system(tournament), ScheduledSystem)


def newest_snapshot(tournament: Tournament, audience: Audience) -> PublishedTournament:
    """All published rounds as they stand now, those in play too. Raises NotPublished where there is no schedule."""
    state = tournament_state_of(tournament)
    if not isinstance(state.current.system, ScheduledSystem):
        raise NotPublished
    return published_tournament(tournament, audience, after=len(state.rounds) or None, is_corrected=True)


def name_url(published: PublishedTournament, number: PlayerId) -> str:
    """Where a name leads. Before the first round there are no cards yet, so the public is led to the person; empty
    where that is not to be known."""
    if published.rounds or published.addresses.audience is Audience.STAFF:
        return published.name_url(number)
    return entry_url(published.addresses.club, published.entries[number])


def schedule_of(tournament: Tournament, published: PublishedTournament) -> tuple[ScheduledRound, ...]:
    """Every round of the plan, in order; none before the start numbers are there. Of a newest published.

    Of a plan that is too long for a page only the rounds that are published.
    """
    found: tuple[ScheduledRound, ...] = published.state.rows.get(
        "schedule", lambda: _schedule_of(tournament, published)
    )
    return found


def _schedule_of(tournament: Tournament, published: PublishedTournament) -> tuple[ScheduledRound, ...]:
    system, snapshot = published.state.current.system, published.state.current.snapshot
    if not isinstance(system, ScheduledSystem) or not snapshot.entrants:
        return ()
    capabilities = system.capabilities()
    postponed = _postponed(published.state.rounds)
    dates = dates_of_schedule(tournament)
    counted = capabilities.counted(snapshot)
    as_played = {each.number: each for each in counted.rounds}
    carried = {
        each.number: replace(each, games=tuple(game for game in each.games if game.group is not None))
        for each in counted.ahead
    }
    is_long = is_schedule_too_long(tournament, max(snapshot.by_number))
    planned = {} if is_long else {each.number: each for each in system.schedule(snapshot)}
    ahead = _ahead(tournament) if capabilities.rounds.published_at_once else {}
    changed = _changed_ahead(ahead)
    return tuple(
        ScheduledRound(
            number=number,
            date=dates.get(number),
            is_public=number in as_played,
            is_ahead=number in ahead,
            meetings=tuple(
                _as_played(as_played[number], capabilities, postponed)
                if number in as_played
                else (
                    *_as_planned(planned[number], capabilities, changed),
                    *(_as_played(carried[number], capabilities, postponed) if number in carried else ()),
                )
            ),
            without=tuple(
                _without(as_played[number], snapshot)
                if number in as_played
                else _left_over(planned[number], carried.get(number))
            ),
        )
        for number in sorted(planned.keys() | as_played.keys())
    )


def _as_played(
    played: PlayedRound, capabilities: Capabilities, postponed: frozenset[tuple[int, int]]
) -> Iterator[ScheduledGame]:
    sides = outcomes(capabilities.scoring.open_game)
    for game in played.games:
        yield ScheduledGame(
            round_number=played.number,
            board=game.board,
            white=game.white,
            black=game.black,
            outcomes=sides[game.result],
            result=game.result,
            counts=game.counts,
            is_postponed=(played.number, game.board) in postponed and game.result is Result.OPEN and game.counts,
            date=_day(game.date),
            play_by=_day(game.play_by),
            is_unplayed=game.unplayed,
            group=game.group,
        )


def _day(written: str | None) -> datetime.date | None:
    return None if written is None else datetime.date.fromisoformat(written)


def _as_planned(
    planned: PairedRound, capabilities: Capabilities, changed: Mapping[tuple[int, PlayerId], Game]
) -> Iterator[ScheduledGame]:
    sides = outcomes(capabilities.scoring.open_game)
    for board in planned.boards:
        game = changed.get((planned.number, board.white))
        result = Result.OPEN if game is None else Result(game.result)
        yield ScheduledGame(
            round_number=planned.number,
            board=board.board,
            white=board.white,
            black=board.black,
            outcomes=None if result is Result.OPEN else sides[result],
            result=result,
            date=game.date if game else None,
            play_by=game.play_by if game else None,
            is_unplayed=bool(game and game.unplayed),
        )


def _ahead(tournament: Tournament) -> Mapping[int, int]:
    """The keys by number."""
    return dict(Round.with_ahead.filter(tournament=tournament).ahead().values_list("number", "pk"))


def _changed_ahead(ahead: Mapping[int, int]) -> Mapping[tuple[int, PlayerId], Game]:
    """By round and White, the games of rounds ahead that were played early, or agreed for another day."""
    if not ahead:
        return {}
    sides = Attendance.objects.filter(round__in=[*ahead.values()], colour=Colour.WHITE.value, game__isnull=False)
    changed = sides.exclude(game__result=Result.OPEN, game__date=None, game__play_by=None)
    rows = changed.select_related("game").annotate(of_round=F("round__number"), number=F("entry__number"))
    return {(row.of_round, row.number): row.game for row in rows if row.game is not None}


def _without(played: PlayedRound, snapshot: TournamentSnapshot) -> Sequence[PlayerId]:
    seated = {player for game in played.games for player in (game.white, game.black)}
    return [each.number for each in snapshot.entrants if each.takes_part(played.number) and each.number not in seated]


def _left_over(planned: PairedRound, carried: PlayedRound | None) -> Sequence[PlayerId]:
    out = {*(bye.player for bye in planned.byes), *(left.player for left in planned.left_out)}
    games = carried.games if carried is not None else ()
    return sorted(out - {player for game in games for player in (game.white, game.black)})


def _postponed(rounds: Sequence[Round]) -> frozenset[tuple[int, int]]:
    """By round and board."""
    games = Game.objects.filter(round__in=[each.pk for each in rounds], is_postponed=True)
    return frozenset(games.values_list("round__number", "board"))


def last_day_of(tournament: Tournament, dates: Mapping[int, datetime.date]) -> Callable[[int], datetime.date | None]:
    """By the number of its round, the day by which a postponed game must be played, unless the game says otherwise.
    None while nobody has said when that is. A game of the last round has the day of that round."""
    capabilities = configured_system(tournament).capabilities()
    last = tournament.planned_rounds
    if last is None and capabilities.rounds.of_field is not None:
        last = capabilities.rounds.of_field(tournament.entries.exclude(number=None).count())
    end = dates.get(last) if last else None

    def of_round(number: int) -> datetime.date | None:
        if number != last and capabilities.play_by is PlayBy.NEXT_ROUND:
            return dates.get(number + 1, end)
        is_before = number != last and capabilities.play_by is PlayBy.BEFORE_LAST
        return end - _A_DAY if is_before and end is not None else end

    return of_round


def dates_of_schedule(tournament: Tournament) -> Mapping[int, datetime.date]:
    """By round, as held or as planned."""
    return {
        number: evening.date
        for evening in evening_dates(tournament, rounds_of(tournament))
        for number in range(evening.first, evening.last + 1)
    }
