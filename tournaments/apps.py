"""The app's registration with Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
