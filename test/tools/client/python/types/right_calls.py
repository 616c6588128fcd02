"""Calls that a type checker accepts, and the types of what they give."""

from __future__ import annotations

import asyncio
from typing import Literal

from typing_extensions import assert_type

from tollgate_client import (
    AnswerFacts,
    AsyncEvmClient,
    AsyncSolanaClient,
    Call,
    Evm,
    EvmCalls,
    EvmClient,
    Outcome,
    Reply,
    RpcError,
    SolanaCalls,
    SolanaClient,
    TransportError,
    types as t,
)
from tollgate_client.errors import InvalidRequestError, TooManyResultsError

evm = EvmClient("http://127.0.0.1/v3/KEY")
solana = SolanaClient("http://127.0.0.1/v3/KEY")
address, topic, key = "0x", "0x", "1"

assert_type(evm.eth_chainId(), str)
quantity: t.Quantity = hex(int(evm.eth_chainId(), 16))
evm.eth_getStorageAt(t.EvmAddress(address), quantity, "latest")
assert_type(evm.eth_getStorageAt(address, "0x0", "latest"), "str | None")
evm.eth_getStorageAt(address, "0x0", evm.eth_blockNumber())
evm.eth_getStorageAt(address, "0x0", topic, timeout=3)
evm.eth_getStorageAt(address, "0x0", {"blockHash": topic, "requireCanonical": True})
evm.eth_getLogs({})
evm.eth_getLogs({"fromBlock": "earliest", "toBlock": evm.eth_blockNumber(), "address": [address], "topics": [None, [topic]]})
evm.eth_getLogs({"blockHash": topic, "address": address})
evm.eth_getLogs({"blockHash": None, "fromBlock": "0x1"})
for log in evm.eth_getLogs({"topics": (topic,)}):
    assert_type(log["transactionHash"], "str | None")
    if log["transactionHash"] is not None:
        receipt = evm.eth_getTransactionReceipt(log["transactionHash"])
        if receipt is not None:
            assert_type(receipt["from"], str)
            assert_type(receipt.get("l1Fee"), "str | None")

for parsed in solana.getTokenAccountsByOwner(key, {"mint": key}, {"encoding": "jsonParsed"})["value"]:
    assert_type(parsed["account"]["data"]["parsed"]["info"]["tokenAmount"]["uiAmountString"], str)
    assert_type(parsed["account"]["rentEpoch"], int)
for raw in solana.getTokenAccountsByOwner(key, {"programId": key}, {"encoding": "base64+zstd", "dataSlice": {"offset": 0, "length": 4}})["value"]:
    assert_type(raw["account"]["data"], "list[str]")
for old in solana.getTokenAccountsByOwner(key, {"programId": key})["value"]:
    assert_type(old["account"]["data"], "list[str] | str")
config: t.TokenAccountsConfig = {"commitment": "confirmed"}
assert_type(solana.getTokenAccountsByOwner(key, {"mint": key}, config), t.TokenAccountsResult)

chain, logs = evm.batch(EvmCalls.eth_chainId(), EvmCalls.eth_getLogs({}))
assert_type(chain, "Reply[str] | RpcError | TransportError")
if isinstance(logs, Reply):
    assert_type(logs.result, t.Logs)
    assert_type(logs.facts, AnswerFacts)
    assert_type(logs.facts.verified, "Literal['proof'] | None")
many: tuple[Outcome[t.Quantity], ...] = evm.batch(*[EvmCalls.eth_chainId() for _ in range(20)])
other: Call[Evm, int] = Call("eth_other", (1,))
assert_type(evm.reply(other).result, int)

try:
    evm.eth_getLogs({})
except TooManyResultsError as error:
    assert_type(error.data["limit"], int)
    evm.eth_getLogs({"fromBlock": error.data["from"], "toBlock": error.data["to"]})
    assert_type(error.retry_after, "float | None")
except InvalidRequestError as error:
    if error.data["reason"] == "batch_too_large":
        assert_type(error.data["maxBatch"], int)


async def watching(evm: AsyncEvmClient, log: t.Log, head: t.Header) -> None:
    async for found in evm.watch_logs({"address": address}, after=log):
        assert_type(found, t.Log)
    async for found in evm.watch_logs(after=head):
        log = found
    async for block in evm.watch_new_heads(after={"hash": "0x", "number": "0x0"}):
        assert_type(block, t.Header)


async def within_asyncio() -> None:
    async with AsyncSolanaClient("http://127.0.0.1/v3/KEY") as client:
        balance = await client.getTokenAccountBalance(key, {"commitment": "processed"})
        assert_type(balance["value"]["decimals"], int)
        accounts = await client.getTokenAccountsByOwner(key, {"mint": key}, {"encoding": "jsonParsed"})
        assert_type(accounts["value"][0]["account"]["data"]["program"], str)
        (outcome,) = await client.batch(SolanaCalls.getTokenAccountBalance(key))
        assert_type(outcome, "Reply[t.TokenBalanceResult] | RpcError | TransportError")


asyncio.run(within_asyncio())
