"""The questions that a system asks of how a club plays, and what the answers set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.pages.common.option_words import settings_in_words
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import configured


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerShown:
    code: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionShown:
    """`is_answered`: else it is as the preset has it."""

    code: str
    label: str
    answers: tuple[AnswerShown, ...]

    @property
    def is_answered(self) -> bool:
        return any(answer.is_chosen for answer in self.answers)


def answers_to(system: type[PairingSystem], sent: Mapping[str, object]) -> Mapping[str, str]:
    """Those that the system knows, by the code of the question."""
    found = {}
    for question in system.info.questions:
        given = sent.get(question.code)
        if any(answer.code == given for answer in question.answers):
            found[question.code] = str(given)
    return found


def asked_of(system: type[PairingSystem], answers: Mapping[str, str]) -> tuple[QuestionShown, ...]:
    return tuple(
        QuestionShown(
            code=question.code,
            label=_(question.label),
            answers=tuple(
                AnswerShown(code=each.code, label=_(each.label), is_chosen=answers.get(question.code) == each.code)
                for each in question.answers
            ),
        )
        for question in system.info.questions
    )


def with_answers(system: type[PairingSystem], preset: str, answers: Mapping[str, str]) -> PairingSystem:
    """The preset with what was answered over it. No answers contradict one another, or a preset."""
    options: dict[str, object] = {}
    for question in system.info.questions:
        for answer in question.answers:
            if answers.get(question.code) == answer.code:
                options |= answer.options
    return configured(system, options, preset=preset or None)


def differing_from(system: type[PairingSystem], preset: str, chosen: PairingSystem) -> tuple[str, ...]:
    """What is in force and not in the preset, a sentence each."""
    usual = set(settings_in_words(configured(system, {}, preset=preset or None)))
    return tuple(sentence for sentence in settings_in_words(chosen) if sentence not in usual)
