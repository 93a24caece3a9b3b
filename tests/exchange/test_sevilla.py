"""Sevilla's JSON: a season of a Dutch club, read as far as it is known how it is written."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.counted_calls import calls_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.tournament_file import dump
from tournaments.exchange.tournament_formats import ReadTournament, read_tournament
from tournaments.pairing.types.snapshot import AbsenceKind, ByeKind


def game(round_number: int, colour: str, opponent: int, result: str) -> dict[str, Any]:
    return {"Round": round_number, "Color": colour, "Opponent": opponent, "White": "x", "Black": "y", "Res": result}


def season(**changes: Any) -> bytes:
    players = [
        {"Pos": 1, "ID": 3, "Name": "Jan de Vries", "SortName": "Vries, Jan de", "PlayerID": 7654321, "IRtg": 1712.0,
         "Score": 61.5, "Game": [game(1, "W", 5, "1-0"), game(2, "B", 8, "1/2-1/2")]},
        {"Pos": 2, "ID": 5, "Name": "Eva Bos", "IRtg": 0, "Rating": 1500, "Game": [game(1, "B", 3, "1-0")],
         "Abs": [{"Round": 2, "Reason": "Extern", "Score": 10}]},
        {"Pos": 3, "ID": 8, "Name": "Ties", "Game": [game(2, "W", 3, "1/2-1/2")],
         "Abs": [{"Round": 1, "Reason": "Bye (oneven)", "Score": 8}]},
        {"Pos": 4, "ID": 9, "Name": "Mia Mol", "Game": [],
         "Abs": [{"Round": 2, "Reason": "Zonder bericht", "Score": 0}]},
    ]  # fmt: skip
    group = {"ID": 1, "Name": "A", "Ranking": [{"Round": 1, "Player": []}, {"Round": 2, "Player": players}]}
    return json.dumps({"Name": "Intern 2026", "License": "x", "GroupReport": [group]} | changes).encode()


def test_a_season_is_read_as_a_keizer_tournament() -> None:
    found = read_tournament(season())
    file = found.file
    assert (file.name, file.system) == ("Intern 2026", "keizer")
    first, second = file.snapshot.rounds
    assert [(each.white, each.black, each.result) for each in first.games] == [(3, 5, "1-0")]
    assert [(each.white, each.black, each.result) for each in second.games] == [(8, 3, "1/2-1/2")]
    assert [(bye.player, bye.kind) for bye in first.byes] == [(8, ByeKind.PAIRING)]
    assert {each.player: each.kind for each in second.absences} == {5: AbsenceKind.CLUB, 9: AbsenceKind.UNEXCUSED}
    assert {each.number: each.rating for each in file.snapshot.entrants} == {3: 1712, 5: 1500, 8: None, 9: None}
    assert file.snapshot.by_number[9].joined_round == 2
    assert file.names[3] == "Jan de Vries"
    assert found.people[3].national_id == "7654321"
    system, tie_breaks = file.configured()
    assert len(system.standings(file.snapshot, tie_breaks).rows) == 4
    assert system.pair(file.snapshot).number == 3


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"Opponent": 5', '"Opponent": 6', "no player with the number 6"),
        ('"Res": "1-0"', '"Res": "2-0"', "is not a result"),
        ('"GroupReport": [', '"GroupReport": [7, ', "object is expected"),
        ('"ID": 9', '"ID": 8', "the same number"),
        ('"Color": "B", "Opponent": 3', '"Color": "W", "Opponent": 3', "two games"),
    ],
)
def test_a_fault_is_a_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(FileError, match=sentence):
        read_tournament(season().replace(old.encode(), new.encode()))


def test_nothing_to_read_is_said() -> None:
    with pytest.raises(FileError, match="no ranking"):
        read_tournament(season(GroupReport=[]))


# What absences are and pay


def player(number: int, away: list[tuple[int, str, Any]], *games: dict[str, Any]) -> dict[str, Any]:
    reasons = [{"Round": at, "Reason": reason, "Score": score, "PlainScore": 0} for at, reason, score in away]
    return {"ID": number, "Name": f"Jan {number}", "Game": list(games), "Abs": reasons}


def won(round_number: int, opponent: int, value: float) -> dict[str, Any]:
    """At the board, which tells what the opponent is worth."""
    return game(round_number, "W", opponent, "1-0") | {"Score": value}


def ranked(*players: dict[str, Any], **changes: Any) -> ReadTournament:
    return read_tournament(season(GroupReport=[{"ID": 1, "Ranking": [{"Round": 9, "Player": players}]}], **changes))


def told(read: ReadTournament) -> str:
    return " ".join(note.message.format(**note.facts) for note in read.notes)


def test_reasons_of_a_club_become_kinds_of_its_own() -> None:
    read = ranked(
        player(1, [(1, "Vakantie", 12), (2, "Langdurig  weg (1/3)", 5), (3, "Met bericht", 1), (4, "", 1)]),
        player(2, [(1, "vakantie", 12), (2, "Zonder bericht", 0), (3, "KNSB", 30)]),
        player(3, [(1, "Vakantie", 12), (2, "Club", 30)]),
    )
    assert read.file.options["absence_kinds"] == [
        {"code": "vakantie", "name": "Vakantie", "points": "12"},
        {"code": "langdurig_weg", "name": "Langdurig weg (1/3)"},
    ]
    first, second, third, fourth = read.file.snapshot.rounds
    assert {each.player: each.kind for each in first.absences} == dict.fromkeys((1, 2, 3), "vakantie")
    assert {each.player: each.kind for each in second.absences} == {
        1: "langdurig_weg",
        2: AbsenceKind.UNEXCUSED,
        3: AbsenceKind.CLUB,
    }
    assert [each.kind for each in (*third.absences, *fourth.absences)] == ["excused", "club", "excused"]
    assert "everybody may read: Vakantie, Langdurig weg (1/3)." in told(read)
    assert "does not say what these absences pay. Here they pay nothing: Langdurig weg (1/3)." in told(read)
    system, tie_breaks = read.file.configured()
    assert system.standings(read.file.snapshot, tie_breaks).rows


@pytest.mark.parametrize(
    ("reason", "option"),
    [
        ("Bye (oneven)", "bye"),
        ("Met bericht", "excused"),
        ("Afwezig (afgemeld)", "excused"),
        ("Niet afgemeld", "unexcused"),
        ("Zonder bericht", "unexcused"),
        ("Extern", "club"),
    ],
)
def test_what_an_absence_pays_is_told_where_it_shows(reason: str, option: str) -> None:
    beaten = [player(9, [], won(8, 1, 60), won(9, 2, 41)), player(8, [], won(9, 1, 60), won(8, 2, 41))]
    away = [[(1, reason, 20)], [(1, reason, 14)]]  # a third of 41 is rounded
    assert ranked(*(player(at, each) for at, each in enumerate(away, 1)), *beaten).file.options == {
        f"{option}_share": "1/3"
    }
    fixed = [player(at, [(1, reason, 12.5)]) for at in (1, 2, 3)]
    assert ranked(*fixed).file.options == {f"{option}_points": "25/2"}
    assert ranked(*fixed[:2]).file.options == {}  # a share of two neighbours may be rounded to the same
    assert ranked(*fixed[:2], *beaten).file.options == {f"{option}_points": "25/2"}
    assert ranked(player(1, [(1, reason, 0), (2, reason, 0)])).file.options == {f"{option}_share": "0"}
    assert (
        ranked(player(1, [(1, reason, 20), (2, reason, 0)]), player(2, [(1, reason, 14)]), *beaten).file.options == {}
    )
    assert ranked(player(1, [(1, reason, None)])).file.options == {}
    assert ranked(player(1, [(1, reason, -3)])).file.options == {}


def test_what_is_won_without_a_game_tells_no_value() -> None:
    by_forfeit = game(9, "W", 1, "1-0R") | {"Score": 90}
    away = [player(1, [(1, "Vakantie", 20)]), player(2, [(1, "Vakantie", 14)])]
    read = ranked(*away, player(9, [], by_forfeit, won(8, 2, 41)))
    assert read.file.options["absence_kinds"] == [{"code": "vakantie", "name": "Vakantie"}]


@pytest.mark.parametrize("reason", ["Ziek", "Langdurig ziek", "Griep", "Operatie", "ziekenhuis", "Corona"])
def test_no_kind_is_called_by_an_illness(reason: str) -> None:
    """Names and codes stand in the file that everybody may have."""
    read = ranked(player(1, [(1, reason, 0), (2, "Muziekles", 0)]), player(2, [(1, "Blessure", 0)]))
    assert read.file.options["absence_kinds"] == [
        {"code": "afwezig", "name": "Afwezig"},
        {"code": "muziekles", "name": "Muziekles"},
    ]
    assert {each.kind for each in read.file.snapshot.rounds[0].absences} == {"afwezig"}
    assert "one kind of absence here, called “Afwezig”" in told(read)
    written = dump(read.file, public=True).decode().casefold().replace("muziekles", "")
    assert reason.casefold() not in written
    assert "blessure" not in written


def test_six_kinds_are_made_of_the_most_frequent_reasons() -> None:
    names = [f"Reden {letter}" for letter in "ABCDEFGH"]
    reasons = [(at, name, 0) for at, name in enumerate([*names, *names[:5], names[7]], start=1)]
    read = ranked(player(1, reasons))
    assert [each["name"] for each in read.file.options["absence_kinds"]] == [*names[:5], names[7]]  # type: ignore[attr-defined]
    assert "count as excused: Reden F, Reden G." in told(read)


@pytest.mark.parametrize(
    ("reasons", "codes"),
    [
        (["Één dag weg", "een dag weg"], ["een_dag_weg", "een_dag_weg_2"]),
        (["12 uur werk", "休暇"], ["kind_12_uur_w", "kind"]),
        (["Excused!"], None),
        (["x" * 60, "x" * 70], ["x" * 13]),
        (["\u200b"], None),
    ],
)
def test_codes_are_made_of_the_names(reasons: list[str], codes: list[str] | None) -> None:
    read = ranked(player(1, [(at, reason, 0) for at, reason in enumerate(reasons, 1)]))
    kinds: Any = read.file.options.get("absence_kinds")
    assert (kinds and [each["code"] for each in kinds]) == codes
    read.file.configured()


def test_groups_that_are_parts_of_the_largest_are_its_categories() -> None:
    everybody = [player(number, []) for number in range(1, 6)]

    def group(number: int, name: str, players: list[dict[str, Any]]) -> dict[str, Any]:
        return {"ID": number, "Name": name, "Ranking": [{"Round": 1, "Player": players}]}

    parts = [group(2, "A", everybody[:2]), group(3, "B", everybody[2:4])]
    read = read_tournament(season(GroupReport=[group(1, "Intern", everybody), *parts]))
    assert read.file.categories == ("A", "B")
    assert read.file.category_of == {1: "A", 2: "A", 3: "B", 4: "B"}
    assert "groups" not in told(read)

    others = group(4, "Jeugd", [player(7, [])])
    read = read_tournament(season(GroupReport=[*parts, group(1, "Intern", everybody), others]))
    assert read.file.categories == ("A", "B")
    assert "The file has 4 groups; the largest was taken." in told(read)


def half_absent(count: int) -> bytes:
    """One round; every other pair of players is absent."""
    absent = [{"Round": 1, "Reason": "Ziek", "Score": 0}]
    players = [
        {"ID": number, "Name": f"Jan {number}", "Abs": absent}
        if number > count // 2
        else {"ID": number, "Name": f"Jan {number}", "Game": [game(1, "WB"[1 - number % 2], opponent, "1-0")]}
        for number in range(1, count + 1)
        for opponent in (number + 1 if number % 2 else number - 1,)
    ]
    return season(GroupReport=[{"ID": 1, "Ranking": [{"Round": 1, "Player": players}]}])


def calls_to_read(data: bytes) -> int:
    return calls_of(lambda: read_tournament(data))


def test_who_plays_is_known_without_looking_through_all_games() -> None:
    assert calls_to_read(half_absent(800)) < 4.2 * calls_to_read(half_absent(200))


def test_two_thousand_players_are_read_and_no_more() -> None:
    assert len(read_tournament(half_absent(2_000)).file.names) == 2_000
    with pytest.raises(FileError, match="at most 2000 players"):
        read_tournament(half_absent(2_004))


def test_players_are_counted_before_anything_else() -> None:
    too_many = half_absent(2_004)

    def refused() -> None:
        with pytest.raises(FileError):
            read_tournament(too_many)

    assert calls_of(refused) < calls_to_read(half_absent(2_000)) / 3


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda each: st.lists(each, max_size=3)))
def test_whatever_stands_there_is_read_or_refused(value: Any) -> None:
    for key in ("GroupReport", "Name"):
        try:
            found = read_tournament(season(**{key: value}))
        except FileError as error:
            told = str(error)
        else:
            told = found.file.system
        assert told
