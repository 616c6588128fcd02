import { isDeepStrictEqual } from 'node:util'
import { readAnswer, shown } from '../answer.js'
import { type ConformCheck, profiles } from '../check.js'
import type { Endpoint } from '../endpoint.js'

/** Methods whose answer does not change within a moment. */
const STEADY = ['eth_chainId', 'eth_getTransactionReceipt', 'getGenesisHash', 'getTokenAccountBalance']

/**
 * A result without the slot at which it was read: nodes behind one address are never at the same
 * slot.
 */
const steadyPart = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'context' in result && 'value' in result ? result.value : result

/**
 * Compares the two transports of one endpoint; the context's endpoint is the WebSocket, `http` the
 * other.
 */
export const transportChecks = (http: Endpoint): readonly ConformCheck[] => [
  {
    id: 'transport.same',
    title: 'both transports answer alike',
    profiles,
    run: async ({ endpoint, document, subjects }, say) => {
      for (const method of STEADY.filter((name) => document.methods.some((one) => one.name === name))) {
        const params =
          method === 'eth_getTransactionReceipt'
            ? [subjects.transactionHash ?? `0x${'0'.repeat(64)}`]
            : method === 'getTokenAccountBalance'
              ? ['11111111111111111111111111111111']
              : []
        const body = JSON.stringify({ jsonrpc: '2.0', id: 'same', method, params })
        const [one, two] = [await http.send(body), await endpoint.send(body)].map(({ text }) => readAnswer(text))
        const isSame = isDeepStrictEqual(steadyPart(one!.value.result), steadyPart(two!.value.result))
        if (!isSame) say(`HTTP answers ${shown(one!.text)}, WebSocket ${shown(two!.text)}`, method)
      }
    },
  },
]
