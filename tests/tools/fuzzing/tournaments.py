"""Tournament files of every system, and their values changed: most of them to what a file may hold."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.tools.fuzzing import wild
from tools.files import files_in
from tournaments.exchange.tournament_file import dump
from tournaments.management.simulated_files import simulated_file
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.discovery import MOST_TIE_BREAKS, SYSTEMS, TIE_BREAKS
from tournaments.pairing.types.options import Kind, Option, fields_of
from tournaments.pairing.types.snapshot import AbsenceKind, ByeKind, Result

Document = dict[str, Any]
Change = Callable[[Document, Random], None]

_DATA = Path(__file__).parents[2] / "data"
_LIVELY = Rates(attendance=0.85, late=0.2, withdrawals=0.1, returns=0.5, forfeits=0.1, postponed=0.15, corrections=0.1,
                half_byes=0.1, by_hand=0.2, forbidden=0.05)  # fmt: skip


@functools.cache
def valid_tournaments() -> tuple[bytes, ...]:
    """Each system with each of its presets, some twice; clubs by their own rules; and the files that the tests keep."""
    made = []
    for code, system in SYSTEMS.items():
        for preset in (None, *system.info.presets):
            for seed, players in enumerate((7, 10)):
                simulated = simulated_file(
                    code, preset=preset, seed=seed, players=players, rounds=4 + seed, rates=_LIVELY
                )
                made.append(dump(simulated.file))
    kept = [path.read_bytes() for path in files_in(_DATA, "*.json") if ".expected" not in path.name]
    clubs = json.loads((_DATA / "keizer_clubs" / "clubs.json").read_bytes())
    made += [json.dumps(case["file"]).encode() for club in clubs for case in club["cases"]]
    return (*made, *(data for data in kept if b'"clubchess-tournament"' in data))


def mutated_tournament(chance: Random) -> bytes:
    document: Document = json.loads(chance.choice(valid_tournaments()))
    for _again in range(chance.choice((1, 1, 2, 2, 3, 5))):
        change = chance.choice(_WITHIN) if chance.random() < 0.85 else _anything_anywhere
        try:
            change(document, chance)
        except (LookupError, TypeError, AttributeError, ValueError):  # an earlier change has left nothing to change
            continue
    written = _written(document, indent=chance.choice((None, 1)))
    return wild.some_bytes(written, chance) if chance.random() < 0.07 else written


def _written(document: Document, *, indent: int | None) -> bytes:
    literals: list[str] = []

    def marked(value: Any) -> Any:
        match value:
            case wild.Literal():
                literals.append(value)
                return f"literal-{len(literals) - 1}-"
            case dict():
                return {key: marked(each) for key, each in value.items()}
            case list():
                return [marked(each) for each in value]
        return value

    text = json.dumps(marked(document), indent=indent)
    for index, literal in enumerate(literals):
        text = text.replace(f'"literal-{index}-"', literal)
    return text.encode("utf-8", "surrogatepass")


# Anywhere in the tree


def _places(value: Any, shape: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each place with its shape (the keys on the way to it), its parent and its key there."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        below = f"{shape}.{key}" if isinstance(value, dict) else f"{shape}[]"
        yield below, value, key
        yield from _places(child, below)


def _any_place(document: Document, chance: Random) -> tuple[Any, Any]:
    """Every shape as often, however many places have it."""
    by_shape: dict[str, list[tuple[Any, Any]]] = {}
    for shape, parent, key in _places(document):
        by_shape.setdefault(shape, []).append((parent, key))
    return chance.choice(by_shape[chance.choice(sorted(by_shape))])


def _anything_anywhere(document: Document, chance: Random) -> None:
    parent, key = _any_place(document, chance)
    value = parent[key]
    chosen = chance.random()
    if chosen < 0.15:
        del parent[key]
    elif chosen < 0.25 and isinstance(parent, dict):
        parent[wild.text(chance) or "x"] = copy.deepcopy(value)
    elif isinstance(value, list) and chosen < 0.6:
        _other_list(value, chance)
    elif isinstance(value, str) and chosen < 0.7:
        parent[key] = wild.text(chance)
    elif isinstance(value, int) and chosen < 0.7:
        parent[key] = wild.number(chance)
    else:
        parent[key] = wild.anything(chance)


def _other_list(values: list[Any], chance: Random) -> None:
    match chance.randrange(5):
        case 0:
            del values[chance.randint(0, len(values)) :]
        case 1:
            values += copy.deepcopy(values)
        case 2:
            chance.shuffle(values)
        case 3:
            values.reverse()
        case 4:
            values.append(wild.anything(chance))


# What a file may hold


def _round(document: Document, chance: Random) -> Document:
    return chance.choice(document["rounds"])  # type: ignore[no-any-return]


def _game(document: Document, chance: Random) -> Document:
    return chance.choice([game for each in document["rounds"] for game in each["games"]])  # type: ignore[no-any-return]


def _some_round(document: Document, chance: Random) -> int:
    return chance.choice((1, 1, 2, 3, len(document["rounds"]), len(document["rounds"]) + 1, 30_000))


def _ids_swapped(document: Document, chance: Random) -> None:
    """In the list of players alone: everybody else's rounds become theirs."""
    one, other = chance.sample(document["players"], 2)
    one["number"], other["number"] = other["number"], one["number"]


def _renumbered(document: Document, chance: Random) -> None:
    """Everywhere: the same tournament with other numbers."""
    numbers = [player["number"] for player in document["players"]]
    wanted = chance.choice((chance.sample(range(1, 200), len(numbers)), [n + 29_980 for n in numbers]))
    to = dict(zip(numbers, wanted, strict=True))
    for player in document["players"]:
        player["number"] = to[player["number"]]
    for each in (*document["rounds"], document.get("next_round", {})):
        for game in each.get("games", ()):
            game["white"], game["black"] = to[game["white"]], to[game["black"]]
        for other in (*each.get("byes", ()), *each.get("absences", ())):
            other["player"] = to[other["player"]]
    document["forbidden_pairs"] = [[to[number] for number in pair] for pair in document.get("forbidden_pairs", ())]


def _opponents_swapped(document: Document, chance: Random) -> None:
    games = _round(document, chance)["games"]
    one, other = chance.choice(games), chance.choice(games)
    one["white"], other["black"] = other["black"], one["white"]


def _colours_swapped(document: Document, chance: Random) -> None:
    for game in _round(document, chance)["games"]:
        if chance.random() < 0.5:
            game["white"], game["black"] = game["black"], game["white"]


def _other_result(document: Document, chance: Random) -> None:
    _game(document, chance)["result"] = chance.choice([*Result])


def _all_results(document: Document, chance: Random) -> None:
    result = chance.choice([*Result])
    for game in _round(document, chance)["games"]:
        game["result"] = result


def _results_swapped(document: Document, chance: Random) -> None:
    one, other = _game(document, chance), _game(document, chance)
    one["result"], other["result"] = other["result"], one["result"]


def _known_from(document: Document, chance: Random) -> None:
    game = _game(document, chance)
    game["known_from"] = _some_round(document, chance)
    earlier = [[chance.choice([*Result]), _some_round(document, chance)] for _ in range(chance.randint(0, 3))]
    game["earlier"] = earlier


def _by_hand(document: Document, chance: Random) -> None:
    game = _game(document, chance)
    game["by_hand"] = not game.get("by_hand")


def _boards(document: Document, chance: Random) -> None:
    games = _round(document, chance)["games"]
    boards = chance.choice((chance.sample(range(1, 30_000), len(games)), [*range(len(games), 0, -1)]))
    for board, game in zip(boards, games, strict=True):
        game["board"] = board


def _game_to_absences(document: Document, chance: Random) -> None:
    each = _round(document, chance)
    game = each["games"].pop(chance.randrange(len(each["games"])))
    for colour in ("white", "black"):
        if chance.random() < 0.8:
            _without_board(document, each, game[colour], chance)


def _kind(document: Document, chance: Random) -> str:
    """Of absence: a club's own, too."""
    own = document.get("options", {}).get("absence_kinds", [])
    return chance.choice([*AbsenceKind, *(each["code"] for each in own)])


def _without_board(document: Document, each: Document, player: int, chance: Random) -> None:
    if chance.random() < 0.5:
        each.setdefault("byes", []).append({"player": player, "kind": chance.choice([*ByeKind])})
    else:
        each.setdefault("absences", []).append({"player": player, "kind": _kind(document, chance)})


def _other_kinds(document: Document, chance: Random) -> None:
    each = _round(document, chance)
    for bye in each.get("byes", ()):
        bye["kind"] = chance.choice([*ByeKind])
    for absence in each.get("absences", ()):
        absence["kind"] = _kind(document, chance)


def _round_emptied(document: Document, chance: Random) -> None:
    each = _round(document, chance)
    for kind in chance.sample(("games", "byes", "absences"), chance.randint(1, 3)):
        each[kind] = []


def _rounds_permuted(document: Document, chance: Random) -> None:
    numbers = [each["number"] for each in document["rounds"]]
    chance.shuffle(numbers)
    for each, number in zip(document["rounds"], numbers, strict=True):
        each["number"] = number


def _rounds_cut(document: Document, chance: Random) -> None:
    del document["rounds"][chance.randint(0, len(document["rounds"])) :]


def _rounds_repeated(document: Document, chance: Random) -> None:
    """The same again, under the next numbers."""
    for each in copy.deepcopy(document["rounds"][: chance.randint(1, 8)]):
        each["number"] = len(document["rounds"]) + 1
        document["rounds"].append(each)


def _rows_permuted(document: Document, chance: Random) -> None:
    chance.shuffle(document["players"])
    chance.shuffle(document["rounds"])
    for each in document["rounds"]:
        chance.shuffle(each["games"])


def _joined(document: Document, chance: Random) -> None:
    chance.choice(document["players"])["joined_round"] = _some_round(document, chance)


def _away(document: Document, chance: Random) -> None:
    intervals = []
    for _again in range(chance.randint(1, 3)):
        first = _some_round(document, chance)
        intervals.append([first, chance.choice((None, first, first + 1, first + 3))])
    chance.choice(document["players"])["away"] = intervals


def _everybody_away(document: Document, chance: Random) -> None:
    first = _some_round(document, chance)
    for player in document["players"][chance.randint(0, 2) :]:
        player["away"] = [[first, None]]


def _rating(document: Document, chance: Random) -> None:
    for player in chance.sample(document["players"], chance.randint(1, len(document["players"]))):
        player["rating"] = chance.choice((None, 0, 1, 1500, 32_767, 32_768))


def _guests(document: Document, chance: Random) -> None:
    for player in document["players"]:
        if chance.random() < chance.choice((0.2, 1)):
            player["guest"] = True
    document["guests_take_places"] = chance.random() < 0.5


def _decimals(document: Document, chance: Random) -> None:
    document["decimals_shown"] = chance.choice((None, 0, 1, 2, 3))


def _an_evening(document: Document, chance: Random) -> None:
    document["rounds_an_evening"] = chance.choice((1, 2, 20, 21))


def _names(document: Document, chance: Random) -> None:
    chance.choice(document["players"])["name"] = wild.text(chance)


def _one_name(document: Document, chance: Random) -> None:
    """For several: whoever they are taken for."""
    name = chance.choice(("Anna Berg", "anna  berg", "Bo Ek", wild.text(chance)))
    for player in chance.sample(document["players"], chance.randint(2, 3)):
        player["name"] = name


def _clubs(document: Document, chance: Random) -> None:
    for player in document["players"]:
        player["club"] = wild.text(chance)[:200]


def _title(document: Document, chance: Random) -> None:
    document["name"] = wild.text(chance)


def _players_added(document: Document, chance: Random) -> None:
    highest = max(player["number"] for player in document["players"])
    for number in range(highest + 1, highest + chance.choice((2, 3, 20, 120))):
        document["players"].append({"number": number, "name": f"New {number}", "joined_round": chance.choice((1, 3))})


def _players_left_out(document: Document, chance: Random) -> None:
    """With everything that names them."""
    gone = {player["number"] for player in document["players"][chance.randint(0, 4) :]}
    document["players"] = [player for player in document["players"] if player["number"] not in gone]
    document["forbidden_pairs"] = [pair for pair in document.get("forbidden_pairs", ()) if not gone & {*pair}]
    for each in (*document["rounds"], document.get("next_round", {})):
        each["games"] = [game for game in each.get("games", ()) if not gone & {game["white"], game["black"]}]
        for kind in ("byes", "absences"):
            each[kind] = [other for other in each.get(kind, ()) if other["player"] not in gone]


def _planned(document: Document, chance: Random) -> None:
    played = len(document["rounds"])
    document["planned_rounds"] = chance.choice((None, 0, 1, 2, played, played + 1, 20, 99, 500, 501, 10**9))


def _forbidden(document: Document, chance: Random) -> None:
    numbers = [player["number"] for player in document["players"]]
    pairs = [[one, other] for one in numbers for other in numbers if one < other]
    document["forbidden_pairs"] = chance.sample(pairs, chance.choice((1, len(pairs) // 2, len(pairs))))


def _seed(document: Document, chance: Random) -> None:
    document["seed"] = chance.randbytes(32).hex()


def _next_round(document: Document, chance: Random) -> None:
    numbers = [player["number"] for player in document["players"]]
    chance.shuffle(numbers)
    coming: Document = {"games": [], "byes": [], "absences": []}
    for board in range(1, chance.choice((1, 1, 2, 3, len(numbers) // 2 + 1))):
        white, black = numbers.pop(), numbers.pop()
        coming["games"].append({"board": board, "white": white, "black": black, "result": "*"})
    for player in numbers:
        if chance.random() < 0.3:
            _without_board(document, coming, player, chance)
    document["next_round"] = coming


def _system(document: Document, chance: Random) -> None:
    document["system"] = chance.choice([*SYSTEMS])
    document["options"], document["preset"], document["tie_breaks"] = {}, None, None


def _preset(document: Document, chance: Random) -> None:
    document["preset"] = chance.choice([None, *SYSTEMS[document["system"]].info.presets])


def _options(document: Document, chance: Random) -> None:
    fields = fields_of(SYSTEMS[document["system"]])
    for option in chance.sample(fields, chance.randint(1, min(6, len(fields)))):
        document["options"][option.code] = _value_of(option, chance)


def _tie_breaks(document: Document, chance: Random) -> None:
    chosen = chance.sample([*TIE_BREAKS], chance.randint(0, min(MOST_TIE_BREAKS, len(TIE_BREAKS))))
    document["tie_breaks"] = [
        {"code": code, **{each.code: _value_of(each, chance) for each in fields_of(TIE_BREAKS[code])}}
        for code in chosen
    ]


_RATIONALS = (
    "0",
    "1",
    "1/2",
    "2",
    "3",
    "0.1",
    "1/3",
    "7/5",
    "-1",
    "100",
    "99999999999999999999",
    "1/9999999999999999999",
)
_INTEGERS = (0, 1, 2, 3, 4, 7, 10, 50, 999, 10**9)
_LISTS = ([1], [2, 3], [1, 2, 3, 4, 5], [*range(1, 60)], [9, 18], [10**18])


def _value_of(option: Option, chance: Random) -> object:
    """What the option may be; now and then beyond its bounds."""
    if option.nullable and chance.random() < 0.2:
        return None
    match option.kind:
        case Kind.RATIONAL:
            return chance.choice([*_RATIONALS, *option.choices])
        case Kind.INTEGER:
            bounds = [bound for bound in (option.minimum, option.maximum) if bound is not None]
            return chance.choice([*_INTEGERS[: chance.choice((6, 10))], *bounds])
        case Kind.INTEGERS:
            return chance.choice(_LISTS)
        case Kind.BOOLEAN:
            return chance.random() < 0.5
        case Kind.CHOICE:
            return str(chance.choice([*option.choices]))


_WITHIN: tuple[Change, ...] = (
    _ids_swapped, _renumbered, _opponents_swapped, _colours_swapped, _other_result, _all_results, _results_swapped,
    _known_from, _by_hand, _boards, _game_to_absences, _other_kinds, _round_emptied, _rounds_permuted, _rounds_cut,
    _rounds_repeated, _rows_permuted, _joined, _away, _everybody_away, _rating, _guests, _names, _one_name, _clubs,
    _title, _decimals, _an_evening, _players_added, _players_left_out, _planned, _forbidden, _seed, _next_round,
    _system, _preset, _options, _options, _options, _tie_breaks, _tie_breaks,
)  # fmt: skip
