import { setTimeout as sleep } from 'node:timers/promises'
import { errors } from '../../../../generated/errors.js'
import type { Contract } from '../../../contract/contract.js'
import { EventJudge } from '../../../contract/subscriptions/event-judge.js'
import { withPlainNumbers } from '../../../runtime/exact-json.js'
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../wire/jsonrpc/error-codes.js'
import { type ConformCheck, profiles, type SayViolation } from '../check.js'
import type { EventSocket, SocketMessage } from '../event-socket.js'
import { BLOCKS_WITHIN_MS, isEvent, isId, NOT_OFFERED, onSocket, SILENCE_MS } from './subscriptions.js'

/** agave refuses so what its operator has not switched on. */
const REJECTED = -32_091
/** An account whose program has few accounts and transactions: events cost credits. */
const QUIET = 'Config1111111111111111111111111111111111111'
/** A signature of no transaction. */
const NO_SIGNATURE = '1'.repeat(64)
const NO_ID = 9_007_199_254_740_991

interface SolanaKind {
  readonly name: string
  readonly params: readonly unknown[]
  /** True if events come without anybody's doing. */
  readonly isSteady?: true
  /** False if events of several slots may be mixed. */
  readonly isInOrder: boolean
}

const KINDS: readonly SolanaKind[] = [
  { name: 'slot', params: [], isSteady: true, isInOrder: true },
  { name: 'root', params: [], isSteady: true, isInOrder: true },
  { name: 'account', params: [QUIET, { commitment: 'processed', encoding: 'base64' }], isInOrder: true },
  { name: 'program', params: [QUIET, { commitment: 'processed', encoding: 'base64' }], isInOrder: false },
  { name: 'logs', params: [{ mentions: [QUIET] }, { commitment: 'processed' }], isInOrder: false },
  { name: 'signature', params: [NO_SIGNATURE, { commitment: 'processed' }], isInOrder: true },
]

/** The slot of an event: a number, an object's, or that of its context. */
const slotOf = (event: unknown): number => {
  const { slot, context } = Object(event) as { readonly slot?: unknown; readonly context?: { readonly slot?: unknown } }
  return Number(context?.slot ?? slot ?? event)
}

const sayWrongEvents = (
  events: readonly SocketMessage[],
  id: unknown,
  { name, isInOrder }: SolanaKind,
  say: SayViolation,
): void => {
  let newest = 0
  for (const { method: notification, params } of events) {
    if (notification !== `${name}Notification`) say(`an event is named ${notification}`)
    if (params?.subscription !== id)
      say(`an event names ${JSON.stringify(params?.subscription)} and not ${JSON.stringify(id)}`)
    const slot = slotOf(params?.result)
    if (isInOrder && slot < newest) say(`the slot goes back from ${newest} to ${slot}`)
    newest = Math.max(newest, slot)
  }
}

/** Ends a subscription, and reports what comes behind the reply. */
const endIt = async (socket: EventSocket, id: unknown, { name }: SolanaKind, say: SayViolation): Promise<void> => {
  const method = `${name}Unsubscribe`
  const reply = await socket.ask(method, [id])
  const hasEnded = name === 'signature' && reply.error?.code === INVALID_PARAMS && socket.messages.some(isEvent)
  if (reply.result !== true && !hasEnded)
    say(`the answer is ${JSON.stringify(reply.result ?? reply.error)} and not true`, method)
  await sleep(SILENCE_MS)
  if (socket.messages.slice(socket.messages.indexOf(reply) + 1).some(isEvent))
    say('an event comes after the reply', method)
}

const kindCheck = (url: string, kind: SolanaKind): ConformCheck => ({
  id: `subscription.${kind.name}`,
  title: `${kind.name}Subscribe has events of its name and shape, from its reply to its end`,
  profiles,
  methods: [`${kind.name}Subscribe`, `${kind.name}Unsubscribe`],
  run: onSocket(url, async (socket, { document }, say, skip) => {
    const method = `${kind.name}Subscribe`
    const { result: id, error } = await socket.ask(method, kind.params)
    if (error?.code === METHOD_NOT_FOUND || error?.code === REJECTED) return skip(NOT_OFFERED)
    if (error) return say(`it is refused: ${error.code} ${error.message}`)
    if (!isId.solana(id)) say(`the id ${JSON.stringify(id)} has not the form of a node's`)
    if (isEvent(socket.messages[0] ?? {})) say('an event comes before the reply')
    await socket.until(kind.isSteady ? 2 : 1, isEvent, kind.isSteady ? BLOCKS_WITHIN_MS : SILENCE_MS)
    const events = socket.messages.filter(isEvent)
    sayWrongEvents(events, id, kind, say)
    const judge = new EventJudge(withPlainNumbers(document) as unknown as Contract)
    for (const { params } of events) {
      const trouble = judge.troubleOf(method, kind.params, params?.result)
      if (trouble !== undefined) say(`an event has another shape: ${trouble}`)
    }
    await endIt(socket, id, kind, say)
  }),
})

/** Reports an answer that is not the refusal of a node. */
const sayTaken = ({ error }: SocketMessage, code: number, what: string, method: string, say: SayViolation): boolean => {
  if (error?.code === code) return false
  say(`${what}: the answer is ${JSON.stringify(error ?? 'a result')}, not the error ${code}`, method)
  return true
}

const wordsCheck = (url: string): ConformCheck => ({
  id: 'subscription.words',
  title: 'ids and kinds that are unknown, and keys that are none, are refused as agave does',
  profiles,
  methods: ['slotSubscribe', 'slotUnsubscribe', 'accountSubscribe', 'accountUnsubscribe'],
  run: onSocket(url, async (socket, { profile }, say, skip) => {
    const { result: id, error } = await socket.ask('slotSubscribe', [])
    if (error) return skip(NOT_OFFERED)
    const wanted = errors['subscription-not-found-solana']
    for (const [what, method, given] of [
      ['an unknown id', 'slotUnsubscribe', NO_ID],
      ['the id of another kind', 'accountUnsubscribe', id],
    ] as const) {
      const reply = await socket.ask(method, [given])
      if (sayTaken(reply, wanted.code, what, method, say) || profile === 'node') continue
      if (reply.error!.message !== wanted.message)
        say(`${what}: the words are ${reply.error!.message}, not ${wanted.message}`, method)
    }
    if ((await socket.ask('slotUnsubscribe', [id])).result !== true)
      say('a subscription ended with the refusal of another end', 'slotUnsubscribe')
    const noKey = await socket.ask('accountSubscribe', ['nope'])
    sayTaken(noKey, INVALID_PARAMS, 'a key that is none', 'accountSubscribe', say)
    const noKind = await socket.ask('conformNoSuchSubscribe', [])
    sayTaken(noKind, METHOD_NOT_FOUND, 'an unknown kind', 'conformNoSuchSubscribe', say)
  }),
})

/** Checks of each kind that Solana nodes have, and of their words. */
export const solanaSubscriptionChecks = (url: string): readonly ConformCheck[] => [
  ...KINDS.map((kind) => kindCheck(url, kind)),
  wordsCheck(url),
]
