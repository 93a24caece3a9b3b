"""Standings, crosstables, cards, papers and all public pages. Comes last: clubs' addresses match nearly everything."""

from django.urls import path

from tournaments.views import papers, public, tables, tournament_import

STAFF = "<slug:club>/staff/<slug:tournament>"
PUBLIC = "<slug:club>/<slug:tournament>"

urlpatterns = [
    path("", public.home, name="home"),
    path(f"{STAFF}/standings/", tables.staff_standings, name="staff_standings"),
    path(f"{STAFF}/standings/<int:after>/", tables.staff_standings, name="staff_standings_after"),
    path(
        f"{STAFF}/standings/<int:after>/corrected/",
        tables.staff_standings,
        {"is_corrected": True},
        name="staff_standings_corrected",
    ),
    path(f"{STAFF}/crosstable/", tables.staff_crosstable, name="staff_crosstable"),
    path(f"{STAFF}/players/<int:number>/", tables.staff_card, name="staff_card"),
    path(f"{STAFF}/players/<int:number>/after/<int:after>/", tables.staff_card, name="staff_card_after"),
    path(
        f"{STAFF}/players/<int:number>/after/<int:after>/corrected/",
        tables.staff_card,
        {"is_corrected": True},
        name="staff_card_corrected",
    ),
    path(f"{STAFF}/papers/", papers.papers, name="papers"),
    path(f"{STAFF}/papers/rounds/<int:number>/", papers.papers, name="round_papers"),
    path(f"{STAFF}/papers/rounds/<int:number>/<slug:paper>/", papers.paper, name="paper"),
    path("<slug:club>/", public.public_club, name="public_club"),
    path(f"{PUBLIC}/", public.public_tournament, name="public_tournament"),
    path(f"{PUBLIC}/rounds/<int:number>/", public.public_round, name="public_round"),
    path(f"{PUBLIC}/standings/", tables.public_standings, name="public_standings"),
    path(f"{PUBLIC}/standings/<int:after>/", tables.public_standings, name="public_standings_after"),
    path(
        f"{PUBLIC}/standings/<int:after>/corrected/",
        tables.public_standings,
        {"is_corrected": True},
        name="public_standings_corrected",
    ),
    path(f"{PUBLIC}/file/", tournament_import.public_file, name="public_file"),
    path(f"{PUBLIC}/crosstable/", tables.public_crosstable, name="public_crosstable"),
    path(f"{PUBLIC}/players/<int:number>/", tables.public_card, name="public_card"),
    path(f"{PUBLIC}/players/<int:number>/after/<int:after>/", tables.public_card, name="public_card_after"),
    path(
        f"{PUBLIC}/players/<int:number>/after/<int:after>/corrected/",
        tables.public_card,
        {"is_corrected": True},
        name="public_card_corrected",
    ),
]
