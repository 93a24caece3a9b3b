"""The story of a round as a page value: what was kept is told, as far as the audience may know it."""

from collections.abc import Sequence

import pytest
from django.utils import translation

from tests.tools.casts.factories import Evening
from tests.tools.guards.layers import first_fast
from tests.tools.played.played import a_tournament
from tournaments.models import Attendance, ForbiddenPair, Game, Presence, RoundRecord, RoundState, ShownAs
from tournaments.pages.common.display_names import Audience
from tournaments.pages.evening import evening_page
from tournaments.pages.rounds.story import StoryBoard, StoryPage, story_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import Further
from tournaments.pairing.systems.fide_dutch import FideDutch
from tournaments.pairing.types.options import configured
from tournaments.pairing.types.paired_round import Pin
from tournaments.pairing.types.snapshot import Result, TournamentSnapshot
from tournaments.selectors.snapshots import out_before
from tournaments.services.evening import late_changes, manual_pairing

pytestmark = pytest.mark.django_db


def told(evening: Evening, audience: Audience = Audience.STAFF, *, number: int | None = None) -> StoryPage:
    evening.tournament.refresh_from_db()
    return story_page(evening.tournament, audience, number=number or evening.round.number)


def paired(page: StoryPage) -> list[StoryBoard]:
    return [board for group in page.groups for board in group.boards]


def board_numbers(page: StoryPage) -> list[int]:
    return sorted(board.number for board in (*page.by_hand, *page.stood, *paired(page), *page.late))


def postpones(system: str) -> bool:
    return configured(SYSTEMS[system], {}).capabilities().postpones


@pytest.mark.slow
@pytest.mark.parametrize("system", first_fast(1, SYSTEMS))
def test_everybody_is_told_of_once_in_every_system(system: str) -> None:
    evening = Evening.of(9, system=system)
    evening.play()
    evening.play(*range(1, 9), result=Result.DRAW)
    evening.draft(*range(2, 9))

    page = told(evening)

    assert page.system
    assert page.is_draft
    assert not page.differs
    names = [name for board in paired(page) for name in (board.white, board.black)]
    names += [bye.name for bye in page.sitting_out]
    left_out = [out.name for out in page.left_out]
    assert sorted(names + left_out) == [f"No{number}" for number in range(1, 10)]
    assert sorted(card.name for card in page.cards) == sorted(names)
    out = [f"No{number}" for number in sorted(out_before(evening.round))]
    assert left_out == (out if postpones(system) else ["No1", "No9"])
    assert all(out.sentences for out in page.left_out)
    assert page.ordered_by
    assert all(board.why and board.colours for board in paired(page))


def test_a_draft_is_told_to_the_staff_alone_and_an_open_round_to_nobody() -> None:
    evening = Evening.of(4)
    evening.open()
    for audience in Audience:
        with pytest.raises(NotPublished):
            told(evening, audience)
    evening.check_in()
    evening.pair()
    with pytest.raises(NotPublished):
        told(evening, Audience.PUBLIC)

    assert told(evening).is_draft
    evening.publish()
    assert not told(evening, Audience.PUBLIC).is_draft
    with pytest.raises(NotPublished):
        told(evening, number=2)


@pytest.mark.slow
def test_what_is_kept_is_told_whatever_is_corrected_later() -> None:
    evening = Evening.of(6)
    evening.play()
    evening.play()
    before = told(evening, number=2)
    evening.enter(1, Result.BLACK_WINS, in_round=1)

    after = told(evening, number=2)

    assert (after.cards, after.groups) == (before.cards, before.groups)
    assert not after.differs


def test_boards_set_by_hand_are_told_apart() -> None:
    evening = Evening.of(8)
    evening.draft()
    manual_pairing.set_board(
        evening.round, evening.entry(1), evening.entry(8), seen_revision=evening.round.revision, actor=evening.director
    )
    evening.pair()

    page = told(evening)

    assert [(board.white, board.black, board.why) for board in page.by_hand] == [
        ("No1", "No8", ("The director has set No1 against No8.",))
    ]
    assert board_numbers(page) == [1, 2, 3, 4]
    assert not page.differs


def test_a_swap_after_publishing_leaves_the_other_boards_as_they_were_paired() -> None:
    evening = Evening.of(8)
    evening.draft()
    evening.publish()
    (one, _), (other, _) = evening.boards()[:2]
    manual_pairing.swap_players(
        evening.round,
        evening.entry(one),
        evening.entry(other),
        seen_revision=evening.round.revision,
        actor=evening.director,
    )

    page = told(evening, Audience.PUBLIC)

    assert [board.number for board in page.by_hand] == [1, 2]
    assert [board.number for board in paired(page)] == [3, 4]
    assert not page.differs


def test_somebody_who_came_late_has_a_place_of_their_own() -> None:
    evening = Evening.of(5)
    evening.draft(1, 2, 3)
    evening.publish()
    (free,) = evening.byes()
    late_changes.arrive_late(
        evening.round, evening.entry(4), f"meet-{free}", seen_revision=evening.round.revision, actor=evening.director
    )

    page = told(evening, Audience.PUBLIC)

    (board,) = page.late
    assert board.why[0] == f"No4 came when the round was published already, and meets No{free}."
    assert board_numbers(page) == [1, 2]
    assert page.sitting_out == ()


def test_boards_that_stood_when_the_rest_was_paired_again_say_so_with_their_own_reasons() -> None:
    evening = Evening.of(7)
    evening.draft(2, 3, 4, 5, 6, 7)
    evening.publish()
    evening.enter(1, Result.DRAW)
    first = told(evening)
    late_changes.arrive_late(
        evening.round, evening.entry(1), "repair", seen_revision=evening.round.revision, actor=evening.director
    )

    page = told(evening)

    assert [(board.white, board.black, board.why) for board in page.stood] == [("No3", "No2", paired(first)[0].why)]
    assert [card.name for card in page.cards] == [f"No{number}" for number in range(1, 8)]
    assert board_numbers(page) == [1, 2, 3]
    assert not page.differs


def test_reasons_of_another_version_are_told_and_marked() -> None:
    evening = Evening.of(4)
    evening.play()
    game = Game.objects.get(round=evening.round, board=1)
    game.reasons = game.reasons[1:]
    game.save()

    page = told(evening, Audience.PUBLIC)

    assert page.differs
    assert [board.differs for board in paired(page)] == [True, False]
    assert paired(page)[0].why == ()


@pytest.mark.slow
def test_a_round_without_a_record_is_told_from_what_is_known_of_it() -> None:
    """As one that came in a file: no reasons were brought along, but the rules make the same boards."""
    evening = Evening.of(6)
    evening.play()
    evening.play()
    before = told(evening, Audience.PUBLIC, number=2)
    RoundRecord.objects.all().delete()
    Game.objects.update(reasons=[])

    page = told(evening, Audience.PUBLIC, number=2)

    assert (page.cards, page.groups, page.differs) == (before.cards, before.groups, False)
    assert (before.is_rebuilt, page.is_rebuilt) == (False, True)


@pytest.mark.slow
def test_of_two_who_sit_out_in_a_round_without_a_record_the_director_gave_the_bye_to_both() -> None:
    evening = Evening.of(6)
    evening.draft()
    for number in (5, 6):
        manual_pairing.give_bye(
            evening.round,
            evening.entry(number),
            beside=True,
            seen_revision=evening.round.revision,
            actor=evening.director,
        )
    evening.publish()
    RoundRecord.objects.all().delete()
    Attendance.objects.update(reasons=[])

    page = told(evening, Audience.PUBLIC)

    assert [bye.why for bye in page.given] == [
        ("The director has given No5 the bye.",),
        ("The director has given No6 the bye.",),
    ]
    assert (page.sitting_out, page.differs) == ((), False)


def test_who_shall_not_meet_is_told_to_the_director_alone() -> None:
    evening = Evening.of(4)
    ForbiddenPair.objects.create(tournament=evening.tournament, one=evening.entry(1), other=evening.entry(2))
    evening.draft()
    evening.publish()

    private = "No2 is placed higher, but must not meet No1."
    assert private in paired(told(evening))[0].passed_over
    assert not any("must not" in text for board in paired(told(evening, Audience.PUBLIC)) for text in board.passed_over)


def test_who_was_passed_over_by_a_criterion_is_worked_out_once_for_all_who_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1 and 3 shall not meet, so 1 meets 4: the director reads why."""
    evening = Evening.of(4, system="fide_dutch")
    ForbiddenPair.objects.create(tournament=evening.tournament, one=evening.entry(1), other=evening.entry(3))
    evening.draft()
    evening.publish()
    asked: list[TournamentSnapshot] = []
    why_not = FideDutch.why_not

    def counting(system: FideDutch, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> Further:
        asked.append(snapshot)
        return why_not(system, snapshot, pinned=pinned)

    monkeypatch.setattr(FideDutch, "why_not", counting)

    (private,) = [words for board in paired(told(evening)) for words in board.passed_over]
    assert private == "No3 came first, but must not meet No1 (C1)."
    assert not any(board.passed_over for board in paired(told(evening, Audience.PUBLIC)))
    assert len(asked) == 1


def test_a_pair_forbidden_today_changes_nothing_that_is_told_of_a_round_without_a_record() -> None:
    evening = Evening.of(4)
    evening.play()
    RoundRecord.objects.all().delete()
    before = told(evening, Audience.PUBLIC)
    one, other = evening.boards()[0]
    ForbiddenPair.objects.create(
        tournament=evening.tournament, one=evening.entry(min(one, other)), other=evening.entry(max(one, other))
    )

    assert told(evening, Audience.PUBLIC) == before


def test_names_are_as_each_wishes_to_be_shown() -> None:
    evening = Evening.of(4)
    evening.play()
    player = evening.entry(2).player
    player.shown_as = ShownAs.NUMBER
    player.save()

    page = told(evening, Audience.PUBLIC)

    assert "No2" not in repr(page)
    assert "No2" in repr(told(evening))


def test_asked_byes_and_those_away_are_told() -> None:
    evening = Evening.of(6)
    evening.open()
    evening.check_in(1, 2, 3)
    evening.mark(4, Presence.HALF_BYE)
    evening.mark(5, Presence.EXCUSED)
    evening.pair()

    page = told(evening)

    assert [(bye.name, bye.why) for bye in page.asked] == [("No4", ("No4 has asked for a half-point bye.",))]
    assert [bye.name for bye in page.sitting_out] == ["No3"]
    assert [out.sentences for out in page.left_out] == [
        ("No5 has an excused absence.",),
        ("No6 has an unexcused absence.",),
    ]


def test_those_who_join_later_are_nobodys_concern_yet() -> None:
    played = a_tournament(7, joining_late={7})
    played.play(state=RoundState.PUBLISHED)

    page = story_page(played.tournament, Audience.PUBLIC, number=1)

    assert played.entries[7].player.full_name not in repr(page)


def test_it_is_told_in_the_readers_language() -> None:
    evening = Evening.of(4)
    evening.play()
    with translation.override("nb"):
        page = told(evening, Audience.PUBLIC)

    assert page.cards


def test_what_is_no_exception_is_said_without_a_warning() -> None:
    """That it is the last round, where leaders may get a colour again: no rule was set aside."""
    evening = Evening.of(4, system="fide_dutch", planned_rounds=2)
    evening.play()
    evening.draft()

    draft = evening_page(evening.tournament).round

    assert draft is not None
    for shown in (draft, told(evening)):
        assert [words.partition(":")[0] for words in shown.remarks] == ["Last round"]
        assert not shown.notes
