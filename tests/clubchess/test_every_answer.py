"""The headers that every answer carries, and the way in."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of, the_last
from tests.tools.pages.staff_pages import staff_answers, two_evenings
from tests.tools.played.kept import as_outside_a_transaction

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


@pytest.mark.django_db  # the address could be a club's
def test_it_carries_the_content_security_policy(client: Client) -> None:
    policy = client.get("/en/nothing/")["Content-Security-Policy"]

    assert sorted(part.strip() for part in policy.split(";") if part.strip()) == sorted(POLICY.split("; "))


def test_it_forbids_framing_sniffing_referring_and_devices(client: Client) -> None:
    response = client.get("/healthz")

    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


def test_it_sets_no_cookie_on_a_stranger(client: Client) -> None:
    assert not client.get("/").cookies


def test_it_keeps_a_request_id_that_looks_like_one(client: Client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "0123-abcdef"})["X-Request-ID"] == "0123-abcdef"


@pytest.mark.parametrize("given", ["short", "a b c d e f g h", "x" * 65, '"},{"forged":"'])
def test_it_replaces_a_request_id_that_could_forge_a_log_line(client: Client, given: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] != given


@pytest.mark.parametrize(
    ("spoken", "home"), [("sv,en;q=0.5", "/sv/"), ("nb-NO,nb;q=0.9", "/nb/"), ("fi", "/en/"), ("", "/en/")]
)
def test_it_leads_a_visitor_to_the_home_of_their_language(client: Client, spoken: str, home: str) -> None:
    response = client.get("/", headers={"Accept-Language": spoken})

    assert (response.status_code, response["Location"]) == (302, home)
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_health_checks_only_read(client: Client, method: str) -> None:
    assert getattr(client, method)("/healthz").status_code == 405


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_of_the_staff_stays_in_the_browser() -> None:
    """Names of those who are hidden stand on most of them; on a club's tablet the next one could go back to them."""
    answers = staff_answers(*two_evenings())

    assert len(answers) > 40
    assert [page for page, answer in answers.items() if "no-store" not in answer.get("Cache-Control", "")] == []


@pytest.mark.slow
@pytest.mark.django_db
def test_every_text_says_its_letters(client: Client) -> None:
    published, _opened, _admin = two_evenings()
    pages = ["/healthz", "/readyz", "/en/log-in/", *addresses_of(published.tournament.club, choose=the_last)]
    with as_outside_a_transaction():
        types = {page: client.get(page)["Content-Type"] for page in pages}

    texts = {page: kind for page, kind in types.items() if re.match(r"text/|.*[/+]xml", kind)}
    assert len(texts) > 20
    assert [page for page, kind in texts.items() if "charset=utf-8" not in kind.lower()] == []


@pytest.mark.django_db
def test_a_tap_is_answered_without_what_is_for_documents_alone() -> None:
    evening = Evening.of(2)
    evening.open()
    client = Client(enforce_csrf_checks=True)
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    slugs = [evening.tournament.club.slug, evening.tournament.slug]
    page = client.get(reverse("evening", args=slugs))
    form = {
        "csrfmiddlewaretoken": client.cookies["csrftoken"].value,
        "presence": "present",
        "seen": "unmarked",
        "screen": "open",
    }
    address = reverse("mark_attendance", args=[*slugs, 1, evening.entry(1).pk])

    tapped = client.post(address, form, headers={"HX-Request": "true"})
    whole = client.post(address, form | {"seen": "present", "presence": "unmarked"})

    left_out = {"Content-Language", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy", "Vary"}
    left_out |= {"X-Frame-Options"}
    assert (tapped.status_code, left_out & {name for name, _value in tapped.items()}) == (200, set())
    assert tapped["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert tapped["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in tapped["Cache-Control"]
    assert (whole.status_code, whole["X-Frame-Options"]) == (302, "DENY")
    assert "csrftoken" in page.cookies
    assert "csrftoken" not in tapped.cookies
