"""The evening over HTTP: the page, one tap per player, the round's verbs, the results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django import forms
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.evening.buttons import (
    AgreedForm,
    MarkForm,
    MatchForm,
    MatchLineForm,
    OwnGameForm,
    ResultForm,
    SeenResultForm,
)
from tournaments.models import Entry, Game, Round, RoundState, Tournament, User
from tournaments.pages.cup.consolation import consolation_offer
from tournaments.pages.evening import Conflict, EveningPage, conflict, evening_page
from tournaments.pages.evening.end_evening import evening_end
from tournaments.pages.evening.last_round import after_last_round
from tournaments.pages.evening.second_date import those_here
from tournaments.pages.evening.signed_off import signed_off
from tournaments.pages.evening.trial_pairing import if_paired_page
from tournaments.pairing.teams.board_signs import SIGN_OF
from tournaments.pairing.types.snapshot import OwnGame, Result
from tournaments.permissions import helps_in_tournament
from tournaments.services import rounds
from tournaments.services.evening import attendance
from tournaments.services.evening import end_evening as evenings_end
from tournaments.services.rounds import match_results, own_games, result_reports, results
from tournaments.services.rounds.result_rows import MadeOf
from tournaments.views.common.minify import without_indentation
from tournaments.views.common.outcome import NOTHING_DONE, UNREADABLE, Outcome, carry_out, done_by, seen_number
from tournaments.views.common.request import StaffRequest, whole_number
from tournaments.views.common.row_lookups import round_there
from tournaments.views.common.staff_access import for_tournament


@never_cache  # going back must not show the buttons of before
@require_safe
@for_tournament(helps_in_tournament)
def evening(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, evening_page(tournament, helper=_helper(request)))


@never_cache
@require_safe
@for_tournament(helps_in_tournament)
def evening_round(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """An earlier round. The newest one has the evening's address, and no other."""
    try:
        page = evening_page(tournament, number, helper=_helper(request))
    except Round.DoesNotExist as error:
        raise Http404 from error
    if number == page.newest:
        return HttpResponseRedirect(_address(tournament, None))
    return _page(request, tournament, page)


@require_POST
@for_tournament(helps_in_tournament)
def mark_attendance(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    return answer(request, tournament, marked(request, tournament, number, entry), number=number, entry=entry)


@require_POST
@for_tournament(helps_in_tournament)
def mark_again(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return answer(request, tournament, all_marked(request, tournament, number, attendance.mark_again), number=number)


@never_cache
@require_safe
@for_tournament(helps_in_tournament)
def if_paired(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(tournament.rounds, number=number)
    if found.state != RoundState.OPEN:
        return HttpResponseRedirect(_address(tournament, number))
    context = {"club": tournament.club, "tournament": tournament, "page": if_paired_page(tournament, found)}
    return render(request, "tournaments/evening/evening/if_paired.html", context)


@require_POST
@for_tournament(helps_in_tournament)
def mark_expected(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return answer(request, tournament, all_marked(request, tournament, number, attendance.mark_expected), number=number)


def marked(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> Outcome:
    """Here and at the door."""
    form = MarkForm(request.POST)

    def mark() -> object:
        return attendance.mark_attendance(
            Round(tournament=tournament, number=number),  # read by the service, under its lock
            Entry(pk=entry),
            form.cleaned_data["presence"].presence,
            kind=form.cleaned_data["presence"].kind,
            seen=form.cleaned_data["seen"],
            **done_by(request),
        )

    return _carry_out_valid(form, mark)


def all_marked(request: StaffRequest, tournament: Tournament, number: int, verb: Callable[..., object]) -> Outcome:
    """Here and at the door."""
    return carry_out(lambda: verb(round_there(tournament, number), **done_by(request)))


@require_POST
@for_tournament()
def call_off(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Whoever taps it where another has done so finds what they want: there is no round."""
    if not tournament.rounds.filter(number=number).exists():
        return answer(request, tournament, NOTHING_DONE)
    return _round_verb(request, tournament, number, rounds.call_off_round)


@require_POST
@for_tournament()
def pair(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round_verb(request, tournament, number, rounds.pair_round)


@require_POST
@for_tournament()
def publish(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round_verb(request, tournament, number, rounds.publish_round)


@require_POST
@for_tournament()
def take_back(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round_verb(request, tournament, number, rounds.take_back_round)


@require_POST
@for_tournament()
def start(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round_verb(request, tournament, number, rounds.start_round)


@require_POST
@for_tournament()
def postpone_open(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All games that are waited for, with one tap."""
    return _round_verb(request, tournament, number, rounds.postpone_open)


@require_POST
@for_tournament()
def finish(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _round_verb(request, tournament, number, rounds.finish_round)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_tournament()
def end_evening(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Looked at, it says what becomes of the games still open; sent, the evening is over."""
    if request.method == "POST":
        return _round_verb(request, tournament, number, evenings_end.end_evening, ends_evening=True)
    try:
        page = evening_end(tournament, number)
    except Round.DoesNotExist as error:
        raise Http404 from error
    context = {"club": tournament.club, "tournament": tournament, "page": page}
    return render(request, "tournaments/evening/evening/over.html", context)


@require_POST
@for_tournament()
def next_round(request: StaffRequest, tournament: Tournament) -> HttpResponse:
    outcome = carry_out(
        lambda: rounds.open_next_round(
            tournament,
            seen_number=seen_number(request, "seen_number"),
            seen_over=request.POST.get("seen_over") == "yes",
            **done_by(request),
        )
    )
    return answer(request, tournament, outcome)


@require_POST
@for_tournament(helps_in_tournament)
def enter_own_game(request: StaffRequest, tournament: Tournament, number: int, entry: int) -> HttpResponse:
    form = OwnGameForm(request.POST)

    def enter_it() -> object:
        given = form.cleaned_data["result"]
        return own_games.enter_own_game(
            round_there(tournament, number),
            get_object_or_404(tournament.entries, pk=entry),
            OwnGame(given) if given else None,
            seen=form.cleaned_data["seen"],
            **done_by(request),
        )

    return answer(request, tournament, _carry_out_valid(form, enter_it), number=number)


@require_POST
@for_tournament(helps_in_tournament)
def take_over_own_games(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Of the club's teams, as their captains entered them."""
    found = round_there(tournament, number)
    outcome = carry_out(lambda: own_games.take_over_own_games(found, **done_by(request)))
    return answer(request, tournament, outcome, number=number)


@require_POST
@for_tournament(helps_in_tournament)
def enter(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    if tournament.boards is not None:
        return _in_match(request, tournament, game)
    form = ResultForm(request.POST)
    return _game_verb(
        request,
        tournament,
        game,
        form,
        lambda found: results.enter_result(
            found, Result(form.cleaned_data["result"]), seen=form.cleaned_data["seen"], **done_by(request)
        ),
        wanted=Result(form.cleaned_data["result"]) if form.is_valid() else None,
    )


@require_POST
@for_tournament(helps_in_tournament)
def clear(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    if tournament.boards is not None:
        return _in_match(request, tournament, game, clears=True)
    return _seen_result_verb(request, tournament, game, results.clear_result, wanted=Result.OPEN)


@require_POST
@for_tournament(helps_in_tournament)
def postpone(request: StaffRequest, tournament: Tournament, game: int) -> HttpResponse:
    return _seen_result_verb(request, tournament, game, results.postpone_game)


@require_POST
@for_tournament(helps_in_tournament)
def accept_agreed(request: StaffRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All that both at a board report, as far as the screen showed it."""
    form = AgreedForm(request.POST)
    outcome = _carry_out_valid(
        form,
        lambda: result_reports.accept_agreed(
            round_there(tournament, number), form.cleaned_data["agreed"], **done_by(request)
        ),
    )
    return answer(request, tournament, outcome, number=number)


def _in_match(request: StaffRequest, tournament: Tournament, game: int, *, clears: bool = False) -> HttpResponse:
    """A board of a match of teams, or all of it."""
    if "line" in request.POST:
        sent = request.POST.dict() | ({"result": Result.OPEN.value} if clears else {})
        form: forms.Form = MatchLineForm(sent)

        def enter_it(found: Game) -> object:
            said = form.cleaned_data
            return match_results.enter_board(
                found,
                said["line"],
                SIGN_OF[Result(said["result"])],
                seen=SIGN_OF[Result(said["seen"])],
                **done_by(request),
            )

        line = form.cleaned_data["line"] if form.is_valid() else None
        return _game_verb(request, tournament, game, form, enter_it, wanted=None, line=line)
    form = MatchForm(request.POST)

    def enter_all(found: Game) -> object:
        said = form.cleaned_data
        if clears:
            return match_results.clear_match(found, seen=said["seen_match"], **done_by(request))
        signs = SIGN_OF[Result(said["forfeit"])] * (tournament.boards or 0) if said["forfeit"] else ""
        made_of = MadeOf(boards=signs, halves=None if signs else said["score"])
        return match_results.enter_match(found, made_of, seen=said["seen_match"], **done_by(request))

    return _game_verb(request, tournament, game, form, enter_all, wanted=None)


def _round_verb(
    request: StaffRequest,
    tournament: Tournament,
    number: int,
    verb: Callable[..., object],
    *,
    ends_evening: bool = False,
) -> HttpResponse:
    outcome = carry_out(
        lambda: verb(
            round_there(tournament, number), seen_revision=seen_number(request, "seen_revision"), **done_by(request)
        )
    )
    return answer(request, tournament, outcome, number=number, ends_evening=ends_evening)


def _seen_result_verb(
    request: StaffRequest,
    tournament: Tournament,
    game: int,
    verb: Callable[..., object],
    *,
    wanted: Result | None = None,
) -> HttpResponse:
    form = SeenResultForm(request.POST)
    return _game_verb(
        request,
        tournament,
        game,
        form,
        lambda found: verb(found, seen=form.cleaned_data["seen"], **done_by(request)),
        wanted=wanted,
    )


def _game_verb(
    request: StaffRequest,
    tournament: Tournament,
    game: int,
    form: forms.Form,
    verb: Callable[[Game], object],
    *,
    wanted: Result | None,
    line: int | None = None,
) -> HttpResponse:
    named = Game(pk=game, round=Round(tournament=tournament))  # read by the service, under its lock
    outcome = _carry_out_valid(form, lambda: verb(named))
    number = outcome.action.facts["round"] if outcome.action else _round_of(tournament, game)
    return answer(request, tournament, outcome, number=number, game=game, wanted=wanted, line=line)


def _round_of(tournament: Tournament, game: int) -> int | None:
    return Round.with_ahead.filter(tournament=tournament, games=game).values_list("number", flat=True).first()


def _carry_out_valid(form: forms.Form, verb: Callable[[], object]) -> Outcome:
    """404 for what is another tournament's."""
    if not form.is_valid():
        return UNREADABLE
    try:
        return carry_out(verb)
    except (Entry.DoesNotExist, Game.DoesNotExist) as error:
        raise Http404 from error


_CHANGES = ("revision", "past_revision", "message", "name", "planned_rounds", "options", "tie_breaks")
"""What a verb can change of the tournament."""


def answer(
    request: StaffRequest,
    tournament: Tournament,
    outcome: Outcome,
    *,
    number: int | None = None,
    entry: int | None = None,
    game: int | None = None,
    wanted: Result | None = None,
    ends_evening: bool = False,
    line: int | None = None,
) -> HttpResponse:
    """After a verb: without htmx back to where the tap was made; with htmx that row, or the whole evening."""
    if not request.htmx and not outcome.is_refused:
        return HttpResponseRedirect(
            _closing(request, tournament) or _address(tournament, number) + _anchor(entry, game)
        )
    if outcome.action is None:
        tournament.refresh_from_db(fields=_CHANGES)
    screen = request.POST.get("screen", "")
    page = _page_after(request, tournament, number, outcome, screen)
    shown = page.round
    row = shown.check_in.row(entry) if shown and entry else None
    board = shown.board(game) if shown and game else None
    match = board.matches.alone(board.game) if board and board.matches and line else None
    match_line = match.line(line) if match else None
    two_results = _conflict(page, game, wanted, outcome)
    if two_results is not None:
        outcome = replace(outcome, message=two_results.notice)
    if not request.htmx:
        return _page(request, tournament, page, outcome, two_results)
    is_same_screen = shown is not None and shown.number == number and shown.screen == screen
    is_whole_match = board is not None and board.matches is not None and match_line is None
    if not is_same_screen or is_whole_match or (row is None and board is None):
        return _whole(request, tournament, page, outcome, from_top=ends_evening or not is_same_screen)
    context = _context(tournament, page, outcome) | {"row": row, "board": board, "just_entered": not outcome.is_refused}
    context |= {"conflict": two_results, "match": match, "line": match_line}
    html = render_to_string("tournaments/evening/evening/_after_tap.html", context, request)
    return HttpResponse(without_indentation(html.encode()), status=outcome.status)


def _conflict(page: EveningPage, game: int | None, wanted: Result | None, outcome: Outcome) -> Conflict | None:
    """Where the board has another result by now. A finished round's is changed with its table in sight instead."""
    if game is None or wanted is None or not outcome.is_stale or page.round is None or page.round.is_finished:
        return None
    board = page.round.board(game)
    return conflict(board, wanted, outcome.since) if board else None


def _page_after(
    request: StaffRequest, tournament: Tournament, number: int | None, outcome: Outcome, screen: str
) -> EveningPage:
    """Of the round that was meant; a tap left over from before it was published shows where the evening is now."""
    helper = _helper(request)
    try:
        page = evening_page(tournament, number, helper=helper, just_done=outcome.action)
    except Round.DoesNotExist:
        return evening_page(tournament, helper=helper)
    is_left_over = page.round is not None and not page.round.is_newest and page.round.screen != screen
    return evening_page(tournament, helper=helper) if outcome.is_refused and is_left_over else page


def _helper(request: StaffRequest) -> User | None:
    """Whoever looks, where they help only: not everything is theirs to do."""
    return None if request.directs else request.user


def _whole(
    request: StaffRequest, tournament: Tournament, page: EveningPage, outcome: Outcome, *, from_top: bool
) -> HttpResponse:
    """Another screen, and the end of the evening, are seen from the top, and the focus goes to the heading: never to
    the button that is now where the one was that was pressed."""
    context = _context(tournament, page, outcome) | {"from_top": from_top}
    context |= _of_page(request, tournament, page)
    response = render(request, "tournaments/evening/evening/_whole.html", context, status=outcome.status)
    response["HX-Retarget"] = "#evening"
    response["HX-Reswap"] = "outerHTML show:#heading:top" if from_top else "outerHTML"
    response["HX-Replace-Url"] = _address(tournament, page.round.number if page.round else None)
    return response


def _page(
    request: StaffRequest,
    tournament: Tournament,
    page: EveningPage,
    outcome: Outcome = NOTHING_DONE,
    two_results: Conflict | None = None,
) -> HttpResponse:
    context = _context(tournament, page, outcome) | {"conflict": two_results}
    context |= _of_page(request, tournament, page)
    return render(request, "tournaments/evening/evening/page.html", context, status=outcome.status)


def _of_page(request: StaffRequest, tournament: Tournament, page: EveningPage) -> dict[str, object]:
    """What only a whole page has: no tap in a row changes it."""
    sent = ticked_here(request) if "pair_those_here" in request.POST else None
    return {
        "signed_off": signed_off(tournament, page.round),
        "those_here": those_here(tournament, page.round, sent) if request.directs else None,
        "last_round": after_last_round(tournament, page),
        "play_on": consolation_offer(tournament, request.user) if request.directs and not page.closed_season else (),
    }


def ticked_here(request: StaffRequest) -> frozenset[int]:
    """The keys of those whom the form to pair more into a round says to be here."""
    keys = map(whole_number, request.POST.getlist("here"))
    return frozenset(key for key in keys if key is not None)


def _context(tournament: Tournament, page: EveningPage, outcome: Outcome) -> dict[str, object]:
    return {"club": tournament.club, "tournament": tournament, "page": page, "round": page.round, "outcome": outcome}


def _address(tournament: Tournament, number: int | None) -> str:
    """The evening is the newest round's address, or that of one called off since; earlier rounds have their own, and so
    have those that hang on the wall ahead of their turn."""
    newest = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    if number is None or newest is None or (number >= newest and not _is_ahead(tournament, number, newest)):
        return reverse("evening", args=[tournament.club.slug, tournament.slug])
    return reverse("evening_round", args=[tournament.club.slug, tournament.slug, number])


def _is_ahead(tournament: Tournament, number: int, newest: int) -> bool:
    return number > newest and Round.with_ahead.filter(tournament=tournament, number=number).exists()


def _closing(request: StaffRequest, tournament: Tournament) -> str:
    """Back to the season that is to be closed, where the verb was tapped to clear its way."""
    season = seen_number(request, "closing")
    if season < 0:
        return ""
    return reverse(
        "club_home", args=[tournament.club.slug], query={"closing": str(season)}, fragment=f"season-{season}"
    )


def _anchor(entry: int | None, game: int | None) -> str:
    if entry is not None:
        return f"#entry-row-{entry}"
    return f"#board-row-{game}" if game is not None else ""
