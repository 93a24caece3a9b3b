"""The guide. Comes before the clubs, whose addresses stand at the same place."""

from django.urls import path

from tournaments.views.clubs import guide

urlpatterns = [
    path("help/", guide.help_home, name="help"),
    path("help/<slug:chapter>/", guide.help_chapter, name="help_chapter"),
]
