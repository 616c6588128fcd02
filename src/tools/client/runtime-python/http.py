"""Posts bodies with the transports of httpx.

Avoids its clients, which log each URL, and with it the key.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Iterator, Mapping, NamedTuple

import httpx

from ..facts import AnswerFacts, read_facts
from .rpc_error import TransportError


class HttpAnswer(NamedTuple):
    """An HTTP answer, whatever its status."""

    facts: AnswerFacts
    content: bytes


class _Left(Mapping[str, float]):
    """What is left of a time limit, for each step of a call that asks for its own."""

    _steps = ("pool", "connect", "write", "read")

    def __init__(self, timeout: float) -> None:
        self._deadline = monotonic() + timeout

    def __getitem__(self, step: str) -> float:
        # With 0, a socket would not wait at all, and its error would be another one.
        return max(self._deadline - monotonic(), 0.001)

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)


class Address:
    """The address of calls. Its path contains the key, so only the origin is shown."""

    __slots__ = ("_url", "_headers")

    def __init__(self, url: str) -> None:
        parsed: httpx.URL | None = None
        try:
            parsed = httpx.URL(url)
        except (httpx.InvalidURL, TypeError, ValueError):
            pass
        # The message omits the URL, which contains the key.
        if parsed is None or parsed.scheme not in ("http", "https") or parsed.host == "":
            raise ValueError("url must begin with http:// or https:// and name a host")
        if parsed.userinfo:
            raise ValueError("url must have neither a user name nor a password")
        self._url = parsed
        self._headers = {"content-type": "application/json", "accept": "application/json"}

    def request(self, content: bytes, timeout: float) -> httpx.Request:
        """A POST. `timeout`, in seconds, bounds the sum of its steps."""
        extensions = {"timeout": _Left(timeout)}
        return httpx.Request("POST", self._url, headers=self._headers, content=content, extensions=extensions)

    def __repr__(self) -> str:
        return f"{self._url.scheme}://{self._url.netloc.decode()}"


def _late(timeout: float) -> TransportError:
    return TransportError(f"no answer within {timeout:g} s", "timeout")


def _broken() -> TransportError:
    return TransportError("the connection failed", "connection")


def _closed() -> TransportError:
    return TransportError("the client is closed", "closed")


class SyncHttp:
    """Posts to one address, and blocks."""

    def __init__(self, address: Address, transport: httpx.BaseTransport | None) -> None:
        self._address = address
        self._transport = httpx.HTTPTransport() if transport is None else transport
        self._is_closed = False

    def post(self, content: bytes, timeout: float) -> HttpAnswer:
        """Raises TransportError. Follows no redirect."""
        if self._is_closed:
            raise _closed()
        try:
            return self._exchange(content, timeout)
        except httpx.TimeoutException:
            failure = _late(timeout)
        except (httpx.HTTPError, httpx.StreamError, OSError):
            failure = _broken()
        # Outside the handlers: an exception of httpx contains the URL, so it must not even become the context.
        raise failure

    def _exchange(self, content: bytes, timeout: float) -> HttpAnswer:
        deadline = monotonic() + timeout
        response = self._transport.handle_request(self._address.request(content, timeout))
        try:
            chunks: list[bytes] = []
            # The limit covers the whole answer, so a trickling answer must end too.
            for chunk in response.iter_bytes():
                chunks.append(chunk)
                if monotonic() > deadline:
                    raise httpx.ReadTimeout("")
            return HttpAnswer(read_facts(response.status_code, response.headers), b"".join(chunks))
        finally:
            response.close()

    def close(self) -> None:
        self._is_closed = True
        self._transport.close()


class AsyncHttp:
    """Posts to one address within asyncio."""

    def __init__(self, address: Address, transport: httpx.AsyncBaseTransport | None) -> None:
        self._address = address
        self._given = transport
        self._pools: dict[asyncio.AbstractEventLoop, httpx.AsyncHTTPTransport] = {}
        self._is_closed = False

    def _transport(self) -> httpx.AsyncBaseTransport:
        """The caller's, or that of the running loop: connections of another loop cannot be used. Loops may run in threads; each adds its own."""
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        if loop not in self._pools:
            # A pool keeps its loop alive, so a weak key would not end it. After its loop it cannot be closed.
            for over in [other for other in list(self._pools) if other.is_closed()]:
                self._pools.pop(over, None)
            self._pools[loop] = httpx.AsyncHTTPTransport()
        return self._pools[loop]

    async def post(self, content: bytes, timeout: float) -> HttpAnswer:
        """Raises TransportError. Follows no redirect."""
        if self._is_closed:
            raise _closed()
        try:
            return await asyncio.wait_for(self._exchange(content, timeout), timeout)
        except (httpx.TimeoutException, asyncio.TimeoutError):
            failure = _late(timeout)
        except (httpx.HTTPError, httpx.StreamError, OSError):
            failure = _broken()
        # Outside the handlers: an exception of httpx contains the URL, so it must not even become the context.
        raise failure

    async def _exchange(self, content: bytes, timeout: float) -> HttpAnswer:
        response = await self._transport().handle_async_request(self._address.request(content, timeout))
        try:
            return HttpAnswer(read_facts(response.status_code, response.headers), await response.aread())
        finally:
            await response.aclose()

    async def close(self) -> None:
        self._is_closed = True
        if self._given is not None:
            await self._given.aclose()
        for loop, pool in list(self._pools.items()):
            if loop is asyncio.get_running_loop():
                await pool.aclose()
            elif loop.is_running():
                asyncio.run_coroutine_threadsafe(pool.aclose(), loop)
