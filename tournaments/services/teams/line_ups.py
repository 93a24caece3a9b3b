"""Who plays in a match: put down, warned by the league's rules, published. The internal evening of that night follows
(rulebook, teams, A)."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.models import Action, Fixture, FixturePlace, User
from tournaments.pairing.teams.line_ups import warnings
from tournaments.pairing.teams.types import LineUp, LineUpWarning
from tournaments.recording import Change, Stale, last_change_in_club, recording
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.outside_teams import history_of, plays_elsewhere, rules_for, squad_of
from tournaments.services.calendar.line_up_absences import withdraw_absences
from tournaments.services.calendar.line_up_duties import shown_with, write_duties
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.players.notifications import tell_of_line_up

People = Sequence[int | None]
"""Keys of players by board, from board 1; None: nobody."""


class WarnedAnew(Exception):
    """The rules say something else of the line-up than what was on the screen. Nothing was changed."""


def version_of(fixture: Fixture) -> str:
    """What a form about this line-up was made for."""
    places = list(fixture.places.order_by("board").values_list("board", "player"))
    return fingerprint([fixture.draft, fixture.published_at, places])


def found_warnings(fixture: Fixture, people: People) -> tuple[LineUpWarning, ...]:
    """What the line-up breaks of the league's rules. Raises Refused where it is none."""
    squad = squad_of(fixture.team.league)
    rules = rules_for(fixture.team)
    strangers = [person for person in people if person is not None and person not in squad.squad.by_person]
    if strangers or len(people) > rules.boards:
        raise Refused(_("This line-up cannot be read. Choose again from the list."))
    line_up = _line_up(fixture, people)
    return warnings(line_up, squad.squad, history_of(fixture.team.league), rules)


def codes_of(found: Sequence[LineUpWarning]) -> str:
    """What a button that publishes over these warnings sends."""
    told = [[each.reason.to_json(), each.board, each.person] for each in found]
    return fingerprint(told) if told else ""


def save_draft(
    fixture: Fixture,
    people: People,
    *,
    seen: str,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Put down, for those alone who make the line-up. Raises Stale where another one has been put down since."""
    club = fixture.team.league.club
    with recording(
        club, actor=actor, verb="fixture.draft_line_up", receipt=receipt, facts=_facts(fixture, by_card)
    ) as change:
        fixture = _under_lock(fixture, seen, by_card)
        found_warnings(fixture, people)
        change.update(fixture, draft=None if list(people) == _published(fixture) else list(people))
    return change.action


def publish(
    fixture: Fixture,
    people: People,
    *,
    seen: str,
    over: str = "",
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Everybody sees it from now on, and whoever is in it plays for the club that night.

    `over`: the codes_of the warnings that were on the screen. Raises WarnedAnew where there are others by now, Stale
    where the line-up has been changed since.
    """
    club = fixture.team.league.club
    public = shown_with(club, [fixture])
    with recording(
        club,
        actor=actor,
        verb="fixture.publish_line_up",
        receipt=receipt,
        facts=_facts(fixture, by_card),
        public=public,
    ) as change:
        fixture = _under_lock(fixture, seen, by_card)
        if not any(person is not None for person in people):
            raise Refused(_("Nobody is in this line-up yet."))
        _refuse_doubled(fixture, people)
        before = {key for key in _published(fixture) if key is not None}
        found = found_warnings(fixture, people)
        if codes_of(found) != over:
            raise WarnedAnew
        seated = [person for person in people if person is not None]
        change.facts |= {"players": seated, "warnings": [each.reason.rule for each in found]}
        _write_places(change, fixture, people)
        change.update(fixture, draft=None, published_at=clock.now())
        write_duties(change, fixture, seated, anew=[key for key in seated if key not in before])
        withdraw_absences(change, fixture, but=seated)
        tell_of_line_up(fixture)
    return change.action


def take_back(
    fixture: Fixture,
    *,
    seen: str,
    actor: User | None,
    by_card: int | None = None,
    receipt: uuid.UUID | None = None,
) -> Action | None:
    """Nobody sees the line-up any more; it is a draft again. Refused once a board has a result."""
    club = fixture.team.league.club
    public = shown_with(club, [fixture])
    with recording(
        club,
        actor=actor,
        verb="fixture.unpublish_line_up",
        receipt=receipt,
        facts=_facts(fixture, by_card),
        public=public,
    ) as change:
        fixture = _under_lock(fixture, seen, by_card)
        if fixture.published_at is None:
            return None
        places = list(fixture.places.all())
        if any(place.result for place in places):
            raise Refused(_("This match has results: take them away first."))
        draft = fixture.draft or _published(fixture)
        change.delete_many(places)
        change.update(fixture, draft=draft, published_at=None)
        write_duties(change, fixture, (), anew=())
        withdraw_absences(change, fixture)
    return change.action


def _facts(fixture: Fixture, by_card: int | None) -> dict[str, object]:
    facts: dict[str, object] = {"fixture": fixture.pk, "team": fixture.team.name, "opponent": fixture.opponent}
    return facts if by_card is None else facts | {"by_card": by_card}


def _under_lock(fixture: Fixture, seen: str, by_card: int | None) -> Fixture:
    """As it is now, in a season that is open; by card its captain makes it. Raises Stale."""
    found = Fixture.objects.select_related("team__league__club", "team__league__season").filter(pk=fixture.pk).first()
    if found is None:
        raise Stale
    if by_card is not None and by_card != found.team.captain_id:
        raise Stale
    refuse_closed(found.team.league.season)
    if version_of(found) != seen:
        raise Stale(last_change_in_club(found, club=found.team.league.club))
    return found


def _refuse_doubled(fixture: Fixture, people: People) -> None:
    elsewhere = plays_elsewhere(fixture)
    doubled = [person for person in people if person in elsewhere]
    if doubled:
        names = display_names_in_club([person for person in doubled if person is not None])
        raise Refused(
            _("{player} plays for {team} that day. Take them out of one of the two line-ups.").format(
                player=names[doubled[0] or 0], team=elsewhere[doubled[0] or 0]
            )
        )


def _published(fixture: Fixture) -> list[int | None]:
    return [player for _board, player in fixture.places.order_by("board").values_list("board", "player")]


def _line_up(fixture: Fixture, people: People) -> LineUp:
    try:
        return LineUp(round=fixture.round, team=fixture.team.number, people=tuple(people))
    except ValueError as error:
        raise Refused(_("Somebody sits on two boards: choose again.")) from error


def _write_places(change: Change, fixture: Fixture, people: People) -> None:
    """A row for each board. Whoever changes a board's player keeps what is known of its opponent and its result; those
    are written anew, since two that change places would for a moment sit on one board each."""
    wanted = dict(enumerate([*people, *[None] * fixture.team.boards][: fixture.team.boards], 1))
    there = {place.board: place for place in fixture.places.all()}
    other = [place for board, place in there.items() if wanted.get(board) != place.player_id or board not in wanted]
    change.delete_many(other)
    known = {place.board: place for place in other}
    change.create_many(
        [
            FixturePlace(fixture=fixture, board=board, player_id=player, **_known(known.get(board)))
            for board, player in wanted.items()
            if board not in there or board in known
        ]
    )


def _known(place: FixturePlace | None) -> dict[str, object]:
    if place is None:
        return {}
    return {"result": place.result, "opponent": place.opponent, "opponent_rating": place.opponent_rating}
