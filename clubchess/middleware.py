"""What happens around every request: its id, what the browser may use, and what is nobody's mistake and soon over."""

import re
import uuid
from collections.abc import Callable

import structlog
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubchess import write_limit
from clubchess.errors import all_are_writing, of_another_version, too_many_log_ins, unavailable
from clubchess.log_in.password_hashing import TooManyAtOnce
from clubchess.outages import is_away, tell_of_outage
from tournaments.selectors.configured_system import UnreadableHere

_ONLY_LOOKING = {"GET", "HEAD", "OPTIONS"}
_NO_WEIGHT = re.compile(r";\s*q\s*=\s*0(\.0*)?\s*$", re.IGNORECASE)
GetResponse = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger("clubchess")


def request_id(get_response: GetResponse) -> GetResponse:
    """The same id in every log line of a request and in its answer. A proxy's own id is kept when it looks like one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        identity = given if re.fullmatch(r"[A-Za-z0-9-]{8,64}", given) else uuid.uuid4().hex[:16]
        with structlog.contextvars.bound_contextvars(request_id=identity):
            response = get_response(request)
        response["X-Request-ID"] = identity
        return response

    return middleware


def accepted_encodings(get_response: GetResponse) -> GetResponse:
    """What a browser gives no weight it does not take: gzip;q=0. Behind this one it is enough to look for the name."""

    def middleware(request: HttpRequest) -> HttpResponse:
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        if ";" in accepted:
            taken = [each for each in accepted.split(",") if not _NO_WEIGHT.search(each)]
            request.META["HTTP_ACCEPT_ENCODING"] = ",".join(taken)
        return get_response(request)

    return middleware


def permissions_policy(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        return response

    return middleware


def content_policy(get_response: GetResponse) -> GetResponse:
    """The one of the settings, put together once: django-csp does so for each answer, a quarter of a kept page's time.

    No answer has another but what a tap gets, and pages that a club lets other web sites show: they come with one that
    names these. Django's own pages for mistakes, with DEBUG, go without.
    """
    policy = build_policy()

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Content-Security-Policy" in response:
            del response["X-Frame-Options"]  # which knows no web sites by name
        elif not (settings.DEBUG and response.status_code in {404, 500}):
            response["Content-Security-Policy"] = policy
        return response

    return middleware


_FOR_DOCUMENTS = (
    "Content-Language",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "Vary",  # what a tap is answered with is stored by nobody
    "X-Frame-Options",
)


_OF_NO_DOCUMENT = "default-src 'none'; frame-ancestors 'none'"


def light_fragments(get_response: GetResponse) -> GetResponse:
    """A tap is answered without the lines that are for documents alone: they would be a tenth of the answer.

    What is asked for with htmx's header is never a document: no link, form or frame can send it, and from another
    site no script. `nosniff` stays with everything. So does a content policy: a fragment is swapped into a page with
    its own, so the fragment's allows nothing, which is stricter and shorter.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if is_tap(request):
            for name in _FOR_DOCUMENTS:
                del response[name]
            response["Content-Security-Policy"] = _OF_NO_DOCUMENT
        return response

    return middleware


def csrf_cookie_with_pages(get_response: GetResponse) -> GetResponse:
    """The answer to a tap does not bring again the cookie that came with it; the next page makes it last longer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if is_tap(request) and request.META.get("CSRF_COOKIE") == request.COOKIES.get(settings.CSRF_COOKIE_NAME):
            request.META["CSRF_COOKIE_NEEDS_UPDATE"] = False
        return response

    return middleware


def is_tap(request: HttpRequest) -> bool:
    return request.method == "POST" and request.headers.get("HX-Request") == "true"


def place_to_write(get_response: GetResponse) -> GetResponse:
    """Whoever may write needs a place: also who only looks, logged in, since their session says when it was seen."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in _ONLY_LOOKING and settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return get_response(request)
        try:
            with write_limit.place().one():
                return get_response(request)
        except write_limit.AllTaken:
            log.warning("all_are_writing")
            return all_are_writing(request)

    return middleware


def refusals(get_response: GetResponse) -> GetResponse:
    """A line for whoever is logged in and may not, or looks for what is another club's; and for a form without a token.

    An address that leads nowhere is nobody's attack, and neither is a stranger who is led to the log-in.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code not in {403, 404}:
            return response
        route = request.resolver_match.route if request.resolver_match else ""
        user = request.user.pk if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if response.status_code == 403 or ("/staff/" in route and user is not None):
            log.warning("refused", status=response.status_code, method=request.method, route=route, user=user)
        return response

    return middleware


class DatabaseGone:
    """Nobody's mistake and soon over: a page that says so, not a failure. The next request tries again."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not is_away(exception):
            return None
        tell_of_outage(exception)
        return unavailable(request)


class BesideAnotherVersion:
    """While processes are changed one by one: what this one cannot read another can."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnreadableHere):
            return None
        log.error("of_another_version", what=exception.what)
        return of_another_version(request)


class TooManyLogIns:
    """Passwords are hashed by few at a time: who finds no place is told so at once; nobody else notices."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyAtOnce):
            return None
        log.warning("too_many_log_ins")
        return too_many_log_ins(request)
