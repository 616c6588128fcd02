# @generated from openrpc.json by scripts/generate — do not edit
"""What the headers of an answer say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Mapping


@dataclass(frozen=True)
class AnswerFacts:
    """What the gateway says of an answer besides its result; of a batch, of all of its calls."""

    http_status: int | None = None
    credits_cost: int | None = None
    """X-Credits-Cost: Credits charged for this request; in a batch, for all of its calls. On every reply to a POST, refusals included."""
    credits_remaining: int | None = None
    """X-Credits-Remaining: Credits left today for the account, or for the key if its own limit is nearer. On every reply to a POST whose account is known, refusals included, unless the store cannot be read."""
    credits_reset: int | None = None
    """X-Credits-Reset: Unix seconds of the next 00:00 UTC, when the credits renew. On every reply to a POST, refusals included."""
    request_id: str | None = None
    """X-Request-Id: Quote it to the operator; it stands in the log. On every reply to a POST, refusals included."""
    served_by: str | None = None
    """X-Served-By: What answered: `upstream`, a node of the network; `cache`, the gateway's memory (a final answer, the newest block that it polled, a refusal that it repeats, the configured chain id); or `partner`. In a batch, each that did, separated by commas. Where a call was answered."""
    verified: Literal["proof"] | None = None
    """X-Verified: The partner's answer was proven against a state root that the network's own node gave; in a batch, all that the partner answered. Where the partner's answer was proven."""


def _integer(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 20 else None


def read_facts(http_status: int, headers: Mapping[str, str]) -> AnswerFacts:
    """Reads the facts of an answer from its headers, whose names may be in any case."""
    return AnswerFacts(
        http_status=http_status,
        credits_cost=_integer(headers.get("X-Credits-Cost")),
        credits_remaining=_integer(headers.get("X-Credits-Remaining")),
        credits_reset=_integer(headers.get("X-Credits-Reset")),
        request_id=headers.get("X-Request-Id"),
        served_by=headers.get("X-Served-By"),
        verified="proof" if headers.get("X-Verified") == "proof" else None,
    )
