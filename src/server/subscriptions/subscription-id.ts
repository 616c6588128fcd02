import { createHmac } from 'node:crypto'

/** A subscription's place: equal ones on one connection are told apart by their number. */
export interface SubscriptionPlace {
  readonly keyId: string
  readonly network: string
  /** See WantedSubscription. */
  readonly method: string
  readonly identity: string
}

const EVM_BYTES = 16
/**
 * Makes the ids of subscriptions, which are the same after a reconnect: a client that unsubscribes
 * with the id of an earlier connection ends what it means to end.
 *
 * All processes share the secret. An id is no proof of anything: it is looked up among those of one
 * connection.
 */
export class SubscriptionIds {
  private readonly macKey: Buffer

  constructor(secret: string | Buffer) {
    this.macKey = createHmac('sha256', secret).update('subscription').digest()
  }

  /** The part of the id that equal subscriptions share. */
  baseOf({ keyId, network, method, identity }: SubscriptionPlace): string {
    // The identity, which may be long, comes last, so that it needs no escapes.
    return this.mac(`${JSON.stringify([keyId, network, method])}${identity}`).toString('hex')
  }

  /**
   * The JSON of the id of the `number`-th subscription of one base: on EVM 128 bits in hexadecimal
   * without leading zeros, as geth's; on Solana a number of 31 bits. agave counts from zero, so
   * some clients (solanaj) read an id as a 32-bit integer. Ids of one connection may collide.
   */
  idText(family: 'evm' | 'solana', base: string, number: number): string {
    const mac = this.mac(`${base} ${number}`)
    if (family === 'solana') return String(mac.readUInt32BE(0) >>> 1)
    return `"0x${BigInt(`0x${mac.toString('hex', 0, EVM_BYTES)}`).toString(16)}"`
  }

  private mac(text: string): Buffer {
    return createHmac('sha256', this.macKey).update(text).digest()
  }
}
