"""Of a tournament of teams, its teams, matches and boards: as sheets, and as games of persons for broadcasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.exchange.spreadsheet_writer import CellValue, SheetTable
from tournaments.models import PUBLIC_STATES, Round, TeamMember, Tournament
from tournaments.pages.common.display_names import Audience, name_of
from tournaments.pages.common.wording import points_text, result_text
from tournaments.pages.rounds.public_matches import public_matches
from tournaments.pages.standings.published_tournament import NotPublished, published_tournament
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.teams.board_signs import MIRRORED
from tournaments.pairing.types.snapshot import Colour, PlayedGame, Result
from tournaments.selectors.snapshots import snapshot_of
from tournaments.selectors.team_entries.team_line_ups import member_at, members_now, seated_matches


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatAtBoard:
    """Of a board. `member` is None where nobody sits there, or nobody knows who."""

    team: str
    member: TeamMember | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedBoard:
    """A board of a match, and what came of it from White's side."""

    match: int
    board: int
    white: SeatAtBoard
    black: SeatAtBoard
    result: Result
    date: str


def boards_of_round(
    tournament: Tournament, number: int, audience: Audience = Audience.STAFF
) -> tuple[PlayedBoard, ...]:
    """Match by match, where boards are known: of a match of which only the score is known there are none, nor for the
    public of one whose line-ups are secret. Raises NotPublished."""
    found = tournament.rounds.filter(state__in=PUBLIC_STATES, number=number).first()
    if found is None or tournament.boards is None:
        raise NotPublished
    return tuple(_boards(found, tournament, audience))


def _boards(round_: Round, tournament: Tournament, audience: Audience) -> Iterator[PlayedBoard]:
    rows = list(round_.attendances.filter(game__isnull=False).select_related("game", "entry").order_by("game__board"))
    names = {row.entry_id: row.entry.team_name for row in rows}
    shown = public_matches(rows, Audience.STAFF, tournament, number=round_.number)
    for match in seated_matches(rows, tournament, number=round_.number):
        if match.is_sealed and audience is Audience.PUBLIC:
            continue
        lines = shown[match.game.pk].lines
        for board, (line, result) in enumerate(zip(lines, match.results, strict=False), 1):
            sides = [
                SeatAtBoard(team=names[team], member=member_at(line_up, board))
                for team, line_up in zip(match.teams, match.line_ups, strict=True)
            ]
            is_white = line.colour == Colour.WHITE
            white, black = sides if is_white else reversed(sides)
            yield PlayedBoard(
                match=match.game.board,
                board=board,
                white=white,
                black=black,
                result=result if is_white else MIRRORED[result],
                date=match.game.date.isoformat() if match.game.date else "",
            )


def team_sheets(tournament: Tournament) -> tuple[SheetTable, ...]:
    """All of them, for one workbook."""
    return teams_sheet(tournament), matches_sheet(tournament), boards_sheet(tournament)


def teams_sheet(tournament: Tournament) -> SheetTable:
    """A row for each member, in the order of their boards; what the team has stands in its first one, so that columns
    can be added up."""
    header = (
        _("No."), _("Team"), _("Board"), _("Name"), _("Rating"), _("Match points"), _("Board points"), _("Place"),
    )  # fmt: skip
    reached = _reached(tournament)
    rows: list[tuple[CellValue, ...]] = []
    for entry in tournament.entries.order_by("number", "pk"):
        people: list[tuple[CellValue, ...]] = [
            (board, member.player.full_name, member.rating) for board, member in enumerate(members_now(entry), 1)
        ]
        for index, person in enumerate(people or [(None, None, None)]):
            of_team = reached.get(entry.number or 0, _NOTHING_YET) if index == 0 else _NOTHING_YET
            rows.append((entry.number, entry.team_name, *person, *of_team))
    return SheetTable(title=_("Teams"), header=header, rows=tuple(rows))


_NOTHING_YET: Sequence[CellValue] = (None, None, None)


def _reached(tournament: Tournament) -> Mapping[int, Sequence[CellValue]]:
    """By team: match points, board points and place, as the table after the last round that is over has them."""
    published = published_tournament(tournament, Audience.STAFF)
    if published.after_round == 0:
        return {}
    record, table = published.record, published.table
    matches, boards = (record.counted_by(kind).points for kind in (PointsOf.MATCHES, PointsOf.BOARDS))
    return {
        row.player: (points_text(matches[row.player]), points_text(boards[row.player]), row.rank) for row in table.rows
    }


def matches_sheet(tournament: Tournament) -> SheetTable:
    """Left and right, as they are written: the team with White on board 1 first."""
    header = (
        _("Round"), _("Match"), _("Team"), _("Board points"), _("Team"), _("Board points"), _("Result"),
    )  # fmt: skip
    names = dict(tournament.entries.filter(number__isnull=False).values_list("number", "team_name"))
    published = _published(tournament).count()
    rows: list[tuple[CellValue, ...]] = []
    for played in snapshot_of(tournament).rounds[:published]:
        for game in played.games:
            first, second = _score(game, tournament.boards or 0)
            teams = (names[game.white], first, names[game.black], second)
            rows.append((played.number, game.board, *teams, result_text(game.result)))
    return SheetTable(title=_("Matches"), header=header, rows=tuple(rows))


def _published(tournament: Tournament) -> QuerySet[Round]:
    return tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number")


def _score(game: PlayedGame, boards: int) -> tuple[CellValue, CellValue]:
    """So far, where a board is open; empty before the first result."""
    if game.result is Result.OPEN and not game.boards:
        return None, None
    first, second = game.board_score(boards)
    return points_text(first), points_text(second)


def boards_sheet(tournament: Tournament) -> SheetTable:
    """White to the left, whichever team it is."""
    header = (
        _("Round"), _("Match"), _("Board"), _("Team"), _("White"), _("Team"), _("Black"), _("Result"),
    )  # fmt: skip
    rows: list[tuple[CellValue, ...]] = []
    for played in _published(tournament):
        for board in _boards(played, tournament, Audience.STAFF):
            sides = [cell for side in (board.white, board.black) for cell in (side.team, _name(side))]
            rows.append((played.number, board.match, board.board, *sides, result_text(board.result)))
    return SheetTable(title=_("Boards"), header=header, rows=tuple(rows))


def _name(side: SeatAtBoard) -> str | None:
    return None if side.member is None else name_of(side.member.player, Audience.STAFF, None)
