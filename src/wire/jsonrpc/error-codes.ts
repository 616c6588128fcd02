/** Error codes that any node may answer; of JSON-RPC 2.0 (section 5.1), but for besu's. */

/** The body is not JSON. */
export const PARSE_ERROR = -32_700
/** The JSON is not a call. */
export const INVALID_REQUEST = -32_600
/** The node does not have the method. Some nodes answer with other codes of their own. */
export const METHOD_NOT_FOUND = -32_601
/**
 * The node knows the method and does not serve it.
 *
 * Source  besu RpcErrorType.METHOD_NOT_ENABLED
 */
export const METHOD_NOT_ENABLED = -32_604
/** The params are wrong, so another node refuses them, too. */
export const INVALID_PARAMS = -32_602
