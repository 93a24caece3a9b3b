"""Clubs' logos: the same in every language, so their addresses carry none."""

from django.urls import path

from tournaments.views.clubs import logo

urlpatterns = [path("logo/<slug:club>/<slug:revision>/<number:size>.webp", logo.club_logo, name="club_logo")]
