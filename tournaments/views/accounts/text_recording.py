"""Pages of whoever has “This text is wrong” on: with the bar, and with which texts of the program they used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.http import HttpResponse
from django.template.loader import render_to_string

from clubchess.offline import OWN_PAGE, PUBLIC_PAGE
from clubchess.texts import switch
from clubchess.texts.recorder import recorded_texts
from tournaments.pages.accounts.text_corrections import texts_on_page
from tournaments.permissions import works_for_some_club
from tournaments.views.common.request import StaffRequest

_BODY_ENDS = b"</body>"
NOT_ON = frozenset({"text_corrections", "correct_text", "account_password", "second_factor", "service_worker"})
"""Routes where a tap acts as ever: those of the switch itself, and where somebody types a secret."""


def record_texts(get_response: Callable[[StaffRequest], HttpResponse]) -> Callable[[StaffRequest], HttpResponse]:
    """Middleware. Costs a look at the cookies where it is off."""

    def middleware(request: StaffRequest) -> HttpResponse:
        if not (switch.is_on(request) and switch.asks_for_page(request) and works_for_some_club(request.user)):
            return get_response(request)
        with recorded_texts() as found:
            response = get_response(request)
        route = request.resolver_match.url_name if request.resolver_match else None
        is_page = not response.streaming and response["Content-Type"].startswith("text/html")
        if route not in NOT_ON and is_page and _BODY_ENDS in response.content:
            _add_bar(request, response, _bar(request, texts_on_page(found)))
        return response

    return middleware


def _bar(request: StaffRequest, texts: Sequence[Mapping[str, object]]) -> bytes:
    return render_to_string("components/common/_correcting.html", {"texts": texts}, request=request).encode()


def _add_bar(request: StaffRequest, response: HttpResponse, bar: bytes) -> None:
    """At the end of the page; kept neither by the browser nor by its worker."""
    begins, ends, rest = response.content.rpartition(_BODY_ENDS)
    response.content = begins + bar + ends + rest
    response["Cache-Control"] = "no-store, private"
    for name in (OWN_PAGE, PUBLIC_PAGE, "ETag", "Content-Length"):
        if name in response:
            del response[name]
