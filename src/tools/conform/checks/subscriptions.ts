import { setTimeout as sleep } from 'node:timers/promises'
import { type ConformCheck, profiles } from '../check.js'
import { EventSocket, type SocketMessage } from '../event-socket.js'

/** Mainnets make a block in 12 s; a missed one is waited for. */
const BLOCKS_WITHIN_MS = 30_000
const HEADS = 2
/** Time in which an event that was under way would arrive. */
const SILENCE_MS = 500
const NOT_OFFERED = 'the endpoint has no subscriptions'

/** A kind whose events come without anybody's doing. */
const KINDS = {
  evm: { subscribe: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', params: ['newHeads'] },
  solana: { subscribe: 'slotSubscribe', unsubscribe: 'slotUnsubscribe', params: [] },
} as const

interface ReceivedHead {
  readonly hash?: unknown
  readonly parentHash?: unknown
}

const isEvent = ({ method }: SocketMessage): boolean => typeof method === 'string'

/** Runs one check on a connection of its own. */
const onSocket =
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
export const subscriptionChecks = (url: string, family: 'evm' | 'solana'): readonly ConformCheck[] => {
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
        if (error?.code === -32601) return skip(NOT_OFFERED)
        if (error) return say(`it is refused: ${error.code} ${error.message}`, subscribe)
        if (isEvent(socket.messages[0] ?? {})) say('an event comes before the reply', subscribe)
        const events = await socket.until(HEADS, isEvent, BLOCKS_WITHIN_MS)
        if (events.length === 0) return skip('no block came')
        for (const { params: of } of events)
          if (of?.subscription !== id)
            say(`an event names ${JSON.stringify(of?.subscription)} and not ${JSON.stringify(id)}`, subscribe)
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
    ...(family === 'evm' ? [unknownKind(url)] : []),
  ]
}

const unknownKind = (url: string): ConformCheck => ({
  id: 'subscription.unknown-kind',
  title: 'an unknown kind of subscription is refused',
  profiles,
  methods: ['eth_subscribe'],
  run: onSocket(url, async (socket, _deps, say) => {
    const { error } = await socket.ask('eth_subscribe', ['conformNoSuchKind'])
    if (error?.code !== -32601 && error?.code !== -32602)
      say(`the answer is ${JSON.stringify(error ?? 'a result')}, not the error -32601 or -32602`, 'eth_subscribe')
  }),
})

/** Heads of a chain that did not reorganize are children of those that came before. */
const sayUnconnected = (events: readonly SocketMessage[], say: Parameters<ConformCheck['run']>[1]): void => {
  const heads = events.map(({ params }) => (params?.result ?? {}) as ReceivedHead)
  const known = new Set([heads[0]!.parentHash, heads[0]!.hash])
  for (const { hash, parentHash } of heads.slice(1)) {
    if (!known.has(parentHash)) say(`the head ${hash} has a parent that was not sent`, 'eth_subscribe')
    known.add(hash)
  }
}
