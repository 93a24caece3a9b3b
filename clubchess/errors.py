"""The pages for what went wrong. But for the lost page none asks the database, which may be what is gone."""

import sys
from functools import cache
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, get_language_from_path, override

from clubchess import house_words
from clubchess.outages import is_away
from tournaments.models import Club
from tournaments.selectors.configured_system import UnreadableHere

RETRY_AFTER_SECONDS = 10


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(403)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Nearly always a form that was left open until its session ended. A tap whose cookies are all gone waits until
    somebody has logged in: the queue is told where."""
    response = HttpResponse(render_to_string("403_csrf.html"), status=403)
    if request.headers.get("HX-Request") == "true" and settings.CSRF_COOKIE_NAME not in request.COOKIES:
        came_from = urlsplit(request.headers.get("Referer", ""))._replace(scheme="", netloc="").geturl()
        response["HX-Redirect"] = f"{reverse('log_in')}?{urlencode({'next': came_from or '/'})}"
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Inside a club's address it keeps the club's bar, and with it the way on."""
    return HttpResponse(render_to_string("404.html", {"club": _club_at(request.path_info)}), status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Middleware that asks the database (the session's) ends here too, where no process_exception is called."""
    error = sys.exc_info()[1]
    if is_away(error):
        return unavailable(request)
    if isinstance(error, UnreadableHere):
        return of_another_version(request)
    return _page(500)


def unavailable(request: HttpRequest) -> HttpResponse:
    return _later(render_to_string("503.html"))


def of_another_version(request: HttpRequest) -> HttpResponse:
    """A proxy that is answered so asks another process, which may be of that version."""
    return _later(render_to_string("503_version.html"))


def too_many_log_ins(request: HttpRequest) -> HttpResponse:
    return _later(_too_many_log_ins(get_language(), house_words.generation()))


@cache  # in a flood it is all that the server says
def _too_many_log_ins(_language: str | None, _words: int) -> str:
    return render_to_string("503_log_in.html")


def all_are_writing(request: HttpRequest) -> HttpResponse:
    """Said before the language of the request is known to Django."""
    with override(get_language_from_path(request.path_info) or get_language()):
        return _later(render_to_string("503_saving.html"))


def _club_at(path: str) -> Club | None:
    slug = "".join(path.split("/")[2:3])
    try:
        return Club.objects.filter(slug=slug).first() if slug else None
    except DatabaseError:
        return None


def _later(page: str) -> HttpResponse:
    response = HttpResponse(page, status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _page(status: int) -> HttpResponse:
    # Without the request, so that no context processor asks for the user.
    return HttpResponse(render_to_string(f"{status}.html"), status=status)
