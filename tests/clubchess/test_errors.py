"""What a person sees when something went wrong, and that nothing of the inside shows."""

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from clubchess.errors import not_found
from tests.tools.casts.factories import ClubFactory


class ReadOnly(Exception):
    sqlstate = "25006"


read_only = InternalError("inside")
read_only.__cause__ = ReadOnly()
RAISED: dict[str, Exception] = {
    "bad": BadRequest("inside"),
    "forbidden": PermissionDenied("inside"),
    "broken": RuntimeError("inside"),
    "gone": OperationalError("inside"),
    "closed": InterfaceError("inside"),
    "read-only": read_only,
    "aborted": InternalError("inside"),
}


def fail(request: HttpRequest, how: str) -> HttpResponse:
    raise RAISED[how]


def session_fails(request: HttpRequest) -> HttpResponse:
    def gone() -> None:
        raise OperationalError("inside")

    request.session["a"] = 1
    request.session.save = gone  # type: ignore[method-assign]  # the store fails when the answer is already made
    return HttpResponse()


urlpatterns = [path("session", session_fails), path("<str:how>", fail)]
handler400 = "clubchess.errors.bad_request"
handler403 = "clubchess.errors.forbidden"
handler404 = "clubchess.errors.not_found"
handler500 = "clubchess.errors.server_error"


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("how", "status"), [("bad", 400), ("forbidden", 403), ("broken", 500), ("gone", 503), ("aborted", 500)]
)
@override_settings(ROOT_URLCONF=__name__)
def test_it_shows_a_plain_page(visitor: Client, how: str, status: int) -> None:
    response = visitor.get(f"/{how}")

    assert response.status_code == status
    assert b"<h1>" in response.content
    assert b"inside" not in response.content
    assert b"Traceback" not in response.content


@pytest.mark.django_db
def test_an_address_that_does_not_exist_is_a_plain_404(visitor: Client) -> None:
    response = visitor.get("/en/no/such/thing/anywhere/at/all/")

    assert response.status_code == 404
    assert b"<h1>Page not found</h1>" in response.content


@pytest.mark.django_db
def test_a_lost_page_of_a_club_keeps_its_bar_and_leads_to_it(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubFactory(name="De Vrije Pion", accent="berry")
    lost = f"/en/{club.slug}/no-such-tournament/"
    page = visitor.get(lost).content.decode()

    assert "accent-berry" in page
    assert page.count(f'href="/en/{club.slug}/"') == 2
    monkeypatch.setattr("clubchess.errors.Club.objects.filter", _gone)
    assert b"accent-pine" in not_found(RequestFactory().get(lost), Exception()).content, "where it cannot be asked"


def _gone(**_asked: object) -> None:
    raise OperationalError("inside")


@pytest.mark.parametrize("how", ["gone", "closed", "read-only", "session"])
@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_database_that_is_gone_is_said_to_come_back(visitor: Client, how: str) -> None:
    response = visitor.get(f"/{how}")

    assert response.status_code == 503
    assert response["Retry-After"] == "10"


@override_settings(ROOT_URLCONF=__name__)
def test_the_error_page_speaks_the_readers_language(visitor: Client) -> None:
    response = visitor.get("/gone", headers={"Accept-Language": "nb"})

    assert b'<html lang="nb">' in response.content


@override_settings(ROOT_URLCONF=__name__)
def test_a_form_without_its_token_says_that_nothing_was_saved() -> None:
    response = Client(enforce_csrf_checks=True).post("/broken")

    assert response.status_code == 403
    assert b"Nothing was saved" in response.content


def test_a_tap_without_any_cookie_is_told_where_to_log_in() -> None:
    came_from = "http://testserver/en/club/staff/?round=1"
    headers = {"HX-Request": "true", "Referer": came_from}
    response = Client(enforce_csrf_checks=True).post("/en/club/staff/trash/", headers=headers)

    assert (response.status_code, response["HX-Redirect"]) == (
        403,
        "/en/log-in/?next=%2Fen%2Fclub%2Fstaff%2F%3Fround%3D1",
    )
