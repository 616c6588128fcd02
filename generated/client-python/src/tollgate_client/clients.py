# @generated from openrpc.json by scripts/generate — do not edit
"""The clients: two for each family of networks."""

from __future__ import annotations

from typing import AsyncGenerator, overload

from . import types as t
from .calls import Evm, EvmCalls, Solana, SolanaCalls
from .core.client import AsyncClient, SyncClient
from .core.watch import OnGap, Place, SubscriptionFacts


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

        Limits: 255 credits, 10 s, 5,000 parameters, 10,000 results
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

        Limits: 255 credits, 10 s, 5,000 parameters, 10,000 results
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

    def watch_new_heads(self, *, after: Place | None = None, on_gap: OnGap | None = None) -> AsyncGenerator[t.Header, None]:
        """Events newHeads: 20 credits an event, 5 for each subscription.

        The header of a block. Which members it has beyond those that every chain has depends on the chain; nodes may add members. After a cut it goes on after the last event, so that none is lost or doubled.

        Errors: ResumeLost; too-many-parameters, upstream-timeout, subscription-over-http, unknown-subscription-kind, too-many-subscriptions, resume-point-unknown, and those of every call (:class:`AsyncEvmClient`)
        after: the last event of an earlier watch, behind which this one begins
        """
        return self._watch(SubscriptionFacts(subscribe="eth_subscribe", unsubscribe="eth_unsubscribe", timeout=10, before=("newHeads",), param_count=0, resumes_from="head"), (), on_gap, after)

    def watch_logs(self, filter: t.SubscriptionFilter | None = None, *, after: Place | None = None, on_gap: OnGap | None = None) -> AsyncGenerator[t.Log, None]:
        """Events logs: 10 credits an event, 5 for each subscription.

        A log object: what a contract emitted, and where. The members that give its place are null while it is pending. Nodes may add members, such as blockTimestamp. After a cut it goes on after the last event, so that none is lost or doubled. While nothing matches, it asks for one head about every 32 blocks, to know where to go on.

        Errors: ResumeLost; too-many-parameters, upstream-timeout, subscription-over-http, unknown-subscription-kind, too-many-subscriptions, resume-point-unknown, and those of every call (:class:`AsyncEvmClient`)
        after: the last event of an earlier watch, behind which this one begins
        filter: Which logs; all if left out.
        """
        return self._watch(SubscriptionFacts(subscribe="eth_subscribe", unsubscribe="eth_unsubscribe", timeout=10, before=("logs",), param_count=1, resumes_from="log", heads=("newHeads", {"behindLogs": True})), (filter,), on_gap, after)

    def watch_new_pending_transactions(self, whole: t.IsWhole | None = None, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.PendingTransaction, None]:
        """Events newPendingTransactions: 2 credits an event, 10 if whole, 5 for each subscription.

        The hash of a pending transaction, or all of it. After a cut it ends with ResumeLost, because events may be missing; with on_gap it subscribes again.

        Errors: ResumeLost; too-many-parameters, upstream-timeout, subscription-over-http, unknown-subscription-kind, too-many-subscriptions, resume-point-unknown, and those of every call (:class:`AsyncEvmClient`)
        whole: Whether events are whole transactions, or their hashes.
        """
        return self._watch(SubscriptionFacts(subscribe="eth_subscribe", unsubscribe="eth_unsubscribe", timeout=10, before=("newPendingTransactions",), param_count=1), (whole,), on_gap)


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

    def watch_account(self, account: t.Pubkey, config: t.AccountSubscriptionConfig | None = None, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.AccountNotice, None]:
        """Changes of an account: 20 credits an event, 5 for each subscription.

        Subscribes the WebSocket connection to the state of an account. The newest state always arrives; states between two events may be skipped. After a cut it ends with ResumeLost, because events may be missing; with on_gap it subscribes again.

        Errors: ResumeLost; subscription-over-http, too-many-subscriptions, and those of every call (:class:`AsyncSolanaClient`)
        account: The account.
        config: How settled the state must be, and how it is written.
        """
        return self._watch(SubscriptionFacts(subscribe="accountSubscribe", unsubscribe="accountUnsubscribe", timeout=10, param_count=2), (account, config), on_gap)

    def watch_program(self, program: t.Pubkey, config: t.ProgramSubscriptionConfig | None = None, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.ProgramNotice, None]:
        """Changes of the accounts of a program: 20 credits an event, 5 for each subscription.

        Subscribes the WebSocket connection to the accounts that a program owns. After a cut it ends with ResumeLost, because events may be missing; with on_gap it subscribes again.

        Errors: ResumeLost; subscription-over-http, too-many-subscriptions, and those of every call (:class:`AsyncSolanaClient`)
        program: The program that owns the accounts.
        config: How settled the state must be, and how it is written.
        """
        return self._watch(SubscriptionFacts(subscribe="programSubscribe", unsubscribe="programUnsubscribe", timeout=10, param_count=2), (program, config), on_gap)

    def watch_logs(self, filter: t.LogsSelector, config: t.BalanceConfig | None = None, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.LogsNotice, None]:
        """Logs of transactions: 20 credits an event, 5 for each subscription.

        Subscribes the WebSocket connection to the logs of transactions. After a cut it ends with ResumeLost, because events may be missing; with on_gap it subscribes again.

        Errors: ResumeLost; subscription-over-http, too-many-subscriptions, and those of every call (:class:`AsyncSolanaClient`)
        filter: Which transactions.
        config: How settled the state must be, and how it is written.
        """
        return self._watch(SubscriptionFacts(subscribe="logsSubscribe", unsubscribe="logsUnsubscribe", timeout=10, param_count=2), (filter, config), on_gap)

    def watch_signature(self, signature: t.TransactionSignature, config: t.SignatureSubscriptionConfig | None = None, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.SignatureNotice, None]:
        """The outcome of a transaction: 20 credits an event, 5 for each subscription.

        Subscribes the WebSocket connection to the outcome of one transaction. The subscription ends after the event that gives it. The last event ends it. After a cut it subscribes again, and gets the event if it was missed.

        Errors: subscription-over-http, too-many-subscriptions, and those of every call (:class:`AsyncSolanaClient`)
        signature: The first signature of the transaction.
        config: How settled the state must be, and how it is written.
        """
        return self._watch(SubscriptionFacts(subscribe="signatureSubscribe", unsubscribe="signatureUnsubscribe", timeout=10, param_count=2, is_once=True), (signature, config), on_gap)

    def watch_slot(self, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.SlotNotice, None]:
        """New slots: 2 credits an event, 5 for each subscription.

        Subscribes the WebSocket connection to the slots that the nodes begin. The newest slot always arrives; the slot never goes back. After a cut it ends with ResumeLost, because events may be missing; with on_gap it subscribes again.

        Errors: ResumeLost; subscription-over-http, too-many-subscriptions, and those of every call (:class:`AsyncSolanaClient`)
        """
        return self._watch(SubscriptionFacts(subscribe="slotSubscribe", unsubscribe="slotUnsubscribe", timeout=10, param_count=0), (), on_gap)

    def watch_root(self, *, on_gap: OnGap | None = None) -> AsyncGenerator[t.RootNotice, None]:
        """New roots: 2 credits an event, 5 for each subscription.

        Subscribes the WebSocket connection to the slots that become roots. The newest root always arrives; the root never goes back. After a cut it ends with ResumeLost, because events may be missing; with on_gap it subscribes again.

        Errors: ResumeLost; subscription-over-http, too-many-subscriptions, and those of every call (:class:`AsyncSolanaClient`)
        """
        return self._watch(SubscriptionFacts(subscribe="rootSubscribe", unsubscribe="rootUnsubscribe", timeout=10, param_count=0), (), on_gap)
