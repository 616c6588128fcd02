# @generated from openrpc.json by scripts/generate — do not edit
"""The errors of the gateway: a class for each, which tells what its data are."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias, TypedDict, cast

from .core.rpc_error import GatewayError, Retry
from .types import Hex


class ParseErrorData(TypedDict):
    """What is said with the error parse-error."""

    name: Literal["parse-error"]
    """Which error it is."""


class ParseError(GatewayError):
    """The body is not JSON."""

    name: ClassVar[str] = "parse-error"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> ParseErrorData:
        return cast(ParseErrorData, self._data)


class InvalidRequestData1(TypedDict):
    """What is said with the error invalid-request."""

    name: Literal["invalid-request"]
    """Which error it is."""
    reason: Literal["empty_batch", "too_many_members", "not_an_object", "method_missing", "id_type", "jsonrpc_version", "params_type", "broken_http", "broken_gzip", "broken_handshake"]
    """What is wrong."""


class InvalidRequestData2(TypedDict):
    """What is said with the error invalid-request."""

    name: Literal["invalid-request"]
    """Which error it is."""
    reason: Literal["nested_too_deep"]
    """What is wrong."""
    maxDepth: int
    """How deep arrays and objects may nest."""


class InvalidRequestData3(TypedDict):
    """What is said with the error invalid-request."""

    name: Literal["invalid-request"]
    """Which error it is."""
    reason: Literal["batch_too_large"]
    """What is wrong."""
    maxBatch: int
    """How many calls a batch may have."""


InvalidRequestData: TypeAlias = "InvalidRequestData1 | InvalidRequestData2 | InvalidRequestData3"
"""What is said with the error invalid-request."""


class InvalidRequestError(GatewayError):
    """Not a request object, an empty or oversized batch, an id that is neither a number, a string nor null, a broken gzip body, a broken handshake, or bytes that are not HTTP."""

    name: ClassVar[str] = "invalid-request"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> InvalidRequestData:
        return cast(InvalidRequestData, self._data)


class NotFoundData(TypedDict):
    """What is said with the error not-found."""

    name: Literal["not-found"]
    """Which error it is."""
    reason: Literal["unknown_network", "unknown_path"]
    """What is wrong."""


class NotFoundError(GatewayError):
    """Unknown network or unknown path. Over a WebSocket: its network has left the configuration."""

    name: ClassVar[str] = "not-found"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> NotFoundData:
        return cast(NotFoundData, self._data)


class _MethodNotAllowedDataRequired(TypedDict):
    name: Literal["method-not-allowed"]
    """Which error it is."""
    allow: str
    """The HTTP methods that the path has, as in the header Allow."""


class MethodNotAllowedData(_MethodNotAllowedDataRequired, total=False):
    """What is said with the error method-not-allowed."""

    hint: str
    """The address that was perhaps meant."""


class MethodNotAllowedError(GatewayError):
    """An HTTP method that the path does not have; the header Allow names those it has."""

    name: ClassVar[str] = "method-not-allowed"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> MethodNotAllowedData:
        return cast(MethodNotAllowedData, self._data)


class RequestTimeoutData(TypedDict):
    """What is said with the error request-timeout."""

    name: Literal["request-timeout"]
    """Which error it is."""


class RequestTimeoutError(GatewayError):
    """The request did not arrive in time."""

    name: ClassVar[str] = "request-timeout"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> RequestTimeoutData:
        return cast(RequestTimeoutData, self._data)


class BodyTooLargeData(TypedDict):
    """What is said with the error body-too-large."""

    name: Literal["body-too-large"]
    """Which error it is."""
    maxBytes: int
    """How many bytes a body may have."""


class BodyTooLargeError(GatewayError):
    """The body is longer than the gateway accepts."""

    name: ClassVar[str] = "body-too-large"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> BodyTooLargeData:
        return cast(BodyTooLargeData, self._data)


class UnsupportedContentEncodingData(TypedDict):
    """What is said with the error unsupported-content-encoding."""

    name: Literal["unsupported-content-encoding"]
    """Which error it is."""
    reason: Literal["content_encoding"]
    """What is wrong."""


class UnsupportedContentEncodingError(GatewayError):
    """The body is encoded (Content-Encoding) in another way than with gzip; the header Accept-Encoding names what is read."""

    name: ClassVar[str] = "unsupported-content-encoding"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> UnsupportedContentEncodingData:
        return cast(UnsupportedContentEncodingData, self._data)


class TooManyBodiesData(TypedDict):
    """What is said with the error too-many-bodies."""

    name: Literal["too-many-bodies"]
    """Which error it is."""
    reason: Literal["too_many_bodies"]
    """What is wrong."""


class TooManyBodiesError(GatewayError):
    """The unfinished request bodies of the account, or of all callers, are at their limit of memory."""

    name: ClassVar[str] = "too-many-bodies"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> TooManyBodiesData:
        return cast(TooManyBodiesData, self._data)


class ExpectationFailedData(TypedDict):
    """What is said with the error expectation-failed."""

    name: Literal["expectation-failed"]
    """Which error it is."""


class ExpectationFailedError(GatewayError):
    """An Expect header other than 100-continue."""

    name: ClassVar[str] = "expectation-failed"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> ExpectationFailedData:
        return cast(ExpectationFailedData, self._data)


class UpgradeRequiredData(TypedDict):
    """What is said with the error upgrade-required."""

    name: Literal["upgrade-required"]
    """Which error it is."""


class UpgradeRequiredError(GatewayError):
    """A WebSocket path was asked without a WebSocket upgrade."""

    name: ClassVar[str] = "upgrade-required"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> UpgradeRequiredData:
        return cast(UpgradeRequiredData, self._data)


class HeadersTooLargeData(TypedDict):
    """What is said with the error headers-too-large."""

    name: Literal["headers-too-large"]
    """Which error it is."""


class HeadersTooLargeError(GatewayError):
    """The request headers are longer than the gateway accepts."""

    name: ClassVar[str] = "headers-too-large"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> HeadersTooLargeData:
        return cast(HeadersTooLargeData, self._data)


class UnauthorizedData(TypedDict):
    """What is said with the error unauthorized."""

    name: Literal["unauthorized"]
    """Which error it is."""


class UnauthorizedError(GatewayError):
    """No key, an unknown key or a revoked key; or a key in the path and in a header, or in two headers. Also a missing or wrong secret or token; and a good key that is new to the process, while its address guesses too many keys."""

    name: ClassVar[str] = "unauthorized"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> UnauthorizedData:
        return cast(UnauthorizedData, self._data)


class NetworkNotEnabledData(TypedDict):
    """What is said with the error network-not-enabled."""

    name: Literal["network-not-enabled"]
    """Which error it is."""
    network: str
    """The network that was asked."""


class NetworkNotEnabledError(GatewayError):
    """The key is valid, but not on this network."""

    name: ClassVar[str] = "network-not-enabled"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> NetworkNotEnabledData:
        return cast(NetworkNotEnabledData, self._data)


class _AllowlistRefusedDataRequired(TypedDict):
    name: Literal["allowlist-refused"]
    """Which error it is."""


class AllowlistRefusedData(_AllowlistRefusedDataRequired, total=False):
    """What is said with the error allowlist-refused."""

    method: str
    """The method that the key may not call."""
    path: str
    """JSON pointer to what the key may not send: a contract address, or a part of the params with which a node could be made to read another contract."""


class AllowlistRefusedError(GatewayError):
    """The method, contract address, origin or source network is not on the allowlist of the key, or a key limited to contracts sends more than its method lets such a key send."""

    name: ClassVar[str] = "allowlist-refused"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> AllowlistRefusedData:
        return cast(AllowlistRefusedData, self._data)


class AccountSuspendedData(TypedDict):
    """What is said with the error account-suspended."""

    name: Literal["account-suspended"]
    """Which error it is."""


class AccountSuspendedError(GatewayError):
    """The operator suspended the account."""

    name: ClassVar[str] = "account-suspended"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> AccountSuspendedData:
        return cast(AccountSuspendedData, self._data)


class TooManyTokensData(TypedDict):
    """What is said with the error too-many-tokens."""

    name: Literal["too-many-tokens"]
    """Which error it is."""
    reason: Literal["too_many_tokens"]
    """What is wrong."""


class TooManyTokensError(GatewayError):
    """Too many tokens of the account, or of the caller's address, wait to be checked. Nothing is known of this one."""

    name: ClassVar[str] = "too-many-tokens"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> TooManyTokensData:
        return cast(TooManyTokensData, self._data)


class DailyCreditsExhaustedData(TypedDict):
    """What is said with the error daily-credits-exhausted."""

    name: Literal["daily-credits-exhausted"]
    """Which error it is."""
    dailyCredits: int
    """The credits of a day."""
    cost: int
    """The price of the call, in credits."""
    resetsAt: str
    """When the balance renews: the next 00:00 UTC, as ISO 8601."""


class DailyCreditsExhaustedError(GatewayError):
    """Fewer credits than the price are left for the day; the balance renews at 00:00 UTC."""

    name: ClassVar[str] = "daily-credits-exhausted"
    retry: ClassVar[Retry] = "after"

    @property
    def data(self) -> DailyCreditsExhaustedData:
        return cast(DailyCreditsExhaustedData, self._data)


class KeyDailyCreditsExhaustedData(TypedDict):
    """What is said with the error key-daily-credits-exhausted."""

    name: Literal["key-daily-credits-exhausted"]
    """Which error it is."""
    dailyCredits: int
    """The credits of a day."""
    cost: int
    """The price of the call, in credits."""
    resetsAt: str
    """When the balance renews: the next 00:00 UTC, as ISO 8601."""


class KeyDailyCreditsExhaustedError(GatewayError):
    """Fewer credits than the price are left of the daily limit of the key."""

    name: ClassVar[str] = "key-daily-credits-exhausted"
    retry: ClassVar[Retry] = "after"

    @property
    def data(self) -> KeyDailyCreditsExhaustedData:
        return cast(KeyDailyCreditsExhaustedData, self._data)


class LedgerUnavailableData(TypedDict):
    """What is said with the error ledger-unavailable."""

    name: Literal["ledger-unavailable"]
    """Which error it is."""
    reason: Literal["ledger_unavailable"]
    """What is wrong."""


class LedgerUnavailableError(GatewayError):
    """The store is away, and the gateway has not looked up the key lately or has no leased credits left. Or too many new keys wait for the store."""

    name: ClassVar[str] = "ledger-unavailable"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> LedgerUnavailableData:
        return cast(LedgerUnavailableData, self._data)


class _ThrottledEvmDataRequired(TypedDict):
    name: Literal["throttled-evm"]
    """Which error it is."""
    creditsPerSecond: int
    """The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met."""
    retryAfterMs: int
    """Milliseconds until the call fits."""


class ThrottledEvmData(_ThrottledEvmDataRequired, total=False):
    """What is said with the error throttled-evm."""

    bodyBytesPerSecond: int
    """There when this limit was met: bytes of request bodies that the account may send each second."""
    callsPerSecond: int
    """There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send."""


class ThrottledEvmError(GatewayError):
    """The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on an EVM network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit."""

    name: ClassVar[str] = "throttled-evm"
    retry: ClassVar[Retry] = "after"

    @property
    def data(self) -> ThrottledEvmData:
        return cast(ThrottledEvmData, self._data)


class _ThrottledSolanaDataRequired(TypedDict):
    name: Literal["throttled-solana"]
    """Which error it is."""
    creditsPerSecond: int
    """The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met."""
    retryAfterMs: int
    """Milliseconds until the call fits."""


class ThrottledSolanaData(_ThrottledSolanaDataRequired, total=False):
    """What is said with the error throttled-solana."""

    bodyBytesPerSecond: int
    """There when this limit was met: bytes of request bodies that the account may send each second."""
    callsPerSecond: int
    """There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send."""


class ThrottledSolanaError(GatewayError):
    """The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on a Solana network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit."""

    name: ClassVar[str] = "throttled-solana"
    retry: ClassVar[Retry] = "after"

    @property
    def data(self) -> ThrottledSolanaData:
        return cast(ThrottledSolanaData, self._data)


class TooManyConnectionsData(TypedDict):
    """What is said with the error too-many-connections."""

    name: Literal["too-many-connections"]
    """Which error it is."""
    maxConnections: int
    """How many WebSocket connections the account may have open."""


class TooManyConnectionsError(GatewayError):
    """The account has as many WebSocket connections open as its plan allows."""

    name: ClassVar[str] = "too-many-connections"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> TooManyConnectionsData:
        return cast(TooManyConnectionsData, self._data)


class OverloadedData(TypedDict):
    """What is said with the error overloaded."""

    name: Literal["overloaded"]
    """Which error it is."""
    reason: Literal["overloaded"]
    """What is wrong."""


class OverloadedError(GatewayError):
    """The gateway is at its limit of answers held in memory. Or there is no room for a subscription's filter, too many subscriptions of the account wait to be resumed, or replies that the account does not read take up its part of the memory (over HTTP with a null id; the calls are charged)."""

    name: ClassVar[str] = "overloaded"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> OverloadedData:
        return cast(OverloadedData, self._data)


class MethodNotFoundData(TypedDict):
    """What is said with the error method-not-found."""

    name: Literal["method-not-found"]
    """Which error it is."""


class MethodNotFoundError(GatewayError):
    """The method is not in this contract, or not on this family of networks."""

    name: ClassVar[str] = "method-not-found"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> MethodNotFoundData:
        return cast(MethodNotFoundData, self._data)


class InvalidParamsData(TypedDict):
    """What is said with the error invalid-params."""

    name: Literal["invalid-params"]
    """Which error it is."""
    path: str
    """JSON pointer into the params; empty for the params as a whole."""
    keyword: str
    """The rule that is broken: a keyword of JSON Schema, or pubkey, duplicate, maxBlockRange."""
    expected: str
    """What would be right, in one sentence."""


class InvalidParamsError(GatewayError):
    """The params do not fit the contract. The message says what is wrong, in the wording of the nodes of the network."""

    name: ClassVar[str] = "invalid-params"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> InvalidParamsData:
        return cast(InvalidParamsData, self._data)


class SafeTagUnsupportedData(TypedDict):
    """What is said with the error safe-tag-unsupported."""

    name: Literal["safe-tag-unsupported"]
    """Which error it is."""


class SafeTagUnsupportedError(GatewayError):
    """The network does not know the tag safe."""

    name: ClassVar[str] = "safe-tag-unsupported"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> SafeTagUnsupportedData:
        return cast(SafeTagUnsupportedData, self._data)


class OutsideWindowData(TypedDict):
    """What is said with the error outside-window."""

    name: Literal["outside-window"]
    """Which error it is."""
    oldestBlock: Hex
    """The oldest block that is served."""
    latestBlock: Hex
    """The newest block of the network."""


class OutsideWindowError(GatewayError):
    """The network serves only its most recent blocks, and an older one was asked for."""

    name: ClassVar[str] = "outside-window"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> OutsideWindowData:
        return cast(OutsideWindowData, self._data)


class TooManyParametersData(TypedDict):
    """What is said with the error too-many-parameters."""

    name: Literal["too-many-parameters"]
    """Which error it is."""
    count: int
    """How many addresses and topics there are."""
    limit: int
    """How many there may be."""


class TooManyParametersError(GatewayError):
    """A filter with more addresses and topics than the limit; nested ones count."""

    name: ClassVar[str] = "too-many-parameters"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> TooManyParametersData:
        return cast(TooManyParametersData, self._data)


class BlockHashAndRangeData(TypedDict):
    """What is said with the error block-hash-and-range."""

    name: Literal["block-hash-and-range"]
    """Which error it is."""


class BlockHashAndRangeError(GatewayError):
    """A log filter with blockHash and also fromBlock or toBlock."""

    name: ClassVar[str] = "block-hash-and-range"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> BlockHashAndRangeData:
        return cast(BlockHashAndRangeData, self._data)


class InvalidBlockRangeData(TypedDict):
    """What is said with the error invalid-block-range."""

    name: Literal["invalid-block-range"]
    """Which error it is."""


class InvalidBlockRangeError(GatewayError):
    """A log filter whose fromBlock comes after its toBlock."""

    name: ClassVar[str] = "invalid-block-range"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> InvalidBlockRangeData:
        return cast(InvalidBlockRangeData, self._data)


class BlockRangeTooWideData(TypedDict):
    """What is said with the error block-range-too-wide."""

    name: Literal["block-range-too-wide"]
    """Which error it is."""
    path: str
    """JSON pointer into the params, to the filter."""
    keyword: Literal["maxBlockRange"]
    """The rule that is broken."""
    expected: str
    """What would be right, in one sentence."""
    blocks: int
    """How many blocks the range has."""
    limit: int
    """How many it may have on this network."""


class BlockRangeTooWideError(GatewayError):
    """A log filter over more blocks than the nodes of the network answer in one call, even in parts."""

    name: ClassVar[str] = "block-range-too-wide"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> BlockRangeTooWideData:
        return cast(BlockRangeTooWideData, self._data)


_TooManyResultsData1Required = TypedDict(
    "_TooManyResultsData1Required", {
    "name": "Literal['too-many-results']",
    "from": "Hex",
    "to": "Hex",
    "limit": "int",
    }
)


class TooManyResultsData1(_TooManyResultsData1Required):
    """What is said with the error too-many-results."""


_TooManyResultsData2Required = TypedDict(
    "_TooManyResultsData2Required", {
    "name": "Literal['too-many-results']",
    "from": "None",
    "to": "None",
    "limit": "int",
    }
)


class TooManyResultsData2(_TooManyResultsData2Required, total=False):
    """What is said with the error too-many-results."""

    block: Hex
    """The block that alone has too many."""
    reason: Literal["block_too_full", "not_verified"]
    """Why there is no range: one block alone has too many, or the node did not answer for a narrower one."""


TooManyResultsData: TypeAlias = "TooManyResultsData1 | TooManyResultsData2"
"""What is said with the error too-many-results."""


class TooManyResultsError(GatewayError):
    """The call matches more than the limit. data gives a block range that fits, where one was found."""

    name: ClassVar[str] = "too-many-results"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> TooManyResultsData:
        return cast(TooManyResultsData, self._data)


class QueryTimeoutData(TypedDict):
    """What is said with the error query-timeout."""

    name: Literal["query-timeout"]
    """Which error it is."""


class QueryTimeoutError(GatewayError):
    """A query took longer than its time limit: ask for less."""

    name: ClassVar[str] = "query-timeout"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> QueryTimeoutData:
        return cast(QueryTimeoutData, self._data)


class NoUpstreamData(TypedDict):
    """What is said with the error no-upstream."""

    name: Literal["no-upstream"]
    """Which error it is."""
    reason: Literal["no_upstream"]
    """What is wrong."""


class NoUpstreamError(GatewayError):
    """No node of the network could be reached."""

    name: ClassVar[str] = "no-upstream"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> NoUpstreamData:
        return cast(NoUpstreamData, self._data)


class UpstreamTimeoutData(TypedDict):
    """What is said with the error upstream-timeout."""

    name: Literal["upstream-timeout"]
    """Which error it is."""
    reason: Literal["upstream_timeout"]
    """What is wrong."""


class UpstreamTimeoutError(GatewayError):
    """No node answered within the time limit of the method."""

    name: ClassVar[str] = "upstream-timeout"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> UpstreamTimeoutData:
        return cast(UpstreamTimeoutData, self._data)


class WriteOutcomeUnknownData(TypedDict):
    """What is said with the error write-outcome-unknown."""

    name: Literal["write-outcome-unknown"]
    """Which error it is."""
    reason: Literal["write_outcome_unknown"]
    """What is wrong."""


class WriteOutcomeUnknownError(GatewayError):
    """A method that writes may have reached a node whose answer is lost; it is not sent to another one. Ask for the transaction before it is sent again."""

    name: ClassVar[str] = "write-outcome-unknown"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> WriteOutcomeUnknownData:
        return cast(WriteOutcomeUnknownData, self._data)


class StatefulMethodRefusedData(TypedDict):
    """What is said with the error stateful-method-refused."""

    name: Literal["stateful-method-refused"]
    """Which error it is."""


class StatefulMethodRefusedError(GatewayError):
    """A method whose results live in one node, such as a filter, on a network that does not bind them to their node (`statefulMethods`)."""

    name: ClassVar[str] = "stateful-method-refused"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> StatefulMethodRefusedData:
        return cast(StatefulMethodRefusedData, self._data)


class FilterNotFoundData(TypedDict):
    """What is said with the error filter-not-found."""

    name: Literal["filter-not-found"]
    """Which error it is."""


class FilterNotFoundError(GatewayError):
    """The id is not one of a filter of this key, or the filter is gone: its node forgot it, is down, or is no upstream any more. Make a new one."""

    name: ClassVar[str] = "filter-not-found"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> FilterNotFoundData:
        return cast(FilterNotFoundData, self._data)


class MethodUnavailableData(TypedDict):
    """What is said with the error method-unavailable."""

    name: Literal["method-unavailable"]
    """Which error it is."""


class MethodUnavailableError(GatewayError):
    """Every node of the network said that it does not have the method. That is remembered for ten minutes at most. Or no upstream has a `wsUrl` for the subscription."""

    name: ClassVar[str] = "method-unavailable"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> MethodUnavailableData:
        return cast(MethodUnavailableData, self._data)


class BadUpstreamAnswerData(TypedDict):
    """What is said with the error bad-upstream-answer."""

    name: Literal["bad-upstream-answer"]
    """Which error it is."""
    reason: Literal["bad_upstream_answer"]
    """What is wrong."""


class BadUpstreamAnswerError(GatewayError):
    """The answer of the node is not JSON or has the wrong id, the node refused the request as none it could read, or two nodes closed their WebSockets instead of answering a subscription."""

    name: ClassVar[str] = "bad-upstream-answer"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> BadUpstreamAnswerData:
        return cast(BadUpstreamAnswerData, self._data)


class AnswerTooLargeData(TypedDict):
    """What is said with the error answer-too-large."""

    name: Literal["answer-too-large"]
    """Which error it is."""
    reason: Literal["bad_upstream_answer"]
    """What is wrong."""


class AnswerTooLargeError(GatewayError):
    """The answer of the node is longer than the gateway accepts, or nested more than 2,100 deep: ask for less. The node did the work, so the call is charged."""

    name: ClassVar[str] = "answer-too-large"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> AnswerTooLargeData:
        return cast(AnswerTooLargeData, self._data)


class _RequestTooLargeDataRequired(TypedDict):
    name: Literal["request-too-large"]
    """Which error it is."""


class RequestTooLargeData(_RequestTooLargeDataRequired, total=False):
    """What is said with the error request-too-large."""

    maxBytes: int
    """How many bytes a call may have on this network, where it is known."""


class RequestTooLargeError(GatewayError):
    """The call is longer than the nodes of the network accept; data.maxBytes is the limit where it is known."""

    name: ClassVar[str] = "request-too-large"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> RequestTooLargeData:
        return cast(RequestTooLargeData, self._data)


class InternalErrorData(TypedDict):
    """What is said with the error internal-error."""

    name: Literal["internal-error"]
    """Which error it is."""
    reason: Literal["internal_error"]
    """What is wrong."""


class InternalError(GatewayError):
    """A mistake of the gateway itself."""

    name: ClassVar[str] = "internal-error"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> InternalErrorData:
        return cast(InternalErrorData, self._data)


class SubscriptionOverHttpData(TypedDict):
    """What is said with the error subscription-over-http."""

    name: Literal["subscription-over-http"]
    """Which error it is."""


class SubscriptionOverHttpError(GatewayError):
    """A subscription over HTTP, which has no way back for its events: use a WebSocket."""

    name: ClassVar[str] = "subscription-over-http"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> SubscriptionOverHttpData:
        return cast(SubscriptionOverHttpData, self._data)


class UnknownSubscriptionKindData(TypedDict):
    """What is said with the error unknown-subscription-kind."""

    name: Literal["unknown-subscription-kind"]
    """Which error it is."""


class UnknownSubscriptionKindError(GatewayError):
    """The first parameter names no kind of events that the method has."""

    name: ClassVar[str] = "unknown-subscription-kind"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> UnknownSubscriptionKindData:
        return cast(UnknownSubscriptionKindData, self._data)


class SubscriptionNotFoundEvmData(TypedDict):
    """What is said with the error subscription-not-found-evm."""

    name: Literal["subscription-not-found-evm"]
    """Which error it is."""


class SubscriptionNotFoundEvmError(GatewayError):
    """The id is not one of a subscription of this connection."""

    name: ClassVar[str] = "subscription-not-found-evm"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> SubscriptionNotFoundEvmData:
        return cast(SubscriptionNotFoundEvmData, self._data)


class SubscriptionNotFoundSolanaData(TypedDict):
    """What is said with the error subscription-not-found-solana."""

    name: Literal["subscription-not-found-solana"]
    """Which error it is."""


class SubscriptionNotFoundSolanaError(GatewayError):
    """The id is not one of a subscription of this connection; a signature's has ended with its last event."""

    name: ClassVar[str] = "subscription-not-found-solana"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> SubscriptionNotFoundSolanaData:
        return cast(SubscriptionNotFoundSolanaData, self._data)


class TooManySubscriptionsData(TypedDict):
    """What is said with the error too-many-subscriptions."""

    name: Literal["too-many-subscriptions"]
    """Which error it is."""
    maxSubscriptions: int
    """How many subscriptions there may be."""
    scope: Literal["connection", "account"]
    """Whose limit it is."""


class TooManySubscriptionsError(GatewayError):
    """The connection or the account has as many subscriptions as it may have. End one first."""

    name: ClassVar[str] = "too-many-subscriptions"
    retry: ClassVar[Retry] = "soon"

    @property
    def data(self) -> TooManySubscriptionsData:
        return cast(TooManySubscriptionsData, self._data)


class ResumePointUnknownData(TypedDict):
    """What is said with the error resume-point-unknown."""

    name: Literal["resume-point-unknown"]
    """Which error it is."""
    reason: Literal["resume_point_unknown"]
    """What is wrong."""


class ResumePointUnknownError(GatewayError):
    """The events after the resume point cannot all be sent: its block is too old, or no node has it. Nodes were asked, so the call is charged. Subscribe without it, and ask for what is missed."""

    name: ClassVar[str] = "resume-point-unknown"
    retry: ClassVar[Retry] = "never"

    @property
    def data(self) -> ResumePointUnknownData:
        return cast(ResumePointUnknownData, self._data)


BY_NAME: dict[str, type[GatewayError]] = {
    "parse-error": ParseError,
    "invalid-request": InvalidRequestError,
    "not-found": NotFoundError,
    "method-not-allowed": MethodNotAllowedError,
    "request-timeout": RequestTimeoutError,
    "body-too-large": BodyTooLargeError,
    "unsupported-content-encoding": UnsupportedContentEncodingError,
    "too-many-bodies": TooManyBodiesError,
    "expectation-failed": ExpectationFailedError,
    "upgrade-required": UpgradeRequiredError,
    "headers-too-large": HeadersTooLargeError,
    "unauthorized": UnauthorizedError,
    "network-not-enabled": NetworkNotEnabledError,
    "allowlist-refused": AllowlistRefusedError,
    "account-suspended": AccountSuspendedError,
    "too-many-tokens": TooManyTokensError,
    "daily-credits-exhausted": DailyCreditsExhaustedError,
    "key-daily-credits-exhausted": KeyDailyCreditsExhaustedError,
    "ledger-unavailable": LedgerUnavailableError,
    "throttled-evm": ThrottledEvmError,
    "throttled-solana": ThrottledSolanaError,
    "too-many-connections": TooManyConnectionsError,
    "overloaded": OverloadedError,
    "method-not-found": MethodNotFoundError,
    "invalid-params": InvalidParamsError,
    "safe-tag-unsupported": SafeTagUnsupportedError,
    "outside-window": OutsideWindowError,
    "too-many-parameters": TooManyParametersError,
    "block-hash-and-range": BlockHashAndRangeError,
    "invalid-block-range": InvalidBlockRangeError,
    "block-range-too-wide": BlockRangeTooWideError,
    "too-many-results": TooManyResultsError,
    "query-timeout": QueryTimeoutError,
    "no-upstream": NoUpstreamError,
    "upstream-timeout": UpstreamTimeoutError,
    "write-outcome-unknown": WriteOutcomeUnknownError,
    "stateful-method-refused": StatefulMethodRefusedError,
    "filter-not-found": FilterNotFoundError,
    "method-unavailable": MethodUnavailableError,
    "bad-upstream-answer": BadUpstreamAnswerError,
    "answer-too-large": AnswerTooLargeError,
    "request-too-large": RequestTooLargeError,
    "internal-error": InternalError,
    "subscription-over-http": SubscriptionOverHttpError,
    "unknown-subscription-kind": UnknownSubscriptionKindError,
    "subscription-not-found-evm": SubscriptionNotFoundEvmError,
    "subscription-not-found-solana": SubscriptionNotFoundSolanaError,
    "too-many-subscriptions": TooManySubscriptionsError,
    "resume-point-unknown": ResumePointUnknownError,
}
"""The class of each error, by its name in the contract."""
