import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'

/** A client whose records can be held, to leave in one write. */
export const openRecordClient = async (port: number) => {
  const socket: Socket = connect(port, '127.0.0.1')
  let held: Buffer[] | undefined
  const between = new Duplex({
    read: () => {},
    write: (bytes: Buffer, _encoding, done) => {
      if (held === undefined) socket.write(bytes)
      else held.push(bytes)
      done()
    },
  })
  socket.on('data', (bytes) => between.push(bytes)).on('error', () => {})
  await once(socket, 'connect')
  const client: TLSSocket = connectTls({ socket: between as unknown as Socket, rejectUnauthorized: false })
  let answer = ''
  client.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1')
  })
  client.on('error', () => {})
  await once(client, 'secureConnect')
  return {
    client,
    answer: () => answer,
    /** Sends each byte as a record, all at once. */
    sendOneByOne: async (text: string) => {
      held = []
      for (const letter of text) await new Promise((done) => client.write(letter, done))
      socket.write(Buffer.concat(held))
      held = undefined
    },
    close: () => socket.destroy(),
  }
}
