"""Buchholz as rulebook, attendance_monrad, Points and standings says it."""

from fractions import Fraction

from tests.tools.pairing.drawing import tournament
from tournaments.pairing.history.record import OpenGameCounts, Record, Scoring
from tournaments.pairing.tie_breaks.buchholz import Buchholz, Reckoning
from tournaments.pairing.types.snapshot import Entrant, TournamentSnapshot
from tournaments.pairing.wording import sentence

# After it: 1 has 6, 2 has 5, 3 has 4, 4 has 3 (win 3, draw 2, loss 1, bye 3).
CHART = tournament(4, "1:2 1-0, 4:3 1/2-1/2", "1:4 1-0, 2 pairing, 3 excused", "2:4 ---, 3:1 ---")


def record(snapshot: TournamentSnapshot, open_game: OpenGameCounts = OpenGameCounts.UNSCORED) -> Record:
    scoring = Scoring(win=Fraction(3), draw=Fraction(2), loss=Fraction(1), bye=Fraction(3), open_game=open_game)
    return Record(snapshot=snapshot, scoring=scoring)


def value(tie_break: Buchholz, found: Record, player: int) -> object:
    cell = tie_break.cells(found, frozenset({player}))[player]
    assert sum(term.amount for term in cell.terms) == cell.value
    return cell.value


def test_a_round_without_a_game_counts_the_own_total_less_what_it_gave() -> None:
    found = record(CHART)
    assert found.points == {1: 6, 2: 4, 3: 2, 4: 3}
    assert value(Buchholz(), found, 1) == 4 + 3 + (6 - 0)
    assert value(Buchholz(), found, 2) == 6 + (4 - 3) + (4 - 0)
    assert value(Buchholz(), found, 3) == 3 + (2 - 0) + (2 - 0)


def test_the_lowest_of_all_values_is_cut() -> None:
    found = record(CHART)
    assert [value(Buchholz(cut=1), found, player) for player in (1, 2, 3, 4)] == [10, 10, 5, 9]
    assert value(Buchholz(cut=9), found, 1) == 0


def test_the_mean_is_over_games_played_and_leaves_one() -> None:
    mean = Buchholz(cut=1, buchholz=Reckoning.MEAN)
    found = record(CHART)
    assert [value(mean, found, player) for player in (1, 2, 3, 4)] == [4, 6, 3, 6]
    assert value(Buchholz(buchholz=Reckoning.MEAN), found, 1) == Fraction(7, 2)
    assert value(mean, record(tournament(1, "1 pairing")), 1) == 0


def test_rounds_before_joining_and_away_count_as_rounds_without_a_game() -> None:
    entrants = [Entrant(number=1, joined_round=2), Entrant(number=2, away=((1, 1),))]
    found = record(tournament(entrants, "", "1:2 1-0"))
    assert value(Buchholz(), found, 1) == 3 + 1
    assert value(Buchholz(cut=1), found, 2) == 3


def test_an_open_game_is_no_round_unless_it_is_a_draw() -> None:
    chart = tournament(2, "1:2 1-0", "2:1 *")
    assert value(Buchholz(), record(chart), 2) == 3
    assert value(Buchholz(cut=1), record(chart), 2) == 0
    assert value(Buchholz(), record(chart, OpenGameCounts.DRAW), 2) == 10


def test_it_is_shown_with_its_cut() -> None:
    assert [Buchholz().info.short, Buchholz(cut=1).info.short] == ["Buchholz", "Buchholz-1"]


def test_its_terms_say_what_was_counted_and_what_was_cut() -> None:
    def told(tie_break: Buchholz, player: int) -> list[tuple[str, Fraction]]:
        terms = tie_break.cells(record(CHART), frozenset({player}))[player].terms
        return [(sentence(term.reason, "player {}".format), term.amount) for term in terms]

    assert told(Buchholz(cut=1), 2) == [
        ("Round 1: player 1 has 6", 6),
        ("No game in round 2: own total 4 less the 3 of that round; among the lowest, not counted", 0),
        ("No game in round 3: own total 4 less the 0 of that round", 4),
    ]
    assert told(Buchholz(buchholz=Reckoning.MEAN), 1) == [
        ("Round 1: player 2 has 4, divided by 2 games", 2),
        ("Round 2: player 4 has 3, divided by 2 games", Fraction(3, 2)),
    ]
