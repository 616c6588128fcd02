import { gzipSync } from 'node:zlib'
import { callText, hundred } from './calls.js'
import { askForEver, endTogether, pathOf, postRequest } from './http-load.js'
import { type Kind, LARGE_BODIES_P99_MS, MEGABYTES_P99_MS, REFUSALS } from './kind.js'
import { sendForEver } from './socket-load.js'

const BYTES = 1_048_000
const CONNECTIONS = 32

const filled = (start: string, element: string, end: string): string => {
  const room = BYTES - start.length - end.length
  const count = Math.floor((room + 1) / (element.length + 1))
  return start + Array<string>(count).fill(element).join(',') + end
}
const inParams = (element: string): string =>
  filled('{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":[', element, ']}')
/** One position that any of so many topics fits. */
const topics = [Array.from({ length: 140 }, () => `0x${'ab'.repeat(32)}`)]
const logs = (id: object) => JSON.stringify({ jsonrpc: '2.0', ...id, method: 'eth_getLogs', params: [{ topics }] })
const members = (): string => {
  const texts = Array.from({ length: 9_900 }, (_, at) => `"member${at}":"${'m'.repeat(85)}"`)
  return `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{${texts.join(',')}}]}`
}
const deep = `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":${'['.repeat(BYTES / 2)}${']'.repeat(BYTES / 2)}}`

/**
 * Bodies of 1 MB that cost nothing: the gateway refuses their calls, or they are notifications.
 * -32600 is the answer of a bound on the shape of a body.
 */
const BODIES: readonly (readonly [name: string, body: () => string, does: RegExp])[] = [
  ['330,000 empty arrays', () => inParams('[]'), /^200:-32602|^400:-32600/],
  ['500,000 zeros', () => inParams('0'), /^200:-32602|^400:-32600/],
  [
    '200,000 nulls as topics',
    () => filled('{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"topics":[', 'null', ']}]}'),
    /^200:-32602|^400:-32600/,
  ],
  ['9,900 members of an object', members, /^200:-32602|^400:-32600/],
  ['100 notifications of 140 topics', () => hundred(() => logs({})), /^204/],
  ['100 eth_getLogs of 140 topics', () => hundred(() => logs({ id: 1 })), /^200(:-32005)?$/],
  ['100 unknown methods', () => hundred(() => callText('x'.repeat(10_300))), /^200:-32601|^400:-32600/],
  ['white space', () => ' '.repeat(BYTES - 100) + callText('eth_none'), /^200:-32601|^429/],
  ['flat text', () => callText('eth_getStorageAt', ['t'.repeat(BYTES - 100)]), /^200:-32602/],
  ['a million brackets', () => deep, /^400:-32(600|700)/],
  ['an id of 1 MB', () => callText('eth_none', [], 'i'.repeat(BYTES - 100)), /^200|^400:-32600/],
]

const ANY_BODY = /^(200|204|400)/
/** Makes something of each body and returns one after the other. */
const inTurn = <T>(make: (body: string) => T): (() => T) => {
  const made = BODIES.map(([, body]) => make(body()))
  let at = 0
  return () => made[at++ % made.length]!
}

const overHttp = BODIES.map(
  ([name, body, does]): Kind => ({
    name: `bodies of 1 MB: ${name}`,
    ...(name === '200,000 nulls as topics' && { knownP99Ms: LARGE_BODIES_P99_MS }),
    plan: 'poor',
    does,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => {
      const request = postRequest(pathOf(attack), body())
      askForEver(attack, { connections: CONNECTIONS, request: () => request })
    },
  }),
)

const PIECE_BYTES = 16_384
const chunked = (path: string, body: string): Buffer => {
  const pieces = body.match(new RegExp(`[^]{1,${PIECE_BYTES}}`, 'g'))!
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
  return Buffer.from(`POST ${path} HTTP/1.1\r\nHost: gateway\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)
}

const PADDING_BYTES = 12_000
/**
 * Packs a body to an 80th, which the gateway's bound on the ratio lets in. gzip packs better than
 * that, so the header is padded (RFC 1952, FEXTRA).
 */
const packed = (body: string): Buffer => {
  const whole = gzipSync(body)
  const head = Buffer.alloc(12 + PADDING_BYTES)
  whole.copy(head, 0, 0, 10)
  head[3] = 4
  head.writeUInt16LE(PADDING_BYTES, 10)
  return Buffer.concat([head, whole.subarray(10)])
}

const allInTurn: readonly Kind[] = [
  {
    name: 'bodies of 1 MB, all in turn, packed to an 80th',
    plan: 'poor',
    does: ANY_BODY,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => {
      const headers = { 'Content-Encoding': 'gzip' }
      const request = inTurn((body) => postRequest(pathOf(attack), packed(body), headers))
      askForEver(attack, { connections: CONNECTIONS, request })
    },
  },
  {
    name: 'bodies of 1 MB, all in turn, in chunks',
    plan: 'poor',
    does: ANY_BODY,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) =>
      askForEver(attack, { connections: CONNECTIONS, request: inTurn((body) => chunked(pathOf(attack), body)) }),
  },
  {
    name: 'messages of 1 MB over WebSockets, all in turn',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'poor',
    does: /^(result|error:)/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => sendForEver(attack, { connections: 8, inFlight: 4, message: inTurn((body) => body) }),
  },
]

/** A call of `bytes` whose param has as many members as fit. */
const smallMembers = (bytes: number): string => {
  const texts = Array.from({ length: (bytes - 100) / 8 }, (_, at) => `"${(at + 1_296).toString(36)}":0`)
  return `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{${texts.join(',')}}]}`.padEnd(bytes)
}

/** Bodies that end together: those of a caller with a key, and of one without. */
const together: readonly Kind[] = [
  {
    name: 'bodies of 64 KB whose last bytes come at once, over 160 connections',
    plan: 'rich',
    does: /^200:-32602/,
    refusedBy: REFUSALS,
    atLeast: 100,
    start: (attack) => endTogether(attack, 160, postRequest(pathOf(attack), smallMembers(65_500))),
  },
  {
    name: 'bodies of 16 KB without a key whose last bytes come at once, over 400 connections',
    plan: 'poor',
    does: /^401/,
    refusedBy: REFUSALS,
    atLeast: 100,
    start: (attack) => endTogether(attack, 400, postRequest(pathOf(attack, 'none'), smallMembers(16_300))),
  },
]

/** Large bodies that cost nothing. */
export const largeBodies: readonly Kind[] = [...overHttp, ...allInTurn, ...together]
