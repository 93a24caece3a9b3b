"""What templates need to speak chess."""

import uuid
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from django import template
from django.conf import settings
from django.template.defaultfilters import stringfilter
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Club, KeyMap, Tournament, User
from tournaments.pages.common import capitals, wording
from tournaments.pages.common.branding import logo_address
from tournaments.pages.cup.bracket import has_bracket
from tournaments.pages.cup.play_offs import Linked, WhoPlaysOff, linked, who_plays_off
from tournaments.pages.evening.key_map import KeyMapView, key_map_view
from tournaments.pages.rounds.schedule import has_schedule
from tournaments.pages.rounds.start_numbers import numbering_of
from tournaments.pages.standings.standings import StandingsLink
from tournaments.pairing.types.paired_round import Reason
from tournaments.selectors.display_names import DisplayName

register = template.Library()


@register.filter
def points(value: Fraction | int | None) -> str:
    return "" if value is None else wording.points_text(value)


@register.filter
def named(name: str) -> SafeString | str:
    """A name that stands alone: what tells it from others of the name is set more quietly."""
    if isinstance(name, DisplayName) and name.remark:
        return format_html('{} <small class="of-name">({})</small>', name.plain, name.remark)
    return name


@register.filter(is_safe=True)
@stringfilter
def capitalized(text: str) -> str:
    return capitals.capitalized(text)


@register.filter
def sentence(reason: Reason, names: wording.Names) -> str:
    return wording.sentence(reason, names)


@register.filter
def beside_shown(rounds: Sequence[StandingsLink]) -> Sequence[StandingsLink]:
    """The round shown with the one before and the one after it."""
    shown = next((place for place, each in enumerate(rounds) if each.is_shown), len(rounds) - 1)
    return rounds[max(shown - 1, 0) : shown + 2]


@register.filter
def round_before(rounds: Sequence[StandingsLink]) -> StandingsLink | None:
    """Beside the round shown; None where there is none."""
    return next((each for each, after in pairwise(rounds) if after.is_shown), None)


@register.filter
def round_after(rounds: Sequence[StandingsLink]) -> StandingsLink | None:
    return next((each for before, each in pairwise(rounds) if before.is_shown), None)


@register.simple_tag
def club_logo(club: Club, size: int) -> str:
    """The address of the logo, so many pixels high; empty for a club without."""
    return logo_address(club, size)


@register.simple_tag
def keeps_offline() -> bool:
    """Whether browsers may keep pages for reading without a network."""
    return settings.OFFLINE_PAGES


@register.simple_tag
def whole_plan_known(tournament: Tournament) -> bool:
    """Whether its system says from the start who meets whom."""
    return has_schedule(tournament)


@register.simple_tag
def knocks_out(tournament: Tournament) -> bool:
    """Whether who loses is out, so that there is a tree."""
    return has_bracket(tournament)


@register.simple_tag
def play_offs_of(tournament: Tournament, user: User | None = None) -> Linked:
    """The ways between a tournament and its play-offs."""
    return linked(tournament, user)


@register.simple_tag
def who_has_to_play_off(tournament: Tournament, user: User) -> WhoPlaysOff | None:
    return who_plays_off(tournament, user)


@register.simple_tag
def key_map(of: User) -> KeyMapView:
    """The keys that this person types results with."""
    return key_map_view(KeyMap(of.key_map))


@register.simple_tag
def numbering(tournament: Tournament, again: bool = False) -> str:
    """What the button says that gives the players their start numbers."""
    return numbering_of(tournament, again=again)


@register.simple_tag
def receipt() -> SafeString:
    """In each form that changes something: the same form sent twice does it once."""
    return mark_safe(f'<input type="hidden" name="receipt" value="{uuid.uuid4()}">')  # noqa: S308  # our own digits
