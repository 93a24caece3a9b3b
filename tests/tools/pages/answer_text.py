"""What an answer says, whatever its lines."""

from __future__ import annotations

from django.http import HttpResponse


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())
