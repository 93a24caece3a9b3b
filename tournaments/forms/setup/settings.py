"""A tournament's name, its season, its rounds: of a new one, and changed later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.calendar.attendance_settings import MODES_IN_WORDS
from tournaments.models import Club, Player, Season, Tournament
from tournaments.names import clean_name
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.number_format import spelling_of
from tournaments.pages.setup.settings import TournamentBasics, round_count_help
from tournaments.pairing.protocols import RoundCount, RoundCountKind
from tournaments.selectors.display_names import display_names_of_players
from tournaments.services.calendar.attendance_settings import ATTENDANCE_MODES, AttendanceMode
from tournaments.services.setup.settings import KEEP, Keep, is_name_taken

MOST_ROUNDS = 99


class TournamentBasicsForm(forms.Form):
    itself: Tournament | None = None
    may_share_name = False
    """Whether the season may have another tournament of this name."""

    def __init__(
        self,
        seasons: QuerySet[Season],
        plan: RoundCount,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
        most: int = MOST_ROUNDS,
        players: int = 0,
    ) -> None:
        super().__init__(data, label_suffix="", initial=dict(initial))
        self.fields["name"] = forms.CharField(label=gettext_lazy("Name"), max_length=200)
        self.fields["season"] = forms.ModelChoiceField(seasons, label=gettext_lazy("Season"), empty_label=None)
        if plan.kind is not RoundCountKind.FOLLOWS:
            self.fields["planned_rounds"] = forms.IntegerField(
                label=gettext_lazy("Planned rounds"),
                help_text=round_count_help(plan, players),
                required=plan.kind is RoundCountKind.ASKED,
                min_value=1,
                max_value=most,
            )

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A tournament needs a name that can be read."))
        return name

    def clean(self) -> dict[str, Any]:
        name, season = self.cleaned_data.get("name"), self.cleaned_data.get("season")
        if name and season and not self.may_share_name and is_name_taken(season, name, besides=self.itself):
            sentence = _("The season {season} has a tournament “{name}” already: nobody could tell them apart.")
            self.add_error("name", sentence.format(season=season, name=name))
        return self.cleaned_data


class NewTournamentForm(TournamentBasicsForm):
    """`plan` is what the system asks for, as it is configured. The season is not asked for where one is opened."""

    def __init__(
        self,
        club: Club,
        data: Mapping[str, Any] | None = None,
        *,
        plan: RoundCount | None = None,
        name: str = "",
        opens_season: bool = False,
        expects_everybody: bool = True,
    ) -> None:
        seasons = club.seasons.filter(is_open=True).order_by("-starts_on", "name")
        plan = plan or RoundCount()
        initial = {"name": name, "season": seasons.first(), "planned_rounds": plan.proposed}
        initial["way"] = AttendanceMode.TELL if expects_everybody else AttendanceMode.TURN_UP
        super().__init__(seasons, plan, data, initial=initial)
        self.fields["way"] = forms.ChoiceField(
            label=gettext_lazy("How do you know who is coming?"),
            help_text=gettext_lazy("You can change it at any time in the set-up."),
            choices=MODES_IN_WORDS,
            required=False,
        )
        if opens_season:
            del self.fields["season"]

    def settings(self) -> Mapping[str, object]:
        """Of who comes; none where nothing was said of it."""
        way = self.cleaned_data["way"]
        return ATTENDANCE_MODES[AttendanceMode(way)] if way else {}


class FirstPlayersForm(forms.Form):
    """Who is entered with the tournament: all active members, but those who are unticked."""

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        members = list(club.players.filter(is_active=True))
        names = display_names_of_players(members)
        self.members = {str(each.pk): each for each in sorted_by_name(members, lambda each: names[each.pk])}
        self.fields["players"] = forms.MultipleChoiceField(
            label=gettext_lazy("Players"),
            choices=[(key, names[each.pk]) for key, each in self.members.items()],
            initial=list(self.members),
            required=False,
        )

    @property
    def ticked(self) -> set[str]:
        return {str(key) for key in self["players"].value() or ()} & self.members.keys()

    @property
    def rows(self) -> list[tuple[str, str, int | None, bool]]:
        """Key, name, rating, and whether they are ticked."""
        names = dict(self.fields["players"].choices)  # type: ignore[attr-defined]
        return [(key, names[key], each.rating, key in self.ticked) for key, each in self.members.items()]

    def chosen(self) -> list[Player]:
        return sorted((self.members[key] for key in self.cleaned_data["players"]), key=lambda each: each.pk)


class EditTournamentForm(TournamentBasicsForm):
    """The number of rounds cannot fall below those that are open, nor change once it is settled."""

    def __init__(self, tournament: Tournament, basics: TournamentBasics, data: Mapping[str, Any] | None = None) -> None:
        seasons = tournament.club.seasons.filter(Q(is_open=True) | Q(pk=tournament.season_id))
        initial = {
            "name": tournament.name,
            "season": tournament.season,
            "planned_rounds": tournament.planned_rounds,
            "guests_take_places": tournament.guests_take_places,
        }
        most = max(MOST_ROUNDS, tournament.planned_rounds or 0)  # as many as came in a file
        seasons = seasons.order_by("-starts_on", "name")
        super().__init__(seasons, basics.round_count, data, initial=initial, most=most, players=basics.players)
        self.itself = self.tournament = tournament
        self.basics = basics
        self.fields["name"].help_text = _("The address stays as it is: {address}").format(address=basics.address)
        self.fields["guests_take_places"] = forms.BooleanField(
            label=_("Guests take places in the tables"),
            help_text=_("If not, they are listed without a place, and those behind them move up."),
            required=False,
        )
        if basics.possible_hosts is not None:
            self.fields["counts_in"] = forms.ModelChoiceField(
                Tournament.objects.filter(
                    pk__in=[*(each.pk for each in basics.possible_hosts), tournament.counts_in_id]
                ),
                label=_("Second tournament for its games"),
                help_text=" ".join(
                    [
                        _("Two players who meet on an evening of that tournament play one game for both."),
                        *([_("Players knocked out of the cup are suggested for it.")] if basics.losers_play_on else []),
                    ]
                ),
                empty_label=_("no other tournament"),
                initial=tournament.counts_in_id,
                required=False,
            )
        if basics.usual_decimals is not None:
            self.fields["decimals_shown"] = forms.TypedChoiceField(
                label=_("How points are shown"),
                help_text=_("On all pages and papers. Places stay the same, and a number that you tap shows in full."),
                choices=[(0, _("in whole numbers")), (1, _("with 1 decimal")), (2, _("with 2 decimals"))],
                coerce=int,
                initial=spelling_of(tournament).decimals,
            )
        if basics.is_settled and basics.is_asked:
            self.fields["planned_rounds"].disabled = True
            self.fields["planned_rounds"].help_text = basics.settled_words
        elif basics.lacks_plan:
            self.fields["planned_rounds"].required = False

    def clean_planned_rounds(self) -> int | None:
        planned: int | None = self.cleaned_data["planned_rounds"]
        if planned is not None and planned < self.basics.opened:
            raise forms.ValidationError(
                _("Round {number} is open: plan at least {number} rounds.").format(number=self.basics.opened)
            )
        return planned

    @property
    def planned_rounds(self) -> int | None:
        """What was sent, or what is there where nobody is asked."""
        planned: int | None = self.cleaned_data.get("planned_rounds", self.tournament.planned_rounds)
        return planned

    @property
    def taker(self) -> Tournament | Keep | None:
        """Kept where nobody is asked."""
        return self.cleaned_data["counts_in"] if "counts_in" in self.fields else KEEP

    @property
    def decimals_shown(self) -> int | None:
        """None where they are left as they are, the system's own too: what it shows is not chosen by being sent."""
        return self.cleaned_data["decimals_shown"] if "decimals_shown" in self.changed_data else None
