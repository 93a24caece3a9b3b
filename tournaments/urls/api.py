"""What machines ask for: one address for all languages."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt

from tournaments.views.clubs import web_app


def _of_the_api(name: str) -> Any:
    """What answers by that name in `views/files/api.py`, loaded when the first program asks: what describes and checks
    its answers takes half a second of each start and a tenth of the memory, and most clubs are never asked."""

    @csrf_exempt  # as its own: it takes no POST
    def answer(request: HttpRequest, **found: Any) -> HttpResponseBase:
        return _answers()[name](request, **found)  # type: ignore[no-any-return]

    return answer


@cache
def _answers() -> dict[str, Any]:
    from tournaments.views.files.api import answers

    return answers()


_CLUB = "clubs/<slug:club>/"
_TOURNAMENT = f"{_CLUB}tournaments/<slug:tournament>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", _of_the_api("openapi"), name="api"),
    path("openapi.json", _of_the_api("openapi"), name="openapi"),
    *(
        path(address, _of_the_api(name), name=name)
        for name, address in {
            "public_api_club": _CLUB,
            "public_api_teams": f"{_CLUB}teams/",
            "public_api_tournament": _TOURNAMENT,
            "public_api_round": f"{_TOURNAMENT}rounds/<number:number>/",
            "public_api_standings": f"{_TOURNAMENT}standings/",
            "public_api_standings_after": f"{_TOURNAMENT}standings/<number:after>/",
            "public_api_crosstable": f"{_TOURNAMENT}crosstable/",
        }.items()
    ),
]
"""Without a namespace: their names begin with `public_api_`, and all that walks the public pages walks them too."""

machine_urlpatterns = [path("logo/<slug:club>/<slug:revision>/<number:size>.webp", web_app.club_logo, name="club_logo")]
