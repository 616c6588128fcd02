import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const UPSTREAM_BYTES = 8
/** The first byte, not zero: like nodes' ids, the id is a number without leading zeros. */
const VERSION = 0x10
/** Longest id of a node, far longer than that of any known node. */
export const MAX_NODE_ID = 100
const MAX_SEALED = 4 + 2 * (1 + IV_BYTES + UPSTREAM_BYTES + 4 * MAX_NODE_ID + TAG_BYTES)

/** The owner of an id: an id sealed for another one does not open. */
export interface IdOwner {
  readonly network: string
  readonly keyId: string
  /** The key's contract allowlist; changing it ends its ids. Empty: any contract. */
  readonly contracts?: readonly string[]
}

/** State in a node: a digest of the node's name, and the node's id. */
interface NodeState {
  readonly upstream: string
  readonly id: string
}

/** The form of an upstream's name inside a sealed id. */
export const upstreamDigest = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, 2 * UPSTREAM_BYTES)

/**
 * Seals the ids of state in nodes: any process with the secret can read the node and its id, and no
 * other can. So no process keeps a table of them, and each can serve all.
 *
 * Bounds   one key, one network: other owners' and invented ids do not open
 * Source   AES-256-GCM; the IV is a MAC of the plaintext (as in RFC 5297), so that no IV is used
 *          for two plaintexts
 */
export class SealedIds {
  private readonly key: Buffer
  private readonly macKey: Buffer

  constructor(secret: string | Buffer) {
    this.key = createHmac('sha256', secret).update('seal').digest()
    this.macKey = createHmac('sha256', secret).update('iv').digest()
  }

  seal({ upstream, id }: NodeState, owner: IdOwner): string {
    const about = ownerBytes(owner)
    const plain = Buffer.concat([Buffer.from(upstream, 'hex'), Buffer.from(id, 'utf8')])
    const mac = createHmac('sha256', this.macKey).update(`${about.length} `).update(about).update(plain).digest()
    const iv = mac.subarray(0, IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(about)
    const sealed = Buffer.concat([
      Buffer.from([VERSION]),
      iv,
      cipher.update(plain),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    return `0x${sealed.toString('hex')}`
  }

  /** Undefined if it is not this owner's. */
  open(text: unknown, owner: IdOwner): NodeState | undefined {
    if (typeof text !== 'string' || text.length > MAX_SEALED || !/^0x(?:[0-9a-f]{2})+$/i.test(text)) return undefined
    const bytes = Buffer.from(text.slice(2), 'hex')
    const tagAt = bytes.length - TAG_BYTES
    if (bytes[0] !== VERSION || tagAt < 1 + IV_BYTES + UPSTREAM_BYTES) return undefined
    const iv = bytes.subarray(1, 1 + IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(ownerBytes(owner)).setAuthTag(bytes.subarray(tagAt))
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(1 + IV_BYTES, tagAt)), decipher.final()])
      return { upstream: plain.toString('hex', 0, UPSTREAM_BYTES), id: plain.toString('utf8', UPSTREAM_BYTES) }
    } catch {
      return undefined
    }
  }
}

const ownerBytes = ({ network, keyId, contracts = [] }: IdOwner): Buffer =>
  Buffer.from(JSON.stringify(contracts.length === 0 ? [network, keyId] : [network, keyId, contracts]))
