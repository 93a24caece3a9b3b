"""The tree of a cup: round by round from top to bottom, who met, who went on, and who is waited for."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Tournament
from tournaments.pages.calendar.dates import last_dates
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.game_day import day_and_month
from tournaments.pages.common.wording import SCORES, sentence
from tournaments.pages.rounds.matches import decided_text
from tournaments.pages.rounds.scheduled_games import name_url
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament, published_tournament
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.pairing.protocols import KnockOutSystem
from tournaments.pairing.types.knockout import Bracket, BracketPlace, Match, MatchSide
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, Result
from tournaments.selectors.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class BracketSide:
    """`number` None: nobody yet, and `name` says who is waited for. `score` is of the game itself."""

    number: PlayerId | None
    name: str
    url: str = ""
    score: str = ""
    goes_on: bool = False
    is_out: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class BracketBox:
    """A place of the tree. `note` says what else there is: the board, a free pass, what decided."""

    sides: tuple[BracketSide, ...]
    board: int | None
    note: str
    is_free_pass: bool
    is_open: bool
    """Drawn, and nobody goes on yet."""

    @property
    def is_empty(self) -> bool:
        return not self.sides


@dataclass(frozen=True, kw_only=True, slots=True)
class BracketRound:
    """`boxes` from top to bottom; none where the round is drawn only later, which `to_come` says then."""

    number: int
    name: str
    url: str
    boxes: tuple[BracketBox, ...]
    to_come: str
    is_current: bool
    last_day: str = ""
    """By when its ties are to be played, as long as one of them is not decided."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BracketView:
    """`is_regular`: each two neighbours lead to one of the next round, so that lines can be drawn."""

    title: str
    code: str
    rounds: tuple[BracketRound, ...]
    third_place: BracketBox | None
    winner: BracketSide | None
    is_regular: bool

    @property
    def has_last_days(self) -> bool:
        """Then each round keeps room for one, so that neighbours stay beside each other."""
        return any(each.last_day for each in self.rounds)


@dataclass(frozen=True, kw_only=True, slots=True)
class BracketPage:
    brackets: tuple[BracketView, ...]
    standings_url: str


def has_bracket(tournament: Tournament) -> bool:
    return isinstance(configured_system(tournament), KnockOutSystem)


def bracket_page(tournament: Tournament, audience: Audience) -> BracketPage:
    """As everything stands now. Raises NotPublished where nobody is knocked out."""
    state = tournament_state_of(tournament)
    system = state.current.system
    if not isinstance(system, KnockOutSystem):
        raise NotPublished
    published = published_tournament(tournament, audience, after=len(state.rounds) or None, is_corrected=True)
    snapshot = state.current.snapshot
    days = {each.number: each.date for each in last_dates(tournament)}
    drawing = _Drawing(published, system, {(p.number, g.board): g for p in snapshot.rounds for g in p.games}, days)
    trees = system.brackets(snapshot) if snapshot.entrants else ()
    return BracketPage(
        brackets=tuple(drawing.view(tree, index) for index, tree in enumerate(trees)),
        standings_url=published.addresses.standings(),
    )


class _Drawing:
    def __init__(
        self,
        published: PublishedTournament,
        system: KnockOutSystem,
        games: Mapping[tuple[int, int], PlayedGame],
        last_dates: Mapping[int, datetime.date],
    ) -> None:
        self.published, self.system, self.games, self.last_dates = published, system, games, last_dates

    def view(self, tree: Bracket, index: int) -> BracketView:
        rounds = tuple(self._rounds(tree))
        third = tree.third_place
        return BracketView(
            title=_("Cup of those who lost in round 1") if index else "",
            code=f"tree-{index + 1}",
            rounds=rounds,
            third_place=None if third is None else self._played(third, (third.white, third.black)),
            winner=None if tree.winner is None else self._side(tree.winner),
            is_regular=_is_regular(tree),
        )

    def _rounds(self, tree: Bracket) -> Iterator[BracketRound]:
        total = len(tree.rounds) + len(tree.to_come)
        drawn = self.published.newest
        for place, boxes in enumerate(tree.rounds):
            number = tree.first_round + place
            yield BracketRound(
                number=number,
                name=_round_name(number, total - place, len(boxes)),
                url=self.published.addresses.round(number) if number <= drawn else "",
                boxes=tuple(self._box(tree, place, each) for each in boxes),
                to_come="",
                is_current=number == max(drawn, 1),
                last_day="" if number <= drawn and not any(_waits(each) for each in boxes) else self._last_day(number),
            )
        for place, count in enumerate(tree.to_come, start=len(tree.rounds)):
            yield BracketRound(
                number=tree.first_round + place,
                name=_round_name(tree.first_round + place, total - place, count),
                url="",
                boxes=(),
                to_come=ngettext(
                    "{count} tie, drawn by lot when all ties before it are decided.",
                    "{count} ties, drawn by lot when all ties before them are decided.",
                    count,
                ).format(count=count),
                is_current=False,
                last_day=self._last_day(tree.first_round + place),
            )

    def _last_day(self, number: int) -> str:
        day = self.last_dates.get(number)
        return _("to be played by {date}").format(date=day_and_month(day)) if day else ""

    def _box(self, tree: Bracket, place: int, each: BracketPlace) -> BracketBox:
        if each.match is not None:
            return self._played(each.match, [side.player for side in each.sides if side.player is not None])
        if each.is_free_pass and tree.first_round + place <= max(self.published.newest, 1):
            [side] = each.sides
            passing = (self._side(side.player),) if side.player is not None else ()
            note = pgettext("in a cup", "Bye")
            return BracketBox(sides=passing, board=None, note=note, is_free_pass=True, is_open=False)
        sides = tuple(self._waiting(tree, place, side) for side in each.sides)
        return BracketBox(sides=sides, board=None, note="", is_free_pass=False, is_open=False)

    def _waiting(self, tree: Bracket, place: int, side: MatchSide) -> BracketSide:
        if side.player is not None:
            return self._side(side.player)
        before = tree.rounds[place - 1][side.of_place or 0] if side.of_place is not None else None
        if before is not None and before.match is not None:
            return BracketSide(number=None, name=_("Winner of board {board}").format(board=before.match.board))
        players = [each.player for each in before.sides if each.player is not None] if before is not None else []
        if len(players) == 2:
            one, other = (self.published.names[player] for player in players)
            return BracketSide(number=None, name=_("Winner of {one} – {other}").format(one=one, other=other))
        return BracketSide(number=None, name=_("Not known yet"))

    def _played(self, tie: Match, order: Sequence[PlayerId]) -> BracketBox:
        game = self.games[tie.round_number, tie.board]
        white, black = SCORES.get(game.result, ("", ""))
        scores = {tie.white: white, tie.black: black}
        sides = [
            self._side(
                player,
                score=scores[player],
                goes_on=tie.winner == player,
                is_out=not tie.is_open and tie.winner != player,
            )
            for player in order
        ]
        return BracketBox(
            sides=tuple(sides), board=tie.board, note=self._note(tie, game), is_free_pass=False, is_open=tie.is_open
        )

    def _note(self, tie: Match, game: PlayedGame) -> str:
        if tie.is_open:
            return "" if game.result is Result.OPEN else pgettext("a game", "Level")
        if tie.reason is not None:
            return sentence(tie.reason, self.published.names)
        if game.decided_by is not None:
            text = decided_text(game.decided_by, self.system.step_names)
            return text if not text.startswith("(") else f"{_(self.system.step_names[tie.step])} {text.strip('()')}"
        if tie.step in self.system.step_names:
            return _(self.system.step_names[tie.step])
        return _("By forfeit") if game.result is Result.OPEN else ""

    def _side(self, number: PlayerId, *, score: str = "", goes_on: bool = False, is_out: bool = False) -> BracketSide:
        return BracketSide(
            number=number,
            name=self.published.names[number],
            url=name_url(self.published, number),
            score=score,
            goes_on=goes_on,
            is_out=is_out,
        )


def _waits(place: BracketPlace) -> bool:
    """For its tie to be drawn or decided."""
    return place.match.is_open if place.match is not None else len(place.sides) > 1


def _is_regular(tree: Bracket) -> bool:
    sizes = [len(boxes) for boxes in tree.rounds]
    return all(before == 2 * after for before, after in pairwise(sizes)) and all(
        place.feeders in {(), (2 * index, 2 * index + 1)}
        for boxes in tree.rounds[1:]
        for index, place in enumerate(boxes)
    )


def _round_name(number: int, left: int, ties: int) -> str:
    """The last three have names; `left` rounds are there with this one."""
    if left == 1:
        return _("Final")
    if left == 2 and ties <= 2:
        return _("Semi-finals")
    if left == 3 and ties <= 4:
        return _("Quarter-finals")
    return _("Round {number}").format(number=number)
