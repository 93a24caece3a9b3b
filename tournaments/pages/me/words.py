"""What was said of somebody's evenings to come: read for all of them at once, and resolved as `plans` resolves it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import AwayPeriod, Entry, Plan, Said, SaidBy
from tournaments.plans import COMES, Source, Word, is_closed, standing


@dataclass(frozen=True, kw_only=True, slots=True)
class MyWords:
    """`plans` by the entry's key and the date, `periods` by the player's key, those begun earliest first."""

    plans: Mapping[tuple[int, datetime.date], Plan]
    periods: Mapping[int, Sequence[AwayPeriod]]

    def of(self, entry: Entry, date: datetime.date) -> Word:
        """The last word, be it of that evening or of a longer time; else what always holds."""
        always = standing(entry.tournament, entry)
        plan = self.plans.get((entry.pk, date))
        later = [each for each in self._away(entry, date) if plan is None or each.said_at > plan.said_at]
        if later:
            newest = max(later, key=lambda each: each.said_at)
            first = min(later, key=lambda each: each.said_at)
            is_late = is_closed(entry.tournament, date, first.said_at)
            word = replace(_of_period(newest), is_late=is_late)
        elif plan is not None:
            word = _of_plan(plan)
        else:
            return always
        return replace(word, arrives_at=word.arrives_at or always.arrives_at)

    def _away(self, entry: Entry, date: datetime.date) -> list[AwayPeriod]:
        return [
            each
            for each in self.periods.get(entry.player_id, ())
            if each.first_day <= date <= each.last_day and each.tournament_id in {None, entry.tournament_id}
        ]


def words_of(entries: Collection[Entry], since: datetime.date) -> MyWords:
    """Of evenings from that day on. Two queries."""
    plans = Plan.objects.filter(entry__in=entries, date__gte=since)
    players = {entry.player_id for entry in entries}
    periods: dict[int, list[AwayPeriod]] = defaultdict(list)
    away = AwayPeriod.objects.filter(player__in=players, last_day__gte=since).select_related("tournament")
    for each in away.order_by("first_day", "pk"):
        periods[each.player_id].append(each)
    return MyWords(plans={(plan.entry_id, plan.date): plan for plan in plans}, periods=periods)


def _of_plan(plan: Plan) -> Word:
    said = Said(plan.said)
    return Word(
        source=Source.PLAN,
        is_expected=said in COMES,
        said=said,
        arrives_at=plan.arrives_at,
        first_round=plan.first_round,
        last_round=plan.last_round,
        sits_out=plan.sits_out,
        is_late=plan.is_late,
        is_confirmed=plan.is_confirmed,
        said_by=SaidBy(plan.said_by),
        noted_by=plan.noted_by_id,
        said_at=plan.said_at,
        key=plan.pk,
    )


def _of_period(period: AwayPeriod) -> Word:
    return Word(
        source=Source.PERIOD,
        is_expected=False,
        said=Said.AWAY,
        said_by=SaidBy(period.said_by),
        noted_by=period.noted_by_id,
        said_at=period.said_at,
        key=period.pk,
    )
