"""Every method of the contract, one by one, in batches, and within asyncio."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from conftest import GIVEN

from tollgate_client import (
    AsyncEvmClient,
    AsyncSolanaClient,
    Call,
    EvmCalls,
    EvmClient,
    Reply,
    Solana,
    SolanaCalls,
    SolanaClient,
)
from tollgate_client.errors import InvalidParamsError, UnauthorizedError
from tollgate_client.methods import METHODS

SYNC = {"evm": EvmClient, "solana": SolanaClient}
ASYNC = {"evm": AsyncEvmClient, "solana": AsyncSolanaClient}
CALLS = {"evm": EvmCalls, "solana": SolanaCalls}
NAMES = sorted(GIVEN["methods"])


def test_the_package_has_the_methods_of_the_contract() -> None:
    assert sorted(METHODS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_gives_the_result_of_each_method(name: str, given: Any) -> None:
    method = given["methods"][name]
    with SYNC[method["family"]](given["urls"][method["family"]]) as client:
        assert getattr(client, name)(*method["params"]) == method["result"]
        reply = client.reply(getattr(CALLS[method["family"]], name)(*method["params"]))
    assert reply.result == method["result"]
    assert reply.facts.credits_cost == method["credits"]
    assert reply.facts.credits_remaining is not None and reply.facts.http_status == 200
    assert reply.facts.request_id and reply.facts.verified is None


@pytest.mark.parametrize("name", NAMES)
def test_gives_the_result_of_each_method_within_asyncio(name: str, given: Any) -> None:
    method = given["methods"][name]

    async def ask() -> object:
        async with ASYNC[method["family"]](given["urls"][method["family"]]) as client:
            results = await asyncio.gather(*(getattr(client, name)(*method["params"]) for _ in range(5)))
            assert results[1:] == results[:-1]
            return results[0]

    assert asyncio.run(ask()) == method["result"]


def test_integers_keep_every_digit(bad_url: str) -> None:
    text = '{"jsonrpc":"2.0","id":ID,"result":{"rentEpoch":18446744073709551615,"far":[-123456789012345678901234567890]}}'
    call: Call[Solana, object] = Call("say", (text,))
    with SolanaClient(bad_url) as client:
        assert client.reply(call).result == {"rentEpoch": 18446744073709551615, "far": [-123456789012345678901234567890]}


def test_optional_params_are_left_out_at_the_end_and_null_before_it() -> None:
    import json

    import httpx

    seen: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(json.loads(request.content))
        return httpx.Response(200, json={"jsonrpc": "2.0", "id": seen[-1]["id"], "result": None})

    key = "1" * 32
    with SolanaClient("http://localhost/v3/k", transport=httpx.MockTransport(answer)) as client:
        client.getTokenAccountBalance(key)
        client.getTokenAccountBalance(key, {"commitment": None})
    assert [call["params"] for call in seen] == [[key], [key, {"commitment": None}]]
    assert [call["id"] for call in seen] == [1, 2]


def test_a_batch_is_one_message_whose_calls_have_their_own_outcomes(given: Any) -> None:
    wrong: Any = {"fromBlock": "wrong"}
    with EvmClient(given["urls"]["evm"]) as client:
        chain, head, refused = client.batch(
            EvmCalls.eth_chainId(), EvmCalls.eth_blockNumber(), EvmCalls.eth_getLogs(wrong)
        )
        assert client.batch() == ()
    methods = given["methods"]
    assert isinstance(chain, Reply) and chain.result == methods["eth_chainId"]["result"]
    assert isinstance(head, Reply) and head.result == methods["eth_blockNumber"]["result"]
    assert isinstance(refused, InvalidParamsError) and refused.method == "eth_getLogs"
    assert refused.data["path"] == "/0/fromBlock"
    price = methods["eth_chainId"]["credits"] + methods["eth_blockNumber"]["credits"]
    assert chain.facts.credits_cost == head.facts.credits_cost == price


def test_a_batch_within_asyncio(given: Any) -> None:
    async def ask() -> Any:
        async with AsyncEvmClient(given["urls"]["evm"]) as client:
            assert await client.batch() == ()
            return await client.batch(*[EvmCalls.eth_chainId()] * 20)

    outcomes = asyncio.run(ask())
    assert [outcome.result for outcome in outcomes] == [given["methods"]["eth_chainId"]["result"]] * 20


def test_a_batch_that_is_refused_as_a_whole_raises(given: Any) -> None:
    with EvmClient(given["urls"]["evm"] + "x") as client, pytest.raises(UnauthorizedError) as raised:
        client.batch(EvmCalls.eth_chainId(), EvmCalls.eth_blockNumber())
    assert raised.value.method == "eth_chainId" and raised.value.facts.http_status == 401
