# @generated from openrpc.json by scripts/generate — do not edit
"""WebSockets for subscriptions, by the optional package websockets."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Sequence

from .rpc_error import TransportError
from .wire import body_of

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

POLICY_VIOLATION = 1008
THROTTLED = "throttled"
"""The reason of a close because events come faster than the plan pays for: they are sent later."""
PASSING = (THROTTLED, "allowlist_refused", "method_removed")
"""Reasons of a close that concern one subscription, or that pass: a watch goes on."""
REFUSED_SUBSCRIPTIONS = "too many sub"
"""Nodes refused a connection's subscriptions: they may come back."""
MOST_BYTES = 2**26
"""A longer message breaks the connection."""
MOST_WAITING = 10_000
"""While more messages wait to be read, pongs are not read either, and the keepalive ends the connection."""
SILENT = logging.Logger("tollgate-client", logging.CRITICAL)
"""The package would log each URL, and with it the key."""


class FinalError(Exception):
    """Holds an error that another attempt would meet again."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


class EventSocket:
    """One WebSocket, whose requests are numbered."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = count(1)

    async def request(self, method: str, params: Sequence[object]) -> int:
        """Sends a request; returns its id. After a close it sends nothing, and `receive` raises once it has given what came before."""
        from websockets.exceptions import ConnectionClosed

        request_id = next(self._ids)
        request = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
        with suppress(ConnectionClosed):
            await self._connection.send(body_of(request).decode())
        return request_id

    async def receive(self, timeout: float | None) -> bytes | None:
        """The next message; None if the time is up. Raises TransportError, or FinalError if the gateway would close again."""
        from websockets.exceptions import ConnectionClosed

        try:
            message = await asyncio.wait_for(self._connection.recv(decode=False), timeout)
            return message if isinstance(message, bytes) else message.encode()
        except asyncio.TimeoutError:
            return None
        except ConnectionClosed as error:
            frame = error.rcvd
        if frame is None or frame.code != POLICY_VIOLATION:
            raise TransportError("the connection was closed", "connection")
        reason = frame.reason or "policy_violation"
        closed = TransportError(f"the gateway closed the connection: {reason}", reason)
        is_passing = reason in PASSING or reason.startswith(REFUSED_SUBSCRIPTIONS)
        raise closed if is_passing else FinalError(closed)

    async def close(self) -> None:
        await self._connection.close()


class EventSockets:
    """The WebSockets of a client."""

    def __init__(self, url: str) -> None:
        # The address of calls over a WebSocket.
        self._url = re.sub(r"/v3/(?=[^/]*$)", "/ws/v3/", re.sub("^http", "ws", url))
        self._open: set[EventSocket] = set()
        self.is_closed = False

    async def connect(self) -> EventSocket:
        """Raises TransportError, or FinalError if another attempt cannot help: the gateway refused, or the client is closed."""
        try:
            from websockets.asyncio.client import connect
            from websockets.exceptions import InvalidHandshake, InvalidStatus
        except ImportError:
            raise ImportError("watching needs the package websockets: install the extra `watch` of this package") from None
        status: int | None = None
        try:
            connection = await connect(self._url, max_size=MOST_BYTES, max_queue=MOST_WAITING, proxy=None, logger=SILENT)
            socket = EventSocket(connection)
            self._open.add(socket)
            # The client may have been closed during the handshake.
            if self.is_closed:
                await self.release(socket)
                raise FinalError(TransportError("the client is closed", "closed"))
            return socket
        except InvalidStatus as error:
            status = error.response.status_code
        except (InvalidHandshake, OSError, EOFError, asyncio.TimeoutError):
            pass
        # Outside the handlers: an exception of websockets may contain the URL, so it must not even become the context.
        if status is None:
            raise TransportError("the connection failed", "connection")
        refused = TransportError(f"the gateway refused the connection (HTTP {status})", "refused", status)
        raise refused if status >= 500 or status in (408, 429) else FinalError(refused)

    async def release(self, socket: EventSocket) -> None:
        """Closes a WebSocket, and with it its subscriptions."""
        self._open.discard(socket)
        await socket.close()

    async def close(self) -> None:
        """Ends all watches."""
        self.is_closed = True
        for socket in tuple(self._open):
            await self.release(socket)
