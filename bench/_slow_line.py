"""A slow line in front of a server on this machine, for whoever measures pages: what a phone far from it waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

ROUND_TRIP = 0.150
BYTES_A_SECOND = 1_600_000 / 8
"""As Lighthouse takes a phone: 150 ms there and back, 1.6 Mbit/s."""
_PIECE = 1_460


class _Line:
    """Each way takes half a round trip, a connection takes a whole one first, and all share the way down.

    Slow start is left out: what a page consists of fits into the first ten packets, or nearly.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._free_at = 0.0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(ROUND_TRIP)
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(asyncio.CancelledError):  # the line hangs up
            await asyncio.gather(
                self._carry(reader, to_server, shared=False), self._carry(from_server, writer, shared=True)
            )

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, shared: bool) -> None:
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            loop = asyncio.get_running_loop()
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(due - loop.time(), 0))
                if not piece:
                    return target.close()
                target.write(piece)

        delivery = asyncio.create_task(deliver())
        with suppress(ConnectionError):
            while piece := await source.read(_PIECE):
                await pieces.put((self._due(len(piece) if shared else 0), piece))
        await pieces.put((self._due(0), b""))  # its turn comes after all that is on its way
        with suppress(ConnectionError):
            await delivery

    def _due(self, size: int) -> float:
        leaves = asyncio.get_running_loop().time()
        if size:
            leaves = self._free_at = max(self._free_at, leaves) + size / BYTES_A_SECOND
        return leaves + ROUND_TRIP / 2


@contextmanager
def slow_line(port: int) -> Iterator[int]:
    """Another port that leads to `port`, slowly."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starting = asyncio.start_server(_Line(port).serve, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(server.close)
        asyncio.run_coroutine_threadsafe(_hang_up(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


async def _hang_up() -> None:
    calls = asyncio.all_tasks() - {asyncio.current_task()}
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
