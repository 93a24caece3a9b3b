"""The one door: receipts, the rows before and after, revisions, undo, and what is refused."""

from __future__ import annotations

import datetime
import itertools
import threading
import uuid

import pytest
from django.db import IntegrityError, connection, models
from django.test.utils import CaptureQueriesContext

from tests.tools.casts.factories import (
    ClubFactory,
    EntryFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
    numbered_tournament,
)
from tests.tools.guards.whole_database import dump
from tournaments.models import (
    Action,
    Club,
    Entry,
    ForbiddenPair,
    Game,
    Player,
    PlayerContact,
    Round,
    RoundState,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import (
    AlreadyDone,
    Change,
    Scope,
    Stale,
    UndoRefused,
    action_of,
    is_recording,
    last_change_of,
    outdate_cached_pages,
    recording,
    refresh,
    undo,
)
from tournaments.recording.current_rows import newest_first

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # locks, receipts, what goes on after a constraint


@pytest.fixture
def tournament() -> Tournament:
    return numbered_tournament(4)


def rename(
    scope: Club | Tournament, name: str, *, receipt: uuid.UUID | None = None, actor: User | None = None
) -> Action:
    with recording(scope, actor=actor, verb="rename", receipt=receipt) as change:
        change.update(scope, name=name)
    return Action.objects.latest("pk")


def renumber(tournament: Tournament, *updates: tuple[int, int | None]) -> Action:
    """Each update a statement of its own: the entry that has this number now gets that one."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    with recording(tournament, actor=None, verb="renumber") as change:
        for old, new in updates:
            change.update(entries[old], number=new)
    return Action.objects.latest("pk")


# Receipts


def test_the_same_receipt_twice_is_already_done_and_changes_nothing(tournament: Tournament) -> None:
    receipt = uuid.uuid4()
    rename(tournament, "Autumn", receipt=receipt)
    before = dump()

    with pytest.raises(AlreadyDone):
        rename(tournament, "Winter", receipt=receipt)

    assert dump() == before
    assert Action.objects.count() == 1


def test_the_same_receipt_in_another_scope_or_of_somebody_else_does_its_work_there(tournament: Tournament) -> None:
    receipt = uuid.uuid4()
    elsewhere = numbered_tournament(4)
    scopes = (tournament, tournament.club, elsewhere, elsewhere.club)
    kari, dag = UserFactory(), UserFactory()

    for number, (scope, actor) in enumerate(itertools.product(scopes, (None, kari, dag))):
        made = rename(scope, f"Autumn {number}", receipt=receipt, actor=actor)
        assert action_of(scope, actor=actor, receipt=receipt) == made
        with pytest.raises(AlreadyDone):
            rename(scope, "Winter", receipt=receipt, actor=actor)

    assert [type(scope).objects.get(pk=scope.pk).name for scope in scopes] == [f"Autumn {n}" for n in (2, 5, 8, 11)]
    assert Action.objects.count() == 12


def test_what_has_no_scope_has_its_receipts_by_who_does_it() -> None:
    receipt = uuid.uuid4()
    kari, dag = UserFactory(), UserFactory()
    for user in (kari, dag):
        with recording(None, actor=user, verb="user.choose_key_map", receipt=receipt) as change:
            change.update(user, key_map="123")

    with pytest.raises(AlreadyDone), recording(None, actor=kari, verb="user.choose_key_map", receipt=receipt) as change:
        change.update(kari, key_map="132")
    assert Action.objects.count() == 2


def test_the_same_receipt_at_the_same_moment_is_already_done(tournament: Tournament) -> None:
    receipt = uuid.uuid4()

    def both() -> None:
        with recording(tournament, actor=None, verb="rename", receipt=receipt) as change:
            change.update(tournament, name="Another")
            rename(tournament, "Autumn", receipt=receipt)  # comes between the look and the writing

    with pytest.raises(AlreadyDone):
        both()
    assert Action.objects.count() == 0
    assert Tournament.objects.get().name == "Tuesday cup"


def test_a_receipt_of_something_that_changed_nothing_may_be_used_again(tournament: Tournament) -> None:
    receipt = uuid.uuid4()
    with recording(tournament, actor=None, verb="rename", receipt=receipt):
        pass

    rename(tournament, "Autumn", receipt=receipt)

    assert Tournament.objects.get().name == "Autumn"


# What an action keeps


def test_it_keeps_who_what_where_and_the_facts(tournament: Tournament) -> None:
    kari = UserFactory()
    with recording(tournament, actor=kari, verb="rename", facts={"old": 1}) as change:
        change.update(tournament, name="Autumn")
        change.facts["new"] = 2

    action = Action.objects.get()
    assert (action.actor, action.verb, action.facts) == (kari, "rename", {"old": 1, "new": 2})
    assert (action.tournament, action.club) == (tournament, tournament.club)
    assert action.changes == [
        {
            "model": "tournament",
            "pk": tournament.pk,
            "before": {"name": "Tuesday cup"},
            "after": {"name": "Autumn"},
        }
    ]


def test_an_action_of_a_club_names_no_tournament() -> None:
    club = ClubFactory()

    action = rename(club, "Bergens")

    assert (action.club, action.tournament) == (club, None)


def test_nothing_changed_leaves_no_action_and_no_revision(tournament: Tournament) -> None:
    with recording(tournament, actor=None, verb="rename", public=[tournament]) as change:
        change.update(tournament, name="Tuesday cup", system="attendance_monrad")

    tournament.refresh_from_db()
    assert Action.objects.count() == 0
    assert (tournament.revision, tournament.public_revision) == (1, 1)


def test_only_the_fields_that_differ_are_kept(tournament: Tournament) -> None:
    with recording(tournament, actor=None, verb="edit") as change:
        change.update(tournament, name="Autumn", system="attendance_monrad")

    assert Action.objects.get().changes[0]["after"] == {"name": "Autumn"}


def test_rows_are_compared_with_the_database_and_not_with_what_was_in_memory(tournament: Tournament) -> None:
    old = Tournament.objects.get()
    rename(tournament, "Autumn")

    with recording(tournament, actor=None, verb="rename") as change:
        change.update(old, name="Winter")

    assert Action.objects.latest("pk").changes[0]["before"] == {"name": "Autumn"}


def test_rows_of_one_model_may_be_given_different_fields(tournament: Tournament) -> None:
    one, other, third, fourth = tournament.entries.order_by("number")
    before = dump()

    with recording(tournament, actor=None, verb="edit") as change:
        change.update_many(
            [
                (one, {"rating": 1}),
                (other, {"joined_round": 2}),
                (third, {"rating": 3, "joined_round": 3}),
                (fourth, {}),
            ]
        )

    assert list(tournament.entries.order_by("number").values_list("rating", "joined_round")) == [
        (1, 1),
        (None, 2),
        (3, 3),
        (None, 1),
    ]
    undo(Action.objects.get(), actor=None)
    assert dump() == before


def test_many_rows_are_written_in_a_bounded_number_of_statements() -> None:
    def statements(size: int) -> int:
        tournament = numbered_tournament(size)
        with CaptureQueriesContext(connection) as queries, recording(tournament, actor=None, verb="edit") as change:
            change.update_many((entry, {"rating": 1000}) for entry in tournament.entries.all())
        return len(queries)

    assert statements(40) == statements(3)


def test_a_row_read_under_the_lock_is_written_without_being_read_again(tournament: Tournament) -> None:
    entry = tournament.entries.get(number=1)
    with CaptureQueriesContext(connection) as queries, recording(tournament, actor=None, verb="edit") as change:
        row = change.read(tournament.entries.get(pk=entry.pk))
        change.update(row, rating=1000)
        change.update(tournament.entries.get(pk=entry.pk), rating=1100)

    reads = [query["sql"] for query in queries if query["sql"].startswith('SELECT "tournaments_entry"."id" AS "pk"')]
    assert len(reads) == 1, "for the row that nobody said was read"
    rating = [(kept["before"]["rating"], kept["after"]["rating"]) for kept in Action.objects.get().changes]
    assert rating == [(entry.rating, 1000), (1000, 1100)]


def test_a_change_of_a_tournament_costs_six_statements(tournament: Tournament) -> None:
    entry = tournament.entries.get(number=1)
    with (
        CaptureQueriesContext(connection) as queries,
        recording(tournament, actor=None, verb="edit", receipt=uuid.uuid4(), public=[tournament]) as change,
    ):
        change.update(change.read(entry), rating=1000)

    verbs = [query["sql"].split(" times: ")[-1].split()[0] for query in queries]
    assert verbs == ["SAVEPOINT", "SELECT", "UPDATE", "UPDATE", "INSERT", "RELEASE"]


def test_the_tournament_in_hand_knows_its_revisions_afterwards(tournament: Tournament) -> None:
    with recording(tournament, actor=None, verb="edit", public=[tournament]) as change:
        change.update(tournament.entries.get(number=1), rating=1000)

    there = Tournament.objects.get()
    names = ("revision", "public_revision", "past_revision")
    assert [getattr(tournament, name) for name in names] == [getattr(there, name) for name in names] == [2, 2, 2]


def test_what_is_done_already_is_so_though_it_would_be_refused_by_now(tournament: Tournament) -> None:
    receipt = uuid.uuid4()
    rename(tournament, "Autumn", receipt=receipt)

    with pytest.raises(AlreadyDone), recording(tournament, actor=None, verb="rename", receipt=receipt):
        raise Stale
    with pytest.raises(AlreadyDone), recording(tournament, actor=None, verb="rename", receipt=receipt):
        pass


def test_after_a_restore_nothing_kept_is_taken_for_the_new(tournament: Tournament) -> None:
    before = Tournament.objects.get()

    outdate_cached_pages()

    after = Tournament.objects.get()
    assert after.public_revision > before.public_revision
    assert after.past_revision > before.past_revision


def test_private_fields_are_written_and_never_kept() -> None:
    player = PlayerFactory()
    with recording(player.club, actor=None, verb="player.edit_contact") as change:
        contact = change.create(PlayerContact(player=player, phone="+47 1", birth_date=datetime.date(2015, 1, 2)))
        change.update(contact, email="anna@example.org")
        change.delete(contact)

    action = Action.objects.get()
    assert [kept["model"] for kept in action.changes] == ["playercontact"] * 3
    assert [part for part in ("+47 1", "2015", "anna@") if part in str(action.changes)] == []


def test_passwords_and_addresses_are_never_kept() -> None:
    club = ClubFactory()
    with recording(club, actor=None, verb="user.create") as change:
        user = change.create(User(username="kari", email="kari@example.org", password="secret-hash"))
        change.update(user, password="other-hash")

    assert "kari@" not in str(Action.objects.get().changes)
    assert "hash" not in str(Action.objects.get().changes)


def test_a_deleted_row_with_private_fields_cannot_be_brought_back() -> None:
    contact = PlayerContact.objects.create(player=PlayerFactory(), phone="+47 1")
    with recording(contact.player.club, actor=None, verb="player.forget") as change:
        change.delete(contact)

    with pytest.raises(UndoRefused):
        undo(Action.objects.get(), actor=None)
    assert not PlayerContact.objects.exists()


def test_a_row_that_others_refer_to_is_not_deleted(tournament: Tournament) -> None:
    with pytest.raises(models.ProtectedError), recording(tournament, actor=None, verb="delete") as change:
        change.delete(tournament.entries.all()[0].player)

    assert Player.objects.count() == 4


# Revisions


def test_each_action_raises_the_tournaments_revision_and_the_public_one_only_where_named(
    tournament: Tournament,
) -> None:
    other = TournamentFactory(club=tournament.club, season=tournament.season)

    with recording(tournament, actor=None, verb="edit", public=[tournament.club, tournament, tournament]) as change:
        change.update(tournament, name="Autumn")
    rename(tournament, "Winter")

    revisions = dict(Tournament.objects.values_list("pk", "public_revision"))
    tournament.refresh_from_db()
    assert (tournament.revision, revisions) == (3, {tournament.pk: 2, other.pk: 1})
    assert Club.objects.get().public_revision == 2


def test_undo_raises_the_same_public_revisions_again(tournament: Tournament) -> None:
    with recording(tournament, actor=None, verb="edit", public=[tournament.club, tournament]) as change:
        change.update(tournament, name="Autumn")

    undo(Action.objects.get(), actor=None)

    tournament.refresh_from_db()
    assert (tournament.revision, tournament.public_revision, tournament.club.public_revision) == (3, 3, 3)


def test_a_round_counts_its_own_changes_and_touches_and_again_when_they_are_undone(tournament: Tournament) -> None:
    round_ = Round.objects.create(tournament=tournament, number=1)
    with recording(tournament, actor=None, verb="edit") as change:
        change.update(round_, state=RoundState.DRAFTED)
    assert Round.objects.get().revision == 2
    with recording(tournament, actor=None, verb="touch") as change:
        change.touch(round_)
    assert Round.objects.get().revision == 3

    undo(Action.objects.latest("pk"), actor=None)
    assert Round.objects.get().revision == 4
    undo(Action.objects.earliest("pk"), actor=None)
    assert (Round.objects.get().revision, Round.objects.get().state) == (5, "open")


def test_the_last_change_of_a_row_is_the_newest_action_that_wrote_it(tournament: Tournament) -> None:
    one, other = tournament.entries.order_by("number")[:2]
    for entry, rating in ((one, 1), (one, 2), (other, 3)):
        with recording(tournament, actor=None, verb=f"rate {rating}") as change:
            change.update(entry, rating=rating)

    found = last_change_of(one, tournament=tournament)

    assert found is not None
    assert found.verb == "rate 2"


def test_a_row_that_is_gone_is_stale_when_it_is_read_anew(tournament: Tournament) -> None:
    round_ = Round.objects.create(tournament=tournament, number=1)
    Round.objects.all().delete()

    with pytest.raises(Stale):
        refresh(round_)


# Undo


def test_undo_brings_back_what_was_and_is_an_action_of_its_own(tournament: Tournament) -> None:
    before = dump()
    kari = UserFactory()
    before["User"] = dump()["User"]
    action = rename(tournament, "Autumn")

    undo(action, actor=kari)

    undone = Action.objects.latest("pk")
    assert dump() == before
    assert (undone.verb, undone.undoes, undone.actor, undone.facts["verb"]) == ("undo", action, kari, "rename")


def test_undo_twice_is_already_done(tournament: Tournament) -> None:
    action = rename(tournament, "Autumn")
    undo(action, actor=None)

    with pytest.raises(AlreadyDone):
        undo(action, actor=None)


def test_undo_with_a_receipt_seen_before_is_already_done(tournament: Tournament) -> None:
    receipt = uuid.uuid4()
    action = rename(tournament, "Autumn", receipt=receipt)

    with pytest.raises(AlreadyDone):
        undo(action, actor=None, receipt=receipt)
    assert Tournament.objects.get().name == "Autumn"


def test_an_undo_can_be_undone_and_that_again(tournament: Tournament) -> None:
    rename(tournament, "Autumn")
    names = []
    for _ in range(4):
        undo(Action.objects.latest("pk"), actor=None)
        names.append(Tournament.objects.get().name)

    assert names == ["Tuesday cup", "Autumn", "Tuesday cup", "Autumn"]


def test_rows_deleted_come_back_with_their_keys_and_created_ones_go(tournament: Tournament) -> None:
    entry = tournament.entries.order_by("number")[0]
    with recording(tournament, actor=None, verb="forbid") as change:
        away = change.create(Withdrawal(entry=entry, first_round=2))
    states = [dump()]
    with recording(tournament, actor=None, verb="swap") as change:
        change.delete(away)
        change.create(Withdrawal(entry=entry, first_round=3))
    states.append(dump())

    for expected in (states[0], states[1], states[0]):
        undo(Action.objects.latest("pk"), actor=None)
        assert dump() == expected


def test_a_row_created_and_deleted_by_one_action_is_gone_after_undo_and_redo(tournament: Tournament) -> None:
    entry = tournament.entries.order_by("number")[0]
    before = dump()
    with recording(tournament, actor=None, verb="nothing") as change:
        change.delete(change.create(Withdrawal(entry=entry, first_round=2)))

    for _ in range(2):
        undo(Action.objects.latest("pk"), actor=None)
        assert dump() == before


def test_one_row_changed_several_times_by_one_action_comes_back(tournament: Tournament) -> None:
    before = dump()
    one, other = tournament.entries.order_by("number")[:2]
    with recording(tournament, actor=None, verb="swap") as change:
        change.update_many([(one, {"number": None}), (other, {"number": None})])
        change.update_many([(one, {"number": 2}), (other, {"number": 1})])
    swapped = dump()

    undo(Action.objects.latest("pk"), actor=None)
    assert dump() == before
    undo(Action.objects.latest("pk"), actor=None)
    assert dump() == swapped


def test_unique_values_moved_down_one_by_one_come_back(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, number=1).update(number=9)
    before = dump()
    renumber(tournament, (2, 1), (3, 2), (4, 3))
    moved = dump()

    undo(Action.objects.latest("pk"), actor=None)
    assert dump() == before
    undo(Action.objects.latest("pk"), actor=None)
    assert dump() == moved


def test_undo_of_many_rows_takes_a_bounded_number_of_statements() -> None:
    def statements(size: int) -> int:
        tournament = numbered_tournament(size)
        with recording(tournament, actor=None, verb="edit") as change:
            change.update_many((entry, {"rating": 1000, "number": None}) for entry in tournament.entries.all())
        with CaptureQueriesContext(connection) as queries:
            undo(Action.objects.latest("pk"), actor=None)
        return len(queries)

    assert statements(40) == statements(3)


def test_undo_is_refused_with_the_later_actions_on_the_same_fields_newest_first(tournament: Tournament) -> None:
    first = rename(tournament, "Autumn")
    second = rename(tournament, "Winter")
    with recording(tournament, actor=None, verb="plan") as change:
        change.update(tournament, planned_rounds=5)
    third = rename(tournament, "Spring")
    before = dump()

    with pytest.raises(UndoRefused) as refused:
        undo(first, actor=None)

    assert refused.value.later == (third, second)
    assert dump() == before


def test_undo_is_refused_where_a_later_action_relies_on_the_fields(tournament: Tournament) -> None:
    first = rename(tournament, "Autumn")
    with recording(tournament, actor=None, verb="plan") as change:
        change.update(tournament, planned_rounds=5)
        change.relies_on([tournament], "name")
    planned = Action.objects.latest("pk")

    with pytest.raises(UndoRefused) as refused:
        undo(first, actor=None)
    assert refused.value.later == (planned,)

    undo(planned, actor=None)
    undo(first, actor=None)
    assert Tournament.objects.get().name == "Tuesday cup"


def test_later_actions_that_are_undone_do_not_count_and_redone_ones_do(tournament: Tournament) -> None:
    first = rename(tournament, "Autumn")
    second = rename(tournament, "Winter")
    undo(second, actor=None)
    undo(Action.objects.latest("pk"), actor=None)  # the second stands again

    with pytest.raises(UndoRefused) as refused:
        undo(first, actor=None)
    assert refused.value.later == (second,)

    undo(Action.objects.latest("pk"), actor=None)
    undo(first, actor=None)
    assert Tournament.objects.get().name == "Tuesday cup"


def test_undo_is_refused_where_a_row_was_changed_past_the_record(tournament: Tournament) -> None:
    action = rename(tournament, "Autumn")
    Tournament.objects.update(name="Winter")

    with pytest.raises(UndoRefused) as refused:
        undo(action, actor=None)
    assert refused.value.later == ()


def test_undo_of_a_row_that_others_refer_to_by_now_is_refused(tournament: Tournament) -> None:
    with recording(tournament, actor=None, verb="add") as change:
        player = change.create(Player(club=tournament.club, given_name="Late", folded_name="late"))
    EntryFactory(tournament=tournament, player=player)

    with pytest.raises(UndoRefused):
        undo(Action.objects.get(), actor=None)
    assert Player.objects.filter(pk=player.pk).exists()


def test_undo_is_refused_where_another_row_has_taken_the_unique_value(tournament: Tournament) -> None:
    entry = Entry.objects.get(tournament=tournament, number=4)
    with recording(tournament, actor=None, verb="remove") as change:
        change.delete(entry)
    removed = Action.objects.latest("pk")
    with recording(tournament, actor=None, verb="add") as change:
        change.create(Entry(tournament=tournament, player=PlayerFactory(club=tournament.club), number=4))
    before = dump()

    with pytest.raises(UndoRefused) as refused:
        undo(removed, actor=None)

    assert [action.verb for action in refused.value.later] == ["add"]
    assert dump() == before


def test_undo_is_refused_where_a_row_it_would_refer_to_is_gone(tournament: Tournament) -> None:
    one, other = tournament.entries.order_by("pk")[:2]
    pair = ForbiddenPair.objects.create(tournament=tournament, one=one, other=other)
    with recording(tournament, actor=None, verb="allow") as change:
        change.delete(pair)
    allowed = Action.objects.latest("pk")
    with recording(tournament, actor=None, verb="remove") as change:
        change.delete(one)

    with pytest.raises(UndoRefused):
        undo(allowed, actor=None)
    connection.check_constraints()


def test_redo_is_refused_where_what_the_action_relied_on_has_changed_since(tournament: Tournament) -> None:
    with recording(tournament, actor=None, verb="plan") as change:
        change.update(tournament, planned_rounds=5)
        change.relies_on([tournament], "name")
    undo(Action.objects.latest("pk"), actor=None)
    undone = Action.objects.latest("pk")
    renamed = rename(tournament, "Autumn")

    with pytest.raises(UndoRefused) as refused:
        undo(undone, actor=None)
    assert refused.value.later == (renamed,)

    undo(renamed, actor=None)
    undo(undone, actor=None)
    assert Tournament.objects.get().planned_rounds == 5


def test_redo_is_refused_where_what_the_action_relied_on_was_undone_since(tournament: Tournament) -> None:
    renamed = rename(tournament, "Autumn")
    with recording(tournament, actor=None, verb="plan") as change:
        change.update(tournament, planned_rounds=5)
        change.relies_on([tournament], "name")
    undo(Action.objects.latest("pk"), actor=None)
    undone = Action.objects.latest("pk")
    undo(renamed, actor=None)
    in_the_way = Action.objects.latest("pk")

    with pytest.raises(UndoRefused) as refused:
        undo(undone, actor=None)
    assert refused.value.later == (in_the_way,)


def test_undo_goes_on_where_a_public_row_of_the_action_is_gone() -> None:
    club = ClubFactory()
    gone = TournamentFactory(club=club)
    with recording(club, actor=None, verb="rename", public=[club, gone]) as change:
        change.update(club, name="Bergens")
    gone.delete()

    undo(Action.objects.get(), actor=None)

    club.refresh_from_db()
    assert (club.name, club.public_revision) == ("SK Rockaden", 3)


# One transaction


def test_an_exception_inside_leaves_nothing(tournament: Tournament) -> None:
    before = dump()

    def fail() -> None:
        with recording(tournament, actor=None, verb="edit", public=[tournament]) as change:
            change.update(tournament, name="Autumn")
            change.create(Withdrawal(entry=tournament.entries.all()[0], first_round=1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    tournament.refresh_from_db()
    assert dump() == before
    assert (Action.objects.count(), tournament.revision, tournament.public_revision) == (0, 1, 1)


def test_what_was_recorded_inside_goes_when_the_outer_recording_fails(tournament: Tournament) -> None:
    before = dump()

    def fail() -> None:
        with recording(tournament.club, actor=None, verb="outer") as change:
            change.update(tournament.club, name="Another")
            rename(tournament, "Autumn")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert dump() == before
    assert Action.objects.count() == 0


def test_a_failure_inside_leaves_the_outer_recording_whole(tournament: Tournament) -> None:
    with recording(tournament.club, actor=None, verb="outer") as change:
        change.update(tournament.club, name="Another")
        with pytest.raises(IntegrityError):
            renumber(tournament, (1, 2))

    assert [action.verb for action in Action.objects.all()] == ["outer"]
    assert Entry.objects.filter(number=1).exists()


def test_it_says_whether_a_recording_is_active(tournament: Tournament) -> None:
    seen = [is_recording()]
    with recording(tournament.club, actor=None, verb="outer"):
        seen.append(is_recording())
        with recording(tournament, actor=None, verb="inner"):
            seen.append(is_recording())
        seen.append(is_recording())
    with pytest.raises(ZeroDivisionError), recording(tournament, actor=None, verb="fails"):
        raise ZeroDivisionError
    seen.append(is_recording())

    assert seen == [False, True, True, True, False]


def test_the_scope_is_read_anew_under_the_lock(tournament: Tournament) -> None:
    seen_before = Tournament.objects.get()
    rename(tournament, "Autumn")

    with recording(seen_before, actor=None, verb="look"):
        assert seen_before.name == "Autumn"


@pytest.mark.parametrize("whose", ["season", "club"])
def test_so_are_the_club_and_the_season_that_were_read_with_it(tournament: Tournament, whose: str) -> None:
    """Their columns stand in no revision of the tournament's own scope: the club's recording raises one for each."""
    seen_before = Tournament.objects.select_related("club", "season").get()
    with recording(tournament.club, actor=None, verb="rename") as change:
        change.update(getattr(Tournament.objects.get(), whose), name="Otherwise")

    with recording(seen_before, actor=None, verb="look"):
        assert getattr(seen_before, whose).name == "Otherwise"


def test_what_nobody_has_changed_since_is_locked_and_not_read_again(tournament: Tournament) -> None:
    just_read = Tournament.objects.select_related("club", "season").get()

    with CaptureQueriesContext(connection) as queries, recording(just_read, actor=None, verb="look"):
        assert just_read.club.name

    assert [query["sql"].count("sentence") for query in queries if "SELECT" in query["sql"]] == [0]


def test_clubs_are_locked_before_tournaments_and_tournaments_by_key(tournament: Tournament) -> None:
    later = TournamentFactory(club=tournament.club, season=tournament.season)
    rows: list[Scope] = [later, tournament, tournament.club]

    with CaptureQueriesContext(connection) as queries, recording(later, actor=None, verb="look", public=rows):
        pass

    asked = [query["sql"] for query in queries if query["sql"].startswith("SELECT")][:2]
    assert 'FROM "tournaments_club"' in asked[0]
    assert 'FROM "tournaments_tournament"' in asked[1]
    assert f"IN ({tournament.pk}, {later.pk})" in asked[1] or f"IN ({later.pk}, {tournament.pk})" in asked[1]
    assert "ORDER BY 1 ASC" in asked[1]


@pytest.mark.django_db(transaction=True)
def test_a_recording_of_the_tournament_and_one_of_its_club_do_not_wait_for_each_other_for_ever() -> None:
    """The tournament's action refers to the club, whose row the other has locked and who waits for the tournament."""
    tournament = numbered_tournament(2)
    club = Club.objects.get()
    holds_tournament, holds_club = threading.Event(), threading.Event()
    failures: list[Exception] = []

    def of_the_club() -> None:
        try:
            holds_tournament.wait(10)
            threading.Timer(0.5, holds_club.set).start()  # by then it waits: for the tournament, or for the database
            with recording(club, actor=None, verb="club", public=[club, tournament]) as change:
                change.update(club, name="Another")
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    other = threading.Thread(target=of_the_club)
    other.start()
    try:
        with recording(tournament, actor=None, verb="tournament") as change:
            change.update(tournament, name="Autumn")
            holds_tournament.set()
            holds_club.wait(10)
    finally:
        other.join(30)

    assert failures == []
    assert {action.verb for action in Action.objects.all()} == {"club", "tournament"}


def test_values_are_kept_as_json_whatever_their_kind(tournament: Tournament) -> None:
    at = datetime.datetime(2026, 11, 20, 19, 0, tzinfo=datetime.UTC)
    before = dump()
    with recording(tournament, actor=None, verb="make") as change:
        round_ = change.create(Round(tournament=tournament, number=1, date=at.date(), state=RoundState.PUBLISHED))
        game = change.create(Game(round=round_, board=1, result=Result.DRAW, started_at=at, earlier=[["*", 2]]))
    made = dump()
    with recording(tournament, actor=None, verb="same") as change:
        change.update(round_, state=RoundState.PUBLISHED, date=at.date())
        change.update(
            game, result=Result.DRAW, started_at=at.astimezone(datetime.timezone(datetime.timedelta(hours=1)))
        )

    assert Action.objects.count() == 1
    undo(Action.objects.get(), actor=None)
    assert dump() == before
    undo(Action.objects.latest("pk"), actor=None)
    assert dump() == made


def test_update_of_a_row_that_is_gone_is_stale(tournament: Tournament) -> None:
    entry = tournament.entries.all()[0]
    Entry.objects.filter(pk=entry.pk).delete()

    with pytest.raises(Stale), recording(tournament, actor=None, verb="rate") as change:
        change.update(entry, rating=1)


def test_a_change_of_no_rows_is_none(tournament: Tournament) -> None:
    change = Change()
    change.update_many([])
    change.create_many([])
    change.delete_many([])
    change.relies_on([], "name")

    assert (change.rows, change.reliances) == ([], [])


@pytest.mark.parametrize("count", [0, 1, 50, 100, 120])
def test_the_record_is_read_from_its_end_a_few_actions_at_a_time(tournament: Tournament, count: int) -> None:
    Action.objects.all().delete()
    Action.objects.bulk_create(
        Action(club=tournament.club, tournament=tournament, verb="noted", changes=[]) for _ in range(count)
    )

    assert list(newest_first(tournament.actions.all())) == list(tournament.actions.order_by("-pk"))
