"""What a process tells whoever watches it, in Prometheus' form: answers with their times, jobs, memory and processor.

Each process tells of itself: ask each of them, not the proxy in front. Jobs are the installation's, the same from each.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.db import Error
from django.db.models import Case, Count, Min, When
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tasks_db.models import DBTaskResult, get_date_max
from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from clubchess import health
from clubchess.middleware import is_tap

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_IS_UP: Final = "1 where the database answers."
_IS_WRITABLE: Final = "1 where the database takes writes; a full disk is told by clubchess_disk_free_bytes."
_OF_MACHINES: Final = frozenset({"/healthz", "/readyz", "/metrics"})

registry: Final = CollectorRegistry()
_answers: Final = Counter(
    "clubchess_answers", "Answers by kind of request and by status.", ["kind", "status"], registry=registry
)
_seconds: Final = Histogram(
    "clubchess_answer_seconds", "Time to an answer.", ["kind"], buckets=_SECONDS, registry=registry
)


class _Database(Collector):
    """Asked when somebody looks, so one that is away is told of too. Of jobs, those that wait: an index has them."""

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterable[Metric]:
        due_since = Case(When(run_after=get_date_max(), then="enqueued_at"), default="run_after")
        try:
            due = DBTaskResult.objects.ready().order_by().aggregate(count=Count("pk"), since=Min(due_since))
            is_writable = health.takes_writes()
        except Error:
            yield GaugeMetricFamily("clubchess_database_up", _IS_UP, value=0)
            return
        waited = (timezone.now() - due["since"]).total_seconds() if due["since"] else 0
        yield GaugeMetricFamily("clubchess_database_up", _IS_UP, value=1)
        yield GaugeMetricFamily("clubchess_database_writable", _IS_WRITABLE, value=is_writable)
        yield GaugeMetricFamily("clubchess_jobs_due", "Jobs that no worker has begun yet.", value=due["count"])
        yield GaugeMetricFamily("clubchess_oldest_job_seconds", "How long the first of them is due.", value=waited)


class _Disk(Collector):
    """Told also while the database is away, for which it may be the reason."""

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterable[Metric]:
        with suppress(OSError):
            free = health.free_bytes()
            if free is not None:
                yield GaugeMetricFamily("clubchess_disk_free_bytes", "Room for SQLite's file.", value=free)


ProcessCollector(registry=registry)  # where the machine tells of it (Linux)
GCCollector(registry=registry)
registry.register(_Database())
registry.register(_Disk())


def measured(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path in _OF_MACHINES:
            return get_response(request)
        began = time.perf_counter()
        response = get_response(request)
        kind = _kind(request, response)
        _seconds.labels(kind).observe(time.perf_counter() - began)
        _answers.labels(kind, response.status_code).inc()
        return response

    return middleware


def _kind(request: HttpRequest, response: HttpResponse) -> str:
    """Few kinds, whatever anybody asks for: an address in a label would be as many series as there are addresses."""
    if request.method not in {"GET", "HEAD"}:
        return "tap" if is_tap(request) else "form"
    if request.path.startswith(settings.STATIC_URL):
        return "file"
    if request.resolver_match is None:  # answered before any address was looked up
        return "kept" if response.status_code in {200, 204, 304} else "none"
    return "staff" if "/staff/" in request.resolver_match.route else "public"


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Where METRICS_TOKEN is set, for whoever brings it; else there is no such page."""
    token = settings.METRICS_TOKEN
    if not token:
        raise Http404
    kind, _space, given = request.headers.get("Authorization", "").partition(" ")
    sent = given.encode("latin-1", "replace")  # the bytes that came: a server reads headers as Latin-1
    if kind.lower() != "bearer" or not secrets.compare_digest(sent, token.encode()):
        answer = HttpResponse("token missing or wrong", status=401, content_type="text/plain; charset=utf-8")
        answer["WWW-Authenticate"] = "Bearer"
        return answer
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
