"""Prizes: who gets what and why, for the staff, the public and on paper; and certificates for those who have one."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Round, Series, Tournament
from tournaments.pages.common.dates_in_words import in_full
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.links import Addresses
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.events.series_table import Shown
from tournaments.pages.files.prize_papers import Certificate
from tournaments.pages.standings.published_tournament import NotPublished, published_tournament
from tournaments.pages.standings.table_filters import QUERY, group_code, may_filter
from tournaments.pairing.prizes.types import Award, PersonKey, Prize, Sharing
from tournaments.pairing.series.categories import CategoryKind
from tournaments.pairing.wording import listing
from tournaments.selectors.categories import categories_of
from tournaments.selectors.prizes import ClubPrizes, NamedPrizes, Prized, prizes_of

ALL = "all"


@dataclass(frozen=True, kw_only=True, slots=True)
class AwardShown:
    """`prize` is which one of the list, `gets` what it is. `why` only for the staff. `url` leads to the person."""

    person: PersonKey
    prize: str
    name: str
    url: str
    gets: str
    why: tuple[str, ...]
    by_lot: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ListShown:
    """`to_win`: the prizes one by one. `left` says how many nobody gets; empty where none is left."""

    number: int
    name: str
    who: str
    who_url: str
    """Of the standings of these alone; empty where there are none."""
    how: str
    to_win: tuple[tuple[str, str], ...]
    awards: tuple[AwardShown, ...]
    left: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonShown:
    key: PersonKey
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizesPage:
    """`lists` empty where nothing is set up. `changes`: what would come out otherwise now than when it was fixed.

    `spent` is the money of all that is given; empty where it is none.
    """

    name: str
    state: str
    lists: tuple[ListShown, ...]
    rules: tuple[str, ...]
    is_public: bool
    is_over: bool
    fixed_at: datetime.datetime | None
    changes: tuple[str, ...]
    wanting_none: tuple[PersonShown, ...]
    waits_for_lot: bool
    spent: str
    winners: tuple[PersonShown, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PublicPrizes:
    """What can be won, and, once it is fixed, by whom."""

    lists: tuple[ListShown, ...]
    fixed_at: datetime.datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizeCertificates:
    """`receivers` are the choices of whose certificates are printed: code, name, chosen."""

    title: str
    of: str
    receivers: tuple[tuple[str, str, bool], ...]
    certificates: tuple[Certificate, ...]


def prizes_page(thing: Prized) -> PrizesPage:
    prizes = prizes_of(thing)
    words = _PrizeWords(thing, Audience.STAFF, prizes)
    if prizes is None:
        return PrizesPage(
            name=thing.name,
            state="",
            lists=(),
            rules=(),
            is_public=False,
            is_over=False,
            fixed_at=None,
            changes=(),
            wanting_none=(),
            waits_for_lot=False,
            spent="",
            winners=(),
        )
    spent = sum(award.cents for award in prizes.awards)
    return PrizesPage(
        name=thing.name,
        state=_state(thing, prizes),
        lists=words.lists(),
        rules=_rules(prizes),
        is_public=prizes.scheme.is_public,
        is_over=prizes.is_over,
        fixed_at=prizes.fixed.at if prizes.fixed else None,
        changes=words.changes(),
        wanting_none=tuple(PersonShown(key=key, name=words.name(key)) for key in prizes.left_out),
        waits_for_lot=any(award.by_lot for award in prizes.awards),
        spent=money(spent, prizes.scheme.currency) if spent else "",
        winners=tuple(
            PersonShown(key=key, name=words.name(key)) for key in dict.fromkeys(each.person for each in prizes.awards)
        ),
    )


def public_prizes(thing: Prized) -> PublicPrizes | None:
    """None where there are none, or the club does not show them."""
    prizes = prizes_of(thing)
    if prizes is None or not prizes.scheme.is_public:
        return None
    return PublicPrizes(
        lists=_PrizeWords(thing, Audience.PUBLIC, prizes).lists(), fixed_at=prizes.fixed.at if prizes.fixed else None
    )


def public_prizes_page(tournament: Tournament) -> PublicPrizes:
    """Raises NotPublished."""
    found = public_prizes(tournament)
    if found is None:
        raise NotPublished
    return found


def prize_certificates(thing: Prized, receivers: str, at: datetime.date) -> PrizeCertificates:
    """Of all who get a prize, of one list (l and its number), or of one person (p and the key). Raises NotPublished."""
    prizes = prizes_of(thing)
    if prizes is None:
        raise NotPublished
    words = _PrizeWords(thing, Audience.STAFF, prizes)
    awards = [award for award in prizes.awards if not award.by_lot]
    choices = [(ALL, _("Everybody with a prize"))]
    choices += [(f"l{number}", each.name) for number, each in enumerate(prizes.scheme.lists, 1)]
    choices += [(f"p{key}", words.name(key)) for key in dict.fromkeys(award.person for award in awards)]
    if receivers not in dict(choices):
        raise NotPublished
    chosen = [award for award in awards if receivers in {ALL, f"l{award.of + 1}", f"p{award.person}"}]
    day = in_full(_last_day(thing) or at)
    return PrizeCertificates(
        title=_("Certificates"),
        of=thing.name,
        receivers=tuple((code, name, code == receivers) for code, name in choices),
        certificates=tuple(
            Certificate(
                name=words.name(award.person),
                place=_("{prize} prize, {list}").format(
                    prize=words.prize(award), list=prizes.scheme.lists[award.of].name
                ),
                medal=award.first if award.first <= 3 else None,
                result=award.thing,  # what is paid out is on the list, not on the wall at home
                after="",
                date=day,
            )
            for award in chosen
        ),
    )


def money(cents: int, currency: str) -> str:
    """As 100 € or 33.34 €, or as the language has it."""
    whole, part = divmod(cents, 100)
    amount = number_format(Decimal(cents) / 100, decimal_pos=2) if part else number_format(whole)
    said = pgettext("an amount of money", "{amount} {currency}").format(amount=amount, currency=currency)
    return said.strip().replace(" ", "\u00a0")


class _PrizeWords:
    """Who is meant, as this audience may know them, and what is said of awards."""

    def __init__(self, thing: Prized, audience: Audience, prizes: ClubPrizes | None) -> None:
        self.thing = thing
        self.prizes = prizes
        self.audience = audience
        self.names, self.url = _people(thing, audience) if prizes is not None else ({}, lambda _key: "")

    def name(self, key: PersonKey) -> str:
        return self.names.get(key) or _("Player")

    def lists(self) -> tuple[ListShown, ...]:
        prizes = self._prizes
        says_who = self.audience is Audience.STAFF or prizes.fixed is not None
        return tuple(
            ListShown(
                number=number + 1,
                name=each.name,
                who=_for_whom(each, self.audience),
                who_url=self._who_url(number, each),
                how=_how(each),
                to_win=tuple((ordinal(at), self._thing(prize)) for at, prize in enumerate(each.prizes, 1)),
                awards=tuple(self._award(award) for award in prizes.awards if award.of == number) if says_who else (),
                left=self._left(number),
            )
            for number, each in enumerate(prizes.scheme.lists)
        )

    def _who_url(self, number: int, named: NamedPrizes) -> str:
        if isinstance(self.thing, Series):
            return ""
        code = ""
        if named.of:
            names = [each.name for each in categories_of(self.thing)]
            code = str(names.index(named.of) + 1) if named.of in names else ""
        elif named.category is not None and may_filter(named.category.category.kind, self.audience):
            code = group_code(number + 1)
        return f"{Addresses.of(self.thing, self.audience).standings()}?{QUERY}={code}" if code else ""

    def prize(self, award: Award) -> str:
        """Which of its list: 1st, or 2nd–4th of those who share."""
        if award.first == award.last:
            return ordinal(award.first)
        return f"{ordinal(award.first)}–{ordinal(award.last)}"

    def gets(self, award: Award) -> str:
        return self._thing(Prize(cents=award.cents, thing=award.thing))

    def changes(self) -> tuple[str, ...]:
        """Person by person, what was fixed and what would come out now."""
        prizes = self._prizes
        if not prizes.is_changed or prizes.fixed is None:
            return ()
        found = []
        for key in dict.fromkeys(award.person for award in (*prizes.fixed.awards, *prizes.given.awards)):
            then, now = (
                sorted((award.of, award.cents, award.thing) for award in awards if award.person == key)
                for awards in (prizes.fixed.awards, prizes.given.awards)
            )
            if then != now:
                found.append(
                    _("{player}: {then} when the prizes were made final; today it would be {now}.").format(
                        player=self.name(key), then=self._all(then), now=self._all(now)
                    )
                )
        return tuple(found)

    @property
    def _prizes(self) -> ClubPrizes:
        if self.prizes is None:
            raise NotPublished
        return self.prizes

    def _all(self, told: Sequence[tuple[int, int, str]]) -> str:
        return ", ".join(self._thing(Prize(cents=cents, thing=thing)) for _of, cents, thing in told) or pgettext(
            "a prize", "nothing"
        )

    def _thing(self, prize: Prize) -> str:
        parts = [money(prize.cents, self._prizes.scheme.currency)] if prize.cents else []
        return " + ".join([*parts, *filter(None, [prize.thing])]) or "–"

    def _award(self, award: Award) -> AwardShown:
        return AwardShown(
            person=award.person,
            prize=self.prize(award),
            name=self.name(award.person),
            url=self.url(award.person),
            gets=self.gets(award),
            why=tuple(self._why(award)) if self.audience is Audience.STAFF and self._prizes.fixed is None else (),
            by_lot=award.by_lot,
        )

    def _why(self, award: Award) -> list[str]:
        prizes = self._prizes
        named = prizes.scheme.lists[award.of]
        said = [_("{place} of “{list}”.").format(place=ordinal(award.place), list=named.name)]
        others = [each for each in prizes.given.awards if each.of == award.of and each.first < award.first]
        told = {person for each in others for person in (*each.passed, *each.level, each.person)}
        handed = [person for person in award.passed if person not in told]
        if having := [self._with_prize(person) for person in handed if person not in prizes.left_out]:
            said.append(_("Ahead, but with another prize: {players}.").format(players=", ".join(having)))
        if wanting := [self.name(person) for person in handed if person in prizes.left_out]:
            said.append(_("Ahead, but wanting no prize: {players}.").format(players=", ".join(wanting)))
        if award.level:
            names = listing([self.name(person) for person in award.level], _)
            if award.pool:
                said.append(
                    _("Shares {pool} with {players}.").format(
                        pool=money(award.pool, prizes.scheme.currency), players=names
                    )
                )
            elif award.by_lot:
                said.append(_("Level with {players}: decided by lot.").format(players=names))
            else:
                said.append(_("Level with {players}: the table decides who gets what.").format(players=names))
        if award.level and award.pool and award.by_lot:
            said.append(_("What cannot be divided is decided by lot."))
        return said

    def _with_prize(self, person: PersonKey) -> str:
        prizes = self._prizes
        award = next(
            (each for each in prizes.given.of_person(person) if not prizes.scheme.lists[each.of].is_besides), None
        )
        if award is None:
            return self.name(person)
        return _("{player} ({prize} of “{list}”)").format(
            player=self.name(person), prize=self.prize(award), list=prizes.scheme.lists[award.of].name
        )

    def _left(self, number: int) -> str:
        count = self._prizes.given.left[number]
        if not count or self._prizes.fixed is not None or self.audience is Audience.PUBLIC:
            return ""
        return ngettext(
            "{count} prize goes to nobody: there is no one left for it.",
            "{count} prizes go to nobody: there is no one left for them.",
            count,
        ).format(count=count)


def _people(thing: Prized, audience: Audience) -> tuple[Mapping[PersonKey, str], Callable[[PersonKey], str]]:
    """Names, and where each leads: nowhere for whoever is only a number in a series."""
    if isinstance(thing, Series):
        shown = Shown(thing, audience)
        return shown.names, lambda key: shown.url_of(key) if key in shown.names else ""
    published = published_tournament(thing, audience)
    numbers = {entry.person_id: number for number, entry in published.entries.items()}
    names = {player: published.names[number] for player, number in numbers.items()}
    return names, lambda key: published.name_url(numbers[key]) if key in numbers else ""


def _state(thing: Prized, prizes: ClubPrizes) -> str:
    if prizes.fixed is not None:
        day = in_full(prizes.fixed.at)
        return _("Final since {day}.").format(day=day)
    if prizes.is_over:
        return _("All games are played. The prizes are not final yet.")
    if isinstance(thing, Tournament):
        if not prizes.after_round:
            return _("No round is over yet.")
        return _("As it would be after round {number}.").format(number=prizes.after_round)
    return _("As it would be after the events so far.")


def _rules(prizes: ClubPrizes) -> tuple[str, ...]:
    plan = prizes.scheme
    if not plan.one_prize or len(plan.lists) < 2:
        return ()
    if plan.turn == "worth":
        return (_("One prize per person: the one with the most money. The other goes to the next player."),)
    return (_("One prize per person: the one of the first list. The other goes to the next player."),)


def _how(named: NamedPrizes) -> str:
    if named.sharing is Sharing.TABLE:
        how = _("By the table: players who share a place share the money.")
    else:
        how = _("Players equal on points share the money; other prizes are given by the table.")
    besides = _("In addition to other prizes.")
    return f"{how} {besides}" if named.is_besides else how


def _for_whom(named: NamedPrizes, audience: Audience) -> str:
    """Empty where it is for everybody, or the name of the list says it."""
    if named.of:
        return "" if named.of == named.name else named.of
    if named.category is None:
        return ""
    category = named.category.category
    match category.kind:
        case CategoryKind.RATING:
            return _between(
                category.low,
                category.high,
                _("Rating {low} to {high}"),
                _("Rating from {low}"),
                _("Rating up to {high}"),
            )
        case CategoryKind.AGE:
            return _between(
                category.low, category.high, _("Age {low} to {high}"), _("Age from {low}"), _("Age up to {high}")
            )
        case CategoryKind.WOMEN:
            return _("Women")
        case CategoryKind.NEWCOMER:
            return _("First season in the club")
        case CategoryKind.GROUP | CategoryKind.LISTED:
            return _("Those named in the set-up") if audience is Audience.STAFF else ""


def _between(low: int | None, high: int | None, both: str, only_low: str, only_high: str) -> str:
    if low is not None and high is not None:
        return both.format(low=low, high=high)
    if low is not None:
        return only_low.format(low=low)
    return only_high.format(high=high) if high is not None else ""


def _last_day(thing: Prized) -> datetime.date | None:
    """Of what has been played."""
    tournaments = [thing] if isinstance(thing, Tournament) else [row.tournament for row in thing.events.all()]
    rounds = Round.objects.filter(tournament__in=tournaments, date__isnull=False).order_by("-date")
    return rounds.values_list("date", flat=True).first()


def prizes_url(thing: Prized, name: str = "prizes") -> str:
    """Of the staff's page of it, or of another of its pages."""
    if isinstance(thing, Series):
        return reverse(f"series_{name}", args=[thing.club.slug, thing.pk])
    return reverse(name, args=[thing.club.slug, thing.slug])
