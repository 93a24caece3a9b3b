"""Contact sheets of every screen into docs/screens/, so that a change can be compared: `make screens`.

A demo club of its own is made and served; each page is looked at on four widths, light and dark. Needs Chromium.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tools.demo_club import ROOT, chromium, demo_club, log_in

if TYPE_CHECKING:
    from PIL import Image
    from playwright.sync_api import Page

    from tournaments.models import Player, Round, Tournament

Gaps = dict[str, object]
"""What the gaps of a route hold, by name."""

FOLDER = ROOT / "docs" / "screens"
WIDTHS = (390, 820, 1440, 1920)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
ACROSS = 1500
"""Pixels of a sheet; the four widths stand beside each other in it, light above dark."""
GAP = 8
TALLEST = 1.9
"""A page is cut at so many times its width: what is below looks like what is above."""
QUALITY = 62

# What nobody looks at as a screen of its own: files, pictures, fragments, and what needs a link sent to somebody.
NOT_SHOWN = {
    "public_calendar", "public_club_calendar", "public_file", "export_tournament", "short_address", "short_address_qr",
    "short_address_in_language", "language_home", "alive", "ready", "styles", "choose_password", "invitation",
    "log_in_code", "account_details", "account_password", "leave_club", "evening_round", "end_evening",
    "public_hall_part", "round_papers", "club_logo", "public_own_boards", "public_own_boards_of_club", "public_icon",
    "public_manifest", "public_picture", "public_race", "service_worker", "robots", "favicon", "open_card",
    "open_card_in_language", "my_calendar", "my_picture",
    "turn_off_mail", "open_helper_pass", "correct_text", "download_corrections",
    # Data and files.
    "league_rules_file",
    "public_teams_calendar", "public_team_calendar", "public_teams_feed", "public_team_feed", "public_api_teams",
    "api", "openapi", "public_feed", "public_club_feed", "public_round_pgn", "public_standings_csv",
    "public_club_oembed", "public_tournament_oembed", "public_round_oembed", "public_standings_oembed",
    "public_api_club", "public_api_tournament",
    "public_api_round", "public_api_standings", "public_api_crosstable",
    "export_trf16", "export_trf26", "export_knsb", "export_knsb_rest", "export_lichess", "export_pgn",
    *(f"export_{table}_{kind}"
      for table in ("standings", "crosstable", "players", "attendance", "matches", "boards", "round", "members")
      for kind in ("csv", "xlsx")),
    # As those of a tournament.
    "series_print_prizes", "series_prize_certificates",
    # Of what the demo club has none: a rating list loaded, and no club.
    "update_from_list", "first_club", "arrive",
    # At the machine itself alone.
    "this_computer", "erase_this_club", "put_back_backup", "download_backup",
    # For whoever runs the installation.
    "house_words",
}  # fmt: skip


def screens() -> dict[str, tuple[str, str, Gaps]]:
    """By the name of its sheet: who looks ("public", "staff" or "card"), the route's name, and what its gaps hold."""
    from tournaments.models import Club, Fixture, Game, OutsideTeam, Pace, Tournament
    from tournaments.selectors.club_ratings import ratings_of

    club = Club.objects.get()
    slug: Gaps = {"club": club.slug}
    open_ones = Tournament.objects.filter(club=club, season__is_open=True, trashed_at=None)
    keizer = open_ones.get(system="keizer")
    at: Gaps = {"club": club.slug, "tournament": keizer.slug}
    newest = keizer.rounds.latest("number").number
    entry = keizer.entries.get(number=1)
    last_season = Tournament.objects.filter(club=club, season__is_open=False, event=None).latest("pk")
    groups: Gaps = {**slug, "event": club.events.latest("pk").pk}
    of_series: Gaps = {**slug, "series": club.series.latest("pk").pk}
    in_series = last_season.entries.get(number=2).person
    then: Gaps = {"club": club.slug, "tournament": last_season.slug}
    checking_in = open_ones.get(system="attendance_monrad")
    drawn = open_ones.get(system="drawboss_monrad")
    drafted = _drafted(open_ones.get(preset="konrad"))
    draft: Gaps = {"club": club.slug, "tournament": drafted.tournament.slug}
    played = Game.objects.filter(round__tournament=keizer, round__number=1).earliest("board")
    player: Player = entry.person
    of_a_plan = open_ones.get(system="all_play_all")
    planned: Gaps = {"club": club.slug, "tournament": of_a_plan.slug}
    schools = open_ones.get(boards__isnull=False)
    of_schools: Gaps = {"club": club.slug, "tournament": schools.slug}
    school = schools.entries.earliest("pk")
    cup = open_ones.get(system="cup")
    knock_out: Gaps = {"club": club.slug, "tournament": cup.slug}
    tie = Game.objects.filter(round__tournament=cup, round__number=1).exclude(decided_by=None).earliest("board")
    postponed = Game.objects.filter(round__tournament=of_a_plan, is_postponed=True, result="*").earliest("pk")
    published = club.own_rating_lists.latest("pk").pk
    known = club.players.filter(shown_as="full", is_child=False)
    rated = next(known.get(pk=key) for key in ratings_of(club, Pace.CLASSICAL).people if known.filter(pk=key).exists())
    team = OutsideTeam.objects.get(league__club=club, number=1)
    league: Gaps = {**slug, "league": team.league_id}
    coming = team.fixtures.filter(published_at=None).earliest("date")
    tonights = Fixture.objects.filter(team__league=team.league_id, published_at__isnull=False).latest("date")
    public: dict[str, tuple[str, Gaps]] = {
        "home": ("home", {}),
        "log-in": ("log_in", {}),
        "offline": ("offline", {}),
        "help": ("help", {}),
        "help-chapter": ("help_chapter", {"chapter": "evening"}),
        "club": ("public_club", slug),
        "welcome": ("public_welcome", slug),
        "seasons": ("public_seasons", slug),
        "season": ("public_season", {**slug, "season": last_season.season_id}),
        "season-numbers": ("public_season_numbers", {**slug, "season": last_season.season_id}),
        "player": ("public_player", {**slug, "public_key": player.public_key}),
        "round": ("public_tournament", at),
        "round-finished": ("public_round", {**at, "number": newest - 1}),
        "own-board": ("public_own_board", at),
        "round-by-name": ("public_round_names", {**at, "number": newest}),
        "story": ("public_story", {**at, "number": newest}),
        "draw": ("public_draw", {**slug, "tournament": drawn.slug, "number": 1}),
        "standings": ("public_standings", at),
        "standings-final": ("public_standings", then),
        "standings-earlier": ("public_standings_after", {**then, "after": 20}),
        "crosstable": ("public_crosstable", then),
        "grid": ("public_grid", planned),
        "plan": ("public_plan", planned),
        "tree": ("public_tree", knock_out),
        "card": ("public_card", {**then, "number": 2}),
        "hall": ("public_hall", at),
        "event": ("public_event", groups),
        "prizes": ("public_prizes", at),
        "series": ("public_series", of_series),
        "ratings": ("public_ratings", slug),
        "ratings-of-a-pace": ("public_ratings_of_pace", {**slug, "pace": "classical"}),
        "ratings-published": ("public_rating_list", {**slug, "published": published}),
        "rating": ("public_rating", {**slug, "public_key": rated.public_key, "pace": "classical"}),
        "teams": ("public_teams", slug),
        "team": ("public_team", {**slug, "team": team.pk}),
        "series-person": ("public_series_person", {**of_series, "public_key": in_series.public_key}),
    }
    staff: dict[str, tuple[str, Gaps]] = {
        "staff-account": ("account", {}),
        "staff-second-factor": ("second_factor", {}),
        "staff-text-corrections": ("text_corrections", {}),
        "staff-club": ("club_home", slug),
        "staff-about-the-club": ("edit_club", slug),
        "staff-what-was-done-in-the-club": ("what_was_done_in_club", slug),
        "staff-new-season": ("add_season", slug),
        "staff-season": ("edit_season", {**slug, "season": keizer.season_id}),
        "staff-next-season": ("next_season", {**slug, "season": keizer.season_id}),
        "staff-teams": ("teams", slug),
        "staff-team": ("outside_team", {**slug, "team": team.pk}),
        "staff-new-league": ("make_league", {**slug, "season": keizer.season_id}),
        "staff-league": ("edit_league", league),
        "staff-squad": ("edit_squad", league),
        "staff-import-matches": ("import_fixtures", league),
        "staff-new-team": ("make_team", league),
        "staff-edit-team": ("edit_team", {**slug, "team": team.pk}),
        "staff-new-match": ("add_fixture", {**slug, "team": team.pk}),
        "staff-match": ("fixture", {**slug, "fixture": coming.pk}),
        "staff-edit-match": ("edit_fixture", {**slug, "fixture": coming.pk}),
        "staff-match-form": ("print_match_form", {**slug, "fixture": tonights.pk}),
        "staff-players": ("players", slug),
        "staff-new-player": ("add_player", slug),
        "staff-import-players": ("import_players", slug),
        "staff-player-card": ("player_card", {**slug, "player": player.pk}),
        "staff-card-slips": ("print_card_slips", slug),
        "staff-player": ("edit_player", {**slug, "player": player.pk}),
        "staff-person-over-seasons": ("person_over_seasons", {**slug, "player": rated.pk}),
        "staff-merge": ("merge_players", {**slug, "player": rated.pk}),
        "staff-ratings": ("club_ratings", slug),
        "staff-ratings-of-a-pace": ("club_ratings_of_pace", {**slug, "pace": "classical"}),
        "staff-ratings-published": ("club_rating_list", {**slug, "published": published}),
        "staff-rating": ("club_rating", {**slug, "player": rated.pk, "pace": "classical"}),
        "staff-rating-settings": ("club_rating_settings", slug),
        "staff-staff": ("members", slug),
        "staff-make-groups": ("make_groups", slug),
        "staff-event": ("event", groups),
        "staff-series": ("series", of_series),
        "staff-edit-series": ("edit_series", of_series),
        "staff-new-series": ("make_series", {**slug, "season": keizer.season_id}),
        "staff-finals": ("make_finals", groups),
        "staff-up-and-down": ("next_groups", groups),
        "staff-choose-system": ("choose_system", slug),
        "staff-planner": ("planner", slug),
        "staff-rating-lists": ("rating_lists", slug),
        "staff-exports": ("exports", at),
        "staff-prizes": ("prizes", at),
        "staff-edit-prizes": ("edit_prizes", at),
        "staff-prize-list": ("print_prizes", at),
        "staff-prize-certificates": ("prize_certificates", at),
        "staff-series-prizes": ("series_prizes", of_series),
        "staff-edit-series-prizes": ("series_edit_prizes", of_series),
        "staff-new-tournament": ("create_tournament", {**slug, "system": "keizer"}),
        "staff-new-tournament-of-teams": ("create_team_tournament", slug),
        "staff-enter-teams": ("enter_teams", of_schools),
        "staff-team-of-a-tournament": ("edit_entered_team", {**of_schools, "entry": school.pk}),
        "staff-line-up-of-a-team": ("team_line_up", {**of_schools, "entry": school.pk, "number": 3}),
        "staff-evening-of-teams": ("evening", of_schools),
        "staff-import-tournament": ("import_tournament", slug),
        "staff-door": ("door", slug),
        "staff-evening-playing": ("evening", at),
        "staff-helpers": ("helpers", at),
        "staff-evening-checking-in": ("evening", {**slug, "tournament": checking_in.slug}),
        "staff-if-paired": (
            "if_paired",
            {**slug, "tournament": checking_in.slug, "number": checking_in.rounds.count()},
        ),
        "staff-inbox": ("inbox", at),
        "staff-inbox-of-the-club": ("club_inbox", slug),
        "staff-story": ("evening_story", {**at, "number": newest}),
        "staff-evening-draft": ("evening", draft),
        "staff-move-players": ("move_players", {**draft, "number": drafted.number}),
        "staff-correction": ("correct_result", {**at, "game": played.pk}),
        "staff-what-was-done": ("what_was_done", at),
        "staff-person": ("person", {**at, "entry": entry.pk}),
        "staff-set-up": ("setup", at),
        "staff-categories": ("edit_categories", at),
        "staff-take-ratings": ("take_ratings", at),
        "staff-options": ("change_options", at),
        "staff-basics": ("edit_tournament", at),
        "staff-end": ("end_tournament", {**at, "number": newest}),
        "staff-dates": ("plan_dates", at),
        "staff-who-comes-settings": ("change_settings", at),
        "staff-who-comes": ("who_comes", at),
        "staff-wall-list": ("wall_list", at),
        "staff-standings": ("staff_standings", at),
        "staff-crosstable": ("staff_crosstable", at),
        "staff-grid": ("staff_grid", planned),
        "staff-plan": ("staff_plan", planned),
        "staff-tree": ("staff_tree", knock_out),
        "staff-tie": ("decide_tie", {**knock_out, "game": tie.pk}),
        "staff-open-games": ("open_games", planned),
        "staff-game-dates": ("set_game_dates", {**planned, "game": postponed.pk}),
        "staff-plan-paper": ("plan_paper", planned),
        "staff-card": ("staff_card", {**at, "number": 1}),
        "staff-guest": ("welcome_guest", {**slug, "tournament": checking_in.slug}),
        "staff-papers": ("papers", at),
        "staff-paper": ("paper", {**at, "number": newest, "paper": "all"}),
        "staff-poster": ("poster", at),
    }
    card: dict[str, tuple[str, Gaps]] = {
        "me": ("me", slug),
        "me-in-full": ("my_card", {**slug, "public_key": player.public_key}),
        "me-settings": ("my_settings", {**slug, "public_key": player.public_key}),
        "card-this-is-wrong": ("my_flag", {**slug, "public_key": player.public_key}),
    }
    by_whom = {"public": public, "staff": staff, "card": card}
    return {name: (who, *each) for who, found in by_whom.items() for name, each in found.items()}


def later_screens() -> dict[str, tuple[str, str, Callable[[], Gaps]]]:
    """As `screens`, with what makes what the demo club has none of, and then says what the gaps hold. They come last,
    since it is seen on other pages too."""
    return {
        "ask-to-enter": ("public", "ask_to_enter", _open_to_all),
        "staff-planning": ("staff", "planning", _planned),
        "staff-play-off": ("staff", "play_off", _level_at_the_top),
        "staff-my-clubs": ("staff", "my_clubs", _in_two_clubs),
        "card-captain": ("card", "captain_team", lambda: _as_captain("team")),
        "card-captain-entry": ("card", "captain_entry", _as_captain_of_a_school),
        "card-captain-match": ("card", "captain_fixture", lambda: _as_captain("fixture")),
    }


def all_screens(wanted: Collection[str] = ()) -> Iterator[tuple[str, tuple[str, str, Gaps]]]:
    """All, or those wanted; those first that the demo club has from the start."""
    for name, screen in screens().items():
        if not wanted or name in wanted:
            yield name, screen
    for name, (who, route, prepare) in later_screens().items():
        if not wanted or name in wanted:
            yield name, (who, route, prepare())


def _open_to_all() -> Gaps:
    from tournaments.models import MayJoin, Tournament

    found = Tournament.objects.select_related("club").get(system="fide_dutch")
    Tournament.objects.filter(pk=found.pk).update(may_join=MayJoin.ASK)
    return {"club": found.club.slug, "tournament": found.slug}


def _as_captain(what: str) -> Gaps:
    """The first of those whose cards stand on one phone leads the first team."""
    from tournaments.models import OutsideTeam

    team = OutsideTeam.objects.select_related("league__club").get(number=1)
    captain = family()[0]
    OutsideTeam.objects.filter(pk=team.pk).update(captain=captain)
    key = team.pk if what == "team" else team.fixtures.filter(published_at=None).earliest("date").pk
    return {"club": team.league.club.slug, "public_key": captain.public_key, what: key}


def _as_captain_of_a_school() -> Gaps:
    """The same one leads the school of a match that has not begun, of which who plays is still to be said."""
    from tournaments.models import Entry, Game, Round, Tournament

    tournament = Tournament.objects.select_related("club").get(boards__isnull=False)
    newest = Round.objects.filter(tournament=tournament).latest("number")
    Tournament.objects.filter(pk=tournament.pk).update(line_up="captain", line_up_closes=60, may_report="confirm")
    Round.objects.filter(pk=newest.pk).update(started_at=None)
    Game.objects.filter(round=newest).update(started_at=None)
    waiting = Game.objects.filter(round=newest, boards="", own_halves=None).earliest("board")
    entry = Entry.objects.filter(attendances__game=waiting).earliest("number")
    captain = family()[0]
    Entry.objects.filter(pk=entry.pk).update(captain=captain)
    return {"club": tournament.club.slug, "public_key": captain.public_key, "entry": entry.pk}


def _planned() -> Gaps:
    """Twelve who nearly always come, ten evenings of three systems."""
    from clubchess.jobs import Worker
    from tournaments.models import Club
    from tournaments.services.clubs.simulations import SimulatedSystem, start_simulation
    from tournaments.simulation.field import SimulatedField, SimulatedMember

    club = Club.objects.get()
    field = SimulatedField(
        members=tuple(SimulatedMember(rating=1300 + 60 * each, comes=0.9) for each in range(12)), evenings=10
    )
    ways = [SimulatedSystem(system=each) for each in ("keizer", "attendance_monrad", "norwegian_monrad")]
    planning = start_simulation(club, field=field, ways=ways, seed="screens", actor=None)
    while Worker().run_one():
        pass
    return {"club": club.slug, "planning": planning.pk}


def _level_at_the_top() -> Gaps:
    """Two who have drawn the only game of a group."""
    from tournaments.models import Club, Game, Round, User
    from tournaments.pairing.types.snapshot import Result
    from tournaments.services import rounds
    from tournaments.services.evening import attendance
    from tournaments.services.events.events import GroupSettings, make_event
    from tournaments.services.rounds import results

    club, director = Club.objects.get(), User.objects.get()
    season = club.seasons.get(is_open=True)
    how = GroupSettings(
        system="all_play_all", options={"numbering": "given", "publish": "round", "play_off": "on_points"}
    )
    two = list(club.players.filter(is_child=False, shown_as="full").order_by("-rating")[:2])
    event = make_event(club, season=season, name="Zomergroep", played=how, groups=[two], actor=director)
    group = event.groups.get()
    opened = rounds.open_next_round(group, seen_number=1, actor=director)
    attendance.mark_expected(opened, actor=director)
    for step in (rounds.pair_round, rounds.publish_round):
        now = Round.objects.get(pk=opened.pk)
        step(now, seen_revision=now.revision, actor=director)
    game = Game.objects.select_related("round__tournament__club").get(round=opened)
    results.enter_result(game, Result.DRAW, seen=game.result, actor=director)
    return {"club": club.slug, "tournament": group.slug}


def _in_two_clubs() -> Gaps:
    from tournaments.models import Club, Membership, Role, User

    other = Club.objects.create(name="Schaakclub De Toren", slug="de-toren", time_zone="Europe/Amsterdam")
    Membership.objects.create(club=other, user=User.objects.get(), role=Role.DIRECTOR)
    return {}


def family() -> list[Player]:
    """Whose cards stand on one phone: the first has a page in full, too."""
    from tournaments.models import Entry

    entries = Entry.objects.filter(tournament__system="keizer", tournament__season__is_open=True)
    return [entry.person for entry in entries.select_related("player__club").order_by("number")[:3]]


def _drafted(tournament: Tournament) -> Round:
    """The demo club has no draft, since its rounds are checking in or published: one is paired."""
    from tournaments.services import rounds

    newest = tournament.rounds.latest("number")
    return rounds.pair_round(newest, seen_revision=newest.revision, actor=None)


def main() -> int:
    browser = chromium()
    with demo_club() as address:
        _look(address, browser, set(sys.argv[1:]))
    return 0


def _look(address: str, executable: str, wanted: set[str]) -> None:
    from django.urls import reverse
    from playwright.sync_api import sync_playwright

    from tournaments.services.players import card_keys

    tokens = [card_keys.make_key(player, actor=None) for player in family()]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        pages: dict[tuple[str, str], Page] = {}
        for scheme in SCHEMES:
            for who in ("public", "staff", "card"):
                page = browser.new_context(color_scheme=scheme, reduced_motion="reduce").new_page()
                pages[who, scheme] = page
                if who == "staff":
                    log_in(page, address)
                if who == "card":
                    for token in tokens:
                        page.goto(f"{address}{reverse('open_card', args=[token])}")
        for name, (who, route, gaps) in all_screens(wanted):
            path = f"{address}{reverse(route, kwargs=gaps)}{query_of(route)}"
            rows = [[_shot(pages[who, scheme], path, width) for width in WIDTHS] for scheme in SCHEMES]
            _sheet(rows, FOLDER / f"{name}.webp")
            print(f"{name}: {(FOLDER / f'{name}.webp').stat().st_size // 1000} kB")  # noqa: T201  # a command's output
        browser.close()


def query_of(route: str) -> str:
    """What the page is asked besides its path: a correction needs its new result."""
    return "?result=1-0" if route == "correct_result" else ""


def _shot(page: Page, path: str, width: int) -> bytes:
    tallest = int(width * TALLEST)
    page.set_viewport_size({"width": width, "height": 844 if width < 500 else 1080})
    answer = page.goto(path)
    if answer is None or answer.status != 200:
        raise SystemExit(f"{path} answered {answer and answer.status}")
    page.wait_for_timeout(150)
    height = min(page.evaluate("document.documentElement.scrollHeight"), tallest)
    return page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": max(height, 400)})


def _sheet(rows: list[list[bytes]], file: Path) -> None:
    from PIL import Image

    scale = (ACROSS - GAP * (len(WIDTHS) + 1)) / sum(WIDTHS)
    drawn = [[_scaled(Image.open(BytesIO(shot)), scale) for shot in row] for row in rows]
    heights = [max(picture.height for picture in row) for row in drawn]
    sheet = Image.new("RGB", (ACROSS, sum(heights) + GAP * (len(heights) + 1)), "#888888")
    top = GAP
    for row, height in zip(drawn, heights, strict=True):
        left = GAP
        for picture in row:
            sheet.paste(picture, (left, top))
            left += picture.width + GAP
        top += height + GAP
    sheet.save(file, "WEBP", quality=QUALITY, method=6)


def _scaled(picture: Image.Image, scale: float) -> Image.Image:
    from PIL import Image

    size = (round(picture.width * scale), round(picture.height * scale))
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main())
