"""Matches of teams for the public: the score, who sits at each board, and people by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.models import Attendance, TeamMember, Tournament
from tournaments.pages.common.display_names import Audience, name_of
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pairing.teams.board_colours import Pattern, colour_of_first
from tournaments.pairing.teams.board_signs import match_score
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.team_entries.team_line_ups import SeatedMatch, TeamLineUp, seated_matches


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
    rows: Iterable[Attendance], audience: Audience, tournament: Tournament, *, number: int
) -> Mapping[int, PublicMatch]:
    """By game, of a published round of teams. Three queries."""
    pattern = tournament.board_colours
    found = seated_matches(rows, tournament, number=number)
    return {match.game.pk: _match(match, audience, pattern) for match in found}


def _match(match: SeatedMatch, audience: Audience, pattern: Pattern) -> PublicMatch:
    game, (first, second) = match.game, match.line_ups
    score = match_score(game.boards, game.own_halves, game.their_halves)
    if game.own_halves is not None or match.is_sealed or not (first or second or game.boards):
        return PublicMatch(score=score)
    lines = (
        PublicLine(
            label=f"{game.board}.{board}",
            first=_named(first, board, audience),
            second=_named(second, board, audience),
            colour=colour_of_first(pattern, board).value,
            result="" if result is Result.OPEN else RESULT_TEXTS[result],
        )
        for board, result in enumerate(match.results, 1)
    )
    return PublicMatch(score=score, lines=tuple(lines))


def _named(line_up: TeamLineUp, board: int, audience: Audience) -> str:
    member: TeamMember | None = line_up[board - 1] if line_up else None
    return "" if member is None else name_of(member.player, audience, None)
