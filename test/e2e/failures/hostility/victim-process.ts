import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import { readerOfCoreWaits } from '../../../support/core-waits.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { tokenOf } from '../../../support/tokens.js'
import { ADDRESS } from './calls.js'
import { answerParent } from './process-calls.js'

/** Addresses and secrets of the victim. */
export interface VictimSetup {
  readonly url: string
  readonly key: string
  /**
   * A key that requires tokens, the account of the tokens, and the issuer's private key (PKCS #8,
   * PEM).
   */
  readonly tokenKey: string
  readonly account: string
  readonly issuerPem: string
  /**
   * URL of the node itself. The time of a call that the gateway takes no part in shows the
   * machine's load.
   */
  readonly nodeUrl: string
  readonly nodePid: number
  readonly gatewayPids: readonly number[]
}

/** The calls that were sent in a quarter of a second, and how long each took, in milliseconds. */
export interface Slice {
  /** Through the gateway. */
  readonly tookMs: number[]
  /**
   * Through the gateway, without the time in which a process on the call's way was ready to run but
   * had no core. The machine causes that time; a busy one must not make the test fail.
   */
  readonly onCoreMs: number[]
  /** Straight to the node. */
  readonly directMs: number[]
}

/** Results of one window. */
export interface Seen {
  readonly slices: Slice[]
  readonly failures: string[]
}

const SLICE_MS = 250
const PATIENCE_MS = 10_000
const TICK_MS = 5
const STREAK = 20
const CALM_MS = 25
const CALM_LIMIT_MS = 30_000

let setup: VictimSetup
const isStopped = false
let slot = 0
let seen: (Seen & { readonly beganMs: number }) | undefined
let lastMs: number[] = []
const underWay = new Set<Promise<void>>()
const agent = new Agent({ keepAlive: true, maxFreeSockets: 8 })
const directAgent = new Agent({ keepAlive: true, maxFreeSockets: 2 })
let socket: WebSocket | undefined
let readWaits: () => number[]
const answersOf = new Map<number, (text: string) => void>()

const callNext = (): { id: number; text: string } => {
  const id = ++slot
  const params = [ADDRESS, `0x${id.toString(16).padStart(64, '0')}`, 'latest']
  return { id, text: JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_getStorageAt', params }) }
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece
  return text
}

/** Sends the head and then the body, as Python's http.client does: in two segments. */
const postInPieces = (body: string) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(gatewayUrl(), { method: 'POST', agent: false, headers: { 'Content-Length': body.length } })
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`silent for ${PATIENCE_MS} ms`)))
    sent.on('error', reject)
    sent.on('response', (response) => resolve(textOf(response)))
    sent.flushHeaders()
    setTimeout(() => sent.end(body), 2)
  })

const post = (url: string, body: string | Buffer, by: Agent | false, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: by, headers })
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`silent for ${PATIENCE_MS} ms`)))
    sent.on('error', (error) => {
      // The gateway may end a kept connection as a request leaves; every client then asks again.
      if (sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
        post(url, body, false, headers).then(resolve, reject)
      else reject(error)
    })
    sent.on('response', (response) => resolve(textOf(response)))
    sent.end(body)
  })

const openSocket = async (): Promise<WebSocket> => {
  const opened = new WebSocket(`${setup.url.replace(/^http/, 'ws')}/ws/v3/${setup.key}`)
  opened.on('error', () => {})
  opened.on('message', (data) => {
    const text = String(data)
    answersOf.get(JSON.parse(text).id)?.(text)
  })
  opened.on('close', () => {
    for (const settle of answersOf.values()) settle('the WebSocket was closed')
    answersOf.clear()
  })
  await once(opened, 'open')
  return opened
}

const askSocket = async (): Promise<string> => {
  if (socket?.readyState !== WebSocket.OPEN) socket = await openSocket()
  const { id, text } = callNext()
  return new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve(`silent for ${PATIENCE_MS} ms`), PATIENCE_MS)
    answersOf.set(id, (answer) => {
      clearTimeout(timer)
      answersOf.delete(id)
      resolve(answer)
    })
    socket!.send(text)
  })
}

const gatewayUrl = (key = setup.key) => `${setup.url}/v3/${key}`
let key: ReturnType<typeof createPrivateKey>
/** Returns the header with a token that the gateway has not seen. */
const bearer = () => {
  const issuer = { algorithm: 'ES256', privateKey: key, publicKey: key, jwk: { kid: 'ES256' } } as const
  return { Authorization: `Bearer ${tokenOf(issuer, { sub: setup.account, jti: `${slot}` })}` }
}

/**
 * Kinds of calls, each with its calls a second. A limit that slows down only one kind shows in the
 * p99 of all.
 */
const LANES: readonly (readonly [name: string, perSecond: number, ask: () => Promise<string>])[] = [
  ['kept connection', 120, () => post(gatewayUrl(), callNext().text, agent)],
  ['WebSocket', 60, askSocket],
  ['new connection', 20, () => post(gatewayUrl(), callNext().text, false)],
  ['body behind its head', 20, () => postInPieces(callNext().text)],
  ['packed body', 20, () => post(gatewayUrl(), gzipSync(callNext().text), agent, { 'Content-Encoding': 'gzip' })],
  ['new token', 20, () => post(gatewayUrl(setup.tokenKey), callNext().text, agent, bearer())],
]
const DIRECT = ['straight to the node', 80, () => post(setup.nodeUrl, callNext().text, directAgent)] as const

/**
 * Returns how long this process, the node, and the gateway process that waited longest had no core.
 */
const waitedMs = (before: readonly number[], after: readonly number[]): number => {
  const [own = 0, ofNode = 0, ...ofGateway] = after.map((ms, index) => ms - (before[index] ?? ms))
  return own + ofNode + Math.max(0, ...ofGateway)
}

const measure = async (name: string, ask: () => Promise<string>): Promise<void> => {
  const into = seen
  const sentMs = performance.now()
  const slice = into?.slices[Math.floor((sentMs - into.beganMs) / SLICE_MS)]
  const readAgain = readWaits
  const waitsBefore = readAgain()
  const text = await ask().catch((error) => String(error))
  const tookMs = performance.now() - sentMs
  const isFine = text.includes('"result":"0x1"')
  if (name === DIRECT[0]) return void (isFine && slice?.directMs.push(tookMs))
  const onCoreMs = Math.max(0, tookMs - waitedMs(waitsBefore, readAgain()))
  slice?.tookMs.push(tookMs)
  slice?.onCoreMs.push(onCoreMs)
  lastMs = [...lastMs.slice(1 - STREAK), isFine ? onCoreMs : Number.POSITIVE_INFINITY]
  if (!isFine) into?.failures.push(`${name}: ${text.slice(0, 200)}`)
}

/** Sends the calls of each lane when they are due, whether answers come or not. */
const run = async (): Promise<void> => {
  const startedMs = performance.now()
  const lanes = [...LANES, DIRECT].map(([name, perSecond, ask]) => ({ name, perSecond, ask, sent: 0 }))
  while (!isStopped) {
    const seconds = (performance.now() - startedMs) / 1_000
    for (const lane of lanes) {
      // Calls that were due while this process was paused are left out.
      if (seconds * lane.perSecond - lane.sent > 5) lane.sent = Math.floor(seconds * lane.perSecond)
      if (lane.sent >= seconds * lane.perSecond) continue
      lane.sent++
      const asked = measure(lane.name, lane.ask).finally(() => underWay.delete(asked))
      underWay.add(asked)
    }
    await sleep(TICK_MS)
  }
}

/** Actions that the test asks of the victim. */
export const victimActions = {
  begin: (given: VictimSetup) => {
    setup = given
    key = createPrivateKey(given.issuerPem)
    socket?.terminate()
    readWaits = readerOfCoreWaits([process.pid, given.nodePid, ...given.gatewayPids])
    if (slot === 0) void run()
  },
  /** Measures the calls that are sent within `ms`, and waits until all of them are answered. */
  measure: async (ms: number): Promise<Seen> => {
    const slices = Array.from(
      { length: Math.ceil(ms / SLICE_MS) },
      (): Slice => ({ tookMs: [], onCoreMs: [], directMs: [] }),
    )
    const window = { slices, failures: [], beganMs: performance.now() }
    seen = window
    await sleep(ms)
    seen = undefined
    await Promise.all(underWay)
    return window
  },
  /**
   * Waits until the last 20 calls succeeded, most of them quickly, but at most 30 s. Returns how
   * many milliseconds it waited, by `stopwatch`.
   */
  calmDown: async (): Promise<number> => {
    const spentMs = stopwatch()
    lastMs = []
    while (spentMs('go on') < CALM_LIMIT_MS) {
      const slow = lastMs.filter((ms) => ms > CALM_MS).length
      if (lastMs.length === STREAK && slow < STREAK / 2 && !lastMs.includes(Number.POSITIVE_INFINITY)) break
      await sleep(TICK_MS)
    }
    return spentMs()
  },
}

answerParent(victimActions)
