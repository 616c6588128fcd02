"""Limits of time, broken connections, answers that are none; and that the key is shown nowhere."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import threading
import time
import traceback
import weakref
from typing import Any, Callable

import httpx
import pytest
from conftest import SECRET

from tollgate_client import AsyncEvmClient, Call, Evm, EvmCalls, EvmClient, Reply, TransportError
from tollgate_client.core import http as http_module
from tollgate_client.methods import METHODS


def call(method: str, *params: object) -> Call[Evm, object]:
    return Call(method, params)


def failure(client: EvmClient, asked: Call[Evm, object], timeout: float | None = None) -> TransportError:
    with client, pytest.raises(TransportError) as raised:
        client.reply(asked, timeout=timeout)
    assert raised.value.method == asked.method
    return raised.value


def async_failure(url: str, asked: Call[Evm, object], timeout: float | None = None) -> TransportError:
    async def ask() -> None:
        async with AsyncEvmClient(url) as client:
            await client.reply(asked, timeout=timeout)

    with pytest.raises(TransportError) as raised:
        asyncio.run(ask())
    assert raised.value.method == asked.method
    return raised.value


@pytest.mark.parametrize("method", ["silence", "trickle"])
def test_ends_a_call_whose_answer_does_not_come_or_does_not_end(method: str, bad_url: str) -> None:
    started = time.monotonic()
    for error in (failure(EvmClient(bad_url), call(method), 0.5), async_failure(bad_url, call(method), 0.5)):
        assert error.reason == "timeout" and str(error) == "no answer within 0.5 s"
    # The trickle takes a minute. A busy machine may halt both ends for seconds.
    assert time.monotonic() - started < 40


def test_each_step_of_a_call_has_what_the_earlier_ones_left_of_its_time(bad_url: str) -> None:
    given: list[float] = []

    class Seen(dict[str, float]):
        def get(self, step: str, default: object = None) -> float:  # type: ignore[override]
            given.append(self.limits.get(step))
            return given[-1]

        def __init__(self, limits: Any) -> None:
            super().__init__(limits)
            self.limits = limits

    class Transport(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            request.extensions["timeout"] = Seen(request.extensions["timeout"])
            return super().handle_request(request)

    error = failure(EvmClient(bad_url, transport=Transport()), call("head", 1), 5)
    assert error.reason == "timeout"
    # The last one is that of the body, which the server does not send.
    assert len(given) >= 5 and given == sorted(given, reverse=True) and given[-1] <= 4.1


def test_waits_as_long_as_the_contract_says_and_a_little_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_module, "monotonic", lambda: 0.0)
    seen: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        assert set(request.extensions["timeout"]) == {"connect", "read", "write", "pool"}
        seen.append(request.extensions["timeout"]["read"])
        body = json.loads(request.content)
        replies = [{"jsonrpc": "2.0", "id": one["id"], "result": None} for one in (body if isinstance(body, list) else [body])]
        return httpx.Response(200, json=replies if isinstance(body, list) else replies[0])

    with EvmClient("http://localhost/v3/k", transport=httpx.MockTransport(answer)) as client:
        client.eth_chainId()
        client.eth_chainId(timeout=3)
        client.batch(EvmCalls.eth_chainId(), EvmCalls.eth_getLogs({}))
    with EvmClient("http://localhost/v3/k", timeout=7, transport=httpx.MockTransport(answer)) as client:
        client.eth_chainId()
        with pytest.raises(ValueError):
            client.eth_chainId(timeout=0)
    slowest = max(METHODS["eth_chainId"].timeout, METHODS["eth_getLogs"].timeout)
    assert seen == [METHODS["eth_chainId"].timeout + 5, 3, slowest + 5, 7]
    with pytest.raises(ValueError):
        EvmClient("http://localhost/v3/k", timeout=-1)


@pytest.mark.parametrize("timeout", [float("inf"), 1e12])
def test_a_limit_that_no_timer_can_hold_is_no_limit(timeout: float, bad_url: str) -> None:
    asked = call("say", '{"jsonrpc":"2.0","id":ID,"result":1}')

    async def ask() -> object:
        async with AsyncEvmClient(bad_url, timeout=timeout) as client:
            return (await client.reply(asked)).result

    with EvmClient(bad_url) as client:
        assert [client.reply(asked, timeout=timeout).result, asyncio.run(ask())] == [1, 1]


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("<html>502 Bad Gateway</html>", 502, "the answer is not JSON"),
        ('{"jsonrpc":"2.0","id":ID,"result":NaN}', 200, "the answer is not JSON"),
        ("[" * 200_000, 200, "the answer is not JSON"),
        ('{"jsonrpc":"2.0","id":ID,"result":' + "9" * 5000 + "}", 200, "the answer is not JSON"),
        ("\u00ff{", 200, "the answer is not JSON"),
        ('{"jsonrpc":"2.0","id":9999,"result":1}', 200, "the answer belongs to another request"),
        ('{"jsonrpc":"2.0","id":ID}', 200, "the answer has neither a result nor an error"),
        ('{"jsonrpc":"2.0","id":ID,"error":"no"}', 200, "the answer has neither a result nor an error"),
        ("[]", 200, "the answer has neither a result nor an error"),
        ("null", 200, "the answer has neither a result nor an error"),
    ],
)
def test_says_what_is_wrong_with_an_answer_that_is_none(text: str, status: int, reason: str, bad_url: str) -> None:
    for error in (failure(EvmClient(bad_url), call("say", text, status)), async_failure(bad_url, call("say", text, status))):
        assert (error.reason, str(error), error.http_status) == ("bad-answer", reason, status)


def test_follows_no_redirect(bad_url: str) -> None:
    error = failure(EvmClient(bad_url), call("say", "moved", 302, {"location": bad_url + "/elsewhere"}))
    assert (error.reason, error.http_status) == ("bad-answer", 302)


def test_calls_that_a_batch_leaves_out_fail_by_themselves(bad_url: str) -> None:
    one = '[{"jsonrpc":"2.0","id":ID,"result":1},{"jsonrpc":"2.0","id":true,"result":2},7]'
    with EvmClient(bad_url) as client:
        first, second = client.batch(call("say", one), call("say"))
        with pytest.raises(TransportError, match="not an array"):
            client.batch(call("say", '{"jsonrpc":"2.0","id":ID,"result":1}'))
    assert isinstance(first, Reply) and first.result == 1
    assert isinstance(second, TransportError) and second.method == "say" and "leaves this call out" in str(second)


def test_says_that_a_connection_broke_or_never_was(bad_url: str) -> None:
    nowhere = f"http://127.0.0.1:1/v3/{SECRET}"
    for url, method in ((bad_url, "drop"), (nowhere, "eth_chainId")):
        for error in (failure(EvmClient(url), call(method)), async_failure(url, call(method))):
            assert (error.reason, error.http_status) == ("connection", None)


def test_a_client_serves_one_event_loop_after_another(bad_url: str) -> None:
    client = AsyncEvmClient(bad_url)
    asked = call("say", '{"jsonrpc":"2.0","id":ID,"result":1}')
    for _ in range(3):
        assert asyncio.run(client.reply(asked)).result == 1
    asyncio.run(client.close())
    with pytest.raises(TransportError) as raised:
        asyncio.run(client.reply(asked))
    assert raised.value.reason == "closed"


def test_each_of_the_event_loops_that_take_turns_keeps_its_connection(bad_url: str) -> None:
    client = AsyncEvmClient(bad_url)
    loops = [asyncio.new_event_loop() for _ in range(2)]
    try:
        ports = [loop.run_until_complete(client.reply(call("port"))).result for _ in range(10) for loop in loops]
    finally:
        for loop in loops:
            loop.close()
    # An idle connection ends after five seconds, if the machine halts for so long.
    assert 2 <= len(set(ports)) <= 4


def test_what_a_closed_event_loop_used_is_let_go(bad_url: str) -> None:
    client = AsyncEvmClient(bad_url)
    loops: list[weakref.ref[asyncio.AbstractEventLoop]] = []

    async def ask() -> None:
        loops.append(weakref.ref(asyncio.get_running_loop()))
        await client.reply(call("port"))

    for _ in range(5):
        asyncio.run(ask())
    gc.collect()
    # The last one is let go when another one asks.
    assert [loop() is None for loop in loops[:-1]] == [True] * 4


def test_closes_the_connections_of_an_event_loop_that_runs_elsewhere(bad_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[asyncio.AbstractEventLoop] = []

    class Seen(httpx.AsyncHTTPTransport):
        async def aclose(self) -> None:
            await super().aclose()
            closed.append(asyncio.get_running_loop())

    monkeypatch.setattr(httpx, "AsyncHTTPTransport", Seen)
    client = AsyncEvmClient(bad_url)
    elsewhere = asyncio.new_event_loop()
    thread = threading.Thread(target=elsewhere.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(client.reply(call("port")), elsewhere).result(20)
        asyncio.run(client.close())
        until = time.monotonic() + 20
        while not closed and time.monotonic() < until:
            time.sleep(0.01)
        assert closed == [elsewhere]
    finally:
        elsewhere.call_soon_threadsafe(elsewhere.stop)
        thread.join()
        elsewhere.close()


def test_a_closed_client_calls_no_more(bad_url: str) -> None:
    client = EvmClient(bad_url)
    client.close()
    assert failure(client, call("drop")).reason == "closed"


@pytest.mark.parametrize("url", ["", "localhost", f"ws://h/{SECRET}", f"http:///{SECRET}", f"http://h:port/{SECRET}", f"http://a:{SECRET}@h/"])
def test_refuses_other_addresses_without_repeating_them(url: str) -> None:
    with pytest.raises(ValueError) as raised:
        EvmClient(url)
    assert SECRET not in "".join(traceback.format_exception(raised.value))
    assert raised.value.__context__ is None


class Everything(logging.Handler):
    """Keeps what every logger says."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"


def test_shows_the_key_nowhere(bad_url: str, given: Any) -> None:
    log = Everything()
    root = logging.getLogger()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    key = given["urls"]["evm"].rpartition("/")[2]
    shown: list[str] = []

    def show(client: EvmClient, asked: Callable[[EvmClient], object]) -> None:
        shown.extend([repr(client), str(client), repr(vars(client))])
        try:
            asked(client)
        except Exception as error:
            assert error.__context__ is None and error.__cause__ is None
            shown.extend([repr(error), str(error), repr(vars(error))])
            # What services that collect errors keep: the local variables of every frame.
            shown.extend(traceback.TracebackException.from_exception(error, capture_locals=True).format())

    try:
        for method in ("silence", "trickle", "drop", "fail:unauthorized", "say"):
            with EvmClient(bad_url, timeout=0.3) as client:
                show(client, lambda one, name=method: one.reply(call(name, "no JSON")))  # type: ignore[misc]
        with EvmClient(f"http://127.0.0.1:1/v3/{SECRET}") as client:
            show(client, lambda one: one.eth_chainId())
        with EvmClient(given["urls"]["evm"]) as client:
            show(client, lambda one: one.eth_chainId())
        async_failure(bad_url, call("drop"))
    finally:
        root.removeHandler(log)
        root.setLevel(level)
    gc.collect()
    # The transport of httpx has something to say, so the check looks at something.
    assert "connect_tcp.started" in log.text
    for text in (log.text, *shown):
        assert SECRET not in text and key not in text
