"""The shapes of the API's answers, each made from the values of a public page."""

from __future__ import annotations

import datetime

from ninja import Field, Schema

from tournaments.models import Club, RoundState, Tournament
from tournaments.pages.clubs.public_club import PublicClubPage, TournamentTile
from tournaments.pages.rounds.round import EntrantsPage, RoundBoard, RoundPage, RoundSide
from tournaments.pages.standings.crosstable import CrosstableCell, CrosstablePage
from tournaments.pages.standings.round_context import rounds_of
from tournaments.pages.standings.standings import StandingsPage, StandingsRow
from tournaments.pages.teams.public_teams import TeamWithMatches
from tournaments.pages.teams.team_matches import BoardShown, MatchShown
from tournaments.views.common.public_site import SITE


class TournamentLinkOut(Schema):
    name: str
    slug: str
    url: str = Field(description="Of its public page")
    system: str
    players: int
    is_over: bool
    event: str = Field(description="Of which it is a group; empty for none")

    @classmethod
    def of(cls, card: TournamentTile, event: str = "") -> TournamentLinkOut:
        return cls(
            name=card.name,
            slug=card.slug,
            url=SITE + card.url,
            system=card.system,
            players=card.players,
            is_over=card.is_over,
            event=event,
        )


class SeasonOut(Schema):
    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    is_open: bool
    tournaments: list[TournamentLinkOut]


class ClubOut(Schema):
    name: str
    slug: str
    place: str
    evening: str
    sentence: str
    contact: str
    time_zone: str
    seasons: list[SeasonOut]

    @classmethod
    def of(cls, club: Club, page: PublicClubPage) -> ClubOut:
        return cls(
            name=club.name,
            slug=club.slug,
            place=page.identity.place,
            evening=page.identity.evening,
            sentence=page.identity.sentence,
            contact=page.identity.contact,
            time_zone=club.time_zone,
            seasons=[
                SeasonOut(
                    name=season.name,
                    starts_on=season.starts_on,
                    ends_on=season.ends_on,
                    is_open=season.is_open,
                    tournaments=[
                        *(TournamentLinkOut.of(card) for card in season.tournaments),
                        *(TournamentLinkOut.of(card, event.name) for event in season.events for card in event.groups),
                    ],
                )
                for season in page.seasons
            ],
        )


class EntrantOut(Schema):
    number: int | None = Field(description="The start number; null before they are drawn")
    name: str


class RoundLinkOut(Schema):
    number: int
    date: datetime.date | None
    state: str = Field(description="published while it is played, then finished")


class TournamentOut(Schema):
    name: str
    slug: str
    season: str
    planned_rounds: int | None
    entrants: list[EntrantOut] = Field(description="By name")
    rounds: list[RoundLinkOut] = Field(description="Those that are published")

    @classmethod
    def of(cls, tournament: Tournament, page: EntrantsPage) -> TournamentOut:
        return cls(
            name=tournament.name,
            slug=tournament.slug,
            season=tournament.season.name,
            planned_rounds=tournament.planned_rounds,
            entrants=[EntrantOut(number=each.number, name=each.name) for each in page.entrants],
            rounds=[
                RoundLinkOut(number=each.number, date=each.date, state=RoundState(each.state).value)
                for each in rounds_of(tournament)
                if each.is_public
            ],
        )


class PlayerOut(Schema):
    number: int
    name: str
    rating: int | None

    @classmethod
    def of(cls, side: RoundSide) -> PlayerOut:
        return cls(number=side.number, name=side.name, rating=side.rating)


class BoardOut(Schema):
    board: int
    white: PlayerOut
    black: PlayerOut
    result: str = Field(description="Empty while the game is open")
    is_postponed: bool
    also_in: str = Field(description="The other tournament in which it counts, in words; empty for nearly all")

    @classmethod
    def of(cls, board: RoundBoard) -> BoardOut:
        return cls(
            board=board.number,
            white=PlayerOut.of(board.white),
            black=PlayerOut.of(board.black),
            result=board.result,
            is_postponed=board.is_postponed,
            also_in=board.also_in,
        )


class WithoutBoardOut(Schema):
    number: int
    name: str
    what: str


class RoundOut(Schema):
    number: int
    date: datetime.date | None
    system: str
    open_games: int
    boards: list[BoardOut]
    without_board: list[WithoutBoardOut]

    @classmethod
    def of(cls, page: RoundPage) -> RoundOut:
        return cls(
            number=page.number,
            date=page.round.date,
            system=page.system,
            open_games=page.open_games,
            boards=[BoardOut.of(board) for board in page.boards],
            without_board=[
                WithoutBoardOut(number=each.number, name=each.name, what=str(each.mark.words))
                for each in (*page.byes, *page.absent)
            ],
        )


class ColumnOut(Schema):
    short: str
    name: str


class StandingsRowOut(Schema):
    place: int | None = Field(description="Null for a guest who takes none")
    is_shared: bool
    number: int
    name: str
    is_withdrawn: bool
    category: str | None = Field(description="Null for none, or one that the public does not see")
    place_in_category: int | None
    cells: list[str] = Field(description="One for each column")

    @classmethod
    def of(cls, row: StandingsRow) -> StandingsRowOut:
        return cls(
            place=row.rank,
            is_shared=row.is_shared,
            number=row.number,
            name=row.name,
            is_withdrawn=row.is_withdrawn,
            category=row.category or None,
            place_in_category=row.place_within,
            cells=[cell.text for cell in row.cells],
        )


class StandingsOut(Schema):
    after_round: int = Field(description="0: the starting list")
    is_live: bool = Field(description="Games of this round are still being played")
    columns: list[ColumnOut]
    rows: list[StandingsRowOut]

    @classmethod
    def of(cls, page: StandingsPage) -> StandingsOut:
        return cls(
            after_round=page.after_round,
            is_live=page.is_live,
            columns=[ColumnOut(short=column.short, name=column.name) for column in page.columns],
            rows=[StandingsRowOut.of(row) for row in page.rows],
        )


class SquareOut(Schema):
    opponent: int | None = Field(description="Their start number; null for a round without a game")
    colour: str = Field(description="white, black, or empty")
    result: str
    what: str
    group: str = Field(description="Of a carried game, the letter of the group in which it was played; else empty")

    @classmethod
    def of(cls, cell: CrosstableCell) -> SquareOut:
        return cls(
            opponent=cell.opponent,
            colour=cell.colour,
            result=str(cell.mark.short),
            what=str(cell.mark.words),
            group=cell.group,
        )


class CrosstableRowOut(Schema):
    place: int | None
    number: int
    name: str
    points: str
    rounds: list[SquareOut]


class CrosstableOut(Schema):
    after_round: int
    rows: list[CrosstableRowOut] = Field(description="In the order of the standings")

    @classmethod
    def of(cls, page: CrosstablePage) -> CrosstableOut:
        return cls(
            after_round=page.after_round,
            rows=[
                CrosstableRowOut(
                    place=row.rank,
                    number=row.number,
                    name=row.name,
                    points=row.points,
                    rounds=[SquareOut.of(cell) for cell in row.cells[: page.after_round]],  # not of rounds ahead
                )
                for row in page.rows
            ],
        )


class TeamBoardOut(Schema):
    board: int
    colour: str = Field(description="Of the club's player: white, black, or empty where it is not known")
    player: str = Field(description="Empty where nobody sits there")
    opponent: str
    opponent_rating: int | None
    result: str = Field(description="The club's player first; empty while the game is open")

    @classmethod
    def of(cls, board: BoardShown) -> TeamBoardOut:
        return cls(
            board=board.number,
            colour=board.colour,
            player=board.name,
            opponent=board.opponent,
            opponent_rating=board.opponent_rating,
            result=board.result,
        )


class TeamMatchOut(Schema):
    round: int
    date: datetime.date
    starts_at: str = Field(description="19:30, by the club's clock; empty where it is not known")
    opponent: str
    is_home: bool
    place: str
    score: str = Field(description="Board points, the club's team first; empty while nothing is known")
    is_over: bool
    boards: list[TeamBoardOut] = Field(description="Empty before the line-up is published")

    @classmethod
    def of(cls, match: MatchShown) -> TeamMatchOut:
        return cls(
            round=match.round,
            date=match.date,
            starts_at=match.hour,
            opponent=match.opponent,
            is_home=match.is_home,
            place=match.place,
            score=match.score,
            is_over=match.is_over,
            boards=[TeamBoardOut.of(board) for board in match.boards],
        )


class TeamOut(Schema):
    name: str
    url: str = Field(description="Of its public page")
    league: str
    season: str
    division: str
    matches_over: int
    match_points: int | None = Field(description="Null where the league's rules cannot be read")
    board_points: str
    matches: list[TeamMatchOut] = Field(description="By date")

    @classmethod
    def of(cls, team: TeamWithMatches) -> TeamOut:
        return cls(
            name=team.name,
            url=SITE + team.url,
            league=team.league,
            season=team.season,
            division=team.division,
            matches_over=team.own.matches,
            match_points=team.own.match_points,
            board_points=team.own.own,
            matches=[TeamMatchOut.of(match) for match in team.matches],
        )


class TeamsOut(Schema):
    teams: list[TeamOut]

    @classmethod
    def of(cls, teams: tuple[TeamWithMatches, ...]) -> TeamsOut:
        return cls(teams=[TeamOut.of(team) for team in teams])
