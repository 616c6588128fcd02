"""Calls that the contract refuses, or that make no sense: a type checker refuses each line that is marked."""

from __future__ import annotations

from tollgate_client import AsyncEvmClient, EvmCalls, EvmClient, SolanaCalls, SolanaClient, types as t
from tollgate_client.errors import TooManyResultsError

evm = EvmClient("http://127.0.0.1/v3/KEY")
solana = SolanaClient("http://127.0.0.1/v3/KEY")
address, topic, key, position = "0x", "0x", "1", "0x0"


async def wrong(later: AsyncEvmClient, error: TooManyResultsError, config: t.TokenAccountsConfig) -> None:
    evm.eth_getStorageAt(address, position)  # refused: the block is required
    evm.eth_getStorageAt(None, position, "latest")  # refused: no address
    evm.eth_getStorageAt(address, 0, "latest")  # refused: a number is no position
    evm.eth_getStorageAt(address, position, 12)  # refused: a number is no block
    evm.eth_getLogs({"blockHash": topic, "fromBlock": "latest"})  # refused: a hash and a range
    evm.eth_getLogs({"fromblock": "latest"})  # refused: misspelt
    evm.eth_getLogs({"topics": 5})  # refused: no list
    evm.eth_getTransactionReceipt(int(evm.eth_blockNumber(), 16))  # refused: a number is no hash
    evm.getTokenAccountBalance(key)  # refused: a method of the other family
    solana.eth_chainId()  # refused: a method of the other family
    evm.reply(SolanaCalls.getTokenAccountBalance(key))  # refused: a call of the other family
    evm.batch(EvmCalls.eth_chainId(), SolanaCalls.getTokenAccountBalance(key))  # refused: a call of the other family
    evm.eth_chainId(5)  # refused: it takes no params
    evm.eth_chainId(timeout="5")  # refused: no number
    solana.getTokenAccountsByOwner(key, {})  # refused: neither mint nor programId
    solana.getTokenAccountsByOwner(key, {"mint": key, "programId": key})  # refused: both of them
    solana.getTokenAccountsByOwner(key, {"mint": key}, {"encoding": "hex"})  # refused: no encoding
    solana.getTokenAccountsByOwner(key, {"mint": key}, {"encoding": "jsonParsed", "dataSlice": {"offset": 0, "length": 1}})  # refused: a slice of parsed data
    solana.getTokenAccountsByOwner(key, {"mint": key}, {"encoding": "base64"})["value"][0]["account"]["data"]["parsed"]  # refused: bytes
    solana.getTokenAccountsByOwner(key, {"mint": key}, {"encoding": "jsonParsed"})["value"][0]["account"]["data"][0]  # refused: parsed
    solana.getTokenAccountsByOwner(key, {"mint": key}, config)["value"][0]["account"]["data"]["parsed"]  # refused: it may be bytes
    solana.getTokenAccountBalance(key, {"encoding": "base64"})  # refused: no member of this configuration
    evm.eth_getTransactionReceipt(topic)["status"]  # refused: there may be none
    (await later.eth_chainId()).bit_length()  # refused: a quantity is a text
    later.watch_new_pending_transactions(after={"hash": topic})  # refused: these cannot be resumed
    later.watch_logs(after=topic)  # refused: a hash is no event
    later.eth_chainId().upper()  # refused: nothing was awaited
    error.data["too"]  # refused: misspelt
    EvmClient("http://127.0.0.1/v3/KEY", api_key="KEY")  # refused: no such option
