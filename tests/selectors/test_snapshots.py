"""Rows ↔ the core's values, and the file kept with a round."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tools.evenings.club import SEED, a_club, a_tournament
from tournaments.exchange import tournament_file
from tournaments.models import (
    Attendance,
    Entry,
    ForbiddenPair,
    Game,
    Player,
    Presence,
    Round,
    RoundState,
    Tournament,
    Withdrawal,
)
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
)
from tournaments.selectors.snapshots import packed, snapshot_of, tournament_file_of, unpacked

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # order of rows, JSON


class Written:
    """A tournament written straight into the tables, the entries in another order than their numbers."""

    def __init__(self, entrants: int = 9) -> None:
        club, players = a_club(entrants + 1)
        self.tournament: Tournament = a_tournament(club, planned_rounds=5)
        self.without_number = self.enter(players.pop(), None)
        self.entries: Mapping[int, Entry] = {
            number: self.enter(player, number)
            for number, player in sorted(enumerate(players, start=1), key=lambda one: -one[0])
        }

    def enter(self, player: Player, number: int | None) -> Entry:
        return Entry.objects.create(tournament=self.tournament, player=player, number=number, rating=player.rating)

    def add_round(self, number: int, state: RoundState) -> Round:
        return Round.objects.create(tournament=self.tournament, number=number, state=state)

    def sit(self, at: Round, number: int, presence: str = "present", **values: object) -> None:
        Attendance.objects.create(round=at, entry=self.entries[number], presence=presence, **values)

    def play(self, at: Round, board: int, white: int, black: int, result: str, **values: object) -> None:
        game = Game.objects.create(round=at, board=board, result=result, **values)
        self.sit(at, black, game=game, colour="black")
        self.sit(at, white, game=game, colour="white")


def two_rounds_and_an_open_one() -> Written:
    written = Written()
    one = written.add_round(1, RoundState.FINISHED)
    written.play(one, 2, 3, 4, "+--")
    written.play(one, 1, 2, 1, "1/2-1/2", known_from=3, earlier=[["1-0", 2]])
    written.play(one, 3, 5, 6, "*", is_postponed=True)
    written.sit(one, 7, bye="pairing")
    written.sit(one, 8, "unmarked")
    Attendance.objects.create(round=one, entry=written.without_number)
    two = written.add_round(2, RoundState.PUBLISHED)
    written.play(two, 1, 1, 3, "---", by_hand=True)
    written.sit(two, 2, "half", bye="half")
    written.sit(two, 4, "full", bye="full")
    written.sit(two, 5, "zero", bye="zero")
    written.sit(two, 6, "excused")
    written.sit(two, 7, "unexcused")
    written.sit(two, 8, "club")
    three = written.add_round(3, RoundState.OPEN)
    marks = ["present", "half", "full", "zero", "excused", "unexcused", "club", "unmarked"]
    for number, mark in enumerate(marks, start=1):
        written.sit(three, number, mark)
    Entry.objects.filter(pk=written.entries[9].pk).update(joined_round=3, rating=None)
    Withdrawal.objects.create(entry=written.entries[8], first_round=4)
    Withdrawal.objects.create(entry=written.entries[8], first_round=1, last_round=1)
    one_entry, other = sorted((written.entries[3], written.entries[5]), key=lambda entry: entry.pk)
    ForbiddenPair.objects.create(tournament=written.tournament, one=one_entry, other=other)
    first, second = sorted((written.without_number, written.entries[1]), key=lambda entry: entry.pk)
    ForbiddenPair.objects.create(tournament=written.tournament, one=first, other=second)
    return written


ROUNDS = (
    PlayedRound(
        number=1,
        games=(
            PlayedGame(board=1, white=2, black=1, result=Result.DRAW, known_from=3, earlier=((Result.WHITE_WINS, 2),)),
            PlayedGame(board=2, white=3, black=4, result=Result.WHITE_WINS_BY_FORFEIT),
            PlayedGame(board=3, white=5, black=6, result=Result.OPEN),
        ),
        byes=(PlayedBye(player=7, kind=ByeKind.PAIRING),),
    ),
    PlayedRound(
        number=2,
        games=(PlayedGame(board=1, white=1, black=3, result=Result.BOTH_FORFEIT, by_hand=True),),
        byes=(
            PlayedBye(player=2, kind=ByeKind.HALF),
            PlayedBye(player=4, kind=ByeKind.FULL),
            PlayedBye(player=5, kind=ByeKind.ZERO),
        ),
        absences=(
            Absence(player=6, kind=AbsenceKind.EXCUSED),
            Absence(player=7, kind=AbsenceKind.UNEXCUSED),
            Absence(player=8, kind=AbsenceKind.CLUB),
        ),
    ),
)
COMING = NextRound(
    byes=(
        PlayedBye(player=2, kind=ByeKind.HALF),
        PlayedBye(player=3, kind=ByeKind.FULL),
        PlayedBye(player=4, kind=ByeKind.ZERO),
    ),
    absences=(
        Absence(player=5, kind=AbsenceKind.EXCUSED),
        Absence(player=6, kind=AbsenceKind.UNEXCUSED),
        Absence(player=7, kind=AbsenceKind.CLUB),
        Absence(player=8, kind=AbsenceKind.UNEXCUSED),
        Absence(player=9, kind=AbsenceKind.UNEXCUSED),
    ),
)


def expected(**values: object) -> TournamentSnapshot:
    entrants = [Entrant(number=number, rating=2000 - number) for number in range(1, 8)]
    entrants.append(Entrant(number=8, rating=1992, away=((1, 1), (4, None))))
    entrants.append(Entrant(number=9, joined_round=3))
    basics = {"rounds": ROUNDS, "forbidden_pairs": frozenset({frozenset({3, 5})}), "planned_rounds": 5, "seed": SEED}
    return TournamentSnapshot(entrants=tuple(entrants), **{**basics, **values})  # type: ignore[arg-type]  # by test


def test_rows_become_the_cores_picture_of_the_tournament() -> None:
    assert snapshot_of(two_rounds_and_an_open_one().tournament) == expected()


def test_an_open_round_to_be_paired_says_who_is_away_and_who_asked_for_a_bye() -> None:
    written = two_rounds_and_an_open_one()
    open_round = Round.objects.get(tournament=written.tournament, number=3)
    assert snapshot_of(written.tournament, before=open_round) == expected(next_round=COMING)


def test_a_drafted_round_to_be_paired_again_is_not_among_those_played() -> None:
    written = two_rounds_and_an_open_one()
    third = Round.objects.get(tournament=written.tournament, number=3)
    game = Game.objects.create(round=third, board=1)
    Round.objects.filter(pk=third.pk).update(state=RoundState.DRAFTED)
    for number, colour in ((1, "white"), (9, "black")):
        Attendance.objects.update_or_create(
            round=third, entry=written.entries[number], defaults={"game": game, "colour": colour, "presence": "present"}
        )
    coming = NextRound(byes=COMING.byes, absences=COMING.absences[:-1])
    assert snapshot_of(written.tournament, before=third) == expected(next_round=coming)
    assert len(snapshot_of(written.tournament).rounds) == 3


def test_before_a_published_round_it_says_who_was_away_then() -> None:
    written = two_rounds_and_an_open_one()
    second = Round.objects.get(tournament=written.tournament, number=2)
    coming = snapshot_of(written.tournament, before=second)
    assert coming.rounds == ROUNDS[:1]
    assert coming.next_round.byes == ROUNDS[1].byes
    assert coming.next_round.absences == (*ROUNDS[1].absences, Absence(player=9, kind=AbsenceKind.UNEXCUSED))


def test_before_the_first_round_nothing_was_played() -> None:
    written = Written(2)
    opened = written.add_round(1, RoundState.OPEN)
    written.sit(opened, 2)
    snapshot = snapshot_of(written.tournament, before=opened)
    assert snapshot.rounds == ()
    assert snapshot.next_round == NextRound(absences=(Absence(player=1, kind=AbsenceKind.UNEXCUSED),))


def test_another_tournament_with_the_same_numbers_is_not_mixed_in() -> None:
    written = two_rounds_and_an_open_one()
    alone = snapshot_of(written.tournament)
    other = a_tournament(written.tournament.club)
    player = written.entries[1].player
    entry = Entry.objects.create(tournament=other, player=player, number=1)
    played = Round.objects.create(tournament=other, number=1, state=RoundState.FINISHED)
    Attendance.objects.create(round=played, entry=entry, presence=Presence.EXCUSED)
    Withdrawal.objects.create(entry=entry, first_round=2)
    assert snapshot_of(written.tournament) == alone


@pytest.mark.parametrize("entrants", [4, 40])
def test_the_queries_do_not_grow_with_the_size(entrants: int) -> None:
    written = Written(entrants)
    for number in (1, 2, 3):
        played = written.add_round(number, RoundState.FINISHED)
        for board in range(1, entrants // 2 + 1):
            written.play(played, board, 2 * board - 1, 2 * board, "1-0")
    with CaptureQueriesContext(connection) as queries:
        snapshot_of(written.tournament, before=Round.objects.get(tournament=written.tournament, number=3))
    assert len(queries) == 5 + 1


def test_a_file_packed_and_unpacked_is_the_same() -> None:
    written = two_rounds_and_an_open_one()
    tournament = written.tournament
    tournament.options, tournament.tie_breaks = {"bye_points": "5/2"}, [{"code": "wins"}]
    third = Round.objects.get(tournament=tournament, number=3)
    written.sit(third, 9)
    pins = [PinnedBoard(white=9, black=1)]
    file = tournament_file_of(tournament, snapshot_of(tournament, before=third), pinned=pins)
    assert unpacked(packed(file)) == file
    assert (file.system, file.options, file.tie_breaks) == (
        "attendance_monrad",
        {"bye_points": "5/2"},
        ({"code": "wins"},),
    )
    assert (file.names[9], file.pinned) == ("Player 9", (PinnedBoard(white=9, black=1),))


def test_the_same_file_gives_the_same_bytes() -> None:
    tournament = two_rounds_and_an_open_one().tournament
    once, again = (packed(tournament_file_of(tournament, snapshot_of(tournament))) for _ in range(2))
    assert once == again
    assert packed(unpacked(memoryview(once))) == once


def test_the_export_can_be_read_by_the_commands() -> None:
    tournament = two_rounds_and_an_open_one().tournament
    file = tournament_file_of(tournament, snapshot_of(tournament))
    assert tournament_file.parse(tournament_file.dump(file)) == file
