"""Seasons played in processes of their own, as many as there are cores, all of which give way to those who tap."""

from __future__ import annotations

import os
import subprocess
import threading
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, Queue
from time import monotonic

from clubchess import program_files
from clubchess.child_processes import Child, command
from tournaments.simulation.field import SimulatedField
from tournaments.simulation.process import EVENING, order, row_in

_MOST_PROCESSES = 4
LOOKS = 0.4
"""Seconds between two moments at which progress is told."""


class Died(Exception):
    """A process has ended without its answer: its exit code."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimulationMoment:
    """`rows`: the figures of the seasons that have ended since the moment before, by number. `evenings`: so many have
    been played of seasons that have not ended."""

    rows: dict[int, list[float]]
    evenings: int


@dataclass(frozen=True, kw_only=True, slots=True)
class _Player:
    """A process, and a thread that hands on what it says."""

    process: subprocess.Popen[str]
    said: Queue[tuple[_Player, str]]

    def listen(self) -> None:
        for line in self.process.stdout or ():
            self.said.put((self, line))
        self.said.put((self, ""))

    def tell(self, text: str) -> None:
        try:
            if self.process.stdin is not None:
                self.process.stdin.write(text)
                self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Died(self.process.poll()) from error


def played_apart(
    system: str, preset: str, plan: SimulatedField, *, seed: str, numbers: Sequence[int], seconds: float
) -> Generator[SimulationMoment, None, None]:
    """Plays these seasons; when so many seconds have gone by since the first evening none is begun any more. Tells of
    it every moment; whoever closes the iterator ends all processes, whatever they are at. Raises Died.
    """
    end: float | None = None  # a busy machine takes its time to start a process
    waiting = list(reversed(numbers))
    said: Queue[tuple[_Player, str]] = Queue()
    with _players(min(len(waiting), _MOST_PROCESSES, os.cpu_count() or 1), said) as players:
        at: dict[int, int] = {}
        """By process, the season that it plays."""
        evenings: Counter[int] = Counter()
        rows: dict[int, list[float]] = {}
        for player in players:
            at[player.process.pid] = waiting.pop()
            player.tell(order(system, preset, plan, seed=seed) + f"\n{at[player.process.pid]}\n")
        told_at = monotonic()
        while at:
            for player, line in _heard(said, told_at + LOOKS):
                pid = player.process.pid
                if not line:
                    raise Died(player.process.wait())
                end = monotonic() + seconds if end is None else end
                if line == EVENING:
                    evenings[pid] += 1
                    continue
                rows[at.pop(pid)] = row_in(line)
                del evenings[pid]
                if waiting and monotonic() < end:
                    at[pid] = waiting.pop()
                    player.tell(f"{at[pid]}\n")
                if not at:
                    break
            yield SimulationMoment(rows=rows, evenings=evenings.total())
            rows, told_at = {}, monotonic()


def _heard(said: Queue[tuple[_Player, str]], until: float) -> Iterator[tuple[_Player, str]]:
    while (left := until - monotonic()) > 0:
        try:
            yield said.get(timeout=left)
        except Empty:
            return


@contextmanager
def _players(count: int, said: Queue[tuple[_Player, str]]) -> Iterator[list[_Player]]:
    processes: list[subprocess.Popen[str]] = []
    threads = []
    try:
        processes.extend(_started() for _each in range(count))
        players = [_Player(process=process, said=said) for process in processes]
        threads = [threading.Thread(target=player.listen, daemon=True) for player in players]
        for thread in threads:
            thread.start()
        yield players
    finally:
        for process in processes:
            process.kill()
        for thread in threads:
            thread.join()
        for process in processes:
            _close(process)


def _started() -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603  # our own arguments, and no shell
        command(Child.SEASONS), cwd=program_files.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _close(process: subprocess.Popen[str]) -> None:
    process.wait()
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except BrokenPipeError:  # what it was told last and never read
            continue
