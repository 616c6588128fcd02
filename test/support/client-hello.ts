import { Duplex } from 'node:stream'
import { connect } from 'node:tls'

/** The first bytes of a TLS client, which any number of connections may send. */
export const readClientHello = (): Promise<Buffer> =>
  new Promise((resolve) => {
    const wire = new Duplex({
      read() {},
      write: (bytes: Buffer, _, done) => {
        resolve(bytes)
        done()
      },
    })
    connect({ socket: wire, servername: 'localhost' }).on('error', () => {})
  })
