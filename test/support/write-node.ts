import { type FakeUpstream, startFakeUpstream } from './fake-upstream.js'
import { HASH } from './gateway.js'

/**
 * Starts a node whose pool has only the transactions that were sent to it; it answers them once
 * `until` resolves.
 */
export const startWriteNode = (until?: Promise<void>): Promise<FakeUpstream> => {
  let transactions = 0
  return startFakeUpstream(async ({ json: { method } }) => {
    if (method === 'eth_sendRawTransaction') {
      transactions++
      await until
      return { resultText: `"${HASH}"` }
    }
    return { resultText: method === 'eth_getTransactionCount' ? `"0x${transactions.toString(16)}"` : 'null' }
  })
}
