"""The inbox: what waits for a decision, each with the taps that answer it, and what was answered last."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournaments.models import (
    UNPUBLISHED_STATES,
    Answer,
    Attendance,
    Club,
    Entry,
    InboxItem,
    InboxSubject,
    Mark,
    Player,
    Presence,
    Reply,
    ResultReport,
    Round,
    RoundState,
    Tournament,
    User,
)
from tournaments.names import folded_name
from tournaments.pages.common.absence_kinds import mark_in_words, reply_in_words
from tournaments.pages.common.result_words import OVER_THE_BOARD, RESULT_TEXTS, RESULT_WORDS
from tournaments.pages.common.undo_bar import UndoBar, undo_bar
from tournaments.pairing.teams.board_signs import from_signs, match_score
from tournaments.pairing.types.snapshot import AbsenceCode, Result
from tournaments.permissions import administers_club, directed_by
from tournaments.selectors.availability import COMES
from tournaments.selectors.configured_system import own_kind_names
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.evenings import evenings_missed
from tournaments.selectors.result_reports import PlayerReport, Reported, WrongReport, counting, together
from tournaments.selectors.snapshots import configured_system

_ANSWERED = 20
_MOST_MATCHES = 5

WRONG_WORDS = {
    WrongReport.RESULT: gettext_lazy("the result"),
    WrongReport.COLOUR: gettext_lazy("the colours"),
    WrongReport.WAS_HERE: gettext_lazy("I was there"),
    WrongReport.WAS_AWAY: gettext_lazy("I was not there"),
    WrongReport.NAME: gettext_lazy("a name"),
    WrongReport.OTHER: gettext_lazy("something else"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class InboxChoice:
    """A button: what it sends and says, and what it does."""

    value: str
    text: str
    does: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class InboxMatch:
    """Somebody of the club who may be the one that asks to enter."""

    player: int
    name: str
    has_number: bool
    """It is their rating number that was given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """`words` are their own. `where` is the tournament, on the club's page. `seen` is what its buttons answer."""

    key: int
    at: datetime.datetime
    seen: str
    sentence: str
    words: str
    where: str
    url: str
    """Where it can be looked at, or put right."""
    look: str
    """What is to be seen there."""
    choices: tuple[InboxChoice, ...]
    matches: tuple[InboxMatch, ...] = ()
    is_for_good: bool = False
    """Its yes cannot be undone: it is ticked as well."""
    is_the_admins: bool = False
    """Its yes is not for whoever looks, but for a club admin."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InboxSide:
    name: str
    says: str
    words: str
    at: datetime.datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Contradiction:
    """A board of which White and Black report different results."""

    game: int
    round: int
    board: int
    tournament: str
    where: str
    white: InboxSide
    black: InboxSide
    choices: tuple[InboxChoice, ...]
    differs: tuple[str, ...] = ()
    """Of a match of teams, the boards in which the captains differ, each as they say it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreed:
    """Of one round, all on which both say the same."""

    round: int
    tournament: str
    where: str
    results: Mapping[int, Result]


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    at: datetime.datetime
    sentence: str
    answer: str
    by: str
    where: str


@dataclass(frozen=True, kw_only=True, slots=True)
class InboxPage:
    items: tuple[Item, ...]
    contradictions: tuple[Contradiction, ...]
    agreed: tuple[Agreed, ...]
    answered: tuple[Answered, ...]
    undo_bar: UndoBar | None = None
    """None on the club's page: each tournament has its own."""

    @property
    def waiting(self) -> int:
        return len(self.items) + len(self.contradictions)


def tournament_inbox(tournament: Tournament) -> InboxPage:
    items = InboxItem.objects.filter(tournament=tournament)
    page = _page(items, counting().filter(attendance__round__tournament=tournament), names_where=False)
    return InboxPage(
        items=page.items,
        contradictions=page.contradictions,
        agreed=page.agreed,
        answered=page.answered,
        undo_bar=undo_bar(tournament, {}),
    )


def club_inbox(club: Club, user: User) -> InboxPage:
    """What this user may answer: of the tournaments that they direct, and of the club itself."""
    items = InboxItem.objects.filter(directed_by(user, "tournament", or_club=True), club=club)
    theirs = "attendance__round__tournament"
    reports = counting().filter(directed_by(user, theirs), **{f"{theirs}__club": club, f"{theirs}__trashed_at": None})
    items = items.exclude(tournament__trashed_at__isnull=False)
    return _page(items, reports, names_where=True, may_erase=administers_club(user, club))


def _page(
    items: QuerySet[InboxItem], reports: QuerySet[ResultReport], *, names_where: bool, may_erase: bool = False
) -> InboxPage:
    rows = items.select_related("tournament", "club", "answered_by")
    waiting = list(rows.filter(answer="").order_by("-asked_at"))
    answered = list(rows.exclude(answer="").order_by("-answered_at")[:_ANSWERED])
    told = _InboxWords.of([*waiting, *answered], names_where, may_erase)
    boards = _boards(together(reports), names_where)
    return InboxPage(
        items=tuple(told.item(item) for item in waiting),
        contradictions=tuple(board for board in boards if isinstance(board, Contradiction)),
        agreed=tuple(board for board in boards if isinstance(board, Agreed)),
        answered=tuple(told.answered(item) for item in answered),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _InboxWords:
    """What the sentences name, read once for all of them."""

    names: Mapping[int, str]
    states: Mapping[tuple[int, int], str]
    """Of rounds, by tournament and number."""
    dates: Mapping[tuple[int, int], str]
    """As in the facts."""
    entries: Mapping[tuple[int, int], int]
    """By tournament and player."""
    kinds: Mapping[int, Mapping[AbsenceCode, str]]
    """By tournament, what the club calls its own kinds of absence."""
    missed: Mapping[int, int]
    """By the entry's key, on how many evenings whoever is proposed did not come, as it is by now."""
    names_where: bool
    may_erase: bool

    @classmethod
    def of(cls, items: Sequence[InboxItem], names_where: bool, may_erase: bool) -> _InboxWords:
        tournaments = {item.tournament_id for item in items if item.tournament_id is not None}
        players = {item.player_id for item in items if item.player_id is not None}
        rounds = Round.objects.filter(tournament__in=tournaments).values_list("tournament", "number", "state", "date")
        read = list(rounds) if tournaments else []
        entries = Entry.objects.filter(tournament__in=tournaments, player__in=players)
        proposed = [item.facts.get("entry", 0) for item in items if item.asked == InboxSubject.OUT and not item.answer]
        return cls(
            names=display_names_in_club(players) if players else {},
            states={(tournament, number): state for tournament, number, state, _date in read},
            dates={(tournament, number): date.isoformat() for tournament, number, _state, date in read if date},
            entries={(t, player): key for key, t, player in entries.values_list("pk", "tournament", "player")}
            if players and tournaments
            else {},
            kinds={
                item.tournament.pk: own_kind_names(item.tournament) for item in items if item.tournament is not None
            },
            missed=evenings_missed(proposed) if proposed else {},
            names_where=names_where,
            may_erase=may_erase,
        )

    def item(self, item: InboxItem) -> Item:
        return Item(
            key=item.pk,
            at=item.asked_at,
            seen=item.asked_at.isoformat(),
            sentence=self.sentence(item),
            words=item.text,
            where=self.where(item),
            url=self._url(item),
            look=str(self._look(item)),
            is_for_good=item.asked == InboxSubject.ERASE and self.may_erase,
            is_the_admins=self._is_the_admins(item, Answer.YES),
            choices=self._choices(item),
            matches=_matches(item) if item.asked == InboxSubject.ENTER and item.player_id is None else (),
        )

    def answered(self, item: InboxItem) -> Answered:
        return Answered(
            at=item.answered_at or item.asked_at,
            sentence=self.sentence(item),
            answer=str(Answer(item.answer).label),
            by=str(item.answered_by) if item.answered_by else "",
            where=self.where(item),
        )

    def where(self, item: InboxItem) -> str:
        return item.tournament.name if self.names_where and item.tournament is not None else ""

    def sentence(self, item: InboxItem) -> str:
        facts = item.facts
        names = {
            "player": self.names.get(item.player_id or 0) or _("a player"),
            "date": _day(facts.get("date")),
            "round": facts.get("round", "–"),
        }
        match InboxSubject(item.asked):
            case InboxSubject.LATE_WORD:
                mark = Mark.sent(facts.get("presence", "")) or Mark(Presence.UNMARKED)
                presence = mark_in_words(mark, self.kinds.get(item.tournament_id or 0, {}))
                if not facts.get("said"):
                    text = _("{player} has cancelled their answer for {date}. Marked in round {round}: {presence}.")
                    return text.format(**names, presence=presence)
                text = _("{player}: {said} on {date}. Marked in round {round}: {presence}.")
                return text.format(**names, said=self._said(item), presence=presence)
            case InboxSubject.TEAM_DUTY:
                return _("{player} plays for the club on {date}.").format(**names)
            case InboxSubject.OWN_KIND:
                text = _("{player} is away on {date} and asks that it counts as “{kind}”.")
                return text.format(**names, kind=self._kind(item, facts.get("kind", "")))
            case InboxSubject.POSTPONE:
                return _("{player} asks to postpone the game on {date}.").format(**names)
            case InboxSubject.OUT:
                times = facts.get("times", 0) if item.answer else self.missed.get(facts.get("entry", 0), 0)
                if times == 0:  # what was marked has been put right
                    text = _("{player} is now marked as having come after all. Withdraw them anyway?")
                    return text.format(**names)
                return ngettext(
                    "{player} stayed away {times} time without a word. Withdraw them?",
                    "{player} stayed away {times} times without a word. Withdraw them?",
                    times,
                ).format(**names, times=times)
            case InboxSubject.MISTAKE:
                wrong = WRONG_WORDS[WrongReport(facts.get("wrong", WrongReport.OTHER))]
                if "round" in facts:
                    return _("{player}, round {round}, says this is wrong: {wrong}.").format(**names, wrong=wrong)
                return _("{player} says this is wrong: {wrong}.").format(**names, wrong=wrong)
            case InboxSubject.ENTER:
                return _("{player} asks to enter, by their card.").format(**names) if item.player_id else _enters(item)
            case InboxSubject.ERASE:
                return _("{player} asks to have their data erased.").format(**names)
            case InboxSubject.LINE_UP:
                text = _("{player} cannot play after all on {date}, but is in the line-up: {match}.")
                if not facts.get("said"):
                    text = _("{player} has cancelled their answer for {date}, but is in the line-up: {match}.")
                return text.format(**names, match=facts.get("match", "–"))

    def _said(self, item: InboxItem) -> str:
        reply = Reply.sent(item.facts["said"])
        return "" if reply is None else reply_in_words(reply, self.kinds.get(item.tournament_id or 0, {}))

    def _kind(self, item: InboxItem, code: AbsenceCode) -> str:
        """What the club calls it; of a kind that is gone, its code."""
        return self.kinds.get(item.tournament_id or 0, {}).get(code, code)

    def _url(self, item: InboxItem) -> str:
        if item.tournament is None:
            is_known = item.asked == InboxSubject.ERASE and item.player_id is not None
            return reverse("edit_player", args=[item.club.slug, item.player_id]) if is_known else ""
        place = [item.club.slug, item.tournament.slug]
        number = self._round(item)
        if number is not None:
            return reverse("evening_round", args=[*place, number])
        entry = self.entries.get((item.tournament.pk, item.player_id or 0))
        return reverse("person", args=[*place, entry]) if entry is not None else ""

    def _choices(self, item: InboxItem) -> tuple[InboxChoice, ...]:
        does = self._does(item)
        return tuple(
            InboxChoice(value=answer.value, text=str(text), does=str(does.get(answer, "")))
            for answer, text in self._texts(item).items()
            if str(text) and not self._is_the_admins(item, answer)
        )

    def _is_the_admins(self, item: InboxItem, answer: Answer) -> bool:
        """Nothing brings back who was erased: that is not for whoever directs an evening."""
        return item.asked == InboxSubject.ERASE and answer == Answer.YES and not self.may_erase

    def _is_public(self, item: InboxItem) -> bool:
        """The round in question is published: nothing is moved by itself."""
        state = self.states.get((item.tournament_id or 0, item.facts.get("round", 0)))
        return state not in UNPUBLISHED_STATES

    def _open_round(self, item: InboxItem) -> int | None:
        """In which the game to postpone is published and waits for its result."""
        for (tournament, number), date in self.dates.items():
            is_that = tournament == item.tournament_id and date == item.facts.get("date")
            if is_that and self.states[tournament, number] == RoundState.PUBLISHED:
                return number
        return None

    def _look(self, item: InboxItem) -> object:
        if item.asked == InboxSubject.LATE_WORD and self._is_public(item):
            return _("See the choices")
        return _("To the round") if self._round(item) is not None else pgettext("a button", "Look")

    def _round(self, item: InboxItem) -> int | None:
        """In which something is to be put right."""
        if item.asked == InboxSubject.POSTPONE:
            return self._open_round(item)
        number = item.facts.get("round") if item.asked == InboxSubject.MISTAKE else None
        return number if (item.tournament_id, number) in self.states else None

    def _does(self, item: InboxItem) -> Mapping[Answer, object]:
        """In a sentence each, what an answer does, and what it leaves to do."""
        number = item.facts.get("round", "–")
        match InboxSubject(item.asked):  # not all: of the others _DOES says it
            case InboxSubject.LATE_WORD if self._is_public(item):
                return {Answer.NO: _("Nothing changes by itself. To change a board, open the player's page.")}
            case InboxSubject.LATE_WORD:
                return {Answer.YES: _marks(item.facts.get("said", ""), number), Answer.NO: _("Nothing changes.")}
            case InboxSubject.POSTPONE if self._open_round(item) is not None:
                yes = _("Noted as agreed. Then choose “Postpone the game” at their board: it is not done from here.")
                return {Answer.YES: yes, Answer.NO: _("They count as away.")}
            case InboxSubject.POSTPONE:
                yes = _("Noted as agreed. Once the round is published, choose “Postpone the game” at their board.")
                return {Answer.YES: yes, Answer.NO: _("They count as away.")}
            case InboxSubject.ENTER if item.player_id is None:
                yes = _("They join the club’s list and this tournament, from the next unpublished round on.")
                return {Answer.YES: yes, Answer.NO: _("Nothing changes, and nobody is told.")}
        if item.asked == InboxSubject.OUT and item.tournament and _changes_what_is_played(item.tournament):
            yes = _("Withdrawing them changes the table. Do it on their page: it shows how.")
            return {**_DOES[InboxSubject.OUT], Answer.YES: yes}
        return _DOES[InboxSubject(item.asked)]

    def _texts(self, item: InboxItem) -> Mapping[Answer, object]:
        if item.asked == InboxSubject.LATE_WORD and self._is_public(item):
            return {Answer.NO: pgettext("a button", "Seen")}
        if item.asked == InboxSubject.ENTER and item.player_id is not None:
            return {Answer.YES: _("Enter them"), Answer.NO: _("Put aside")}
        return _TEXTS[InboxSubject(item.asked)]


_TEXTS = {
    InboxSubject.LATE_WORD: {Answer.YES: gettext_lazy("Mark as reported"), Answer.NO: gettext_lazy("Leave it")},
    InboxSubject.TEAM_DUTY: {Answer.YES: gettext_lazy("Confirm"), Answer.NO: gettext_lazy("No")},
    InboxSubject.OWN_KIND: {Answer.YES: gettext_lazy("Confirm"), Answer.NO: gettext_lazy("No")},
    InboxSubject.POSTPONE: {Answer.YES: gettext_lazy("Agree"), Answer.NO: gettext_lazy("No")},
    InboxSubject.OUT: {Answer.YES: pgettext_lazy("a player", "Withdraw"), Answer.NO: gettext_lazy("Put aside")},
    InboxSubject.MISTAKE: {Answer.YES: pgettext_lazy("a button", "Done"), Answer.NO: gettext_lazy("Put aside")},
    InboxSubject.ENTER: {Answer.YES: gettext_lazy("Enter as new"), Answer.NO: gettext_lazy("Put aside")},
    InboxSubject.ERASE: {Answer.YES: gettext_lazy("Erase for good"), Answer.NO: gettext_lazy("Put aside")},
    InboxSubject.LINE_UP: {Answer.YES: pgettext_lazy("a button", "Done"), Answer.NO: gettext_lazy("Put aside")},
}


def _changes_what_is_played(tournament: Tournament) -> bool:
    return configured_system(tournament).capabilities().as_counted is not None


_DOES: Mapping[InboxSubject, Mapping[Answer, object]] = {  # not all: of LATE_WORD and POSTPONE it depends on the round
    InboxSubject.TEAM_DUTY: {
        Answer.YES: gettext_lazy("They count as playing for the club, even in a round that is already published."),
        Answer.NO: gettext_lazy("They count as away: excused or late, depending on when they told us."),
    },
    InboxSubject.OWN_KIND: {
        Answer.YES: gettext_lazy("The absence counts as that kind, even in a published round."),
        Answer.NO: gettext_lazy("They count as away: excused or late, depending on when they told us."),
    },
    InboxSubject.OUT: {
        Answer.YES: gettext_lazy("They are withdrawn from the next unpublished round on."),
        Answer.NO: gettext_lazy("They stay in the tournament."),
    },
    InboxSubject.MISTAKE: {
        Answer.YES: gettext_lazy("Marks it as dealt with. Put it right first: this changes nothing else."),
        Answer.NO: gettext_lazy("Nothing changes."),
    },
    InboxSubject.ENTER: {
        Answer.YES: gettext_lazy("They join this tournament from the next unpublished round on."),
        Answer.NO: gettext_lazy("Nothing changes."),
    },
    InboxSubject.ERASE: {
        Answer.YES: gettext_lazy(
            "Name, rating, contact, card and all their answers are deleted, also from the activity list. "
            "Their games stay; tables show N.N. If they still play in a tournament, withdraw them there "
            "first."
        ),
        Answer.NO: gettext_lazy("Nothing changes."),
    },
    InboxSubject.LINE_UP: {
        Answer.YES: gettext_lazy("Marks it as dealt with. Change the line-up first: this changes nothing else."),
        Answer.NO: gettext_lazy("Nothing changes."),
    },
}


def _marks(said: str, number: object) -> str:
    if not said:
        text = _("In round {round} they are not marked any more.")
    elif (reply := Reply.sent(said)) is not None and reply.said in COMES:
        text = _("In round {round} they count as on the way.")
    else:
        text = _("In round {round} they count as away: excused or late, depending on when they told us.")
    return text.format(round=number)


def _enters(item: InboxItem) -> str:
    if item.home_club and item.rating_number:
        text = _("{name} asks to enter: {club}, rating number {number}.")
    elif item.home_club:
        text = _("{name} asks to enter: {club}.")
    elif item.rating_number:
        text = _("{name} asks to enter: rating number {number}.")
    else:
        text = _("{name} asks to enter.")
    return text.format(name=item.name, club=item.home_club, number=item.rating_number)


def _matches(item: InboxItem) -> tuple[InboxMatch, ...]:
    """Of the same name or number."""
    players = Player.objects.filter(club=item.club_id)
    number = item.rating_number
    found = {each.pk: each for each in players.filter(folded_name=folded_name(item.name))[:_MOST_MATCHES]}
    with_number = set()
    if number:
        fide = players.filter(fide_id=int(number)) if number.isascii() and number.isdigit() and len(number) < 10 else ()
        for each in [*players.filter(national_id=number)[:_MOST_MATCHES], *fide]:
            found[each.pk] = each
            with_number.add(each.pk)
    names = display_names_in_club(found.keys()) if found else {}
    return tuple(InboxMatch(player=key, name=names[key], has_number=key in with_number) for key in found)


def _day(date: object) -> str:
    try:
        return date_format(datetime.date.fromisoformat(str(date)))
    except ValueError:
        return "–"


def _boards(said: Mapping[int, Reported], names_where: bool) -> list[Contradiction | Agreed]:
    wanted = {game: each for game, each in said.items() if each.is_agreed or each.is_contradicted}
    if not wanted:
        return []
    rows = Attendance.objects.filter(game__in=wanted).select_related("entry__player", "game", "round__tournament")
    sides: dict[int, dict[str, Attendance]] = {}
    for row in rows.order_by("round__tournament", "game__board"):
        sides.setdefault(row.game_id or 0, {})[row.colour] = row
    entries = [row.entry for both in sides.values() for row in both.values()]
    people = display_names_in_club([entry.person_id for entry in entries if not entry.is_team])
    names = {entry.pk: entry.team_name or people[entry.person_id] for entry in entries}
    found: list[Contradiction | Agreed] = []
    agreed: dict[int, dict[int, Result]] = {}
    rounds: dict[int, Round] = {}
    for game, both in sides.items():
        each, row = wanted[game], both["white"]
        if each.is_contradicted:
            found.append(_contradiction(each, both, names, names_where))
        elif each.result is not None:
            agreed.setdefault(row.round_id, {})[game] = each.result
            rounds[row.round_id] = row.round
    return found + [
        Agreed(
            round=rounds[key].number,
            tournament=rounds[key].tournament.slug,
            where=rounds[key].tournament.name if names_where else "",
            results=results,
        )
        for key, results in agreed.items()
    ]


def _contradiction(
    said: Reported, both: Mapping[str, Attendance], names: Mapping[int, str], names_where: bool
) -> Contradiction:
    row = both["white"]
    if row.game is None or said.white is None or said.black is None:
        raise ValueError("a contradiction is of a game, and two have said something")
    white, black = names[row.entry_id], names[both["black"].entry_id]
    return Contradiction(
        game=row.game.pk,
        round=row.round.number,
        board=row.game.board,
        tournament=row.round.tournament.slug,
        where=row.round.tournament.name if names_where else "",
        white=_side(white, said.white),
        black=_side(black, said.black),
        choices=tuple(
            InboxChoice(value=told.boards, text=_("as {team} reports").format(team=team))
            for team, told in ((white, said.white), (black, said.black))
        )
        if said.white.boards
        else _results(said.white.result, said.black.result),
        differs=tuple(
            _("Board {board}: {one} or {other}").format(
                board=f"{row.game.board}.{board}", one=RESULT_TEXTS[one], other=RESULT_TEXTS[other]
            )
            for board, (one, other) in enumerate(
                zip(from_signs(said.white.boards), from_signs(said.black.boards), strict=False), 1
            )
            if one is not other
        ),
    )


def _side(name: str, told: PlayerReport) -> InboxSide:
    if told.boards:
        score = match_score(told.boards, None, None)
        return InboxSide(name=name, says=score, words=score, at=told.at)
    return InboxSide(name=name, says=RESULT_TEXTS[told.result], words=str(RESULT_WORDS[told.result]), at=told.at)


def _results(*said: Result) -> tuple[InboxChoice, ...]:
    """What either says first."""
    order: Iterable[Result] = dict.fromkeys([*said, *OVER_THE_BOARD])
    return tuple(InboxChoice(value=result.value, text=RESULT_TEXTS[result]) for result in order)
