import type { ProvenMethod } from '../../../../generated/server.js'
import type * as Contract from '../../../../generated/types.js'
import { quantityOf } from '../../../runtime/quantity.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import type { Ask, AskLimit } from '../../networks/ask.js'
import { type BlockParameter, fixedNumberOf, readBlockParameter } from '../../networks/block-parameter.js'
import { type KnownBlock, readKnownBlock, type StateRoots } from '../../networks/state-roots.js'
import type { AskUpstream } from '../../upstreams/poll/asked.js'
import { MAX_PROOF_ANSWER_BYTES, provenValue } from '../../upstreams/storage-proof.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { inTime, limitOf } from '../in-time.js'
import type { NetworkEvents, ProofVerdict } from '../network-events.js'
import type { ChargedCall, MethodCall } from '../stage.js'
import { isNull } from './judge.js'

export interface VerifyDeps {
  readonly partner: Upstream
  readonly roots: StateRoots
  /** Asks the network's own nodes; undefined while they are all down. */
  readonly askOwn: () => Ask | undefined
  readonly askUpstream: AskUpstream
  readonly nowMs: () => number
  readonly events: Pick<NetworkEvents, 'proof'>
}

type StorageCall = MethodCall<ProvenMethod>
/** In the order of the contract's params: another order there does not compile here. */
type StorageParams = readonly [Contract.EvmAddress, Contract.StoragePosition, Contract.BlockParameter]

/** Maximum delay of an answer by a proof, and by the block it needs. */
const PROOF_TIMEOUT_MS = 2_000
const BLOCK_TIMEOUT_MS = 1_000
/** A storage value is a short text. */
const MAX_VALUE_BYTES = 128
const VALUE = /^"0x([0-9a-f]{0,64})"$/i

/** A block from one of the network's nodes. `isPinned`: certainly the block the caller meant. */
interface Anchor {
  readonly block: KnownBlock
  readonly isPinned: boolean
}

/**
 * Verifies a partner's storage value (`x-proof` in openrpc.json) against its proof and a state root
 * from the network's own nodes.
 *
 * The proof is requested by block hash, so that neither a reorganization nor a moving tag
 * interferes. For a tag, the partner may see another newest block than the network's node, so that
 * a different value is unproven, not wrong.
 *
 * unproven  none of the network's nodes gave the block's root, or the partner has no proof: it
 *           refuses, is silent, sends no object, or answers null because it lacks the block
 * wrong     the answer is not a storage value, or contradicts the proof, or the proof is invalid
 * Source    EIP-1186 (eth_getProof), EIP-1898 (blocks by hash)
 */
export const verifyPartner = (deps: VerifyDeps) => {
  const verdictOn = async (call: StorageCall, payload: Payload): Promise<ProofVerdict> => {
    if (isNull(payload)) return 'unproven'
    const value = readValue(payload)
    if (value === undefined) return 'wrong'
    const [address, position, block]: StorageParams = call.params
    const parameter = readBlockParameter(block)
    const anchor = parameter === undefined ? undefined : await findAnchor(parameter, call, deps)
    if (anchor === undefined) return 'unproven'
    const { hash, stateRoot } = anchor.block
    // A number means the currently canonical block; a partner on another branch must refuse rather
    // than prove the wrong block.
    const at = parameter?.kind === 'hash' ? { blockHash: hash } : { blockHash: hash, requireCanonical: true }
    const slot = position === '0x' ? 0n : BigInt(position)
    const proof = await askProof(deps, call, [address, [`0x${slot.toString(16).padStart(64, '0')}`], at])
    if (typeof proof !== 'object' || proof === null) return 'unproven'
    const proven = await provenValue(stateRoot, address, slot, proof)
    if (proven === value) return 'proven'
    return proven === undefined || anchor.isPinned ? 'wrong' : 'unproven'
  }
  return async (call: ChargedCall, payload: Payload): Promise<ProofVerdict> => {
    const verdict = await verdictOn(provenCall(call), payload)
    deps.events.proof(deps.partner, verdict)
    return verdict
  }
}

/** Narrows the call to one that can be proven. Throws if the pipeline is composed wrongly. */
const provenCall = (call: ChargedCall): StorageCall => {
  if (call.row.proof === undefined) throw new Error(`${call.row.name} has no proof`)
  return call as StorageCall
}

/** The answered value, which nodes may pad on the left. */
const readValue = ({ chunks, rest }: Payload): bigint | undefined => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  if (rest !== undefined || length > MAX_VALUE_BYTES) return undefined
  const digits = VALUE.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
  return digits === undefined ? undefined : BigInt(`0x${digits || '0'}`)
}

/** The block meant: a recently reported one, or asked from a node of the network. */
const findAnchor = async (block: BlockParameter, call: ChargedCall, deps: VerifyDeps): Promise<Anchor | undefined> => {
  const { roots } = deps
  const number = fixedNumberOf(block)
  const known =
    block.kind === 'hash'
      ? roots.byHash(block.hash.toLowerCase())
      : number === undefined
        ? undefined
        : roots.byNumber(number)
  if (known !== undefined) return { block: known, isPinned: true }
  const ask = deps.askOwn()
  if (ask === undefined) return undefined
  const limit = limitOf(call, Math.min(deps.nowMs() + BLOCK_TIMEOUT_MS, call.deadlineMs))
  const found = readKnownBlock(await inTime(() => askBlock(block, number, ask, limit), limit, deps.nowMs))
  if (found === undefined || !isMeant(found, block, number)) return undefined
  const isPinned = block.kind === 'hash' || number !== undefined
  if (isPinned) roots.learn(found)
  return { block: found, isPinned }
}

const askBlock = (block: BlockParameter, number: bigint | undefined, ask: Ask, limit: AskLimit): Promise<unknown> => {
  if (block.kind === 'hash') return ask('eth_getBlockByHash', [block.hash, false], limit)
  if (number !== undefined) return ask('eth_getBlockByNumber', [quantityOf(number), false], limit)
  return ask('eth_getBlockByNumber', [(block as { tag: string }).tag, false], limit)
}

const isMeant = (found: KnownBlock, block: BlockParameter, number: bigint | undefined): boolean =>
  block.kind === 'hash' ? found.hash === block.hash.toLowerCase() : number === undefined || found.number === number

/** The partner's parsed answer to eth_getProof; undefined if missing or too large. */
const askProof = async (deps: VerifyDeps, call: ChargedCall, params: readonly unknown[]): Promise<unknown> => {
  const now = deps.nowMs()
  const timeoutMs = Math.min(PROOF_TIMEOUT_MS, call.deadlineMs - now)
  if (timeoutMs <= 0) return undefined
  const { share } = call.caller.entitlement
  // Proofs count in the provider's limit, too.
  deps.partner.rate?.spend(now, share)
  const bounds = { maxBytes: MAX_PROOF_ANSWER_BYTES, cancellation: call.work, share }
  const asked = await deps.askUpstream(deps.partner, 'eth_getProof', params, timeoutMs, bounds)
  return asked.kind === 'result' ? asked.value : undefined
}
