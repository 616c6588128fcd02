// @generated from @open-rpc/server-js 1.10.1 (Apache-2.0, https://github.com/open-rpc/server-js) by scripts/generate — do not edit
/** Validates calls and hands them to the functions that do them. */
export declare class Router {
  constructor(openrpcDocument: unknown, methodMapping: object)
  call(
    methodName: string,
    params: readonly unknown[],
  ): Promise<{ result?: unknown; error?: { code: number; message: string; data?: unknown } }>
  isMethodImplemented(methodName: string): boolean
}
