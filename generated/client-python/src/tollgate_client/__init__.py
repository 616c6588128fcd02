# @generated from openrpc.json by scripts/generate — do not edit
"""A typed client of Tollgate. Types are in `types`, the gateway's errors in `errors`."""

from .calls import Evm, EvmCalls, Solana, SolanaCalls
from .clients import AsyncEvmClient, EvmClient, AsyncSolanaClient, SolanaClient
from .core.resume_points import ResumeLost
from .core.retry import retry_delay
from .core.rpc_error import GatewayError, NodeError, RpcError, TransportError
from .core.wire import Call, Outcome, Reply
from .facts import AnswerFacts

__all__ = [
    "AnswerFacts",
    "AsyncEvmClient",
    "AsyncSolanaClient",
    "Call",
    "Evm",
    "EvmCalls",
    "EvmClient",
    "GatewayError",
    "NodeError",
    "Outcome",
    "Reply",
    "ResumeLost",
    "RpcError",
    "Solana",
    "SolanaCalls",
    "SolanaClient",
    "TransportError",
    "retry_delay",
]
