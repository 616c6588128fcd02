import { isObject } from '../../runtime/is-object.js'
import { METHOD_NOT_FOUND } from '../../wire/jsonrpc/error-codes.js'
import {
  type AnsweredCall,
  type ChainAnswer,
  type Json,
  type MakeResult,
  type MockChain,
  type MockClock,
  type MockStream,
  nodeError,
} from './mock-chain.js'
import { SolanaAccounts } from './solana-accounts.js'
import { SLOTS_BEHIND, SolanaSignatures } from './solana-signatures.js'
import { epochAt, heightAt, isBlockhashValidAt, lastValidHeightAt, latestBlockhashAt } from './solana-slots.js'
import { encodedData, SOLANA_SOCKET, SolanaStreams } from './solana-streams.js'

/** The mock's first slot. */
const FIRST_SLOT = 400_000_000
/** Of mainnet-beta, which clients may check. */
const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** A Solana cluster that advances by one slot every block time. */
export class SolanaMockChain implements MockChain {
  readonly socketRules = SOLANA_SOCKET
  private readonly accounts = new SolanaAccounts()
  private readonly signatures = new SolanaSignatures()
  private readonly streams = new SolanaStreams({
    slotFor: (params) => this.slotFor(params),
    newest: () => this.newest(),
    accounts: this.accounts,
    signatures: this.signatures,
    accountFor: (params, make) => this.accountFor(params, make),
  })

  constructor(private readonly clock: MockClock) {}

  answer(method: string, params: readonly unknown[], make?: MakeResult): ChainAnswer | undefined {
    switch (method) {
      case 'getHealth':
        return { result: 'ok' }
      case 'getGenesisHash':
        return { result: GENESIS_HASH }
      case 'getSlot':
        return { result: this.slotFor(params) }
      case 'getBlockHeight':
        return { result: heightAt(this.slotFor(params)) }
      case 'getEpochInfo':
        return { result: epochAt(this.slotFor(params)) }
      case 'getLatestBlockhash':
        return { result: this.inSlot(params, latestBlockhashAt) }
      case 'isBlockhashValid':
        return { result: this.inSlot(params, (slot) => isBlockhashValidAt(String(params[0]), slot)) }
      case 'sendTransaction':
        return this.sent(params)
      case 'requestAirdrop':
        return { result: this.signatures.made(`airdrop:${params[0]}:${params[1]}`, this.newest()) }
      case 'getAccountInfo':
        return make && this.lamportsFor(params) !== undefined ? { result: this.accountFor(params, make) } : undefined
      case 'getBalance': {
        const value = this.lamportsFor(params)
        return value === undefined ? undefined : { result: this.inSlot(params, () => value) }
      }
      case 'getSignatureStatuses':
        return { result: this.statusesOf(params[0]) }
      default:
        return undefined
    }
  }

  subscribe(method: string, params: readonly unknown[], make: MakeResult): MockStream | ChainAnswer {
    return this.streams.subscribe(method, params, make) ?? nodeError(METHOD_NOT_FOUND, 'Method not found')
  }

  place(result: unknown, { params, named }: AnsweredCall): unknown {
    const slot = this.slotFor(params)
    const placed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(placed)
      if (!isObject(value)) return value
      const members: Record<string, unknown> = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, placed(member)]),
      )
      if (isObject(members.context) && 'slot' in members.context) members.context = { ...members.context, slot }
      if ('lastValidBlockHeight' in members) members.lastValidBlockHeight = lastValidHeightAt(slot)
      if ('lamports' in members && 'data' in members) members.data = encodedData(members.data, named.encoding)
      if ('tokenAmount' in members && 'owner' in members && named.address !== undefined) members.owner = named.address
      for (const [name, asked] of Object.entries(named)) if (name in members) members[name] = asked
      return members
    }
    return placed(result)
  }

  private slotFor(params: readonly unknown[]): number {
    const config = params.findLast(isObject)
    const commitment = typeof config?.commitment === 'string' ? config.commitment : 'finalized'
    return this.newest() - (SLOTS_BEHIND[commitment] ?? 0)
  }

  private newest(): number {
    return FIRST_SLOT + this.clock.blocksSinceStart()
  }

  /** Puts the value at the newest slot of a commitment into an answer. */
  private inSlot(params: readonly unknown[], valueAt: (slot: number) => unknown): object {
    const slot = this.slotFor(params)
    return { context: { slot }, value: valueAt(slot) }
  }

  /** Texts that are no signed transaction have a signature that fits the schema. */
  private sent(params: readonly unknown[]): ChainAnswer | undefined {
    const result = this.signatures.sent(params, this.newest())
    return result === undefined ? undefined : { result }
  }

  private lamportsFor(params: readonly unknown[]): number | undefined {
    return this.accounts.lamportsOf(String(params[0]), this.slotFor(params))
  }

  private accountFor(params: readonly unknown[], make: MakeResult): Json {
    const [slot, config] = [this.slotFor(params), params[1]]
    const state = this.accounts.stateOf(String(params[0]), slot, make)
    const encoding = isObject(config) ? config.encoding : undefined
    return { context: { slot }, value: { ...state, data: encodedData(state.data, encoding) } }
  }

  private statusesOf(signatures: unknown): object {
    const slot = this.newest()
    const listed = Array.isArray(signatures) ? signatures : []
    return { context: { slot }, value: listed.map((one) => this.signatures.statusOf(String(one), slot)) }
  }
}
