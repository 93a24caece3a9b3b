"""Old actions go into a file, whole and once; what was done is still told, and that it cannot be undone any more."""

from __future__ import annotations

import datetime
import gzip
import io
import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from time_machine import travel

from tests.tools.casts.factories import Evening, PlayerFactory, UserFactory
from tournaments.management import action_archives
from tournaments.models import Action, Club, Membership, Player, RespondedBy, Response, Role, Season
from tournaments.pages.activity.activity_log import club_activity, tournament_activity
from tournaments.recording import archiving, forgetting
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.clubs.clubs import undo_in_club
from tournaments.services.common.refusal import Refused
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails
from tournaments.services.setup import seasons

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # JSON, a lock
THEN = datetime.datetime(2026, 11, 24, 17, tzinfo=datetime.UTC)
LATER = datetime.datetime(2028, 12, 1, 12, tzinfo=datetime.UTC)
ARCHIVED = "Archived: this cannot be undone any more."


@pytest.fixture
def evening() -> Iterator[Evening]:
    """Of a season that is over and closed, two years ago; a result of it was undone. Now is later."""
    with travel(THEN, tick=False):
        evening = Evening.of(4)
        Membership.objects.create(club=evening.tournament.club, user=UserFactory(), role=Role.ADMIN)
        evening.play()
        evening.play()
        undo_action(Action.objects.filter(verb="result.enter").latest("pk"), actor=evening.director)
        undo_action(Action.objects.latest("pk"), actor=evening.director)
        add(evening.tournament.club, "Nora")
    with travel(THEN + datetime.timedelta(days=200), tick=False):
        seasons.close_season(evening.tournament.season, actor=None)
    with travel(LATER, tick=False):
        yield evening


def add(club: Club, name: str) -> Player:
    return players.add_player(club, PlayerDetails(given_name=name, family_name="Vik"), actor=None)


def archive(to: Path, **more: Any) -> str:
    out = io.StringIO()
    call_command("archive_actions", to, stdout=out, **more)
    return out.getvalue()


def lines(*files: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in gzip.open(file, "rt", encoding="utf-8")]


def rows(*files: Path) -> list[dict[str, Any]]:
    return [line for line in lines(*files) if "id" in line]


def whole() -> list[dict[str, Any]]:
    kept = Action.objects.exclude(club=None).order_by("pk").values(*archiving.ARCHIVED_COLUMNS)
    return [
        row | {"at": row["at"].isoformat(), "receipt": row["receipt"] and str(row["receipt"])}
        for row in kept
        if row["changes"]
    ]


def sentences(evening: Evening) -> list[tuple[str, bool, str]]:
    pages = (
        tournament_activity(evening.tournament),
        club_activity(evening.tournament.club, may_undo=lambda _action: True),
    )
    return [(line.sentence, line.is_undone, line.by) for page in pages for line in page.lines]


def test_the_file_has_the_whole_rows_and_the_database_what_was_done(evening: Evening, tmp_path: Path) -> None:
    before, told = whole(), sentences(evening)
    others = list(Action.objects.order_by("pk").values("pk", "verb", "facts", "at", "actor", "undoes", "public"))

    said = archive(tmp_path / "old.jsonl.gz")

    assert f"Archived: {len(before)} actions" in said
    assert rows(tmp_path / "old.jsonl.gz") == before
    assert lines(tmp_path / "old.jsonl.gz")[0]["format"] == "clubchess-actions"
    assert whole() == []
    assert not Action.objects.exclude(relies_on=[]).exists()
    assert (
        list(Action.objects.order_by("pk").values("pk", "verb", "facts", "at", "actor", "undoes", "public")) == others
    )
    assert sentences(evening) == told
    assert stat.S_IMODE((tmp_path / "old.jsonl.gz").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["old.jsonl.gz"]


def test_what_is_archived_says_that_it_cannot_be_undone(evening: Evening, tmp_path: Path) -> None:
    club = evening.tournament.club
    done = tournament_activity(evening.tournament), club_activity(club, may_undo=lambda _action: True)
    result, member = (next(line for line in page.lines if line.undo) for page in done)

    archive(tmp_path)

    done = tournament_activity(evening.tournament), club_activity(club, may_undo=lambda _action: True)
    assert [line.undo for page in done for line in page.lines if line.undo] == []
    assert {line.in_the_way for line in done[1].lines} == {ARCHIVED}
    assert next(line for line in done[0].lines if line.sentence == result.sentence).in_the_way == ARCHIVED
    with pytest.raises(Refused, match=ARCHIVED):
        undo_action(Action.objects.get(pk=result.undo), actor=None)
    with pytest.raises(Refused, match=ARCHIVED):
        undo_in_club(Action.objects.get(pk=member.undo), actor=None)
    assert not Action.objects.filter(at__gte=LATER).exists()


def test_an_undo_that_began_before_it_was_archived_is_refused_too(evening: Evening, tmp_path: Path) -> None:
    """It knows what it would write, but what came later was read without its rows."""
    member = Action.objects.filter(verb="player.add").latest("pk")
    player = Player.objects.get(pk=member.facts["player"])
    archive(tmp_path)

    with pytest.raises(Refused, match=ARCHIVED):
        undo_in_club(member, actor=None)
    assert Player.objects.filter(pk=player.pk).exists()


def test_an_undo_that_is_kept_is_not_undone_where_what_it_undid_is_archived(evening: Evening, tmp_path: Path) -> None:
    """What that one relied on is not known any more."""
    with travel(LATER - datetime.timedelta(days=30), tick=False):
        member = Action.objects.filter(verb="player.add").latest("pk")
        undo_in_club(member, actor=None)
    archive(tmp_path)
    undoing = Action.objects.get(undoes=member)
    assert undoing.changes

    (line,) = (
        line for line in club_activity(evening.tournament.club, may_undo=lambda _action: True).lines if line.is_undone
    )
    assert (line.undo, line.in_the_way) == (None, ARCHIVED)
    with pytest.raises(Refused, match=ARCHIVED):
        undo_in_club(undoing, actor=None)


def test_what_is_young_or_of_an_open_season_stays_and_so_does_what_its_club_did_later(
    evening: Evening, tmp_path: Path
) -> None:
    with travel(LATER - datetime.timedelta(days=100), tick=False):
        young = add(evening.tournament.club, "Young")
    with travel(THEN, tick=False):
        other = Evening.of(4)
        add(other.tournament.club, "Early")
        other.open()
        of_open = Action.objects.filter(tournament=other.tournament).earliest("pk")
        late = add(other.tournament.club, "Late")

    said = archive(tmp_path)

    left = Action.objects.exclude(changes=[])
    assert left.filter(club=evening.tournament.club).get(at__lt=LATER).facts["player"] == young.pk
    assert not left.filter(club=other.tournament.club, pk__lt=of_open.pk).exists()
    assert left.filter(facts__player=late.pk, verb="player.add").exists()
    assert (
        left.filter(club=other.tournament.club).count()
        == Action.objects.filter(club=other.tournament.club, pk__gte=of_open.pk).count()
    )
    season = other.tournament.season
    assert f"{season.club.slug}: what was done since 2026-11-24 stays, for the season {season.name} is open." in said
    Season.objects.update(is_open=False)
    archive(tmp_path)
    assert not Action.objects.filter(at__lt=LATER - datetime.timedelta(days=400)).exclude(changes=[]).exists()


def test_what_is_still_to_be_forgotten_is_in_no_archive(tmp_path: Path) -> None:
    """An absence that was said between two seasons is forgotten with the later one."""
    with travel(THEN, tick=False):
        evening = Evening.of(4, round_dates=["2026-12-01"])
        club = evening.tournament.club
        add(club, "Before")
        availability.respond(
            evening.entry(1), datetime.date(2026, 12, 1), Response.AWAY, said_by=RespondedBy.TELEPHONE, actor=None
        )
    with travel(datetime.datetime(2027, 7, 10, 12, tzinfo=datetime.UTC), tick=False):
        ends = datetime.date(2027, 12, 1)
        availability.set_away(PlayerFactory(club=club), ends, ends, said_by=RespondedBy.TELEPHONE, actor=None)
        after = add(club, "After")
    Season.objects.update(is_open=False)
    Season.objects.create(club=club, name="Next", starts_on="2027-08-01", ends_on="2028-06-01", is_open=False)

    with travel(datetime.datetime(2028, 8, 25, 12, tzinfo=datetime.UTC), tick=False):
        archive(tmp_path)
    (file,) = tmp_path.iterdir()
    verbs = [row["verb"] for row in rows(file)]
    assert "player.add" in verbs
    assert not [verb for verb in verbs if verb.startswith("plan.")]
    assert Action.objects.exclude(changes=[]).filter(verb__startswith="plan.").exists()
    assert not Action.objects.get(facts__player=after.pk, verb="player.add").is_archived

    with travel(datetime.datetime(2028, 9, 5, 12, tzinfo=datetime.UTC), tick=False):
        archive(tmp_path)
    assert not Action.objects.filter(verb__startswith="plan.").exists()
    assert Action.objects.get(facts__player=after.pk, verb="player.add").is_archived
    assert '"plan.' not in json.dumps(rows(*tmp_path.iterdir()))


@pytest.mark.parametrize("given", ["a directory", "a file"])
def test_an_interrupted_one_is_finished_by_the_next_and_nothing_is_archived_twice(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    before, to = whole(), tmp_path if given == "a directory" else tmp_path / "actions-old.jsonl.gz"
    monkeypatch.setattr(action_archives, "_AT_ONCE", 3)
    take, batches = action_archives.take_away, []

    def take_two(rows: list[dict[str, Any]]) -> int:
        batches.append(rows)
        if len(batches) == 3:
            raise KeyboardInterrupt
        return take(rows)

    with monkeypatch.context() as interrupting:
        interrupting.setattr(action_archives, "take_away", take_two)
        with pytest.raises(KeyboardInterrupt):
            archive(to)
    (unfinished,) = tmp_path.iterdir()
    assert unfinished.name.endswith(".jsonl.gz.unfinished")
    assert whole() == before[6:]
    young = LATER - datetime.timedelta(days=450)
    with travel(young, tick=False):
        add(evening.tournament.club, "Meanwhile")

    archive(to)
    if given == "a file":
        archive(tmp_path / "actions-more.jsonl.gz")

    assert whole() == []
    archived = rows(*sorted(tmp_path.iterdir()))
    assert len({row["id"] for row in archived}) == len(archived) == len(before) + 1
    assert not [file.name for file in tmp_path.iterdir() if not file.name.endswith(".gz")]


def test_one_that_was_interrupted_while_it_was_written_has_taken_nothing_and_begins_anew(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = whole()
    with monkeypatch.context() as broken:
        broken.setattr("tournaments.management.action_archives.os.fsync", fail)
        with pytest.raises(CommandError, match="nothing is lost"):
            archive(tmp_path)
    assert whole() == before
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "actions-2028-02-01-000000.jsonl.gz.part").write_bytes(b"of one that was killed")

    archive(tmp_path)

    (file,) = tmp_path.iterdir()
    assert rows(file) == before


def fail(*_arguments: object) -> None:
    raise OSError(28, "No space left on device")


def test_nothing_is_taken_away_for_a_file_that_does_not_read_as_it_was_written(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, written = whole(), action_archives._written

    def on_a_bad_disk(to: Path, batches: Any) -> tuple[int, str]:
        told = written(to, batches)
        packed = to.read_bytes()
        lost = gzip.decompress(packed).splitlines(keepends=True)
        del lost[2]
        to.write_bytes(gzip.compress(b"".join(lost)))
        return told

    monkeypatch.setattr(action_archives, "_written", on_a_bad_disk)
    with pytest.raises(CommandError, match="only a part of one"):
        archive(tmp_path)

    assert whole() == before
    assert list(tmp_path.iterdir()) == []


def test_an_unfinished_one_that_is_cut_off_or_of_another_installation_takes_nothing_away(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as interrupting:
        interrupting.setattr(action_archives.ArchiveFile, "take_away", fail)
        with pytest.raises(CommandError):
            archive(tmp_path)
    (unfinished,) = tmp_path.iterdir()
    content, before = unfinished.read_bytes(), whole()

    unfinished.write_bytes(content[:-30])
    with pytest.raises(CommandError, match="only a part of one"):
        archive(tmp_path)
    unfinished.write_bytes(content)
    Action.objects.filter(pk=before[0]["id"]).update(verb="another")
    with pytest.raises(CommandError, match="is another one here"):
        archive(tmp_path)

    Action.objects.filter(pk=before[0]["id"]).update(verb=before[0]["verb"])
    assert whole() == before


def test_forgetting_does_not_bring_back_what_was_archived_meanwhile(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = Action.objects.filter(verb="player.add").latest("pk")
    player = Player.objects.get(pk=action.facts["player"])
    strip = forgetting.stripped

    def meanwhile(*arguments: Any) -> Any:
        Action.objects.filter(pk=action.pk).update(changes=[], relies_on=[])
        return strip(*arguments)

    monkeypatch.setattr(forgetting, "stripped", meanwhile)
    with archiving.being_active():
        forgetting._strip(Action.objects.filter(pk=action.pk), {"player": {player.pk}})
    action.refresh_from_db()
    assert action.is_archived


def test_the_second_time_there_is_nothing_and_no_file(evening: Evening, tmp_path: Path) -> None:
    archive(tmp_path)
    (first,) = tmp_path.iterdir()

    assert archive(tmp_path) == "Nothing to archive.\n"
    assert list(tmp_path.iterdir()) == [first]


def test_it_writes_over_no_file_and_asks_for_a_number_of_days(evening: Evening, tmp_path: Path) -> None:
    before = whole()
    (tmp_path / "there").write_text("something")
    with pytest.raises(CommandError, match="not written over another"):
        archive(tmp_path / "there")
    for days in (91, 10**9):
        with pytest.raises(CommandError, match="number of days from 92"):
            archive(tmp_path, older_than=days)
    with pytest.raises(CommandError, match="No such file"):
        archive(tmp_path / "nowhere" / "old.gz")
    assert whole() == before


def test_questions_grow_with_what_is_archived_and_not_with_what_was_before(
    evening: Evening, tmp_path: Path, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "_AT_ONCE", 4)
    before = whole()
    assert len(before) > 20
    with django_assert_max_num_queries(len(before) // 4 + 40):
        archive(tmp_path)
    with django_assert_max_num_queries(20):
        archive(tmp_path)
