# @generated from openrpc.json by scripts/generate — do not edit
"""Where a subscription goes on after a cut."""

from __future__ import annotations

import math
from typing import Mapping, NamedTuple

MOST_POINTS = 10_000
"""A stack deeper than this forgets its oldest points."""


class ResumeLost(Exception):
    """The gateway cannot go on after the last event, so that events may be missing.

    The connection was broken for too long, or too many blocks were replaced. `after` is the place of the last event that still stands; None if
    none does.
    """

    def __init__(self, after: Mapping[str, str] | None) -> None:
        super().__init__("events may be missing: the gateway cannot go on after the last one")
        self.after = after


class _Point(NamedTuple):
    number: int
    log_index: float
    after: Mapping[str, str]


class ResumePoints:
    """The places that a program has reached, the newest last.

    A removed log takes back its own place and all after it. What is left on top is the newest log that still stands, or a block before it: the
    gateway then sends exactly the removals that are missing.
    """

    def __init__(self) -> None:
        self._points: list[_Point] = []
        self.has_begun = False
        """True if there was ever an event: from then on, none may be lost."""

    @property
    def newest(self) -> Mapping[str, str] | None:
        """The point to go on after; None if there is none."""
        return self._points[-1].after if self._points else None

    def _add(self, point: _Point) -> None:
        self.has_begun = True
        self._points.append(point)
        if len(self._points) > MOST_POINTS:
            del self._points[0]

    def log(self, log: Mapping[str, object]) -> None:
        """A log was given, or taken back."""
        self.has_begun = True
        number, index = int(str(log["blockNumber"]), 16), int(str(log["logIndex"]), 16)
        if log.get("removed") is True:
            while self._points and self._points[-1][:2] >= (number, index):
                self._points.pop()
        else:
            after = {"blockHash": str(log["blockHash"]), "logIndex": str(log["logIndex"])}
            self._add(_Point(number, index, after))

    def head(self, head: Mapping[str, object]) -> None:
        """All of a block was given."""
        self._points.clear()
        self._add(_Point(int(str(head["number"]), 16), math.inf, {"blockHash": str(head["hash"])}))

    def before(self, head: Mapping[str, object]) -> None:
        """All logs of the blocks before this head were given.

        A log of its block, or of a later one, is the better point: going on behind the parent would give it again.
        """
        parent = int(str(head["number"]), 16) - 1
        if not self._points or self._points[-1].number <= parent:
            self._add(_Point(parent, math.inf, {"blockHash": str(head["parentHash"])}))
