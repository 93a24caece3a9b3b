"""Who can play in a match of a team: what members say, whom a captain asks, what always holds of somebody."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import (
    Action,
    Club,
    Fixture,
    FixtureAnswer,
    OutsideTeam,
    Player,
    RespondedBy,
    SquadPlace,
    User,
    UsualAnswer,
)
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.recording import Change, Stale, recording
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import answers_for, fixture_called, silent_of, stands_to_play
from tournaments.services.calendar.line_up_absences import tell_of_absences
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.refusal import Refused

ASK_SILENT = "tournaments.mail.asking.ask_silent_of_fixture"


def answer(
    fixture: Fixture,
    player: Player,
    said: SquadAnswer | None,
    *,
    arrives_at: datetime.time | None = None,
    said_by: RespondedBy,
    actor: User | None,
    by_card: int | None = None,
    seen: str,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """The last word counts, and none comes too late until the day is over; None takes back what was said.

    `by_card` is the key of the player whose card it is: their own or the captain's. `seen` is the version of the answer
    on the screen; raises Stale where something else was said meanwhile.
    """
    club = fixture.team.league.club
    facts = {"player": player.pk, "fixture": fixture.pk, "what": str(said or "nothing"), "said_by": str(said_by)}
    facts |= _card(by_card)
    with recording(club, actor=actor, verb="fixture.answer", receipt=receipt, facts=facts) as change:
        fixture = _to_come(change, club, fixture)
        _refuse_card(fixture.team, by_card, player)
        (place,) = _places(fixture, [player])
        known = answers_for([fixture], [player.pk])[fixture.pk, player.pk]
        values = {"said": str(said or ""), "arrives_at": arrives_at if said is SquadAnswer.LATER else None}
        row = known.row
        stands = {name: getattr(row, name) for name in values} if row is not None else {"said": "", "arrives_at": None}
        if stands == values and not (known.is_away and said is not None):
            return None
        if known.version != seen:
            raise Stale
        heard = {"said_by": str(said_by), "noted_by": actor if by_card is None else None, "said_at": clock.now()}
        if row is None:
            change.create(FixtureAnswer(fixture=fixture, player=player, **values, **heard))
        elif said is None and place.team_id == fixture.team_id:
            change.delete(row)
        else:  # whoever was asked from outside the team stays asked
            change.update(row, **values, **heard)
        lined_up = [each for each in stands_to_play(player, fixture.date) if each.pk == fixture.pk]
        tell_of_absences(change, club, player, lined_up)
    return change.action


def ask(
    fixture: Fixture,
    players: Collection[Player],
    *,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """People of other teams, or of none: from now on the match stands on their card. The team's own are asked anyhow,
    and nobody twice."""
    club = fixture.team.league.club
    facts = {"players": sorted({each.pk for each in players}), "fixture": fixture.pk} | _card(by_card)
    with recording(club, actor=actor, verb="fixture.ask", receipt=receipt, facts=facts) as change:
        fixture = _to_come(change, club, fixture)
        _refuse_card(fixture.team, by_card)
        asked = set(FixtureAnswer.objects.filter(fixture=fixture).values_list("player", flat=True))
        fresh = [
            place
            for place in _places(fixture, players)
            if place.team_id != fixture.team_id and place.player_id not in asked
        ]
        by = RespondedBy.TELEPHONE if by_card is None else RespondedBy.CARD
        heard = {"said_by": str(by), "noted_by": actor if by_card is None else None, "said_at": clock.now()}
        change.create_many([FixtureAnswer(fixture=fixture, player=each.player, said="", **heard) for each in fresh])
        change.facts["players"] = [each.player_id for each in fresh]
    return change.action


def ask_silent(
    fixture: Fixture, *, actor: User | None, by_card: int | None = None, receipt: uuid.UUID | None = None
) -> Action | None:
    """Now, by mail: whoever is asked and has said nothing, if they want such mails; each once a day.

    The job is called by its name, since it says things in words, of which services know nothing.
    """
    club = fixture.team.league.club
    facts: Mapping[str, Any] = {"fixture": fixture.pk} | _card(by_card)
    with recording(club, actor=actor, verb="fixture.ask_silent", receipt=receipt, facts=facts) as change:
        fixture = _to_come(change, club, fixture)
        _refuse_card(fixture.team, by_card)
        if not settings.MAIL_ON:
            raise Refused(_("This installation sends no mail: copy the text for the club’s chat instead."))
        if not silent_of(fixture):
            raise Refused(_("Everybody has answered."))
        change.touch(fixture)
        import_string(ASK_SILENT).enqueue(fixture=fixture.pk)
    return change.action


def set_usual_answer(
    place: SquadPlace,
    usual: UsualAnswer,
    *,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """What holds of each match of the league of which they have said nothing."""
    club = place.league.club
    facts = {"player": place.player_id, "what": str(usual) or "none", "league": place.league.name} | _card(by_card)
    with recording(club, actor=actor, verb="squad.usual_answer", receipt=receipt, facts=facts) as change:
        found = SquadPlace.objects.select_related("league__season", "player").filter(pk=place.pk).first()
        if found is None or found.player_id != place.player_id:
            raise Stale
        refuse_closed(found.league.season)
        if by_card is not None and by_card != found.player_id:
            raise Refused(_("Only they themselves say by card what their usual answer is."))
        if found.usual_answer == usual:
            return None
        change.update(found, usual_answer=str(usual))
        today = evening_days(club.time_zone)[0]
        league = [each for each in stands_to_play(found.player, today) if each.team.league_id == found.league_id]
        tell_of_absences(change, club, found.player, league)
    return change.action


def _card(by_card: int | None) -> dict[str, object]:
    return {} if by_card is None else {"by_card": by_card}


def _to_come(change: Change, club: Club, fixture: Fixture) -> Fixture:
    """As it is under the lock; what the record tells of it stands in the facts."""
    rows = Fixture.objects.filter(pk=fixture.pk, team__league__club=club)
    found = rows.select_related("team__league__season").first()
    if found is None:
        raise Stale
    refuse_closed(found.team.league.season)
    if found.date < evening_days(club.time_zone)[0]:
        raise Refused(_("This match is over: it is too late to say who can play."))
    change.facts |= {"date": found.date.isoformat(), "match": fixture_called(found)}
    return found


def _refuse_card(team: OutsideTeam, by_card: int | None, player: Player | None = None) -> None:
    """By card somebody says it of themselves, and the captain does what is to be done for the team."""
    if by_card is not None and by_card not in {team.captain_id, player.pk if player else None}:
        raise Refused(_("Only the captain of {team} does that.").format(team=team.name))


def _places(fixture: Fixture, players: Collection[Player]) -> list[SquadPlace]:
    """Of all of them, in the order of the list."""
    league = fixture.team.league
    rows = SquadPlace.objects.filter(league=league, player__in=players).select_related("player")
    places = list(rows.order_by("position", "pk"))
    listed = {place.player_id for place in places}
    for each in players:
        if each.pk not in listed:
            called = display_name_of(each) if each.club_id == league.club_id else _("This person")
            raise Refused(
                _("{player} is not on the club’s list for {league}.").format(player=called, league=league.name)
            )
    return places
