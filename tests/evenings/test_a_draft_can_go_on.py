"""What has just been paired fits who is here, in every system: no page asks for a tap that would give the same page."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from tests.tools.casts.factories import Evening
from tests.tools.evenings.simulated import options_by_chance
from tournaments.models import Attendance, ForbiddenPair, Game, Presence
from tournaments.pages.evening import RoundView, evening_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.snapshot import Result
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import attendance
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

HERE, LATE = Presence.PRESENT, Presence.ON_THE_WAY
MARKS = [HERE] * 6 + [LATE, *Presence]
SEEDS = 4  # 40 were tried when this was written
PLAYED = [Result.WHITE_WINS, Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW]


def shown(evening: Evening) -> RoundView:
    page = evening_page(evening.tournament)
    assert page.round is not None
    return page.round


def a_cup_with_a_tie_postponed(draw: str) -> Evening:
    """Of eleven; all its other ties are decided."""
    evening = Evening.of(11, system="cup", options={"draw": draw})
    evening.draft()
    evening.publish()
    results.postpone_game(evening.game(1), seen="*", actor=evening.director)
    for board in range(2, len(evening.boards()) + 1):
        evening.enter(board, Result.WHITE_WINS)
    evening.open()
    evening.check_in()
    return evening


@pytest.mark.parametrize("draw", ["bracket", "bracket_lot"])
def test_in_a_tree_the_next_round_is_published_while_a_tie_is_postponed(draw: str) -> None:
    evening = a_cup_with_a_tie_postponed(draw)
    evening.pair()

    assert shown(evening).misfits == ()
    evening.publish()


def test_drawn_anew_each_round_it_says_which_tie_is_open_and_offers_no_pairing() -> None:
    evening = a_cup_with_a_tie_postponed("each_round")
    white, black = evening.boards(in_round=1)[0]

    parity = shown(evening).parity

    assert not parity.can_pair
    assert parity.why_not[0] == f"The tie of No{white} and No{black} in round 1 is not decided yet."


def test_a_pair_kept_apart_holds_up_no_draw_that_does_not_heed_it() -> None:
    evening = Evening.of(8, system="cup", options={"draw": "bracket"})
    evening.draft()
    white, black = evening.boards()[0]
    entries.forbid_pair(evening.tournament, evening.entry(white), evening.entry(black), actor=evening.director)
    evening.pair()

    assert shown(evening).misfits == ()
    evening.publish()


@pytest.mark.parametrize("postpone", [True, False])
def test_in_a_schedule_the_boards_of_who_is_away_hold_up_nothing(postpone: bool) -> None:
    evening = Evening.of(7, system="all_play_all", options={"publish": "round", "postpone": postpone})
    evening.open()
    evening.check_in(1, 2, 3)
    for number in (4, 5, 6, 7):
        evening.mark(number, Presence.NO_SHOW)
    evening.pair()

    assert shown(evening).misfits == ()
    evening.publish()


def test_a_bye_asked_for_after_pairing_is_missed_by_page_and_publishing() -> None:
    evening = Evening.of(6, system="fide_dutch", options={})
    evening.open()
    evening.check_in(1, 2, 3, 4)
    evening.mark(5, Presence.EXCUSED)
    evening.pair()
    evening.mark(5, Presence.ZERO_BYE)

    assert shown(evening).misfits == ("Want a bye but do not have it yet: No5.",)
    with pytest.raises(Refused):
        evening.publish()
    evening.pair()
    assert shown(evening).misfits == ()


def test_who_comes_late_and_who_leaves_are_named_with_what_is_wrong() -> None:
    evening = Evening.of(6)
    evening.draft(1, 2, 3, 4, 5)
    sits_out, *_ = evening.byes()
    evening.mark(6, HERE)
    gone = next(number for number in range(1, 6) if number != sits_out)
    evening.mark(gone, Presence.EXCUSED)
    evening.mark(sits_out, Presence.HALF_BYE)

    assert shown(evening).misfits == (
        "Here, but not in this draft: No6.",
        f"In this draft, but not here: {', '.join(sorted([f'No{gone}', f'No{sits_out}']))}.",
    )
    with pytest.raises(Refused):
        evening.publish()


@pytest.mark.parametrize("code", sorted(SYSTEMS))
@pytest.mark.slow
def test_a_new_draft_can_be_published_in_every_system(code: str) -> None:
    wrong: dict[int, object] = {}
    reached: Counter[str] = Counter()
    for seed in range(SEEDS):
        rng = Random(f"{code} {seed}")
        evening = Evening.of(rng.randint(5, 9), system=code, options=options_by_chance(code, rng) if seed % 2 else {})
        for _round in range(4):
            try:
                if said := _held(evening, rng, reached):
                    wrong[seed] = said
            except Refused:
                reached["refused"] += 1
                break
    assert not wrong
    assert reached["published"] > SEEDS, reached


def _held(evening: Evening, rng: Random, reached: Counter[str]) -> object:
    """A round; what its page says of a draft just made, if anything, or why it could not be published."""
    evening.open()
    for row in Attendance.objects.filter(round=evening.round).select_related("entry"):
        with suppress(Refused):  # half-point byes are not had everywhere, and who is out is not marked
            attendance.mark_attendance(
                evening.round, row.entry, rng.choice(MARKS), seen=row.presence, actor=evening.director
            )
    try:
        evening.pair()
    except Refused:  # too few of them, or a tie is open
        evening.play_what_is_waited_for()
        evening.check_in()
        evening.pair()
    if rng.random() < 0.3:
        one, other = sorted(rng.sample(list(evening.tournament.entries.values_list("pk", flat=True)), 2))
        ForbiddenPair.objects.get_or_create(tournament=evening.tournament, one_id=one, other_id=other)
        evening.pair()
        reached["forbidden"] += 1
    if misfits := shown(evening).misfits:
        return misfits
    if not evening.boards() and not evening.byes():
        return None
    try:
        evening.publish()
    except Refused as refused:
        return str(refused)
    reached["published"] += 1
    for game in Game.objects.filter(round=evening.round).select_related("round__tournament__club"):
        if rng.random() < 0.3:
            results.postpone_game(game, seen=game.result, actor=evening.director)
            reached["postponed"] += 1
        elif not game.is_postponed:
            results.enter_result(game, rng.choice(PLAYED), seen=game.result, actor=evening.director)
    if rng.random() < 0.5:
        evening.decide(evening.round)
    return None
