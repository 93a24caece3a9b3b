"""Sevilla's JSON export: read, so that a Dutch club in the middle of a season goes on here. Rulebook, reports 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Final

from tournaments.exchange.absence_reasons import BYE, AbsenceReasons, KindsOfReasons
from tournaments.exchange.federation_person import FederationPerson, person_called
from tournaments.exchange.json_node import FileError, Node, read
from tournaments.exchange.read_season import ReadSeason, categories_within
from tournaments.exchange.tournament_file import LARGEST, TournamentFile
from tournaments.exchange.trf.types import Note
from tournaments.pairing.types.snapshot import (
    Absence,
    ByeKind,
    Entrant,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.translation import gettext_noop as _

_MOST_ROUNDS: Final = 500
_MOST_PLAYERS: Final = 2_000
_GROUPS: Final = "GroupReport"
_RESULTS: Final = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2-1/2": Result.DRAW,
    "½-½": Result.DRAW,
    "": Result.OPEN,
    "*": Result.OPEN,
}
# not all: a game that nobody plays is won by one of them
_BY_FORFEIT: Final = {Result.WHITE_WINS: Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS: Result.BLACK_WINS_BY_FORFEIT}
_MOST_POINTS: Final = 100_000


def looks_like_sevilla(data: bytes) -> bool:
    return b'"GroupReport"' in data


def parse(data: bytes) -> ReadSeason:
    """The largest group, after its newest round, as a Keizer tournament. Raises FileError with the place of a fault."""
    root = read(data, largest=LARGEST).members()
    groups = [each.members() for each in _needed(root, _GROUPS).items()]
    rankings = [[ranking.members() for ranking in _needed(group, "Ranking").items()] for group in groups]
    lists = [
        (group, _needed(max(each, key=_round_of), "Player").items())
        for group, each in zip(groups, rankings, strict=True)
        if each
    ]
    if not lists:
        raise FileError(_("There is no ranking in this file."), _GROUPS)
    _group, largest = max(lists, key=lambda each: len(each[1]))
    if len(largest) > _MOST_PLAYERS:
        raise FileError(_("A group of Sevilla has at most {most} players here."), _GROUPS, most=_MOST_PLAYERS)
    players = [each.members() for each in largest]
    found = _Season(players={_number(each, "ID"): each for each in players})
    if len(found.players) < len(players):
        raise FileError(_("Two players have the same number."), _GROUPS)
    notes = [Note(message=_("Sevilla's file does not hold its values and points: check the Keizer options yourself."))]
    parts = _parts_of(largest, lists)
    if len(lists) > 1 + len(parts):
        message = _("The file has {count} groups; the largest was taken.")
        notes.append(Note(message=message, facts={"count": len(lists)}))
    people = {number: _person(each) for number, each in found.players.items()}
    rounds, kinds = found.rounds()
    categories, category_of, several = categories_within([name for name, _within in parts], _names_of(parts))
    file = TournamentFile(
        name=root["Name"].text() if "Name" in root else "",
        system="keizer",
        names={number: each.given_name_first for number, each in people.items()},
        categories=categories,
        category_of=category_of,
        options=kinds.options,
        snapshot=TournamentSnapshot(
            entrants=tuple(found.entrant(number) for number in found.players),
            rounds=rounds,
        ),
    )
    return ReadSeason(file=file, people=people, notes=(*notes, *kinds.notes, *several))


def _parts_of(
    largest: Sequence[Node], lists: Sequence[tuple[Mapping[str, Node], Sequence[Node]]]
) -> list[tuple[str, list[PlayerId]]]:
    """Groups with a name, all of whose players stand in the largest one, too: its categories."""
    everybody = {_same_person(each) for each in largest}
    parts = []
    for group, players in lists:
        within = [_same_person(each) for each in players]
        if players is largest or "Name" not in group or None in within or not everybody.issuperset(within):
            continue
        if len(within) < len(largest) and (name := group["Name"].text().strip()):
            parts.append((name, [each[0] for each in within if each]))
    return parts


def _same_person(player: Node) -> tuple[PlayerId, str] | None:
    told = player.value if isinstance(player.value, dict) else {}
    number, name = told.get("ID"), told.get("Name")
    if isinstance(number, int | Decimal) and number == int(number) and isinstance(name, str):
        return int(number), name
    return None


def _names_of(parts: Iterable[tuple[str, Iterable[PlayerId]]]) -> dict[PlayerId, list[str]]:
    names: dict[PlayerId, list[str]] = {}
    for name, players in parts:
        for number in players:
            names.setdefault(number, []).append(name)
    return names


class _Season:
    def __init__(self, *, players: Mapping[PlayerId, Mapping[str, Node]]) -> None:
        self.players = players
        self._reasons = AbsenceReasons()
        self._won: dict[PlayerId, set[Fraction | None]] = {}
        """What beating somebody at the board has brought: their value, where it is one."""
        self._first: dict[PlayerId, int] = {}
        """The round in which somebody is named first."""

    def entrant(self, number: PlayerId) -> Entrant:
        player = self.players[number]
        rating = _number(player, "IRtg", least=0, or_else=0) or _number(player, "Rating", least=0, or_else=0)
        return Entrant(number=number, rating=rating or None, joined_round=self._first.get(number, 1))

    def rounds(self) -> tuple[tuple[PlayedRound, ...], KindsOfReasons]:
        games: dict[int, dict[tuple[PlayerId, PlayerId], Result]] = {}
        away: dict[int, dict[PlayerId, str]] = {}
        for number, player in self.players.items():
            for at, white, black, result, place in self._games(number, player):
                there = games.setdefault(at, {}).setdefault((white, black), result)
                if there is not result:
                    raise place.error(_("This game has different results in the records of its two players."))
            for at, reason in self._absent(number, player):
                away.setdefault(at, {})[number] = reason
        kinds = self._reasons.kinds(dict(self._values()))
        last = max((*games, *away), default=0)
        at_a_board = {at: {player for pair in pairs for player in pair} for at, pairs in games.items()}
        for at, pairs in games.items():
            if len(at_a_board[at]) < 2 * len(pairs):
                raise FileError(_("Somebody has two games in round {round}."), _GROUPS, round=at)
        rounds = []
        for at in range(1, last + 1):
            told = {
                number: kinds.kind_of[reason]
                for number, reason in away.get(at, {}).items()
                if number not in at_a_board.get(at, ())
            }
            rounds.append(
                PlayedRound(
                    number=at,
                    games=tuple(
                        PlayedGame(board=board, white=white, black=black, result=result)
                        for board, ((white, black), result) in enumerate(sorted(games.get(at, {}).items()), start=1)
                    ),
                    byes=tuple(
                        PlayedBye(player=number, kind=ByeKind.PAIRING) for number, kind in told.items() if kind == BYE
                    ),
                    absences=tuple(Absence(player=number, kind=kind) for number, kind in told.items() if kind != BYE),
                )
            )
        return tuple(rounds), kinds

    def _values(self) -> Iterator[tuple[PlayerId, Fraction]]:
        for number, won in self._won.items():
            if len(won) == 1 and (value := next(iter(won))) is not None:
                yield number, value

    def _games(
        self, number: PlayerId, player: Mapping[str, Node]
    ) -> Iterator[tuple[int, PlayerId, PlayerId, Result, Node]]:
        for node in _list(player, "Game"):
            game = node.members()
            at = self._seen(number, game)
            opponent = _number(game, "Opponent")
            if opponent not in self.players or opponent == number:
                raise game["Opponent"].error(_("There is no player with the number {number}."), number=opponent)
            colour = _needed(game, "Color").text().upper()
            if colour not in ("W", "B", "Z"):
                raise game["Color"].error(_("w or b is expected here, not “{given}”."), given=colour)
            white, black = (number, opponent) if colour == "W" else (opponent, number)
            self._first[opponent] = min(at, self._first.get(opponent, at))
            result = _result(_needed(game, "Res"))
            if result is (Result.WHITE_WINS if number == white else Result.BLACK_WINS):
                self._won.setdefault(opponent, set()).add(_points(game))
            yield at, white, black, result, node

    def _absent(self, number: PlayerId, player: Mapping[str, Node]) -> Iterator[tuple[int, str]]:
        for node in _list(player, "Abs"):
            absence = node.members()
            reason = absence["Reason"].text() if "Reason" in absence else ""
            yield self._seen(number, absence), self._reasons.add(reason, number, _points(absence))

    def _seen(self, number: PlayerId, told: Mapping[str, Node]) -> int:
        at = _number(told, "Round")
        if at > _MOST_ROUNDS:
            raise told["Round"].error(_("There are more than {most} rounds."), most=_MOST_ROUNDS)
        self._first[number] = min(at, self._first.get(number, at))
        return at


def _points(told: Mapping[str, Node]) -> Fraction | None:
    """None: none are told, or such as no absence pays here."""
    score = told["Score"].value if "Score" in told else None
    if isinstance(score, bool) or not isinstance(score, int | Decimal) or not 0 <= score <= _MOST_POINTS:
        return None
    return Fraction(score)


def _result(node: Node) -> Result:
    """An R behind it, or an F, says that nobody played."""
    written = node.text().replace(" ", "").upper()
    result = _RESULTS.get(written) or _BY_FORFEIT.get(_RESULTS.get(written.rstrip("RF"), Result.OPEN))
    if result is None:
        raise node.error(_("“{given}” is not a result."), given=written)
    return result


def _person(player: Mapping[str, Node]) -> FederationPerson:
    sorted_as = player["SortName"].text() if "SortName" in player else None
    key = player.get("PlayerID")
    national = str(key.value) if key is not None and re.fullmatch(r"[0-9]{6,10}", str(key.value), re.ASCII) else ""
    return replace(person_called(_needed(player, "Name").text(), sorted_as=sorted_as), national_id=national)


def _round_of(ranking: Mapping[str, Node]) -> int:
    return _number(ranking, "Round", least=0, or_else=0)


def _needed(members: Mapping[str, Node], key: str) -> Node:
    if key not in members:
        raise FileError(_("The key {key} is missing."), next(iter(members.values())).place if members else "", key=key)
    return members[key]


def _list(members: Mapping[str, Node], key: str) -> list[Node]:
    return members[key].items() if key in members and members[key].value is not None else []


def _number(members: Mapping[str, Node], key: str, *, least: int = 1, or_else: int | None = None) -> int:
    if or_else is not None and (key not in members or members[key].value is None):
        return or_else
    node = _needed(members, key)
    if isinstance(node.value, Decimal) and node.value == node.value.to_integral_value():
        node = Node(int(node.value), node.place)
    return node.integer(least)
