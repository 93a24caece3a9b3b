"""What holds of every tournament at every moment, from the rows alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from tournaments.models import Attendance, Entry, Game, PublishedTable, Round, RoundRecord, Tournament, Withdrawal
from tournaments.selectors.snapshots import unpacked, unpacked_table

PUBLIC = ("published", "finished")
ASKED_FOR = ("half", "full", "zero")


def check(
    tournament: Tournament,
    *,
    moved_after_publishing: Collection[int] = (),
    only_here_play: bool = True,
    at_once: bool = False,
) -> None:
    """`moved_after_publishing`: rounds in which the director has freed somebody by hand; before the next
    round is opened they must have found a place. `only_here_play`: who is away has no game, and who is here has one;
    it is not so where games are known before the evening. `at_once`: rounds may have been published as a plan, for
    which nothing was known that would have to be kept."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament)}
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    assert all(each.state == "finished" for each in rounds[:-1]), "only the last round is still going on"
    assert tournament.planned_rounds is None or len(rounds) <= tournament.planned_rounds, "no round behind the last one"
    numbers = [entry.number for entry in entries.values() if entry.number is not None]
    assert len(set(numbers)) == len(numbers)
    assert not rounds or len(numbers) == len(entries), "everybody has a number once a round is open"
    for each in rounds:
        slots = list(Attendance.objects.filter(round=each))
        assert len({slot.entry_id for slot in slots}) == len(slots)
        assert {slot.entry_id for slot in slots} <= set(entries)
        _check_boards(each, slots, may_be_postponed=not only_here_play)
        if each.state == "open":
            assert not any(slot.game_id or slot.bye for slot in slots), "an open round has no boards"
        if each.state in PUBLIC:
            is_moved = each.state == "published" and each.number in moved_after_publishing
            if only_here_play:
                _check_settled(each, slots, entries, may_be_free=is_moved)
    paired = {each.pk for each in rounds if each.state != "open"}
    kept = set(RoundRecord.objects.filter(round__tournament=tournament).values_list("round", flat=True))
    assert kept <= paired if at_once else kept == paired
    tables = list(PublishedTable.objects.filter(round__tournament=tournament).select_related("round"))
    finished = {each.pk for each in rounds if each.state == "finished"}
    assert {each.round_id for each in tables} == finished, "a round is finished when its table is published"
    _check_published_tables(tables, set(numbers))


def _check_published_tables(tables: list[PublishedTable], numbers: set[int]) -> None:
    for each in tables:
        table, file = unpacked_table(each.table), unpacked(each.tournament_file)
        system, tie_breaks = file.configured()
        assert system.standings(file.snapshot, tie_breaks) == table, "the kept file gives the published table"
        assert table.after_round == each.round.number
        assert {row.player for row in table.rows} <= numbers, "whoever stands in a published table has an entry"


def _check_boards(each: Round, slots: list[Attendance], *, may_be_postponed: bool) -> None:
    games = {game.pk: game for game in Game.objects.filter(round=each)}
    assert sorted(game.board for game in games.values()) == list(range(1, len(games) + 1))
    sides: dict[int, list[Attendance]] = defaultdict(list)
    for slot in slots:
        if slot.game_id is not None:
            sides[slot.game_id].append(slot)
            assert not slot.bye
    assert set(sides) == set(games), "every board has players, and every player's board is of this round"
    for pair in sides.values():
        assert sorted(slot.colour for slot in pair) == ["black", "white"]
        assert len({slot.entry_id for slot in pair}) == 2
    if each.state not in PUBLIC:
        assert each.started_at is None
        for game in games.values():
            assert (game.result, game.started_at) == ("*", None), (
                f"played before published: round {each.number}, {game}"
            )
            assert may_be_postponed or not game.is_postponed


def _check_settled(each: Round, slots: list[Attendance], entries: dict[int, Entry], *, may_be_free: bool) -> None:
    away = {
        entry
        for entry, first, last in Withdrawal.objects.filter(entry__in=entries).values_list(
            "entry", "first_round", "last_round"
        )
        if first <= each.number and (last is None or each.number <= last)
    }
    for slot in slots:
        plays = slot.game_id is not None or slot.bye == "pairing"
        there = slot.presence in {"present", "on_the_way"}
        assert plays <= there, "whoever plays is here"
        assert there <= (plays or may_be_free), "whoever is here plays"
        assert slot.bye in ("", "pairing", slot.presence), "nobody has a bye they did not ask for"
        if slot.presence in ASKED_FOR:
            assert slot.bye == slot.presence
        if plays or slot.bye:
            assert slot.entry_id not in away, "whoever has withdrawn does not play"
            assert entries[slot.entry_id].joined_round <= each.number, "nobody plays before joining"
    present = {slot.entry_id for slot in slots}
    for entry in entries.values():
        assert entry.pk in present or entry.joined_round > each.number, "nobody is missing from the list"
    byes = [slot for slot in slots if slot.bye == "pairing"]
    given = [slot for slot in byes if any(reason["rule"] == "attendance/given_bye" for reason in slot.reasons)]
    dates = 1 + sum(note["rule"] == "late/second_date" for note in each.notes)
    assert len(byes) <= dates + len(given), (
        "one is left over by an odd number on each date, besides those whom the director lets sit out"
    )
