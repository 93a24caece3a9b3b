"""The tournament file: JSON bytes to values and back, strictly (docs/tournament-file.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.exchange.json_node import FileError, Node, read
from tournaments.exchange.team_rows import (
    NO_BOARDS,
    BoardPlayers,
    ListedMember,
    MatchBoards,
    check_one_team_each,
    dump_boards,
    dump_members,
    read_boards,
    read_members,
    result_of,
)
from tournaments.pairing.discovery import SYSTEMS, tie_break_of, tie_breaks_of
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.teams.board_colours import BoardColours, Pattern, is_pattern
from tournaments.pairing.teams.rosters import MOST_BOARDS
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import (
    NO_SEED,
    OUTSIDE,
    Absence,
    AbsenceCode,
    AbsenceKind,
    ByeKind,
    CarriedGame,
    Colour,
    Entrant,
    KnownBefore,
    MatchDecision,
    NextRound,
    OwnGame,
    PairedAt,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    PlayOff,
    PlayOffGame,
    Result,
    TournamentSnapshot,
    is_absence_code,
)
from tournaments.pairing.types.translation import gettext_noop as _

FORMAT = "clubchess-tournament"
VERSION = 1
MOST_CATEGORIES = 12
LONGEST_CATEGORY = 40
LARGEST = 20_000_000
"""Bytes. Ten thousand players over thirty rounds are half of it."""

_SEED = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentFile:
    """One file. `options` and `tie_breaks` are kept as saved: `configured` builds the system from them."""

    name: str
    system: str
    names: Mapping[PlayerId, str]
    clubs: Mapping[PlayerId, str] = field(default_factory=dict)
    """Only players who have one."""
    guests: frozenset[PlayerId] = frozenset()
    guests_take_places: bool = True
    categories: tuple[str, ...] = ()
    """Their names, in order."""
    category_of: Mapping[PlayerId, str] = field(default_factory=dict)
    """Only players who are in one. Nothing is paired or counted by it."""
    decimals_shown: int | None = None
    """Of points; None: as the system does."""
    rounds_an_evening: int = 1
    preset: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    tie_breaks: tuple[Mapping[str, object], ...] | None = None
    """None: the system's own."""
    snapshot: TournamentSnapshot
    pinned: tuple[PinnedBoard, ...] = ()
    """The games of `next_round`: boards that the director has set already."""
    members: Mapping[PlayerId, tuple[ListedMember, ...]] = field(default_factory=dict)
    """Of teams, in the order of their boards; only those that have some."""
    line_ups: Mapping[tuple[int, int], tuple[BoardPlayers, ...]] = field(default_factory=dict)
    """By round and number of the match, who sat where."""
    board_colours: Pattern = BoardColours.ALTERNATE.value
    """Of teams: on which boards the first-named one has White."""

    @property
    def without_place(self) -> frozenset[PlayerId]:
        """Who takes no place in the tables."""
        return frozenset() if self.guests_take_places else self.guests

    @property
    def says_something(self) -> bool:
        """Whether the next round is under way: an empty one is not, and who owes an evening says nothing of it."""
        coming = self.snapshot.next_round
        return bool(self.pinned or coming.absences or coming.byes)

    @property
    def still_played(self) -> PlayedRound | None:
        """The newest round while it waits for results; once the next is under way, what is open there was postponed.
        With rounds ahead of their turn it is the one whose turn has come."""
        newest = self.snapshot.rounds[-1] if self.snapshot.rounds and not self.says_something else None
        waits = newest is not None and any(game.result is Result.OPEN for game in newest.games)
        return newest if waits or self.snapshot.ahead else None

    def configured(self) -> tuple[PairingSystem, tuple[TieBreak, ...]]:
        """The system with its tie-breaks. Raises FileError."""
        if self.system not in SYSTEMS:
            raise FileError(
                _("There is no pairing system {given}; there are {choices}."),
                "system",
                given=self.system,
                choices=", ".join(SYSTEMS),
            )
        of_teams = SYSTEMS[self.system].info.of_teams
        if self.snapshot.boards is not None and of_teams is None:
            raise FileError(_("{system} pairs no teams."), "boards", system=SYSTEMS[self.system].info.name)
        of_teams = of_teams if self.snapshot.boards is not None else None
        try:
            system = configured(
                SYSTEMS[self.system],
                self.options,
                preset=self.preset,
                unless_given=None if of_teams is None else of_teams.options,
            )
        except OptionError as error:
            place = "preset" if error.option == "preset" else f"options.{error.option}"
            raise FileError(error.message, place, **error.facts) from None
        for index, each in enumerate(self.tie_breaks or ()):
            try:
                tie_break_of(system, each)
            except OptionError as error:
                raise FileError(error.message, f"tie_breaks[{index}].{error.option}", **error.facts) from None
        chosen = self.tie_breaks
        if chosen is None and of_teams is not None:
            chosen = tuple(of_teams.tie_breaks_of(self.preset))
        try:
            return system, tie_breaks_of(system, chosen)
        except OptionError as error:
            raise FileError(error.message, "tie_breaks", **error.facts) from None


def parse(data: bytes) -> TournamentFile:
    """Raises FileError, which names the place, for anything that is not exactly a tournament file."""
    root = read(data, largest=LARGEST)
    _check_version(root)
    keys = root.members(
        required=("format", "version", "name", "system", "players"),
        optional=(
            "preset",
            "options",
            "tie_breaks",
            "planned_rounds",
            "boards",
            "board_colours",
            "guests_take_places",
            "categories",
            "decimals_shown",
            "rounds_an_evening",
            "seed",
            "forbidden_pairs",
            "rounds",
            "rounds_ahead",
            "carried",
            "play_offs",
            "next_round",
        ),
    )
    options = _saved(keys["options"]) if "options" in keys else {}
    kinds = _kinds(options)
    categories = _categories(keys["categories"]) if "categories" in keys else ()
    entrants, names, clubs, guests, category_of = _players(keys["players"], kinds, categories)
    boards = _optional(keys.get("boards"), lambda node: _count_of_boards(node))
    teams = _Teams(boards=boards, members=_members(keys["players"], boards))
    coming, pinned = _next_round(keys.get("next_round", _EMPTY), names, kinds)
    rounds = _rounds(keys["rounds"], names, kinds, teams) if "rounds" in keys else ()
    ahead = _rounds(keys["rounds_ahead"], names, kinds, teams, after=len(rounds)) if "rounds_ahead" in keys else ()
    return TournamentFile(
        name=keys["name"].text(),
        system=keys["system"].text(),
        names=names,
        clubs=clubs,
        guests=guests,
        guests_take_places=keys["guests_take_places"].boolean() if "guests_take_places" in keys else True,
        categories=categories,
        category_of=category_of,
        decimals_shown=_optional(keys.get("decimals_shown"), lambda node: node.integer(0)),
        rounds_an_evening=keys["rounds_an_evening"].integer() if "rounds_an_evening" in keys else 1,
        preset=_optional(keys.get("preset"), Node.text),
        options=options,
        tie_breaks=_optional(keys.get("tie_breaks"), lambda node: tuple(_saved(each) for each in node.items())),
        snapshot=TournamentSnapshot(
            entrants=entrants,
            rounds=rounds,
            ahead=ahead,
            carried=tuple(_carried(each, names) for each in keys["carried"].items()) if "carried" in keys else (),
            play_offs=tuple(_play_off(each, names) for each in keys["play_offs"].items())
            if "play_offs" in keys
            else (),
            next_round=coming,
            forbidden_pairs=_forbidden_pairs(keys["forbidden_pairs"], names)
            if "forbidden_pairs" in keys
            else frozenset(),
            planned_rounds=_optional(keys.get("planned_rounds"), lambda node: node.integer(0)),
            seed=keys["seed"].matching(_SEED, _("A seed has 64 hex digits.")) if "seed" in keys else NO_SEED,
            boards=boards,
        ),
        pinned=pinned,
        members={number: team for number, team in teams.members.items() if team},
        line_ups=teams.line_ups,
        board_colours=_board_colours(keys["board_colours"], boards)
        if "board_colours" in keys
        else BoardColours.ALTERNATE.value,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Teams:
    """What is known of teams while rounds are read, and who sat where in those that have been."""

    boards: int | None = None
    members: Mapping[PlayerId, tuple[ListedMember, ...]] = field(default_factory=dict)
    line_ups: dict[tuple[int, int], tuple[BoardPlayers, ...]] = field(default_factory=dict)


_OF_PLAYERS = _Teams()


def _count_of_boards(node: Node) -> int:
    count = node.integer()
    if count > MOST_BOARDS:
        raise node.error(_("A match has at most {count} boards."), count=MOST_BOARDS)
    return count


def _board_colours(node: Node, boards: int | None) -> Pattern:
    given = node.text()
    if boards is None:
        raise node.error(_("Only a match of teams has boards: “boards” is missing at the top of the file."))
    if not is_pattern(given, boards):
        raise node.error(
            _("{choices}, or a letter for each of the {count} boards, W first, are expected here, not {given}."),
            choices=", ".join(BoardColours),
            count=boards,
            given=given,
        )
    return given


def _members(node: Node, boards: int | None) -> dict[PlayerId, tuple[ListedMember, ...]]:
    found: dict[PlayerId, tuple[ListedMember, ...]] = {}
    with_members = []
    for player in node.items():
        keys = player.members()
        if "members" in keys:
            if boards is None:
                raise keys["members"].error(_("Only teams have members: “boards” is missing at the top of the file."))
            found[keys["number"].integer()] = read_members(keys["members"])
            with_members.append(player)
    check_one_team_each(with_members, found)
    return found


def _check_version(root: Node) -> None:
    """First of all: of another version, no other complaint would make sense."""
    given = root.value if isinstance(root.value, dict) else {}
    if given.get("format") != FORMAT:
        raise FileError(_("This is not a tournament file: its format is not {format}."), "format", format=FORMAT)
    version = given.get("version")
    if type(version) is not int or version != VERSION:
        raise FileError(
            _("This is a tournament file of version {given}, but only version {version} can be read."),
            "version",
            given=version,
            version=VERSION,
        )


def _optional(node: Node | None, read_value: Callable[[Node], Any]) -> Any:
    return None if node is None or node.value is None else read_value(node)


def _saved(node: Node) -> dict[str, object]:
    return {code: value.saved() for code, value in node.members().items()}


def _kinds(options: Mapping[str, object]) -> frozenset[AbsenceCode]:
    """Kinds of absence that may stand in the file; whether the club's own are as they must be, `configured` says."""
    own = options.get("absence_kinds")
    codes = [each.get("code") for each in own if isinstance(each, Mapping)] if isinstance(own, list) else []
    return frozenset(AbsenceKind) | {code for code in codes if is_absence_code(code)}


def _kind(node: Node, kinds: Collection[AbsenceCode]) -> AbsenceCode:
    if not isinstance(node.value, str) or node.value not in kinds:
        if set(kinds) == set(AbsenceKind):
            return node.one_of(AbsenceKind)
        raise node.error(_("There is no kind of absence “{given}” here."), given=node.value)
    return next((kind for kind in AbsenceKind if kind == node.value), str(node.value))


def _players(
    node: Node, kinds: Collection[AbsenceCode], categories: Collection[str]
) -> tuple[tuple[Entrant, ...], dict[PlayerId, str], dict[PlayerId, str], frozenset[PlayerId], dict[PlayerId, str]]:
    """Who there is; and by number their names, their clubs, who is a guest, and their categories."""
    entrants: list[Entrant] = []
    names: dict[PlayerId, str] = {}
    clubs: dict[PlayerId, str] = {}
    guests: set[PlayerId] = set()
    category_of: dict[PlayerId, str] = {}
    for player in node.items():
        keys = player.members(
            required=("number", "name"),
            optional=(
                "rating",
                "club",
                "guest",
                "category",
                "joined_round",
                "away",
                "absence_kind",
                "paired_at",
                "members",
            ),
        )
        number = keys["number"].integer()
        if number in names:
            raise keys["number"].error(_("There are two players with the number {number}."), number=number)
        names[number] = keys["name"].text()
        if club := _optional(keys.get("club"), Node.text):
            clubs[number] = club
        if "guest" in keys and keys["guest"].boolean():
            guests.add(number)
        if (category := _optional(keys.get("category"), Node.text)) is not None:
            if category not in categories:
                raise keys["category"].error(_("There is no category {given} here."), given=category)
            category_of[number] = category
        entrants.append(
            Entrant(
                number=number,
                rating=_optional(keys.get("rating"), lambda rating: rating.integer(0)),
                joined_round=keys["joined_round"].integer() if "joined_round" in keys else 1,
                away=tuple(map(_interval, keys["away"].items())) if "away" in keys else (),
                absence_kind=_optional(keys.get("absence_kind"), lambda kind: _kind(kind, kinds)),
                paired_at=_optional(keys.get("paired_at"), _paired_at),
            )
        )
    return tuple(entrants), names, clubs, frozenset(guests), category_of


def _categories(node: Node) -> tuple[str, ...]:
    names: list[str] = []
    for each in node.items():
        name = each.text()
        if not 1 <= len(name) <= LONGEST_CATEGORY or not name.strip():
            raise each.error(_("A category has a name of at most {count} characters."), count=LONGEST_CATEGORY)
        if name.casefold() in {known.casefold() for known in names}:
            raise each.error(_("Two categories are called {name}."), name=name)
        names.append(name)
        if len(names) > MOST_CATEGORIES:
            raise node.error(_("There are at most {count} categories."), count=MOST_CATEGORIES)
    return tuple(names)


def _paired_at(node: Node) -> PairedAt:
    keys = node.members(required=("place",), optional=("games",))
    return PairedAt(place=keys["place"].integer(), games=_optional(keys.get("games"), Node.integer))


def _interval(node: Node) -> tuple[int, int | None]:
    first, last = node.items(length=2)
    return first.integer(), _optional(last, lambda round_number: round_number.integer(first.integer()))


def _forbidden_pairs(node: Node, names: Mapping[PlayerId, str]) -> frozenset[frozenset[PlayerId]]:
    pairs = set()
    for pair in node.items():
        one, other = pair.items(length=2)
        if _player(one, names) == _player(other, names):
            raise pair.error(_("A pair is two different players."))
        pairs.add(frozenset({_player(one, names), _player(other, names)}))
    return frozenset(pairs)


def _rounds(
    node: Node, names: Mapping[PlayerId, str], kinds: Collection[AbsenceCode], teams: _Teams, *, after: int = 0
) -> tuple[PlayedRound, ...]:
    rounds: dict[int, PlayedRound] = {}
    places = node.items()
    for place in places:
        keys = place.members(required=("number",), optional=("games", "byes", "absences"))
        number = keys["number"].integer()
        if number in rounds or not after < number <= after + len(places):
            if after:
                raise keys["number"].error(
                    _("The rounds ahead must be numbered {first}, {second} … without a gap."),
                    first=after + 1,
                    second=after + 2,
                )
            raise keys["number"].error(_("The rounds must be numbered 1, 2, 3 … without a gap."))
        once = _Once(names)
        rounds[number] = PlayedRound(
            number=number,
            games=_games(keys.get("games", _NONE), once, teams, round_number=number),
            byes=_byes(keys.get("byes", _NONE), once),
            absences=_absences(keys.get("absences", _NONE), once, kinds),
        )
    return tuple(rounds[number] for number in sorted(rounds))


def _carried(node: Node, names: Mapping[PlayerId, str]) -> CarriedGame:
    keys = node.members(required=("white", "black", "result", "group"))
    white, black = _player(keys["white"], names), _player(keys["black"], names)
    if white == black:
        raise node.error(_("A pair is two different players."))
    return CarriedGame(
        white=white, black=black, result=keys["result"].one_of(Result), group=keys["group"].integer(OUTSIDE)
    )


def _play_off(node: Node, names: Mapping[PlayerId, str]) -> PlayOff:
    """Its games are among its players, who stand in its order once each."""
    keys = node.members(required=("order",), optional=("games",))
    once = _Once(names, _("Player {number} is in the order of this play-off twice."))
    order = tuple(tuple(map(once.player, level.items())) for level in keys["order"].items())
    if sum(map(len, order)) < 2 or not all(order):
        raise keys["order"].error(_("A play-off has at least two players, and none of its places is empty."))
    players = {number: names[number] for level in order for number in level}
    games = keys["games"].items() if "games" in keys else []
    return PlayOff(order=order, games=tuple(_play_off_game(game, players) for game in games))


def _play_off_game(node: Node, names: Mapping[PlayerId, str]) -> PlayOffGame:
    keys = node.members(required=("white", "black", "result"))
    white, black = _player(keys["white"], names), _player(keys["black"], names)
    if white == black:
        raise node.error(_("A pair is two different players."))
    return PlayOffGame(white=white, black=black, result=keys["result"].one_of(Result))


def _next_round(
    node: Node, names: Mapping[PlayerId, str], kinds: Collection[AbsenceCode]
) -> tuple[NextRound, tuple[PinnedBoard, ...]]:
    """Games of a round still to be paired are boards that the director has set: the page names the key, no more."""
    keys = node.members(optional=("games", "byes", "absences", "owe_bye"))
    once = _Once(names)
    games = _games(keys.get("games", _NONE), once, _OF_PLAYERS, round_number=0)
    if any(game.result is not Result.OPEN for game in games):
        raise keys["games"].error(_("A game of the round to be paired has no result yet."))
    coming = NextRound(
        byes=_byes(keys.get("byes", _NONE), once),
        absences=_absences(keys.get("absences", _NONE), once, kinds),
        owe_bye=frozenset(_player(each, names) for each in keys["owe_bye"].items())
        if "owe_bye" in keys
        else frozenset(),
    )
    return coming, tuple(PinnedBoard(white=game.white, black=game.black) for game in games)


class _Once:
    """Takes each player of a round once."""

    def __init__(
        self, names: Mapping[PlayerId, str], twice: str = _("The player {number} is in this round twice.")
    ) -> None:
        self._names = names
        self._twice = twice
        self._seen: set[PlayerId] = set()

    def player(self, node: Node) -> PlayerId:
        number = _player(node, self._names)
        if number in self._seen:
            raise node.error(self._twice, number=number)
        self._seen.add(number)
        return number


def _player(node: Node, names: Mapping[PlayerId, str]) -> PlayerId:
    number = node.integer()
    if number not in names:
        raise node.error(_("There is no player with the number {number}."), number=number)
    return number


def _games(node: Node, once: _Once, teams: _Teams, *, round_number: int) -> tuple[PlayedGame, ...]:
    games: list[PlayedGame] = []
    boards: set[int] = set()
    for game in node.items():
        keys = game.members(
            required=("board", "white", "black"),
            optional=(
                "result",
                "by_hand",
                "unplayed",
                "known_from",
                "earlier",
                "date",
                "play_by",
                "decided_by",
                "boards",
                "score",
            ),
        )
        board = keys["board"].integer()
        if board in boards:
            raise keys["board"].error(_("There are two boards with the number {number}."), number=board)
        boards.add(board)
        white, black = once.player(keys["white"]), once.player(keys["black"])
        of_match = read_boards(keys, teams.boards, teams.members.get(white, ()), teams.members.get(black, ()))
        result = _result(game, keys, of_match, teams)
        if of_match.players:
            teams.line_ups[round_number, board] = of_match.players
        games.append(
            PlayedGame(
                board=board,
                white=white,
                black=black,
                result=result,
                boards=of_match.results,
                score=of_match.score,
                decided_by=_decided(keys.get("decided_by"), (white, black), result),
                by_hand=keys["by_hand"].boolean() if "by_hand" in keys else False,
                unplayed=_unplayed(keys.get("unplayed"), result),
                known_from=_optional(keys.get("known_from"), Node.integer),
                earlier=tuple(_known(each, teams) for each in keys["earlier"].items()) if "earlier" in keys else (),
                date=_optional(keys.get("date"), Node.day),
                play_by=_optional(keys.get("play_by"), Node.day),
            )
        )
    return tuple(games)


def _result(game: Node, keys: Mapping[str, Node], of_match: MatchBoards, teams: _Teams) -> Result:
    if of_match is NO_BOARDS:
        result = game.members(required=("result",), optional=keys)["result"].one_of(Result)
        if teams.boards is not None and result not in _WITHOUT_BOARDS:
            raise keys["result"].error(_("A match that was played has its boards, or its score."))
        return result
    return result_of(keys, of_match)


_WITHOUT_BOARDS = frozenset({Result.OPEN, *(result for result in Result if result.is_forfeit)})


def _unplayed(node: Node | None, result: Result) -> bool:
    if node is None or not node.boolean():
        return False
    if result is not Result.DRAW:
        raise node.error(
            _("A game that was not played can only be marked as a draw: other results have their own signs.")
        )
    return True


def _decided(node: Node | None, players: tuple[PlayerId, PlayerId], main: Result) -> MatchDecision | None:
    if node is None or node.value is None:
        return None
    by_lot = main is Result.BOTH_FORFEIT and "games" not in node.members()  # neither came
    if (main is Result.OPEN or main.is_forfeit) and not by_lot:
        raise node.error(_("Further games decide a tie only after its first game has been played."))
    keys = node.members(required=("step", "winner"), optional=("games",))
    winner = keys["winner"].integer()
    if winner not in players:
        raise keys["winner"].error(_("The player {number} is not one of the two of this tie."), number=winner)
    return MatchDecision(
        step=keys["step"].text(),
        winner=winner,
        games=tuple(map(_further_game, keys["games"].items())) if "games" in keys else (),
    )


def _further_game(node: Node) -> tuple[Colour, Result]:
    colour, result = node.items(length=2)
    if colour.text() not in _LETTERS:
        raise colour.error(_("The colour is w or b: that of the player who had White in the first game."))
    return _LETTERS[colour.text()], result.one_of(Result)


def _known(node: Node, teams: _Teams) -> KnownBefore:
    """A result, or of a match its boards or its score."""
    known, round_number = node.items(length=2)
    if teams.boards is None or isinstance(known.value, str):
        return KnownBefore(known.one_of(Result), round_number.integer())
    keys = known.members(optional=("boards", "score"))
    of_match = read_boards(keys, teams.boards, (), ())
    return KnownBefore(result_of({}, of_match), round_number.integer(), of_match.results, of_match.score)


def _byes(node: Node, once: _Once) -> tuple[PlayedBye, ...]:
    return tuple(
        PlayedBye(player=once.player(keys["player"]), kind=keys["kind"].one_of(ByeKind))
        for keys in (bye.members(required=("player", "kind")) for bye in node.items())
    )


def _absences(node: Node, once: _Once, kinds: Collection[AbsenceCode]) -> tuple[Absence, ...]:
    found = (absence.members(required=("player", "kind"), optional=("result",)) for absence in node.items())
    return tuple(
        Absence(
            player=once.player(keys["player"]),
            kind=(kind := _kind(keys["kind"], kinds)),
            result=_own_game(keys.get("result"), kind),
        )
        for keys in found
    )


def _own_game(node: Node | None, kind: AbsenceCode) -> OwnGame | None:
    """Which of a club's own kinds pay by a result is the system's to say: one that does not, ignores it."""
    if node is None or node.value is None:
        return None
    if kind in (AbsenceKind.EXCUSED, AbsenceKind.UNEXCUSED):
        raise node.error(_("Only club duty, or a kind of absence paid by result, can have a result."))
    return node.one_of(OwnGame)


def dump(file: TournamentFile, *, public: bool = False, for_people: bool = True) -> bytes:
    """The file as JSON, the same bytes for the same values, whatever the order of the rows. A public one leaves the
    seed out.

    For people it stands in lines; without them it is written several times as fast.
    """
    snapshot = file.snapshot
    document: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "name": file.name,
        "system": file.system,
        "preset": file.preset,
        "options": dict(sorted(file.options.items())),
        "tie_breaks": None if file.tie_breaks is None else list(map(_dump_tie_break, file.tie_breaks)),
        "planned_rounds": snapshot.planned_rounds,
        "boards": snapshot.boards,
        "board_colours": file.board_colours,
        "guests_take_places": file.guests_take_places,
        "categories": file.categories,
        "decimals_shown": file.decimals_shown,
        "rounds_an_evening": file.rounds_an_evening,
        "seed": snapshot.seed,
        "forbidden_pairs": sorted(sorted(pair) for pair in snapshot.forbidden_pairs),
        "players": [_dump_player(entrant, file) for entrant in snapshot.entrants],
        "rounds": [_dump_round(played, file) for played in snapshot.rounds],
        "rounds_ahead": [_dump_round(played, file) for played in snapshot.ahead],
        "carried": [
            {"white": game.white, "black": game.black, "result": game.result, "group": game.group}
            for game in snapshot.carried
        ],
        "play_offs": list(map(_dump_play_off, snapshot.play_offs)),
        "next_round": {"games": list(map(_dump_pinned, range(1, len(file.pinned) + 1), file.pinned))}
        | _dump_others(snapshot.next_round.byes, snapshot.next_round.absences)
        | ({"owe_bye": sorted(snapshot.next_round.owe_bye)} if snapshot.next_round.owe_bye and not public else {}),
    }
    if file.guests_take_places:  # as everybody did before guests were told from the others
        del document["guests_take_places"]
    if snapshot.boards is None:  # of players
        del document["boards"]
    if snapshot.boards is None or file.board_colours == BoardColours.ALTERNATE:
        del document["board_colours"]
    if not file.categories:
        del document["categories"]
    if not snapshot.carried:  # into a final
        del document["carried"]
    if not snapshot.play_offs:  # for a shared first place
        del document["play_offs"]
    if not snapshot.ahead:  # of a plan published whole
        del document["rounds_ahead"]
    if file.decimals_shown is None:
        del document["decimals_shown"]
    if file.rounds_an_evening == 1:
        del document["rounds_an_evening"]
    if public:
        del document["seed"]
    return (json.dumps(document, ensure_ascii=False, indent=1 if for_people else None) + "\n").encode()


def _dump_tie_break(saved: Mapping[str, object]) -> dict[str, object]:
    return dict(sorted(saved.items(), key=lambda item: (item[0] != "code", item[0])))


def _dump_player(entrant: Entrant, file: TournamentFile) -> dict[str, object]:
    return {
        "number": entrant.number,
        "name": file.names[entrant.number],
        "rating": entrant.rating,
        "club": file.clubs.get(entrant.number),
        "joined_round": entrant.joined_round,
        "away": entrant.away,
    } | _dump_seldom(entrant, file)


def _dump_seldom(entrant: Entrant, file: TournamentFile) -> dict[str, object]:
    """What few players have."""
    at = entrant.paired_at
    seldom = {
        "guest": entrant.number in file.guests or None,
        "category": file.category_of.get(entrant.number),
        "absence_kind": entrant.absence_kind,
        "paired_at": at and {"place": at.place, "games": at.games},
        "members": dump_members(file.members[entrant.number]) if entrant.number in file.members else None,
    }
    return {key: value for key, value in seldom.items() if value is not None}


def _dump_round(played: PlayedRound, file: TournamentFile) -> dict[str, object]:
    games = [
        _dump_game(game) | dump_boards(game, file.line_ups.get((played.number, game.board), ()))
        for game in played.games
    ]
    return {"number": played.number, "games": games} | _dump_others(played.byes, played.absences)


def _dump_game(game: PlayedGame) -> dict[str, object]:
    known = {} if game.known_from is None else {"known_from": game.known_from}
    earlier = {"earlier": list(map(_dump_known, game.earlier))} if game.earlier else {}
    days = {"date": game.date, "play_by": game.play_by}
    own = {key: day for key, day in days.items() if day is not None}
    decided = {} if game.decided_by is None else {"decided_by": _dump_decided(game.decided_by)}
    return {
        "board": game.board,
        "white": game.white,
        "black": game.black,
        "result": game.result,
        "by_hand": game.by_hand,
    } | (known | earlier | own | decided | ({"unplayed": True} if game.unplayed else {}))


def _dump_known(known: KnownBefore) -> list[object]:
    of_match = {
        "boards": [{"result": result} for result in known.boards] or None,
        "score": None if known.score is None else list(map(str, known.score)),
    }
    said = {key: value for key, value in of_match.items() if value is not None}
    return [said or known.result, known.known_from]


def _dump_decided(decided: MatchDecision) -> dict[str, object]:
    games = [[colour.value[0], result] for colour, result in decided.games]
    return {"step": decided.step, "winner": decided.winner} | ({"games": games} if games else {})


def _dump_play_off(play_off: PlayOff) -> dict[str, object]:
    games = [{"white": game.white, "black": game.black, "result": game.result} for game in play_off.games]
    return {"order": play_off.order, "games": games}


def _dump_pinned(board: int, pin: PinnedBoard) -> dict[str, object]:
    return {"board": board, "white": pin.white, "black": pin.black, "result": Result.OPEN, "by_hand": True}


def _dump_others(byes: Iterable[PlayedBye], absences: Iterable[Absence]) -> dict[str, list[dict[str, object]]]:
    return {
        "byes": [{"player": bye.player, "kind": bye.kind} for bye in byes],
        "absences": [
            {"player": away.player, "kind": away.kind} | ({"result": away.result} if away.result is not None else {})
            for away in absences
        ],
    }


_LETTERS = {colour.value[0]: colour for colour in Colour}
_NONE = Node([])
_EMPTY = read(b"{}", largest=LARGEST)
