"""The guide. Comes before the clubs, whose addresses stand at the same place."""

from django.urls import path

from tournaments.views import help

urlpatterns = [
    path("help/", help.help_home, name="help"),
    path("help/<slug:chapter>/", help.help_chapter, name="help_chapter"),
]
