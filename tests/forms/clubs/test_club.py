"""The club's form: web sites that may show its pages are kept as browsers compare them."""

import pytest
from django.utils.translation import override

from tests.tools.casts.factories import ClubFactory
from tools import zone_names
from tournaments.forms.clubs.club import ClubForm, time_zones

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


def test_cities_of_time_zones_are_called_as_the_reader_calls_them_and_once() -> None:
    with override("sv"):
        [_title, nearby], *others = time_zones("Europe/Oslo")
    of_europe = dict(others)["Europa"]

    assert ("Europe/Copenhagen", "Köpenhamn (Europa)") in nearby
    assert ("Europe/Rome", "Rom (Europa)") in of_europe
    assert "Europe/Kiev" not in dict(of_europe)
    assert [city for _zone, city in of_europe] == sorted(city for _zone, city in of_europe)


def test_the_names_are_those_of_the_locale_data() -> None:
    """`python -m tools.zone_names` writes them anew."""
    assert zone_names.FILE.read_text(encoding="utf-8") == zone_names.written()
