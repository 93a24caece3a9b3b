"""What was done, as sentences with names."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Action, Entry, Presence, User
from tournaments.pages.common.capitals import capitalized
from tournaments.pages.common.result_words import RESULT_TEXTS
from tournaments.pairing.types.snapshot import Result
from tournaments.pairing.wording import listing
from tournaments.selectors.display_names import display_names_in_club

_NAMED = 3
"""More players than these in one action are counted, not named."""

SENTENCES = {
    "attendance.mark:unmarked": gettext_noop("{player} is not marked any more"),
    "attendance.mark:present": gettext_noop("{player} is here"),
    "attendance.mark:half": gettext_noop("{player} has a half-point bye in round {round}"),
    "attendance.mark:full": gettext_noop("{player} has a full-point bye in round {round}"),
    "attendance.mark:zero": gettext_noop("{player} has a zero-point bye in round {round}"),
    "attendance.mark:excused": gettext_noop("{player} is marked as excused"),
    "attendance.mark:unexcused": gettext_noop("{player} is marked as unexcused"),
    "attendance.mark:club": gettext_noop("{player} is on club duty"),
    "attendance.mark:own_kind": gettext_noop("{player} is away ({kind})"),
    "attendance.mark:on_the_way": gettext_noop("{player} is on the way"),
    "attendance.mark:late": gettext_noop("{player} is away with late notice"),
    "attendance.mark:no_show": gettext_noop("{player} did not come"),
    "attendance.mark_again": gettext_noop("Here again after round {before}: {players}"),
    "attendance.mark_expected": gettext_noop("All who were expected are here: {players}"),
    "round.open": gettext_noop("Check-in for round {round} is open"),
    "round.open:entered": gettext_noop("Check-in for round {round} is open; members entered with it: {players}"),
    "round.open:planned": gettext_noop("Round {round} is played tonight"),
    "round.open:played": gettext_noop("The table after round {round} is published"),
    "round.publish_plan": gettext_noop("The plan is published: rounds {round} to {last}"),
    "round.take_back_plan": gettext_noop("The plan is unpublished: rounds {round} to {last}"),
    "round.call_off": gettext_noop("No round after all: the check-in for round {round} is closed"),
    "round.pair": gettext_noop("Round {round} is paired"),
    "round.publish": gettext_noop("Round {round} is published"),
    "round.take_back": gettext_noop("Round {round} is unpublished"),
    "round.start": gettext_noop("Round {round} has started"),
    "round.finish": gettext_noop("The table after round {round} is published"),
    "round.end_evening": gettext_noop("Done for today after round {round}"),
    "result.enter": gettext_noop("Round {round}, board {board}: {result}"),
    "result.clear": gettext_noop("Round {round}, board {board}: the result is cleared"),
    "match.board": gettext_noop("Round {round}, board {board}.{line}: {result}"),
    "match.enter": gettext_noop("Round {round}, match {board}: {score}"),
    "match.clear": gettext_noop("Round {round}, match {board}: all its results are cleared"),
    "game.postpone": gettext_noop("Round {round}, board {board} is postponed"),
    "round.postpone_open": gettext_noop("Round {round}: all unfinished games are postponed, {games} of them"),
    "game.decide": gettext_noop("Round {round}, board {board}, not played: {result}"),
    "game.decide:lot": gettext_noop("Round {round}, board {board}, not played: lots were drawn for who goes through"),
    "game.decide:several": gettext_noop("Decided, since they were not played: {games} games"),
    "game.set_dates:agreed": gettext_noop("Round {round}, board {board} is agreed for {date}"),
    "game.set_dates:played": gettext_noop("Round {round}, board {board} was played on {date}"),
    "game.set_dates:last_day": gettext_noop("Round {round}, board {board} is to be played by {date}"),
    "game.set_dates": gettext_noop("Round {round}, board {board} has another date"),
    "tie.decide": gettext_noop("Round {round}, board {board}: {player} goes through"),
    "tie.set_up": gettext_noop("Boards given to ties of the tree that are now known: {count}"),
    "tie.play_now": gettext_noop("Round {round}: {players} play their game of {cup}, and it counts here"),
    "tie.play_all": gettext_noop("Round {round}: games of {cup} are played, and count here: {count}"),
    "tie.not_now": gettext_noop("Round {round}: {players} do not play their game of {cup}"),
    "tie.clear": gettext_noop("Round {round}, board {board}: the tie is open again"),
    "entry.ask": gettext_noop("Somebody asks to enter"),
    "entry.join:entered": gettext_noop("A card holder has entered"),
    "entry.join:asked": gettext_noop("A card holder asks to enter"),
    "inbox.answer:late_word_yes": gettext_noop("Inbox: {player} is marked as reported"),
    "inbox.answer:late_word_no": gettext_noop("Inbox: the late answer of {player} is marked as seen"),
    "inbox.answer:team_duty_no": gettext_noop("Inbox: {player} does not play for the club, says the director"),
    "inbox.answer:own_kind_no": gettext_noop("Inbox: the kind of absence {player} asked for was put aside"),
    "inbox.answer:postpone_no": gettext_noop("Inbox: the game of {player} is not postponed"),
    "inbox.answer:out_yes": gettext_noop("Inbox: {player} is withdrawn"),
    "inbox.answer:out_no": gettext_noop("Inbox: {player} is not withdrawn"),
    "inbox.answer:mistake_yes": gettext_noop("Inbox: the mistake reported by {player} is dealt with"),
    "inbox.answer:mistake_no": gettext_noop("Inbox: the mistake reported by {player} is put aside"),
    "inbox.answer:enter_yes": gettext_noop("Inbox: {player} asked to enter, and is entered"),
    "inbox.answer:enter_no": gettext_noop("Inbox: a request to enter is put aside"),
    "inbox.answer:line_up_yes": gettext_noop("Inbox: that {player} cannot play after all is dealt with"),
    "inbox.answer:line_up_no": gettext_noop("Inbox: that {player} cannot play after all is put aside"),
    "inbox.answer:erase_yes": gettext_noop("Inbox: the request of {player} to have their data erased is dealt with"),
    "inbox.answer:erase_no": gettext_noop("Inbox: the request of {player} to have their data erased is put aside"),
    "report.say:said": gettext_noop("Round {round}, board {board}: reported as {result}"),
    "report.say:confirmed": gettext_noop("Round {round}, board {board}: confirmed as {result}"),
    "report.say:contradicted": gettext_noop(
        "Round {round}, board {board}: reported as {result}, unlike the opponent's report"
    ),
    "report.say:taken_back": gettext_noop("Round {round}, board {board}: {result} is no longer reported"),
    "report.say:match_said": gettext_noop("Round {round}, match {board}: reported as {score}"),
    "report.say:match_confirmed": gettext_noop(
        "Round {round}, match {board}: both captains report {score}, which is entered"
    ),
    "report.say:match_contradicted": gettext_noop(
        "Round {round}, match {board}: reported as {score}, unlike the other captain's report"
    ),
    "report.say:match_taken_back": gettext_noop("Round {round}, match {board}: {score} is no longer reported"),
    "report.flag": gettext_noop("Round {round}: a player says that something is wrong"),
    "report.accept": gettext_noop("Round {round}: the results that both reported are entered, boards {boards}"),
    "board.set": gettext_noop("Round {round}, board {board} is set by hand: {players}"),
    "board.give_bye": gettext_noop("Round {round}: sits out by the director's choice: {players}"),
    "board.swap": gettext_noop("Round {round}: places changed: {players}"),
    "board.take_bye": gettext_noop("Round {round}: no longer sits out: {players}"),
    "board.remove": gettext_noop("Round {round}: board {board} is split"),
    "late.meet": gettext_noop("Round {round}: {player} came late and plays {players}"),
    "late.pair_again": gettext_noop("Round {round}: {player} came late, boards not begun are paired again"),
    "late.bye": gettext_noop("Round {round}: {player} came late and sits out"),
    "late.not_playing": gettext_noop("Round {round}: {player} came late and does not play: {presence}"),
    "late.pair_here": gettext_noop("Round {round}, paired as well: boards {boards}, {players}"),
    "late.pair_here:odd": gettext_noop("Round {round}, paired as well: boards {boards}, {players}; sits out: {player}"),
    "leave.meet": gettext_noop("Round {round}: {player} has left, these play now: {players}"),
    "leave.pair_again": gettext_noop("Round {round}: {player} has left, boards not begun are paired again"),
    "leave.bye": gettext_noop("Round {round}: {player} has left, the bye goes to {players}"),
    "leave.forfeit": gettext_noop("Round {round}: {player} has left, the point goes to {players}"),
    "leave.away": gettext_noop("Round {round}: {player} has left"),
    "leave.meet:unexcused": gettext_noop("Round {round}: {player} did not come, these play now: {players}"),
    "leave.pair_again:unexcused": gettext_noop(
        "Round {round}: {player} did not come, boards not begun are paired again"
    ),
    "leave.bye:unexcused": gettext_noop("Round {round}: {player} did not come, the bye goes to {players}"),
    "leave.forfeit:unexcused": gettext_noop("Round {round}: {player} did not come, the point goes to {players}"),
    "leave.away:unexcused": gettext_noop("Round {round}: {player} did not come"),
    "tournament.create": gettext_noop("The tournament {name} is set up"),
    "tournament.play_off": gettext_noop("The play-off {name} is set up for {players}"),
    "tournament.import": gettext_noop("The tournament {name} is imported"),
    "tournament.trash": gettext_noop("The tournament {name} is in the trash"),
    "tournament.put_back": gettext_noop("The tournament {name} is put back"),
    "tournament.erase": gettext_noop("The tournament {name} is deleted for good"),
    "categories.set": gettext_noop("The categories are set: {names}"),
    "categories.set:moved": gettext_noop("Another category: {players}"),
    "categories.set:none": gettext_noop("There are no categories any more"),
    "tournament.message": gettext_noop("The message on the public pages is changed"),
    "tournament.change_options": gettext_noop("The options are changed"),
    "tournament.change_options:entered": gettext_noop("The options are changed; members entered with it: {players}"),
    "tournament.change_options:tie_breaks": gettext_noop("The tie-breaks are changed"),
    "tournament.change_options:options_and_tie_breaks": gettext_noop("The options and the tie-breaks are changed"),
    "tournament.change_settings": gettext_noop("The rules for taking part are changed"),
    "tournament.edit:name": gettext_noop("“{before}” is called “{name}” now"),
    "tournament.edit:season": gettext_noop("The tournament now belongs to the season {season}"),
    "tournament.edit:rounds": gettext_noop("Planned rounds: {rounds}"),
    "tournament.edit:open_end": gettext_noop("The number of rounds is not fixed"),
    "tournament.edit:places": gettext_noop("Guests take places in the tables"),
    "tournament.edit:decimals": gettext_noop("Decimals shown in points: {decimals}"),
    "tournament.edit:counts": gettext_noop("Its games may count in {other} too"),
    "tournament.edit:counts_nowhere": gettext_noop("Its games count in no other tournament"),
    "tournament.edit:no_places": gettext_noop("Guests take no place in the tables"),
    "tournament.edit": gettext_noop("Name, season or planned rounds of {name} are changed"),
    "tournament.end": gettext_noop("The tournament ends after round {round}"),
    "tournament.plan_dates": gettext_noop("The dates of the rounds are planned"),
    "tournament.plan_dates:last": gettext_noop("The last dates of the cup's rounds are changed"),
    "tournament.plan_dates:forgotten": gettext_noop(
        "The dates of the rounds are planned; answers for dates that were removed are deleted: {forgotten}"
    ),
    "roster.enter": gettext_noop("Teams entered: {count}"),
    "roster.edit": gettext_noop("The team {player} is changed"),
    "roster.move": gettext_noop("{player} changes teams and plays for {players} now"),
    "roster.mark": gettext_noop("{player}: {count} members are here in round {round}"),
    "roster.line_up": gettext_noop("{player}: the line-up for round {round} is set"),
    "entry.add": gettext_noop("Entered: {players}"),
    "entry.play_on": gettext_noop("Knocked out of {cup} and entered here: {players}"),
    "guest.add": gettext_noop("{player} plays as a guest"),
    "guest.again": gettext_noop("{player} has come in at the door"),
    "attendance.own_games": gettext_noop("Results of our teams taken over in round {round}: {players}"),
    "attendance.own_game:1": gettext_noop("{player} has won elsewhere in round {round}"),
    "attendance.own_game:1/2": gettext_noop("{player} has drawn elsewhere in round {round}"),
    "attendance.own_game:0": gettext_noop("{player} has lost elsewhere in round {round}"),
    "attendance.own_game:none": gettext_noop("{player}: the result elsewhere in round {round} was removed"),
    "entry.pairing_terms": gettext_noop("{player}: special rules changed"),
    "entry.set_guest:guest": gettext_noop("{player} plays as a guest"),
    "entry.set_guest:no_guest": gettext_noop("{player} is no longer a guest"),
    "entry.remove": gettext_noop("{player} is taken off the list"),
    "entry.withdraw": gettext_noop("{player} has withdrawn"),
    "entry.return": gettext_noop("{player} is back"),
    "entry.take_rating": gettext_noop("{player} plays with the rating {rating}"),
    "entry.take_ratings": gettext_noop("These play with another rating: {players}"),
    "entry.draw_numbers": gettext_noop("The players are numbered"),
    "pair.forbid": gettext_noop("Must not meet: {players}"),
    "pair.allow": gettext_noop("May meet again: {players}"),
    "club.create": gettext_noop("The club is set up"),
    "club.become_demo": gettext_noop("The club is a demo"),
    "club.import": gettext_noop("The club came here from another installation"),
    "club.edit": gettext_noop("The details of the club are changed"),
    "event.rename": gettext_noop("The event “{before}” is called “{name}” now"),
    "event.make": gettext_noop("The groups of {name} are made: {groups}"),
    "rating.settings": gettext_noop("The rules of the club's own rating are changed"),
    "rating.start": gettext_noop("{player} begins with the club's rating {rating}"),
    "rating.publish": gettext_noop("The club's own ratings are published: {count} people"),
    "league.make": gettext_noop("The league {name} is added"),
    "league.edit": gettext_noop("The rules of {name} are changed"),
    "league.delete": gettext_noop("The league {name} is deleted"),
    "team.make": gettext_noop("The team {name} is added"),
    "team.edit": gettext_noop("The team {name} is changed"),
    "team.delete": gettext_noop("The team {name} is deleted"),
    "squad.write": gettext_noop("The list of players for {name} is changed"),
    "fixture.add": gettext_noop("Added: {team} against {opponent}, {date}"),
    "fixture.edit": gettext_noop("Changed: {team} against {opponent}, {date}"),
    "fixture.delete": gettext_noop("Deleted: {team} against {opponent}, {date}"),
    "fixture.results": gettext_noop("Results of {team} against {opponent}"),
    "fixture.draft_line_up": gettext_noop("A line-up of {team} against {opponent} is saved"),
    "fixture.publish_line_up": gettext_noop("The line-up of {team} against {opponent} is published"),
    "fixture.unpublish_line_up": gettext_noop("The line-up of {team} against {opponent} is unpublished"),
    "series.advance": gettext_noop("The final {name} is made: the first {count} of the series"),
    "series.make": gettext_noop("The series {name} is set up"),
    "series.edit": gettext_noop("The series {name} is changed"),
    "series.delete": gettext_noop("The series {name} is deleted"),
    "series.bonus": gettext_noop("{player} has {amount} bonus points in {name}"),
    "series.take_bonus": gettext_noop("Bonus points of {player} in {name} are taken away"),
    "series.play_off": gettext_noop("The play-off of {name} is decided"),
    "series.publish": gettext_noop("The final table of {name} is published"),
    "report.send": gettext_noop("{games} games of {name} are marked as reported"),
    "report.forget": gettext_noop("A report of {name} is cancelled: its games have to be reported again"),
    "prizes.set": gettext_noop("The prizes of {name} are changed"),
    "prizes.decide:won_lot": gettext_noop("{player} has won a prize of {name} by lot"),
    "prizes.decide:wants_none": gettext_noop("{player} wants no prize of {name}"),
    "prizes.decide:wants_one": gettext_noop("{player} can have a prize of {name} again"),
    "prizes.fix": gettext_noop("The prizes of {name} are final"),
    "prizes.open": gettext_noop("The prizes of {name} follow the table again"),
    "season.open": gettext_noop("The season {name} is open"),
    "season.edit": gettext_noop("The season {name} is changed"),
    "season.close": gettext_noop("The season {name} is closed"),
    "season.carry_on": gettext_noop("The season {name} goes on from {earlier}"),
    "season.reopen": gettext_noop("The season {name} is open again"),
    "player.add": gettext_noop("{player} is on the list of players"),
    "player.edit": gettext_noop("The details of {player} are changed"),
    "player.edit_contact": gettext_noop("The contact details of {player} are changed"),
    "player.update_ratings": gettext_noop("Brought up to date from a rating list: {players}"),
    "player.merge": gettext_noop("These records are one person now: {players}"),
    "player.import": gettext_noop("Imported: {players}"),
    "fixture.import": gettext_noop("Matches of {name} are taken over: {count} new, {changed} changed"),
    "plan.say:coming": gettext_noop("{player} is coming on {date}"),
    "plan.say:later": gettext_noop("{player} is coming later on {date}"),
    "plan.say:away": gettext_noop("{player} is away on {date}"),
    "plan.say:club": gettext_noop("{player} plays for the club on {date}"),
    "plan.say:own_kind": gettext_noop("{player} is away on {date} ({kind})"),
    "plan.say:half": gettext_noop("{player} asks for a half-point bye on {date}"),
    "plan.say:postpone": gettext_noop("{player} asks to postpone the game of {date}"),
    "club.forget_plans": gettext_noop("The answers for the evenings of {season} are deleted for good"),
    "club.forget_cards": gettext_noop("Cards that nobody has used for a year are deleted for good"),
    "plan.team_duty": gettext_noop("For the club on {date}: {players}"),
    "plan.take_back": gettext_noop("The answer of {player} for {date} is taken back"),
    "plan.set_away": gettext_noop("{player} is away from {from} to {to}"),
    "plan.end_away": gettext_noop("{player} is back: the time away from {from} to {to} is ended"),
    "plan.set_standing:tournament": gettext_noop("{player} is expected as set in the tournament"),
    "plan.set_standing:always": gettext_noop("{player} is expected unless signed off"),
    "plan.set_standing:on_word": gettext_noop("{player} is expected only when signed up"),
    "plan.reset_must_say": gettext_noop("{player} no longer has to sign up"),
    "plan.confirm:club": gettext_noop("{player} plays for the club on {date}: confirmed"),
    "plan.confirm:own_kind": gettext_noop("{player} is away on {date} ({kind}): confirmed"),
    "plan.confirm:postpone": gettext_noop("The game of {player} on {date} is postponed"),
    "fixture.answer:coming": gettext_noop("{player} can play on {date}: {match}"),
    "fixture.answer:later": gettext_noop("{player} can play on {date}, but comes later: {match}"),
    "fixture.answer:if_needed": gettext_noop("{player} can play on {date} if needed: {match}"),
    "fixture.answer:away": gettext_noop("{player} cannot play on {date}: {match}"),
    "fixture.answer:nothing": gettext_noop("The answer of {player} for {date} is taken back: {match}"),
    "fixture.ask": gettext_noop("Asked to play on {date}: {players} ({match})"),
    "fixture.ask_silent": gettext_noop("Those who have not answered are asked by mail: {match}, {date}"),
    "squad.usual_answer:none": gettext_noop("{player} plays in {league} only when they say so"),
    "squad.usual_answer:coming": gettext_noop("{player} always plays in {league} unless they say no"),
    "squad.usual_answer:if_needed": gettext_noop("{player} plays in {league} only if needed"),
    "card.make_keys": gettext_noop("A link to the card is made: {players}"),
    "card.withdraw_key": gettext_noop("A link to the card of {player} is withdrawn"),
    "card.withdraw_all": gettext_noop("All links to the card of {player} are withdrawn"),
    "helper.make": gettext_noop("A code for a helper is made"),
    "helper.take": gettext_noop("Helping now: {user}"),
    "helper.end": gettext_noop("No longer helping: {user}"),
    "helper.end:unused": gettext_noop("A code for a helper is ended"),
    "mail.turn_off": gettext_noop("{player} has turned mails off"),
    "card.shown_as:full": gettext_noop("{player} is shown to the public by the full name"),
    "card.shown_as:initial": gettext_noop("{player} is shown to the public by given name and initial"),
    "card.shown_as:number": gettext_noop("{player} is shown to the public by a number"),
    "card.language": gettext_noop("{player} has chosen a language"),
    "card.renew_calendar": gettext_noop("{player} has a new address for their calendar"),
    "card.mail:on": gettext_noop("{player} has turned on another kind of mail"),
    "card.mail:off": gettext_noop("{player} has turned off a kind of mail"),
    "card.ask_to_be_erased": gettext_noop("{player} asks to have their data erased"),
    "member.invite": gettext_noop("{user} is invited"),
    "member.invite:name": gettext_noop("{name} is invited"),
    "member.renew_invitation": gettext_noop("{name} is invited with a new link"),
    "member.withdraw_invitation": gettext_noop("{name} is no longer invited"),
    "member.accept_invitation": gettext_noop("{user} has accepted the invitation of {name}"),
    "member.allow_links:allowed": gettext_noop("{user} lets the admins make links for a new password"),
    "member.allow_links:not_allowed": gettext_noop("{user} does not let the admins make links for a new password"),
    "member.take_away": gettext_noop("{user} no longer works for the club"),
    "member.leave": gettext_noop("{user} has left the club"),
    "member.assign": gettext_noop("The tournaments of {user} are changed"),
    "member.change_role:admin": gettext_noop("{user} is an admin of the club now"),
    "member.change_role:director": gettext_noop("{user} is a director now"),
    "member.change_role:helper": gettext_noop("{user} is a helper now"),
    "user.accept_invitation": gettext_noop("{user} has accepted the invitation"),
    "user.new_link": gettext_noop("A link for a new password is made for {user}"),
    "user.change_password": gettext_noop("{user} has a new password"),
    "user.change_details": gettext_noop("{user} has changed their name or e-mail address"),
    "user.second_factor_on": gettext_noop("{user} has a second factor"),
    "user.second_factor_code": gettext_noop("A code of {user} was looked at"),
    "user.new_recovery_codes": gettext_noop("{user} has new recovery codes"),
    "user.second_factor_off": gettext_noop("{user} has no second factor any more"),
    "user.second_factor_reset": gettext_noop("The second factor of {user} was taken away"),
    "user.choose_key_map": gettext_noop("{user} types results with other keys"),
    "user.hash_password_anew": gettext_noop("The password of {user} is stored in a newer form"),
    "installation.back_up": gettext_noop("A backup was made: {file}"),
    "installation.choose_backups": gettext_noop("Backups go to {folder}; automatic backups to keep: {kept}"),
    "installation.choose_words:some": gettext_noop("House words: {words}"),
    "installation.choose_words:none": gettext_noop("House words: the usual ones"),
    "installation.put_back": gettext_noop("The backup of {date} was put back (by: {by})"),
    "installation.not_put_back": gettext_noop("A backup could not be put back (by: {by})"),
    "installation.export": gettext_noop("The club was written to a file for another installation"),
    "installation.phones:in": gettext_noop("Phones in the same network are let in"),
    "installation.phones:out": gettext_noop("Phones in the same network are kept out"),
    "installation.stop": gettext_noop("Clubchess was stopped"),
    "user.create_superuser": gettext_noop("{user} runs the installation"),
}
"""What each verb did, whole, with gaps for what its facts name. `verb:presence`, `verb:role`, `verb:what`: one kind."""

NOT_UNDONE_HERE = frozenset(
    {
        "club.create",
        "club.become_demo",
        "club.import",
        "member.accept_invitation",
        "mail.turn_off",
        "fixture.ask_silent",
        "helper.take",
        "helper.end",
        "member.allow_links",
        "member.leave",
        "user.accept_invitation",
        "tournament.erase",
        "club.forget_plans",
        "club.forget_cards",
        "installation.back_up",
        "installation.choose_backups",
        "installation.choose_words",
        "installation.put_back",
        "installation.not_put_back",
        "installation.export",
        "installation.phones",
        "installation.stop",
    }
)
"""Undoing these would take away the page that the button stands on, or shut out the person who presses it;
what is deleted for good was not kept, and a mail that is sent comes not back."""


_VERBS = frozenset(key.partition(":")[0] for key in SENTENCES)


@dataclass(frozen=True, kw_only=True, slots=True)
class LastActionLine:
    """`undo` is the key of the action that the button takes back: this one or, where it is undone, its undoing."""

    sentence: str
    at: datetime.datetime
    by: str
    actor: int | None
    """The key of whoever it was by; None: the command line."""
    is_undone: bool
    undo: int | None

    @property
    def is_of_today(self) -> bool:
        return timezone.localdate(self.at) == timezone.localdate()


def is_verb_known(action: Action) -> bool:
    """Whether this version has the verb; of an undo, the one that it undid. Versions work side by side."""
    return str(action.verb if action.undoes_id is None else action.facts.get("verb")) in _VERBS


def sentence_of(verb: str, facts: Mapping[str, Any], names: Mapping[int, str], users: Mapping[int, str]) -> str:
    words = {fact: _words(fact, value, names, users) for fact, value in facts.items()}
    if verb == "member.accept_invitation" and words.get("user") == words.get("name"):
        verb = "user.accept_invitation"  # who was invited under their own name is not named twice
    kind = next((facts[fact] for fact in ("presence", "role", "what") if fact in facts), None)
    text = SENTENCES.get(f"{verb}:{kind}") or SENTENCES.get(verb)
    if not text:
        return _("A change made with another version of Clubchess")
    said = _(text).format_map(_Gaps(words))
    # Who is called by no name begins a sentence like any other word; a name is written as it is, "van der Berg" too.
    return capitalized(said) if said.startswith((_("a player"), _("somebody"))) else said


class _Gaps(dict[str, str]):
    """An old action may lack a fact that newer ones have: its sentence keeps a visible gap."""

    def __missing__(self, key: str) -> str:
        return "…"


def done_by(action: Action, names: Mapping[int, str]) -> str:
    """Who did it: somebody of the staff, or a player by their card, whom the sentence may name already; empty for the
    command line."""
    if action.actor is not None:
        return str(action.actor)
    player = action.facts.get("by_card")
    if not isinstance(player, int) or action.undoes_id is not None:
        return ""
    if action.facts.get("player") == player:
        return _("by their card")
    return _("{player}, by their card").format(player=names.get(player) or _("a player"))


def names_missing(actions: Sequence[Action], names: Mapping[int, str]) -> dict[int, str]:
    """Players, and teams, whom the page does not know: those taken off the list again."""
    wanted = {key for action in actions for key in _players_in(action.facts)} - set(names)
    players, teams = {key for key in wanted if key > 0}, {-key for key in wanted if key < 0}
    found: dict[int, str] = dict(display_names_in_club(players)) if players else {}
    if teams:
        found |= {-key: name for key, name in Entry.objects.filter(pk__in=teams).values_list("pk", "team_name")}
    return found


def users_named(actions: Sequence[Action]) -> dict[int, str]:
    wanted = {action.facts["user"] for action in actions if isinstance(action.facts.get("user"), int)}
    return {user.pk: str(user) for user in User.objects.filter(pk__in=wanted)} if wanted else {}


def _players_in(facts: Mapping[str, Any]) -> Iterable[int]:
    for fact in ("player", "by_card"):
        if isinstance(facts.get(fact), int):
            yield facts[fact]
    many = facts.get("players")
    if isinstance(many, list) and len(many) <= _NAMED:
        yield from (player for player in many if isinstance(player, int))


def _words(fact: str, value: Any, names: Mapping[int, str], users: Mapping[int, str]) -> str:
    if fact == "player":
        return _named(value, names)
    if fact == "players":
        return _several(value, names)
    if fact == "boards" and isinstance(value, list):
        return listing([str(each) for each in value], _)
    if fact == "user":
        return (users.get(value) if isinstance(value, int) else None) or _("somebody")
    if fact in _DAYS and (day := parse_date(str(value))) is not None:
        return date_format(day)
    if fact == "presence" and value in Presence.values:
        return str(Presence(value).label)
    if fact == "result" and value in list(Result):
        return RESULT_TEXTS[Result(value)]
    return str(value)


_DAYS = frozenset({"date", "from", "to"})


def _several(players: Any, names: Mapping[int, str]) -> str:
    if not isinstance(players, list):
        return str(players)
    if len(players) > _NAMED:
        return _("{count} players").format(count=len(players))
    return listing([_named(player, names) for player in players], _)


def _named(player: Any, names: Mapping[int, str]) -> str:
    """Another version may write something else there than a key."""
    return (names.get(player) if isinstance(player, int) else None) or _("a player")
