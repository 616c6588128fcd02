import { request } from 'node:http'
import type { Example } from './examples.js'

/** A program that the demo pretends to have: the text of its key, and how often it calls. */
export interface DemoProgram {
  readonly keyText: string
  readonly everyMs: number
}

/** What nobody serves: a dashboard without an error would not show what it says of one. */
const MISTAKE = { method: 'eth_nothing', params: [] }
const MISTAKE_EVERY = 23

/** Posts and forgets: whatever the gateway answers, it has counted it. */
const post = (url: string, body: object): void => {
  const sent = request(url, { method: 'POST', agent: false }, (response) => response.resume())
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
}

/** Has programs call a gateway now and then, one example after the other, until what it returns is called. */
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
