import type { Socket } from 'node:net'
import { outbox, type Sender } from '../../protocol/outbox.js'

/** Replies kept back for one write; a client that asks for more in one go reads the first ones earlier. */
const MAX_KEPT_BYTES = 65_536

/** What a connection has said and the system does not know yet: small replies, which leave together with those of other connections. */
export class Spoken implements Sender {
  private text = ''

  /** `onFull` hears when the client does not read what it is sent. */
  constructor(
    private readonly socket: Socket,
    private readonly onFull: () => void,
  ) {}

  /** Adds latin1 text. */
  add(text: string): void {
    if (this.text === '') outbox.add(this)
    this.text += text
    if (this.text.length > MAX_KEPT_BYTES) this.flush()
  }

  /** Hands it over; to be called before anything else is written, or the socket is ended. */
  flush(): void {
    const { text, socket } = this
    if (text === '') return
    this.text = ''
    if (!socket.destroyed && !socket.write(text, 'latin1')) this.onFull()
  }
}
