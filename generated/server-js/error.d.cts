// @generated from @open-rpc/server-js 1.10.1 (Apache-2.0, https://github.com/open-rpc/server-js) by scripts/generate — do not edit
/** An error with a code of its own, for a method to throw. */
export declare class JSONRPCError extends Error {
  constructor(message: string, code: number, data?: unknown)
}
