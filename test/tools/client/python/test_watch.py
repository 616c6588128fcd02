"""A watch at the moment of a close."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any, AsyncGenerator, Callable, Iterator, cast

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from tollgate_client import AsyncEvmClient, ResumeLost, TransportError
from tollgate_client.core import watch as watch_module
from tollgate_client.core.event_socket import EventSocket, EventSockets
from tollgate_client.core.resume_points import ResumePoints
from tollgate_client.core.watch import Checkpoints, SubscriptionFacts, Watch
from tollgate_client.errors import ThrottledEvmError

# Every message takes longer than the gateway's limit, for which a client waits a little longer.
LOGS = SubscriptionFacts("eth_subscribe", "eth_unsubscribe", 0.01, ("logs",), 1, "log", ("newHeads", {"behindLogs": True}))


class Closed:
    """A connection whose close has arrived: as in websockets, what came before it can still be read."""

    def __init__(self, sent_before: int, messages: Iterator[object], reason: str) -> None:
        self._sends = sent_before
        self._messages = messages
        self._error = ConnectionClosedError(Close(1008, reason), None)

    async def send(self, text: str) -> None:
        self._sends -= 1
        if self._sends < 0:
            raise self._error

    async def recv(self, decode: bool) -> bytes:
        await asyncio.sleep(0.03)
        for message in self._messages:
            return json.dumps(message).encode()
        raise self._error

    async def close(self) -> None:
        pass


def reply(request: int, result: str) -> object:
    return {"jsonrpc": "2.0", "id": request, "result": result}


def event(subscription: str, result: object) -> object:
    return {"jsonrpc": "2.0", "method": "eth_subscription", "params": {"subscription": subscription, "result": result}}


# The client sends two subscriptions, and an end for the second: each of these sends may meet the close.
@pytest.mark.parametrize("sent_before", [0, 1, 2])
def test_gives_all_that_came_before_a_close_and_its_reason(sent_before: int) -> None:
    logs = [{"blockHash": "0xb5", "blockNumber": "0x5", "logIndex": hex(index), "removed": False} for index in range(3)]
    head = {"number": "0x5", "hash": "0xb5", "parentHash": "0xb4"}
    came = [reply(1, "0xa"), reply(2, "0xb"), event("0xb", head), *(event("0xa", log) for log in logs)]
    connections: list[object] = []

    class Sockets(EventSockets):
        async def connect(self) -> EventSocket:
            connections.append(Closed(sent_before, iter(came), "daily_credits_exhausted"))
            return EventSocket(cast(Any, connections[-1]))

    given: list[object] = []

    async def follow() -> None:
        async for one in Watch(Sockets("ws://localhost/ws/v3/k"), LOGS, ()).events():
            given.append(one)

    with pytest.raises(TransportError) as raised:
        asyncio.run(asyncio.wait_for(follow(), 10))
    assert (raised.value.reason, given, len(connections)) == ("daily_credits_exhausted", logs, 1)


def test_a_head_behind_a_log_of_its_block_is_no_better_point() -> None:
    points = ResumePoints()
    points.log({"blockHash": "0xb5", "blockNumber": "0x5", "logIndex": "0x0", "removed": False})
    points.before({"number": "0x5", "hash": "0xb5", "parentHash": "0xb4"})
    assert points.newest == {"blockHash": "0xb5", "logIndex": "0x0"}
    points.before({"number": "0x6", "hash": "0xb6", "parentHash": "0xb5"})
    assert points.newest == {"blockHash": "0xb5"}


def test_after_a_chain_stood_still_the_next_checkpoint_comes_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(watch_module, "monotonic", lambda: now)
    checkpoints = Checkpoints(ResumePoints())
    waits: list[float] = []
    for number, at in [(1, 0.0), (41, 10.0), (73, 18.0), (74, 3_618.0), (138, 3_634.0)]:
        now = at
        checkpoints.head({"number": hex(number), "hash": hex(number), "parentHash": "0x0"})
        waits.append(checkpoints.wait)
    # Blocks of 250 ms; the third wait begins the hour in which there is none.
    assert waits == [10.0, 8.0, 8.0, 16.0, 8.0]


@pytest.mark.parametrize(
    ("reason", "waited"),
    [
        ("throttled", 0.01),
        ("allowlist_refused", 0.0),
        ("method_removed", 0.0),
        ("too many subscriptions were refused", 0.0),
    ],
)
def test_goes_on_after_a_close_that_passes_or_concerns_another_subscription(
    monkeypatch: pytest.MonkeyPatch, reason: str, waited: float
) -> None:
    monkeypatch.setattr(watch_module, "backoff", lambda attempt: 0.0)
    monkeypatch.setattr(watch_module, "THROTTLED_WAIT", 0.01)
    log = {"blockHash": "0xb5", "blockNumber": "0x5", "logIndex": "0x0", "removed": False}
    reasons = iter([reason, "daily_credits_exhausted"])
    waits: list[float | None] = []

    class Sockets(EventSockets):
        async def connect(self) -> EventSocket:
            return EventSocket(cast(Any, Closed(2, iter([reply(1, "0xa"), event("0xa", log)]), next(reasons))))

    class Waiting(Watch):
        def _delay(self, error: Exception, attempt: int) -> float | None:
            waits.append(super()._delay(error, attempt))
            return waits[-1]

    given: list[object] = []

    async def follow() -> None:
        async for one in Waiting(Sockets("ws://localhost/ws/v3/k"), LOGS, ()).events():
            given.append(one)

    with pytest.raises(TransportError) as raised:
        asyncio.run(asyncio.wait_for(follow(), 10))
    assert (raised.value.reason, given, waits) == ("daily_credits_exhausted", [log, log], [waited, None])


def test_the_random_part_of_a_wait_does_not_end_a_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tollgate_client.core.retry.random.random", lambda: 1.0)
    watch = Watch(EventSockets("ws://localhost/ws/v3/k"), LOGS, ())
    watch._was_subscribed = True

    def waited(seconds: float) -> float | None:
        return watch._delay(ThrottledEvmError(-32005, "", {"retryAfterMs": seconds * 1000}), 5)

    assert (waited(30), waited(30.1)) == (36.0, None)


class Silent:
    """A connection on which the first subscription is made, and nothing else comes."""

    is_closed = False
    _has_replied = False

    async def send(self, text: str) -> None:
        pass

    async def recv(self, decode: bool) -> bytes:
        if self._has_replied:
            await asyncio.Event().wait()
        self._has_replied = True
        return json.dumps(reply(1, "0xa")).encode()

    async def close(self) -> None:
        self.is_closed = True


def test_a_close_while_a_watch_connects_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def follow() -> None:
        sockets = EventSockets("ws://localhost/ws/v3/k")
        connection = Silent()

        async def connect(url: str, **options: object) -> Silent:
            # The program leaves `async with` during the handshake.
            await sockets.close()
            return connection

        monkeypatch.setattr("websockets.asyncio.client.connect", connect)
        try:
            async for _ in Watch(sockets, LOGS, ()).events():
                pass
        finally:
            assert connection.is_closed

    with pytest.raises(TransportError) as raised:
        asyncio.run(asyncio.wait_for(follow(), 10))
    assert raised.value.reason == "closed"


def log_of(block: int, removed: bool = False) -> dict[str, object]:
    return {"blockHash": f"0xb{block}", "blockNumber": hex(block), "logIndex": "0x2", "removed": removed, "data": "0x"}


def head_of(block: int) -> dict[str, object]:
    return {"number": hex(block), "hash": f"0xb{block}", "parentHash": f"0xb{block - 1}"}


@pytest.mark.parametrize(
    ("watch", "params"),
    [
        (lambda client: client.watch_logs(after=log_of(5)), ["logs", None, {"after": {"blockHash": "0xb5", "logIndex": "0x2"}}]),
        (lambda client: client.watch_logs({}, after=head_of(5)), ["logs", {}, {"after": {"blockHash": "0xb5"}}]),
        (lambda client: client.watch_new_heads(after=head_of(5)), ["newHeads", {"after": {"blockHash": "0xb5"}}]),
    ],
)
def test_begins_after_a_stored_event(watch: Callable[[Any], AsyncGenerator[object, None]], params: object) -> None:
    async def follow() -> None:
        asked: list[object] = []

        async def answer(socket: ServerConnection) -> None:
            # After a cut before the first event it knows its place as well.
            asked.append(json.loads(await socket.recv())["params"])
            if len(asked) == 1:
                await socket.send(json.dumps(reply(1, "0xa")))
            else:
                await socket.close(1008, "daily_credits_exhausted")

        async with serve(answer, "127.0.0.1", 0) as server:
            async with AsyncEvmClient(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v3/k") as client:
                with pytest.raises(TransportError, match="daily_credits_exhausted"):
                    await anext(watch(client))
        assert asked == [params, params]

    asyncio.run(asyncio.wait_for(follow(), 20))


def test_a_stored_log_that_was_removed_is_no_place() -> None:
    async def follow() -> None:
        async with AsyncEvmClient("http://127.0.0.1:1/v3/k") as client:
            removed: Any = log_of(5, removed=True)
            async for _ in client.watch_logs(after=removed):
                pass

    with pytest.raises(ResumeLost) as raised:
        asyncio.run(follow())
    assert raised.value.after is None


async def read_slowly(url: str) -> list[object]:
    """Lets many events wait, for longer than the keepalive of the connection waits for a pong."""
    given: list[object] = []
    async with AsyncEvmClient(url) as client:
        async for log in client.watch_logs():
            given.append(log["blockHash"])
            if len(given) == 1:
                await asyncio.sleep(4)
            if len(given) == 500:
                break
    return given


def test_a_reader_that_lags_is_not_cut_by_its_own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("websockets.asyncio.client.connect", partial(connect, ping_interval=0.1, ping_timeout=2))
    connections: list[object] = []

    async def answer(socket: ServerConnection) -> None:
        connections.append(socket)
        await socket.recv()
        await socket.send(json.dumps(reply(1, "0xa")))
        for block in range(500):
            await socket.send(json.dumps(event("0xa", log_of(block))))
        await socket.wait_closed()

    async def follow() -> list[object]:
        async with serve(answer, "127.0.0.1", 0, ping_interval=None) as server:
            return await read_slowly(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v3/k")

    given = asyncio.run(asyncio.wait_for(follow(), 20))
    assert (given, len(connections)) == ([f"0xb{block}" for block in range(500)], 1)


def test_a_program_that_polls_keeps_the_next_event() -> None:
    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(json.dumps(reply(1, "0xa")))
        for block in range(3):
            await asyncio.sleep(0.1)
            await socket.send(json.dumps(event("0xa", log_of(block))))
        await socket.wait_closed()

    async def poll(url: str) -> tuple[list[object], int]:
        given: list[object] = []
        empty = 0
        async with AsyncEvmClient(url) as client:
            watch = client.watch_logs()
            task = asyncio.ensure_future(anext(watch))
            while len(given) < 3:
                done, _ = await asyncio.wait({task}, timeout=0.02)
                if not done:
                    empty += 1
                    continue
                given.append(task.result()["blockHash"])
                task = asyncio.ensure_future(anext(watch))
        with pytest.raises(TransportError):
            await task
        return given, empty

    async def follow() -> tuple[list[object], int]:
        async with serve(answer, "127.0.0.1", 0) as server:
            return await poll(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v3/k")

    given, empty = asyncio.run(asyncio.wait_for(follow(), 20))
    assert given == ["0xb0", "0xb1", "0xb2"] and empty > 0
