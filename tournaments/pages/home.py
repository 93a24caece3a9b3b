"""The front door: the clubs of this installation, and the way into the demo where there is one."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Club, Membership, Role, Round, RoundState


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubLink:
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Demo:
    """The log-in that everybody may use, and tonight's evening, for which it is asked."""

    club: str
    username: str
    password: str
    evening_url: str
    public_url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HomePage:
    clubs: tuple[ClubLink, ...]
    demo: Demo | None


def home_page() -> HomePage:
    clubs = Club.objects.order_by("name", "pk")
    return HomePage(
        clubs=tuple(ClubLink(name=club.name, url=_public_address(club)) for club in clubs),
        demo=next((demo for club in clubs if club.is_demo and (demo := _demo(club))), None),
    )


def _demo(club: Club) -> Demo | None:
    """None without anybody who could log in."""
    membership = Membership.objects.filter(club=club, role=Role.ADMIN).select_related("user").order_by("pk").first()
    if membership is None:
        return None
    return Demo(
        club=club.name,
        username=membership.user.username,
        password=club.demo_password,
        evening_url=_evening_address(club),
        public_url=_public_address(club),
    )


def _evening_address(club: Club) -> str:
    """The tournament with a round going on; without one, the club's own page."""
    going_on = (
        Round.objects.filter(tournament__club=club, tournament__trashed_at=None)
        .exclude(state=RoundState.FINISHED)
        .select_related("tournament")
        .order_by("-pk")
        .first()
    )
    if going_on is None:
        return reverse("club_home", kwargs={"club": club.slug})
    return reverse("evening", kwargs={"club": club.slug, "tournament": going_on.tournament.slug})


def _public_address(club: Club) -> str:
    return reverse("public_club", kwargs={"club": club.slug})
