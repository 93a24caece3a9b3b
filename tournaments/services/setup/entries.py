"""Who plays in a tournament: entering, numbers by lot, withdrawing and returning, pairs that must not meet."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournaments.models import (
    UNPUBLISHED_STATES,
    Attendance,
    Availability,
    Entry,
    ForbiddenPair,
    MemberAway,
    Player,
    Presence,
    PublishedTable,
    Round,
    TeamMember,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.paired_round import PairingImpossible, Reason
from tournaments.pairing.types.snapshot import Entrant
from tournaments.pairing.wording import sentence
from tournaments.recording import Change, Stale, last_change_in_club, recording, refresh
from tournaments.selectors.categories import categories_of, category_on_entering
from tournaments.selectors.club_ratings import ratings_to_enter
from tournaments.selectors.display_names import display_names_of_entries
from tournaments.selectors.evenings import is_waiting
from tournaments.selectors.snapshots import configured_system, unpacked_table
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.refusal import Refused
from tournaments.services.players.club_ratings import refuse_other_ratings
from tournaments.services.rounds import scheduled_games
from tournaments.services.rounds.finish import finish_played_rounds, shown_with_results
from tournaments.services.setup.single_group import refuse_two_groups


def enter_players(
    tournament: Tournament,
    players: Iterable[Player],
    *,
    joined_round: int | None = None,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> list[Entry]:
    """Their rating is frozen as it is now. Once numbers are drawn, late entrants get the next free ones and join in
    the round that is not published yet (or in `joined_round`, where that is later)."""
    players = list({player.pk: player for player in players}.values())
    with recording(
        tournament,
        actor=actor,
        verb="entry.add",
        receipt=receipt,
        facts={"players": [player.pk for player in players]},
        public=[tournament.club, tournament],  # whose lock renaming a player holds
    ) as change:
        return write_late_entries(change, tournament, players, joined_round=joined_round)


def write_late_entries(
    change: Change,
    tournament: Tournament,
    players: Sequence[Player],
    *,
    joined_round: int | None = None,
    home_club: str = "",
) -> list[Entry]:
    """Of a tournament that may be under way. Inside a recording that locks the club, too.

    Where a plan says who meets whom they take the numbers that it keeps free, or are refused.
    """
    refuse_when_closed(tournament)
    refuse_teams(tournament)
    if any(player.club_id != tournament.club_id for player in players):
        raise Refused(_("Only the club's own players can be entered."))
    there = set(Entry.objects.filter(tournament=tournament).values_list("player_id", flat=True))
    new = [player for player in players if player.pk not in there]
    ratings = ratings_to_enter(tournament, new)
    categories = categories_of(tournament)
    return write_joining(
        change,
        tournament,
        [
            Entry(
                tournament=tournament,
                player=player,
                rating=ratings[player.pk],
                home_club=home_club,
                category=category_on_entering(categories, ratings[player.pk]),
            )
            for player in new
        ],
        joined_round=joined_round,
    )


def refuse_teams(tournament: Tournament) -> None:
    if tournament.boards is not None:
        raise Refused(_("In this tournament teams play: enter the player in a team."))


def write_joining(
    change: Change, tournament: Tournament, new: Sequence[Entry], *, joined_round: int | None = None
) -> list[Entry]:
    """Players, or teams, with the numbers and the round from which they play. Inside a recording."""
    is_knock_out = configured_system(tournament).capabilities().knocks_out is not None
    if new and is_knock_out and scheduled_games.has_begun(tournament):
        raise Refused(_("The first round of the cup is published: nobody can come in any more."))
    highest = Entry.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"]
    joins = max(joined_round or 1, _first_unpublished(tournament))
    plan = (
        scheduled_games.scheduled_system_of(tournament)
        if highest is not None and scheduled_games.has_begun(tournament)
        else None
    )
    free = scheduled_games.free_numbers(tournament, plan, len(new)) if plan else ()
    for place, entry in enumerate(new, 1):
        entry.number = None if highest is None else free[place - 1] if plan else highest + place
        entry.joined_round = joins
    made = change.create_many(new)
    refuse_two_groups(tournament)
    waiting = Round.objects.filter(tournament=tournament, state__in=UNPUBLISHED_STATES)
    change.create_many([Attendance(round=each, entry=entry) for each in waiting for entry in made])
    scheduled_games.follow_schedule(change, tournament)
    return made


def remove_entry(entry: Entry, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Off the list, as if never entered: only for somebody whom no published round knows."""
    tournament = entry.tournament
    with recording(
        tournament,
        actor=actor,
        verb="entry.remove",
        receipt=receipt,
        facts={"player": entry.who},
        public=[tournament],
    ) as change:
        refuse_when_closed(tournament)
        found = _reread(entry)
        slots = Attendance.objects.filter(entry=found)
        if slots.exclude(round__state__in=UNPUBLISHED_STATES).exists():
            raise Refused(_("This player has been in a published round: let them withdraw instead."))
        if slots.exclude(game=None, bye="").exists():
            raise Refused(_("This player is in the draft: go back to check-in first."))
        _refuse_listed(found)
        change.delete_many(MemberAway.objects.filter(attendance__in=slots))
        change.delete_many(TeamMember.objects.filter(entry=found))
        change.delete_many(slots)
        change.delete_many(Availability.objects.filter(entry=found))
        change.delete_many(Withdrawal.objects.filter(entry=found))
        change.delete_many(ForbiddenPair.objects.filter(one=found))
        change.delete_many(ForbiddenPair.objects.filter(other=found))
        change.delete(found)


def _refuse_listed(entry: Entry) -> None:
    """Late entrants are listed from the table after the round before theirs on: their number must stay theirs then."""
    kept = PublishedTable.objects.filter(
        round__tournament=entry.tournament_id, round__number=entry.joined_round - 1
    ).first()
    if kept is not None and any(row.player == entry.number for row in unpacked_table(kept.table).rows):
        raise Refused(
            _("This player is in the table published after round {number}: let them withdraw instead.").format(
                number=entry.joined_round - 1
            )
        )


def withdraw_entry(entry: Entry, *, actor: User | None, receipt: uuid.UUID | None = None) -> Withdrawal:
    """From the first round that is not published yet, until they return. Points stay. A round of a plan on the wall
    that only waited for their game is played with it."""
    tournament = entry.tournament
    with recording(
        tournament,
        actor=actor,
        verb="entry.withdraw",
        receipt=receipt,
        facts={"player": entry.who},
        public=shown_with_results([tournament]),
    ) as change:
        return write_withdrawal(change, entry)


def write_withdrawal(change: Change, entry: Entry) -> Withdrawal:
    """Inside a recording."""
    tournament = entry.tournament
    refuse_when_closed(tournament)
    found = _reread(entry)
    first = max(_first_unpublished(tournament), found.joined_round)
    if Withdrawal.objects.filter(entry=found, last_round=None).exists():
        raise Refused(_("This player has withdrawn already."))
    away = Withdrawal.objects.filter(entry=found, last_round__gte=first - 1).order_by("-last_round").first()
    for slot in Attendance.objects.filter(entry=found, round__state__in=UNPUBLISHED_STATES, round__number__gte=first):
        change.update(slot, presence=Presence.UNMARKED)
    if away is not None:  # had returned, and goes again before playing
        change.update(away, last_round=None)
    else:
        away = change.create(Withdrawal(entry=found, first_round=first))
    scheduled_games.follow_schedule(change, tournament)
    scheduled_games.drop_unneeded_games(change, found)
    finish_played_rounds(change, tournament)
    return away


def return_entry(entry: Entry, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Back from the first round that is not published yet."""
    tournament = entry.tournament
    with recording(
        tournament,
        actor=actor,
        verb="entry.return",
        receipt=receipt,
        facts={"player": entry.who},
        public=[tournament],
    ) as change:
        refuse_when_closed(tournament)
        found = _reread(entry)
        last = _first_unpublished(tournament) - 1
        lasting = Q(last_round=None) | Q(last_round__gt=last)  # returned for a round that was taken back since
        away = Withdrawal.objects.filter(lasting, entry=found).order_by("-first_round").first()
        if away is None:
            raise Refused(_("This player has not withdrawn."))
        if last < away.first_round:
            change.delete(away)
        else:
            change.update(away, last_round=last)
        scheduled_games.follow_schedule(change, tournament)


def take_rating(entry: Entry, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> Entry:
    """The rating that the club's list has by now, in place of the one that was frozen on entering.

    `seen` is the one that the list had on the screen. Only before the first round.
    """
    tournament = entry.tournament
    with recording(
        tournament,
        actor=actor,
        verb="entry.take_rating",
        receipt=receipt,
        facts={"player": entry.who},
        public=[tournament.club, tournament],  # whose lock whoever edits a player holds
    ) as change:
        found = _reread(entry)
        listed = ratings_to_enter(tournament, [found.person])[found.person_id]
        if found.rating == listed:
            return found
        refuse_when_closed(tournament)
        refuse_other_ratings(tournament)
        if str(listed or "") != seen:
            raise Stale(last_change_in_club(found.person, club=tournament.club))
        change.facts["rating"] = listed or "–"
        change.update(found, rating=listed)
        return found


def draw_numbers(tournament: Tournament, *, actor: User | None, receipt: uuid.UUID | None = None) -> list[Entry]:
    """Start numbers from the tournament's seed, over the entries in the order in which they were entered.

    Raises Refused with the system's reasons when it cannot number them.
    """
    with recording(tournament, actor=actor, verb="entry.draw_numbers", receipt=receipt, public=[tournament]) as change:
        if Round.objects.filter(tournament=tournament).exists():
            raise Refused(_("The first round is open: the numbers stay as they are."))
        return write_numbers(change, tournament)


def write_entries(change: Change, tournament: Tournament, players: Iterable[Player]) -> list[Entry]:
    """Of a tournament that is being made, without numbers. Inside a recording."""
    players = list(players)
    if players:
        refuse_teams(tournament)
    if any(player.club_id != tournament.club_id for player in players):
        raise Refused(_("Only the club's own players can be entered."))
    ratings = ratings_to_enter(tournament, players)
    categories = categories_of(tournament)
    return change.create_many(
        [
            Entry(
                tournament=tournament,
                player=each,
                rating=ratings[each.pk],
                category=category_on_entering(categories, ratings[each.pk]),
            )
            for each in players
        ]
    )


def write_numbers(change: Change, tournament: Tournament) -> list[Entry]:
    """Inside a recording. Raises Refused with the system's reasons when it cannot number them."""
    entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))
    if not entries:
        raise Refused(_("Nobody has been entered yet: enter the players first."))
    entered = [Entrant(number=place, rating=entry.rating) for place, entry in enumerate(entries, 1)]
    try:
        drawn = configured_system(tournament).start_numbers(entered, Lots(tournament.seed, 0))
    except PairingImpossible as impossible:
        raise Refused(_sentences(impossible.reasons, entries)) from impossible
    moved = [
        (entries[place - 1], number)
        for number, place in enumerate(drawn, 1)
        if place is not None and entries[place - 1].number != number
    ]
    change.update_many([(entry, {"number": None}) for entry, _number in moved])
    change.update_many([(entry, {"number": number}) for entry, number in moved])
    return entries


def _sentences(reasons: Iterable[Reason], entries: Sequence[Entry]) -> str:
    """Numbers in them are places in the order of entering."""
    called = display_names_of_entries(entries)
    return " ".join(sentence(reason, lambda place: called[entries[place - 1].pk], _) for reason in reasons)


def forbid_pair(
    tournament: Tournament, one: Entry, other: Entry, *, actor: User | None, receipt: uuid.UUID | None = None
) -> ForbiddenPair:
    """The two are never paired, whatever else is relaxed."""
    if one.pk == other.pk:
        raise Refused(_("Choose two different players."))
    one, other = sorted((one, other), key=lambda entry: entry.pk)
    with _pair_recording(tournament, "pair.forbid", one, other, actor, receipt) as change:
        refresh(one)
        refresh(other)
        found = ForbiddenPair.objects.filter(one=one, other=other).first()
        return found or change.create(ForbiddenPair(tournament=tournament, one=one, other=other))


def allow_pair(
    tournament: Tournament, one: Entry, other: Entry, *, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    one, other = sorted((one, other), key=lambda entry: entry.pk)
    with _pair_recording(tournament, "pair.allow", one, other, actor, receipt) as change:
        change.delete_many(ForbiddenPair.objects.filter(one=one, other=other))


def _pair_recording(
    tournament: Tournament, verb: str, one: Entry, other: Entry, actor: User | None, receipt: uuid.UUID | None
) -> AbstractContextManager[Change]:
    if {one.tournament_id, other.tournament_id} != {tournament.pk}:
        raise Refused(_("Both must play in this tournament."))
    facts = {"players": [one.who, other.who]}
    return recording(tournament, actor=actor, verb=verb, receipt=receipt, facts=facts)


def _first_unpublished(tournament: Tournament) -> int:
    """The number of the first round that can still be paired, or whose boards hang on the wall before its evening."""
    paired = Round.objects.filter(tournament=tournament).exclude(state__in=UNPUBLISHED_STATES)
    last = paired.order_by("-number").first()
    return 1 if last is None else last.number + (not is_waiting(tournament, last))


def _reread(entry: Entry) -> Entry:
    found = Entry.objects.filter(pk=entry.pk).first()
    if found is None:
        raise Stale
    return found
