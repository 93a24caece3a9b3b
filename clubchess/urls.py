"""All addresses: people's carry their language, machines' do not."""

from django.conf.urls.i18n import i18n_patterns
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import include, path
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubchess import health, metrics, offline
from clubchess.robots import robots
from tournaments.urls.api import machine_urlpatterns
from tournaments.views.accounts.helper_passes import open_helper_pass
from tournaments.views.cards.cards import open_card
from tournaments.views.clubs.web_app import favicon_ico
from tournaments.views.common.short_address import short_address, short_address_qr
from tournaments.views.common.style_guide import styles


@require_safe
def language_home(request: HttpRequest) -> HttpResponse:
    response = HttpResponseRedirect(f"/{get_language()}/")
    patch_vary_headers(response, ["Accept-Language"])
    return response


urlpatterns = [
    path("", language_home, name="language_home"),
    path("favicon.ico", favicon_ico, name="favicon"),
    path("robots.txt", robots, name="robots"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("metrics", metrics.metrics, name="metrics"),
    path("styles/", styles, name="styles"),
    path("t/<slug:code>/", short_address, name="short_address"),
    path("t/<slug:code>/qr.svg", short_address_qr, name="short_address_qr"),
    path("c/<slug:token>/", open_card, name="open_card"),
    path("h/<slug:token>/", open_helper_pass, name="open_helper_pass"),
    path("api/v1/", include("tournaments.urls.api")),
    path("", include(machine_urlpatterns)),
    *i18n_patterns(
        path("offline/", offline.offline, name="offline"),
        # Where Django looks for an address that it has not found without its language.
        path("t/<slug:code>/", short_address, name="short_address_in_language"),
        path("c/<slug:token>/", open_card, name="open_card_in_language"),
        path("", include("tournaments.urls")),
    ),
]

handler400 = "clubchess.errors.bad_request"
handler403 = "clubchess.errors.forbidden"
handler404 = "clubchess.errors.not_found"
handler500 = "clubchess.errors.server_error"
