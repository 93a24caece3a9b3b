"""A published round: by board, by name, and who has no board and why. Before the first one: who has entered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Attendance, Game, Round, Tournament
from tournaments.pages.calendar.attendance_settings import waiting_in_words
from tournaments.pages.common.charts.round_progress import March, march
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.display_names import Audience, display_names
from tournaments.pages.common.game_day import own_day
from tournaments.pages.common.links import Addresses, entry_url
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import ShortMark, mark_of, parted_notes, result_text
from tournaments.pages.rounds.matches import with_decision
from tournaments.pages.rounds.public_matches import PublicMatch, public_matches
from tournaments.pages.rounds.round_summary import RoundSummary, newest_round_summary
from tournaments.pages.rounds.shared_games import also_in
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament, published_tournament
from tournaments.pages.standings.ranks_before import RankBefore, standings_before
from tournaments.pages.standings.round_context import rounds_of
from tournaments.pages.standings.standings import StandingsLink
from tournaments.pairing.explanations.story import in_parts
from tournaments.pairing.history.record import ABSENCES, BYES, RoundOutcome
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.teams.board_signs import match_score
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import Colour, PlayerId, Result
from tournaments.selectors.result_reports import Reported, reported
from tournaments.selectors.snapshots import configured_system

T = TypeVar("T")

_AWAY = (*sorted(ABSENCES), RoundOutcome.WITHDRAWN, RoundOutcome.ELIMINATED)

_WINNERS = {  # not all: nobody has won the others
    Result.WHITE_WINS: Colour.WHITE,
    Result.WHITE_WINS_BY_FORFEIT: Colour.WHITE,
    Result.BLACK_WINS: Colour.BLACK,
    Result.BLACK_WINS_BY_FORFEIT: Colour.BLACK,
}

_MOST_BOARDS_WITH_NAMES = 100
"""Beyond these the list by name has its own page only: a phone would scroll for ever."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundSide:
    """One player at a board; `standing` is from before the round, None for whoever stood in no table yet.

    `ended` is "won" or "lost", by forfeit too; empty while the game is open, and after a draw."""

    number: PlayerId
    name: str
    url: str
    rating: int | None
    standing: RankBefore | None
    ended: str = ""

    @property
    def before(self) -> tuple[str, ...]:
        """What stands under the name: place and value where a win is worth what the opponent is worth, else points and
        rating."""
        found = []
        if self.standing is not None and self.standing.place is not None:
            found.append(ordinal(self.standing.place))
        elif self.standing is not None and self.standing.points is not None:
            found.append(self.standing.told_points)
        if self.standing is not None and self.standing.worth is not None:
            found.append(self.standing.worth_text)
        elif self.rating is not None:
            found.append(str(self.rating))
        return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundReasons:
    """A board's reasons in sentences, as a story tells them: why these two, then who was passed over, then why these
    colours. All those of a board that the system has not made are `opponent`."""

    opponent: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBoard:
    """`result` is empty while the game is open; `reported` is what the players say of it until then, empty where they
    have said nothing, or not the same. It counts nowhere."""

    number: int
    white: RoundSide
    black: RoundSide
    result: str
    is_postponed: bool
    why: RoundReasons
    own_day: str = ""
    """Agreed for it or played on it, where it is not the round's."""
    reported: str = ""
    reported_result: Result | None = None
    is_agreed: bool = False
    """Both have reported it."""
    is_to_come: bool = False
    """Its round hangs on the wall with the whole plan: nobody plays it yet."""
    also_in: str = ""
    """The other tournament in which it counts, with round and board; empty for nearly all."""
    match: PublicMatch | None = None
    """Where teams play."""

    @property
    def is_open(self) -> bool:
        return not self.result

    @property
    def is_playing(self) -> bool:
        return self.is_open and not self.is_postponed and not self.is_to_come

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.why.opponent + self.why.passed_over + self.why.colours

    @property
    def at_stake(self) -> str:
        """Where a win is worth what the opponent is worth."""
        white, black = self.white.standing, self.black.standing
        if white is None or black is None or white.worth is None or black.worth is None:
            return ""
        return _("A win brings {white} {white_gets}, {black} {black_gets}.").format(
            white=self.white.name,
            white_gets=black.worth_text,
            black=self.black.name,
            black_gets=white.worth_text,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class WithoutBoard:
    number: PlayerId
    name: str
    url: str
    mark: ShortMark
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundAway:
    """Those away, or out of the tournament, by name."""

    mark: ShortMark
    players: tuple[WithoutBoard, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reasons:
    """In sentences: by the key of the game, and by start number for those without one."""

    of_game: Mapping[int, RoundReasons]
    of_player: Mapping[PlayerId, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundPlace:
    """Where somebody plays: a board and colour, or the bye (`board` None) with its words."""

    number: PlayerId
    name: str
    board: int | str | None
    """Of a match of teams as it is called: 3.2."""
    colour: str
    opponent: str
    mark: ShortMark | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Lists:
    """What stands beside the boards: no result changes it."""

    byes: tuple[WithoutBoard, ...]
    away: tuple[RoundAway, ...]
    by_name: tuple[RoundPlace, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundPage:
    """`summary` is told where it is asked for: of this round once it is finished, until then of the one before."""

    number: int
    round: Round
    system: str
    march: March | None
    rounds: tuple[StandingsLink, ...]
    boards: tuple[RoundBoard, ...]
    byes: tuple[WithoutBoard, ...]
    away: tuple[RoundAway, ...]
    by_name: tuple[RoundPlace, ...]
    notes: tuple[str, ...]
    """What of the rules was not kept."""
    remarks: tuple[str, ...]
    draw_url: str = ""
    """Of systems that draw each round, for everybody to check."""
    schedule_url: str = ""
    """Where all rounds are published at once."""
    summary: RoundSummary | None = None
    waiting: str = ""
    """When the waiting time ends, while a board is still empty or in play."""

    @property
    def open_games(self) -> int:
        return sum(board.is_playing for board in self.boards)

    @property
    def is_to_come(self) -> bool:
        """Published with the whole plan, and no evening has been opened for it yet."""
        return any(board.is_to_come for board in self.boards)

    @property
    def progress(self) -> str:
        """Empty when nobody is playing any more."""
        if self.is_to_come:
            waiting = sum(board.is_open for board in self.boards)
            return ngettext("{count} game to be played", "{count} games to be played", waiting).format(count=waiting)
        if not self.open_games:
            return ""
        return ngettext(
            "{playing} of {boards} still playing", "{playing} of {boards} still playing", self.open_games
        ).format(playing=self.open_games, boards=len(self.boards))

    @property
    def has_reported(self) -> bool:
        return any(board.reported for board in self.boards)

    @property
    def finished(self) -> int:
        return sum(not board.is_open for board in self.boards)

    @property
    def has_values(self) -> bool:
        """Whether a win is worth what the opponent is worth."""
        return any(board.at_stake for board in self.boards)

    @property
    def has_points(self) -> bool:
        """Whether points stand under the names."""
        return any(
            side.standing is not None and side.standing.points is not None
            for board in self.boards
            for side in (board.white, board.black)
        )

    @property
    def absent(self) -> tuple[WithoutBoard, ...]:
        """All who are away, by name, whatever the kind."""
        players = [player for group in self.away for player in group.players]
        return tuple(sorted_by_name(players, lambda player: player.name))

    @property
    def newer(self) -> StandingsLink | None:
        """The newest round, unless it is this one."""
        return None if self.rounds[-1].is_shown else self.rounds[-1]

    @property
    def names_are_here(self) -> bool:
        return len(self.boards) <= _MOST_BOARDS_WITH_NAMES


@dataclass(frozen=True, kw_only=True, slots=True)
class EntrantLine:
    """`url` leads the public to the person, since there is no card yet; empty where that is not to be known."""

    number: PlayerId | None
    name: str
    url: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntrantsPage:
    """Before the first round is published. By name: an order that gives nothing away."""

    entrants: tuple[EntrantLine, ...]
    draw_url: str = ""


def newest_round(tournament: Tournament) -> int | None:
    """The newest published round. The tournament is as just read."""
    return max((each.number for each in rounds_of(tournament) if each.is_public), default=None)


def entrants_page(tournament: Tournament, audience: Audience) -> EntrantsPage:
    entries = list(tournament.entries.select_related("player"))
    names = display_names(entries, audience)
    club = tournament.club.slug if audience is Audience.PUBLIC else ""
    entrants = [
        EntrantLine(number=each.number, name=names[each.pk], url=entry_url(club, each) if club else "")
        for each in entries
    ]
    has_draws = bool(configured_system(tournament).info.round_lots)
    return EntrantsPage(
        entrants=tuple(sorted_by_name(entrants, lambda entrant: entrant.name)),
        draw_url=Addresses.of(tournament, audience).draw(1) if has_draws else "",
    )


def round_page(tournament: Tournament, audience: Audience, *, number: int) -> RoundPage:
    """With the story in short. Raises NotPublished."""
    published = published_tournament(tournament, audience)
    page = round_of(published, number)
    waiting = waiting_in_words(tournament, page.round, published.state.rounds)
    return replace(page, summary=newest_round_summary(published, number), waiting=waiting)


def round_of(published: PublishedTournament, number: int) -> RoundPage:
    """Raises NotPublished."""
    found = next((each for each in published.state.rounds if each.number == number), None)
    if found is None:
        raise NotPublished
    past = published.state.context
    is_newest = number == past.number
    rows = (
        published.state.newest_rows
        if is_newest
        else published.state.rows.get(("round", number), lambda: _attendances(found))
    )

    def kept(what: str, work_out: Callable[[], T]) -> T:
        """What no result of the newest round changes is worked out once: they come in while hundreds look."""
        return past.in_words((what, published.addresses), work_out) if is_newest else work_out()

    reasons = kept("reasons", lambda: _reasons(published, rows))
    said = reported_in(published, found)
    also = also_in(found, rows)
    matches = _matches(published, found, rows)
    boards = _boards(published, found, rows, reasons, said, also, matches, kept("boards", dict[Hashable, RoundBoard]))
    notes = parted_notes(found.notes)
    if matches:  # who sits where may change until the match begins
        lists = _lists(published, found, reasons, boards)
    else:
        lists = kept("lists", lambda: _lists(published, found, reasons, boards))
    return RoundPage(
        number=number,
        round=found,
        system=_(published.tables.system.info.name),
        march=march(number, published.tables.snapshot.planned_rounds),
        rounds=tuple(
            StandingsLink(
                number=played.number,
                url=published.addresses.round(played.number),
                is_shown=played.number == number,
            )
            for played in published.state.rounds
        ),
        boards=boards,
        byes=lists.byes,
        away=lists.away,
        by_name=lists.by_name,
        notes=published.explained(notes.relaxed),
        remarks=published.explained(notes.remarks),
        schedule_url=published.addresses.schedule()
        if published.state.context.capabilities.rounds.published_at_once
        else "",
        draw_url=published.addresses.draw(number) if published.tables.system.info.round_lots else "",
    )


def _matches(published: PublishedTournament, found: Round, rows: Iterable[Attendance]) -> Mapping[int, PublicMatch]:
    if published.tables.snapshot.boards is None:
        return {}
    return public_matches(rows, published.addresses.audience, found.tournament, number=found.number)


def reported_in(published: PublishedTournament, found: Round) -> Mapping[int, Reported]:
    """What players report of the round's games."""
    kept: Mapping[int, Reported] = published.state.rows.get(("reported", found.number), lambda: reported(found))
    return kept


def _attendances(found: Round) -> list[Attendance]:
    return list(found.attendances.select_related("game", "entry"))


def _reasons(published: PublishedTournament, rows: Iterable[Attendance]) -> Reasons:
    return Reasons(
        of_game={row.game.pk: _why(published, row.game) for row in rows if row.game is not None},
        of_player={row.entry.number: published.sentences(row.reasons) for row in rows if row.entry.number is not None},
    )


def _why(published: PublishedTournament, game: Game) -> RoundReasons:
    parts = in_parts(tuple(map(Reason.from_json, game.reasons)), is_by_hand=game.by_hand)
    return RoundReasons(
        opponent=published.explained(parts.why),
        passed_over=published.explained(parts.passed_over),
        colours=published.explained(parts.colours),
    )


def _boards(
    published: PublishedTournament,
    found: Round,
    rows: Iterable[Attendance],
    reasons: Reasons,
    said: Mapping[int, Reported],
    also: Mapping[int, str],
    matches: Mapping[int, PublicMatch],
    kept: dict[Hashable, RoundBoard],
) -> tuple[RoundBoard, ...]:
    """In their order; those of which nothing has changed are the ones that are `kept`."""
    standings = _standings_before(published, found.number)
    is_to_come = published.state.is_to_come and found.number == published.newest
    system = published.tables.system
    step_names = system.step_names if isinstance(system, KnockOutSystem) else {}
    players: dict[int, dict[str, PlayerId]] = {}
    games: dict[int, Game] = {}
    for row in rows:
        if (game := row.game) is not None and (number := row.entry.number) is not None:
            games[game.pk] = game
            players.setdefault(game.pk, {})[row.colour] = number

    def side(game: Game, colour: Colour) -> RoundSide:
        number = players[game.pk][colour]
        winner = _WINNERS.get(Result(game.result))
        return RoundSide(
            number=number,
            name=published.names[number],
            url=published.addresses.scorecard(number),
            rating=published.rating(number),
            standing=standings.get(number),
            ended="" if winner is None else "won" if winner is colour else "lost",
        )

    def board(game: Game) -> RoundBoard:
        reported = said.get(game.pk)
        decided, also_there = repr(game.decided_by), also.get(game.pk, "")
        key = (
            game.pk,
            game.result,
            decided,
            game.is_postponed,
            game.unplayed,
            game.date,
            reported,
            is_to_come,
            also_there,
            matches.get(game.pk),
        )
        if key not in kept:
            kept[key] = RoundBoard(
                number=game.board,
                white=side(game, Colour.WHITE),
                black=side(game, Colour.BLACK),
                result=with_decision(result_text(Result(game.result)), game.decided_by, step_names),
                is_postponed=game.is_postponed,
                why=reasons.of_game[game.pk],
                own_day=own_day(
                    game.date,
                    is_open=game.result == Result.OPEN.value,
                    is_unplayed=game.unplayed,
                    is_waited_for=not game.is_postponed,
                ),
                reported=_reported_text(reported),
                reported_result=reported.result if reported else None,
                is_agreed=reported is not None and reported.is_agreed,
                is_to_come=is_to_come and game.result == Result.OPEN,
                also_in=also_there,
                match=matches.get(game.pk),
            )
        return kept[key]

    return tuple(map(board, sorted(games.values(), key=lambda game: game.board)))


def _reported_text(said: Reported | None) -> str:
    if said is None or said.result is None:
        return ""
    return match_score(said.boards, None, None) if said.boards else result_text(said.result)


def _standings_before(published: PublishedTournament, number: int) -> Mapping[PlayerId, RankBefore]:
    state = published.state

    def work_out() -> Mapping[PlayerId, RankBefore]:
        return standings_before(state.current.table(number - 1), state.spelling)

    return state.context.once("standings before", work_out) if number == state.context.number else work_out()


def _lists(published: PublishedTournament, found: Round, reasons: Reasons, boards: Sequence[RoundBoard]) -> Lists:
    without = _without_board(published, found, reasons)
    byes = tuple(each for what in BYES for each in without.get(what, ()))
    return Lists(byes=byes, away=_away(without), by_name=_by_name(boards, byes))


def _away(without: Mapping[RoundOutcome, tuple[WithoutBoard, ...]]) -> tuple[RoundAway, ...]:
    """Whoever is away stands in one group, whatever the kind."""
    groups: dict[ShortMark, list[WithoutBoard]] = {}
    for what in _AWAY:
        groups.setdefault(mark_of(what), []).extend(without.get(what, ()))
    return tuple(
        RoundAway(mark=mark, players=tuple(sorted_by_name(players, lambda player: player.name)))
        for mark, players in groups.items()
        if players
    )


def _without_board(
    published: PublishedTournament, found: Round, reasons: Reasons
) -> Mapping[RoundOutcome, tuple[WithoutBoard, ...]]:
    """By name, under what the round was for them; late entrants of later rounds are nobody's concern yet, and
    guests of other evenings are nobody's."""
    items = published.state.current.record(found.number).entries
    kinds: dict[RoundOutcome, list[WithoutBoard]] = {}
    for player, played in items.items():
        item = played[-1]
        is_missed = item.outcome is not RoundOutcome.WITHDRAWN or not published.is_guest(player)
        if item.opponent is None and item.outcome is not RoundOutcome.BEFORE_JOINING and is_missed:
            kinds.setdefault(item.outcome, []).append(
                WithoutBoard(
                    number=player,
                    name=published.names[player],
                    url=published.addresses.scorecard(player),
                    mark=mark_of(item.outcome),
                    reasons=reasons.of_player.get(player, ()),
                )
            )
    return {what: tuple(sorted_by_name(players, lambda player: player.name)) for what, players in kinds.items()}


def _by_name(boards: Iterable[RoundBoard], byes: Iterable[WithoutBoard]) -> tuple[RoundPlace, ...]:
    boards = list(boards)
    places = [
        RoundPlace(number=side.number, name=name, board=label, colour=colour, opponent=opponent, mark=None)
        for board in boards
        if board.match is not None
        for side in (board.white,)
        for name, label, colour, opponent in board.match.people()
    ]
    places += [
        RoundPlace(
            number=side.number, name=side.name, board=board.number, colour=colour, opponent=other.name, mark=None
        )
        for board in boards
        for side, other, colour in ((board.white, board.black, "white"), (board.black, board.white, "black"))
    ]
    places += [
        RoundPlace(number=bye.number, name=bye.name, board=None, colour="", opponent="", mark=bye.mark) for bye in byes
    ]
    return tuple(sorted_by_name(places, lambda place: place.name))
