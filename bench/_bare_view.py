"""The least a Django view can do for somebody who is logged in: read the session, and one row."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournaments.models import Tournament


def bare(request: HttpRequest, key: int) -> HttpResponse:
    if "_auth_user_id" not in request.session:
        return HttpResponse(status=403)
    return HttpResponse(Tournament.objects.values_list("name", flat=True).get(pk=key))


urlpatterns = [path("<int:key>/", bare)]
