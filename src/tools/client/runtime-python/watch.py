"""Subscriptions that go on over cuts."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic
from typing import AsyncGenerator, Callable, Mapping

from ..facts import AnswerFacts
from .event_socket import THROTTLED, EventSocket, EventSockets, FinalError
from .resume_points import ResumeLost, ResumePoints
from .retry import backoff, retry_delay
from .rpc_error import GatewayError, RpcError, TransportError
from .wire import GRACE, parse_message, read_reply, trimmed

LONGEST_ATTEMPT = 5
"""Waits grow up to this attempt, to some 4 s."""
LONGEST_WAIT = 30.0
"""An error that names a longer wait ends the watch."""
THROTTLED_WAIT = 10.0
"""The plan pays in this time for the events that a gateway sends ahead of it."""
STABLE = 10.0
"""After a subscription that lasted this many seconds the waits start anew."""
BLOCKS_APART = 32
"""Blocks between two checkpoints: well within the 128 that a gateway looks back."""
FIRST_INTERVAL, SHORTEST_INTERVAL, LONGEST_INTERVAL = 10.0, 1.0, 600.0

OnGap = Callable[[ResumeLost], None]
"""Called where events may be missing between the last one and the next: after a cut of a kind that cannot be resumed. Without it, the watch
ends there with ResumeLost."""


Place = Mapping[str, object]
"""An event, as it came: a head or a log. Behind a head, a watch of logs begins after all logs of its block. After a log that was removed it
raises ResumeLost, because the place before that log is not known any more."""


@dataclass(frozen=True)
class SubscriptionFacts:
    """What a client has to know of a kind of subscription."""

    subscribe: str
    unsubscribe: str
    timeout: float
    before: tuple[str, ...] = ()
    """The params before the caller's: the name of the kind, if the method has several."""
    param_count: int = 0
    """How many params a caller may give."""
    resumes_from: str | None = None
    """`log` or `head`: what a resume point is made of; without it, the kind cannot be resumed."""
    heads: tuple[object, ...] | None = None
    """The params of the kind whose events tell up to which block all logs came."""
    is_once: bool = False
    """The last event ends the subscription."""


class Checkpoints:
    """When to ask for one head, which tells up to which block a connection has brought all logs.

    With it, a subscription whose filter rarely matches can be resumed, too: the gateway sends this head behind the logs of its block
    (`behindLogs`). Other heads prove nothing: they do not wait for logs of earlier blocks. While logs arrive, their own places are enough.
    """

    def __init__(self, points: ResumePoints) -> None:
        self._points = points
        self._interval = FIRST_INTERVAL
        self._last: tuple[int, float] | None = None
        self._seen: Mapping[str, str] | None = None
        self._due = monotonic()

    def start(self) -> None:
        """The subscription was made on a connection."""
        self._due, self._seen = monotonic(), self._points.newest

    def schedule(self) -> None:
        self._due, self._seen = monotonic() + self._interval, self._points.newest

    @property
    def wait(self) -> float:
        return max(0.0, self._due - monotonic())

    def is_due(self) -> bool:
        """True if a head should be asked for now; looks again later if there were logs since."""
        if monotonic() < self._due:
            return False
        if self._points.newest is self._seen:
            return True
        self.schedule()
        return False

    def head(self, head: Mapping[str, object]) -> None:
        """The head that was asked for. Adapts the interval to the time between blocks. It is twice as long at most, because a chain may
        have stood still."""
        self._points.before(head)
        number, now = int(str(head["number"]), 16), monotonic()
        if self._last is not None:
            block = (now - self._last[1]) / max(number - self._last[0], 1)
            longest = min(2 * self._interval, LONGEST_INTERVAL)
            self._interval = min(max(BLOCKS_APART * block, SHORTEST_INTERVAL), longest)
        self._last = (number, now)
        self.schedule()


class Session:
    """The subscription of a watch on one connection."""

    def __init__(self, socket: EventSocket, facts: SubscriptionFacts, checkpoints: Checkpoints | None) -> None:
        self._socket = socket
        self._facts = facts
        self._checkpoints = checkpoints
        self._heads_request: int | None = None
        self._heads: object = None
        self.subscription: object = None

    async def events(self, params: tuple[object, ...]) -> AsyncGenerator[object, None]:
        """Subscribes; gives the events until the connection breaks. Raises RpcError, TransportError, FinalError."""
        request = await self._socket.request(self._facts.subscribe, params)
        deadline = monotonic() + self._facts.timeout + GRACE
        while True:
            content = await self._socket.receive(self._wait(deadline))
            if content is not None:
                message = parse_message(content, AnswerFacts())
                if not isinstance(message, Mapping):
                    continue
                if message.get("id") == request:
                    self.subscription = read_reply(message, self._facts.subscribe, AnswerFacts())
                    if self._checkpoints is not None:
                        self._checkpoints.start()
                elif "id" in message:
                    self._read_heads(message)
                else:
                    given = message.get("params")
                    if isinstance(given, Mapping):
                        if self._heads is not None and given.get("subscription") == self._heads:
                            await self._head(given.get("result"))
                        elif self.subscription is not None and given.get("subscription") == self.subscription:
                            yield given.get("result")
            if self.subscription is None and monotonic() > deadline:
                raise TransportError(f"no answer within {self._facts.timeout + GRACE:g} s", "timeout")
            await self._ask()

    def _wait(self, deadline: float) -> float | None:
        if self.subscription is None:
            return max(0.0, deadline - monotonic())
        is_asking = self._heads_request is not None or self._heads is not None
        return None if self._checkpoints is None or is_asking else self._checkpoints.wait

    async def _ask(self) -> None:
        """Asks for a head if it is time."""
        if self._checkpoints is None or self.subscription is None or self._facts.heads is None:
            return
        if self._heads_request is None and self._heads is None and self._checkpoints.is_due():
            self._heads_request = await self._socket.request(self._facts.subscribe, self._facts.heads)

    def _read_heads(self, message: Mapping[str, object]) -> None:
        if message.get("id") != self._heads_request:
            return
        self._heads_request = None
        # A refusal ends nothing: a checkpoint only saves a resume point.
        if "result" in message:
            self._heads = message["result"]
        elif self._checkpoints is not None:
            self._checkpoints.schedule()

    async def _head(self, head: object) -> None:
        heads, self._heads = self._heads, None
        if self._checkpoints is not None and isinstance(head, Mapping):
            self._checkpoints.head(head)
        await self._socket.request(self._facts.unsubscribe, (heads,))


class Watch:
    """One subscription over as many connections as it takes."""

    def __init__(
        self,
        sockets: EventSockets,
        facts: SubscriptionFacts,
        params: tuple[object, ...],
        on_gap: OnGap | None = None,
        after: Place | None = None,
    ) -> None:
        self._sockets = sockets
        self._facts = facts
        self._on_gap = on_gap
        self._is_gap_reported = False
        self._params = trimmed(params)
        self._points = ResumePoints()
        self._checkpoints = None if facts.heads is None else Checkpoints(self._points)
        self._was_subscribed = False
        if after is not None:
            self._place(after)

    def _request(self) -> tuple[object, ...]:
        """The params to subscribe with: after the last event, if there was one."""
        if self._facts.resumes_from is None or not self._points.has_begun:
            return (*self._facts.before, *self._params)
        after = self._points.newest
        if after is None:
            raise FinalError(ResumeLost(None))
        missing = (None,) * (self._facts.param_count - len(self._params))
        return (*self._facts.before, *self._params, *missing, {"after": after})

    def _place(self, event: object) -> None:
        if self._facts.resumes_from is None or not isinstance(event, Mapping):
            return
        if "logIndex" in event:
            self._points.log(event)
        else:
            self._points.head(event)

    async def _connection(self) -> AsyncGenerator[object, None]:
        if self._sockets.is_closed:
            raise FinalError(TransportError("the client is closed", "closed"))
        params = self._request()
        socket = await self._sockets.connect()
        session = Session(socket, self._facts, self._checkpoints)
        try:
            async with aclosing(session.events(params)) as events:
                async for event in events:
                    self._place(event)
                    yield event
        finally:
            if session.subscription is not None:
                self._was_subscribed, self._is_gap_reported = True, False
            await self._sockets.release(socket)

    def _delay(self, error: Exception, attempt: int) -> float | None:
        """How long to wait before subscribing again; None if that cannot help."""
        if isinstance(error, FinalError) or not self._was_subscribed or self._sockets.is_closed:
            return None
        attempt = min(attempt, LONGEST_ATTEMPT)
        if isinstance(error, TransportError):
            wait = backoff(attempt)
            return max(THROTTLED_WAIT, wait) if error.reason == THROTTLED else wait
        named = error.retry_after if isinstance(error, GatewayError) else None
        return None if (named or 0.0) > LONGEST_WAIT else retry_delay(error, attempt)

    def _ending(self, error: Exception) -> Exception:
        """What the program is told."""
        if self._sockets.is_closed:
            return TransportError("the client is closed", "closed")
        if isinstance(error, FinalError):
            return error.error
        data = error.data if isinstance(error, RpcError) else None
        is_unknown = isinstance(data, Mapping) and data.get("reason") == "resume_point_unknown"
        return ResumeLost(self._points.newest) if is_unknown else error

    def _report_gap(self, cause: Exception) -> None:
        """Reports missing events to the program if another subscription begins without them. Raises ResumeLost if it does not want to go on."""
        is_resumed = self._facts.resumes_from is not None and self._points.has_begun
        if is_resumed or self._facts.is_once or self._is_gap_reported:
            return
        lost = ResumeLost(None)
        if self._on_gap is None:
            raise lost from cause
        lost.__cause__ = cause
        self._is_gap_reported = True
        self._on_gap(lost)

    async def events(self) -> AsyncGenerator[object, None]:
        attempt = 0
        while True:
            started = monotonic()
            failure: Exception = TransportError("the connection was closed", "connection")
            try:
                async with aclosing(self._connection()) as events:
                    async for event in events:
                        yield event
                        if self._facts.is_once and isinstance(event, Mapping) and isinstance(event.get("value"), Mapping):
                            return
            except (RpcError, TransportError, FinalError) as error:
                failure = error
            attempt = 1 if monotonic() - started > STABLE else attempt + 1
            delay = self._delay(failure, attempt)
            if delay is None:
                raise self._ending(failure)
            self._report_gap(failure)
            await asyncio.sleep(delay)
