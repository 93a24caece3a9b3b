"""A tournament file taken over, and given back as it was."""

from __future__ import annotations

import datetime
import json
import uuid
import zoneinfo
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tools.casts.club_cast import Cast
from tests.tools.casts.factories import ClubFactory, Evening, PlayerFactory, SeasonFactory
from tests.tools.guards.layers import first_fast, first_on_postgresql
from tests.tools.guards.whole_database import dump as dump_database
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pairing.evenings import evenings
from tools.files import files_in
from tournaments import demo
from tournaments.exchange import tournament_file
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.models import (
    Action,
    Club,
    Directorship,
    Game,
    Player,
    Presence,
    PublishedTable,
    RoundRecord,
    RoundState,
    Tournament,
)
from tournaments.names import clean_name
from tournaments.pages.evening import evening_page
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import configured, fields_of
from tournaments.pairing.types.paired_round import PinnedBoard
from tournaments.pairing.types.snapshot import ByeKind, NextRound, Result
from tournaments.pairing.types.table import Table
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.snapshots import configured_system, exported, table_of, unpacked, unpacked_table
from tournaments.services import rounds
from tournaments.services.clubs import clubs
from tournaments.services.common.refusal import Refused
from tournaments.services.evening import manual_pairing
from tournaments.services.files.tournament_import import import_tournament, match_players
from tournaments.services.rounds import results
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[2] / "data"
SEASON = Path(demo.__file__).parent / "club_season.json"
FILES = sorted(
    path
    for path in (*files_in(DATA, "*.json"), SEASON)
    if ".expected" not in path.name and json.loads(path.read_bytes()).get("system") in SYSTEMS
)


def taken_over(file: TournamentFile, club: Club | None = None, **choices: Any) -> Tournament:
    """Imported into a club with nobody in it."""
    club = club or ClubFactory()
    season = club.seasons.first() or SeasonFactory(club=club)
    return import_tournament(club, file, season=season, actor=None, **choices)


def read(**changes: Any) -> TournamentFile:
    """Six cards after two rounds, in the way of the changes."""
    keys = json.loads((DATA / "attendance_monrad_six.json").read_bytes())
    return tournament_file.parse(json.dumps(keys | changes).encode())


def tables(file: TournamentFile) -> list[Table]:
    system, tie_breaks = file.configured()
    return [system.standings(file.snapshot.after(k), tie_breaks) for k in range(len(file.snapshot.rounds) + 1)]


def check_same(there: Tournament, file: TournamentFile) -> None:
    """Identical bytes, and identical tables after every round, each out of its own snapshot."""
    back = exported(there)
    assert tournament_file.dump(back).decode() == tournament_file.dump(file).decode()
    assert tables(back) == tables(file)


# There and back again


@pytest.mark.parametrize("path", first_on_postgresql(FILES), ids=[path.stem for path in FILES])
def test_a_file_comes_back_as_it_was(path: Path) -> None:
    file = tournament_file.parse(path.read_bytes())

    check_same(taken_over(file), file)


CLUBS = json.loads((DATA / "keizer_clubs" / "clubs.json").read_bytes())


@pytest.mark.parametrize("number", [club["club"] for club in CLUBS])
def test_every_keizer_club_s_season_comes_back_as_it_was(number: int) -> None:
    """Own kinds of absence, what is unmarked, results elsewhere, places, who owes an evening."""
    (cases,) = [club["cases"] for club in CLUBS if club["club"] == number]
    for case in cases:
        file = tournament_file.parse(json.dumps(case["file"]).encode())
        check_same(taken_over(file), file)


def test_rounds_are_of_the_days_on_which_they_were_held_where_those_are_known() -> None:
    days = [datetime.date(2025, 9, 2), datetime.date(2025, 9, 16)]

    there = taken_over(read(), held=days)

    assert list(there.rounds.order_by("number").values_list("date", flat=True)) == days
    tables = PublishedTable.objects.filter(round__tournament=there).order_by("round__number")
    zone = zoneinfo.ZoneInfo(there.club.time_zone)
    assert [each.published_at.astimezone(zone).date() for each in tables] == days
    check_same(there, read())


def test_as_many_days_as_rounds() -> None:
    with pytest.raises(ValueError, match="each round"):
        taken_over(read(), held=[datetime.date(2025, 9, 2)])
    assert not Tournament.objects.exists()


words = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=12)
names = words.map(clean_name).filter(bool)


@st.composite
def files(draw: st.DrawFn) -> TournamentFile:
    """What a club could have sent: everything that can happen in a tournament, and boards set for the next round."""
    snapshot = draw(evenings())
    if snapshot.planned_rounds is not None:
        snapshot = replace(snapshot, planned_rounds=snapshot.planned_rounds + 1)
    rounds_with_history = tuple(
        replace(
            played,
            games=tuple(
                replace(
                    game,
                    by_hand=draw(st.booleans()),
                    known_from=draw(st.none() | st.integers(played.number + 1, 9)),
                    earlier=draw(st.sampled_from([(), ((Result.OPEN, 2), (Result.DRAW, 3))])),
                )
                for game in played.games
            ),
        )
        for played in snapshot.rounds
    )
    snapshot = replace(snapshot, rounds=rounds_with_history)
    out = {each.player for each in (*snapshot.next_round.absences, *snapshot.next_round.byes)}
    free = [each.number for each in snapshot.entrants if each.takes_part(snapshot.next_number)]
    free = [number for number in free if number not in out][: 2 * draw(st.integers(0, 2))]
    system = draw(st.sampled_from(sorted(SYSTEMS)))
    known = {option.code for option in fields_of(SYSTEMS[system])}
    options: dict[str, object] = draw(st.sampled_from([{}, {"bye_points": "5/2"}, {"open_game": "draw"}]))
    return TournamentFile(
        name=draw(names),
        system=system,
        names={number: draw(names) for number in snapshot.by_number},
        clubs={number: draw(names) for number in snapshot.by_number if draw(st.booleans())},
        preset=draw(st.sampled_from([None, *SYSTEMS[system].info.presets])),
        options={code: value for code, value in options.items() if code in known},
        tie_breaks=draw(st.sampled_from([None, (), ({"code": "buchholz", "cut": 2}, {"code": "wins"})])),
        snapshot=snapshot,
        pinned=tuple(PinnedBoard(white=a, black=b) for a, b in zip(free[::2], free[1::2], strict=False)),
    )


@pytest.mark.slow
@settings(max_examples=2 * settings().max_examples // 5)
@given(file=files())
def test_whatever_a_club_sends_comes_back_as_it_was(file: TournamentFile) -> None:
    with transaction.atomic():
        try:
            there = taken_over(file)
            check_same(there, file)
            evening_page(there)
        finally:
            transaction.set_rollback(True)


def test_the_letters_of_a_name_come_back_where_they_can_be_read() -> None:
    players = [{"number": 1, "name": "Jean  Luc  Pi\u200bcard "}, {"number": 2, "name": "Bo"}]
    file = read(players=players, rounds=[], next_round={})
    odd, plain = match_players(ClubFactory(), file).players

    assert (odd.written, odd.name, plain.written) == ("Jean  Luc  Pi\u200bcard ", "Jean Luc Picard", plain.name)
    player = taken_over(file).entries.get(number=1).player
    assert (player.given_name, player.family_name) == ("Jean", "Luc Picard")


# Played here, taken elsewhere


def elsewhere(evening: Evening) -> Evening:
    """The same tournament after export and import into another club, which reads the bytes."""
    file = tournament_file.parse(tournament_file.dump(exported(evening.tournament)))
    return Evening(tournament=taken_over(file), director=evening.director)


def corrected(system: str = "attendance_monrad") -> Evening:
    """Two rounds with a bye, a postponed game, and a correction that came after the first table was published."""
    limited = "half_byes" in {option.code for option in fields_of(SYSTEMS[system])}
    options = {"half_byes": 9} if limited else {}
    evening = Evening.of(7, system=system, options=options)
    evening.play()
    evening.play(1, 2, 3, 4, 5, leaving_open=[1])
    results.postpone_game(evening.game(1), seen="*", actor=evening.director)
    evening.enter(len(evening.boards(in_round=1)), Result.BLACK_WINS, in_round=1)
    return evening


def played_through(system: str = "attendance_monrad") -> Evening:
    """Three rounds with all that, another correction, a withdrawal and a late entry."""
    evening = corrected(system)
    evening.withdraw(6)
    entries.forbid_pair(evening.tournament, evening.entry(1), evening.entry(2), actor=evening.director)
    late = PlayerFactory(club=evening.tournament.club, given_name="Late")
    entries.enter_players(evening.tournament, [late], actor=evening.director)
    evening.play_what_is_waited_for()
    evening.play(1, 2, 3, 4, 5, 7, 8)
    evening.enter(2, Result.DRAW, in_round=1)
    return evening


FOUR_ROUNDS = [
    code
    for code, each in SYSTEMS.items()
    if each.info.is_for_players and configured(each, {}).capabilities().knocks_out is None
]
"""Among seven a knock-out is over by then: see test_ties.py."""


@pytest.mark.slow
@pytest.mark.parametrize("system", first_on_postgresql(first_fast(1, FOUR_ROUNDS)))
def test_a_tournament_played_here_is_the_same_elsewhere(system: str) -> None:
    here = played_through(system)
    there = elsewhere(here)

    check_same(there.tournament, exported(here.tournament))
    for evening in (here, there):
        evening.draft(1, 2, 3, 4, 5, 7)
    assert here.boards() == there.boards()
    assert here.byes() == there.byes()


@pytest.mark.parametrize("chosen", [None, 0, 2])
def test_the_decimals_that_the_director_chose_are_found_again(chosen: int | None) -> None:
    here = Evening.of(4, system="keizer", decimals_shown=chosen)
    file = exported(here.tournament)

    assert ("decimals_shown" in json.loads(tournament_file.dump(file))) == (chosen is not None)
    assert elsewhere(here).tournament.decimals_shown == chosen


@pytest.mark.parametrize("rounds", [1, 3])
def test_an_evening_has_as_many_rounds_elsewhere(rounds: int) -> None:
    here = Evening.of(4, planned_rounds=9, rounds_an_evening=rounds)
    file = exported(here.tournament)

    assert ("rounds_an_evening" in json.loads(tournament_file.dump(file))) == (rounds != 1)
    assert elsewhere(here).tournament.rounds_an_evening == rounds


@pytest.mark.slow
@pytest.mark.parametrize("system", first_on_postgresql(first_fast(1, FOUR_ROUNDS)))
def test_a_round_in_hand_goes_on_elsewhere_with_what_was_set_by_hand(system: str) -> None:
    here = played_through(system)
    here.open()
    here.mark(5, Presence.EXCUSED)
    quota = configured_system(here.tournament).capabilities().half_byes
    asked = Presence.HALF_BYE if quota is None or quota.allowed else Presence.ZERO_BYE
    here.mark(7, asked)
    here.check_in(1, 2, 3, 4, 8)
    here.pair()
    revision = here.round.revision
    manual_pairing.set_board(here.round, here.entry(1), here.entry(4), seen_revision=revision, actor=None)
    manual_pairing.give_bye(here.round, here.entry(3), seen_revision=here.round.revision, actor=None)
    there = elsewhere(here)

    assert there.round.state == RoundState.DRAFTED
    assert (there.boards(), there.byes()) == ([(1, 4)], {3: "pairing", 7: asked.requested_bye})
    check_same(there.tournament, exported(here.tournament))
    for evening in (here, there):
        evening.pair()
        evening.publish()
    assert here.boards() == there.boards()
    assert here.byes() == there.byes()


def test_a_round_in_which_nobody_is_marked_is_not_under_way() -> None:
    here = Evening.of(4)
    here.play()
    here.open()

    assert exported(here.tournament).snapshot.next_round == NextRound()
    here.mark(1, Presence.PRESENT)
    assert [absence.player for absence in exported(here.tournament).snapshot.next_round.absences] == [2, 3, 4]


def test_whoever_has_withdrawn_is_not_said_to_be_away_as_well() -> None:
    here = Evening.of(4)
    here.play()
    here.withdraw(4)
    here.open()
    here.check_in(1, 2)

    assert [absence.player for absence in exported(here.tournament).snapshot.next_round.absences] == [3]


def test_a_board_by_hand_whose_player_has_gone_home_is_not_taken_along() -> None:
    here = Evening.of(4)
    here.draft()
    manual_pairing.set_board(here.round, here.entry(1), here.entry(4), seen_revision=here.round.revision, actor=None)
    here.mark(4, Presence.CLUB)

    check_same(elsewhere(here).tournament, exported(here.tournament))
    assert exported(here.tournament).pinned == ()


# What is there afterwards


def test_past_rounds_are_finished_and_their_open_games_postponed() -> None:
    there = taken_over(read(next_round={"absences": [{"player": 1, "kind": "excused"}]}, rounds=with_open_games()))

    assert list(there.rounds.order_by("number").values_list("state", flat=True)) == ["finished", "finished", "open"]
    assert set(Game.objects.filter(result="*").values_list("is_postponed", flat=True)) == {True}
    assert not RoundRecord.objects.exists()


def with_open_games() -> list[dict[str, Any]]:
    keys = json.loads((DATA / "attendance_monrad_six.json").read_bytes())["rounds"]
    for played in keys:
        played["games"][0]["result"] = "*"
    return list(keys)


def test_the_newest_round_is_still_played_while_it_has_open_games() -> None:
    there = taken_over(read(next_round={}, rounds=with_open_games()))
    first, second = there.rounds.order_by("number")

    assert (first.state, second.state) == (RoundState.FINISHED, RoundState.PUBLISHED)
    assert first.games.get(board=1).is_postponed
    assert not second.games.get(board=1).is_postponed
    with pytest.raises(Refused, match="still waits for the result of board 1"):
        rounds.open_next_round(there, seen_number=3, actor=None)


@pytest.mark.slow
def test_it_goes_on_here_as_any_other() -> None:
    there = Evening(tournament=taken_over(read(next_round={})))
    there.play()

    assert [each.state for each in there.tournament.rounds.order_by("number")] == ["finished", "finished", "published"]
    there.draft(1, 2, 3)


def test_a_game_by_somebody_who_had_withdrawn_does_not_hold_up_the_next_round() -> None:
    players = [{"number": n, "name": f"P{n}", "away": [[2, None]] if n == 2 else []} for n in range(1, 7)]
    there = Evening(tournament=taken_over(read(players=players, next_round={})))

    assert there.open().number == 3


def test_an_empty_next_round_opens_nothing() -> None:
    assert taken_over(read(next_round={})).rounds.count() == 2


def test_in_the_next_round_everybody_active_is_here_but_those_who_are_named() -> None:
    players = [{"number": n, "name": f"P{n}", "away": [[3, None]] if n == 6 else []} for n in range(1, 7)]
    coming = {"absences": [{"player": 1, "kind": "club"}], "byes": [{"player": 2, "kind": "half"}]}
    there = taken_over(read(players=players, next_round=coming))
    opened = there.rounds.get(number=3)

    marks = dict(opened.attendances.values_list("entry__number", "presence"))
    assert marks == {1: "club", 2: "half", 3: "present", 4: "present", 5: "present", 6: "unmarked"}
    assert opened.state == RoundState.OPEN
    assert not opened.attendances.exclude(bye="").exists()


def test_whoever_makes_it_directs_it(cast: Cast) -> None:
    for user in (cast.dag, cast.kari):
        import_tournament(cast.club, read(), season=cast.season, actor=user)

    assert [each.user for each in Directorship.objects.all()] == [cast.dag]


def test_it_stands_in_an_open_season_of_the_club(cast: Cast) -> None:
    closed = cast.add_season("Old", is_open=False)
    theirs = SeasonFactory(club=cast.other_club)

    for season, message in ((closed, "is closed"), (theirs, "another club")):
        with nothing_changes(Refused, message):
            import_tournament(cast.club, read(), season=season, actor=None)


# Whom the rows are taken for


def matched(club: Club, *names: str, **choices: Any) -> list[Player | None]:
    players = [{"number": number, "name": name} for number, name in enumerate(names, 1)]
    file = read(players=players, rounds=[], next_round={})
    return [each.player for each in match_players(club, file, **choices).players]


def test_a_member_is_known_by_the_name(cast: Cast) -> None:
    asa = cast.add_player("Åsa", "Berg", rating=1500)
    cast.add_player("Bo", is_active=False)
    cast.add_player("Eva", club=cast.other_club)
    for _ in range(2):
        cast.add_player("Anna", "Ek")

    assert matched(cast.club, "ASA  berg", "Bo", "Eva", "Anna Ek") == [asa, None, None, None]
    assert matched(cast.club, "Åsa Berg", new_players=True) == [None]


def test_two_rows_of_one_name_are_two_players(cast: Cast) -> None:
    bo = cast.add_player("Bo")
    players = [{"number": number, "name": "Bo", "rating": 1400 + number} for number in (1, 2)]
    there = taken_over(read(players=players, rounds=[], next_round={}), cast.club)

    first, second = there.entries.order_by("number")
    assert (first.player, first.rating, bo.rating) == (bo, 1401, None)
    assert (second.player.full_name, second.player.rating) == ("Bo", 1402)


def test_a_plan_that_no_longer_holds_is_stale(cast: Cast) -> None:
    seen = match_players(cast.club, read()).fingerprint
    cast.add_player("Player", "3")

    with nothing_changes(Stale):
        import_tournament(cast.club, read(), season=cast.season, seen=seen, actor=cast.kari)


# The tables that were published


@pytest.mark.slow
@pytest.mark.parametrize("system", first_fast(1, SYSTEMS))
def test_a_published_table_says_what_was_known_when_the_next_round_was_paired(system: str) -> None:
    here = corrected(system)
    here.play_what_is_waited_for()
    here.play()  # everybody: a file does not tell a postponed game of the last round from one still played
    here.enter(1, Result.DRAW, in_round=2)
    finish(here)
    there = taken_over(exported(here.tournament))

    tables_here, tables_there = (
        {kept.round.number: unpacked_table(kept.table) for kept in kept_tables(each)}
        for each in (here.tournament, there)
    )
    assert tables_there == tables_here
    files_here, files_there = (
        [unpacked(kept.tournament_file).snapshot.rounds for kept in kept_tables(each)]
        for each in (here.tournament, there)
    )
    assert files_there == files_here
    assert tables_there[1] != table_of(there, after=1)  # corrected since


def kept_tables(tournament: Tournament) -> list[PublishedTable]:
    kept = PublishedTable.objects.filter(round__tournament=tournament)
    return list(kept.select_related("round").order_by("round__number"))


def finish(evening: Evening) -> None:
    rounds.finish_round(evening.round, seen_revision=evening.round.revision, actor=None)


# One action


def test_sent_twice_it_is_made_once(cast: Cast) -> None:
    receipt = uuid.uuid4()
    import_tournament(cast.club, read(), season=cast.season, actor=cast.kari, receipt=receipt)

    with nothing_changes(AlreadyDone):
        import_tournament(cast.club, read(), season=cast.season, actor=cast.kari, receipt=receipt)


@pytest.mark.slow
def test_undo_takes_all_of_it_away_and_redo_brings_it_back(cast: Cast) -> None:
    cast.add_player("Player", "3")
    rounds = with_open_games()
    rounds[0]["games"][0]["earlier"] = [["1-0", 2]]
    coming = {
        "games": [{"board": 1, "white": 3, "black": 1, "result": "*"}],
        "byes": [{"player": 2, "kind": "pairing"}],
    }
    file = read(next_round=coming, rounds=rounds, forbidden_pairs=[[1, 2]])
    file = replace(file, clubs={1: "Elsewhere"})
    before = dump_database()
    import_tournament(cast.club, file, season=cast.season, actor=cast.dag)
    done = dump_database()

    for expected in (before, done, before):
        clubs.undo_in_club(Action.objects.latest("pk"), actor=cast.kari)
        assert dump_database() == expected


def test_it_is_not_undone_under_somebody_who_plays_on() -> None:
    there = Evening(tournament=taken_over(read(next_round={})))
    imported = Action.objects.latest("pk")
    there.open()

    with nothing_changes(Refused, "1 later change builds on this"):
        clubs.undo_in_club(imported, actor=None)


def test_its_queries_do_not_grow_with_the_file() -> None:
    counts = []
    for size in (4, 30):  # SQLite takes 999 values a statement: 40 new players would be two
        players = [{"number": number, "name": f"P {number}"} for number in range(1, size + 1)]
        played = [
            {"number": number, "games": [
                {"board": board, "white": 2 * board - 1, "black": 2 * board, "result": "1-0"}
                for board in range(1, size // 2 + 1)
            ]}
            for number in range(1, 4)
        ]  # fmt: skip
        file = read(players=players, rounds=played, next_round={})
        club = SeasonFactory().club
        with CaptureQueriesContext(connection) as queries:
            taken_over(file, club)
        counts.append(len(queries))
    assert counts[0] == counts[1]


# What cannot be kept

GAME = {"board": 1, "white": 2, "black": 1, "result": "1-0"}


def players(**first: Any) -> dict[str, Any]:
    return {"players": [{"number": 1, "name": "A"} | first, {"number": 2, "name": "B"}], "rounds": [], "next_round": {}}


def before_joining(**round_one: Any) -> dict[str, Any]:
    return players(joined_round=2) | {"rounds": [{"number": 1} | round_one]}


def in_a_cup(**decided_by: Any) -> dict[str, Any]:
    """Its only game was drawn."""
    game = GAME | {"result": "1/2-1/2", "decided_by": {"winner": 1} | decided_by}
    rounds = [{"number": 1, "games": [game]}]
    return players() | {"system": "cup", "options": {"draw": "bracket"}, "rounds": rounds}


def coming(**keys: Any) -> dict[str, Any]:
    return players(away=[[1, 2]]) | {"next_round": keys}


A_LONG_NAME = "This name is too long: at most 100 characters before the first blank, and as many after it."


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"system": "swiss"}, "system", "There is no pairing system swiss"),
        ({"options": {"win": "three"}}, "options.win", "must be a number"),
        ({"name": " \u200b"}, "name", "A tournament needs a name"),
        ({"name": "x" * 201}, "name", "longer than 200"),
        ({"planned_rounds": 0}, "planned_rounds", "From 1 to 500 rounds can be planned, or none."),
        ({"planned_rounds": 501}, "planned_rounds", "From 1 to 500 rounds can be planned, or none."),
        ({"decimals_shown": 3}, "decimals_shown", "at most 2 decimals"),
        ({"rounds_an_evening": 21}, "rounds_an_evening", "from 1 to 20 rounds"),
        ({"rounds": [{"number": number} for number in range(1, 502)]}, "rounds", "more than 500 rounds"),
        (players(number=30_001), "players[0].number", "30001 is too large"),
        (players(joined_round=30_001), "players[0].joined_round", "too large"),
        (players(rating=32_768), "players[0].rating", "at most 32767"),
        (players(away=[[1, 2], [3, 99_999]]), "players[0].away[1]", "99999 is too large"),
        (players(away=[[3, 3], [3, None]]), "players[0].away", "Two intervals begin in round 3"),
        (players(name="\u202e"), "players[0].name", "A player needs a name"),
        (players(name="\u3164"), "players[0].name", "A player needs a name"),
        (players(name="x" * 101), "players[0].name", A_LONG_NAME),
        (players(name="A " + "x" * 101), "players[0].name", A_LONG_NAME),
        (players(name="\ufdfa" * 30), "players[0].name", A_LONG_NAME),
        (players(club="x" * 101), "players[0].club", "longer than 100"),
        ({"rounds": [{"number": 1, "games": [GAME | {"board": 30_001}]}]}, "rounds[0].games[0].board", "too large"),
        (
            {"rounds": [{"number": 1, "games": [GAME | {"known_from": 30_001}]}]},
            "rounds[0].games[0].known_from",
            "too large",
        ),
        (
            before_joining(games=[GAME]),
            "rounds[0].games[0].black",
            "The player 1 joined in round 2 and cannot have a game",
        ),
        (
            before_joining(games=[GAME | {"white": 1, "black": 2}]),
            "rounds[0].games[0].white",
            "cannot have a game or a bye in round 1",
        ),
        *(
            (
                before_joining(byes=[{"player": 1, "kind": kind.value}]),
                "rounds[0].byes[0].player",
                "The player 1 joined",
            )
            for kind in ByeKind
        ),
        (
            {"planned_rounds": 2, "next_round": {"absences": [{"player": 1, "kind": "club"}]}},
            "next_round",
            "All planned rounds have been played, so there is no round 3 to open.",
        ),
        (
            coming(games=[{"board": 1, "white": 2, "black": 1, "result": "*"}]),
            "next_round.games[0].black",
            "The player 1 takes no part in round 1",
        ),
        (
            {"carried": [{"white": 1, "black": 2, "result": "1-0", "group": 1}]},
            "carried",
            "In this tournament games of another stage do not count.",
        ),
        (
            in_a_cup(step="chess"),
            "rounds[0].games[0].decided_by.step",
            "chess is no step that decides a tie: there are second_game, rapid, blitz, sudden",
        ),
        (
            in_a_cup(step="blitz", games=[["w", "1/2-1/2"]] * 41),
            "rounds[0].games[0].decided_by.games",
            "These are more than 40 further games.",
        ),
        (coming(byes=[{"player": 1, "kind": "pairing"}]), "next_round.byes[0].player", "takes no part"),
    ],
)
def test_what_cannot_be_kept_is_said_with_its_place(changes: Mapping[str, Any], place: str, message: str) -> None:
    club = SeasonFactory().club

    with nothing_changes(FileError, message) as raised:
        taken_over(read(**changes), club)
    assert raised.value.place == place


@pytest.mark.parametrize(
    ("count", "held", "message"),
    [
        (1001, 29, "With 29 rounds at most 594 players can be imported at once, not 1001"),
        (15_001, 1, "With 1 rounds at most 15000 players"),
    ],
)
def test_more_than_a_request_can_do_is_refused_at_once(count: int, held: int, message: str) -> None:
    many = [{"number": number, "name": f"P{number}"} for number in range(1, count + 1)]
    played = [{"number": number} for number in range(1, held + 1)]
    club = SeasonFactory().club

    with nothing_changes(FileError, message) as raised:
        taken_over(read(players=many, rounds=played, next_round={}), club)
    assert raised.value.place == "players"


def test_an_absence_before_joining_gives_nothing_and_is_kept() -> None:
    file = read(**before_joining(absences=[{"player": 1, "kind": "club"}]))

    check_same(taken_over(file), file)


def test_the_largest_that_fit_are_kept() -> None:
    name = "x" * 100 + " " + "y" * 100
    kept = players(number=30_000, rating=32_767, name=name, club="z" * 100, joined_round=30_000)
    file = read(**kept, planned_rounds=500, name="n" * 200)

    check_same(taken_over(file), file)


def test_another_name_stands_in_for_one_that_does_not_fit() -> None:
    assert taken_over(read(name="x" * 201), name="Spring").name == "Spring"
