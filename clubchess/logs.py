"""What may stand in a log line: no names, no tokens, and so no paths and no messages of exceptions."""

import logging
import traceback
from http import HTTPStatus
from types import TracebackType
from typing import Any

from django.db import DatabaseError
from structlog.typing import EventDict, WrappedLogger

from clubchess.outages import is_away, named_by_the_database, stacks

STATUSES: dict[int | None, str] = {status.value: status.phrase for status in HTTPStatus}
ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def drop_paths(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """A path can hold an invitation, so a request is named by its route. Django hangs the request on its records."""
    record = event.get("_record")
    request = getattr(record, "request", None)
    if record is not None and request is not None and hasattr(request, "path"):
        match = getattr(request, "resolver_match", None)
        event["status"] = getattr(record, "status_code", None)
        event["event"] = _own_words(record, event["status"])
        event["method"] = request.method
        event["route"] = match.route if match else None
    return event


def _own_words(record: logging.LogRecord, status: int | None) -> str:
    """Nothing of what was filled into the message: it may be a path, or quote what somebody sent."""
    if status in STATUSES:
        return STATUSES[status]
    return record.msg.replace("%s", "…").removesuffix(": …") if isinstance(record.msg, str) else "request"


def few_stacks_of_outages(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """While the database is away everything fails in the same way."""
    exc_info = _exc_info(event)
    if exc_info and is_away(exc_info[1]) and not stacks.taken():
        _by_type(event, exc_info)
    return event


def frames_only(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """An exception's message may quote what somebody typed: its type and its place are enough to find it."""
    exc_info = _exc_info(event)
    if exc_info:
        _by_type(event, exc_info)
        event["frames"] = [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(exc_info[2])]
    return event


def drop_message_of_database_errors(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """On a terminal a developer reads along, yet a database quotes whole rows."""
    exc_info = _exc_info(event)
    return frames_only(logger, method, event) if exc_info and issubclass(exc_info[0], DatabaseError) else event


def _by_type(event: EventDict, exc_info: ExceptionInfo) -> None:
    """And by the database's own name for it, where it has one: a full disk is no server that is gone."""
    event["exc_info"] = None
    event["exception"] = exc_info[0].__qualname__
    if name := named_by_the_database(exc_info[1]):
        event["database_error"] = name


def _exc_info(event: EventDict) -> ExceptionInfo | None:
    exc_info: Any = event.get("exc_info")
    if isinstance(exc_info, BaseException):
        return type(exc_info), exc_info, exc_info.__traceback__
    return exc_info if isinstance(exc_info, tuple) and exc_info[0] else None
