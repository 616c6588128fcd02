import { type MethodName, methods } from '../../generated/methods.js'
import type { AccountShare } from '../../src/accounts/account-share.js'
import type { Payload, Reply, ResultReply } from '../../src/jsonrpc/reply.js'
import type { Asked } from '../../src/pipeline/stage.js'
import { Cancellation } from '../../src/runtime/cancellation.js'

/** What a test says of a call; the rest is a valid eth_getStorageAt at `latest`, read at the time 0. */
export interface CallWish {
  readonly method?: MethodName
  readonly params?: readonly unknown[]
  readonly paramsText?: string
  readonly account?: string
  readonly canFailOver?: boolean
  readonly startedAtMs?: number
  readonly canStream?: boolean
  readonly share?: AccountShare
}

const STORAGE_PARAMS = [`0x${'5f'.repeat(20)}`, '0x0', 'latest']

/** A call as the stages behind `coalesce` get it: alone with its question, which ends with its own cancellation. */
export const aCall = (wish: CallWish = {}): Asked => {
  const cancellation = new Cancellation()
  const params = wish.params ?? STORAGE_PARAMS
  return {
    row: methods[wish.method ?? 'eth_getStorageAt'],
    params,
    paramsBytes: Buffer.from(wish.paramsText ?? JSON.stringify(params)),
    caller: {
      entitlement: {
        account: { id: wish.account ?? 'account-1' },
        canFailOver: wish.canFailOver ?? false,
        share: wish.share,
      },
    },
    cancellation,
    work: cancellation,
    startedAtMs: wish.startedAtMs ?? 0,
    canStream: wish.canStream ?? false,
  } as unknown as Asked
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

/** The text of a reply's result. */
export const textOf = (reply: Reply): string => Buffer.concat(payloadOf(reply).chunks as Buffer[]).toString()

/** The result's bytes. Errors: throws when the reply is an error. */
export const payloadOf = (reply: Reply): Payload => {
  if (reply.error !== undefined) throw new Error(JSON.stringify(reply.error))
  return reply.result
}
