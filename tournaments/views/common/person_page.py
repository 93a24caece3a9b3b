"""A person of a tournament: the page that verbs of several rooms lead back to, and the form about them."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse

from tournaments.forms.calendar.availability import AwayForm, DefaultAvailabilityForm
from tournaments.forms.evening.buttons import PairingTermsForm
from tournaments.forms.players.players import ContactForm, PlayerForm, contact_of, values_of
from tournaments.models import Entry, Player, PlayerContact, Tournament
from tournaments.pages.common.absence_kinds import is_excusing_worth_something
from tournaments.pages.evening.late_changes import LEFT_AS, MISTAKE
from tournaments.pages.evening.person import person_page
from tournaments.pages.setup.team_entries import team_page
from tournaments.pairing.types.snapshot import AbsenceKind
from tournaments.permissions import administers_club, directs_in_club
from tournaments.selectors.snapshots import configured_system
from tournaments.services.players import players
from tournaments.services.setup.pairing_terms import PairingTerms
from tournaments.views.common.outcome import NOTHING_DONE, Outcome
from tournaments.views.common.request import StaffRequest


def answer(request: StaffRequest, tournament: Tournament, entry: int, outcome: Outcome) -> HttpResponse:
    """After a verb that was tapped here and belongs to another page: back to the person, or to the evening where they
    are on the list no more."""
    found = tournament.entries.select_related("player").filter(pk=entry).first()
    place = [tournament.club.slug, tournament.slug]
    if found is None:
        return HttpResponseRedirect(reverse("evening", args=place))
    if outcome.is_refused:
        return page_of(request, tournament, found, outcome)
    return HttpResponseRedirect(reverse("person", args=[*place, found.pk]))


def page_of(
    request: StaffRequest,
    tournament: Tournament,
    entry: Entry,
    outcome: Outcome = NOTHING_DONE,
    *,
    sent_kind: str = "",
    away_form: AwayForm | None = None,
    terms_form: PairingTermsForm | None = None,
) -> HttpResponse:
    page = person_page(
        tournament,
        entry,
        helper=None if request.directs else request.user,
        shows_contact=administers_club(request.user, tournament.club),
        kind=kind_sent(sent_kind),
        is_our_mistake=sent_kind == MISTAKE,
    )
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "page": page,
        "outcome": outcome,
    }
    capabilities = configured_system(tournament).capabilities()
    if page.can_change and (capabilities.knows_owed_evenings or is_excusing_worth_something(capabilities)):
        context["terms_form"] = terms_form or PairingTermsForm(PairingTerms.of(entry), capabilities)
    if page.responses is not None:
        always = {"standing_plan": page.responses.default_availability, "usual_arrival": page.responses.usual_arrival}
        context["away_form"] = away_form or AwayForm(label_suffix="")
        context["standing_form"] = DefaultAvailabilityForm(label_suffix="", initial=always)
    if entry.is_team:
        context["team"] = team_page(tournament, entry)
    elif directs_in_club(request.user, tournament.club):
        form, contact = forms_about(request, entry.person)
        context |= {"player_form": form, "contact": contact, **seen_by(request, entry.person, form, contact)}
    return render(request, "tournaments/evening/person/page.html", context, status=outcome.status)


def kind_sent(sent_kind: str) -> AbsenceKind:
    return AbsenceKind(sent_kind) if sent_kind in set(AbsenceKind) else LEFT_AS


def forms_about(
    request: StaffRequest, player: Player, data: QueryDict | None = None
) -> tuple[PlayerForm, ContactForm | None]:
    """The two halves of the one form; the second for those who see contacts."""
    form = PlayerForm(data, club=player.club, player=player, initial=values_of(player))
    if not administers_club(request.user, player.club):
        return form, None
    there = PlayerContact.objects.filter(player=player).first()
    return form, ContactForm(data, initial=contact_of(there) if there else {})


def seen_by(request: StaffRequest, player: Player, form: PlayerForm, contact: ContactForm | None) -> dict[str, str]:
    """What the form was made for, which it carries as long as it is not sent successfully."""
    if form.is_bound:
        return {name: request.POST.get(name, "") for name in ("seen", "seen_contact")}
    return {
        "seen": players.version_of(player),
        "seen_contact": players.contact_version_of(player) if contact is not None else "",
    }
