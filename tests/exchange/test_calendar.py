"""Calendars of rounds: read back by the library, and by a small reader of our own."""

from __future__ import annotations

import datetime
import re
from zoneinfo import ZoneInfo

import icalendar
import pytest

from tests.tools.guards.layers import first_fast
from tournaments.exchange.calendar import CalendarEvent, RoundCalendar, serialise

SEVEN = datetime.time(19)
THEN = datetime.datetime(2026, 11, 22, 18, 30, tzinfo=datetime.UTC)


def calendar(
    *dates: datetime.date, starts_at: datetime.time | None = SEVEN, name: str = "Tuesday Cup", zone: str = "Europe/Oslo"
) -> RoundCalendar:
    return RoundCalendar(
        name=name,
        time_zone=zone,
        events=tuple(
            CalendarEvent(
                uid=f"round-{number}@abcdefgh",
                summary=f"{name}, round {number}",
                url="",
                date=date,
                starts_at=starts_at,
                sequence=17,
                revised_at=THEN,
            )
            for number, date in enumerate(dates, 1)
        ),
    )


def lines(file: bytes) -> list[str]:
    """Unfolded (RFC 5545, 3.1). Refuses what is not a file of such lines."""
    assert file.endswith(b"\r\n")
    assert b"\n" not in file.replace(b"\r\n", b"")
    for line in file.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()  # no character is cut in two
    return re.sub(r"\r\n[ \t]", "", file.decode()).removesuffix("\r\n").split("\r\n")


def instants(file: bytes) -> list[datetime.datetime]:
    events = icalendar.Calendar.from_ical(file).walk("VEVENT")
    return [event["DTSTART"].dt.astimezone(datetime.UTC) for event in events]


@pytest.mark.parametrize(
    ("before", "hour_before", "hour_after"),
    [(datetime.date(2026, 10, 22), 17, 18), (datetime.date(2027, 3, 25), 18, 17)],
)
def test_it_starts_at_the_same_time_of_day_when_the_clocks_have_changed(
    before: datetime.date, hour_before: int, hour_after: int
) -> None:
    file = serialise(calendar(before, before + datetime.timedelta(days=7)))

    assert [instant.hour for instant in instants(file)] == [hour_before, hour_after]
    assert f"DTSTART;TZID=Europe/Oslo:{before:%Y%m%d}T190000" in lines(file)


@pytest.mark.parametrize(
    "zone", first_fast(1, ["Europe/Oslo", "Europe/London", "America/St_Johns", "Asia/Tokyo", "UTC"])
)
def test_the_zone_it_carries_says_the_same_as_the_zone_itself(zone: str) -> None:
    """Read by the rules in the file alone, on every day of a year."""
    days = [datetime.date(2026, 8, 1) + datetime.timedelta(days=number) for number in range(365)]
    file = serialise(calendar(*days, zone=zone))
    rules = offsets(lines(file))

    for day in days:
        local = datetime.datetime.combine(day, SEVEN)
        expected = local.replace(tzinfo=ZoneInfo(zone)).utcoffset()
        assert rules_offset(rules, local) == expected, day


def offsets(unfolded: list[str]) -> list[tuple[datetime.datetime, datetime.timedelta]]:
    """From which local time on which offset holds, by the VTIMEZONE. Refuses repeated rules, which are not written."""
    found, begins = [], None
    inside = False
    for line in unfolded:
        if line in {"BEGIN:STANDARD", "BEGIN:DAYLIGHT"}:
            inside = True
        elif inside and line.startswith("DTSTART:"):
            begins = [datetime.datetime.strptime(line.removeprefix("DTSTART:"), "%Y%m%dT%H%M%S")]  # noqa: DTZ007
        elif inside and line.startswith("RDATE:"):
            assert begins is not None
            begins += [
                datetime.datetime.strptime(date, "%Y%m%dT%H%M%S")  # noqa: DTZ007
                for date in line.removeprefix("RDATE:").split(",")
            ]
        elif inside and line.startswith("TZOFFSETTO:"):
            sign, hours, minutes = re.fullmatch(r"TZOFFSETTO:([+-])(\d\d)(\d\d)", line).groups()  # type: ignore[union-attr]
            offset = datetime.timedelta(hours=int(hours), minutes=int(minutes)) * (1 if sign == "+" else -1)
        elif line in {"END:STANDARD", "END:DAYLIGHT"}:
            assert begins is not None
            found += [(each, offset) for each in begins]
            inside = False
        assert not line.startswith("RRULE")
    return sorted(found)


def rules_offset(
    rules: list[tuple[datetime.datetime, datetime.timedelta]], local: datetime.datetime
) -> datetime.timedelta:
    if not rules:  # UTC needs none
        return datetime.timedelta()
    return [offset for begins, offset in rules if begins <= local][-1]


def test_without_a_time_it_is_all_day_long_and_needs_no_zone() -> None:
    file = serialise(calendar(datetime.date(2026, 11, 26), starts_at=None))

    assert "DTSTART;VALUE=DATE:20261126" in lines(file)
    assert "VTIMEZONE" not in file.decode()


def test_what_has_a_meaning_in_the_format_is_escaped_and_long_lines_are_folded() -> None:
    name = "Åse; Bø, \\ & Co.\nBEGIN:VEVENT " + "ø" * 150
    file = serialise(calendar(datetime.date(2026, 11, 26), name=name))

    (event,) = icalendar.Calendar.from_ical(file).walk("VEVENT")
    assert str(event["SUMMARY"]) == f"{name}, round 1"
    unfolded = lines(file)
    assert unfolded.count("BEGIN:VEVENT") == 1
    assert sum(line.startswith("SUMMARY:Åse\\; Bø\\, \\\\ & Co.\\nBEGIN") for line in unfolded) == 1


def test_each_event_says_who_it_is_and_how_new() -> None:
    unfolded = lines(serialise(calendar(datetime.date(2026, 11, 26), datetime.date(2026, 12, 3))))

    for expected in ("UID:round-1@abcdefgh", "UID:round-2@abcdefgh"):
        assert unfolded.count(expected) == 1
    assert unfolded.count("DTSTAMP:20261122T183000Z") == unfolded.count("SEQUENCE:17") == 2


def test_programs_are_told_to_ask_again_in_a_few_hours() -> None:
    unfolded = lines(serialise(calendar()))

    assert "REFRESH-INTERVAL;VALUE=DURATION:PT4H" in unfolded
    assert "X-PUBLISHED-TTL:PT4H" in unfolded


def test_the_same_calendar_gives_the_same_bytes() -> None:
    dates = [datetime.date(2026, 8, 6) + datetime.timedelta(days=7 * week) for week in range(40)]

    assert serialise(calendar(*dates)) == serialise(calendar(*dates))


def test_a_calendar_without_dates_is_one_too() -> None:
    read = icalendar.Calendar.from_ical(serialise(calendar()))

    assert (str(read["X-WR-CALNAME"]), read.walk("VEVENT")) == ("Tuesday Cup", [])
