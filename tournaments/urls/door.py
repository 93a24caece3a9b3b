"""The door: one check-in list for all of tonight's tournaments, and guests. Comes before the tournaments' own pages."""

from django.urls import path

from tournaments.views.evening import door, guests

urlpatterns = [
    path("<slug:club>/staff/door/", door.door, name="door"),
    path(
        "<slug:club>/staff/<slug:tournament>/rounds/<number:number>/attendance/<number:entry>/door/",
        door.mark_at_door,
        name="mark_at_door",
    ),
    path(
        "<slug:club>/staff/<slug:tournament>/rounds/<number:number>/attendance/again/door/",
        door.mark_again_at_door,
        name="mark_again_at_door",
    ),
    path(
        "<slug:club>/staff/<slug:tournament>/rounds/<number:number>/attendance/expected/door/",
        door.mark_expected_at_door,
        name="mark_expected_at_door",
    ),
    path("<slug:club>/staff/<slug:tournament>/guest/", guests.welcome_guest, name="welcome_guest"),
    path("<slug:club>/staff/<slug:tournament>/people/<number:entry>/guest/", guests.set_guest, name="set_guest"),
    path("<slug:club>/staff/<slug:tournament>/guest/<number:player>/", guests.welcome_player, name="welcome_player"),
]
