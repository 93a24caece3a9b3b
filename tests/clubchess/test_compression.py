"""What the staff sees is compressed on the way out, padded; what is kept for the public is compressed once."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.tools.casts.evening_cast import Evening, evening

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
COMPRESSES = "django.middleware.gzip.GZipMiddleware"


@pytest.fixture
def cast() -> Evening:
    cast = evening(8)
    cast.play()
    cast.open()
    return cast


def shown(response: Any) -> str:
    assert response["Content-Encoding"] == "gzip"
    return gzip.decompress(response.content).decode()


def test_it_stands_between_the_kept_pages_and_all_that_knows_who_asks() -> None:
    order = settings.MIDDLEWARE

    kept = order.index("tournaments.views.common.page_cache.page_cache")
    sessions = "django.contrib.sessions.middleware.SessionMiddleware"
    assert order[kept : kept + 4] == [order[kept], COMPRESSES, "clubchess.middleware.place_to_write", sessions]


@pytest.mark.django_db
def test_a_staff_page_is_compressed_for_whoever_takes_it(cast: Evening) -> None:
    client = cast.client()

    packed = client.get(cast.url("evening"), headers=GZIP)
    plain = client.get(cast.url("evening"))

    assert "<h1 " in shown(packed)
    assert "Content-Encoding" not in plain
    assert "<h1 " in plain.content.decode()
    assert len(packed.content) * 5 < len(plain.content)
    for response in (packed, plain):
        assert {"Accept-Encoding", "Cookie"} <= {part.strip() for part in response["Vary"].split(",")}
    assert packed["Content-Length"] == str(len(packed.content))


@pytest.mark.django_db
def test_its_length_says_little_since_it_is_padded_at_random(cast: Evening) -> None:
    client = cast.client()

    beside = [
        len(answer.content) - len(gzip.compress(gzip.decompress(answer.content))) for answer in _asked(client, cast)
    ]

    assert len(set(beside)) > 5
    assert max(beside) - min(beside) > 20


@pytest.mark.django_db
def test_the_token_in_a_form_is_another_one_in_each_answer(cast: Evening) -> None:
    tokens = [_token(shown(answer)) for answer in _asked(cast.client(), cast)]

    assert len(set(tokens)) == len(tokens)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["public_tournament", "public_standings"])
def test_a_kept_page_is_compressed_once_and_asked_for_again_by_its_mark(
    client: Client, cast: Evening, name: str
) -> None:
    rendered = client.get(cast.url(name), headers=GZIP)
    kept = client.get(cast.url(name), headers=GZIP)

    assert "</html>" in shown(rendered)
    assert (kept.content, kept["ETag"], kept["Vary"]) == (rendered.content, rendered["ETag"], rendered["Vary"])
    again = client.get(cast.url(name), headers=GZIP | {"If-None-Match": kept["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", kept["ETag"])
    assert "Content-Encoding" not in again


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["evening", "public_standings"])
def test_head_says_what_get_would_without_a_body(cast: Evening, name: str) -> None:
    client = cast.client()
    got = client.get(cast.url(name), headers=GZIP)

    head = client.head(cast.url(name), headers=GZIP)

    assert (head.status_code, head.content) == (200, b"")
    assert {key for key, _value in head.items()} == {key for key, _value in got.items()}
    assert head["Content-Encoding"] == "gzip"


def _asked(client: Client, cast: Evening) -> list[Any]:
    return [client.get(cast.url("evening"), headers=GZIP) for _ in range(20)]


def _token(page: str) -> str:
    return page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
