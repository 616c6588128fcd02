import { type MethodName, methods } from '../../generated/methods.js'
import { Cancellation } from '../../src/runtime/cancellation.js'
import type { MaybeDeferred } from '../../src/runtime/deferred.js'
import { stopwatchMs } from '../../src/runtime/system-ports.js'
import type { Key } from '../../src/server/accounts/account.js'
import type { AccountShare } from '../../src/server/accounts/account-share.js'
import type { Hold } from '../../src/server/credits/ledger.js'
import {
  type AnsweringNetwork,
  addHold,
  addParams,
  beginCall,
  type Call,
  type ChargedCall,
} from '../../src/server/pipeline/stage.js'
import { fail, type NodeErrorReply, type Payload, type Reply, type ResultReply } from '../../src/wire/jsonrpc/reply.js'
import { aKey, anAccount, anEntitlement } from './accounts.js'

/**
 * Members of a call that a test sets. The others are those of a valid eth_getStorageAt at `latest`,
 * read at the time 0.
 */
export interface CallWish {
  readonly method?: MethodName
  readonly params?: readonly unknown[]
  readonly paramsText?: string
  readonly account?: string
  readonly canFailOver?: boolean
  readonly startedAtMs?: number
  readonly isOnlyCall?: boolean
  readonly share?: AccountShare
  readonly key?: Partial<Key>
  /** Credits a day of the account. */
  readonly dailyCredits?: number
}

const STORAGE_PARAMS = [`0x${'5f'.repeat(20)}`, '0x0', 'latest']

/** An EVM network that serves everything and has no nodes; a test names only what it is about. */
export const aNetwork = (changes: Partial<AnsweringNetwork> = {}): AnsweringNetwork => ({
  name: 'main',
  family: 'evm',
  hosts: [],
  safeTag: true,
  current: { answer: () => fail('no-upstream') },
  ...changes,
})

/** Nothing is set aside: only a test of `charge` looks at that. */
const noHold = undefined as unknown as Hold

/**
 * A valid call, alone with its question, which ends with the call's own cancellation. It has what
 * every stage behind `validate` looks at.
 */
export const aCall = (wish: CallWish = {}): ChargedCall => {
  const params = wish.params ?? STORAGE_PARAMS
  const row = methods[wish.method ?? 'eth_getStorageAt']
  const paramsJson = Buffer.from(wish.paramsText ?? JSON.stringify(params))
  const entitlement = anEntitlement({
    account: anAccount({ id: wish.account ?? 'account-1' }),
    key: aKey(wish.key),
    canFailOver: wish.canFailOver ?? false,
    dailyCredits: wish.dailyCredits ?? 1000,
  })
  const caller = {
    requestId: 'request-1',
    transport: 'http' as const,
    network: aNetwork({ family: row.family }),
    keyText: 'secret',
    source: '127.0.0.1',
    origin: undefined,
    host: undefined,
    trace: undefined,
    // Left out, as for a call of the gateway's own: only a test that is about shares gives one.
    entitlement: { ...entitlement, share: wish.share as AccountShare },
  }
  const envelope = { idText: '1', method: row.name, params, paramsJson }
  const body = {
    caller,
    cancellation: new Cancellation(),
    startedAtMs: wish.startedAtMs ?? 0,
    stopwatchStartMs: stopwatchMs(),
    isOnlyCall: wish.isOnlyCall ?? false,
  }
  const call = beginCall(body, envelope)
  return addHold(addParams(call, row, params, paramsJson), noHold)
}

/** A node's result, and how often its bytes were given back. */
export const aResult = (text: string, more: object = {}): ResultReply & { released: number } => {
  const reply = {
    result: { chunks: [Buffer.from(text)], release: () => void reply.released++ },
    servedBy: 'upstream' as const,
    costCredits: 0,
    released: 0,
    ...more,
  }
  return reply
}

/** A node's error that is held as results are, and how often its bytes were given back. */
export const aLargeError = (message = 'no'): NodeErrorReply & { released: number } => {
  const error = { code: -32000, message, data: undefined }
  const reply = {
    error,
    bytes: undefined,
    payload: { chunks: [Buffer.from(JSON.stringify(error))], release: () => void reply.released++ },
    servedBy: 'upstream' as const,
    costCredits: 0,
    released: 0,
  }
  return reply
}

/** The text of a reply's result. */
export const textOf = (reply: Reply): string => Buffer.concat(payloadOf(reply).chunks as Buffer[]).toString()

/** The result's bytes. Errors: throws when the reply is an error. */
export const payloadOf = (reply: Reply): Payload => {
  if (reply.error !== undefined) throw new Error(JSON.stringify(reply.error))
  return reply.result
}

/** The stage behind the one under test: answers `reply`, and keeps the calls that reached it. */
export const nextStage = (reply: () => Reply | Promise<Reply> = () => aResult('"0x2a"')) => {
  const calls: ChargedCall[] = []
  const next = (call: Call): Reply | Promise<Reply> => {
    calls.push(call as ChargedCall)
    return reply()
  }
  return { calls, next }
}

/** What a stage made of a call: `answered`, or the name of the refusal. */
export const verdictOf = async (reply: MaybeDeferred<Reply>): Promise<string> => {
  const { error, ...rest } = await reply
  return error === undefined ? 'answered' : ((rest as { name?: string }).name ?? 'node error')
}
