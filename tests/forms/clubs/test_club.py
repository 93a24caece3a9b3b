"""The club's form: web sites that may show its pages are kept as browsers compare them."""

import pytest

from tests.tools.casts.factories import ClubFactory
from tournaments.forms.clubs.club import ClubForm

pytestmark = pytest.mark.django_db

TYPED = {"name": "Rockaden", "time_zone": "Europe/Oslo"}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://www.example.org", ("https://www.example.org",)),
        ("https://www.Example.org/our/evening.html?x=1", ("https://www.example.org",)),
        (
            "www.example.org\n\nhttp://club.example:8080/ \n www.example.org",
            ("https://www.example.org", "http://club.example:8080"),
        ),
        ("https://sjakk-åsen.example", ("https://xn--sjakk-sen-b3a.example",)),
        ("", ()),
    ],
)
def test_a_web_site_is_kept_as_browsers_compare_it(typed: str, kept: tuple[str, ...]) -> None:
    form = ClubForm(ClubFactory(), {**TYPED, "embedded_on": typed})

    assert form.is_valid(), form.errors
    assert form.details.embedded_on == kept


@pytest.mark.parametrize(
    "typed",
    ["*", "our site", "https://", "ftp://a.example", "javascript:alert(1)", "https://a.b;c", "localhost", "a.b:x"],
)
def test_what_is_no_web_site_gets_a_sentence(typed: str) -> None:
    form = ClubForm(ClubFactory(), {**TYPED, "embedded_on": typed})

    assert not form.is_valid()
    assert "is not the address of a web site" in str(form.errors["embedded_on"])
