"""Requests and replies on the wire (JSON-RPC 2.0)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Generic, Mapping, NoReturn, Sequence, TypeVar, Union

from ..errors import BY_NAME
from ..facts import AnswerFacts
from .rpc_error import NodeError, RpcError, TransportError

GRACE = 5.0
"""A client waits this many seconds longer than the gateway, so that the gateway's error arrives."""

Family = TypeVar("Family", bound=str)
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


@dataclass(frozen=True)
class Call(Generic[Family, Result_co]):
    """An unsent call of a method of a family of networks, for `reply` and `batch`."""

    method: str
    params: tuple[object, ...] = ()


@dataclass(frozen=True)
class Reply(Generic[Result_co]):
    """A result, and the facts from its answer's headers; in a batch, those of the whole batch."""

    result: Result_co
    facts: AnswerFacts


Outcome = Union[Reply[Result], RpcError, TransportError]
"""The outcome of one call of a batch."""


def trimmed(params: tuple[object, ...]) -> tuple[object, ...]:
    """Omits trailing params instead of sending null: nodes distinguish them."""
    length = len(params)
    while length > 0 and params[length - 1] is None:
        length -= 1
    return params[:length]


def request_of(call: Call[Family, Result], request_id: int) -> Mapping[str, object]:
    """A request object."""
    return {"jsonrpc": "2.0", "id": request_id, "method": call.method, "params": trimmed(call.params)}


def body_of(message: object) -> bytes:
    """The bytes of a request or a batch."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode()


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def parse_message(content: bytes, facts: AnswerFacts) -> object:
    """Parses an answer: integers keep every digit. Raises TransportError `bad-answer`."""
    try:
        message: object = json.loads(content.decode(), parse_constant=_refuse_constant)
        return message
    except (ValueError, RecursionError):
        pass
    raise TransportError("the answer is not JSON", "bad-answer", facts.http_status)


def _error_of(error: Mapping[str, object], method: str | None, facts: AnswerFacts) -> RpcError:
    code, data = error["code"], error.get("data")
    name = data.get("name") if isinstance(data, Mapping) else None
    kind = BY_NAME.get(name, NodeError) if isinstance(name, str) else NodeError
    return kind(code if isinstance(code, int) else 0, str(error.get("message", "")), data, method, facts)


def read_reply(message: object, method: str | None, facts: AnswerFacts) -> object:
    """The result of a reply. Raises its error, or TransportError `bad-answer` if it has neither."""
    if isinstance(message, Mapping):
        error = message.get("error")
        if isinstance(error, Mapping) and isinstance(error.get("code"), int):
            raise _error_of(error, method, facts)
        if "result" in message:
            return message["result"]
    raise TransportError("the answer has neither a result nor an error", "bad-answer", facts.http_status, method)


def read_single(message: object, request: Mapping[str, object], method: str, facts: AnswerFacts) -> object:
    """The result of the reply to one request. Raises like `read_reply`, also if the reply belongs to another request."""
    result = read_reply(message, method, facts)
    if not isinstance(message, Mapping) or message.get("id") != request["id"]:
        raise TransportError("the answer belongs to another request", "bad-answer", facts.http_status, method)
    return result


def read_batch(
    message: object, requests: Sequence[Mapping[str, object]], facts: AnswerFacts
) -> Sequence[Outcome[object]]:
    """The outcome of each request, in order. Raises if the batch was refused as a whole."""
    if not isinstance(message, list):
        read_reply(message, None, facts)
        raise TransportError("the answer to the batch is not an array", "bad-answer", facts.http_status)
    replies = {reply["id"]: reply for reply in message if isinstance(reply, dict) and type(reply.get("id")) is int}
    return [_outcome(replies.get(request["id"]), str(request["method"]), facts) for request in requests]


def _outcome(reply: object, method: str, facts: AnswerFacts) -> Outcome[object]:
    if reply is None:
        return TransportError("the answer to the batch leaves this call out", "bad-answer", facts.http_status, method)
    try:
        return Reply(read_reply(reply, method, facts), facts)
    except (RpcError, TransportError) as error:
        return error
