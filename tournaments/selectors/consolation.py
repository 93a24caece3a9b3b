"""Who is out of a cup and may play on in the tournament that takes its games. Nothing is done by it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import UNPUBLISHED_STATES, Action, Entry, Tournament, Withdrawal
from tournaments.selectors.shared_games import hosts_games
from tournaments.selectors.snapshots import configured_system, snapshot_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Eliminated:
    """`entry` of the cup, with its player; `round_number` of the tie that was lost. `is_earlier`: others have lost a
    later one since, so whoever wanted to play on has most likely been entered."""

    entry: Entry
    round_number: int
    is_earlier: bool


def host_of(cup: Tournament) -> Tournament | None:
    """Where those play on who are out of it; None where they do not, or where no round is left for them."""
    there = cup.counts_in
    if there is None or there.trashed_at is not None or not there.season.is_open:
        return None
    if not configured_system(cup).capabilities().losers_play_on or not hosts_games(there):
        return None
    published = there.rounds.exclude(state__in=UNPUBLISHED_STATES).count()
    return None if there.planned_rounds is not None and published >= there.planned_rounds else there


def may_enter_consolation(cup: Tournament, there: Tournament) -> tuple[Eliminated, ...]:
    """Those who are out, the newest first, but for guests, who has left the club or the cup, who is in that tournament,
    and who was taken off its list: that was a no."""
    out = configured_system(cup).capabilities().out_before(snapshot_of(cup))
    if not out:
        return ()
    entries = cup.entries.filter(number__in=out, is_guest=False, player__is_active=True).select_related("player")
    entries = entries.exclude(pk__in=Withdrawal.objects.filter(entry__tournament=cup, last_round=None).values("entry"))
    entries = entries.exclude(player__in=there.entries.values("player"))
    said_no, newest = taken_off(there), max(out.values())
    rounds = {each: out[each.number or 0] for each in entries if each.player_id not in said_no}
    found = [Eliminated(entry=each, round_number=lost, is_earlier=lost < newest) for each, lost in rounds.items()]
    return tuple(sorted(found, key=lambda each: (-each.round_number, each.entry.number or 0)))


def taken_off(tournament: Tournament) -> frozenset[int]:
    """The players who were taken off its list, whoever entered them: the record knows it."""
    removed = Action.objects.filter(tournament=tournament, verb="entry.remove", undone_by=None)
    return frozenset(facts["player"] for facts in removed.values_list("facts", flat=True) if "player" in facts)
