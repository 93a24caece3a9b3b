"""Cup: the example of its page both ways, a test for each rule, and whole cups played to the end."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.management.test_tournament_files import answers
from tests.pairing.test_every_system import check_sentence, check_table, pair, reasons_of
from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.evenings import evenings
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile, dump, parse
from tournaments.pairing.audit.verification import verify
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.systems.cup import Cup, rules
from tournaments.pairing.systems.cup.drawing import passes_among, rounds_of
from tournaments.pairing.systems.cup.seeds import places
from tournaments.pairing.types.knockout import Match
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.options import OptionError, configured, fields_of, saved
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, PinnedBoard
from tournaments.pairing.types.snapshot import (
    Colour,
    Entrant,
    MatchDecision,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.wording import sentence
from tournaments.services.files.import_limits import refuse_what_does_not_fit

SEED = "3c" * 32
WON, LOST, DRAWN = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def cup(**options: object) -> Cup:
    system = configured(SYSTEMS["cup"], options)
    assert isinstance(system, Cup)
    return system


TREE = cup(draw="bracket")
LOTS = cup()


def entered(count: int, **facts: Any) -> TournamentSnapshot:
    """The lower the number, the higher the rating."""
    entrants = tuple(Entrant(number=number, rating=2400 - 10 * number) for number in range(1, count + 1))
    return TournamentSnapshot(entrants=entrants, seed=SEED, **facts)


def boards(paired: PairedRound) -> list[tuple[PlayerId, PlayerId]]:
    return [(board.white, board.black) for board in paired.boards]


def passes(paired: PairedRound) -> list[PlayerId]:
    return [bye.player for bye in paired.byes]


def with_round(snapshot: TournamentSnapshot, paired: PairedRound, *games: PlayedGame) -> TournamentSnapshot:
    byes = tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes)
    played = PlayedRound(number=paired.number, games=games, byes=byes)
    return replace(snapshot, rounds=(*snapshot.rounds, played))


def by_number(snapshot: TournamentSnapshot, system: PairingSystem) -> TournamentSnapshot:
    """The next round, in which the lower number wins."""
    paired = system.pair(snapshot)
    games = [
        PlayedGame(
            board=each.board, white=each.white, black=each.black, result=WON if each.white < each.black else LOST
        )
        for each in paired.boards
    ]
    return with_round(snapshot, paired, *games)


def to_the_end(snapshot: TournamentSnapshot, system: PairingSystem) -> TournamentSnapshot:
    while not system.is_finished(snapshot):
        snapshot = by_number(snapshot, system)
    return snapshot


def table(system: PairingSystem, snapshot: TournamentSnapshot) -> dict[PlayerId, int | None]:
    return {row.player: row.place for row in system.standings(snapshot, ()).rows}


def refused(system: PairingSystem, snapshot: TournamentSnapshot) -> str:
    with pytest.raises(PairingImpossible) as impossible:
        system.pair(snapshot)
    for reason in impossible.value.reasons:
        check_sentence(reason)
    return " ".join(sentence(reason, "P{}".format) for reason in impossible.value.reasons)


def one_tie(
    result: Result, decided: MatchDecision | None = None, *, away: tuple[PlayerId, ...] = ()
) -> TournamentSnapshot:
    """Four in the cup; 1 with White against 4 as given, 2 beats 3."""
    entrants = tuple(
        Entrant(number=number, rating=2000 - 50 * number, away=((2, None),) if number in away else ())
        for number in range(1, 5)
    )
    first = PlayedRound(
        number=1,
        games=(
            PlayedGame(board=1, white=1, black=4, result=result, decided_by=decided),
            PlayedGame(board=2, white=2, black=3, result=WON),
        ),
    )
    return TournamentSnapshot(entrants=entrants, rounds=(first,), seed=SEED)


def who_goes_on(system: PairingSystem, snapshot: TournamentSnapshot) -> set[PlayerId]:
    paired = system.pair(snapshot)
    return {player for pair in boards(paired) for player in pair}


# The tree


def test_the_standard_order_of_seeds() -> None:
    assert places(1) == [1]
    assert places(4) == [1, 4, 2, 3]
    assert places(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert places(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_eleven_in_a_tree_by_rating() -> None:
    snapshot = entered(11)
    first = TREE.pair(snapshot)
    assert boards(first) == [(8, 9), (7, 10), (6, 11)]
    assert passes(first) == [1, 4, 5, 2, 3]
    rounds = []
    while not TREE.is_finished(snapshot):
        rounds.append(boards(TREE.pair(snapshot)))
        snapshot = by_number(snapshot, TREE)
    assert rounds[1:] == [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]
    assert sum(map(len, rounds)) == 10
    assert table(TREE, snapshot) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5, 9: 9, 10: 9, 11: 9}
    assert refused(TREE, snapshot) == "P1 has won the cup."


def test_a_game_for_third_place_is_one_more() -> None:
    system = cup(draw="bracket", third_place="game")
    snapshot = to_the_end(entered(11), system)
    assert [len(played.games) for played in snapshot.rounds] == [3, 4, 2, 2]
    assert [(game.white, game.black) for game in snapshot.rounds[-1].games] == [(1, 2), (3, 4)]
    assert [table(system, snapshot)[player] for player in (1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]


def test_a_tree_opens_as_soon_as_both_are_known() -> None:
    first = with_round(
        entered(8),
        TREE.pair(entered(8)),
        *(PlayedGame(board=n, white=w, black=b, result=r) for n, w, b, r in [(1, 1, 8, WON), (2, 4, 5, WON)]),
        *(PlayedGame(board=n, white=w, black=b, result=r) for n, w, b, r in [(3, 2, 7, DRAWN), (4, 3, 6, WON)]),
    )
    second = TREE.pair(first)
    assert boards(second) == [(1, 4)]
    said = {left.player: sentence(left.reasons[0], "P{}".format) for left in second.left_out}
    assert said[3] == "P3 waits for an opponent: another tie is not decided yet."
    assert said[2] == "The tie of P2 in round 1 is not decided yet."
    assert said[8] == "P8 is out: P1 went through in round 1."
    assert "The tie of P2 and P7 in round 1 is not decided yet." in refused(LOTS, first)


def test_numbers_of_a_tree_are_seeds() -> None:
    entrants = [Entrant(number=n, rating=r) for n, r in enumerate([1500, None, 1800, 1600, 1700, 1400], start=1)]
    lots = Lots(SEED, 0)
    assert TREE.start_numbers(entrants, lots) == (3, 5, 4, 1, 6, 2)
    drawn = cup(draw="bracket_lot").start_numbers(entrants, lots)
    assert drawn == lots.sort("number", range(1, 7))
    seeded = cup(draw="bracket_lot", seeded=2).start_numbers(entrants, lots)
    assert seeded == (3, 5, *(number for number in drawn if number not in (3, 5)))
    finalists = cup(free_to="finalists").start_numbers(entrants, lots)
    assert finalists == (1, 2, *(number for number in drawn if number > 2))


@pytest.mark.parametrize("count", [6, 11, 16, 23])
def test_the_seeded_cannot_meet_before_only_they_are_left(count: int) -> None:
    snapshot = to_the_end(entered(count), TREE)
    for played in snapshot.rounds[:-2]:
        assert not any({game.white, game.black} <= {1, 2, 3, 4} for game in played.games)
    assert {snapshot.rounds[-1].games[0].white, snapshot.rounds[-1].games[0].black} == {1, 2}


# By lot


def test_eleven_by_lots_each_round() -> None:
    """The first six of the lot play, the first named with White; the other five pass; then 8, 4, 2."""
    order = Lots(SEED, 1).sort("cup:1", range(1, 12))
    first = LOTS.pair(entered(11))
    assert boards(first) == [(order[0], order[1]), (order[2], order[3]), (order[4], order[5])]
    assert sorted(passes(first)) == sorted(order[6:])
    snapshot = by_number(entered(11), LOTS)
    second = LOTS.pair(snapshot)
    still_in = {player for player, place in table(LOTS, snapshot).items() if place == 1}
    order = Lots(SEED, 2).sort("cup:2", still_in)
    assert boards(second) == [*zip(order[::2], order[1::2], strict=True)]
    assert (len(second.boards), passes(second)) == (4, [])
    done = to_the_end(snapshot, LOTS)
    assert [len(played.games) for played in done.rounds] == [3, 4, 2, 1]
    assert Counter(table(LOTS, done).values()) == {1: 1, 2: 1, 3: 2, 5: 4, 9: 3}


def test_free_passes_to_the_best_or_to_the_finalists() -> None:
    assert sorted(passes(cup(free_to="best").pair(entered(11)))) == [1, 2, 3, 4, 5]
    assert {1, 2} <= set(passes(cup(free_to="finalists").pair(entered(11))))
    unrated = replace(entered(3), entrants=tuple(Entrant(number=n, rating=1500 if n == 3 else None) for n in (1, 2, 3)))
    assert passes(cup(free_to="best").pair(unrated)) == [3]


def test_free_passes_when_they_make_a_power_of_two() -> None:
    """22: eleven ties; of 11 left five pass, three ties, eight remain."""
    system = cup(fill_to=8)
    snapshot = entered(22)
    sizes = []
    while not system.is_finished(snapshot):
        paired = system.pair(snapshot)
        sizes.append((len(paired.boards), len(paired.byes)))
        snapshot = by_number(snapshot, system)
    assert sizes == [(11, 0), (3, 5), (4, 0), (2, 0), (1, 0)]
    assert rounds_of(22, 8) == 5
    assert [passes_among(count, 8) for count in (23, 16, 11, 9, 8, 7, 5)] == [1, 0, 5, 7, 0, 1, 3]


def test_nobody_has_a_second_free_pass_while_others_had_none() -> None:
    system = cup(fill_to=4)
    snapshot = entered(19)
    had: Counter[PlayerId] = Counter()
    while not system.is_finished(snapshot):
        paired = system.pair(snapshot)
        here = {player for pair in boards(paired) for player in pair} | set(passes(paired))
        for player in passes(paired):
            assert had[player] == min(had[other] for other in here) or not set(passes(paired)) < {
                other for other in here if not had[other]
            }
        had.update(passes(paired))
        snapshot = by_number(snapshot, system)
    assert max(had.values()) == 1


def test_who_shall_not_meet_is_drawn_again_by_lot_and_not_in_a_tree() -> None:
    order = Lots(SEED, 1).sort("cup:1", range(1, 5))
    apart = entered(4, forbidden_pairs=frozenset({frozenset(order[:2])}))
    assert boards(LOTS.pair(apart)) == [(order[0], order[2]), (order[1], order[3])]
    tree = entered(4, forbidden_pairs=frozenset({frozenset({1, 4})}))
    paired = TREE.pair(tree)
    assert boards(paired) == [(1, 4), (2, 3)]
    assert [sentence(note, str) for note in paired.notes] == ["In a tree forbidden pairs are not applied."]
    nobody = entered(2, forbidden_pairs=frozenset({frozenset({1, 2})}))
    assert "forbidden pairs" in refused(LOTS, nobody)


# A tie


@pytest.mark.parametrize(
    ("result", "winner"), [(WON, 1), (LOST, 4), (Result.WHITE_WINS_BY_FORFEIT, 1), (Result.BLACK_WINS_BY_FORFEIT, 4)]
)
def test_a_game_that_is_won_decides(result: Result, winner: PlayerId) -> None:
    assert who_goes_on(LOTS, one_tie(result)) == {winner, 2}


@pytest.mark.parametrize("result", [Result.OPEN, DRAWN])
def test_a_tie_that_nothing_has_decided_holds_up_the_draw(result: Result) -> None:
    assert refused(LOTS, one_tie(result)) == (
        "The tie of P1 and P4 in round 1 is not decided yet. Enter who goes through in each tie not "
        "decided yet, then draw the next round."
    )


def test_what_was_entered_after_a_draw_decides() -> None:
    decided = MatchDecision(step="armageddon", winner=4, games=((Colour.WHITE, DRAWN),))
    assert who_goes_on(LOTS, one_tie(DRAWN, decided)) == {4, 2}


@pytest.mark.parametrize(
    ("steps", "winner"),
    [
        ("lower", 4),
        ("black", 4),
        ("lower_if(150), blitz(2, 5), lot", 4),
        ("lower_if(100), lower", 4),
        ("lower_if(400), black", 4),
    ],
)
def test_steps_without_a_further_game_are_worked_off_at_once(steps: str, winner: PlayerId) -> None:
    assert who_goes_on(cup(decide=steps), one_tie(DRAWN)) == {winner, 2}


def test_the_list_is_worked_off_in_its_order() -> None:
    assert "not decided yet" in refused(cup(decide="lower_if(400), blitz(2, 5), lot"), one_tie(DRAWN))
    assert "not decided yet" in refused(cup(decide="blitz(2, 5), lower"), one_tie(DRAWN))
    by_lot = Lots(SEED, 1).sort("decide", (1, 4))[0]
    assert who_goes_on(cup(decide="lot"), one_tie(DRAWN)) == {by_lot, 2}


def test_two_games_are_decided_by_what_was_entered_of_the_second() -> None:
    twice = cup(games=2)
    decided = MatchDecision(step="second_game", winner=4, games=((Colour.BLACK, WON),))

    def of(result: Result, by: MatchDecision | None = None) -> TournamentSnapshot:
        """The other tie is a walk-over, whatever the games."""
        snapshot = one_tie(result, by)
        tie, other = snapshot.rounds[0].games
        games = (tie, replace(other, result=Result.WHITE_WINS_BY_FORFEIT))
        return replace(snapshot, rounds=(replace(snapshot.rounds[0], games=games),))

    assert "not decided yet" in refused(twice, of(WON))
    assert who_goes_on(twice, of(WON, decided)) == {4, 2}
    assert who_goes_on(LOTS, of(WON, decided)) == {1, 2}, "of one game a win decides"
    assert who_goes_on(twice, of(Result.WHITE_WINS_BY_FORFEIT)) == {1, 2}


def test_the_final_may_have_its_own_list() -> None:
    system = cup(decide="lower", decide_final="blitz(2, 5), lot")
    final = with_round(one_tie(WON), system.pair(one_tie(WON)), PlayedGame(board=1, white=1, black=2, result=DRAWN))
    assert not system.is_finished(final)
    assert cup(decide="lower").is_finished(final)
    assert table(cup(decide="lower"), final) == {2: 1, 1: 2, 3: 3, 4: 3}


@pytest.mark.parametrize(
    "steps",
    [
        "blitz(2, 5)",
        "rapid(1, 15), replay",
        "armageddon(6,5), replay",
        "lower_if(100)",
        "",
        "chess",
        "blitz(2)",
        "blitz(0, 5), lot",
        "lower(1)",
        "lot,",
        "lot " * 100,
        ["lot", 3],
        7,
    ],
)
def test_a_list_that_may_leave_a_tie_undecided_is_refused(steps: object) -> None:
    with pytest.raises(OptionError):
        cup(decide=steps)


@pytest.mark.parametrize("preset", [None, "nl", "de", "dk", "long"])
def test_lists_survive_json(preset: str | None) -> None:
    system = configured(SYSTEMS["cup"], {"decide_final": ["rapid(1,15)", "lot"]}, preset=preset)
    assert configured(SYSTEMS["cup"], json.loads(json.dumps(saved(system)))) == system
    assert set(saved(system)) == {option.code for option in fields_of(system)}
    for reason in system.settings():
        check_sentence(reason)


@pytest.mark.parametrize("options", [{"seeded": 3}, {"fill_to": 6}, {"games": 3}, {"draw": "by_hand"}])
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        cup(**options)


def test_colours() -> None:
    assert boards(cup(draw="bracket", colours="lower_seed").pair(entered(4))) == [(4, 1), (3, 2)]
    by_lot = cup(draw="bracket", colours="lot").pair(entered(4))
    assert boards(by_lot) == [Lots(SEED, 1).sort("colour", pair) for pair in ((1, 4), (2, 3))]
    balance = cup(draw="bracket", colours="balance")
    for white, black in boards(balance.pair(one_tie(LOST))):
        assert (white, black) == (4, 2), "2 has had White, 4 has not"


# Leaving, coming late, both out


def test_whoever_leaves_loses_an_open_tie_and_a_result_stands() -> None:
    assert who_goes_on(LOTS, one_tie(Result.OPEN, away=(1,))) == {4, 2}
    assert who_goes_on(LOTS, one_tie(DRAWN, away=(4,))) == {1, 2}
    assert who_goes_on(LOTS, one_tie(WON, away=(4,))) == {1, 2}


def test_a_winner_who_leaves_makes_room() -> None:
    assert refused(LOTS, one_tie(WON, away=(1,))) == "P2 has won the cup."
    assert LOTS.is_finished(one_tie(WON, away=(1,)))
    assert table(LOTS, one_tie(WON, away=(1,)))[2] == 1


def test_a_tie_between_two_who_left_has_no_winner() -> None:
    gone = one_tie(Result.OPEN, away=(1, 4))
    assert refused(LOTS, gone) == "P2 has won the cup."
    eight = replace(
        entered(8),
        entrants=tuple(replace(e, away=((2, None),)) if e.number in (1, 8) else e for e in entered(8).entrants),
    )
    first = by_number(entered(8), TREE)
    opened = tuple(replace(g, result=Result.OPEN) if g.white == 1 else g for g in first.rounds[0].games)
    both = replace(eight, rounds=(replace(first.rounds[0], games=opened),))
    paired = TREE.pair(both)
    assert (boards(paired), passes(paired)) == ([(2, 3)], [4])


def away_in(snapshot: TournamentSnapshot, away: dict[PlayerId, tuple[int, int | None]]) -> TournamentSnapshot:
    return replace(
        snapshot,
        entrants=tuple(replace(e, away=(away[e.number],) if e.number in away else ()) for e in snapshot.entrants),
    )


@pytest.mark.parametrize("draw", ["each_round", "bracket"])
def test_who_comes_back_when_the_next_round_was_drawn_without_them_is_out(draw: str) -> None:
    system = cup(draw=draw)
    first = by_number(entered(8), system)
    tie = next(pair for pair in boards(system.pair(entered(8))) if 8 in pair)
    other = sum(tie) - 8
    opened = tuple(replace(g, result=Result.OPEN) if {g.white, g.black} == {*tie} else g for g in first.rounds[0].games)
    open_tie = replace(first, rounds=(replace(first.rounds[0], games=opened),))
    gone = away_in(open_tie, {8: (2, None)})
    second = by_number(gone, system)
    assert other in {player for game in second.rounds[1].games for player in (game.white, game.black)}
    back = away_in(second, {8: (2, 2)})
    assert who_goes_on(system, back) == who_goes_on(system, second)
    assert table(system, back) == table(system, second)
    early = away_in(open_tie, {8: (2, 2)})
    assert system.pair(early) if draw == "bracket" else refused(system, early)


def test_two_who_left_an_open_tie_stay_out_when_the_next_round_was_drawn() -> None:
    first = by_number(entered(8), LOTS)
    tie = next(pair for pair in boards(LOTS.pair(entered(8))) if 8 in pair)
    opened = tuple(replace(g, result=Result.OPEN) if {g.white, g.black} == {*tie} else g for g in first.rounds[0].games)
    both = away_in(replace(first, rounds=(replace(first.rounds[0], games=opened),)), dict.fromkeys(tie, (2, None)))
    second = by_number(both, LOTS)
    paired = LOTS.pair(away_in(second, {8: (2, 2), sum(tie) - 8: (2, None)}))
    assert (boards(paired), passes(paired)) == (boards(LOTS.pair(second)), [])


def opened(snapshot: TournamentSnapshot, *pairs: set[PlayerId], in_round: int = 1) -> TournamentSnapshot:
    """Those ties are not played."""

    def changed(played: PlayedRound) -> PlayedRound:
        games = (replace(g, result=Result.OPEN) if {g.white, g.black} in pairs else g for g in played.games)
        return replace(played, games=tuple(games)) if played.number == in_round else played

    return replace(snapshot, rounds=tuple(map(changed, snapshot.rounds)))


def still_in(system: Cup, snapshot: TournamentSnapshot) -> set[PlayerId]:
    gone = {e.number for e in snapshot.entrants if any(last is None for _first, last in e.away)}
    return set(snapshot.by_number) - set(system.capabilities().out_before(snapshot)) - gone


@pytest.mark.parametrize("back", [{1: (2, 2), 8: (2, None)}, {8: (2, 2), 1: (2, None)}, {1: (2, 2), 8: (2, 2)}])
@pytest.mark.parametrize("lucky_loser", [False, True])
def test_in_a_tree_a_tie_that_both_left_stays_over_once_somebody_has_passed_it(
    back: dict[PlayerId, tuple[int, int | None]], lucky_loser: bool
) -> None:
    system = cup(draw="bracket", lucky_loser=lucky_loser)
    both = away_in(opened(by_number(entered(8), TREE), {1, 8}), dict.fromkeys((1, 8), (2, None)))
    second = by_number(both, system)
    assert any(4 in {game.white, game.black} for game in second.rounds[1].games) is lucky_loser
    returned = away_in(second, back)
    assert who_goes_on(system, returned) == who_goes_on(system, second)
    assert table(system, returned) == table(system, second)
    assert boards(system.pair(returned)) == boards(system.pair(second))
    said = {left.player: left.reasons[0].rule for left in system.pair(returned).left_out}
    assert all(said[player] == "cup/out/both" for player, (_first, last) in back.items() if last)
    third = by_number(returned, system)
    assert system.is_finished(third)
    assert [place for place in table(system, third).values() if place == 1] == [1]


def test_as_long_as_nobody_has_passed_it_the_one_who_comes_back_goes_on() -> None:
    """4 and 5, one of whom is to meet them, have not played either."""
    both = away_in(opened(by_number(entered(8), TREE), {1, 8}, {4, 5}), dict.fromkeys((1, 8), (2, None)))
    second = by_number(both, TREE)
    assert boards(TREE.pair(both)) == [(2, 3)]
    back = away_in(second, {1: (2, 2), 8: (2, None)})
    assert still_in(TREE, back) == {1, 2, 4, 5}
    known = with_result(back, next(tie for tie in TREE.matches(back) if 4 in tie.players), WON, None)
    assert still_in(TREE, known) == {1, 2, 4}
    assert [(board.white, board.black) for board in TREE.known_since(known)[2]] == [(1, 4)]


def test_who_goes_on_to_the_round_after_next_has_passed_it_too() -> None:
    both = away_in(opened(by_number(entered(8), TREE), {1, 8}, {4, 5}), dict.fromkeys((1, 8), (2, None)))
    second = by_number(both, TREE)
    decided = with_result(second, next(tie for tie in TREE.matches(second) if 4 in tie.players), WON, None)
    assert boards(TREE.pair(decided)) == [(4, 2)]
    third = by_number(decided, TREE)
    for back in ({1: (2, 3), 8: (2, None)}, {1: (2, 3), 8: (2, 3)}):
        returned = away_in(third, back)
        assert TREE.is_finished(returned)
        assert table(TREE, returned) == table(TREE, third)
    before = away_in(decided, {1: (2, 2), 8: (2, None)})
    assert still_in(TREE, before) == {1, 2, 4}, "the final is not drawn, so they meet first"


def test_where_four_have_left_it_is_passed_in_the_round_after_theirs() -> None:
    four = (1, 16, 8, 9)
    gone = away_in(opened(by_number(entered(16), TREE), {1, 16}, {8, 9}), dict.fromkeys(four, (2, None)))
    second = by_number(gone, TREE)
    assert boards(TREE.pair(second)) == [(2, 3)]
    returned = away_in(second, dict.fromkeys(four, (2, None)) | {1: (2, 2)})
    assert boards(TREE.pair(returned)) == [(1, 4), (2, 3)], "nobody has passed them yet"
    third = by_number(second, TREE)
    assert passes(TREE.pair(second)) == [4]
    late = away_in(third, dict.fromkeys(four, (2, None)) | {1: (2, 3), 8: (2, 3)})
    assert who_goes_on(TREE, late) == {2, 4}
    assert boards(TREE.pair(late)) == [(4, 2)]


def test_who_has_gone_on_before_both_left_is_not_put_out_by_it() -> None:
    """8 left, so that 1 went on and lost to nobody yet; then 1 leaves for a while too."""
    gone = away_in(opened(by_number(entered(8), TREE), {1, 8}), {8: (2, None)})
    second = opened(by_number(gone, TREE), {1, 4}, in_round=2)
    third = away_in(second, {8: (2, None), 1: (3, None)})
    assert boards(TREE.pair(third)) == [(4, 2)]
    back = away_in(by_number(third, TREE), {8: (2, None), 1: (3, 3)})
    ties = {frozenset(tie.players): tie.winner for tie in TREE.matches(back) if 1 in tie.players}
    assert ties == {frozenset({1, 8}): 1, frozenset({1, 4}): 4}


def test_who_left_without_a_tie_and_comes_back_is_out_once_the_other_has_passed() -> None:
    """Of five 1, 2 and 3 have a free pass, and 2 and 3 meet next."""
    first = by_number(entered(5), TREE)
    second = by_number(away_in(first, {3: (2, None)}), TREE)
    assert [bye.player for bye in second.rounds[1].byes] == [2]
    back = away_in(second, {3: (2, 2)})
    assert still_in(TREE, back) == {1, 2}
    assert table(TREE, back) == table(TREE, second)
    [said] = [left for left in TREE.pair(back).left_out if left.player == 3]
    assert sentence(said.reasons[0], "P{}".format) == "P3 is out: P2 went through in round 2."
    early = away_in(first, {3: (2, 2)})
    assert 3 in still_in(TREE, replace(early, rounds=early.rounds[:1]))


def test_what_they_play_after_all_stands() -> None:
    both = away_in(opened(by_number(entered(8), TREE), {1, 8}), dict.fromkeys((1, 8), (2, None)))
    second = away_in(by_number(both, TREE), dict.fromkeys((1, 8), (2, 2)))
    assert {1, 8} & who_goes_on(TREE, second) == set()
    [tie] = [tie for tie in TREE.matches(second) if 8 in tie.players]
    assert (tie.is_open, tie.winner) == (False, None)
    played = with_result(second, tie, WON, None)
    assert next(each.winner for each in TREE.matches(played) if 8 in each.players) == 1


def meet_in(one: PlayerId, other: PlayerId, size: int) -> int:
    """The round in which two seeds' ways through the tree come together, by the tree itself."""
    seeds = places(size)
    return (seeds.index(one) ^ seeds.index(other)).bit_length()


@given(data=st.data(), count=st.integers(3, 16), lucky_loser=st.booleans())
def test_in_a_tree_nobody_comes_back_into_a_place_that_another_has_passed(
    data: st.DataObject, count: int, lucky_loser: bool
) -> None:
    """Ties are left open, people leave and come back, as often as they like: of two who are in, none has gone past the
    round in which they are to meet."""
    system = cup(draw="bracket", lucky_loser=lucky_loser, decide="lower")
    rng = Random(data.draw(st.integers(0, 2**32)))
    snapshot, size = entered(count), 1 << (count - 1).bit_length()
    away: dict[PlayerId, tuple[tuple[int, int | None], ...]] = {}
    for _round in range(size.bit_length() + 2):
        paired = pair(system, snapshot)
        if not isinstance(paired, PairedRound):
            break
        results = [rng.choice([WON, LOST, DRAWN, Result.OPEN, Result.OPEN]) for _board in paired.boards]
        games = [
            PlayedGame(board=each.board, white=each.white, black=each.black, result=result)
            for each, result in zip(paired.boards, results, strict=True)
        ]
        snapshot = with_round(snapshot, paired, *games)
        coming = snapshot.next_number
        for player in range(1, count + 1):
            gone = away.get(player, ())
            if gone and gone[-1][1] is None:
                if rng.random() < 0.4 and gone[-1][0] < coming:
                    away[player] = (*gone[:-1], (gone[-1][0], coming - 1))
            elif rng.random() < 0.4:
                away[player] = (*gone, (coming, None))
        snapshot = replace(snapshot, entrants=tuple(replace(e, away=away.get(e.number, ())) for e in snapshot.entrants))
        if not lucky_loser:
            _nobody_has_passed(system, snapshot, size)


def _nobody_has_passed(system: Cup, snapshot: TournamentSnapshot, size: int) -> None:
    staying = sorted(still_in(system, snapshot))
    newest = dict.fromkeys(staying, 0)
    for played in snapshot.rounds:
        seated = [player for game in played.games for player in (game.white, game.black)]
        for player in [*seated, *(bye.player for bye in played.byes)]:
            newest[player] = played.number
    met = {frozenset({g.white, g.black}) for played in snapshot.rounds for g in played.games}
    for one in staying:
        for other in staying:
            if one < other and frozenset({one, other}) not in met:
                assert max(newest[one], newest[other]) < meet_in(one, other, size), (one, other)


def test_a_place_that_nobody_took_is_drawn_among_the_losers() -> None:
    lucky = cup(lucky_loser=True)
    none_went_on = one_tie(Result.BOTH_FORFEIT)
    assert who_goes_on(lucky, none_went_on) == {2, 3}
    assert who_goes_on(cup(draw="bracket", lucky_loser=True), none_went_on) == {2, 3}
    assert refused(LOTS, none_went_on) == "P2 has won the cup."


def test_who_leaves_before_the_first_round_is_taken_out() -> None:
    snapshot = entered(5)
    gone = replace(
        snapshot, entrants=tuple(replace(e, away=((1, None),)) if e.number == 2 else e for e in snapshot.entrants)
    )
    paired = TREE.pair(gone)
    assert boards(paired) == [(1, 5), (3, 4)]
    assert [left.player for left in paired.left_out] == [2]


def test_a_latecomer_is_in_only_by_a_free_pass_that_became_a_tie() -> None:
    late = Entrant(number=12, joined_round=1)
    first = by_number(entered(11), TREE).rounds[0]
    stranger = replace(entered(11), entrants=(*entered(11).entrants, replace(late, joined_round=2)), rounds=(first,))
    second = TREE.pair(stranger)
    assert boards(second) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    assert sentence(second.left_out[-1].reasons[0], "P{}".format) == "P12 came after the first round had been drawn."
    assert table(TREE, stranger)[12] is None
    game = PlayedGame(board=4, white=5, black=12, result=LOST, by_hand=True)
    with_late = replace(first, games=(*first.games, game), byes=tuple(bye for bye in first.byes if bye.player != 5))
    taken = replace(entered(11), entrants=(*entered(11).entrants, late), rounds=(with_late,))
    assert boards(TREE.pair(taken)) == [(1, 8), (4, 12), (2, 7), (3, 6)]


def test_the_tie_of_somebody_away_is_played_another_day() -> None:
    paired = TREE.pair(replace(tournament(4, coming="4 excused, 3 half"), seed=SEED))
    assert [(board.white, board.black, board.is_postponed) for board in paired.boards] == [(1, 4, True), (2, 3, True)]
    assert (paired.byes, paired.left_out) == ((), ())


def test_a_board_set_by_hand_is_history_like_any_other() -> None:
    paired = TREE.pair(entered(4), pinned=[PinnedBoard(white=1, black=2)])
    assert sorted(boards(paired)) == [(1, 2)]
    played = with_round(
        entered(4),
        paired,
        PlayedGame(board=1, white=1, black=2, result=LOST, by_hand=True),
        PlayedGame(board=2, white=3, black=4, result=LOST, by_hand=True),
    )
    assert who_goes_on(TREE, replace(played, rounds=(replace(played.rounds[0], byes=()),))) == {2, 4}


def test_nobody_stands_in_the_tree_twice_whatever_the_director_had_them_play() -> None:
    """The winner of a board by hand has one place; who had a free pass keeps one."""
    entrants = tuple(Entrant(number=number) for number in (2, 4, 5, 6, 10))
    by_hand = replace(tournament([*entrants], "4:2 1-0, 5:6 0-1, 10 pairing"), seed=SEED)
    paired = TREE.pair(by_hand)
    assert (boards(paired), passes(paired)) == ([(4, 10)], [6])
    others = replace(tournament(6, "3:1 1-0, 5:4 1-0, 2 pairing, 6 pairing"), seed=SEED)
    assert sorted([player for pair in boards(TREE.pair(others)) for player in pair]) == [2, 3, 5, 6]


# Places


def test_those_who_lost_in_the_first_round_have_a_cup_of_their_own() -> None:
    system = cup(consolation="first_round", third_place="consolation")
    snapshot = entered(11)
    losers: set[PlayerId] = set()
    while not system.is_finished(snapshot):
        paired = system.pair(snapshot)
        snapshot = by_number(snapshot, system)
        if paired.number == 1:
            losers = {max(pair) for pair in boards(paired)}
        else:
            beside = [pair for pair in boards(paired) if {*pair} <= losers]
            assert len(beside) == {2: 1, 3: 1, 4: 0}[paired.number]
    shown = table(system, snapshot)
    assert shown[min(losers)] == 3
    assert Counter(shown.values()) == {1: 1, 2: 1, 3: 1, 4: 2, 6: 4, 10: 2}
    plain = table(LOTS, to_the_end(entered(11), LOTS))
    assert [plain[player] for player in sorted(losers)] == [9, 9, 9]


def test_before_any_round_everybody_stands_by_number() -> None:
    assert table(LOTS, entered(3)) == {1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_for_a_cup(count: int) -> None:
    assert refused(LOTS, entered(count)) == ("P1 has won the cup." if count else "Nobody is present.")


# Whole cups


def played_at_random(system: Cup, count: int, rng: Random) -> TournamentSnapshot:
    snapshot = replace(entered(count), seed=rng.randbytes(32).hex())
    while not system.is_finished(snapshot):
        paired = system.pair(snapshot)
        assert isinstance(paired, PairedRound)
        games = []
        for board in paired.boards:
            result = rng.choice([WON, LOST, DRAWN, Result.WHITE_WINS_BY_FORFEIT])
            is_level = result is DRAWN or (system.games == 2 and not result.is_forfeit)
            winner = rng.choice([board.white, board.black])
            decided = MatchDecision(step="blitz", winner=winner) if is_level or system.final_games == 2 else None
            keeps = decided if not result.is_forfeit else None
            games.append(
                PlayedGame(board=board.board, white=board.white, black=board.black, result=result, decided_by=keeps)
            )
        snapshot = with_round(snapshot, paired, *games)
    return snapshot


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 11, 16, 17, 33, pytest.param(255, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"draw": "bracket"},
        {"draw": "bracket_lot", "seeded": 4, "colours": "balance"},
        {"games": 2, "free_to": "best"},
        {"fill_to": 4, "colours": "lot"},
        {"final_games": 2, "third_place": "game"},
        {"consolation": "first_round", "third_place": "consolation"},
    ],
)
def test_whole_cups_have_one_winner_after_the_rounds_that_follow_from_the_field(
    count: int, options: dict[str, object]
) -> None:
    system = cup(**options)
    of_field = system.capabilities().rounds.of_field
    assert of_field is not None
    for seed in range(3):
        snapshot = played_at_random(system, count, Random(f"{seed} {count} {options}"))
        assert len(snapshot.rounds) == of_field(count)
        shown = table(system, snapshot)
        assert list(shown.values()).count(1) == 1
        if "third_place" not in options and "consolation" not in options:
            assert sum(len(played.games) for played in snapshot.rounds) == count - 1
        assert verify(system, (), snapshot).holds
        check_table(system.standings(snapshot, ()))


# What every system promises


@given(snapshot=evenings(), draw=st.sampled_from(["each_round", "bracket"]), steps=st.sampled_from(["lower", "lot"]))
def test_on_any_history_it_keeps_the_promises(snapshot: TournamentSnapshot, draw: str, steps: str) -> None:
    system = cup(draw=draw, decide=steps, lucky_loser=steps == "lot", third_place="game", consolation="first_round")
    tables = [system.standings(snapshot.after(count), ()) for count in range(len(snapshot.rounds) + 1)]
    for each in tables:
        check_table(each)
    shown = [{row.player: row.cells["points"].value for row in each.rows} for each in tables]
    assert list(system.history(snapshot)) == shown
    assert sorted(row.player for row in tables[-1].rows) == [entrant.number for entrant in snapshot.listed()]
    paired = pair(system, snapshot)
    if not isinstance(paired, PairedRound):
        assert paired, "impossible without a reason"
        for reason in paired:
            check_sentence(reason)
        return
    seated = [player for board in paired.boards for player in (board.white, board.black)]
    everybody = seated + [bye.player for bye in paired.byes] + [left.player for left in paired.left_out]
    assert sorted(everybody) == sorted(snapshot.by_number)
    assert [board.board for board in paired.boards] == list(range(1, len(paired.boards) + 1))
    assert all(part.reasons for part in (*paired.boards, *paired.byes, *paired.left_out))
    for reason in reasons_of(paired):
        check_sentence(reason)
    if draw == "each_round":  # but for third place there are two and no others
        drawn = [board for board in paired.boards if all(reason.rule != rules.THIRD.code for reason in board.reasons)]
        assert not any({board.white, board.black} in snapshot.forbidden_pairs for board in drawn)
    mixed = replace(snapshot, entrants=snapshot.entrants[::-1], rounds=snapshot.rounds[::-1])
    assert system.pair(mixed) == paired


# Files


def a_file(snapshot: TournamentSnapshot, **options: object) -> TournamentFile:
    names = {number: f"Player {number}" for number in snapshot.by_number}
    return TournamentFile(name="Cup", system="cup", options=options, names=names, snapshot=snapshot)


def test_the_commands_take_a_file_with_deciders(tmp_path: Path) -> None:
    decided = MatchDecision(step="armageddon", winner=4, games=((Colour.WHITE, DRAWN), (Colour.BLACK, LOST)))
    file = a_file(one_tie(DRAWN, decided), draw="bracket")
    assert parse(dump(file)).snapshot == file.snapshot
    path = tmp_path / "cup.json"
    path.write_bytes(dump(file))
    status, [paired] = answers("pair", path)
    assert (status, [(board["white"], board["black"]) for board in paired["boards"]]) == (0, [(4, 2)])
    status, [ranked] = answers("standings", path)
    assert status == 0
    assert [(row["rank"], row["player"], row["points"]) for row in ranked["standings"]] == [
        (1, 2, "1"),
        (1, 4, "1"),
        (3, 1, "0"),
        (3, 3, "0"),
    ]


@pytest.mark.parametrize(
    ("result", "decided", "place"),
    [
        ("*", {"step": "blitz", "winner": 1}, "decided_by"),
        ("1/2-1/2", {"step": "blitz", "winner": 3}, "winner"),
        ("1/2-1/2", {"step": "blitz"}, "decided_by"),
        ("1/2-1/2", {"step": "blitz", "winner": 1, "games": [["x", "1-0"]]}, "games"),
        ("1/2-1/2", {"step": "blitz", "winner": 1, "games": [["w", "won"]]}, "games"),
    ],
)
def test_what_cannot_have_decided_a_tie_is_refused_with_its_place(
    result: str, decided: dict[str, object], place: str
) -> None:
    document = json.loads(dump(a_file(one_tie(DRAWN))))
    document["rounds"][0]["games"][0] |= {"result": result, "decided_by": decided}
    with pytest.raises(FileError) as refusal:
        parse(json.dumps(document).encode())
    assert place in refusal.value.place


def test_the_app_takes_what_decides_a_tie_only_in_a_knock_out() -> None:
    decided = MatchDecision(step="blitz", winner=1)
    refuse_what_does_not_fit(a_file(one_tie(DRAWN, decided)))
    for file, message in (
        (replace(a_file(one_tie(DRAWN, decided)), system="attendance_monrad"), "Only in a knock-out"),
        (a_file(one_tie(DRAWN, replace(decided, step="chess960"))), "is no step"),
        (a_file(one_tie(DRAWN, replace(decided, games=((Colour.WHITE, DRAWN),) * 41))), "more than"),
    ):
        with pytest.raises(FileError, match=message):
            refuse_what_does_not_fit(file)


# Not played by the last date


def proposed(
    snapshot: TournamentSnapshot, away: set[PlayerId], **options: object
) -> tuple[str, PlayerId | None] | None:
    """Of the tie of 1 and 4: by what, and who goes on."""
    system = cup(**options)
    [tie] = [tie for tie in system.matches(snapshot) if tie.board == 1]
    found = system.if_not_played(snapshot, tie, away)
    if found is None:
        return None
    check_sentence(found.reason)
    assert found.is_by_lot is (found.reason.rule == "cup/not_played/lot")
    return found.reason.rule.removeprefix("cup/not_played/"), found.winner


def test_what_is_proposed_of_a_tie_that_was_not_played() -> None:
    waits = one_tie(Result.OPEN)
    for absent in ("other_advances", "lot", "both_out"):
        assert proposed(waits, {1}, absent=absent) == ("one", 4)
        assert proposed(waits, {4}, absent=absent) == ("one", 1)
        assert proposed(waits, set(), absent=absent) is None
        assert proposed(one_tie(WON), {1}, absent=absent) is None
    assert proposed(waits, {1, 4}, absent="other_advances") is None
    assert proposed(waits, {1, 4}, absent="both_out") == ("out", None)
    assert proposed(waits, {1, 4}, absent="both_out", lucky_loser=True) == ("lucky", None)
    for away in ({1}, {1, 4}):
        assert proposed(waits, away) is None, "the director decides"


def test_the_lot_of_two_who_did_not_come_is_fair_and_always_the_same() -> None:
    drawn = Counter(
        proposed(replace(one_tie(Result.OPEN), seed=f"{seed:064x}"), {1, 4}, absent="lot") for seed in range(200)
    )
    assert drawn.keys() == {("lot", 1), ("lot", 4)}
    assert min(drawn.values()) > 70


def test_two_who_did_not_come_are_out_unless_the_lot_was_drawn() -> None:
    drawn = MatchDecision(step="lot", winner=4)
    assert who_goes_on(LOTS, one_tie(Result.BOTH_FORFEIT, drawn)) == {2, 4}
    assert who_goes_on(TREE, one_tie(Result.BOTH_FORFEIT, drawn)) == {2, 4}
    assert refused(LOTS, one_tie(Result.BOTH_FORFEIT, replace(drawn, step="armageddon"))) == "P2 has won the cup."


def test_a_file_holds_the_lot_of_two_who_did_not_come() -> None:
    snapshot = one_tie(Result.BOTH_FORFEIT, MatchDecision(step="lot", winner=4))
    file = a_file(snapshot)
    assert parse(dump(file)).snapshot.rounds == snapshot.rounds
    played = one_tie(Result.BOTH_FORFEIT, MatchDecision(step="lot", winner=4, games=((Colour.WHITE, WON),)))
    with pytest.raises(FileError, match="only after its first game"):
        parse(dump(a_file(played)))


@given(snapshot=evenings(), absent=st.sampled_from(["other_advances", "lot", "both_out"]), picks=st.integers(0, 3))
def test_a_proposal_is_carried_out_as_it_says(snapshot: TournamentSnapshot, absent: str, picks: int) -> None:
    system = cup(absent=absent)
    for tie in system.matches(snapshot):
        away = {player for bit, player in enumerate(sorted(tie.players)) if picks >> bit & 1}
        way = system.if_not_played(snapshot, tie, away)
        if way is None:
            continue
        place = (tie.round_number, tie.board)
        assert way.winner is None or way.winner in tie.players
        if way.winner is None or way.is_by_lot:
            result = Result.BOTH_FORFEIT
        else:
            result = Result.WHITE_WINS_BY_FORFEIT if way.winner == tie.white else Result.BLACK_WINS_BY_FORFEIT
        decided = MatchDecision(step="lot", winner=way.winner) if way.winner is not None and way.is_by_lot else None
        done = with_result(snapshot, tie, result, decided)
        [after] = [each for each in system.matches(done) if (each.round_number, each.board) == place]
        assert (after.winner, after.is_open) == (way.winner, False)


def with_result(
    snapshot: TournamentSnapshot, tie: Match, result: Result, decided: MatchDecision | None
) -> TournamentSnapshot:
    def changed(game: PlayedGame) -> PlayedGame:
        return replace(game, result=result, decided_by=decided) if game.board == tie.board else game

    rounds = [
        replace(each, games=tuple(map(changed, each.games))) if each.number == tie.round_number else each
        for each in snapshot.rounds
    ]
    return replace(snapshot, rounds=tuple(rounds))
