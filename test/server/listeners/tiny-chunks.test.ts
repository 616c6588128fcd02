import { setTimeout as wait } from 'node:timers/promises'
import { callOf } from '../../support/gateway.js'
import { startGatewayProcess } from '../../support/measured-gateway.js'
import { type RawConnection, rawConnection } from '../../support/raw-http.js'
import { type RawNode, startRawNode } from '../../support/raw-node.js'

const MEGABYTE = 1_048_576
const ANSWER_BYTES = 1_500_000
/**
 * Bound on the memory that such bodies and answers take, besides the garbage of reading them. Kept
 * as buffers, they took 110 bytes a chunk.
 */
const BOUND_BYTES = 64 * MEGABYTE

/** Returns a text with each byte in a separate chunk. */
const oneByOne = (text: string): Buffer => {
  const chunks = Buffer.alloc(text.length * 6, '1\r\nx\r\n')
  for (let at = 0; at < text.length; at++) chunks[at * 6 + 3] = text.charCodeAt(at)
  return chunks
}

describe('the memory of a gateway', () => {
  let node: RawNode
  let gateway: Awaited<ReturnType<typeof startGatewayProcess>>
  const open: RawConnection[] = []
  beforeAll(async () => {
    node = await startRawNode(({ socket, body }) => {
      const answer = `{"jsonrpc":"2.0","id":${JSON.parse(body).id},"result":["${'r'.repeat(ANSWER_BYTES)}"]}`
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      socket.write(Buffer.concat([oneByOne(answer), Buffer.from('0\r\n\r\n')]))
    })
    gateway = await startGatewayProcess(`http://127.0.0.1:${node.port}`)
  })
  afterAll(async () => {
    for (const { socket } of open) socket.destroy()
    await gateway.stop()
    await node.stop()
  })
  const growth = async (work: () => Promise<unknown>): Promise<number> => {
    await gateway.peak()
    const before = await gateway.peak()
    await work()
    return (await gateway.peak()) - before
  }

  test.each(['with a key', 'without one'])('bears bodies in chunks of one byte, sent by callers %s', async (key) => {
    const path = new URL(gateway.url).pathname.replace(/[^/]+$/, (text) => (key === 'with a key' ? text : 'tgk_no'))
    const body = oneByOne('[ '.padEnd(300_000))
    const send = async () => {
      const connection = rawConnection(gateway.url)
      open.push(connection)
      connection.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`)
      connection.write(body)
      if (key === 'without one') await connection.until(/ 401 .*"id":null/s)
      while (key === 'with a key' && connection.socket.writableLength > 0) await wait(10)
    }
    const finish = async (connection: RawConnection) => {
      connection.write('0\r\n\r\n')
      await connection.until(/Parse error/)
    }
    const grown = await growth(async () => {
      await Promise.all(Array.from({ length: 6 }, send))
      if (key === 'with a key') await Promise.all(open.map(finish))
    })
    for (const { socket } of open.splice(0)) socket.destroy()
    expect(grown).toBeLessThan(BOUND_BYTES)
  })

  test('bears an answer in chunks of one byte', async () => {
    let length = 0
    const grown = await growth(async () => {
      const call = JSON.stringify(callOf('eth_getLogs', [{}]))
      length = (await (await fetch(gateway.url, { method: 'POST', body: call })).text()).length
    })
    expect(length).toBeGreaterThan(ANSWER_BYTES)
    expect(grown).toBeLessThan(BOUND_BYTES)
  })
})
