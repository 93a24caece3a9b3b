"""Who stands in a published line-up and cannot play after all: the inbox says so, until they play again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.models import Club, Fixture, InboxItem, InboxSubject, Player
from tournaments.recording import Change
from tournaments.selectors.outside_teams import answers_for, fixture_called
from tournaments.services.common.inbox_items import put_in_inbox, withdraw_from_inbox


def withdraw_absences(change: Change, fixture: Fixture, *, but: Collection[int] = ()) -> None:
    """Inside a recording: of whoever stands in that line-up no more nothing is asked; `but`: keys of who does."""
    waiting = InboxItem.objects.filter(club=fixture.team.league.club_id, asked=InboxSubject.LINE_UP, answer="")
    items = [each for each in waiting.order_by("pk") if each.facts.get("fixture") == fixture.pk]
    change.delete_many([each for each in items if each.player_id not in but])


def tell_of_absences(change: Change, club: Club, player: Player, fixtures: Sequence[Fixture]) -> None:
    """Inside a recording, once it is written: of these matches, in whose published line-up they stand. They have
    their team read."""
    known = answers_for(fixtures, [player.pk]) if fixtures else {}
    for fixture in fixtures:
        word = known[fixture.pk, player.pk]
        facts = {
            "fixture": fixture.pk,
            "date": fixture.date.isoformat(),
            "match": fixture_called(fixture),
            "said": str(word.said or ""),
        }
        if word.plays:
            withdraw_from_inbox(change, InboxSubject.LINE_UP, club=club, player=player, facts=facts)
        else:
            put_in_inbox(change, InboxSubject.LINE_UP, club=club, player=player, facts=facts)
