"""Standings, crosstables, cards, papers and all public pages. Comes last: clubs' addresses match nearly everything."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.views.calendar import dates
from tournaments.views.cards import entry_requests
from tournaments.views.clubs import front_page, past_seasons, web_app
from tournaments.views.common.staff_access import View
from tournaments.views.events import prizes, series
from tournaments.views.files import addresses, printouts, tournament_import
from tournaments.views.players import club_ratings
from tournaments.views.rounds import draw, feed, link_preview, own_boards, projector, story
from tournaments.views.standings import standings
from tournaments.views.teams import public_teams

STAFF = "<slug:club>/staff/<slug:tournament>"
PUBLIC = "<slug:club>/<slug:tournament>"


def page_and_live(route: str, view: View, *, name: str, is_corrected: bool = False) -> list[URLPattern]:
    """A public page and its live fragment, which has an address of its own: or going back would show it bare."""
    fixed = {"is_corrected": True} if is_corrected else {}
    return [
        path(route, view, fixed, name=name),
        path(f"{route}live/", view, {**fixed, "is_live": True}, name=f"{name}_live"),
    ]


urlpatterns = [
    path("<slug:club>/staff/<slug:tournament>/setup/dates/", dates.plan_dates, name="plan_dates"),
    path("<slug:club>/calendar.ics", dates.public_club_calendar, name="public_club_calendar"),
    path("<slug:club>/<slug:tournament>/calendar.ics", dates.public_calendar, name="public_calendar"),
    path("", front_page.home, name="home"),
    path(f"{STAFF}/standings/", standings.staff_standings, name="staff_standings"),
    path(f"{STAFF}/standings/<number:after>/", standings.staff_standings, name="staff_standings_after"),
    path(
        f"{STAFF}/standings/<number:after>/corrected/",
        standings.staff_standings,
        {"is_corrected": True},
        name="staff_standings_corrected",
    ),
    path(f"{STAFF}/grid/", standings.staff_grid, name="staff_grid"),
    path(f"{STAFF}/tree/", standings.staff_bracket, name="staff_tree"),
    path(f"{STAFF}/plan/", standings.staff_schedule, name="staff_plan"),
    path(f"{STAFF}/crosstable/", standings.staff_crosstable, name="staff_crosstable"),
    path(f"{STAFF}/crosstable/<number:after>/", standings.staff_crosstable, name="staff_crosstable_after"),
    path(
        f"{STAFF}/crosstable/<number:after>/corrected/",
        standings.staff_crosstable,
        {"is_corrected": True},
        name="staff_crosstable_corrected",
    ),
    path(f"{STAFF}/players/<number:number>/", standings.staff_scorecard, name="staff_card"),
    path(f"{STAFF}/players/<number:number>/after/<number:after>/", standings.staff_scorecard, name="staff_card_after"),
    path(
        f"{STAFF}/players/<number:number>/after/<number:after>/corrected/",
        standings.staff_scorecard,
        {"is_corrected": True},
        name="staff_card_corrected",
    ),
    path(f"{STAFF}/papers/", printouts.papers, name="papers"),
    path(f"{STAFF}/papers/poster/", printouts.poster, name="poster"),
    path(f"{STAFF}/papers/plan/", printouts.schedule, name="plan_paper"),
    path(f"{STAFF}/papers/wall-list/", printouts.wall_list, name="wall_list"),
    path(f"{STAFF}/papers/rounds/<number:number>/", printouts.papers, name="round_papers"),
    path(f"{STAFF}/papers/rounds/<number:number>/<slug:paper>/", printouts.paper, name="paper"),
    path("<slug:club>/boards.json", own_boards.public_own_boards_of_club, name="public_own_boards_of_club"),
    path("<slug:club>/app.webmanifest", web_app.public_manifest, name="public_manifest"),
    path("<slug:club>/icon-<slug:kind>.png", web_app.public_icon, name="public_icon"),
    path("<slug:club>/rounds.atom", feed.public_club_feed, name="public_club_feed"),
    path(f"{PUBLIC}/rounds.atom", feed.public_feed, name="public_feed"),
    path(f"{PUBLIC}/rounds/<number:number>.pgn", addresses.public_round_pgn, name="public_round_pgn"),
    path(f"{PUBLIC}/standings.csv", addresses.public_standings_csv, name="public_standings_csv"),
    path("<slug:club>/oembed.json", addresses.public_club_oembed, name="public_club_oembed"),
    path(f"{PUBLIC}/oembed.json", addresses.public_tournament_oembed, name="public_tournament_oembed"),
    path(f"{PUBLIC}/standings/oembed.json", addresses.public_standings_oembed, name="public_standings_oembed"),
    path(f"{PUBLIC}/rounds/<number:number>/oembed.json", addresses.public_round_oembed, name="public_round_oembed"),
    path(f"{PUBLIC}/enter/", entry_requests.ask_to_enter, name="ask_to_enter"),
    path(f"{PUBLIC}/picture.png", link_preview.public_picture, name="public_picture"),
    path(f"{PUBLIC}/boards.json", own_boards.public_own_boards, name="public_own_boards"),
    *page_and_live("<slug:club>/", front_page.public_club, name="public_club"),
    *page_and_live("<slug:club>/club/", front_page.public_welcome, name="public_welcome"),
    *page_and_live("<slug:club>/seasons/", past_seasons.public_seasons, name="public_seasons"),
    *page_and_live("<slug:club>/seasons/<number:season>/", past_seasons.public_season, name="public_season"),
    *page_and_live(
        "<slug:club>/seasons/<number:season>/numbers/", past_seasons.public_season_numbers, name="public_season_numbers"
    ),
    *page_and_live("<slug:club>/events/<number:event>/", past_seasons.public_event, name="public_event"),
    *page_and_live("<slug:club>/series/<number:series>/", series.public_series, name="public_series"),
    *page_and_live(
        "<slug:club>/series/<number:series>/people/<slug:public_key>/",
        series.public_series_person,
        name="public_series_person",
    ),
    *page_and_live("<slug:club>/players/ratings/", club_ratings.public_ratings, name="public_ratings"),
    *page_and_live(
        "<slug:club>/players/ratings/lists/<number:published>/",
        club_ratings.public_rating_list,
        name="public_rating_list",
    ),
    *page_and_live(
        "<slug:club>/players/ratings/<slug:pace>/", club_ratings.public_ratings, name="public_ratings_of_pace"
    ),
    *page_and_live(
        "<slug:club>/players/ratings/of/<slug:public_key>/<slug:pace>/",
        club_ratings.public_rating,
        name="public_rating",
    ),
    *page_and_live("<slug:club>/players/<slug:public_key>/", past_seasons.public_player, name="public_player"),
    path("<slug:club>/teams.ics", public_teams.public_teams_calendar, name="public_teams_calendar"),
    path("<slug:club>/teams.atom", public_teams.public_teams_feed, name="public_teams_feed"),
    path("<slug:club>/teams/<number:team>.ics", public_teams.public_team_calendar, name="public_team_calendar"),
    path("<slug:club>/teams/<number:team>.atom", public_teams.public_team_feed, name="public_team_feed"),
    *page_and_live("<slug:club>/teams/", public_teams.public_teams, name="public_teams"),
    *page_and_live("<slug:club>/teams/<number:team>/", public_teams.public_team, name="public_team"),
    *page_and_live(f"{PUBLIC}/", front_page.public_tournament, name="public_tournament"),
    *page_and_live(f"{PUBLIC}/board/", front_page.public_own_board, name="public_own_board"),
    *page_and_live(f"{PUBLIC}/rounds/<number:number>/", front_page.public_round, name="public_round"),
    *page_and_live(f"{PUBLIC}/rounds/<number:number>/names/", front_page.public_round_names, name="public_round_names"),
    *page_and_live(f"{PUBLIC}/rounds/<number:number>/story/", story.public_story, name="public_story"),
    *page_and_live(f"{PUBLIC}/rounds/<number:number>/draw/", draw.public_draw, name="public_draw"),
    *page_and_live(f"{PUBLIC}/standings/", standings.public_standings, name="public_standings"),
    *page_and_live(f"{PUBLIC}/standings/<number:after>/", standings.public_standings, name="public_standings_after"),
    *page_and_live(
        f"{PUBLIC}/standings/<number:after>/corrected/",
        standings.public_standings,
        name="public_standings_corrected",
        is_corrected=True,
    ),
    path(f"{PUBLIC}/standings/<number:after>/race/<number:number>/", standings.public_race, name="public_race"),
    path(f"{PUBLIC}/file/", tournament_import.public_file, name="public_file"),
    *page_and_live(f"{PUBLIC}/grid/", standings.public_grid, name="public_grid"),
    *page_and_live(f"{PUBLIC}/prizes/", prizes.public_prizes, name="public_prizes"),
    *page_and_live(f"{PUBLIC}/tree/", standings.public_bracket, name="public_tree"),
    *page_and_live(f"{PUBLIC}/plan/", standings.public_schedule, name="public_plan"),
    *page_and_live(f"{PUBLIC}/crosstable/", standings.public_crosstable, name="public_crosstable"),
    *page_and_live(f"{PUBLIC}/crosstable/<number:after>/", standings.public_crosstable, name="public_crosstable_after"),
    *page_and_live(
        f"{PUBLIC}/crosstable/<number:after>/corrected/",
        standings.public_crosstable,
        name="public_crosstable_corrected",
        is_corrected=True,
    ),
    *page_and_live(f"{PUBLIC}/players/<number:number>/", standings.public_scorecard, name="public_card"),
    *page_and_live(
        f"{PUBLIC}/players/<number:number>/after/<number:after>/", standings.public_scorecard, name="public_card_after"
    ),
    *page_and_live(
        f"{PUBLIC}/players/<number:number>/after/<number:after>/corrected/",
        standings.public_scorecard,
        name="public_card_corrected",
        is_corrected=True,
    ),
    *page_and_live(f"{PUBLIC}/hall/", projector.public_hall, name="public_hall"),
    *page_and_live(f"{PUBLIC}/hall/<slug:part>/", projector.public_hall, name="public_hall_part"),
]
