import { createCipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { BoundedCache } from '../../accounts/bounded-cache.js'

const TAG_BYTES = 11
const UPSTREAM_BYTES = 4
const SEALED_AT = 1 + TAG_BYTES
/** The first byte, not zero: like nodes' ids, the id is a number without leading zeros. */
const TEXT = 0x10
/** The first byte for a node's id that is a short number: this plus its count of digits. */
const DIGITS = 0x20
const SHORT = /^0x[0-9a-f]{1,32}$/
/** Longest id of a node, far longer than that of any known node. */
export const MAX_NODE_ID = 100
/** Ids of nodes whose owner this process remembers. */
const MAX_OWNED = 10_000
const MAX_SEALED = 2 + 2 * (SEALED_AT + UPSTREAM_BYTES + 4 * MAX_NODE_ID)

/** The owner of an id: an id sealed for another one does not open. */
export interface IdOwner {
  readonly network: string
  readonly keyId: string
  /** The key's contract allowlist; changing it ends its ids. Empty: any contract. */
  readonly allowedContracts?: readonly string[]
}

/** State in a node: the node's `stateDigest`, and the node's id. */
interface NodeState {
  readonly upstream: string
  readonly id: string
}

/**
 * The form of an upstream inside a sealed id. At another URL there may be another node, which may
 * use the same ids for other state.
 */
export const upstreamDigest = (name: string, url: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, url]))
    .digest('hex')
    .slice(0, 2 * UPSTREAM_BYTES)

/**
 * Seals the ids of state in nodes: any process with the secret can read the node and its id, and no
 * other can. So no process needs a table of them, and each can serve all. The id of a node with up
 * to 32 digits, as most nodes give, becomes one of at most 32 bytes: clients in Rust read ids as
 * numbers of 256 bits.
 *
 * Bounds   one key, one network: other owners' and invented ids do not open. Nor does an id whose
 *          node has restarted and given its own id to another owner, if this process sealed that
 * Source   the construction of RFC 5297: AES-256-CTR, the IV being a MAC of the plaintext
 */
export class SealedIds {
  private readonly key: Buffer
  private readonly macKey: Buffer
  /** The sealed id of the newest owner, by the node and its id. */
  private readonly owned = new BoundedCache<string>(MAX_OWNED)

  constructor(secret: string | Buffer) {
    this.key = createHmac('sha256', secret).update('seal').digest()
    this.macKey = createHmac('sha256', secret).update('iv').digest()
  }

  seal(state: NodeState, owner: IdOwner): string {
    const { upstream, id } = state
    const { form, bytes } = packed(id)
    const plain = Buffer.concat([Buffer.from(upstream, 'hex'), bytes])
    const tag = this.tagOf(form, plain, owner)
    const sealed = `0x${Buffer.concat([Buffer.from([form]), tag, this.crypt(tag, plain)]).toString('hex')}`
    this.owned.set(placeOf(state), sealed)
    return sealed
  }

  /** Undefined if it is not this owner's, or no longer. */
  open(text: unknown, owner: IdOwner): NodeState | undefined {
    if (typeof text !== 'string' || text.length > MAX_SEALED || !/^0x(?:[0-9a-f]{2})+$/i.test(text)) return undefined
    const sealed = Buffer.from(text.slice(2), 'hex')
    const form = sealed[0]
    if (form === undefined || sealed.length < SEALED_AT + UPSTREAM_BYTES) return undefined
    const tag = sealed.subarray(1, SEALED_AT)
    const plain = this.crypt(tag, sealed.subarray(SEALED_AT))
    if (!timingSafeEqual(tag, this.tagOf(form, plain, owner))) return undefined
    const upstream = plain.toString('hex', 0, UPSTREAM_BYTES)
    const state = { upstream, id: unpacked(form, plain.subarray(UPSTREAM_BYTES)) }
    const newest = this.owned.get(placeOf(state))
    return newest === undefined || newest === text.toLowerCase() ? state : undefined
  }

  private tagOf(form: number, plain: Buffer, owner: IdOwner): Buffer {
    const about = ownerBytes(owner)
    const mac = createHmac('sha256', this.macKey).update(`${form} ${about.length} `).update(about).update(plain)
    return mac.digest().subarray(0, TAG_BYTES)
  }

  /** Encrypts, and decrypts. */
  private crypt(tag: Buffer, bytes: Buffer): Buffer {
    return createCipheriv('aes-256-ctr', this.key, Buffer.concat([tag, Buffer.alloc(16 - TAG_BYTES)])).update(bytes)
  }
}

const placeOf = ({ upstream, id }: NodeState): string => `${upstream} ${id}`

const packed = (id: string): { readonly form: number; readonly bytes: Buffer } => {
  if (!SHORT.test(id)) return { form: TEXT, bytes: Buffer.from(id, 'utf8') }
  const digits = id.slice(2)
  return { form: DIGITS + digits.length, bytes: Buffer.from(digits.padStart(32, '0'), 'hex') }
}

const unpacked = (form: number, bytes: Buffer): string =>
  form === TEXT ? bytes.toString('utf8') : `0x${bytes.toString('hex').slice(DIGITS - form)}`

/** A list is a set here: a token may name the same contracts in another order, or one twice. */
const ownerBytes = ({ network, keyId, allowedContracts = [] }: IdOwner): Buffer => {
  const sorted = [...new Set(allowedContracts)].sort()
  return Buffer.from(JSON.stringify(sorted.length === 0 ? [network, keyId] : [network, keyId, sorted]))
}
