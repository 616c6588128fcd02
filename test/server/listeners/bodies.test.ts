import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createKeyText } from '../../../src/server/accounts/key-text.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { parseAnswer, type RawConnection, rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'

const MAX_BODY_BYTES = 100_000
/** A quarter of this is two and a half bodies. */
const MAX_PENDING_BYTES = 1_000_000
const ID_BYTES = 16_384

describe('a request body', () => {
  let key: string
  const open: RawConnection[] = []
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      limits: { maxBodyBytes: MAX_BODY_BYTES, maxPendingBodyBytes: MAX_PENDING_BYTES },
    }),
  )
  beforeAll(async () => {
    key = await gateway.addKey()
    expect((await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL)).status).toBe(200)
  })
  afterEach(async () => {
    for (const { socket } of open) socket.destroy()
    await Promise.all(open.splice(0).map(({ ended }) => ended))
  })
  /** Begins a request and sends the given pieces of its body. */
  const begin = (keyText: string, framing: string, ...pieces: string[]) => {
    const connection = rawConnection(gateway.url)
    open.push(connection)
    connection.write(`POST /eth/v3/${keyText} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${pieces.join('')}`)
    return connection
  }
  const answerOf = async (connection: RawConnection) => {
    const { status, text, headers } = parseAnswer(await connection.until(/\r\n\r\n.*\}$/s))
    const { id, error } = JSON.parse(text)
    return { status, id, error, connection: headers.connection }
  }
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const counted = (bytes: number) => `Content-Length: ${bytes}`
  const CHUNKED = 'Transfer-Encoding: chunked'

  describe('of a refused caller', () => {
    // Each case runs twice: first the gateway looks the key up in the store, then it knows that
    // there is no such key.
    test.each([
      ['announced to be long', counted(90_000), []],
      ['announced to be longer than any may be', counted(200_000), []],
      ['that has become long', CHUNKED, [chunk('['.repeat(ID_BYTES)), chunk('[')]],
    ])('%s is not waited for', async (_about, framing, pieces) => {
      const invented = createKeyText(randomBytes)
      for (let round = 0; round < 2; round++) {
        const refused = await answerOf(begin(invented, framing, ...pieces))
        expect(refused).toMatchObject({ status: 401, id: null, connection: 'close' })
      }
    })

    test('that is small is read for its id, however it comes', async () => {
      const body = JSON.stringify(callOf('eth_chainId', [], 'mine'))
      for (const [framing, pieces] of [
        [counted(body.length), [body.slice(0, 20), body.slice(20)]],
        [CHUNKED, [...body].map(chunk).concat('0\r\n\r\n')],
      ] as const) {
        const invented = createKeyText(randomBytes)
        for (let round = 0; round < 2; round++) {
          const connection = begin(invented, framing)
          for (const piece of pieces) {
            connection.write(piece)
            await new Promise((resolve) => setImmediate(resolve))
          }
          expect(await answerOf(connection)).toMatchObject({ status: 401, id: 'mine' })
        }
      }
    })

    test('takes no room from other callers, and other refused ones are refused all the same', async () => {
      const pieces = [chunk('['.repeat(10_000))]
      const share = Math.floor(MAX_PENDING_BYTES / 4 / ID_BYTES)
      const unknown = 'tgk_unknown'
      await post(`${gateway.url}/eth/v3/${unknown}`, STORAGE_CALL)
      const held = Array.from({ length: share + 3 }, () => begin(unknown, CHUNKED, ...pieces))
      const early = () => held.filter(({ received }) => received.includes(' 401 ')).length
      while (early() < 3) await new Promise((resolve) => setImmediate(resolve))
      const body = JSON.stringify({ ...STORAGE_CALL, pad: 'x'.repeat(80_000) })
      const served = begin(key, counted(body.length), body.slice(0, 70_000))
      served.write(body.slice(70_000))
      expect(await answerOf(served)).toMatchObject({ status: 200, id: 1 })
      expect(early()).toBe(3)
    })
  })

  test('whose key is revoked while it comes is refused', async () => {
    const keyText = await gateway.addKey()
    const { keyId } = gateway.last
    const url = `${gateway.url}/eth/v3/${keyText}`
    const body = JSON.stringify({ ...STORAGE_CALL, id: 'mine' })
    expect((await post(url, STORAGE_CALL)).status).toBe(200)
    // The gateway asks for the body once it knows the key.
    const slow = begin(keyText, `${counted(body.length)}\r\nExpect: 100-continue`)
    const invited = await slow.until(/ 100 Continue\r\n\r\n/)
    await gateway.accounts.revokeKey(keyId)
    await expectSoon(async () => (await post(url, STORAGE_CALL)).status, 401)
    slow.write(body)
    const { status, text } = parseAnswer((await slow.until(/ 401 .*\}$/s)).slice(invited.length))
    expect([status, JSON.parse(text).id]).toEqual([401, 'mine'])
  })

  test('of one account finds no room when too many others of it are unfinished; those of other accounts do', async () => {
    const other = await gateway.addKey()
    const unfinished = (keyText: string) => begin(keyText, counted(99_000), '['.repeat(98_000))
    const held = [unfinished(key), unfinished(key)]
    for (let tries = 0; ; tries++) {
      const next = unfinished(key)
      const answer = await Promise.race([answerOf(next), wait(100)])
      if (answer !== undefined) {
        expect(answer).toMatchObject({ status: 503, id: null, error: { data: { reason: 'too_many_bodies' } } })
        break
      }
      expect(tries).toBeLessThan(3)
      held.push(next)
    }
    const body = JSON.stringify({
      ...callOf('eth_getStorageAt', STORAGE_CALL.params, 'other'),
      pad: 'x'.repeat(90_000),
    })
    const answered = begin(other, CHUNKED, chunk(body.slice(0, 50_000)), chunk(body.slice(50_000)), '0\r\n\r\n')
    expect(await answerOf(answered)).toMatchObject({ status: 200, id: 'other' })
    // A request that is finished, or whose caller has left, gives back the bytes that it held.
    held[0]!.write(']'.repeat(1_000))
    expect(await answerOf(held[0]!)).toMatchObject({ status: 400 })
    held[1]!.socket.destroy()
    await held[1]!.ended
    const again = begin(key, counted(body.length), body.slice(0, 80_000))
    again.write(body.slice(80_000))
    expect(await answerOf(again)).toMatchObject({ status: 200, id: 'other' })
  })
})
