"""A published round: by board, by name, and who has no board and why. Before the first one: who has entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Attendance, Game, Round, Tournament
from tournaments.pages.addresses import Addresses
from tournaments.pages.names import Audience, called
from tournaments.pages.past import rounds_of
from tournaments.pages.placing import Standing, standings_before
from tournaments.pages.published import NotPublished, Published, published
from tournaments.pages.sorting import sorted_by_name
from tournaments.pages.standings import RoundLink
from tournaments.pages.wording import Mark, mark_of, result_text
from tournaments.pairing.facts.record import BYES, RoundOutcome
from tournaments.pairing.model.snapshot import Colour, PlayerId, Result
from tournaments.snapshots import configured_system

_AWAY = (
    RoundOutcome.EXCUSED,
    RoundOutcome.UNEXCUSED,
    RoundOutcome.CLUB,
    RoundOutcome.WITHDRAWN,
    RoundOutcome.ELIMINATED,
)

_MANY_AWAY = 8
_MOST_BOARDS_WITH_NAMES = 100
"""Beyond these the list by name has its own page only: a phone would scroll for ever."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One player at a board; `standing` is from before the round, None for whoever stood in no table yet."""

    number: PlayerId
    name: str
    url: str
    rating: int | None
    standing: Standing | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """`result` is empty while the game is open."""

    number: int
    white: Side
    black: Side
    result: str
    is_postponed: bool
    reasons: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        return not self.result


@dataclass(frozen=True, kw_only=True, slots=True)
class WithoutBoard:
    number: PlayerId
    name: str
    url: str
    mark: Mark
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Away:
    """Those away of one kind, by name."""

    mark: Mark
    players: tuple[WithoutBoard, ...]

    @property
    def is_folded(self) -> bool:
        return len(self.players) > _MANY_AWAY


@dataclass(frozen=True, kw_only=True, slots=True)
class Reasons:
    """In sentences: by the key of the game, and by start number for those without one."""

    of_game: Mapping[int, tuple[str, ...]]
    of_player: Mapping[PlayerId, tuple[str, ...]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where somebody plays: a board and colour, or the bye (`board` None) with its words."""

    number: PlayerId
    name: str
    board: int | None
    colour: str
    opponent: str
    mark: Mark | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundPage:
    number: int
    round: Round
    rounds: tuple[RoundLink, ...]
    boards: tuple[Board, ...]
    byes: tuple[WithoutBoard, ...]
    away: tuple[Away, ...]
    by_name: tuple[Place, ...]
    notes: tuple[str, ...]
    draw_url: str = ""
    """Of systems that draw each round, for everybody to check."""

    @property
    def open_games(self) -> int:
        return sum(board.is_open and not board.is_postponed for board in self.boards)

    @property
    def absent(self) -> tuple[WithoutBoard, ...]:
        """All who are away, by name, whatever the kind."""
        players = [player for group in self.away for player in group.players]
        return tuple(sorted_by_name(players, lambda player: player.name))

    @property
    def newer(self) -> RoundLink | None:
        """The newest round, unless it is this one."""
        return None if self.rounds[-1].is_shown else self.rounds[-1]

    @property
    def names_are_here(self) -> bool:
        return len(self.boards) <= _MOST_BOARDS_WITH_NAMES


@dataclass(frozen=True, kw_only=True, slots=True)
class Entrant:
    number: PlayerId | None
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EntrantsPage:
    """Before the first round is published. By name: an order that gives nothing away."""

    entrants: tuple[Entrant, ...]
    draw_url: str = ""


def newest_round(tournament: Tournament) -> int | None:
    """The newest published round. The tournament is as just read."""
    return max((each.number for each in rounds_of(tournament) if each.is_public), default=None)


def entrants_page(tournament: Tournament, audience: Audience) -> EntrantsPage:
    entries = list(tournament.entries.select_related("player"))
    names = called(entries, audience)
    entrants = [Entrant(number=each.number, name=names[each.pk]) for each in entries]
    has_draws = bool(configured_system(tournament).info.round_lots)
    return EntrantsPage(
        entrants=tuple(sorted_by_name(entrants, lambda entrant: entrant.name)),
        draw_url=Addresses.of(tournament, audience).draw(1) if has_draws else "",
    )


def round_page(tournament: Tournament, audience: Audience, *, number: int) -> RoundPage:
    """Raises NotPublished."""
    return round_of(published(tournament, audience), number)


def round_of(picture: Published, number: int) -> RoundPage:
    """Raises NotPublished."""
    found = next((each for each in picture.state.rounds if each.number == number), None)
    if found is None:
        raise NotPublished
    past = picture.state.past
    is_newest = number == past.number
    rows = picture.state.rows.get(("round", number), lambda: past.rows() if is_newest else _attendances(found))
    audience = picture.addresses.audience
    reasons = (
        past.in_words(("reasons", audience), lambda: _reasons(picture, rows)) if is_newest else _reasons(picture, rows)
    )
    boards = _boards(picture, found, rows, reasons)
    without = _without_board(picture, found, reasons)
    byes = tuple(each for what in BYES for each in without.get(what, ()))
    return RoundPage(
        number=number,
        round=found,
        rounds=tuple(
            RoundLink(
                number=played.number,
                url=picture.addresses.round(played.number),
                is_shown=played.number == number,
            )
            for played in picture.state.rounds
        ),
        boards=boards,
        byes=byes,
        away=tuple(Away(mark=mark_of(what), players=without[what]) for what in _AWAY if what in without),
        by_name=_by_name(boards, byes),
        notes=picture.sentences(found.notes),
        draw_url=picture.addresses.draw(number) if picture.tables.system.info.round_lots else "",
    )


def _attendances(found: Round) -> list[Attendance]:
    return list(found.attendances.select_related("game", "entry"))


def _reasons(picture: Published, rows: Iterable[Attendance]) -> Reasons:
    return Reasons(
        of_game={row.game.pk: picture.sentences(row.game.reasons) for row in rows if row.game is not None},
        of_player={row.entry.number: picture.sentences(row.reasons) for row in rows if row.entry.number is not None},
    )


def _boards(picture: Published, found: Round, rows: Iterable[Attendance], reasons: Reasons) -> tuple[Board, ...]:
    standings = standings_before(picture.state.current.table(found.number - 1), picture.state.spelling)
    players: dict[int, dict[str, PlayerId]] = {}
    games: dict[int, Game] = {}
    for row in rows:
        if row.game is not None and row.entry.number is not None:
            games[row.game.pk] = row.game
            players.setdefault(row.game.pk, {})[row.colour] = row.entry.number

    def side(game: Game, colour: Colour) -> Side:
        number = players[game.pk][colour]
        return Side(
            number=number,
            name=picture.names[number],
            url=picture.addresses.card(number),
            rating=picture.rating(number),
            standing=standings.get(number),
        )

    return tuple(
        Board(
            number=game.board,
            white=side(game, Colour.WHITE),
            black=side(game, Colour.BLACK),
            result=result_text(Result(game.result)),
            is_postponed=game.is_postponed,
            reasons=reasons.of_game[game.pk],
        )
        for game in sorted(games.values(), key=lambda game: game.board)
    )


def _without_board(
    picture: Published, found: Round, reasons: Reasons
) -> Mapping[RoundOutcome, tuple[WithoutBoard, ...]]:
    """By name, under what the round was for them; late entrants of later rounds are nobody's concern yet, and
    guests of other evenings are nobody's."""
    items = picture.state.current.record(found.number).entries
    kinds: dict[RoundOutcome, list[WithoutBoard]] = {}
    for player, played in items.items():
        item = played[-1]
        is_missed = item.outcome is not RoundOutcome.WITHDRAWN or not picture.is_guest(player)
        if item.opponent is None and item.outcome is not RoundOutcome.BEFORE_JOINING and is_missed:
            kinds.setdefault(item.outcome, []).append(
                WithoutBoard(
                    number=player,
                    name=picture.names[player],
                    url=picture.addresses.card(player),
                    mark=mark_of(item.outcome),
                    reasons=reasons.of_player.get(player, ()),
                )
            )
    return {what: tuple(sorted_by_name(players, lambda player: player.name)) for what, players in kinds.items()}


def _by_name(boards: Iterable[Board], byes: Iterable[WithoutBoard]) -> tuple[Place, ...]:
    places = [
        Place(number=side.number, name=side.name, board=board.number, colour=colour, opponent=other.name, mark=None)
        for board in boards
        for side, other, colour in ((board.white, board.black, "white"), (board.black, board.white, "black"))
    ]
    places += [
        Place(number=bye.number, name=bye.name, board=None, colour="", opponent="", mark=bye.mark) for bye in byes
    ]
    return tuple(sorted_by_name(places, lambda place: place.name))
