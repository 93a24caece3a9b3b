"""Mails turned off by the link in them, without a log-in. Looking changes nothing: mailboxes look into all links."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.mail import links
from tournaments.models import Player
from tournaments.services.players import notifications


@never_cache
@csrf_exempt  # the link is what lets in, and a mailbox that turns mails off (RFC 8058) has no form of ours
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off_mail(request: HttpRequest, signed: str) -> HttpResponse:
    found = links.read(signed)
    if found is None:
        raise Http404
    player, this = found
    if request.method == "POST":
        notifications.turn_off(player, [*notifications.Mail] if request.POST.get("which") == "all" else [this])
        player = Player.objects.select_related("club").get(pk=player.pk)
    context = {
        "player": player,
        "club": player.club,
        "this": this,
        "wanted": notifications.wanted_by(player),
        "is_done": request.method == "POST",
    }
    response = render(request, "tournaments/calendar/unsubscribe.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response
