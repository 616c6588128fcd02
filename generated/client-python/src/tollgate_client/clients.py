# @generated from openrpc.json by scripts/generate — do not edit
"""The clients: two for each family of networks."""

from __future__ import annotations

from typing import overload

from . import types as t
from .calls import Evm, EvmCalls, Solana, SolanaCalls
from .core.client import AsyncClient, SyncClient


class EvmClient(SyncClient[Evm]):
    """A client of networks of the family evm: a method for each of the contract.

    Errors of every call: unauthorized, network-not-enabled, allowlist-refused, account-suspended, too-many-tokens, daily-credits-exhausted, key-daily-credits-exhausted, ledger-unavailable, throttled-evm, overloaded, method-not-found, invalid-params, no-upstream, method-unavailable, bad-upstream-answer, answer-too-large, request-too-large, internal-error
    """

    def eth_chainId(self, *, timeout: float | None = None) -> t.Quantity:
        """The chain id of the network: 5 credits.

        Returns the chain id that transactions of this network are signed with (EIP-695). Some clients ask for it before anything else.

        Limits: 5 credits, 10 s
        Errors: upstream-timeout, and those of every call (:class:`EvmClient`)
        Returns: The chain id.
        """
        return (self.reply(EvmCalls.eth_chainId(), timeout=timeout)).result

    def eth_blockNumber(self, *, timeout: float | None = None) -> t.Quantity:
        """The number of the latest block: 80 credits.

        Returns the number of the most recent block. Also a way to check that a network can be reached.

        Limits: 80 credits, 10 s
        Errors: upstream-timeout, and those of every call (:class:`EvmClient`)
        Returns: Number of the most recent block.
        """
        return (self.reply(EvmCalls.eth_blockNumber(), timeout=timeout)).result

    def eth_getStorageAt(self, address: t.EvmAddress, position: t.StoragePosition, block: t.BlockParameter, *, timeout: float | None = None) -> t.StorageValueOrNull:
        """The value at a storage position of an address: 80 credits.

        Returns the value at a storage position of an address, at a block. Accounts whose plan includes failover protection, and whose holder switched it on, are answered by a partner provider when no node of the network can answer.

        Limits: 80 credits, 10 s
        Errors: safe-tag-unsupported, outside-window, upstream-timeout, and those of every call (:class:`EvmClient`)
        address: The address whose storage is read.
        position: The position in storage.
        block: The block whose state is read.
        Returns: The value at the position.
        """
        return (self.reply(EvmCalls.eth_getStorageAt(address, position, block), timeout=timeout)).result

    def eth_getLogs(self, filter: t.LogFilter, *, timeout: float | None = None) -> t.Logs:
        """The logs that match a filter: 255 credits.

        Returns the logs that match a filter of addresses, topics and blocks. Up to 5,000 addresses and topics in one filter, up to 10,000 results, up to 10 seconds; narrow the range of blocks when a limit is met.

        Limits: 255 credits, 10 s, 5,000 addresses and topics, 10,000 results
        Errors: safe-tag-unsupported, outside-window, too-many-parameters, block-hash-and-range, invalid-block-range, block-range-too-wide, too-many-results, query-timeout, and those of every call (:class:`EvmClient`)
        filter: What to look for, and where.
        Returns: The logs, in the order of the chain.
        """
        return (self.reply(EvmCalls.eth_getLogs(filter), timeout=timeout)).result

    def eth_getTransactionReceipt(self, transactionHash: t.Hash32, *, timeout: float | None = None) -> t.ReceiptOrNull:
        """The receipt of a transaction: 80 credits.

        Returns the receipt of a transaction, or null when there is none: an unknown or a pending transaction.

        Limits: 80 credits, 10 s
        Errors: upstream-timeout, and those of every call (:class:`EvmClient`)
        transactionHash: The hash of the transaction.
        Returns: The receipt, or null.
        """
        return (self.reply(EvmCalls.eth_getTransactionReceipt(transactionHash), timeout=timeout)).result


class AsyncEvmClient(AsyncClient[Evm]):
    """A client of networks of the family evm, within asyncio: a method for each of the contract.

    Errors of every call: unauthorized, network-not-enabled, allowlist-refused, account-suspended, too-many-tokens, daily-credits-exhausted, key-daily-credits-exhausted, ledger-unavailable, throttled-evm, overloaded, method-not-found, invalid-params, no-upstream, method-unavailable, bad-upstream-answer, answer-too-large, request-too-large, internal-error
    """

    async def eth_chainId(self, *, timeout: float | None = None) -> t.Quantity:
        """The chain id of the network: 5 credits.

        Returns the chain id that transactions of this network are signed with (EIP-695). Some clients ask for it before anything else.

        Limits: 5 credits, 10 s
        Errors: upstream-timeout, and those of every call (:class:`AsyncEvmClient`)
        Returns: The chain id.
        """
        return (await self.reply(EvmCalls.eth_chainId(), timeout=timeout)).result

    async def eth_blockNumber(self, *, timeout: float | None = None) -> t.Quantity:
        """The number of the latest block: 80 credits.

        Returns the number of the most recent block. Also a way to check that a network can be reached.

        Limits: 80 credits, 10 s
        Errors: upstream-timeout, and those of every call (:class:`AsyncEvmClient`)
        Returns: Number of the most recent block.
        """
        return (await self.reply(EvmCalls.eth_blockNumber(), timeout=timeout)).result

    async def eth_getStorageAt(self, address: t.EvmAddress, position: t.StoragePosition, block: t.BlockParameter, *, timeout: float | None = None) -> t.StorageValueOrNull:
        """The value at a storage position of an address: 80 credits.

        Returns the value at a storage position of an address, at a block. Accounts whose plan includes failover protection, and whose holder switched it on, are answered by a partner provider when no node of the network can answer.

        Limits: 80 credits, 10 s
        Errors: safe-tag-unsupported, outside-window, upstream-timeout, and those of every call (:class:`AsyncEvmClient`)
        address: The address whose storage is read.
        position: The position in storage.
        block: The block whose state is read.
        Returns: The value at the position.
        """
        return (await self.reply(EvmCalls.eth_getStorageAt(address, position, block), timeout=timeout)).result

    async def eth_getLogs(self, filter: t.LogFilter, *, timeout: float | None = None) -> t.Logs:
        """The logs that match a filter: 255 credits.

        Returns the logs that match a filter of addresses, topics and blocks. Up to 5,000 addresses and topics in one filter, up to 10,000 results, up to 10 seconds; narrow the range of blocks when a limit is met.

        Limits: 255 credits, 10 s, 5,000 addresses and topics, 10,000 results
        Errors: safe-tag-unsupported, outside-window, too-many-parameters, block-hash-and-range, invalid-block-range, block-range-too-wide, too-many-results, query-timeout, and those of every call (:class:`AsyncEvmClient`)
        filter: What to look for, and where.
        Returns: The logs, in the order of the chain.
        """
        return (await self.reply(EvmCalls.eth_getLogs(filter), timeout=timeout)).result

    async def eth_getTransactionReceipt(self, transactionHash: t.Hash32, *, timeout: float | None = None) -> t.ReceiptOrNull:
        """The receipt of a transaction: 80 credits.

        Returns the receipt of a transaction, or null when there is none: an unknown or a pending transaction.

        Limits: 80 credits, 10 s
        Errors: upstream-timeout, and those of every call (:class:`AsyncEvmClient`)
        transactionHash: The hash of the transaction.
        Returns: The receipt, or null.
        """
        return (await self.reply(EvmCalls.eth_getTransactionReceipt(transactionHash), timeout=timeout)).result


class SolanaClient(SyncClient[Solana]):
    """A client of networks of the family solana: a method for each of the contract.

    Errors of every call: unauthorized, network-not-enabled, allowlist-refused, account-suspended, too-many-tokens, daily-credits-exhausted, key-daily-credits-exhausted, ledger-unavailable, throttled-solana, overloaded, method-not-found, invalid-params, no-upstream, upstream-timeout, method-unavailable, bad-upstream-answer, answer-too-large, request-too-large, internal-error
    """

    @overload
    def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigJsonParsed, *, timeout: float | None = None) -> t.TokenAccountsResultJsonParsed: ...

    @overload
    def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigBase64, *, timeout: float | None = None) -> t.TokenAccountsResultBase64: ...

    @overload
    def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigNoEncoding | None = None, *, timeout: float | None = None) -> t.TokenAccountsResultNoEncoding: ...

    @overload
    def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfig | None = None, *, timeout: float | None = None) -> t.TokenAccountsResult: ...

    def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigJsonParsed | t.TokenAccountsConfigBase64 | t.TokenAccountsConfigNoEncoding | t.TokenAccountsConfig | None = None, *, timeout: float | None = None) -> t.TokenAccountsResult:
        """The token accounts of an owner: 160 credits.

        Returns all token accounts of an owner, of one mint or of one token program.

        Limits: 160 credits, 10 s
        Errors: those of every call (:class:`SolanaClient`)
        address: The owner of the token accounts.
        accountDetails: The mint, or the token program, of the accounts.
        config: Commitment, encoding, slice and oldest slot.
        Returns: The token accounts.
        """
        return (self.reply(SolanaCalls.getTokenAccountsByOwner(address, accountDetails, config), timeout=timeout)).result

    def getTokenAccountBalance(self, address: t.Pubkey, config: t.BalanceConfig | None = None, *, timeout: float | None = None) -> t.TokenBalanceResult:
        """The balance of a token account: 160 credits.

        Returns the balance of one token account.

        Limits: 160 credits, 10 s
        Errors: those of every call (:class:`SolanaClient`)
        address: The token account.
        config: Commitment.
        Returns: The balance.
        """
        return (self.reply(SolanaCalls.getTokenAccountBalance(address, config), timeout=timeout)).result


class AsyncSolanaClient(AsyncClient[Solana]):
    """A client of networks of the family solana, within asyncio: a method for each of the contract.

    Errors of every call: unauthorized, network-not-enabled, allowlist-refused, account-suspended, too-many-tokens, daily-credits-exhausted, key-daily-credits-exhausted, ledger-unavailable, throttled-solana, overloaded, method-not-found, invalid-params, no-upstream, upstream-timeout, method-unavailable, bad-upstream-answer, answer-too-large, request-too-large, internal-error
    """

    @overload
    async def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigJsonParsed, *, timeout: float | None = None) -> t.TokenAccountsResultJsonParsed: ...

    @overload
    async def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigBase64, *, timeout: float | None = None) -> t.TokenAccountsResultBase64: ...

    @overload
    async def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigNoEncoding | None = None, *, timeout: float | None = None) -> t.TokenAccountsResultNoEncoding: ...

    @overload
    async def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfig | None = None, *, timeout: float | None = None) -> t.TokenAccountsResult: ...

    async def getTokenAccountsByOwner(self, address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigJsonParsed | t.TokenAccountsConfigBase64 | t.TokenAccountsConfigNoEncoding | t.TokenAccountsConfig | None = None, *, timeout: float | None = None) -> t.TokenAccountsResult:
        """The token accounts of an owner: 160 credits.

        Returns all token accounts of an owner, of one mint or of one token program.

        Limits: 160 credits, 10 s
        Errors: those of every call (:class:`AsyncSolanaClient`)
        address: The owner of the token accounts.
        accountDetails: The mint, or the token program, of the accounts.
        config: Commitment, encoding, slice and oldest slot.
        Returns: The token accounts.
        """
        return (await self.reply(SolanaCalls.getTokenAccountsByOwner(address, accountDetails, config), timeout=timeout)).result

    async def getTokenAccountBalance(self, address: t.Pubkey, config: t.BalanceConfig | None = None, *, timeout: float | None = None) -> t.TokenBalanceResult:
        """The balance of a token account: 160 credits.

        Returns the balance of one token account.

        Limits: 160 credits, 10 s
        Errors: those of every call (:class:`AsyncSolanaClient`)
        address: The token account.
        config: Commitment.
        Returns: The balance.
        """
        return (await self.reply(SolanaCalls.getTokenAccountBalance(address, config), timeout=timeout)).result
