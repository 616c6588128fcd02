# @generated from openrpc.json by scripts/generate — do not edit
"""What a client has to know of each method to call it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MethodFacts:
    """A method's time limit in the gateway, in seconds, and whether calling it twice does something twice."""

    timeout: float
    is_write: bool = False


METHODS: dict[str, MethodFacts] = {
    "eth_chainId": MethodFacts(timeout=10),
    "eth_blockNumber": MethodFacts(timeout=10),
    "eth_getStorageAt": MethodFacts(timeout=10),
    "eth_getLogs": MethodFacts(timeout=10),
    "eth_getTransactionReceipt": MethodFacts(timeout=10),
    "getTokenAccountsByOwner": MethodFacts(timeout=10),
    "getTokenAccountBalance": MethodFacts(timeout=10),
}
"""The methods of the contract, by their names."""
