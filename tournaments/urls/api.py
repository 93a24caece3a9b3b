"""What machines ask for: one address for all languages."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views.clubs import web_app
from tournaments.views.files.api import api, openapi

routes, _app_name, _namespace = api.urls
"""Without a namespace: their names begin with `public_api_`, and all that walks the public pages walks them too."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("", openapi, name="api"),
    path("openapi.json", openapi, name="openapi"),
    path("", include(routes)),
]

machine_urlpatterns = [path("logo/<slug:club>/<slug:revision>/<number:size>.webp", web_app.club_logo, name="club_logo")]
