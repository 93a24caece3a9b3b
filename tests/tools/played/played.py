"""A club with a tournament that has been played for some rounds, written straight into the tables."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from dataclasses import dataclass, replace

from tests.kept import kept
from tournaments.models import (
    Attendance,
    Club,
    Directorship,
    Entry,
    Game,
    Membership,
    Player,
    Presence,
    Role,
    Round,
    RoundState,
    Season,
    ShownAs,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.names import folded_name
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.types.paired_round import PairedBoard
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Colour,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)

GIVEN = ("Kari", "Bo", "Anna", "Åse", "Ørjan", "Matthias", "Ida", "Jürgen", "Siri", "Wilhelmina", "Tor", "Eva")
FAMILY = ("Berg", "Ek", "van der Meulen", "Åsen", "Lindqvist-Sørensen", "Voß", "Dahl", "Holm", "Nygård", "Bakker")
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS, Result.BLACK_WINS)


@dataclass(kw_only=True)
class Played:
    """The rows, and the same tournament as the core's snapshot, put together beside them."""

    club: Club
    tournament: Tournament
    director: User
    entries: dict[int, Entry]
    rounds: list[Round]
    snapshot: TournamentSnapshot

    def address(self, rest: str = "", *, staff: bool = False) -> str:
        return f"/en/{self.club.slug}/{'staff/' if staff else ''}{self.tournament.slug}/{rest}"

    def game(self, round_number: int, board: int) -> Game:
        return Game.objects.get(round=self.rounds[round_number - 1], board=board)

    @kept
    def play(
        self,
        *,
        absent: Collection[int] = (),
        half_byes: Collection[int] = (),
        open_boards: Collection[int] = (),
        forfeits: Collection[int] = (),
        state: RoundState = RoundState.FINISHED,
    ) -> Round:
        """Pair the next round with the system itself and write it down with results by board and round."""
        absences = tuple(Absence(player=number, kind=AbsenceKind.EXCUSED) for number in absent)
        byes = tuple(PlayedBye(player=number, kind=ByeKind.HALF) for number in half_byes)
        asked = replace(self.snapshot, next_round=NextRound(absences=absences, byes=byes))
        paired = AttendanceMonrad().pair(asked)
        found = Round.objects.create(tournament=self.tournament, number=paired.number, state=state)
        self.rounds.append(found)
        games = [self._game(found, board, open_boards, forfeits) for board in paired.boards]
        rows = [
            Attendance(round=found, entry=self.entries[number], presence=Presence.PRESENT, game=game, colour=colour)
            for game, board in zip(games, paired.boards, strict=True)
            for number, colour in ((board.white, Colour.WHITE.value), (board.black, Colour.BLACK.value))
        ]
        rows += [
            Attendance(
                round=found,
                entry=self.entries[bye.player],
                presence=Presence.PRESENT if bye.kind is ByeKind.PAIRING else bye.kind.value,
                bye=bye.kind.value,
                reasons=[reason.to_json() for reason in bye.reasons],
            )
            for bye in paired.byes
        ]
        rows += [
            Attendance(
                round=found,
                entry=self.entries[left.player],
                presence=Presence.EXCUSED if left.player in absent else Presence.UNMARKED,
                reasons=[reason.to_json() for reason in left.reasons],
            )
            for left in paired.left_out
        ]
        Attendance.objects.bulk_create(rows)
        played = PlayedRound(
            number=paired.number,
            games=tuple(
                PlayedGame(board=board.board, white=board.white, black=board.black, result=Result(game.result))
                for game, board in zip(games, paired.boards, strict=True)
            ),
            byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
            absences=absences,
        )
        self.snapshot = replace(self.snapshot, rounds=(*self.snapshot.rounds, played), next_round=NextRound())
        return found

    def _game(self, found: Round, board: PairedBoard, open_boards: Collection[int], forfeits: Collection[int]) -> Game:
        result = RESULTS[(board.board * 3 + found.number) % len(RESULTS)]
        if board.board in open_boards:
            result = Result.OPEN
        elif board.board in forfeits:
            result = Result.WHITE_WINS_BY_FORFEIT
        return Game.objects.create(
            round=found,
            board=board.board,
            result=result.value,
            reasons=[reason.to_json() for reason in board.reasons],
        )

    @kept
    def withdraw(self, number: int, *, first_round: int) -> None:
        Withdrawal.objects.create(entry=self.entries[number], first_round=first_round)
        self._replace(number, away=((first_round, None),))

    def _replace(self, number: int, **values: object) -> None:
        entrants = tuple(
            replace(entrant, **values) if entrant.number == number else entrant  # type: ignore[arg-type]  # by test
            for entrant in self.snapshot.entrants
        )
        self.snapshot = replace(self.snapshot, entrants=entrants)


@kept
def a_tournament(players: int = 6, *, joining_late: Collection[int] = (), name: str = "Tuesday cup") -> Played:
    """Nothing played yet. Those of `joining_late` come in round 3."""
    today = datetime.date(2026, 11, 20)
    club, _ = Club.objects.get_or_create(slug="rockaden", defaults={"name": "SK Rockaden"})
    season, _ = Season.objects.get_or_create(
        club=club,
        name="2026–27",
        defaults={"starts_on": today.replace(month=8), "ends_on": today.replace(year=2027, month=6)},
    )
    slug = name.lower().replace(" ", "-")
    tournament = Tournament.objects.create(
        club=club, season=season, name=name, slug=slug, short_code=f"c{slug}"[:12], system="attendance_monrad"
    )
    director, _ = User.objects.get_or_create(username="kari", defaults={"name": "Kari Berg"})
    Membership.objects.get_or_create(club=club, user=director, defaults={"role": Role.DIRECTOR})
    Directorship.objects.create(tournament=tournament, user=director)
    entries = {number: _entry(tournament, number, joining_late) for number in range(1, players + 1)}
    entrants = tuple(
        Entrant(number=number, rating=entry.rating, joined_round=entry.joined_round)
        for number, entry in entries.items()
    )
    snapshot = TournamentSnapshot(entrants=entrants)
    return Played(club=club, tournament=tournament, director=director, entries=entries, rounds=[], snapshot=snapshot)


def _entry(tournament: Tournament, number: int, joining_late: Collection[int]) -> Entry:
    given, family = GIVEN[number % len(GIVEN)], FAMILY[(number * 7) % len(FAMILY)]
    player = Player.objects.create(
        club=tournament.club,
        given_name=given,
        family_name=family,
        folded_name=folded_name(given, family),
        shown_as=ShownAs.FULL,
    )
    return Entry.objects.create(
        tournament=tournament,
        player=player,
        number=number,
        rating=max(2100 - 13 * number, 100),
        joined_round=3 if number in joining_late else 1,
    )
