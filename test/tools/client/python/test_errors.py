"""Each error of the contract has its class; what a node says of its own, and what is new, has NodeError."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from conftest import GIVEN

from tollgate_client import Call, Evm, EvmClient, GatewayError, NodeError, RpcError, TransportError, retry_delay
from tollgate_client.errors import (
    BY_NAME,
    BlockHashAndRangeError,
    InternalError,
    InvalidParamsError,
    MethodNotFoundError,
    NotFoundError,
    ThrottledEvmError,
    UnauthorizedError,
)


def call(method: str, *params: object) -> Call[Evm, object]:
    return Call(method, params)


def test_there_is_a_class_for_every_error_of_the_contract(given: Any) -> None:
    assert sorted(BY_NAME) == sorted(given["errors"])
    assert len(set(BY_NAME.values())) == len(BY_NAME)


@pytest.mark.parametrize("name", sorted(GIVEN["errors"]))
def test_raises_the_class_of_each_error(name: str, bad_url: str, given: Any) -> None:
    error = given["errors"][name]
    with EvmClient(bad_url) as client, pytest.raises(GatewayError) as raised:
        client.reply(call(f"fail:{name}"))
    found = raised.value
    assert type(found) is BY_NAME[name] and found.name == name and found.retry == error["retry"]
    assert {"code": found.code, "message": found.message, "data": found.data} == error["object"]
    assert found.facts.http_status == error["httpStatus"] and found.method == f"fail:{name}"
    assert str(found).startswith(f"{name}: ") and found.message in str(found)
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is type(found) and again.args == found.args
    delay = retry_delay(found)
    assert (delay is None) == (error["retry"] == "never")


def test_the_gateway_itself_raises_them(given: Any) -> None:
    def refusal(url: str, asked: Call[Evm, object]) -> RpcError:
        with EvmClient(url) as client, pytest.raises(RpcError) as raised:
            client.reply(asked)
        return raised.value

    url, block_hash = given["urls"]["evm"], "0x" + "1" * 64
    both = {"blockHash": block_hash, "fromBlock": "0x1"}
    assert isinstance(refusal(url, call("eth_getLogs", both)), BlockHashAndRangeError)
    assert isinstance(refusal(url, call("eth_getLogs", 1)), InvalidParamsError)
    assert isinstance(refusal(url, call("eth_nothing")), MethodNotFoundError)
    assert isinstance(refusal(url[:-1], call("eth_chainId")), UnauthorizedError)
    assert isinstance(refusal(url.replace("/ethereum/", "/nowhere/"), call("eth_chainId")), NotFoundError)


def test_says_after_what_time_an_error_goes_away(bad_url: str) -> None:
    later: dict[str, Any] = {"name": "throttled-evm", "creditsPerSecond": 1, "retryAfterMs": 510}
    error = ThrottledEvmError(-32005, "credits per second exceeded", later)
    assert error.retry_after == 0.51
    assert ThrottledEvmError(-32005, "").retry_after is None
    past = BY_NAME["daily-credits-exhausted"](-33000, "", {"resetsAt": "2020-01-01T00:00:00.000Z"})
    assert past.retry_after == 0
    future = BY_NAME["daily-credits-exhausted"](-33000, "", {"resetsAt": "2999-01-01T00:00:00.000Z"})
    assert future.retry_after is not None and future.retry_after > 1e9
    assert BY_NAME["daily-credits-exhausted"](-33000, "", {"resetsAt": "soon"}).retry_after is None
    # Callers that were refused together do not come back together.
    delays = [retry_delay(error) or 0 for _ in range(100)]
    assert 0.635 <= min(delays) < max(delays) <= 0.885 and 1.51 <= (retry_delay(error, 4) or 0) <= 3.51
    soon = InternalError(-32603, "internal error")
    assert all(0.125 <= (retry_delay(soon) or 0) <= 0.375 for _ in range(100))
    assert 1 <= (retry_delay(soon, 4) or 0) <= 3
    assert retry_delay(ValueError("mine")) is None
    assert retry_delay(TransportError("", "connection")) is not None
    assert retry_delay(TransportError("", "closed")) is None
    assert retry_delay(TransportError("", "bad-answer", 502)) is None


@pytest.mark.parametrize(
    "error",
    [
        {"code": 3, "message": "execution reverted", "data": "0x08c379a0"},
        {"code": -32000, "message": "header not found"},
        {"code": -32603, "message": "of another gateway", "data": {"name": "not-an-error-of-this-contract"}},
        {"code": -32603, "message": "strange", "data": {"name": ["internal-error"]}},
    ],
)
def test_passes_errors_of_nodes_on_as_they_are(error: Any, bad_url: str) -> None:
    text = json.dumps({"jsonrpc": "2.0", "id": "ID", "error": error}).replace('"ID"', "ID")
    with EvmClient(bad_url) as client, pytest.raises(NodeError) as raised:
        client.reply(call("say", text))
    found = raised.value
    assert (found.code, found.message, found.data) == (error["code"], error["message"], error.get("data"))
    assert retry_delay(found) is None
