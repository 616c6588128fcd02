/** Error codes of JSON-RPC 2.0 (section 5.1), as any node may answer them. */

/** The body is not JSON. */
export const PARSE_ERROR = -32_700
/** The JSON is not a call. */
export const INVALID_REQUEST = -32_600
/** The node does not have the method. Some nodes answer with other codes of their own. */
export const METHOD_NOT_FOUND = -32_601
/** The params are wrong, so another node refuses them, too. */
export const INVALID_PARAMS = -32_602
