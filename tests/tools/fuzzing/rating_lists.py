"""Rating lists in every layout, with people, lines and bytes changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.tools.fuzzing import wild
from tests.tools.pages import rating_lists
from tests.tools.pages.rating_lists import BERG, CARLSEN, DAHL, Made

MAKERS: dict[str, Callable[[list[Made]], bytes]] = {
    "players_list_foa.txt": rating_lists.fide,
    "players_list.txt": lambda people: rating_lists.fide(people, rating_lists.FIDE_LEGACY),
    "standard_oct26frl.txt": lambda people: rating_lists.fide(people, rating_lists.FIDE_SINGLE),
    "players_list.xml": rating_lists.fide_xml,
    "KLASSIEK.csv": rating_lists.knsb,
    "LV-0-csv.zip": rating_lists.dsb,
    "spieler.csv": rating_lists.dsb_old,
    "members.csv": rating_lists.dsu,
    "ssf.json": rating_lists.ssf,
    "swiss-manager.csv": rating_lists.swiss_manager,
}
_NUMBERS = (0, 1, 99, 3500, 9999, 10**9, 1988, 2026, 2100)


def mutated_rating_list(chance: Random) -> bytes:
    return named_rating_list(chance)[1]


def named_rating_list(chance: Random) -> tuple[str, bytes]:
    """With the name that its federation gives the file, or another's."""
    name = chance.choice(sorted(MAKERS))
    data = mutated_list_of(name, chance)
    return name if chance.random() < 0.9 else chance.choice(sorted(MAKERS)), data


def mutated_list_of(name: str, chance: Random) -> bytes:
    people = [_changed(chance.choice((CARLSEN, BERG, DAHL)), chance) for _person in range(chance.randint(0, 6))]
    try:
        data = MAKERS[name](people)
    except (UnicodeEncodeError, ValueError):  # what such a file cannot hold
        data = MAKERS[name]([BERG, DAHL])
    if chance.random() < 0.35:
        data = _lines(data, chance)
    if chance.random() < 0.2:
        data = wild.some_bytes(data, chance)
    return data


def _changed(who: Made, chance: Random) -> Made:
    values: dict[str, object] = {
        "family": wild.text(chance),
        "given": wild.text(chance),
        "fide_id": chance.choice(_NUMBERS),
        "national_id": wild.text(chance)[:40],
        "sex": chance.choice(("M", "F", "w", "", "?")),
        "title": chance.choice(("GM", "WFM", "", "XX", "gm")),
        "rating": chance.choice(_NUMBERS),
        "year": chance.choice(_NUMBERS),
        "other": wild.text(chance)[:30],
    }
    names = chance.sample(sorted(values), chance.randint(0, 2))
    return replace(who, **{name: values[name] for name in names})  # type: ignore[arg-type]


def _lines(data: bytes, chance: Random) -> bytes:
    """One is doubled, gone, cut, moved or a letter too long."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            lines.insert(at, lines[at])
        case 1:
            del lines[at]
        case 2:
            lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
        case 3:
            lines.insert(chance.randrange(len(lines)), lines.pop(at))
        case _:
            place = chance.randint(0, len(lines[at]))
            lines[at] = lines[at][:place] + b"x" + lines[at][place:]
    return b"\n".join(lines)
