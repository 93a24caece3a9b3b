"""The categories of a tournament: named, filled, renamed, taken away, and what stands in the way."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import pytest

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.guards.whole_database import nothing_changes
from tournaments.exchange.tournament_file import LONGEST_CATEGORY, MOST_CATEGORIES
from tournaments.models import Action, PublishedTable, Tournament, User
from tournaments.pages.common.action_sentences import sentence_of
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.categories import TournamentCategory, categories_of
from tournaments.selectors.snapshots import unpacked, unpacked_table
from tournaments.services.activity.undo import undo_action
from tournaments.services.common.refusal import Refused
from tournaments.services.evening.guests import Guest, enter_guest
from tournaments.services.setup import entries, seasons
from tournaments.services.setup.categories import PlannedCategory, set_categories, version_of

pytestmark = pytest.mark.django_db


def now(evening: Evening) -> Tournament:
    return Tournament.objects.get(pk=evening.tournament.pk)


def planned(*names: str, **was: str) -> list[PlannedCategory]:
    """`A="B"`: what is A now was B."""
    return [PlannedCategory(category=TournamentCategory(name=name), was=was.get(name, name)) for name in names]


def save(
    evening: Evening,
    plan: Sequence[PlannedCategory],
    members: dict[int, str] | None = None,
    *,
    seen: str | None = None,
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> None:
    """As on a fresh screen, with all players in it; by number who is where now, the others as they are."""
    there = now(evening)
    renamed = {each.was: each.category.name for each in plan if each.was}
    shown = {entry.pk: renamed.get(entry.category, entry.category) for entry in there.entries.all()}
    shown |= {evening.entry(number).pk: name for number, name in (members or {}).items()}
    set_categories(there, plan, shown, seen=seen or version_of(there), actor=actor, receipt=receipt)


def members(evening: Evening) -> dict[int, str]:
    return {entry.number: entry.category for entry in now(evening).entries.exclude(category="") if entry.number}


def said() -> str:
    action = Action.objects.latest("pk")
    return sentence_of(action.verb, action.facts, {}, {})


def test_each_player_is_in_one_or_in_none() -> None:
    evening = Evening.of(4)

    save(evening, planned("A", "B"), {1: "A", 2: "B", 3: "B"})

    assert [each.name for each in categories_of(now(evening))] == ["A", "B"]
    assert members(evening) == {1: "A", 2: "B", 3: "B"}
    assert said() == "The categories are set: A, B"


def test_a_renamed_one_keeps_its_players_and_two_may_change_their_names() -> None:
    evening = Evening.of(4)
    save(evening, planned("A", "B"), {1: "A", 2: "B"})

    save(evening, planned("B", "Juniors", B="A", Juniors="B"))

    assert [each.name for each in categories_of(now(evening))] == ["B", "Juniors"]
    assert members(evening) == {1: "B", 2: "Juniors"}


def test_it_is_refused_to_take_away_one_with_players() -> None:
    evening = Evening.of(4)
    save(evening, planned("A", "B"), {1: "A", 2: "B", 3: "B"})

    with nothing_changes(Refused, match="“B” has 2 players: move them first"):
        save(evening, planned("A"))
    save(evening, planned("A"), {2: "A", 3: ""})

    assert members(evening) == {1: "A", 2: "A"}
    save(evening, [], {1: "", 2: ""})
    assert (now(evening).categories, members(evening), said()) == ([], {}, "There are no categories any more")


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("A", "a"), "Two categories are called A."),
        ((" A ", "A"), "Two categories are called A."),
        (("A", " "), "A category has a name of at most 40 characters."),
        (("A" * (LONGEST_CATEGORY + 1),), "A category has a name of at most 40 characters."),
        (tuple(map(str, range(MOST_CATEGORIES + 1))), "There are at most 12 categories."),
    ],
)
def test_names_that_cannot_be_are_refused(names: tuple[str, ...], sentence: str) -> None:
    evening = Evening.of(2)
    with nothing_changes(Refused, match=sentence):
        save(evening, planned(*names))


def test_one_that_nobody_is_in_and_one_with_everybody_are_right() -> None:
    evening = Evening.of(3)
    save(evening, planned("All of us", "Nobody"), {1: "All of us", 2: "All of us", 3: "All of us"})
    assert set(members(evening).values()) == {"All of us"}


def test_moving_players_is_said_of_them() -> None:
    evening = Evening.of(4)
    save(evening, planned("A", "B"), {1: "A"})

    save(evening, planned("A", "B"), {1: "B", 2: "B"})

    facts = Action.objects.latest("pk").facts
    assert facts["players"] == [evening.entry(1).player_id, evening.entry(2).player_id]
    assert said().startswith("Another category: ")


def test_two_directors_at_once_and_a_double_tap_change_nothing_twice() -> None:
    evening = Evening.of(4)
    seen, receipt = version_of(now(evening)), uuid.uuid4()
    save(evening, planned("A"), {1: "A"}, seen=seen, receipt=receipt)

    with nothing_changes(Stale):
        save(evening, planned("B"), {1: "B"}, seen=seen)
    with nothing_changes(AlreadyDone):
        save(evening, planned("A"), {1: "A"}, seen=seen, receipt=receipt)


def test_who_has_entered_since_stays_where_their_rating_has_put_them() -> None:
    evening = Evening.of(2)
    evening.open()
    low = PlannedCategory(category=TournamentCategory(name="to 1500", high=1500), was="to 1500")
    high = PlannedCategory(category=TournamentCategory(name="over 1500", low=1501), was="over 1500")
    save(evening, [low, high])
    there = now(evening)
    shown, seen = {entry.pk: "" for entry in there.entries.all()}, version_of(there)
    entries.enter_players(there, [PlayerFactory(club=there.club, rating=1600)], actor=None)
    enter_guest(there, Guest(given_name="Eva"), actor=None)
    assert members(evening) == {3: "over 1500", 4: "to 1500"}

    renamed = PlannedCategory(category=TournamentCategory(name="A", low=1501), was="over 1500")
    set_categories(there, [low, renamed], shown, seen=seen, actor=None)

    assert members(evening) == {3: "A", 4: "to 1500"}


def test_a_rating_that_changes_in_mid_season_moves_nobody() -> None:
    evening = Evening.of(2)
    save(evening, [PlannedCategory(category=TournamentCategory(name="to 1500", high=1500))], {1: "to 1500"})
    evening.play()
    player = evening.entry(1).player
    type(player).objects.filter(pk=player.pk).update(rating=2400)

    assert members(evening) == {1: "to 1500"}


def test_published_tables_keep_theirs() -> None:
    evening = Evening.of(4)
    save(evening, planned("A", "B"), {1: "A", 2: "B"})
    evening.play()
    evening.finish()

    save(evening, planned("A", "C", C="B"), {1: "C"})

    kept = PublishedTable.objects.get()
    assert unpacked_table(kept.table).categories == {1: "A", 2: "B"}
    assert unpacked(kept.tournament_file).category_of == {1: "A", 2: "B"}
    assert members(evening) == {1: "C", 2: "C"}


def test_it_is_undone_and_done_again() -> None:
    evening = Evening.of(4)
    save(evening, planned("A", "B"), {1: "A", 2: "B"})
    save(evening, planned("C", "B", C="A"), {2: "C"})

    undo_action(Action.objects.latest("pk"), actor=None)
    assert members(evening) == {1: "A", 2: "B"}
    undo_action(Action.objects.latest("pk"), actor=None)
    assert ([each.name for each in categories_of(now(evening))], members(evening)) == (["C", "B"], {1: "C", 2: "C"})


def test_of_a_closed_season_they_stay() -> None:
    evening = Evening.of(2)
    seasons.close_season(evening.tournament.season, actor=evening.director)

    with pytest.raises(Refused, match="is closed"):
        save(evening, planned("A"))
