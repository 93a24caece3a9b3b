"""The addresses of the app's screens, by surface, and how a number stands in them."""

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """One spelling of each number: no leading zeros, at most nine digits. Public pages are kept by their path."""

    regex = "0|[1-9][0-9]{0,8}"


register_converter(NumberConverter, "number")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls.club")),
    path("", include("tournaments.urls.staff")),
    path("", include("tournaments.urls.cards")),
    path("", include("tournaments.urls.public")),  # last: clubs' addresses match nearly everything
]
