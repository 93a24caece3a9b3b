"""What the environment changes, seen from outside: each case is a process of its own."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tools.guards.layers import first_fast

ROOT = Path(__file__).parents[2]
SHOW = """
import json, django.conf
s = django.conf.settings
s.SECRET_KEY
print(json.dumps({name: getattr(s, name, None) for name in NAMES}, default=str))
"""


def run(*names: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SHOW.replace("NAMES", repr(names))],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "clubchess.settings", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def settings(*names: str, **environment: str) -> dict[str, Any]:
    result = run(*names, **environment)
    assert result.returncode == 0, result.stderr
    return dict(json.loads(result.stdout))


def test_it_is_safe_when_nothing_is_set(tmp_path: Path) -> None:
    seen = settings(
        "DEBUG", "ALLOWED_HOSTS", "STATIC_MANIFEST", "SECURE_PROXY_SSL_HEADER", CLUBCHESS_DATA=str(tmp_path)
    )

    assert seen == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "STATIC_MANIFEST": True,
        "SECURE_PROXY_SSL_HEADER": None,
    }


def test_the_machine_itself_may_ask_whatever_the_public_name_is(tmp_path: Path) -> None:
    seen = settings("ALLOWED_HOSTS", CLUBCHESS_DATA=str(tmp_path), ALLOWED_HOSTS="chess.example.org")

    assert seen["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]", "chess.example.org"]


def test_it_makes_a_secret_key_that_only_the_owner_reads_and_keeps_it(tmp_path: Path) -> None:
    first = settings("SECRET_KEY", CLUBCHESS_DATA=str(tmp_path))
    second = settings("SECRET_KEY", CLUBCHESS_DATA=str(tmp_path))

    assert first == second
    assert len(first["SECRET_KEY"]) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_it_refuses_a_secret_key_file_that_was_cut_short(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("short")

    result = run(CLUBCHESS_DATA=str(tmp_path))

    assert "is too short" in result.stderr
    assert result.returncode != 0


def test_it_refuses_to_start_on_postgresql_without_a_secret_key(tmp_path: Path) -> None:
    result = run(CLUBCHESS_DATA=str(tmp_path), DATABASE_URL="postgres://somebody@127.0.0.1/club")

    assert "SECRET_KEY is not set" in result.stderr
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize("url", ["", "sqlite:////{}/other.sqlite3"])
def test_sqlite_takes_its_write_lock_first_and_waits_for_it(tmp_path: Path, url: str) -> None:
    seen = settings("DATABASES", CLUBCHESS_DATA=str(tmp_path), DATABASE_URL=url.format(tmp_path))

    options = seen["DATABASES"]["default"]["OPTIONS"]
    assert (options["transaction_mode"], options["timeout"]) == ("IMMEDIATE", 20)
    assert "journal_mode=WAL" in options["init_command"]


def test_postgresql_connections_are_kept_and_checked() -> None:
    seen = settings("DATABASES", DATABASE_URL="postgres://a@127.0.0.1/club", SECRET_KEY="x" * 50)

    database = seen["DATABASES"]["default"]
    assert (database["CONN_HEALTH_CHECKS"], database["CONN_MAX_AGE"]) == (True, 60)
    assert database["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_behind_a_proxy_cookies_are_for_https_only() -> None:
    seen = settings("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_PROXY_SSL_HEADER", BEHIND_PROXY="1")

    assert seen["SESSION_COOKIE_SECURE"] is seen["CSRF_COOKIE_SECURE"] is True
    assert seen["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]


COOKIES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "KNOWN_BROWSER_COOKIE")


@pytest.mark.parametrize(
    ("environment", "prefix"),
    first_fast(2, [({"HTTPS": "1"}, "__Host-"), ({}, ""), ({"BEHIND_PROXY": "1"}, "__Host-")]),
)
def test_over_https_no_other_host_can_set_a_cookie_of_ours(
    tmp_path: Path, environment: dict[str, str], prefix: str
) -> None:
    """A browser takes a cookie of such a name only if it is Secure, for the whole path and for this host alone."""
    seen = settings(
        *COOKIES, "SESSION_COOKIE_DOMAIN", "SESSION_COOKIE_PATH", CLUBCHESS_DATA=str(tmp_path), **environment
    )

    assert seen == {
        "SESSION_COOKIE_NAME": f"{prefix}sessionid",
        "CSRF_COOKIE_NAME": f"{prefix}csrftoken",
        "KNOWN_BROWSER_COOKIE": f"{prefix}known_browser",
        "SESSION_COOKIE_DOMAIN": None,
        "SESSION_COOKIE_PATH": "/",
    }


def test_what_phones_open_is_a_host_of_ours(tmp_path: Path) -> None:
    seen = settings(
        "PUBLIC_ADDRESS",
        "ALLOWED_HOSTS",
        CLUBCHESS_DATA=str(tmp_path),
        PUBLIC_ADDRESS="https://chess.example.org:8443/",
    )

    assert seen["PUBLIC_ADDRESS"] == "https://chess.example.org:8443"
    assert seen["ALLOWED_HOSTS"][-1] == "chess.example.org"


@pytest.mark.parametrize(
    "given",
    first_fast(
        1, ["chess.example.org", "https://", "ftp://chess.example.org", "https://chess.example.org/club", "http://a:b"]
    ),
)
def test_an_address_that_no_phone_could_open_is_refused_with_an_example(tmp_path: Path, given: str) -> None:
    result = run("DEBUG", CLUBCHESS_DATA=str(tmp_path), PUBLIC_ADDRESS=given)

    assert result.returncode != 0
    assert "Write scheme and host, and nothing after them: https://chess.example.org" in result.stderr


def test_without_a_server_for_it_there_is_no_mail(tmp_path: Path) -> None:
    assert settings("MAIL_ON", CLUBCHESS_DATA=str(tmp_path)) == {"MAIL_ON": False}


MAIL = {"MAIL_FROM": "chess@example.org", "PUBLIC_ADDRESS": "https://chess.example.org"}


def test_mail_goes_by_the_server_that_is_named_and_never_waits_for_it_long(tmp_path: Path) -> None:
    seen = settings(
        *("MAIL_ON", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL", "EMAIL_TIMEOUT"),
        CLUBCHESS_DATA=str(tmp_path),
        EMAIL_URL="smtp+tls://user:secret@mail.example.org:587",
        **MAIL,
    )

    assert seen == {
        "MAIL_ON": True,
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": 587,
        "EMAIL_USE_TLS": True,
        "DEFAULT_FROM_EMAIL": "chess@example.org",
        "EMAIL_TIMEOUT": 15,
    }


@pytest.mark.parametrize("missing", first_fast(1, sorted(MAIL)))
def test_mail_needs_to_know_whom_it_is_from_and_where_it_leads(tmp_path: Path, missing: str) -> None:
    result = run("DEBUG", CLUBCHESS_DATA=str(tmp_path), EMAIL_URL="smtp://localhost", **MAIL | {missing: ""})

    assert result.returncode != 0
    assert missing in result.stderr
