"""Matches of teams for the public: the score, who sits at each board, and people by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.models import Attendance, Game, TeamMember
from tournaments.pages.common.display_names import Audience, name_of
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pairing.teams.board_signs import from_signs, match_score
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.team_entries.team_line_ups import TeamLineUp, signs_to_begin_with, team_line_ups


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicLine:
    """Left and right as the match is written; the colour is that of the left one. Empty names: nobody sits there."""

    label: str
    first: str
    second: str
    colour: str
    result: str
    """Empty while the game is open."""

    @property
    def other_colour(self) -> str:
        return Colour(self.colour).other.value


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicMatch:
    score: str
    """So far, where a board is open; empty before the first result."""
    lines: tuple[PublicLine, ...] = ()
    """None where nobody knows who plays."""

    def people(self) -> Iterator[tuple[str, str, str, str]]:
        """Name, board, colour and opponent of everybody who plays."""
        for line in self.lines:
            if line.first:
                yield line.first, line.label, line.colour, line.second
            if line.second:
                yield line.second, line.label, line.other_colour, line.first


def public_matches(
    rows: Iterable[Attendance], audience: Audience, *, number: int, boards: int
) -> Mapping[int, PublicMatch]:
    """By game, of a published round of teams. Three queries."""
    sides: dict[int, dict[str, Attendance]] = {}
    for row in rows:
        if row.game_id is not None:
            sides.setdefault(row.game_id, {})[row.colour] = row
    line_ups = team_line_ups([row for both in sides.values() for row in both.values()], number=number, boards=boards)
    found: dict[int, PublicMatch] = {}
    for key, both in sides.items():
        first, second = both[Colour.WHITE], both[Colour.BLACK]
        if first.game is not None:
            found[key] = _match(first.game, line_ups[first.pk], line_ups[second.pk], audience, boards)
    return found


def _match(game: Game, first: TeamLineUp, second: TeamLineUp, audience: Audience, boards: int) -> PublicMatch:
    score = match_score(game.boards, game.own_halves, game.their_halves)
    if game.own_halves is not None or not (first or second or game.boards):
        return PublicMatch(score=score)
    results = from_signs(game.boards or signs_to_begin_with(first, second, boards))
    lines = (
        PublicLine(
            label=f"{game.board}.{board}",
            first=_named(first, board, audience),
            second=_named(second, board, audience),
            colour=(Colour.WHITE if board % 2 else Colour.BLACK).value,
            result="" if result is Result.OPEN else RESULT_TEXTS[result],
        )
        for board, result in enumerate(results, 1)
    )
    return PublicMatch(score=score, lines=tuple(lines))


def _named(line_up: TeamLineUp, board: int, audience: Audience) -> str:
    member: TeamMember | None = line_up[board - 1] if line_up else None
    return "" if member is None else name_of(member.player, audience, None)
