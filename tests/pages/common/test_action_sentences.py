"""Every verb has its sentence, and every sentence its facts."""

import re
from pathlib import Path

import pytest

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.casts.factories import numbered_tournament
from tools.files import files_in
from tournaments.models import Action, Presence
from tournaments.pages.activity.activity_log import tournament_activity
from tournaments.pages.common.action_sentences import SENTENCES, sentence_of
from tournaments.pairing.types.snapshot import Result
from tournaments.services import rounds
from tournaments.services.evening import attendance, end_evening, manual_pairing
from tournaments.services.rounds import results
from tournaments.services.setup import entries, tournaments

SERVICES = Path(attendance.__file__).parents[1]
DEMO = SERVICES.parent / "demo"
VERB = re.compile(r'"((?!tournaments\.demo)[a-z]+\.(?!png"|json")[a-z_]+)"')


def verbs_of_the_services() -> set[str]:
    return {
        verb
        for file in [*files_in(SERVICES, "**/*.py"), *files_in(DEMO, "*.py")]
        for verb in VERB.findall(file.read_text(encoding="utf-8"))
    }


def names(cast: Evening) -> dict[int, str]:
    return {player.pk: player.full_name for player in cast.players}


def test_every_verb_of_the_services_has_a_sentence() -> None:
    verbs = verbs_of_the_services()

    assert len(verbs) > 20
    missing = {verb for verb in verbs if verb not in SENTENCES and not any(k.startswith(f"{verb}:") for k in SENTENCES)}
    assert not missing


def test_every_sentence_belongs_to_a_verb_of_the_services() -> None:
    assert {key.partition(":")[0] for key in SENTENCES} - verbs_of_the_services() == set()


def test_every_presence_has_a_sentence_of_its_own() -> None:
    assert {f"attendance.mark:{presence}" for presence in Presence.values} <= set(SENTENCES)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_whole_evening_leaves_no_gap_in_any_sentence() -> None:
    cast = evening(6)
    marks = [presence for presence in Presence if presence is not Presence.OWN_KIND]
    for presence, before in zip(marks, [Presence.UNMARKED, *marks], strict=False):
        if not cast.tournament.rounds.exists():
            cast.open()
        cast.mark(cast.entries[0], presence, seen=before)
    entries.forbid_pair(cast.tournament, cast.entries[0], cast.entries[1], **cast.by)
    entries.allow_pair(cast.tournament, cast.entries[0], cast.entries[1], **cast.by)
    entries.withdraw_entry(cast.entries[5], **cast.by)
    entries.return_entry(cast.entries[5], **cast.by)
    cast.mark(cast.entries[0], seen=Presence.CLUB)
    for entry in cast.entries[1:]:
        cast.mark(entry)
    cast.pair()
    manual_pairing.set_board(cast.round, cast.entries[0], cast.entries[1], seen_revision=cast.round.revision, **cast.by)
    manual_pairing.remove_board(cast.games[0], seen_revision=cast.round.revision, **cast.by)
    manual_pairing.give_bye(cast.round, cast.entries[0], seen_revision=cast.round.revision, **cast.by)
    manual_pairing.swap_players(
        cast.round, cast.entries[0], cast.entries[2], seen_revision=cast.round.revision, **cast.by
    )
    manual_pairing.take_bye(cast.round, cast.entries[2], seen_revision=cast.round.revision, **cast.by)
    rounds.take_back_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    cast.pair()
    cast.publish()
    rounds.start_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    rounds.postpone_open(cast.round, seen_revision=cast.round.revision, **cast.by)
    results.postpone_game(cast.games[0], seen="*", **cast.by)
    results.enter_result(cast.games[0], Result.DRAW, seen="*", **cast.by)
    results.clear_result(cast.games[0], seen=Result.DRAW.value, **cast.by)
    cast.finish()
    rounds.finish_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    end_evening.end_evening(cast.round, seen_revision=cast.round.revision, **cast.by)
    cast.open()
    attendance.mark_again(cast.round, **cast.by)
    rounds.call_off_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    seen = tournaments.version_of(cast.tournament)
    tournaments.change_options(cast.tournament, options={"win": "4"}, tie_breaks=None, seen=seen, **cast.by)

    planned = numbered_tournament(4, club=cast.club, season=cast.tournament.season, system="all_play_all")
    rounds.publish_schedule(planned, seen_number=1, **cast.by)
    rounds.take_back_schedule(planned, seen_number=1, **cast.by)

    said = {
        action.verb: sentence_of(action.verb, action.facts, names(cast), {})
        for action in Action.objects.filter(club=cast.club).order_by("-pk")
    }

    assert not [text for text in said.values() if "…" in text or "a player" in text]
    assert said["attendance.mark"].endswith("is here")
    assert said["result.enter"] == "Round 1, board 1: ½–½"
    assert said["round.publish_plan"] == "The plan is published: rounds 1 to 3"
    assert set(said) >= {verb for verb in verbs_of_the_services() if verb.split(".")[0] in {"round", "board", "result"}}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "tie_breaks", "sentence"),
    [
        ({"win": "4"}, None, "The options are changed"),
        ({}, [{"code": "wins"}], "The tie-breaks are changed"),
        ({"win": "4"}, [{"code": "wins"}], "The options and the tie-breaks are changed"),
    ],
)
def test_it_says_whether_options_or_tie_breaks_are_changed(
    options: dict[str, object], tie_breaks: list[dict[str, object]] | None, sentence: str
) -> None:
    cast = evening(3)
    seen = tournaments.version_of(cast.tournament)

    tournaments.change_options(cast.tournament, options=options, tie_breaks=tie_breaks, seen=seen, **cast.by)

    assert tournament_activity(cast.tournament).lines[0].sentence == sentence


@pytest.mark.django_db
def test_it_names_a_few_players_and_counts_many() -> None:
    few, many = {"players": [1, 2]}, {"players": [1, 2, 3, 4]}
    called = {1: "Kari", 2: "Bo"}

    assert sentence_of("entry.add", few, called, {}) == "Entered: Kari and Bo"
    assert sentence_of("entry.add", many, called, {}) == "Entered: 4 players"


@pytest.mark.parametrize(("names", "begins"), [({}, "A player has"), ({7: "van der Berg"}, "van der Berg has")])
def test_who_has_no_name_any_more_begins_a_sentence_with_a_capital(names: dict[int, str], begins: str) -> None:
    assert sentence_of("card.language", {"player": 7}, names, {}).startswith(begins)


@pytest.mark.parametrize(
    ("invited_as", "said"),
    [
        ("Dirk Dam", "Dirk Dam has accepted the invitation"),
        ("The school’s helper", "Dirk Dam has accepted the invitation of The school’s helper"),
    ],
)
def test_who_accepts_what_was_sent_to_their_own_name_is_named_once(invited_as: str, said: str) -> None:
    assert sentence_of("member.accept_invitation", {"user": 3, "name": invited_as}, {}, {3: "Dirk Dam"}) == said
