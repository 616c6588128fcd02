"""What a call can fail with."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import ClassVar, Literal, Mapping

from ..facts import AnswerFacts

Retry = Literal["never", "after", "soon"]
"""Whether the same call may get another answer: never, after the time that the data name, or soon."""


class RpcError(Exception):
    """An error that was answered, by the gateway (GatewayError) or by a node (NodeError)."""

    data: object

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
        self.data = data
        self.method = method
        """The method that was called; None when a batch was refused as a whole."""
        self.facts = facts
        """What the headers of the answer said."""

    def __str__(self) -> str:
        called = "" if self.method is None else f", {self.method}"
        return f"{self.message} (code {self.code}{called})"


class GatewayError(RpcError):
    """An error of the gateway's own: each has a class, which tells what its data are."""

    name: ClassVar[str]
    """The name of the error in the contract."""
    retry: ClassVar[Retry]

    def __str__(self) -> str:
        return f"{self.name}: {super().__str__()}"

    @property
    def retry_after(self) -> float | None:
        """Seconds until the same call can get another answer, where the error names that time."""
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
    """An error of a node, passed on as it was: code and data are the node's. Also an error of a newer gateway that this package does not know."""


class TransportError(Exception):
    """No usable answer: nothing listens, the connection broke, time is up, or the answer is not JSON-RPC."""

    def __init__(
        self, message: str, reason: str, http_status: int | None = None, method: str | None = None
    ) -> None:
        super().__init__(message, reason, http_status, method)
        self.message = message
        self.reason = reason
        """`timeout`, `closed` (by the program itself), `bad-answer` or `connection`."""
        self.http_status = http_status
        """The status of the HTTP answer, where there was one."""
        self.method = method
        """The method that was called; of a batch, one that writes, if there is one."""

    def __str__(self) -> str:
        return self.message
