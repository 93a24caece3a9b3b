"""Who plays: entering, numbers by lot, withdrawing and returning, pairs that must not meet."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from tests.tools.casts.factories import ClubFactory, Evening, PlayerFactory
from tests.tools.guards.whole_database import dump, nothing_changes
from tests.tools.pages.todays_date import today
from tournaments.models import (
    Action,
    Attendance,
    Entry,
    ForbiddenPair,
    Presence,
    RespondedBy,
    Response,
    RoundState,
    Tournament,
    Withdrawal,
)
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.recording import Stale
from tournaments.selectors.snapshots import configured_system, configured_tie_breaks, snapshot_of
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # order of NULLs, unique numbers


def enter(evening: Evening, *names: str, joined_round: int | None = None) -> list[Entry]:
    players = [PlayerFactory(club=evening.tournament.club, given_name=name) for name in names]
    return entries.enter_players(evening.tournament, players, joined_round=joined_round, actor=None)


def points(evening: Evening) -> dict[PlayerId, str]:
    tournament = Tournament.objects.get(pk=evening.tournament.pk)
    system = configured_system(tournament)
    table = system.standings(snapshot_of(tournament), configured_tie_breaks(tournament, system))
    return {row.player: str(row.cells["points"].value) for row in table.rows}


# Entering


def rated_anew(evening: Evening, rating: int | None) -> Entry:
    """Number 1, whom the club's list gives another rating than they were entered with."""
    entry = evening.entry(1)
    if entry.rating is None:
        evening.tournament.entries.filter(pk=entry.pk).update(rating=1500)
    entry.player.rating = rating
    entry.player.save()
    return entry


@pytest.mark.parametrize("rating", [1600, None])
def test_before_the_first_round_the_lists_rating_is_taken_over(rating: int | None) -> None:
    evening = Evening.of(2)
    entry = rated_anew(evening, rating)

    entries.take_rating(entry, seen=str(rating or ""), actor=None)

    assert evening.entry(1).rating == rating
    newest = Action.objects.latest("pk")
    assert (newest.verb, newest.facts["rating"]) == ("entry.take_rating", rating or "–")
    undo_action(newest, actor=None)
    assert evening.entry(1).rating == 1500


def test_taking_over_what_is_there_is_nothing() -> None:
    evening = Evening.of(2)
    entries.take_rating(rated_anew(evening, 1500), seen="1600", actor=None)

    assert not Action.objects.filter(verb="entry.take_rating").exists()


def test_another_rating_than_the_one_seen_is_not_taken_over() -> None:
    evening = Evening.of(2)
    entry = rated_anew(evening, 1600)

    with nothing_changes(Stale):
        entries.take_rating(entry, seen="1500", actor=None)


def test_from_the_first_round_on_the_rating_stays_also_by_undoing() -> None:
    evening = Evening.of(2)
    entries.take_rating(rated_anew(evening, 1600), seen="1600", actor=None)
    taken = Action.objects.latest("pk")
    evening.open()

    with nothing_changes(Refused, match="the ratings stay as they are"):
        undo_action(taken, actor=None)
    entry = rated_anew(evening, 1700)
    with nothing_changes(Refused, match="the ratings stay as they are"):
        entries.take_rating(entry, seen="1700", actor=None)


def test_it_freezes_the_rating_and_gives_no_number_before_the_draw() -> None:
    evening = Evening.of(0)
    anna = PlayerFactory(club=evening.tournament.club, rating=1512)
    (entry,) = entries.enter_players(evening.tournament, [anna], actor=None)
    anna.rating = 1600
    anna.save()

    entry.refresh_from_db()
    assert (entry.rating, entry.number, entry.joined_round) == (1512, None, 1)


def test_the_same_player_is_entered_once_however_often_named() -> None:
    evening = Evening.of(0)
    anna = PlayerFactory(club=evening.tournament.club)

    assert len(entries.enter_players(evening.tournament, [anna, anna], actor=None)) == 1
    assert entries.enter_players(evening.tournament, [anna], actor=None) == []
    assert Action.objects.count() == 1


def test_another_clubs_player_is_refused() -> None:
    evening = Evening.of(0)
    stranger = PlayerFactory(club=ClubFactory())

    with nothing_changes(Refused, "club's own"):
        entries.enter_players(evening.tournament, [stranger], actor=None)


@pytest.mark.slow
def test_late_entrants_get_the_next_numbers_and_join_the_round_not_yet_published() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.open()

    made = enter(evening, "Late", "Later")

    assert [(entry.number, entry.joined_round) for entry in made] == [(5, 2), (6, 2)]
    evening.check_in()
    evening.pair()
    evening.publish()
    assert enter(evening, "Too late")[0].joined_round == 3
    assert not Attendance.objects.filter(entry__number=7).exists()


def test_nobody_joins_in_the_past() -> None:
    evening = Evening.of(4)
    evening.play()

    assert enter(evening, "Late", joined_round=1)[0].joined_round == 2
    assert enter(evening, "Later", joined_round=5)[0].joined_round == 5


def test_an_entry_is_removed_as_if_it_had_never_been() -> None:
    evening = Evening.of(4)
    evening.open()
    before = dump()
    (late,) = enter(evening, "Late")
    entries.forbid_pair(evening.tournament, late, evening.entry(1), actor=None)
    entries.withdraw_entry(late, actor=None)
    availability.respond(
        late, evening.round.date or today(), Response.COMING, said_by=RespondedBy.TELEPHONE, actor=None
    )

    entries.remove_entry(late, actor=None)

    after = dump()
    before["Player"] = after["Player"]
    assert after == before


def test_an_entry_in_the_draft_or_in_a_published_round_is_not_removed() -> None:
    evening = Evening.of(4)
    evening.draft(1, 2)
    with nothing_changes(Refused, "in the draft"):
        entries.remove_entry(evening.entry(1), actor=None)
    evening.publish()
    with nothing_changes(Refused, "This player has been in a published round: let them withdraw instead."):
        entries.remove_entry(evening.entry(4), actor=None)


def test_an_entry_that_is_gone_is_stale_for_each_verb() -> None:
    evening = Evening.of(3)
    gone, other = evening.entry(3), evening.entry(1)
    entries.remove_entry(evening.entry(3), actor=None)

    for verb in (entries.remove_entry, entries.withdraw_entry, entries.return_entry):
        with nothing_changes(Stale):
            verb(gone, actor=None)
    with nothing_changes(Stale):
        entries.forbid_pair(evening.tournament, gone, other, actor=None)


# Numbers


def drawn_by_hand(seed: str, count: int) -> list[int]:
    """Rulebook, README, Lots: round 0, purpose `number`, over the entrants counted from 1 as they were entered."""
    round_seed = hmac.new(bytes.fromhex(seed), b"round:0", hashlib.sha256).digest()
    lots = {n: hmac.new(round_seed, f"number:{n}".encode(), hashlib.sha256).hexdigest() for n in range(1, count + 1)}
    return sorted(lots, key=lots.__getitem__)


def test_the_draw_can_be_repeated_from_the_seed_by_anybody() -> None:
    evening = Evening.of(0, seed="9f2c" * 16)
    made = enter(evening, *(f"Player {place}" for place in range(1, 13)))

    entries.draw_numbers(evening.tournament, actor=None)

    place = {entry.pk: place for place, entry in enumerate(made, 1)}
    drawn = [place[key] for key in Entry.objects.order_by("number").values_list("pk", flat=True)]
    assert drawn == drawn_by_hand("9f2c" * 16, 12)
    assert drawn != sorted(drawn)
    assert list(Entry.objects.order_by("number").values_list("number", flat=True)) == list(range(1, 13))


def test_drawing_again_is_nothing_new_until_somebody_is_entered() -> None:
    evening = Evening.of(0)
    enter(evening, "Anna", "Bo", "Cis")
    entries.draw_numbers(evening.tournament, actor=None)
    actions = Action.objects.count()
    entries.draw_numbers(evening.tournament, actor=None)
    assert Action.objects.count() == actions

    enter(evening, "Dag", "Eva", "Fay")
    before = dump()
    entries.draw_numbers(evening.tournament, actor=None)
    assert dump() != before
    undo_action(Action.objects.latest("pk"), actor=None)
    assert dump() == before


def test_numbers_stay_once_the_first_round_is_open() -> None:
    evening = Evening.of(3)
    evening.open()

    with nothing_changes(Refused, "numbers stay"):
        entries.draw_numbers(evening.tournament, actor=None)


def test_nobody_entered_nothing_is_drawn() -> None:
    evening = Evening.of(0)

    with nothing_changes(Refused, "Nobody has been entered"):
        entries.draw_numbers(evening.tournament, actor=None)


def test_what_the_system_cannot_number_is_refused_with_its_sentence() -> None:
    evening = Evening.of(0, system="norwegian_monrad", options={"numbering": "seeded"})
    unrated = [PlayerFactory(club=evening.tournament.club, rating=None) for _place in range(4)]
    entries.enter_players(evening.tournament, unrated, actor=None)

    with nothing_changes(Refused, "Nobody has a rating, so there is nothing to seed by"):
        entries.draw_numbers(evening.tournament, actor=None)


# Going away and coming back


def test_who_withdraws_is_out_from_the_round_not_yet_published_and_loses_the_mark() -> None:
    evening = Evening.of(4)
    evening.play()
    evening.open()
    evening.mark(1, Presence.PRESENT)

    evening.withdraw(1)

    assert list(Withdrawal.objects.values_list("first_round", "last_round")) == [(2, None)]
    assert evening.slot(1).presence == Presence.UNMARKED


def test_withdrawing_twice_and_returning_without_it_are_refused() -> None:
    evening = Evening.of(4)
    with nothing_changes(Refused, "has not withdrawn"):
        evening.bring_back(1)
    evening.withdraw(1)
    with nothing_changes(Refused, "already"):
        evening.withdraw(1)


def test_returning_before_a_round_was_missed_leaves_nothing() -> None:
    evening = Evening.of(4)
    evening.withdraw(1)
    evening.bring_back(1)

    assert not Withdrawal.objects.exists()


def test_who_returns_and_goes_again_before_playing_was_away_all_the_time() -> None:
    evening = Evening.of(4)
    evening.withdraw(1)
    evening.play(2, 3)
    evening.bring_back(1)
    evening.withdraw(1)

    assert list(Withdrawal.objects.values_list("first_round", "last_round")) == [(1, None)]


def test_who_returned_for_a_round_that_was_taken_back_can_return_to_it() -> None:
    evening = Evening.of(4)
    evening.withdraw(1)
    evening.draft(2, 3)
    evening.publish()
    evening.bring_back(1)  # for round 2
    evening.take_back()
    with nothing_changes(Refused, "Let them return first"):
        evening.mark(1, Presence.PRESENT)

    evening.bring_back(1)

    evening.mark(1, Presence.PRESENT)
    assert not Withdrawal.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"absent_points": "1"}, {"absent_points": "1", "excused_points": "2"}])
def test_leaving_and_returning_never_pays_more_than_the_same_absence(options: dict[str, str]) -> None:
    away, absent = Evening.of(5, options=options), Evening.of(5, options=options)
    for evening in (away, absent):
        evening.play(1, 2, 3, 4)
    away.withdraw(1)
    for _ in range(2):
        away.play(2, 3, 4)
        absent.play(2, 3, 4)
    away.bring_back(1)
    for evening in (away, absent):
        evening.play(1, 2, 3, 4)

    assert float(points(away)[1]) <= float(points(absent)[1])


# Forbidden pairs


def test_a_forbidden_pair_is_not_paired_until_it_is_allowed_again() -> None:
    evening = Evening.of(4)
    evening.draft()
    assert evening.boards() == [(2, 1), (4, 3)]
    entries.forbid_pair(evening.tournament, evening.entry(2), evening.entry(1), actor=None)

    evening.pair()
    assert evening.boards() == [(3, 1), (4, 2)]

    entries.allow_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None)
    evening.pair()
    assert evening.boards() == [(2, 1), (4, 3)]


def test_a_draft_made_before_its_pair_was_forbidden_is_not_published() -> None:
    evening = Evening.of(4)
    evening.draft()
    assert evening.boards() == [(2, 1), (4, 3)]
    entries.forbid_pair(evening.tournament, evening.entry(4), evening.entry(3), actor=None)

    with nothing_changes(Refused, "No3 and No4 have been forbidden to meet since this draft was made. Pair again."):
        evening.publish()

    evening.pair()
    evening.publish()


def test_a_forbidden_pair_that_the_director_set_by_hand_is_published() -> None:
    evening = Evening.of(4)
    evening.draft()
    manual_pairing.set_board(
        evening.round, evening.entry(2), evening.entry(1), seen_revision=evening.round.revision, actor=None
    )
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None)

    evening.publish()

    assert (2, 1) in evening.boards()


def test_no_undo_publishes_a_draft_whose_pair_was_forbidden_since() -> None:
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    evening.take_back()
    taken_back = Action.objects.latest("pk")
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None)

    with nothing_changes(Refused, "No1 and No2 have been forbidden"):
        undo_action(taken_back, actor=None)


def test_a_pair_forbidden_after_its_round_does_not_hold_on_to_the_next() -> None:
    evening = Evening.of(4)
    evening.play()
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=None)
    evening.open()

    undo_action(Action.objects.latest("pk"), actor=None)

    assert evening.round.state == RoundState.PUBLISHED


def test_forbidding_twice_is_one_pair_and_one_action() -> None:
    evening = Evening.of(3)
    for one, other in ((1, 2), (2, 1)):
        entries.forbid_pair(evening.tournament, evening.entry(one), evening.entry(other), actor=None)

    assert (ForbiddenPair.objects.count(), Action.objects.count()) == (1, 1)


def test_nobody_is_forbidden_to_meet_himself_or_somebody_elsewhere() -> None:
    evening, elsewhere = Evening.of(2), Evening.of(2)
    with nothing_changes(Refused, "different players"):
        entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(1), actor=None)
    with nothing_changes(Refused, "Both must play in this tournament."):
        entries.forbid_pair(evening.tournament, evening.entry(1), elsewhere.entry(1), actor=None)


def test_undoing_an_allowance_of_somebody_removed_since_is_refused() -> None:
    evening = Evening.of(3)
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(3), actor=None)
    entries.allow_pair(evening.tournament, evening.entry(1), evening.entry(3), actor=None)
    allowed = Action.objects.latest("pk")
    entries.remove_entry(evening.entry(3), actor=None)

    with nothing_changes(Refused):
        undo_action(allowed, actor=None)
