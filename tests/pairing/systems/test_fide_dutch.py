"""FIDE's Dutch system: the page's examples, and the rounds that an independent program has paired."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.pairing.opponents.starting_list import InitialColour
from tournaments.pairing.systems.fide_dutch import FideDutch
from tournaments.pairing.types.options import OptionError, configured
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)

REFERENCE = Path(__file__).parents[2] / "data" / "fide_dutch_reference.jsonl"
"""How to read it stands beside it, in `fide_dutch_reference.md`."""
TOURNAMENTS = [json.loads(line) for line in REFERENCE.read_text().splitlines()]
BYES = {"U": ByeKind.PAIRING, "H": ByeKind.HALF, "F": ByeKind.FULL, "Z": ByeKind.ZERO}
RESULTS = {
    "10": Result.WHITE_WINS,
    "01": Result.BLACK_WINS,
    "==": Result.DRAW,
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.BOTH_FORFEIT,
}
Pair = tuple[PlayerId, PlayerId]


def white_first(**options: object) -> FideDutch:
    return configured(FideDutch, {"initial_colour": "white"} | options)


def black_first(**options: object) -> FideDutch:
    return configured(FideDutch, {"initial_colour": "black"} | options)


def pairs_of(paired: PairedRound) -> set[Pair]:
    """With (player, 0) for the bye of the odd number."""
    byes = {(bye.player, 0) for bye in paired.byes if bye.kind is ByeKind.PAIRING}
    return {(board.white, board.black) for board in paired.boards} | byes


# Against an independent program


def played_rounds(tournament: dict[str, object]) -> list[PlayedRound]:
    players = tournament["players"]
    assert isinstance(players, list)
    rounds = []
    for index in range(len(players[0][1])):
        games, byes = [], []
        for number, (_rating, entries) in enumerate(players, start=1):
            opponent, colour, result = entries[index]
            if not opponent:
                byes.append(PlayedBye(player=number, kind=BYES[result]))
            elif colour == "w":
                both = result + players[opponent - 1][1][index][2]
                games.append(PlayedGame(board=len(games) + 1, white=number, black=opponent, result=RESULTS[both]))
        rounds.append(PlayedRound(number=index + 1, games=tuple(games), byes=tuple(byes)))
    return rounds


def before_each_round(tournament: dict[str, object]) -> Iterator[TournamentSnapshot]:
    players, rounds = tournament["players"], played_rounds(tournament)
    assert isinstance(players, list)
    for held, played in enumerate(rounds):
        asked = tuple(bye for bye in played.byes if bye.kind is not ByeKind.PAIRING)
        yield TournamentSnapshot(
            entrants=tuple(Entrant(number=number, rating=each[0]) for number, each in enumerate(players, start=1)),
            rounds=tuple(rounds[:held]),
            next_round=NextRound(byes=asked),
            planned_rounds=len(rounds),
        )


def matched(tournaments: list[dict[str, object]]) -> int:
    """So many rounds have the same pairs, colours and byes."""
    rounds = 0
    for tournament in tournaments:
        system = FideDutch(initial_colour=InitialColour(tournament["first"]))
        for number, snapshot in enumerate(before_each_round(tournament), start=1):
            expected = tournament["pairings"][str(number)]  # type: ignore[index]
            paired = system.pair(snapshot)
            assert pairs_of(paired) == {(white, black) for white, black in expected["pairs"]}
            assert {bye.player for bye in paired.byes if bye.kind is not ByeKind.PAIRING} == set(expected["absent"])
            rounds += 1
    return rounds


def test_small_tournaments_are_paired_as_another_program_did() -> None:
    assert matched([each for each in TOURNAMENTS if each["n"] <= 24]) > 100


@pytest.mark.slow
def test_every_round_is_paired_as_another_program_did() -> None:
    assert matched(TOURNAMENTS) == 624


# The page's examples


def tournament(count: int, *rounds: str, ratings: list[int] | None = None, **fields: object) -> TournamentSnapshot:
    """Each round as "1:2 1-0, 3:4 *", with "5 bye", "6 half", "7 full", "8 zero" and "9 away"; white is named first."""
    kinds = {"bye": ByeKind.PAIRING, "half": ByeKind.HALF, "full": ByeKind.FULL, "zero": ByeKind.ZERO}
    played = []
    for number, written in enumerate(rounds, start=1):
        games, byes, absences = [], [], []
        for part in filter(None, written.split(", ")):
            who, what = part.split(" ")
            if what == "away":
                absences.append(Absence(player=int(who), kind=AbsenceKind.EXCUSED))
            elif what in kinds:
                byes.append(PlayedBye(player=int(who), kind=kinds[what]))
            else:
                white, black = map(int, who.split(":"))
                games.append(PlayedGame(board=len(games) + 1, white=white, black=black, result=Result(what)))
        played.append(PlayedRound(number=number, games=tuple(games), byes=tuple(byes), absences=tuple(absences)))
    entrants = tuple(
        Entrant(number=number, rating=ratings[number - 1] if ratings else None) for number in range(1, count + 1)
    )
    return TournamentSnapshot(entrants=entrants, rounds=tuple(played), **fields)  # type: ignore[arg-type]


def away(*players: PlayerId, half: tuple[PlayerId, ...] = ()) -> NextRound:
    return NextRound(
        absences=tuple(Absence(player=player, kind=AbsenceKind.EXCUSED) for player in players),
        byes=tuple(PlayedBye(player=player, kind=ByeKind.HALF) for player in half),
    )


def boards_of(paired: PairedRound) -> list[Pair]:
    return [(board.white, board.black) for board in paired.boards]


def test_round_1_with_an_odd_number() -> None:
    paired = white_first().pair(tournament(7))
    assert pairs_of(paired) == {(1, 4), (5, 2), (3, 6), (7, 0)}


def test_who_has_never_been_there_shifts_nobody() -> None:
    paired = white_first().pair(tournament(6, next_round=away(3)))
    assert pairs_of(paired) == {(1, 4), (5, 2), (6, 0)}


def test_c5_the_bye_goes_as_low_as_it_can() -> None:
    snapshot = tournament(5, "3:1 1/2-1/2, 2:4 1-0, 5 bye")
    assert pairs_of(black_first().pair(snapshot)) == {(1, 2), (5, 3), (4, 0)}


WHOLE = [
    ("4:1 1-0, 2:5 0-1, 7:3 0-1, 8 bye, 6 half", away(half=(6,))),
    ("3:8 1/2-1/2, 6:4 1/2-1/2, 1:2 --+, 7 bye, 5 away", away(5)),
    ("4:3 ---, 8:2 1-0, 5:7 1/2-1/2, 1:6 1/2-1/2", away()),
    ("7:8 1/2-1/2, 6:3 1/2-1/2, 1:5 1-0, 2 half, 4 half", away(half=(2, 4))),
    ("8:6 1/2-1/2, 4:7 1/2-1/2, 3:5 1-0, 2:1 1/2-1/2", away()),
    ("8:4 0-1, 1:3 0-1, 6:2 1-0, 5 bye, 7 away", away(7)),
]


@pytest.mark.parametrize("held", range(len(WHOLE)))
def test_the_whole_tournament_of_the_page(held: int) -> None:
    rounds = [written for written, _coming in WHOLE]
    before = tournament(8, *rounds[:held], planned_rounds=6, next_round=WHOLE[held][1])
    after = tournament(8, *rounds[: held + 1])
    expected = {(game.white, game.black) for game in after.rounds[-1].games}
    expected |= {(bye.player, 0) for bye in after.rounds[-1].byes if bye.kind is ByeKind.PAIRING}
    assert pairs_of(black_first().pair(before)) == expected


# What the other program's rounds do not show


def test_baku_pairs_the_upper_half_with_a_point_more() -> None:
    """N = 8: A is 1 to 4, who meet among themselves first."""
    baku = white_first(acceleration="baku")
    paired = baku.pair(tournament(8, planned_rounds=9))
    assert boards_of(paired) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    assert [note.rule for note in paired.notes] == ["fide_dutch/baku"]


def test_baku_goes_by_half_a_point_and_then_stops() -> None:
    """Nine rounds: 1 1 1 ½ ½ 0 0 0 0."""
    held = ["" for _round in range(9)]
    more = []
    for number in range(9):
        paired = white_first(acceleration="baku").pair(tournament(12, *held[:number], planned_rounds=9))
        more.append([note.facts["points"] for note in paired.notes if note.rule == "fide_dutch/baku"])
    assert more[0] == [1]
    of_nobody = [each for each in more[1:] if each]
    assert not of_nobody  # nobody had a number in round 1, so nobody is in the group

    first = "1:4 1/2-1/2, 2:5 1/2-1/2, 3:6 1/2-1/2, 7:10 1/2-1/2, 8:11 1/2-1/2, 9:12 1/2-1/2"
    for number in range(1, 9):
        paired = white_first(acceleration="baku").pair(tournament(12, first, *held[1:number], planned_rounds=9))
        more[number] = [note.facts["points"] for note in paired.notes if note.rule == "fide_dutch/baku"]
    half = Fraction(1, 2)
    assert more == [[1], [1], [1], [half], [half], [], [], [], []]


def test_what_baku_adds_is_what_the_scores_are_more_than_the_points() -> None:
    rounds = ["1:3 1-0, 4:2 1/2-1/2, 5:7 1-0, 8:6 0-1", "2:1 1-0, 3:4 0-1, 6:5 1-0, 7:8 1/2-1/2"]
    for held in range(3):
        snapshot = tournament(8, *rounds[:held], planned_rounds=3)
        system = white_first(acceleration="baku")
        points = system.capabilities().record(snapshot).points
        more = {player: score - points[player] for player, score in system.pair(snapshot).scores.items()}
        assert system.added_points(snapshot) == {player: each for player, each in more.items() if each}
    assert white_first(acceleration="baku").added_points(tournament(8)) == {}
    assert white_first().added_points(tournament(8, planned_rounds=3)) == {}


def test_baku_needs_the_number_of_rounds_and_usual_points() -> None:
    with pytest.raises(PairingImpossible) as caught:
        white_first(acceleration="baku").pair(tournament(8))
    assert [reason.rule for reason in caught.value.reasons] == ["fide_dutch/baku/plan"]
    with pytest.raises(OptionError):
        white_first(acceleration="baku", win=3)


def test_a_late_entrant_stands_where_the_rating_belongs() -> None:
    """5 joins in round 2 with a rating between 1 and 2, and 3 has the bye: 0 points, so 5 is best of those."""
    snapshot = tournament(4, "1:3 1-0, 4:2 0-1", ratings=[2000, 1800, 1700, 1600])
    late = replace(snapshot, entrants=(*snapshot.entrants, Entrant(number=5, rating=1900, joined_round=2)))
    by_rating = white_first().pair(late)
    last = white_first(late_entries="last").pair(late)
    assert by_rating.order == (1, 2, 5, 3, 4)
    assert last.order == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("kind", ["half", "zero"])
def test_byes_worth_less_than_a_win_do_not_bar_the_bye(kind: str) -> None:
    (bye,) = white_first().pair(tournament(3, f"1:2 1-0, 3 {kind}", next_round=away(1, 2))).byes
    assert (bye.player, bye.kind) == (3, ByeKind.PAIRING)


@pytest.mark.parametrize("round_1", ["1:2 1-0, 3 full", "1:2 1-0, 3 bye", "3:2 +--, 1 zero"])
def test_a_bye_or_a_win_without_playing_bars_the_next_one(round_1: str) -> None:
    with pytest.raises(PairingImpossible) as caught:
        white_first().pair(tournament(3, round_1, next_round=away(1, 2)))
    assert caught.value.reasons[0].rule == "fide_dutch/impossible/bye"


def test_an_open_game_is_a_draw_until_it_is_known() -> None:
    snapshot = tournament(4, "1:3 *, 4:2 1/2-1/2")
    assert pairs_of(white_first().pair(snapshot)) == {(2, 1), (3, 4)}
    unscored = white_first(open_game="unscored").pair(snapshot)
    assert unscored.order == (2, 4, 1, 3)
    assert pairs_of(unscored) == {(2, 1), (3, 4)}  # both score groups have met


def test_an_open_game_is_a_meeting() -> None:
    """3 and 4 have met though nobody knows how it ended."""
    snapshot = tournament(4, "1:3 1-0, 4:2 0-1", "2:1 1/2-1/2, 3:4 *", next_round=away(2, 1))
    with pytest.raises(PairingImpossible):
        white_first().pair(snapshot)


def test_other_points_make_other_groups() -> None:
    """3–1–0: two draws are less than a win and a loss."""
    snapshot = tournament(6, "1:4 1-0, 5:2 1/2-1/2, 3:6 1/2-1/2", "2:1 1-0, 6:5 1/2-1/2, 4:3 0-1")
    half = Fraction(1, 2)
    assert white_first().pair(snapshot).scores == {2: 3 * half, 3: 3 * half, 1: 1, 5: 1, 6: 1, 4: 0}
    three = white_first(win=3, draw=1, bye_points=3).pair(snapshot)
    assert three.scores == {2: 4, 3: 4, 1: 3, 5: 2, 6: 2, 4: 0}


def test_a_bye_worth_less_than_a_win_is_still_the_only_one() -> None:
    """The bye for the odd number bars another whatever it gave; a full bye only where it was worth a win."""
    low = white_first(win=3, draw=1, bye_points=1)
    with pytest.raises(PairingImpossible):
        low.pair(tournament(3, "1:2 1-0, 3 bye", next_round=away(1, 2)))
    (bye,) = low.pair(tournament(3, "1:2 1-0, 3 full", next_round=away(1, 2))).byes
    assert (bye.player, bye.kind) == (3, ByeKind.PAIRING)


def test_when_nothing_fits_it_stops_or_relaxes() -> None:
    all_met = tournament(4, "1:2 1-0, 3:4 1-0", "3:1 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0")
    with pytest.raises(PairingImpossible) as caught:
        white_first().pair(all_met)
    assert [reason.rule for reason in caught.value.reasons] == [
        "impossible/met_everybody",
        "fide_dutch/impossible",
        "impossible/allow_rematch",
    ]
    paired = white_first(last_resort="rematch").pair(all_met)
    assert pairs_of(paired) == {(2, 1), (4, 3)}
    assert [note.rule for note in paired.notes] == ["fide_dutch/relaxed/C1"]


def test_two_who_must_have_the_same_colour_meet_only_as_a_last_resort() -> None:
    whites = tournament(4, "1:3 1-0, 2:4 1-0", "1:4 1-0, 2:3 1-0", next_round=away(3, 4))
    with pytest.raises(PairingImpossible):
        white_first().pair(whites)
    paired = white_first(last_resort="rematch").pair(whites)
    assert [note.rule for note in paired.notes] == ["fide_dutch/relaxed/C3"]
    assert "fide_dutch/relaxed/C3" in [reason.rule for reason in paired.boards[0].reasons]


def test_it_says_that_fide_has_not_endorsed_it() -> None:
    assert "not endorsed by FIDE" in FideDutch.info.summary
    assert FideDutch().settings()[0].rule == "fide_dutch/settings/not_endorsed"


# Very small, odd and large fields


def test_two_players_meet_once() -> None:
    assert boards_of(white_first().pair(tournament(2))) == [(1, 2)]
    with pytest.raises(PairingImpossible) as caught:
        white_first().pair(tournament(2, "1:2 1-0"))
    assert "impossible/met_everybody" in [reason.rule for reason in caught.value.reasons]


def test_three_players_have_three_rounds_and_a_bye_each() -> None:
    rounds, byes = [], []
    for _round in range(3):
        (board,), (bye,) = (paired := white_first().pair(tournament(3, *rounds))).boards, paired.byes
        rounds.append(f"{board.white}:{board.black} 1/2-1/2, {bye.player} bye")
        byes.append(bye.player)
    assert sorted(byes) == [1, 2, 3]
    with pytest.raises(PairingImpossible) as caught:
        white_first().pair(tournament(3, *rounds))
    assert "fide_dutch/impossible/bye" in [reason.rule for reason in caught.value.reasons]


@pytest.mark.slow
def test_255_players_for_five_rounds() -> None:
    rounds: list[str] = []
    for _round in range(5):
        paired = white_first().pair(tournament(255, *rounds, planned_rounds=5))
        (bye,) = paired.byes
        games = [f"{board.white}:{board.black} {('1-0', '1/2-1/2', '0-1')[board.white % 3]}" for board in paired.boards]
        assert len({*games}) == 127
        rounds.append(", ".join([*games, f"{bye.player} bye"]))
    played = tournament(255, *rounds).rounds
    meetings = [frozenset((game.white, game.black)) for each in played for game in each.games]
    assert len(meetings) == len({*meetings}) == 5 * 127
    assert len({bye.player for each in played for bye in each.byes}) == 5


def test_everybody_leaves_but_one() -> None:
    first = "1:3 1-0, 2:4 0-1, 5 bye"
    (bye,) = white_first().pair(tournament(5, first, next_round=away(1, 2, 4, 5))).byes
    assert bye.player == 3
    with pytest.raises(PairingImpossible) as caught:
        white_first().pair(tournament(5, first, next_round=away(1, 2, 3, 4)))
    assert caught.value.reasons[0].rule == "fide_dutch/impossible/bye"
    with pytest.raises(PairingImpossible) as caught:
        white_first().pair(tournament(5, first, next_round=away(1, 2, 3, 4, 5)))
    assert [reason.rule for reason in caught.value.reasons] == ["impossible/nobody_present"]
