"""Clubs: a new one with its first admin, and what must hold of a club whatever is undone."""

from __future__ import annotations

import datetime
import re
import uuid
import zoneinfo
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.models import Accent, Action, Club, ClubLogo, Membership, Role, Tournament, User
from tournaments.names import clean_name, slug_of
from tournaments.recording import (
    Change,
    Scope,
    Stale,
    digest_of,
    keep_logo,
    last_change_in_club,
    lock_clubs,
    note_whole,
    recording,
)
from tournaments.services.accounts.accounts import LONGEST_NAME as LONGEST_PERSON
from tournaments.services.accounts.accounts import accept_membership, find_or_create_user
from tournaments.services.activity.undo import undo_action
from tournaments.services.clubs.first_word import forget_words
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused
from tournaments.services.setup.seasons import refuse_unfinished_rounds

RESERVED_SLUGS = frozenset(
    {
        *("staff", "log-in", "log-out", "invitation", "t", "c", "mail", "static"),
        *("my-clubs", "account", "password", "logo", "offline", "help"),
    }
)
"""First parts of addresses that mean something else."""

_SUNDAY = 6


LONGEST_NAME = 200
MOST_SITES = 10
WEB_SITE = re.compile(r"https?://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9][0-9]{0,4})?", re.ASCII)
"""Scheme, host, port: it goes into a header, so nothing else may stand in it. Names with å and the like as browsers
write them (xn--…)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubDetails:
    """What a club says of itself. `weekday`: 0 is Monday. `logo`: the digest of the picture, empty for none."""

    name: str
    time_zone: str
    language: str = ""
    place: str = ""
    weekday: int | None = None
    starts_at: datetime.time | None = None
    sentence: str = ""
    contact: str = ""
    accent: str = Accent.PINE.value
    logo: str = ""
    embedded_on: tuple[str, ...] = ()
    """Web sites that may show the club's pages inside their own."""
    is_listed: bool = False
    names_absent: bool = True


def details_of(club: Club) -> ClubDetails:
    return ClubDetails(
        name=club.name,
        time_zone=club.time_zone,
        language=club.language,
        place=club.place,
        weekday=club.weekday,
        starts_at=club.starts_at,
        sentence=club.sentence,
        contact=club.contact,
        accent=club.accent,
        logo=club.logo,
        embedded_on=tuple(club.embedded_on),
        is_listed=club.is_listed,
        names_absent=club.names_absent,
    )


def version_of(club: Club) -> str:
    """What a form about this club was made for."""
    return fingerprint(asdict(details_of(club)))


def edit_club(
    club: Club,
    details: ClubDetails,
    *,
    image: bytes | None = None,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Club:
    """The address stays as it was given out. `seen` is the version_of(club) that the form was made for; `image` that of
    `details.logo` where the club has not had it before, as `exchange.logo.normalised` makes it."""
    with recording(club, actor=actor, verb="club.edit", receipt=receipt, public=_shown_with(club)) as change:
        now, wanted = asdict(details_of(club)), asdict(_checked(details))
        changed = {field: value for field, value in wanted.items() if value != now[field]}
        if not changed:
            return club
        if version_of(club) != seen:
            raise Stale(last_change_in_club(club, club=club))
        if "embedded_on" in changed:
            changed["embedded_on"] = list(wanted["embedded_on"])
        if changed.get("logo"):
            _keep_image(change, club, digest=changed["logo"], image=image)
        change.update(club, **changed)
        change.facts["name"] = club.name
    return club


def _keep_image(change: Change, club: Club, *, digest: str, image: bytes | None) -> None:
    if image is not None and digest_of(image) == digest:
        keep_logo(change, club, image)
    elif not club.logos.filter(digest=digest).exists():
        raise Refused(_("This logo is no longer stored: upload it again."))


def check_details(club: Club) -> None:
    """Raises Refused where a club says of itself what no form would have taken: it came from elsewhere."""
    _checked(details_of(club))


def _checked(details: ClubDetails) -> ClubDetails:
    name, place = clean_name(details.name), clean_name(details.place)
    sentence, contact = clean_name(details.sentence), clean_name(details.contact)
    if not name or len(name) > LONGEST_NAME:
        raise Refused(_("A club needs a name of at most {most} characters.").format(most=LONGEST_NAME))
    if len(place) > LONGEST_NAME:
        raise Refused(_("A place has at most {most} characters.").format(most=LONGEST_NAME))
    if max(len(sentence), len(contact)) > LONGEST_NAME:
        raise Refused(_("The sentence and the contact have at most {most} characters each.").format(most=LONGEST_NAME))
    if details.accent not in Accent.values:
        raise Refused(_("There is no such colour."))
    _check_time_zone(details.time_zone)
    _check_language(details.language)
    if details.weekday is not None and not 0 <= details.weekday <= _SUNDAY:
        raise Refused(_("There is no such day of the week."))
    sites = _checked_sites(details.embedded_on)
    return replace(details, name=name, place=place, sentence=sentence, contact=contact, embedded_on=sites)


def _checked_sites(sites: tuple[str, ...]) -> tuple[str, ...]:
    if len(sites) > MOST_SITES:
        raise Refused(_("At most {most} web sites can show the club's pages.").format(most=MOST_SITES))
    for site in sites:
        if not WEB_SITE.fullmatch(site) or len(site) > LONGEST_NAME:
            raise Refused(_("{site} is not the address of a web site.").format(site=site))
    return tuple(dict.fromkeys(sites))


def _shown_with(club: Club) -> Iterator[Scope]:
    """All its pages carry its name, and times of day by its clock."""
    yield club
    yield from Tournament.objects.filter(club=club)


def create_club(
    *,
    name: str,
    username: str,
    email: str = "",
    slug: str = "",
    time_zone: str = "Europe/Oslo",
    language: str = "",
    weekday: int | None = None,
    starts_at: datetime.time | None = None,
    person: str = "",
    password: str = "",
    actor: User | None = None,
    receipt: uuid.UUID | None = None,
) -> tuple[Club, User]:
    """A club and its first admin, called `person`, who without `password` has none until they use their link."""
    name = clean_name(name)
    if not name:
        raise Refused(_("A club needs a name."))
    slug = slug or slug_of(name)
    check_slug(slug)
    _check_time_zone(time_zone)
    _check_language(language)
    club = Club(
        name=name[:LONGEST_NAME],
        slug=slug,
        time_zone=time_zone,
        language=language,
        weekday=weekday,
        starts_at=starts_at,
    )
    hashed = make_password(password) if password else ""  # before anything is locked
    try:
        with recording(None, actor=actor, verb="club.create", receipt=receipt) as change:
            refuse_beside_others(slug)
            change.create(club)
            user = find_or_create_user(change, username=username, email=email, name=clean_name(person)[:LONGEST_PERSON])
            accept_membership(change, user, Membership(club=club, role=Role.ADMIN))
            if hashed:
                change.update(user, password=hashed)
            change.facts.update({"club": club.pk, "user": user.pk})
            forget_words()
    except IntegrityError as error:  # somebody took the address in the same moment
        raise Refused(_slug_is_taken(slug)) from error
    return club, user


def nobody_is_here() -> bool:
    """Neither a club nor anybody who could make one: whoever comes first makes it."""
    return not Club.objects.exists() and not User.objects.exists()


def create_first_club(
    *,
    name: str,
    time_zone: str,
    language: str,
    weekday: int | None,
    starts_at: datetime.time | None,
    person: str,
    username: str,
    email: str,
    password: str,
    receipt: uuid.UUID | None = None,
) -> tuple[Club, User]:
    """Where nobody is yet. Its address is made from its name, whatever that is."""
    slug = slug_of(clean_name(name))
    if not slug or slug in RESERVED_SLUGS:
        slug = f"club-{slug}".strip("-")
    with transaction.atomic():
        lock_clubs()
        if not nobody_is_here():
            raise Refused(_("Somebody was quicker, so nothing of yours was saved. Was it you? Then log in."))
        return create_club(
            name=name,
            slug=slug,
            time_zone=time_zone,
            language=language,
            weekday=weekday,
            starts_at=starts_at,
            person=person,
            username=username,
            email=email,
            password=password,
            receipt=receipt,
        )


def note_arrival(club: Club, *, known_here: Iterable[User]) -> None:
    """It came from another installation. Of those who were known here already and work for it now nobody makes links
    for a new password any more, as after an invitation: they would open both clubs."""
    with recording(club, actor=None, verb="club.import", facts={"name": club.name}, public=[club]) as change:
        note_whole(change, club)
        elsewhere = Membership.objects.filter(user__in=[user.pk for user in known_here]).exclude(club=club)
        change.update_many([(each, {"links_allowed": False}) for each in elsewhere.order_by("pk")])


def undo_in_club(
    action: Action, *, actor: User | None, receipt: uuid.UUID | None = None, is_known: bool = True
) -> None:
    """Undo an action of the club's own, unless the club would then break a rule that its verbs keep."""
    club = action.club
    if club is None or action.tournament_id is not None:
        raise Refused(_("This is not an action of the club."))
    if is_own_choice(action):
        raise Refused(_("This was the person's own choice. Only they can change it."))
    if is_beyond_undo(action):
        raise Refused(_("What was there before is private and was not stored, so this cannot be undone."))
    with transaction.atomic():
        undo_action(action, actor=actor, receipt=receipt, is_known=is_known)
        if not club.memberships.filter(role=Role.ADMIN, user__is_active=True).exists():
            raise Refused(_("This would leave the club without an admin, so it was not undone."))
        shown = Club.objects.get(pk=club.pk).logo
        if shown and not ClubLogo.objects.filter(club=club, digest=shown).exists():
            raise Refused(_("The old logo is no longer stored, so this was not undone."))
        for season in club.seasons.filter(is_open=False):
            refuse_unfinished_rounds(season)


def is_own_choice(action: Action) -> bool:
    """Nobody is made to work for a club, to let it make links for a new password, or to get mails, by an undo."""
    while action.undoes is not None:
        action = action.undoes
    return action.verb in {"member.leave", "member.accept_invitation", "member.allow_links", "mail.turn_off"}


def is_beyond_undo(action: Action) -> bool:
    """Private values are not in the record: a change of them cannot be taken back, nor a row that held them."""
    private = {"playercontact", "user"}
    return any(kept["model"] in private and kept["before"] is not None for kept in action.changes)


def refuse_beside_others(slug: str) -> None:
    """Whether another club may come to those that are here, with that address."""
    if Club.objects.exclude(demo_password="").exists():  # its password is shown to everybody
        raise Refused(_("The demo club is still here: take it away first, with “manage.py demo --remove”."))
    if Club.objects.filter(slug=slug).exists():
        raise Refused(_slug_is_taken(slug))


def _check_language(language: str) -> None:
    if language and language not in dict(settings.LANGUAGES):
        raise Refused(_("There is no such language."))


def check_slug(slug: str) -> None:
    """Raises Refused where it can be no club's address."""
    if not slug:
        raise Refused(_("The club's address cannot be made from its name: choose one of the letters a–z and digits."))
    if slug != slug_of(slug) or len(slug) > 60:
        raise Refused(
            _("The address “{slug}” will not do: only a–z, 0–9 and single hyphens, at most 60.").format(slug=slug)
        )
    if slug in RESERVED_SLUGS:
        raise Refused(_("The address “{slug}” is needed for something else: choose another.").format(slug=slug))


def _check_time_zone(time_zone: str) -> None:
    if time_zone not in zoneinfo.available_timezones():
        raise Refused(
            _("There is no time zone “{zone}”: write it like Europe/Oslo or Europe/Stockholm.").format(zone=time_zone)
        )


def _slug_is_taken(slug: str) -> str:
    return _("Another club has the address “{slug}”: choose another.").format(slug=slug)
