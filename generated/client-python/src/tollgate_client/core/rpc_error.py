# @generated from openrpc.json by scripts/generate — do not edit
"""The errors of a call."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import ClassVar, Literal, Mapping

from ..facts import AnswerFacts

Retry = Literal["never", "after", "soon"]
"""When a repeated call may get another answer: never, after the time in the data, or soon."""


class RpcError(Exception):
    """An error answered by the gateway (GatewayError) or a node (NodeError)."""

    def __init__(
        self,
        code: int,
        message: str,
        data: object = None,
        method: str | None = None,
        facts: AnswerFacts = AnswerFacts(),
    ) -> None:
        super().__init__(code, message, data, method, facts)
        self.code = code
        self.message = message
        self._data = data
        self.method = method
        """The called method; for a batch refused as a whole, one that writes, if any."""
        self.facts = facts
        """Facts from the headers of the answer."""

    @property
    def data(self) -> object:
        """What the error has beside its message."""
        return self._data

    def __str__(self) -> str:
        called = "" if self.method is None else f", {self.method}"
        return f"{self.message} (code {self.code}{called})"


class GatewayError(RpcError):
    """An error of the gateway; each has a class, which determines the type of its data."""

    name: ClassVar[str]
    """The name of the error in the contract."""
    retry: ClassVar[Retry]

    def __str__(self) -> str:
        return f"{self.name}: {super().__str__()}"

    @property
    def retry_after(self) -> float | None:
        """Seconds until a repeated call can get another answer, if the error names that time."""
        data = self.data if isinstance(self.data, Mapping) else {}
        wait, moment = data.get("retryAfterMs"), data.get("resetsAt")
        if isinstance(wait, (int, float)):
            return wait / 1000
        if not isinstance(moment, str):
            return None
        try:
            resets_at = datetime.fromisoformat(moment.replace("Z", "+00:00"))
        except ValueError:
            return None
        return max(0.0, (resets_at - datetime.now(timezone.utc)).total_seconds())


class NodeError(RpcError):
    """A node's error, passed on unchanged: code and data are the node's. Also an error of a newer gateway that this package does not know."""


class TransportError(Exception):
    """No usable answer: nothing listens, the connection broke, the time is up, or the answer is not JSON-RPC."""

    def __init__(
        self, message: str, reason: str, http_status: int | None = None, method: str | None = None
    ) -> None:
        super().__init__(message, reason, http_status, method)
        self.message = message
        self.reason = reason
        """`timeout`, `closed` (by the program itself), `bad-answer`, `connection`, `refused` (a WebSocket), or the gateway's reason for a close."""
        self.http_status = http_status
        """The status of the HTTP answer, if any."""
        self.method = method
        """The called method; for a batch, one that writes, if any."""

    def __str__(self) -> str:
        return self.message
