import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpExchange } from '../../../../src/wire/http/server/handler.js'
import { answerWith, CLOSE, echo, HOST, startedServer } from '../../../support/http-engines.js'

describe('our HTTP server', () => {
  let handle: (exchange: HttpExchange) => unknown
  const { ask, open } = startedServer((exchange) => handle(exchange))
  beforeEach(() => {
    handle = echo
  })

  test('answers in the order of the requests, whichever is ready first', async () => {
    handle = async (exchange) => {
      const { target } = exchange.head
      await wait(target === '/slow' ? 60 : 0)
      answerWith(exchange, target)
    }
    const connection = await open(
      ['/slow', '/b', '/c'].map((target) => `GET ${target} HTTP/1.1\r\n${HOST}\r\n`).join(''),
    )
    const wire = await connection.until(/"\/c"/)
    expect(wire.match(/"\/\w+"/g)).toEqual(['"/slow"', '"/b"', '"/c"'])
    connection.socket.destroy()
  })

  test('answers 405 to CONNECT and reads nothing behind it', async () => {
    const answer = await ask(`CONNECT h:443 HTTP/1.1\r\n${HOST}\r\nGET / HTTP/1.1\r\n${HOST}\r\n`)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })

  test('answers HEAD with the head alone, and a stream to HTTP/1.0 without chunks', async () => {
    handle = (exchange) => {
      const head = { status: 200, call: undefined, moreFields: [] }
      const rest = (async function* () {
        yield Buffer.from('two')
        await wait(5)
        yield Buffer.from('three')
      })()
      exchange.reply(head, {
        chunks: [Buffer.from('one')],
        ...(exchange.head.method === 'GET' && { rest }),
        release: () => {},
      })
    }
    const head = await ask(`HEAD / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
    expect([head.headers['content-length'], head.text]).toEqual(['3', ''])
    const old = await ask('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
    expect([old.headers['transfer-encoding'], old.headers.connection, old.text]).toEqual([
      undefined,
      'close',
      'onetwothree',
    ])
    const chunked = await ask(`GET / HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
    expect([chunked.headers['transfer-encoding'], chunked.text]).toEqual([
      'chunked',
      '3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n',
    ])
  })

  test('cuts an answer that breaks off', async () => {
    handle = (exchange) => {
      const rest = (async function* () {
        yield Buffer.from('two')
        throw new Error('the node is gone')
      })()
      exchange.reply({ status: 200, call: undefined, moreFields: [] }, { chunks: [], rest, release: () => {} })
    }
    const connection = await open(`GET / HTTP/1.1\r\n${HOST}\r\n`)
    expect(await connection.ended).toMatch(/3\r\ntwo\r\n$/)
  })

  test('resets the connection when an answer without a length or chunks breaks off', async () => {
    let breakOff = () => {}
    const broken = new Promise<void>((resolve) => {
      breakOff = resolve
    })
    handle = (exchange) => {
      const rest = (async function* () {
        yield Buffer.from('two')
        await broken
        throw new Error('the node is gone')
      })()
      exchange.reply({ status: 200, call: undefined, moreFields: [] }, { chunks: [], rest, release: () => {} })
    }
    const connection = await open('GET / HTTP/1.0\r\n\r\n')
    // Node reports no error if it reads data and the reset together.
    await connection.until(/two$/)
    breakOff()
    await expect(once(connection.socket, 'close')).rejects.toThrow('ECONNRESET')
  })
})
