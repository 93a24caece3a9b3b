"""The read-only API, which has one address for all languages."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views.api import api, openapi

urlpatterns: list[URLPattern | URLResolver] = [
    path("", openapi, name="api"),
    path("openapi.json", openapi, name="openapi"),
    path("", api.urls),
]
