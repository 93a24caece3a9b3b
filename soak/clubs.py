"""Five clubs, each from empty to its season closed and the next one opened: `python -m soak.clubs [A B …] [folder]`.

In a real browser, in the club's language, by what stands on the pages: no address is typed but that of the link which
`create_club` has printed. Prints what each job takes beside what it took a director on the first walk; pictures go to
the folder. Ends with 1 where a page fails, says something in red, or a table is not final at the end.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bench._size import sized
from soak._browser import served_to_a_browser, with_data_of_its_own
from soak._director import Director

if TYPE_CHECKING:
    from playwright.sync_api import Locator

TABLET, LAPTOP, PHONE = (820, 1180), (1366, 768), (390, 844)
LOG_IN = "Correct-horse-7-battery"
PUPILS = [f"{given}{ending} Elm" for given in ("Ad", "Be", "Ev", "Mi") for ending in "aeiouklmnrs"][:43]
CLASS = "\n".join([*PUPILS, "PER PINE", "DOGWOOD, Dov", "Ada Elm"])
LEDEN = """Voornaam;Tussenvoegsel;Achternaam;Rating;KNSB-nummer
Bas;van;Beuk;2000;8000001
Roos;van der;Linde;1970;8000002
Jan;;Esdoorn;1940;8000003
Piet;de;Eik;1910;8000004
Kees;;Iep;1880;8000005
Otto;;Olm;1850;8000006
Anna;;Berk;1820;8000007
Wim;van;Els;1790;8000008
Henk;;Hazelaar;1760;8000009
Joke;de;Hulst;1730;8000010
Marie;;Spar;1700;8000011
Truus;van den;Den;1670;8000012
Gijs;;Wilg;1640;8000013
Sjoerd;;Populier;1610;8000014
Fenna;ter;Vlier;1580;8000015
Lars;;Lariks;1550;8000016
Nico;;Noot;1520;8000017
Ria;van;Roos;1490;8000018
Theo;;Taxus;1460;8000019
Ulla;;Ui;1430;8000020
Vera;;Vuurdoorn;1400;8000021
"""
GIVEN_NB = "Alf Bo Dag Eli Finn Gro Hans Ida"
GIVEN_SV = "Axel Bea Cia Doris Elis Frida Gösta Hedda Ivar Jens Klara Lova Måns Nils Olle Pelle Rut"
EIGHTEEN = """Ada Alder, Ben Birch, Cleo Cedar, Dov Dogwood, Eva Elm, Finn Fir, Gus Gorse, Hana Hazel, Ivo Ivy,
Jan Juniper, Kim Kelp, Lea Larch, Max Maple, Nora Nettle, Otto Oak, Pia Pine, Quinn Quince, Rolf Rowan"""


def rated(heading: str, names: Iterable[str]) -> str:
    """A table as it is copied from a spreadsheet, the strongest first."""
    return "\n".join([heading, *(f"{name.strip()};{2000 - 20 * place}" for place, name in enumerate(names))])


SPILLERE = rated("Fornavn;Etternavn;Rating", (f"{g};{f}" for f in ("Gran", "Furu", "Osp") for g in GIVEN_NB.split()))
MEDLEMMAR = "\n".join(f"{each} Lind" for each in GIVEN_SV.split())
MEMBERS = rated("Name;Rating", EIGHTEEN.split(","))


def school(head: Director) -> None:
    """A: 46 pupils, five rounds of modified Monrad on one morning; an iPad."""
    with head.job("46 names to round 1 at its boards", "70/15"):
        head.write("#id_text", CLASS)
        looked_at(head)
        head.tap("input[name=two]")
        head.tap("input[name=children]")
        head.choose("#id_today-system", "modified_monrad")
        head.tap("button[name=today]")
        assert entered() == 46
        head.tap("#mark-expected")
        for name in ("Ade Elm", "Adi Elm"):
            head.tap(called(head, name))
        at_boards(head)
        assert open_boards(head) == 22
    with head.job("2 come late", "4/2"):
        head.tap(without_a_board(head, "Ade Elm"))
        head.tap(".late-options.together button")
        assert open_boards(head) == 23
    results(head)
    next_round(head)
    with head.job("A wrong result, a round later", "4/2"):
        head.tap("nav.rounds a[href$='/rounds/1/']")
        row = board(head, 3)
        head.tap(row.locator("summary"))
        head.tap(row.locator(".three a:not([aria-current])").first)
        head.tap("main form button")
        head.tap(head.page.locator("#action-bar .verbs a").first)
    with head.job("A walk-over", "2/0"):
        row = board(head, 2)
        head.tap(row.locator("summary"))
        head.tap(row.locator(".menu button").first)
    results(head)
    next_round(head, "Ben Elm", "Beo Elm", "Ber Elm")
    results(head)
    for _round in (4, 5):
        next_round(head)
        results(head)
    with head.job("Prizes after the last result", "not told"):
        head.tap("#end-evening")
        head.tap(".last-round a[href$='/prizes/edit/']")
        head.write("#id_l0-name", "Winners")
        head.write("#id_l0-prizes", "Cup\nBook\nPen")
        head.tap(head.page.locator("main .actions button").last)
        while head.sees("button[value=won_lot]"):
            head.tap(head.page.locator("button[value=won_lot]").first)
    with head.job("Prize list, certificates, place cards on paper", "3/2"):
        head.tap("main a[href$='/prizes/list/#print']")
        assert printed(head) == 1
        head.tap("header.screen-only p a")
        head.tap("main a[href$='/prizes/certificates/']")
        assert printed(head) == 3
        head.tap("header.screen-only p a")
        to_the_evening(head)
        head.tap(".last-round a[href$='/place_cards/']")
        assert printed(head) > 0
        head.tap("header.screen-only p a")
    closed_and_gone_on(head)


def keizer(leider: Director) -> None:
    """B: 21 members, four evenings of Keizer; a laptop, and a phone on the third evening."""
    with leider.job("21 members from a file to open check-in", "7/6"):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "leden.csv"
            file.write_text(LEDEN)
            leider.give_file("#id_file", file)
            looked_at(leider)
            leider.choose("#id_today-system", "keizer")
            leider.tap("button[name=today]")
        assert entered() == 21
        assert leider.page.get_by_text("Bas van Beuk").count() > 0
    with leider.job("Check-in, one on club duty, pair, publish", ""):
        leider.tap("#mark-expected")
        for name in ("Ria van Roos", "Theo Taxus", "Ulla Ui", "Vera Vuurdoorn"):
            leider.tap(called(leider, name))
        leider.tap(leider.page.locator(".entry", has_text="Nico Noot").locator("button[id$=-club]"))
        at_boards(leider)
        assert open_boards(leider) == 8
    with leider.job("One comes late", "2/2"):
        leider.tap(without_a_board(leider, "Ria van Roos"))
        leider.tap(leider.page.locator(".late-options button").first)
    with leider.job("A guest", "2/1"):
        leider.tap("a[href*='/guest/']")
        leider.write("#id_given_name", "Femke")
        leider.write("#id_family_name", "Vogel")
        leider.tap("main form .actions button")
        leider.tap(leider.page.locator(".late-options button").first)
        assert open_boards(leider) == 9
    with leider.job("A game is postponed, and agreed for a day", "2/0"):
        postpone(leider, 2)
        leider.tap(board(leider, 2).locator("summary"))
        leider.tap(board(leider, 2).locator("a[href$='/dates/']"))
        leider.write("#id_date", next_week())
        leider.tap("main form .actions button")
        to_the_evening(leider)
    results(leider)
    with leider.job("The end of an evening", ""):
        leider.tap("#end-evening")
        if leider.page.url.endswith("/over/"):  # it says what becomes of the open game
            leider.tap("#end-evening")
    for size in (LAPTOP, PHONE, LAPTOP):
        leider.page.set_viewport_size({"width": size[0], "height": size[1]})
        next_round(leider)
        results(leider)
        with leider.job("The end of an evening"):
            leider.tap("#end-evening")
    with leider.job("The postponed game is played", "not tried"):
        leider.tap("nav.rounds a[href$='/rounds/1/']")
        play_the_postponed(leider)
        leider.tap(leider.page.locator("#action-bar .verbs a").first)
    closed_and_gone_on(leider)


def weekend(leder: Director) -> None:
    """C: 24 players, seven rounds of Norwegian Monrad, and the report to the federation; a laptop."""
    with leder.job("24 names, tournament, check-in, all are here", "8/6"):
        leder.write("#id_text", SPILLERE)
        looked_at(leder)
        leder.tap(".names-found button:not([name])")
        leder.tap(".occasion .actions button[value=weekend]")
        leder.tap("#proposal a[role=button]")
        leder.write("#id_name", "Høstturneringen")
        leder.tap("button[name=check_in]")
        assert (entered(), planned_rounds()) == (24, 7)
        leder.tap("#mark-expected")
    with leder.job("Pair and publish round 1", "2/0"):
        at_boards(leder)
    results(leder)
    for _round in range(2, 8):
        next_round(leder)
        results(leder)
    with leder.job("TRF file to the federation", "not tried"):
        leder.tap("#end-evening")
        leder.tap(".last-round a[href$='/exports/']")
        report = leder.take_file("form[action*='trf16'] button:not([formaction], [name])")
        assert report.count("\n001 ") + report.startswith("001 ") == 24, report[:200]
        to_the_evening(leder)
    closed_and_gone_on(leder)


def attendance(ledare: Director) -> None:
    """D: 17 players, five rounds of närvaromonrad on one evening, people come and go between them; a tablet."""
    whole = "A whole evening, 5 rounds, people coming and going"
    with ledare.job("17 names to round 1 at its boards", ""):
        ledare.write("#id_text", MEDLEMMAR)
        looked_at(ledare)
        ledare.tap("button[name=today]")
        assert entered() == 17
        ledare.tap("#mark-expected")
        for name in ("Pelle Lind", "Rut Lind"):
            ledare.tap(called(ledare, name))
        at_boards(ledare)
    results(ledare, within=whole)
    for changes in (("Axel Lind", "Rut Lind"), ("Axel Lind", "Bea Lind", "Cia Lind"), ("Bea Lind", "Doris Lind")):
        next_round(ledare, *changes, within=whole)
        results(ledare, within=whole)
    with ledare.job("Two who have met, put at one board by hand", "not tried"):
        ledare.tap("#next-round")
        ledare.tap("#mark-again")
        ledare.tap("#pair")
        first, other = a_swap_to_those_who_have_met()
        ledare.tap(f"#move-{first}")
        ledare.tap(f"#move-{other}", stays=False)  # they change places
        if not ledare.sees(".overruled"):
            ledare.doubt("Nothing says that these two have met")
        ledare.tap("#undo-last")
        ledare.tap("#publish")
    met = [frozenset(pair) for pair in meetings()]
    assert len(met) == len(set(met))
    results(ledare, within=whole)
    with ledare.job("The tournament ends with this round", ""):
        ledare.tap("#end-evening")
        ledare.tap("#end-after")
        ledare.tap("main form button")
    closed_and_gone_on(ledare)


def groups(secretary: Director) -> None:
    """E: three all-play-all groups of six, up and down into the next season, and a cup of eleven; a tablet."""
    with secretary.job("18 members", ""):
        secretary.write("#id_text", MEMBERS)
        looked_at(secretary)
        secretary.tap(".names-found button:not([name])")
    with secretary.job("Three groups", "5/5"):
        secretary.tap(".occasion .actions button[value=any_time]")
        secretary.tap("#proposal a[role=button]")
        secretary.write("#id_name", "Championship")
        secretary.write("#id_number", "6")
        secretary.tap(secretary.page.locator(".actions button[name=propose]"))
        secretary.tap("button[name=confirm]")
    with secretary.job("Three plans published", "3/3"):
        secretary.tap("#publish-plans")
    cup_of_eleven(secretary)
    for letter in "abc":
        with secretary.job("From group to group, from round to round", "1 a round"):
            to_the_event(secretary)
            secretary.tap(f"table th a[href$='-{letter}/']")
        for number in range(1, 6):
            if letter == "a" and number == 4:
                with secretary.job("A game of a group is postponed", "2/0"):
                    postpone(secretary, 1)
            if letter == "b" and number == 3:
                with secretary.job("One withdraws from a group", "3/2"):
                    secretary.tap(secretary.page.locator(".pairing a").first)
                    secretary.tap("form[action$='/withdraw/'] button")
                    secretary.tap("main form button")
                    to_the_evening(secretary)
            results(secretary)
            with secretary.job("From group to group, from round to round"):
                if number < 5:
                    secretary.tap(secretary.page.locator("#action-bar .verbs a").first)
                elif not secretary.sees(".last-round"):
                    secretary.doubt("After the last result nothing says that the group is finished")
    with secretary.job("The postponed game is played", "not tried"):
        to_the_event(secretary)
        secretary.tap("table a[href$='-a/rounds/4/']")
        play_the_postponed(secretary)
    with secretary.job("Up and down into the next season", "not reached"):
        to_the_event(secretary)
        secretary.tap("a[href$='/next/']")
        secretary.tap("main a[href*='/seasons/new/']")
        secretary.tap("main form .actions button")
        while secretary.sees(".level button:not(.quiet)"):
            secretary.tap(secretary.page.locator(".level button:not(.quiet)").first)
        secretary.tap("button[name=confirm]")
    with secretary.job("The season is closed", "not tried"):
        secretary.tap("header .home a")
        secretary.tap(secretary.page.locator("form[action$='/close/'] button").last)
        assert not secretary.sees("#in-the-way"), secretary.reads("#in-the-way")
    are_final(secretary)


def cup_of_eleven(secretary: Director) -> None:
    with secretary.job("Cup of 11 to open check-in", "10/3"):
        secretary.tap("header .home a")
        secretary.tap("main a[href$='/tournaments/new/']")
        secretary.tap("#systems > summary")
        secretary.tap("#systems a[href$='/cup/']")
        secretary.write("#id_name", "Cup")
        secretary.tap("#id_draw_1")
        secretary.tap("#id_players > summary")
        for place in range(11, 18):
            secretary.tap(secretary.page.locator("#candidates input").nth(place))
        secretary.tap("button[name=check_in]")
    with secretary.job("Cup: round 1, a tie decided, a tie postponed", "4/2"):
        secretary.tap("#mark-expected")
        at_boards(secretary)
        assert open_boards(secretary) == 3
        secretary.enter(board(secretary, 1), 0)
        secretary.enter(board(secretary, 2), 1)
        postpone(secretary, 3)
        secretary.tap(".tie-open a")
        secretary.tap(secretary.page.locator("main form input[type=radio]").first)
        secretary.tap("main form .actions button")
    with secretary.job("Cup: round 2 with a tie still open", "not reachable"):
        secretary.tap("#next-round")
        secretary.tap("#mark-again")
        at_boards(secretary)
        assert open_boards(secretary) == 3
    results(secretary)
    with secretary.job("Cup: round 2 with a tie still open"):
        secretary.tap("#end-evening")
        if secretary.page.url.endswith("/over/"):
            secretary.tap("#end-evening")


def results(director: Director, within: str = "") -> None:
    """White wins, a draw, Black wins, and so on: each board that is open."""
    with director.job(within or "Results, one tap each", "" if within else "1/0"):
        while left := open_boards(director):
            director.enter(director.page.locator(".pairing.open").first, left % 3)


def next_round(director: Director, *changes: str, within: str = "") -> None:
    """Those who were there before, but for these: who was there is not, who was not is."""
    with director.job(within or f"Next round to its boards, {len(changes)} changes", "" if within else "4/0"):
        director.tap("#next-round")
        director.tap("#mark-again")
        for name in changes:
            director.tap(called(director, name))
        at_boards(director)


def at_boards(director: Director) -> None:
    director.tap("#pair")
    assert not director.sees(".misfit"), director.reads("#action-bar")
    director.tap("#publish")


def closed_and_gone_on(director: Director) -> None:
    with director.job("The season is closed, the next one opened", "not tried"):
        director.tap("header .home a")
        director.tap("form[action$='/close/'] button")
        director.tap("#next-season")
        director.tap("main form .actions button")
    are_final(director)


def are_final(director: Director) -> None:
    """The earlier season's tables say so, and it is closed."""
    from django.utils.translation import gettext

    with director.job("Looking back"):
        director.tap("details.closed > summary")
        final = gettext("Final standings")
        tables = director.page.locator("details.closed .rows a", has_text=final).locator("visible=true")
        assert tables.count(), director.reads("details.closed")
        director.tap(tables.first)
        if final not in director.reads("h1, h2"):
            director.problems.append(f"not final: {director.page.url}")
    assert [each.is_open for each in seasons()] == [False, True]


def to_the_evening(director: Director) -> None:
    director.tap(director.page.locator("header li:not(.home) > a").first)


def to_the_event(director: Director) -> None:
    """From a group, or from anywhere through the club's home."""
    if not director.sees("main a[href*='/events/']"):
        director.tap("header .home a")
    director.tap(director.page.locator("main a[href*='/events/']:not([href$='/new/'])").locator("visible=true").first)


def looked_at(director: Director) -> None:
    """What the box has found in the names stands below it."""
    director.page.wait_for_selector("button[name=today]", timeout=15_000)
    director.rest()


def printed(director: Director) -> int:
    """How many sheets come out of the printer."""
    from tests.tools.browser.reading_paper import sheets_of

    director.picture("paper", whole=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "paper.pdf"
        director.page.pdf(path=file, prefer_css_page_size=True)
        return len(sheets_of(file))


def board(director: Director, number: int) -> Locator:
    return director.page.locator(f".pairing[data-board='{number}']")


def postpone(director: Director, number: int) -> None:
    director.tap(board(director, number).locator("summary"))
    director.tap(board(director, number).locator("button[formaction$='/postpone/']"))


def play_the_postponed(director: Director) -> None:
    row = director.page.locator(".pairing.postponed")
    director.tap(row.locator("summary"))
    director.tap(row.locator("button[name=result]").first)


def called(director: Director, name: str) -> Locator:
    """Their tap in the check-in."""
    return director.page.locator(f".entry[data-name='{name}'] .tap")


def without_a_board(director: Director, name: str) -> Locator:
    return director.page.locator("section:has(#out-heading) a", has_text=name)


def open_boards(director: Director) -> int:
    return director.page.locator(".pairing.open").count()


def entered() -> int:
    from tournaments.models import Entry

    return Entry.objects.count()


def planned_rounds() -> int | None:
    from tournaments.models import Tournament

    return Tournament.objects.get().planned_rounds


def seasons():  # type: ignore[no-untyped-def]  # models are there only when Django is
    from tournaments.models import Season

    return Season.objects.order_by("starts_on")


def meetings(of_round: int | None = None) -> list[tuple[int, int]]:
    """White and Black of each game, by their entries; of one round or of all of them."""
    from tournaments.models import Attendance

    seated = Attendance.objects.exclude(game=None).order_by("game", "-colour")
    if of_round is not None:
        seated = seated.filter(round__number=of_round)
    entries = list(seated.values_list("entry", flat=True))
    return list(zip(entries[::2], entries[1::2], strict=True))


def a_swap_to_those_who_have_met() -> tuple[int, int]:
    """Two to be changed for each other in the draft of round 5, so that somebody has an opponent again."""
    drafted = meetings(5)
    before = {frozenset(pair) for number in range(1, 5) for pair in meetings(number)}
    return next(
        (mine, theirs)
        for white, mine in drafted
        for pair in drafted
        for theirs in pair
        if theirs not in {white, mine} and frozenset({white, theirs}) in before
    )


def next_week() -> str:
    import datetime

    from django.utils import timezone

    return str(timezone.localdate() + datetime.timedelta(days=7))


@dataclass(frozen=True)
class Club:
    name: str
    language: str
    size: tuple[int, int]
    play: Callable[[Director], None]


CLUBS = {
    "A": Club("Elm School", "en", TABLET, school),
    "B": Club("De Linde", "nl", LAPTOP, keizer),
    "C": Club("Granlia Sjakklubb", "nb", LAPTOP, weekend),
    "D": Club("Björkens SK", "sv", TABLET, attendance),
    "E": Club("Yew Chess Club", "en", TABLET, groups),
}


def main() -> int:
    letters = [each for each in sys.argv[1:] if each in CLUBS] or list(CLUBS)[: sized(None, 1)]
    folder = next((Path(each) for each in sys.argv[1:] if each not in CLUBS), None)
    return with_data_of_its_own(partial(_play, letters, folder))


def _play(letters: Sequence[str], pictures: Path | None) -> int:
    return max(_of_club(letter, pictures / letter if pictures else None) for letter in letters)


def _of_club(letter: str, pictures: Path | None) -> int:
    from django.core.management import call_command
    from django.utils import translation

    from tournaments.models import User

    club = CLUBS[letter]
    call_command("flush", verbosity=0, interactive=False)
    said = io.StringIO()
    call_command("create_club", club.name, admin="director", language=club.language, stdout=said)
    path = said.getvalue().split("//")[-1].partition("/")[2].strip()
    director = User.objects.get()
    with served_to_a_browser(director, width=club.size[0], height=club.size[1]) as (context, _site):
        context.clear_cookies()
        person = Director(context.new_page(), pictures)
        with translation.override(club.language):
            with person.job("Log-in"):
                person.page.add_init_script("window.print = () => {}")
                person.page.goto(f"/{path}")
                person.write("#id_password", LOG_IN)
                person.write("#id_repeated", LOG_IN)
                person.tap("main form button")
            try:
                club.play(person)
            finally:
                _tell(letter, club, person)
    return 1 if person.problems else 0


def _tell(letter: str, club: Club, person: Director) -> None:
    print(f"\n{letter}: {club.name}, {club.language}, {club.size[0]}x{club.size[1]}")
    print("taps pages seconds before   job")
    for job in person.jobs:
        print(f"{job.taps:4} {job.pages:5} {job.seconds:7.1f} {job.before or '–':8} {job.name}")
        for doubt in job.doubts:
            print(f"{'':28}? {doubt}")
    for problem in person.problems:
        print(f"PROBLEM {problem}")
    print(
        f"{letter}: {sum(job.taps for job in person.jobs)} taps, {sum(job.pages for job in person.jobs)} pages,"
        f" {len(person.problems)} problems"
    )


if __name__ == "__main__":
    sys.exit(main())
