# @generated from openrpc.json by scripts/generate — do not edit
"""Calls that are not sent yet."""

from __future__ import annotations

from typing import Literal, TypeAlias, overload

from . import types as t
from .core.wire import Call

Evm: TypeAlias = Literal["evm"]


class EvmCalls:
    """Calls of networks of the family evm, for `reply` and `batch` of its clients."""

    @staticmethod
    def eth_chainId() -> Call[Evm, t.Quantity]:
        """The chain id of the network."""
        return Call("eth_chainId", ())

    @staticmethod
    def eth_blockNumber() -> Call[Evm, t.Quantity]:
        """The number of the latest block."""
        return Call("eth_blockNumber", ())

    @staticmethod
    def eth_getStorageAt(address: t.EvmAddress, position: t.StoragePosition, block: t.BlockParameter) -> Call[Evm, t.StorageValueOrNull]:
        """The value at a storage position of an address."""
        return Call("eth_getStorageAt", (address, position, block))

    @staticmethod
    def eth_getLogs(filter: t.LogFilter) -> Call[Evm, t.Logs]:
        """The logs that match a filter."""
        return Call("eth_getLogs", (filter,))

    @staticmethod
    def eth_getTransactionReceipt(transactionHash: t.Hash32) -> Call[Evm, t.ReceiptOrNull]:
        """The receipt of a transaction."""
        return Call("eth_getTransactionReceipt", (transactionHash,))


Solana: TypeAlias = Literal["solana"]


class SolanaCalls:
    """Calls of networks of the family solana, for `reply` and `batch` of its clients."""

    @overload
    @staticmethod
    def getTokenAccountsByOwner(address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigJsonParsed) -> Call[Solana, t.TokenAccountsResultJsonParsed]: ...

    @overload
    @staticmethod
    def getTokenAccountsByOwner(address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigBase64) -> Call[Solana, t.TokenAccountsResultBase64]: ...

    @overload
    @staticmethod
    def getTokenAccountsByOwner(address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigNoEncoding | None = None) -> Call[Solana, t.TokenAccountsResultNoEncoding]: ...

    @overload
    @staticmethod
    def getTokenAccountsByOwner(address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfig | None = None) -> Call[Solana, t.TokenAccountsResult]: ...

    @staticmethod
    def getTokenAccountsByOwner(address: t.Pubkey, accountDetails: t.TokenAccountsFilter, config: t.TokenAccountsConfigJsonParsed | t.TokenAccountsConfigBase64 | t.TokenAccountsConfigNoEncoding | t.TokenAccountsConfig | None = None) -> Call[Solana, t.TokenAccountsResult]:
        """The token accounts of an owner."""
        return Call("getTokenAccountsByOwner", (address, accountDetails, config))

    @staticmethod
    def getTokenAccountBalance(address: t.Pubkey, config: t.BalanceConfig | None = None) -> Call[Solana, t.TokenBalanceResult]:
        """The balance of a token account."""
        return Call("getTokenAccountBalance", (address, config))
