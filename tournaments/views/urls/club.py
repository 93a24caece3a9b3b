"""Log-in, and the club's own pages: seasons, players, staff."""

from django.urls import path

from tournaments.views import (
    club,
    club_home,
    done,
    log_in,
    members,
    next_season,
    player_import,
    players,
    seasons,
    trash,
)

urlpatterns = [
    path("log-in/", log_in.log_in, name="log_in"),
    path("log-out/", log_in.log_out, name="log_out"),
    path("invitation/<str:uid>/<str:token>/", log_in.accept_invitation, name="accept_invitation"),
    path("my-clubs/", log_in.my_clubs, name="my_clubs"),
    path("<slug:club>/staff/", club_home.club_home, name="club_home"),
    path("<slug:club>/staff/club/", club.edit_club, name="edit_club"),
    path("<slug:club>/staff/actions/", done.what_was_done_in_club, name="what_was_done_in_club"),
    path("<slug:club>/staff/actions/<number:action>/undo/", club_home.club_undo, name="club_undo"),
    path("<slug:club>/staff/trash/<number:trashed>/put-back/", trash.put_back, name="put_back_tournament"),
    path("<slug:club>/staff/<slug:tournament>/trash/", trash.trash, name="trash_tournament"),
    path("<slug:club>/staff/seasons/new/", seasons.add_season, name="add_season"),
    path("<slug:club>/staff/seasons/<number:season>/", seasons.edit_season, name="edit_season"),
    path("<slug:club>/staff/seasons/<number:season>/close/", seasons.close_season, name="close_season"),
    path("<slug:club>/staff/seasons/<number:season>/reopen/", seasons.reopen_season, name="reopen_season"),
    path("<slug:club>/staff/seasons/<number:season>/next/", next_season.next_season, name="next_season"),
    path("<slug:club>/staff/players/", players.players, name="players"),
    path("<slug:club>/staff/players/new/", players.add_player, name="add_player"),
    path("<slug:club>/staff/players/import/", player_import.import_players, name="import_players"),
    path("<slug:club>/staff/players/<number:player>/", players.edit_player, name="edit_player"),
    path("<slug:club>/staff/staff/", members.members, name="members"),
    path("<slug:club>/staff/staff/invite/", members.invite, name="invite_member"),
    path("<slug:club>/staff/staff/<number:member>/link/", members.new_link, name="new_member_link"),
    path("<slug:club>/staff/staff/<number:member>/role/", members.change_role, name="change_member_role"),
    path("<slug:club>/staff/staff/<number:member>/tournaments/", members.assign, name="assign_member"),
    path("<slug:club>/staff/staff/<number:member>/take-away/", members.take_away, name="take_away_member"),
]
