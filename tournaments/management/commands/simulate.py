"""Play a random tournament and write it as a tournament file."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.exchange.tournament_file import dump
from tournaments.management.simulated_files import simulated_file, told
from tournaments.pairing.audit.simulation import Rates
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.options import OptionError
from tournaments.pairing.wording import sentence


class Command(BaseCommand):
    help = (
        "Play a random tournament and write it as a tournament file. The same arguments give the same file. "
        "The database is not touched."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--system", required=True, choices=[*SYSTEMS], help="the code of a pairing system")
        parser.add_argument("--preset", help="one of the system's presets")
        parser.add_argument("--seed", required=True, type=_whole, metavar="N", help="random seed")
        parser.add_argument("--players", required=True, type=_whole, metavar="P", help="how many enter, late ones too")
        parser.add_argument("--rounds", required=True, type=_whole, metavar="R", help="how many are planned")
        for rate in fields(Rates):
            parser.add_argument(
                f"--{rate.name.replace('_', '-')}",
                type=_rate,
                default=rate.default,
                metavar="RATE",
                help=f"{rate.metadata['help']} (%(default)s)",
            )
        parser.add_argument("--out", type=Path, metavar="FILE", help="written anew; without it the screen")

    def handle(self, *args: Any, system: str, preset: str | None, out: Path | None, **options: Any) -> None:
        rates = Rates(**{rate.name: options[rate.name] for rate in fields(Rates)})
        try:
            simulated = simulated_file(
                system,
                preset=preset,
                seed=options["seed"],
                players=options["players"],
                rounds=options["rounds"],
                rates=rates,
            )
        except OptionError as error:
            raise CommandError(str(error)) from None
        written = dump(simulated.file)
        if out is None:
            self.stdout.write(written.decode(), ending="")
        else:
            try:
                out.write_bytes(written)
            except OSError as error:
                raise CommandError(f"{out} cannot be written: {error.strerror}.") from None
        why = " ".join(sentence(reason, simulated.file.names.__getitem__) for reason in simulated.ended)
        self.stderr.write(told(simulated) + (f". It ended before its time: {why}" if why else "."))


def _whole(given: str) -> int:
    if not given.isdecimal():
        raise argparse.ArgumentTypeError("a whole number from 0")
    return int(given)


def _rate(given: str) -> float:
    try:
        rate = float(given)
    except ValueError:
        rate = -1
    if not 0 <= rate <= 1:
        raise argparse.ArgumentTypeError("a number from 0 to 1")
    return rate
