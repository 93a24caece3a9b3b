"""The addresses of the app's screens; one module per surface."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.views.urls.help")),
    path("", include("tournaments.views.urls.club")),
    path("", include("tournaments.views.urls.door")),
    path("", include("tournaments.views.urls.evening")),
    path("", include("tournaments.views.urls.me")),
    path("", include("tournaments.views.urls.dates")),
    path("", include("tournaments.views.urls.tables")),
    path("", include("tournaments.views.urls.hall")),
]
