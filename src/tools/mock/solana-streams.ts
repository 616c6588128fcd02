import { isObject } from '../../runtime/is-object.js'
import { INVALID_PARAMS } from '../../wire/jsonrpc/error-codes.js'
import {
  type ChainAnswer,
  type Json,
  type MakeResult,
  type MockStream,
  nodeError,
  type SocketRules,
  stepsBetween,
} from './mock-chain.js'
import { plainAccount, type SolanaAccounts, SYSTEM_PROGRAM } from './solana-accounts.js'
import { base58Text, KEY_DIGITS, SLOTS_BEHIND, type SolanaSignatures } from './solana-signatures.js'

const PUBKEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
/** Accounts of a program that change in turns. */
const PROGRAM_ACCOUNTS = 3

/** As agave does: its WebSocket serves subscriptions alone. */
export const SOLANA_SOCKET: SocketRules = {
  notification: (method) => method.replace(/Subscribe$/, 'Notification'),
  idOf: (count) => count - 1,
  unknownId: nodeError(INVALID_PARAMS, 'Invalid subscription id.'),
  maxMessageBytes: 4_096,
  answersCalls: false,
}

export interface SolanaStreamsDeps {
  /** The newest slot of the commitment that params ask for. */
  readonly slotFor: (params: readonly unknown[]) => number
  readonly newest: () => number
  readonly accounts: SolanaAccounts
  readonly signatures: SolanaSignatures
  /** An account of the chain, adapted to params of getAccountInfo. */
  readonly accountFor: (params: readonly unknown[], make: MakeResult) => Json
}

/** The subscriptions of a Solana node: something happens in every slot. */
export class SolanaStreams {
  constructor(private readonly deps: SolanaStreamsDeps) {}

  subscribe(method: string, params: readonly unknown[], make: MakeResult): MockStream | ChainAnswer | undefined {
    const { newest, slotFor } = this.deps
    switch (method) {
      case 'slotSubscribe':
        return bySlot(newest, (slot) => ({ parent: slot - 1, root: slot - SLOTS_BEHIND.finalized!, slot }))
      case 'rootSubscribe':
        return bySlot(newest, (slot) => slot - SLOTS_BEHIND.finalized!)
      case 'accountSubscribe':
        return refusalOf(params, PUBKEY) ?? this.account(params, make)
      case 'programSubscribe':
        return (
          refusalOf(params, PUBKEY) ??
          bySlot(
            () => slotFor(params),
            (slot) => programEvent(String(params[0]), slot, params),
          )
        )
      case 'logsSubscribe':
        return this.logs(params)
      case 'signatureSubscribe':
        return refusalOf(params, SIGNATURE) ?? this.signature(params)
      default:
        return undefined
    }
  }

  /** The newest state of an account, once it is another one. */
  private account(params: readonly unknown[], make: MakeResult): MockStream {
    const { accounts, slotFor, newest, accountFor } = this.deps
    accounts.watch(String(params[0]), newest())
    let seen = slotFor(params)
    return {
      read: () => {
        const slot = slotFor(params)
        if (slot <= seen) return []
        seen = slot
        return [accountFor(params, make)]
      },
    }
  }

  private logs(params: readonly unknown[]): MockStream | ChainAnswer {
    const [selector] = params
    if (selector === undefined) return NO_PARAMS
    const mentions = isObject(selector) ? selector.mentions : [SYSTEM_PROGRAM]
    if (!Array.isArray(mentions) || mentions.length !== 1)
      return nodeError(INVALID_PARAMS, 'Invalid Request: Only 1 address supported')
    const [program] = mentions
    const refusal = refusalOf([program], PUBKEY)
    if (refusal !== undefined) return refusal
    return bySlot(
      () => this.deps.slotFor(params),
      (slot) => {
        const signature = this.deps.signatures.made(String(program), slot)
        const logs = [`Program ${program} invoke [1]`, `Program ${program} success`]
        return inSlot(slot, { signature, err: null, logs })
      },
    )
  }

  /** That the node received the transaction, if asked for, and its outcome. */
  private signature(params: readonly unknown[]): MockStream {
    const { signatures, slotFor, newest } = this.deps
    const config = params[1]
    const landed = signatures.slotOf(String(params[0]), newest())
    let isReceived = !(isObject(config) && config.enableReceivedNotification === true)
    let isOver = false
    return {
      get isOver() {
        return isOver
      },
      read: () => {
        const events = isReceived ? [] : [inSlot(newest(), 'receivedSignature')]
        isReceived = true
        if (slotFor(params) < landed) return events
        isOver = true
        return [...events, inSlot(slotFor(params), { err: null })]
      },
    }
  }
}

const bySlot = (newest: () => number, eventOf: (slot: number) => unknown): MockStream => {
  let seen = newest()
  return {
    read: () => {
      const slots = stepsBetween(seen + 1, newest())
      seen = slots.at(-1) ?? seen
      return slots.map(eventOf)
    },
  }
}

const inSlot = (slot: number, value: unknown): Json => ({ context: { slot }, value })

const programEvent = (program: string, slot: number, params: readonly unknown[]): Json => {
  const pubkey = base58Text(`${program}:${slot % PROGRAM_ACCOUNTS}`, KEY_DIGITS)
  const encoding = isObject(params[1]) ? params[1].encoding : undefined
  const account = { ...plainAccount(program, slot), data: encodedData('', encoding) }
  return inSlot(slot, { pubkey, account })
}

/**
 * An account's data in the requested encoding; data of an unknown program stay encoded, as in
 * agave.
 */
export const encodedData = (data: unknown, encoding: unknown): unknown => {
  if (typeof encoding !== 'string') return typeof data === 'string' ? data : ''
  if (encoding === 'jsonParsed') return isObject(data) ? data : ['', 'base64']
  return ['', encoding]
}

const NO_PARAMS = nodeError(INVALID_PARAMS, '`params` should have at least 1 argument(s)')

/** The node's refusal of a key or signature. */
const refusalOf = ([first]: readonly unknown[], form: RegExp): ChainAnswer | undefined => {
  if (first === undefined) return NO_PARAMS
  if (typeof first === 'string' && form.test(first)) return undefined
  return nodeError(INVALID_PARAMS, form === PUBKEY ? 'Invalid pubkey format.' : 'Invalid signature format.')
}
