import { setTimeout as sleep } from 'node:timers/promises'
import { errors } from '../../../../generated/errors.js'
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../wire/jsonrpc/error-codes.js'
import { readAnswer } from '../answer.js'
import { type ConformCheck, gateways, profiles, type SayViolation } from '../check.js'
import type { Endpoint } from '../endpoint.js'
import { EventSocket, type SocketMessage } from '../event-socket.js'

/** Mainnets make a block in 12 s; a missed one is waited for. */
export const BLOCKS_WITHIN_MS = 30_000
const HEADS = 2
/** Time in which an event that was under way would arrive. */
export const SILENCE_MS = 500
const NO_SUCH_KIND = 'conformNoSuchKind'
export const NOT_OFFERED = 'the endpoint has no subscriptions'

/** The forms of ids: geth's, and agave's. */
export const isId = {
  evm: (id: unknown) => typeof id === 'string' && /^0x[0-9a-f]{1,64}$/.test(id),
  solana: (id: unknown) => Number.isSafeInteger(id) && Number(id) >= 0,
}

/** A kind whose events come without anybody's doing. */
const KINDS = {
  evm: { subscribe: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', params: ['newHeads'] },
  solana: { subscribe: 'slotSubscribe', unsubscribe: 'slotUnsubscribe', params: [] },
} as const

interface ReceivedHead {
  readonly hash?: unknown
  readonly parentHash?: unknown
}

interface ReceivedLog {
  readonly blockHash?: unknown
  readonly logIndex?: unknown
  readonly removed?: unknown
}

export const isEvent = ({ method }: SocketMessage): boolean => typeof method === 'string'

/** Opens a connection for one check, and runs it. */
export const onSocket =
  (url: string, run: (socket: EventSocket, ...rest: Parameters<ConformCheck['run']>) => Promise<void>) =>
  async (...given: Parameters<ConformCheck['run']>): Promise<void> => {
    const socket = await EventSocket.open(url)
    try {
      await run(socket, ...given)
    } finally {
      socket.close()
    }
  }

/**
 * Checks of the subscriptions of an endpoint's WebSocket address.
 *
 * Source  docs/subscriptions.md, "The law"
 */
export const subscriptionChecks = (
  url: string,
  family: 'evm' | 'solana',
  http: Pick<Endpoint, 'send'>,
): readonly ConformCheck[] => {
  const { subscribe, unsubscribe, params } = KINDS[family]
  const methods = [subscribe, unsubscribe]
  return [
    {
      id: 'subscription.events',
      title: 'events follow the reply of their subscription, and name it',
      profiles,
      methods,
      run: onSocket(url, async (socket, _deps, say, skip) => {
        const { result: id, error } = await socket.ask(subscribe, params)
        if (error?.code === METHOD_NOT_FOUND) return skip(NOT_OFFERED)
        if (error) return say(`it is refused: ${error.code} ${error.message}`)
        if (!isId[family](id)) say(`the id ${JSON.stringify(id)} has not the form of a node's`)
        if (isEvent(socket.messages[0] ?? {})) say('an event comes before the reply')
        const events = await socket.until(HEADS, isEvent, BLOCKS_WITHIN_MS)
        if (events.length === 0) return skip('no block came')
        for (const { params: of } of events)
          if (of?.subscription !== id)
            say(`an event names ${JSON.stringify(of?.subscription)} and not ${JSON.stringify(id)}`)
        if (family === 'evm') sayUnconnected(events, say)
      }),
    },
    {
      id: 'subscription.end',
      title: 'nothing comes after the reply of an unsubscription, and the id is unknown then',
      profiles,
      methods,
      run: onSocket(url, async (socket, _deps, say, skip) => {
        const { result: id, error } = await socket.ask(subscribe, params)
        if (error) return skip(NOT_OFFERED)
        const reply = await socket.ask(unsubscribe, [id])
        if (reply.result !== true) say(`the answer is ${JSON.stringify(reply.result)} and not true`, unsubscribe)
        await sleep(SILENCE_MS)
        const later = socket.messages.slice(socket.messages.indexOf(reply) + 1)
        if (later.some(isEvent)) say('an event comes after the reply', unsubscribe)
        if ((await socket.ask(unsubscribe, [id])).result === true) say('the same id ends twice', unsubscribe)
      }),
    },
    {
      id: 'subscription.over-http',
      title: 'a subscription over HTTP is refused',
      profiles,
      methods: [subscribe],
      run: async ({ profile }, say) => {
        const { text } = await http.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: subscribe, params }))
        const { error } = readAnswer(text).value as SocketMessage
        if (!error) say('it is taken, though nothing can be sent to the caller')
        else if (profile === 'tollgate') sayOther(error, errors['subscription-over-http'], say)
      },
    },
    ...(family === 'evm' ? [unknownKind(url), logsBehindHeads(url)] : []),
  ]
}

const unknownKind = (url: string): ConformCheck => ({
  id: 'subscription.unknown-kind',
  title: 'an unknown kind of subscription is refused',
  profiles,
  methods: ['eth_subscribe'],
  run: onSocket(url, async (socket, { profile }, say) => {
    const { error } = await socket.ask('eth_subscribe', [NO_SUCH_KIND])
    if (error?.code !== METHOD_NOT_FOUND && error?.code !== INVALID_PARAMS)
      say(`the answer is ${JSON.stringify(error ?? 'a result')}, not the error -32601 or -32602`)
    else if (profile === 'tollgate') sayOther(error, errors['unknown-subscription-kind'], say)
  }),
})

const logsBehindHeads = (url: string): ConformCheck => ({
  id: 'subscription.order',
  title: "a block's head comes before its logs on one connection, and the logs ascend",
  profiles: gateways,
  methods: ['eth_subscribe'],
  run: onSocket(url, async (socket, _deps, say, skip) => {
    const heads = await socket.ask('eth_subscribe', ['newHeads'])
    const logs = await socket.ask('eth_subscribe', ['logs', {}])
    if (heads.error || logs.error) return skip(NOT_OFFERED)
    const isHead = ({ params }: SocketMessage) => params?.subscription === heads.result
    if ((await socket.until(HEADS, isHead, BLOCKS_WITHIN_MS)).length < HEADS) return skip('no two blocks came')
    await sleep(SILENCE_MS)
    const hashes = socket.messages.filter(isHead).map(({ params }) => (params?.result as ReceivedHead)?.hash)
    const seen = new Set<unknown>()
    let last: ReceivedLog = {}
    for (const message of socket.messages.filter(isEvent)) {
      const event = (message.params?.result ?? {}) as ReceivedHead & ReceivedLog
      if (isHead(message)) seen.add(event.hash)
      if (message.params?.subscription !== logs.result || event.removed === true) continue
      if (!seen.has(event.blockHash) && hashes.includes(event.blockHash))
        say(`a log of the block ${event.blockHash} comes before the head`)
      if (event.blockHash === last.blockHash && Number(event.logIndex) <= Number(last.logIndex))
        say(`the log ${event.logIndex} comes behind ${last.logIndex} of its block`)
      last = event
    }
  }),
})

/** Reports an error that is not the contract's. */
const sayOther = (
  { code, message }: NonNullable<SocketMessage['error']>,
  wanted: { readonly code: number; readonly message: string },
  say: SayViolation,
): void => {
  const words = wanted.message.replace('{kind}', NO_SUCH_KIND)
  if (code !== wanted.code || message !== words) say(`the error is ${code} ${message}, not ${wanted.code} ${words}`)
}

/** Heads of a chain that did not reorganize are children of those that came before. */
const sayUnconnected = (events: readonly SocketMessage[], say: SayViolation): void => {
  const heads = events.map(({ params }) => (params?.result ?? {}) as ReceivedHead)
  const known = new Set([heads[0]!.parentHash, heads[0]!.hash])
  for (const { hash, parentHash } of heads.slice(1)) {
    if (!known.has(parentHash)) say(`the head ${hash} has a parent that was not sent`)
    known.add(hash)
  }
}
