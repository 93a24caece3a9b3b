"""A kept page and the same page rendered: through the whole application here, or served for the load script.

`python -m bench._phones_kept PATH` prints JSON with requests per CPU second; `… serve PORT` serves without keeping.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

BATCHES = 5
SECONDS = 0.2
STATIC_FILE = "bench-of-the-same-size.bin"


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubchess.settings"
    import django

    django.setup()
    if sys.argv[1] == "serve":
        _serve_without_keeping(sys.argv[2])
    else:
        print(json.dumps(_measure(sys.argv[1])))


def _serve_without_keeping(port: str) -> None:
    from django.core.management import call_command

    _keep_nothing()
    call_command("serve", bind=f"127.0.0.1:{port}")


def _keep_nothing() -> None:
    """Each request makes its page. Not even compressed, so that the keeping is not flattered."""
    from tournaments.views.common import public_access

    vars(public_access)["keep"] = lambda request, source, version, make: make()


def _measure(path: str) -> dict[str, float]:
    from django.conf import settings

    from clubchess.wsgi import application

    size = len(_ask(application, path))
    (settings.STATIC_ROOT / STATIC_FILE).write_bytes(os.urandom(size))
    from django.core.wsgi import get_wsgi_application

    with_file = get_wsgi_application()  # whitenoise looks once, when it begins
    measured = {
        "bytes": float(size),
        "file": _per_second(lambda: _ask(with_file, f"{settings.STATIC_URL}{STATIC_FILE}")),
        "kept": _per_second(lambda: _ask(application, path)),
        "live": _per_second(lambda: _ask(application, f"{path}live/", "v=-", expect="200")),
    }
    _keep_nothing()
    from tournaments.views.common.page_cache import forget_all

    forget_all()
    measured["rendered"] = _per_second(lambda: _ask(application, path))
    return measured | {"changed": _per_second(lambda: _ask_after_a_change(application, path))}


def _ask_after_a_change(application: Callable[..., Any], path: str) -> bytes:
    """A page is rendered once for each change, when nothing of its tables is there yet either."""
    from tournaments.pages.standings import rank_history, round_context, table_cache

    for keeper in (table_cache, round_context, rank_history):
        keeper.forget_all()
    return _ask(application, path)


def _ask(application: Callable[..., Any], path: str, query: str = "", *, expect: str = "200") -> bytes:
    said = []
    answer = application(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SCRIPT_NAME": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd",
            "HTTP_ACCEPT_LANGUAGE": "nb-NO,nb;q=0.9,en;q=0.8",
            "HTTP_USER_AGENT": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile",
            "wsgi.input": BytesIO(),
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
            "wsgi.multithread": True,
        },
        lambda status, headers: said.append(status),
    )
    try:
        body = b"".join(answer)
    finally:
        answer.close()
    if not said[0].startswith(expect):
        raise RuntimeError(f"{said[0]} for {path}")
    return body


def _per_second(job: Callable[[], object]) -> float:
    """The median of this process's own time, so that neighbours do not count."""
    job()
    rates = []
    for _ in range(BATCHES):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            job()
            done += 1
        rates.append(done / spent)
    return statistics.median(rates)


if __name__ == "__main__":
    main()
