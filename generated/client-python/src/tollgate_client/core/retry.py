# @generated from openrpc.json by scripts/generate — do not edit
"""Decides whether and when a failed call may be repeated."""

from __future__ import annotations

import random

from ..methods import METHODS
from .rpc_error import GatewayError, TransportError

FIRST_DELAY = 0.25


def backoff(attempt: int) -> float:
    """A random wait that doubles with each attempt."""
    return FIRST_DELAY * 2.0 ** (attempt - 1) * (0.5 + random.random())


def _is_write(method: str | None) -> bool:
    return method in METHODS and METHODS[method].is_write


def retry_delay(error: BaseException, attempt: int = 1) -> float | None:
    """The time to wait before repeating a call, in seconds; each attempt may cost credits. A part of it is random, so that callers who were
    refused together do not come back together.

    None if the contract says that it would fail again, or if it may repeat a write.
    `attempt` is the number of calls made, from 1.
    """
    if isinstance(error, TransportError):
        is_final = error.reason == "closed" or error.http_status is not None or _is_write(error.method)
        return None if is_final else backoff(attempt)
    if not isinstance(error, GatewayError) or error.retry == "never":
        return None
    if error.retry == "soon":
        return None if _is_write(error.method) else backoff(attempt)
    return (error.retry_after or 0.0) + backoff(attempt)
