"""The story of a round: everything that the pairing said, each in its place, and nothing else."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from tests.tools.pairing.drawing import tournament
from tests.tools.pairing.evenings import crowded_evenings, evenings
from tournaments.exchange.tournament_file import parse
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.explanations.late_changes import CAME
from tournaments.pairing.explanations.story import ExplainedBoard, Origin, Story, further_of, in_full, story
from tournaments.pairing.history.colours import COUNTED
from tournaments.pairing.opponents.fixed_pairings import SET_BY_HAND
from tournaments.pairing.protocols import Further, PairingSystem
from tournaments.pairing.systems.attendance_monrad import AttendanceMonrad
from tournaments.pairing.systems.norwegian_monrad import NorwegianMonrad
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import (
    PairedBoard,
    PairedRound,
    PairingImpossible,
    PinnedBoard,
    Player,
    Reason,
    Rule,
)
from tournaments.pairing.types.retired_rules import SAID_SINCE
from tournaments.pairing.types.snapshot import Entrant, PlayedGame, PlayedRound, Result, TournamentSnapshot
from tournaments.pairing.wording import sentence

DATA = Path(__file__).parents[2] / "data"
every_system = pytest.mark.parametrize("code", SYSTEMS)


def presets(code: str) -> list[PairingSystem]:
    return [configured(SYSTEMS[code], {}, preset=preset) for preset in (None, *SYSTEMS[code].info.presets)]


def all_boards(told: Story) -> list[ExplainedBoard]:
    return [*told.first, *(board for group in told.groups for board in group.boards), *told.late]


def check(told: Story, paired: PairedRound, further: Further) -> None:
    """Everything of the round once, with its reasons and what more there is to say; boards of a group from the top,
    cards of all who are here."""
    boards = all_boards(told)
    assert further.keys() <= {
        *(frozenset({board.white, board.black}) for board in paired.boards),
        *(frozenset({bye.player}) for bye in paired.byes),
    }
    assert sorted((board.board for board in boards), key=lambda board: board.board) == list(paired.boards)
    assert all((*board.why, *board.passed_over, *board.colours) for board in boards)
    for board in boards:
        all_said = (*board.board.reasons, *further.get(frozenset({board.higher, board.lower}), ()))
        assert sorted(map(str, (*board.why, *board.passed_over, *board.colours))) == sorted({*map(str, all_said)})
    byes = [*told.given, *told.asked, *told.sitting_out]
    assert sorted((bye.bye for bye in byes), key=str) == sorted(paired.byes, key=str)
    assert told.left_out == paired.left_out
    assert told.notes == paired.notes
    for group in told.groups:
        assert [board.board.board for board in group.boards] == sorted(board.board.board for board in group.boards)
        assert {*group.down} <= {*group.own, *group.from_above}
        seated = {player for board in group.boards for player in (board.higher, board.lower)}
        if group.points is not None:
            assert seated == {*group.own, *group.from_above, *group.from_below} - {*group.down}
    here = {player for board in paired.boards for player in (board.white, board.black)}
    here |= {bye.bye.player for bye in told.sitting_out}
    assert {card.player for card in told.cards} == here
    place = {card.player: index for index, card in enumerate(told.cards)}
    assert all(place[board.higher] < place[board.lower] for board in boards)
    assert told.ordered_by is not None
    assert "{" not in sentence(told.ordered_by, "P{}".format)


@every_system
@given(snapshot=evenings())
def test_each_board_bye_and_player_left_out_stands_in_one_place(code: str, snapshot: TournamentSnapshot) -> None:
    for system in presets(code):
        try:
            paired = system.pair(snapshot)
        except PairingImpossible:
            continue
        told = story(system, snapshot)
        check(told, paired, further_of(system, snapshot))
        assert not told.differs
        assert story(system, snapshot, kept=paired) == told


@every_system
@given(snapshot=crowded_evenings())
def test_also_where_rules_had_to_be_relaxed(code: str, snapshot: TournamentSnapshot) -> None:
    for system in presets(code):
        try:
            paired = system.pair(snapshot)
        except PairingImpossible:
            continue
        check(story(system, snapshot), paired, further_of(system, snapshot))


@every_system
@given(snapshot=evenings())
def test_what_is_said_last_is_why_these_colours(code: str, snapshot: TournamentSnapshot) -> None:
    """A board's parts rest on that order: a rule about colours is told nowhere else."""
    for system in presets(code):
        try:
            told = story(system, snapshot)
        except PairingImpossible:
            continue
        said = [board for board in all_boards(told) if board.origin is Origin.SYSTEM]
        colours = {reason.rule for board in said for reason in board.colours}
        colours_of = [[each for each in board.colours if each.rule not in COUNTED] for board in said]
        assert all("due" in reason.facts for of_board in colours_of for reason in of_board[:-1])
        assert all(colours_of)
        assert not colours & {reason.rule for board in said for reason in (*board.why, *board.passed_over)}
        assert all(board.why for board in said)


def words(reasons: tuple[Reason, ...]) -> list[str]:
    return [sentence(reason, str) for reason in reasons]


def test_the_worked_example_of_attendance_monrad_is_told() -> None:
    """Rulebook: 2 with 4; 5 has met 6, so meets 1; then 6 meets 3."""
    results = [(2, 1, Result.WHITE_WINS), (4, 3, Result.WHITE_WINS), (6, 5, Result.DRAW)]
    games = tuple(
        PlayedGame(board=board, white=white, black=black, result=result)
        for board, (white, black, result) in enumerate(results, 1)
    )
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, 7)),
        rounds=(PlayedRound(number=1, games=games),),
    )

    told = story(AttendanceMonrad(), snapshot)

    assert [(card.player, card.points) for card in told.cards] == [(2, 3), (4, 3), (5, 2), (6, 2), (1, 1), (3, 1)]
    (group,) = told.groups
    assert group.points is None
    assert [(board.higher, board.lower, board.board.white) for board in group.boards] == [
        (2, 4, 4),
        (5, 1, 1),
        (6, 3, 3),
    ]
    second = group.boards[1]
    assert words(second.why) == ["1 is the highest placed of those left whom 5 may play."]
    assert words(second.passed_over) == ["6 is placed higher, but met 5 in round 1."]
    assert words(second.colours) == ["Both have had White equally often: 1 is placed lower, so gets White."]


def test_the_worked_example_of_modified_monrad_is_told() -> None:
    file = parse((DATA / "modified_monrad_kildal.json").read_bytes())
    system, _tie_breaks = file.configured()

    told = story(system, file.snapshot.after(1))

    assert [card.player for card in told.cards] == [2, 6, 9, 3, 4, 7, 8, 1, 5, 10]
    boards = told.groups[0].boards
    assert [(board.higher, board.lower) for board in boards] == [(2, 9), (6, 3), (4, 7), (8, 1), (5, 10)]


def test_a_score_group_says_who_comes_down_and_who_goes() -> None:
    """After 1-2, 3-4, 5-6 the three winners are an odd group: the last goes down."""
    games = tuple(
        PlayedGame(board=board, white=white, black=white + 1, result=Result.WHITE_WINS)
        for board, white in enumerate((1, 3, 5), 1)
    )
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, 7)),
        rounds=(PlayedRound(number=1, games=games),),
    )

    top, bottom = story(NorwegianMonrad(), snapshot).groups

    assert (top.points, top.own, top.from_above, bottom.points, bottom.own) == (1, (1, 3, 5), (), 0, (2, 4, 6))
    assert len(top.down) == 1
    assert bottom.from_above == top.down
    (down,) = top.down
    assert bottom.boards[0].higher == down
    assert f"Nobody was left for {down} among those on 1," in words(bottom.boards[0].why)[0]


def test_who_comes_up_stands_in_the_group_above_as_from_below() -> None:
    told = story(configured(SYSTEMS["fide_team"], {}), tournament(6, "1:4 1-0, 2:5 1-0, 3:6 1-0"))
    top, bottom = told.groups
    assert (top.points, top.own, top.from_below, bottom.points, bottom.own) == (2, (1, 2, 3), (4,), 0, (5, 6))
    assert not top.down
    assert not bottom.from_below


SIX = TournamentSnapshot(entrants=tuple(Entrant(number=number) for number in range(1, 7)))


def test_boards_set_by_hand_come_first_and_their_players_stay_out_of_the_rest() -> None:
    pin = PinnedBoard(white=1, black=6)

    told = story(AttendanceMonrad(), SIX, pinned=[pin])

    (board,) = told.first
    assert (board.origin, board.board.white, words(board.why)) == (
        Origin.BY_HAND,
        1,
        ["The director has set 1 against 6."],
    )
    assert [(each.higher, each.lower) for each in told.groups[0].boards] == [(2, 3), (4, 5)]


def test_a_board_moved_after_pairing_is_told_as_the_directors() -> None:
    paired = AttendanceMonrad().pair(SIX)
    by_hand = PairedBoard(
        board=1,
        white=1,
        black=2,
        reasons=(SET_BY_HAND.reason(white=Player(1), black=Player(2)),),
        pinned=True,
    )

    told = story(AttendanceMonrad(), SIX, kept=replace(paired, boards=(by_hand, *paired.boards[1:])))

    assert [board.board for board in told.first] == [by_hand]
    assert not told.differs


def test_what_was_kept_is_told_where_the_rules_would_say_something_else_today() -> None:
    paired = AttendanceMonrad().pair(SIX)
    old = SET_BY_HAND.reason(white=Player(2), black=Player(1))
    changed = replace(paired.boards[0], reasons=(old, *paired.boards[0].reasons))

    told = story(AttendanceMonrad(), SIX, kept=replace(paired, boards=(changed, *paired.boards[1:])))

    assert told.differs
    assert [board.origin for board in told.groups[0].boards] == [Origin.OTHERWISE, Origin.SYSTEM, Origin.SYSTEM]
    assert old in told.groups[0].boards[0].why


def test_a_round_kept_before_something_was_said_besides_is_no_other_round() -> None:
    before = tournament(5, "2:1 0-1, 4:3 1/2-1/2, 5 pairing")
    paired = NorwegianMonrad().pair(before)
    kept = tuple(
        replace(board, reasons=tuple(reason for reason in board.reasons if reason.rule not in COUNTED))
        for board in paired.boards
    )
    assert kept != paired.boards
    assert not story(NorwegianMonrad(), before, kept=replace(paired, boards=kept)).differs


def test_a_round_without_reasons_is_told_with_those_of_today_where_the_boards_are_the_same() -> None:
    paired = AttendanceMonrad().pair(SIX)
    first, second, third = (replace(board, reasons=()) for board in paired.boards)
    turned = replace(third, white=third.black, black=third.white)

    told = story(AttendanceMonrad(), SIX, kept=replace(paired, boards=(first, second, turned)))

    boards = told.groups[0].boards
    assert [board.origin for board in boards] == [Origin.SYSTEM, Origin.SYSTEM, Origin.OTHERWISE]
    assert boards[0].board == paired.boards[0]
    assert (boards[2].why, boards[2].colours) == ((), ())


def test_boards_that_stood_and_boards_made_late_have_their_own_places() -> None:
    paired = AttendanceMonrad().pair(SIX)
    late = PairedBoard(
        board=3, white=6, black=5, reasons=(CAME.reason(player=Player(6), other=Player(5)),), pinned=True
    )
    pins = [PinnedBoard(white=board.white, black=board.black) for board in paired.boards[:1]]

    told = story(AttendanceMonrad(), SIX, pinned=pins, kept=replace(paired, boards=(*paired.boards[:2], late)))

    assert [(board.board.board, board.origin) for board in told.first] == [(1, Origin.STOOD)]
    assert told.first[0].colours == paired.boards[0].reasons[-1:]
    assert [board.board for board in told.late] == [late]


def test_a_round_that_can_no_longer_be_paired_is_told_from_what_was_kept() -> None:
    paired = AttendanceMonrad().pair(SIX)
    over = replace(SIX, planned_rounds=0)

    told = story(AttendanceMonrad(), over, kept=paired)

    assert {board.origin for board in all_boards(told)} == {Origin.OTHERWISE}
    assert [card.player for card in told.cards] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(PairingImpossible):
        story(AttendanceMonrad(), over)


def test_those_counted_after_the_named_belong_to_the_passed_over() -> None:
    over, more, headline, float_ = (Rule(code, "") for code in ("over", "more", "headline", "float"))
    reasons = (
        headline.reason(),
        over.reason(skipped=Player(3)),
        more.reason(count=2),
        float_.reason(player=Player(1), points=Fraction(1)),
        headline.reason(colour=1),
    )
    board = PairedBoard(board=1, white=2, black=1, reasons=reasons)
    kept = PairedRound(number=1, boards=(board,))

    told = story(AttendanceMonrad(), TournamentSnapshot(entrants=SIX.entrants[:2]), kept=kept).groups[0].boards[0]

    assert (told.why, told.passed_over, told.colours) == (
        (reasons[0], reasons[3]),
        reasons[1:3],
        reasons[4:],
    )


# A system that says more when it is asked


def swiss(**options: object) -> PairingSystem:
    return configured(SYSTEMS["fide_dutch"], {"initial_colour": "white", **options})


def test_accelerated_rounds_are_told_in_the_groups_they_were_paired_in() -> None:
    told = story(swiss(acceleration="baku"), tournament(8, planned_rounds=9))

    assert [(group.points, group.own) for group in told.groups] == [(1, (1, 2, 3, 4)), (0, (5, 6, 7, 8))]
    assert {(card.points, card.score) for card in told.cards} == {(0, 1), (0, 0)}


def test_who_was_passed_over_is_said_of_what_the_rules_would_do_today_alone() -> None:
    """Boards whose kept words are others than today's have no more than those."""
    snapshot = tournament(6, "1:4 0-1, 5:2 1-0, 3:6 1-0")
    system = swiss()
    paired = system.pair(snapshot)

    def passed_over(kept: PairedRound) -> list[str]:
        return [words for board in all_boards(story(system, snapshot, kept=kept)) for words in said(board)]

    def said(board: ExplainedBoard) -> list[str]:
        return [sentence(reason, str) for reason in board.passed_over]

    now = passed_over(paired)
    assert now
    other_words = replace(paired, boards=tuple(replace(board, reasons=board.reasons[-1:]) for board in paired.boards))
    assert passed_over(other_words) == []


@pytest.mark.parametrize(
    ("colours", "preferences", "decides"),
    [
        (("W", "W"), ("once_more", "once_more"), "5.2.4"),
        (("BW", "WW"), ("last_time", "more_often"), "5.2.2"),
        (("WBB", "BBB"), ("twice_running", "more_often"), "5.2.2"),
        (("WBB", "BWB"), ("twice_running", "once_more"), "5.2.2"),
    ],
)
def test_of_two_who_are_due_the_same_colour_both_preferences_are_told(
    colours: tuple[str, str], preferences: tuple[str, str], decides: str
) -> None:
    """1 and 2 have had these colours, against others who have left, and are the only ones here."""
    rounds, others = [], 3
    for pair in zip(*colours, strict=True):
        games = []
        for player, colour in enumerate(pair, start=1):
            white, black = (player, others) if colour == "W" else (others, player)
            games.append(f"{white}:{black} 1/2-1/2")
            others += 1
        rounds.append(", ".join(games))
    away = ", ".join(f"{player} excused" for player in range(3, others))
    told = story(swiss(last_resort="rematch"), tournament(others - 1, *rounds, coming=away))

    (board,) = all_boards(told)

    assert [reason.rule.removeprefix("fide_dutch/") for reason in board.colours] == [
        *(f"1.7/{each}" for each in preferences),
        decides,
    ]
    assert not any("due" in reason.facts for reason in (*board.why, *board.passed_over))


def test_in_full_what_is_asked_for_stands_behind_what_is_told_with_the_round() -> None:
    """1 to 4 would have met 5 to 8 again."""
    system, snapshot = swiss(), tournament(8, "1:5 1/2-1/2, 6:2 1/2-1/2, 3:7 1/2-1/2, 8:4 1/2-1/2")
    paired = system.pair(snapshot)
    full = in_full(paired, further_of(system, snapshot))
    told = [[sentence(reason, "P{}".format) for reason in each.boards[1].reasons] for each in (paired, full)]
    assert [line for line in told[1] if line in told[0]] == told[0]
    assert told[1] == [
        "Upper half against lower half did not fit: P1 and P5 met in round 1 (C1).",
        "P8 is the best opponent for P2.",
        "P6 came first, but met P2 in round 1 (C1).",
        "P5 came first, but then more players would not get the colour due to them (C12).",
        "The colours fit: P2 is due White, P8 is not.",
    ]


def test_a_swiss_round_kept_before_the_halves_were_told_is_no_other_round_and_tells_them_now() -> None:
    system, snapshot = swiss(), tournament(8, "1:5 1/2-1/2, 6:2 1/2-1/2, 3:7 1/2-1/2, 8:4 1/2-1/2")
    paired = system.pair(snapshot)
    kept = tuple(
        replace(board, reasons=tuple(reason for reason in board.reasons if reason.rule not in SAID_SINCE))
        for board in paired.boards
    )
    told = story(system, snapshot, kept=replace(paired, boards=kept))
    assert kept != paired.boards
    assert not told.differs
    for old, new in zip(all_boards(told), all_boards(story(system, snapshot)), strict=True):
        assert sorted(map(str, (*old.why, *old.passed_over))) == sorted(map(str, (*new.why, *new.passed_over)))
