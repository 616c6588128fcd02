/**
 * Calls a local node directly, past the gateway: sets up chains, and gets the answers to compare
 * with the gateway's.
 *
 * `params` is an array, or its JSON text if a number is too large for JavaScript.
 * Errors  the node's error, with method, code and message; anything that is not a JSON-RPC answer
 */
export const callNode = async (
  url: string,
  method: string,
  params: readonly unknown[] | string = [],
): Promise<unknown> => {
  const paramsText = typeof params === 'string' ? params : JSON.stringify(params)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${paramsText}}`,
  })
  const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`)
  return answer.result
}
