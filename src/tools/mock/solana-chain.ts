import type { Position } from '../../contract/contract.js'
import { type AnsweredCall, type ChainAnswer, isRecord, type MockChain, type MockClock } from './mock-chain.js'

/** The mock's first slot. */
const FIRST_SLOT = 400_000_000
/** Slots without a block, so that height and slot differ. */
const SKIPPED_SLOTS = 22_000_000
/** Distance of each commitment from the newest slot. */
const BEHIND: Readonly<Record<string, number>> = { processed: 0, confirmed: 1, finalized: 32 }
/** Of mainnet-beta, which clients may check. */
const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** A Solana cluster that advances by one slot every block time. */
export class SolanaMockChain implements MockChain {
  constructor(private readonly clock: MockClock) {}

  answer(method: string, params: readonly unknown[]): ChainAnswer | undefined {
    switch (method) {
      case 'getHealth':
        return { result: 'ok' }
      case 'getGenesisHash':
        return { result: GENESIS_HASH }
      case 'getSlot':
        return { result: this.slotFor(params) }
      case 'getBlockHeight':
        return { result: this.slotFor(params) - SKIPPED_SLOTS }
      default:
        return undefined
    }
  }

  refusal(_position: Position, _params: readonly unknown[]): undefined {
    return undefined
  }

  place(result: unknown, { params, named }: AnsweredCall): unknown {
    const slot = this.slotFor(params)
    const placed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(placed)
      if (!isRecord(value)) return value
      const members: Record<string, unknown> = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, placed(member)]),
      )
      if (isRecord(members.context) && 'slot' in members.context) members.context = { ...members.context, slot }
      if ('lastValidBlockHeight' in members) members.lastValidBlockHeight = slot - SKIPPED_SLOTS + 150
      if ('lamports' in members && 'data' in members) members.data = encoded(members.data, named.encoding)
      if ('tokenAmount' in members && 'owner' in members && named.address !== undefined) members.owner = named.address
      for (const [name, asked] of Object.entries(named)) if (name in members) members[name] = asked
      return members
    }
    return placed(result)
  }

  private slotFor(params: readonly unknown[]): number {
    const config = params.find(isRecord)
    const commitment = typeof config?.commitment === 'string' ? config.commitment : 'finalized'
    return FIRST_SLOT + this.clock.blocksSinceStart() - (BEHIND[commitment] ?? 0)
  }
}

/**
 * An account's data in the requested encoding; data of an unknown program stay encoded, as in
 * agave.
 */
const encoded = (data: unknown, encoding: string | undefined): unknown => {
  if (encoding === undefined) return typeof data === 'string' ? data : ''
  if (encoding === 'jsonParsed') return isRecord(data) ? data : ['', 'base64']
  return ['', encoding]
}
