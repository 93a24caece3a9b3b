"""Matches of a club's teams, as a table, as lines and as a calendar, with values, lines and bytes changed."""

from __future__ import annotations

from random import Random

from tests.tools.fuzzing import wild

_DAYS = ("2026-10-06", "6.10.2026", "06/10/2026", "Tue 6 Oct 2026", "6. oktober 2026 kl. 19", "31.2.2026", "6.10.", "")
_TIMES = ("19:00", "19.30", "kl. 19", "25:00", "late", "")
_TEAMS = ("SK Rockaden 1", "Rockaden II", "2", "Solna", "Bergen-Nord 1", "bye", "Åse – Øst", "")
_WORDS = ("home", "borte", "H", "auswärts", "1", "maybe", "")
_SEPARATORS = (" - ", " – ", " vs ", "-", " v. ", " - - ", "")
_COLUMNS = (
    ("Date", "Time", "Team", "Opponent", "Home", "Round", "Place"),
    ("Dato", "Hjemmelag", "Bortelag", "Runde"),
    ("Datum", "Begegnung", "Ort"),
    ("Date", "Opponent", "Date", "?", "Home"),
)
_STARTS = (
    *(";TZID=Europe/Oslo:20261006T190000", ":20261006T170000Z", ";VALUE=DATE:20261006", ":20261306T999999"),
    *(
        ";TZID=Our Time:20261006T190000",
        ';TZID="../../x":20261006T190000',
        ":99991231T235959Z",
        ":20000101T000000Z",
        "",
    ),
)
_MORE = (
    *("STATUS:CANCELLED", "RRULE:FREQ=SECONDLY", "RECURRENCE-ID:20261006", "BEGIN:VALARM", "END:VALARM", "END:VEVENT"),
    *("BEGIN:VEVENT", "DESCRIPTION:" + "x" * 2_000, " folded", "\t", "SUMMARY", "UID;A=;B:1", 'LOCATION;X="a:b":Hall'),
)


def mutated_fixture_list(chance: Random) -> bytes:
    """With a heading, or as lines."""
    delimiter = chance.choice(";;,\t")
    columns = chance.choice(_COLUMNS)
    has_heading = chance.random() < 0.8
    rows = [delimiter.join(_cell(column, chance) for column in columns) for _row in range(chance.randint(1, 12))]
    if not has_heading and chance.random() < 0.5:
        rows = [f"{_usual(_DAYS, chance)} {_match(chance)}" for _row in rows]
    data = "\n".join([*([delimiter.join(columns)] if has_heading else []), *rows]).encode("utf-8", "surrogatepass")
    return wild.some_bytes(data, chance) if chance.random() < 0.1 else data


def mutated_calendar(chance: Random) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
    for nth in range(chance.randint(0, 12)):
        event = [f"UID:{nth}@league", f"SUMMARY:{_match(chance)}", f"DTSTART{_usual(_STARTS, chance)}"]
        event += [f"LOCATION:{wild.text(chance)}"] if chance.random() < 0.2 else []
        event += [chance.choice(_MORE)] if chance.random() < 0.3 else []
        chance.shuffle(event)
        lines += ["BEGIN:VEVENT", *event, "END:VEVENT"]
    text = chance.choice(("\r\n", "\r\n", "\n", "\r")).join([*lines, "END:VCALENDAR", ""])
    data = text.encode(chance.choice(("utf-8", "utf-8", "utf-8-sig")), "surrogatepass")
    return wild.some_bytes(data, chance) if chance.random() < 0.1 else data


def _cell(column: str, chance: Random) -> str:
    if chance.random() < 0.05:
        return wild.text(chance)
    match column:
        case "Date" | "Dato" | "Datum":
            return _usual(_DAYS, chance)
        case "Time":
            return chance.choice(_TIMES)
        case "Home":
            return chance.choice(_WORDS)
        case "Begegnung":
            return _match(chance)
        case "Round" | "Runde":
            return chance.choice(("1", "2.", "round 3", "0", "100", "x", ""))
    return chance.choice(_TEAMS)


def _match(chance: Random) -> str:
    begins = chance.choice(("", "", "", "Round 3: ", "Elite - "))
    return f"{begins}{chance.choice(_TEAMS)}{_usual(_SEPARATORS, chance)}{chance.choice(_TEAMS)}"


def _usual(values: tuple[str, ...], chance: Random) -> str:
    """Mostly the first, which can be read."""
    return values[0] if chance.random() < 0.6 else chance.choice(values)
