# @generated from openrpc.json by scripts/generate — do not edit
"""The base of clients of all families: sending, batches, time limits."""

from __future__ import annotations

from itertools import count
from typing import Any, AsyncGenerator, Generic, Sequence, TypeVar, cast, overload

import httpx

from ..methods import METHODS
from .event_socket import EventSockets
from .http import Address, AsyncHttp, SyncHttp
from .rpc_error import RpcError, TransportError
from .watch import OnGap, Place, SubscriptionFacts, Watch
from .wire import GRACE, Call, Family, Outcome, Reply, Result, body_of, parse_message, read_batch, read_single, request_of

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")
Self = TypeVar("Self")

LONGEST = 2_000_000.0
"""Some 23 days: the operating system counts the milliseconds of a wait in 31 bits."""


class Limits:
    """Time limits of calls, in seconds."""

    def __init__(self, timeout: float | None) -> None:
        self._timeout = self._checked(timeout)

    @staticmethod
    def _checked(timeout: float | None) -> float | None:
        if timeout is not None and not timeout > 0:
            raise ValueError("timeout must be more than 0")
        return None if timeout is None else min(timeout, LONGEST)

    def of(self, calls: Sequence[Call[Family, Result]], timeout: float | None) -> float:
        """The limit of a message: the one given for it or for the client, else that of its slowest method."""
        given = self._timeout if timeout is None else self._checked(timeout)
        if given is not None:
            return given
        slowest = max(method.timeout for method in METHODS.values())
        return GRACE + max(METHODS[name].timeout if name in METHODS else slowest for name in (c.method for c in calls))


def most_careful(calls: Sequence[Call[Family, Result]]) -> str:
    """A method of a lost or refused batch that writes, if any: it must not be repeated blindly."""
    names = [call.method for call in calls]
    return next((name for name in names if name in METHODS and METHODS[name].is_write), names[0])


class SyncClient(Generic[Family]):
    """Calls the methods of one family of networks, and blocks. Thread-safe.

    `url` is `http(s)://…/v3/<API key>`; contains the key, so treat it as a secret. `timeout`, in seconds, limits one answer, including the
    connection; by default 5 s more than the method's limit in the contract. `transport` is a transport of httpx, for your certificates or proxy.
    Every method raises RpcError if the gateway or a node answered with an error, and TransportError if there was no usable answer.
    """

    def __init__(
        self, url: str, *, timeout: float | None = None, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._address = Address(url)
        self._limits = Limits(timeout)
        self._http = SyncHttp(self._address, transport)
        self._ids = count(1)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._address}>"

    def reply(self, call: Call[Family, Result], *, timeout: float | None = None) -> Reply[Result]:
        """Makes a call; returns its result and the facts from the answer's headers: its cost, the remaining credits, its source."""
        limit = self._limits.of((call,), timeout)
        request = request_of(call, next(self._ids))
        try:
            facts, content = self._http.post(body_of(request), limit)
            message = parse_message(content, facts)
        except TransportError as error:
            error.method = call.method
            raise
        return Reply(cast(Result, read_single(message, request, call.method, facts)), facts)

    @overload
    def batch(
        self, a: Call[Family, A], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A]]: ...

    @overload
    def batch(
        self, a: Call[Family, A], b: Call[Family, B], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B]]: ...

    @overload
    def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C]]: ...

    @overload
    def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], d: Call[Family, D], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C], Outcome[D]]: ...

    @overload
    def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], d: Call[Family, D], e: Call[Family, E], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C], Outcome[D], Outcome[E]]: ...

    @overload
    def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], d: Call[Family, D], e: Call[Family, E], f: Call[Family, F], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C], Outcome[D], Outcome[E], Outcome[F]]: ...

    @overload
    def batch(
        self, *calls: Call[Family, Result], timeout: float | None = None
    ) -> tuple[Outcome[Result], ...]: ...

    def batch(self, *calls: Call[Family, object], timeout: float | None = None) -> tuple[Outcome[object], ...]:
        """Sends several calls in one message; outcomes are separate, in the order of the calls.

        Raises RpcError and TransportError only if the whole batch was refused or lost.
        """
        if not calls:
            return ()
        limit = self._limits.of(calls, timeout)
        requests = [request_of(call, next(self._ids)) for call in calls]
        try:
            facts, content = self._http.post(body_of(requests), limit)
            return tuple(read_batch(parse_message(content, facts), requests, facts))
        except (RpcError, TransportError) as error:
            error.method = most_careful(calls)
            raise

    def close(self) -> None:
        """Closes the connections. Later calls raise TransportError."""
        self._http.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(Generic[Family]):
    """Calls the methods of one family of networks within asyncio.

    `url` is `http(s)://…/v3/<API key>`; contains the key, so treat it as a secret. `timeout`, in seconds, limits one answer, including the
    connection; by default 5 s more than the method's limit in the contract. `transport` is a transport of httpx, for your certificates or proxy.
    Every method raises RpcError if the gateway or a node answered with an error, and TransportError if there was no usable answer.
    """

    def __init__(
        self, url: str, *, timeout: float | None = None, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._address = Address(url)
        self._limits = Limits(timeout)
        self._http = AsyncHttp(self._address, transport)
        self._sockets = EventSockets(url)
        self._ids = count(1)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._address}>"

    async def reply(self, call: Call[Family, Result], *, timeout: float | None = None) -> Reply[Result]:
        """Makes a call; returns its result and the facts from the answer's headers: its cost, the remaining credits, its source."""
        limit = self._limits.of((call,), timeout)
        request = request_of(call, next(self._ids))
        try:
            facts, content = await self._http.post(body_of(request), limit)
            message = parse_message(content, facts)
        except TransportError as error:
            error.method = call.method
            raise
        return Reply(cast(Result, read_single(message, request, call.method, facts)), facts)

    @overload
    async def batch(
        self, a: Call[Family, A], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A]]: ...

    @overload
    async def batch(
        self, a: Call[Family, A], b: Call[Family, B], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B]]: ...

    @overload
    async def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C]]: ...

    @overload
    async def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], d: Call[Family, D], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C], Outcome[D]]: ...

    @overload
    async def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], d: Call[Family, D], e: Call[Family, E], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C], Outcome[D], Outcome[E]]: ...

    @overload
    async def batch(
        self, a: Call[Family, A], b: Call[Family, B], c: Call[Family, C], d: Call[Family, D], e: Call[Family, E], f: Call[Family, F], /, *, timeout: float | None = None
    ) -> tuple[Outcome[A], Outcome[B], Outcome[C], Outcome[D], Outcome[E], Outcome[F]]: ...

    @overload
    async def batch(
        self, *calls: Call[Family, Result], timeout: float | None = None
    ) -> tuple[Outcome[Result], ...]: ...

    async def batch(self, *calls: Call[Family, object], timeout: float | None = None) -> tuple[Outcome[object], ...]:
        """Sends several calls in one message; outcomes are separate, in the order of the calls.

        Raises RpcError and TransportError only if the whole batch was refused or lost.
        """
        if not calls:
            return ()
        limit = self._limits.of(calls, timeout)
        requests = [request_of(call, next(self._ids)) for call in calls]
        try:
            facts, content = await self._http.post(body_of(requests), limit)
            return tuple(read_batch(parse_message(content, facts), requests, facts))
        except (RpcError, TransportError) as error:
            error.method = most_careful(calls)
            raise

    def _watch(
        self, facts: SubscriptionFacts, params: tuple[object, ...], on_gap: OnGap | None, after: Place | None = None
    ) -> AsyncGenerator[Any, None]:
        """Subscribes to a kind of events whose types the class declares."""
        return Watch(self._sockets, facts, params, on_gap, after).events()

    async def close(self) -> None:
        """Closes the connections, and ends the watches. Later calls raise TransportError."""
        await self._sockets.close()
        await self._http.close()

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
