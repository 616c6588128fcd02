import { request } from 'node:http'
import type { AccountStore } from '../../server/accounts/account-store.js'
import { createKey } from './embedded-gateway.js'
import type { Example } from './examples.js'

/** A pretended program: the text of its key, and how often it calls. */
interface DemoProgram {
  readonly keyText: string
  readonly everyMs: number
}

const PROGRAMS = [
  { label: 'web app', everyMs: 400 },
  { label: 'indexer', everyMs: 1_300 },
] as const

/** Creates the account whose dashboard the demo shows: two programs with a key each. */
export const createDemoApp = async (
  store: AccountStore,
  networks: readonly string[],
): Promise<{ readonly accountId: string; readonly programs: readonly DemoProgram[] }> => {
  const { id } = await store.createAccount({ name: 'Demo app', plan: 'growth', isFailoverOn: true })
  const programs: DemoProgram[] = []
  for (const { label, everyMs } of PROGRAMS)
    programs.push({ keyText: await createKey(store, { accountId: id, label, networks }), everyMs })
  return { accountId: id, programs }
}

/** An unknown method, so that the dashboard has an error to show. */
const MISTAKE = { method: 'eth_nothing', params: [] }
const MISTAKE_EVERY = 23

/** Posts and ignores the answer: the gateway has counted it. */
const post = (url: string, body: object): void => {
  const sent = request(url, { method: 'POST', agent: false }, (response) => response.resume())
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
}

/**
 * Makes programs call a gateway now and then, one example after the other, until the returned
 * function is called.
 */
export const startTraffic = (
  baseUrl: string,
  programs: readonly DemoProgram[],
  examples: readonly [Example, ...Example[]],
): (() => void) => {
  const timers = programs.map(({ keyText, everyMs }, program) => {
    let turn = program
    return setInterval(() => {
      turn += 1
      const { network, ...example } = examples[turn % examples.length]!
      const { method, params } = turn % MISTAKE_EVERY === 0 ? MISTAKE : example
      post(`${baseUrl}/${network}/v3/${keyText}`, { jsonrpc: '2.0', id: turn, method, params })
    }, everyMs).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
