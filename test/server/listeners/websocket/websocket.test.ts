import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expectSoon } from '../../../support/expect-soon.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL, startTestGateway } from '../../../support/gateway.js'
import { started } from '../../../support/started.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { openSocket } from '../../../support/web-socket.js'

const MEGABYTE = 1_048_576
let addresses = 0
/** When the node may answer storage calls, by address. */
const held = new Map<string, Promise<void>>()
/** A storage call like no other, which the node answers once `answer` was called. */
const heldCall = (id: unknown) => {
  const address = `0x${(++addresses).toString(16).padStart(40, '0')}`
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  held.set(address, mayAnswer)
  return { call: callOf('eth_getStorageAt', [address, '0x1', 'latest'], id), answer }
}

describe('a WebSocket', () => {
  let nowMs: number | undefined
  const upstream = started(() =>
    startFakeUpstream(async ({ json }) => {
      if (json.method === 'eth_getTransactionReceipt') return { resultText: `"${'r'.repeat(5 * MEGABYTE)}"` }
      if (json.method === 'eth_chainId') return { hang: true }
      await held.get(json.params[0])
      return { resultText: JSON.stringify(json.params[1] ?? '0x0') }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      limits: { maxBodyBytes: 2_000 },
      fixedLimits: { maxMessagesInFlight: 10, maxBufferedBytes: 8 * MEGABYTE },
      ports: { nowMs: () => nowMs ?? Date.now() },
    }),
  )
  const open = async () => openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)

  test('is taken at the address of calls, too, where @solana/web3.js 1 opens it', async () => {
    const key = await gateway.addKey()
    const socket = await openSocket(`${gateway.url}/eth/v3/${key}`)
    expect(await socket.ask(STORAGE_CALL)).toBe((await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL)).text)
    await socket.close()
  })

  test('answers with the same bytes as HTTP', async () => {
    const key = await gateway.addKey()
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`)
    const bodies = [
      STORAGE_CALL,
      '{"id":18446744073709551616,"jsonrpc":"2.0","method":"eth_blockNumber"}',
      [STORAGE_CALL, { ...STORAGE_CALL, id: null }, 1, callOf('eth_none')],
      '[]',
      '{"jsonrpc":"2.0","id":1e3}',
      '{nope',
      'null',
      callOf('eth_getStorageAt', ['0x']),
    ]
    for (const body of bodies) {
      expect(await socket.ask(body)).toBe((await post(`${gateway.url}/eth/v3/${key}`, body)).text)
    }
    await socket.close()
  })

  test('refuses a batch whole under the id of its first call, as geth does, for clients that go by ids', async () => {
    const socket = await open()
    const first = '{"jsonrpc":"2.0","method":"eth_blockNumber","params":["]"],"id":18446744073709551616}'
    const error = { code: -32600, message: 'Invalid Request', data: { reason: 'batch_too_large', maxBatch: 100 } }
    const refused = {
      jsonrpc: '2.0',
      error: expect.objectContaining({ ...error, data: expect.objectContaining(error.data) }),
    }
    const text = await socket.ask(`[ ${first}${',{}'.repeat(100)}]`)
    expect(text).toContain('"id":18446744073709551616,')
    expect(JSON.parse(text)).toMatchObject(refused)
    // A first member that is no call, or has no id, has no id to answer.
    for (const member of ['1', '[{"id":1}]', '{"jsonrpc":"2.0","method":"eth_blockNumber"}'])
      expect(JSON.parse(await socket.ask(`[${member}${',{}'.repeat(100)}]`))).toMatchObject({ ...refused, id: null })
    await socket.close()
  })

  test('answers calls in flight as they are ready, each with its own id', async () => {
    const socket = await open()
    const asked = upstream.requests.length
    const calls = ['slow', 'middle', 'fast'].map(heldCall)
    for (const { call } of calls) socket.send(call)
    await expectSoon(() => upstream.requests.length, asked + calls.length)
    const ids = []
    for (const { answer } of calls.reverse()) {
      answer()
      ids.push(JSON.parse((await socket.received(ids.length + 1)).at(-1)!).id)
    }
    expect(ids).toEqual(['fast', 'middle', 'slow'])
    await socket.close()
  })

  test('keeps silent at notifications, alone and in batches', async () => {
    const socket = await open()
    const asked = upstream.requests.length
    socket.send('{"jsonrpc":"2.0","method":"ping"}')
    socket.send([{ jsonrpc: '2.0', method: 'eth_blockNumber' }])
    await wait(50)
    expect(socket.messages).toEqual([])
    expect(upstream.requests.length).toBe(asked)
    await socket.close()
  })

  test('is closed with 1009 for a message too long and with 1003 for a binary one', async () => {
    const [long, binary] = [await open(), await open()]
    expect(JSON.parse(await long.ask(`{"jsonrpc":"2.0","id":1,"method":"x${' '.repeat(1_900)}"}`)).error.code).toBe(
      -32601,
    )
    long.send('x'.repeat(2_001))
    expect((await long.closed).code).toBe(1009)
    binary.socket.send(Buffer.from(JSON.stringify(STORAGE_CALL)))
    expect(await binary.closed).toMatchObject({ code: 1003, reason: expect.stringContaining('send text messages') })
    expect(binary.messages).toEqual([])
  })

  test('gets answers of 5 MB whole, several at once', async () => {
    const socket = await open()
    const receipt = (id: number) => callOf('eth_getTransactionReceipt', [`0x${'11'.repeat(32)}`], id)
    for (let id = 0; id < 3; id++) socket.send(receipt(id))
    for (const text of await socket.received(3)) expect(JSON.parse(text).result).toHaveLength(5 * MEGABYTE)
    await socket.close()
  })

  test('is cut when its client does not read', async () => {
    const openConnections = async () => {
      const page = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
      return Number(/^tollgate_websocket_connections (\d+)$/m.exec(page)?.[1])
    }
    await expectSoon(openConnections, 0)
    const socket = await open()
    expect(await openConnections()).toBe(1)
    const receipt = callOf('eth_getTransactionReceipt', [`0x${'11'.repeat(32)}`])
    socket.socket.pause()
    // The system's buffers take the first; the others are above the bound, and after half a second
    // they still are.
    for (let id = 0; id < 8; id++) socket.send({ ...receipt, id })
    // Not read before it is cut: what a client takes, it gets.
    await expectSoon(openConnections, 0)
    socket.socket.resume()
    expect((await socket.closed).code).toBe(1006)
    expect(socket.messages.length).toBeLessThan(8)
  })

  test('has no more messages answered at once than allowed, even if they came in one packet', async () => {
    const socket = await open()
    const before = upstream.requests.length
    const hanging = Array.from({ length: 50 }, (_, id) => heldCall(id))
    const { _socket: wire } = socket.socket as unknown as { _socket: Socket }
    wire.cork()
    for (const { call } of hanging) socket.send(call)
    wire.uncork()
    await expectSoon(() => upstream.requests.length - before, 10)
    await wait(120)
    expect(upstream.requests.length - before).toBe(10)
    for (const { answer } of hanging) answer()
    expect(await socket.received(50)).toHaveLength(50)
    expect(upstream.requests.length - before).toBe(50)
    await socket.close()
  })

  test('takes its calls back from the node when it closes', async () => {
    const socket = await open()
    const [before, asked] = [upstream.abortedCount, upstream.requests.length]
    for (let id = 0; id < 3; id++) socket.send(heldCall(id).call)
    while (upstream.requests.length < asked + 3) await wait(5)
    socket.socket.terminate()
    await expectSoon(() => upstream.abortedCount - before, 3)
  })

  test.each([
    ['its key is revoked', 'unauthorized', () => gateway.accounts.revokeKey(gateway.last.keyId)],
    [
      'its account is suspended',
      'account-suspended',
      () => gateway.accounts.changeAccount(gateway.last.accountId, { isSuspended: true }),
    ],
    [
      'its network is taken away',
      'network-not-enabled',
      () => gateway.accounts.changeKey(gateway.last.keyId, { networks: ['other'] }),
    ],
  ])('is closed with 1008 within a second when %s, and asks nothing more', async (_case, reason, change) => {
    const socket = await open()
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x0')
    const spentMs = stopwatch()
    await change()
    expect(await socket.closed).toEqual({ code: 1008, reason })
    expect(spentMs()).toBeLessThan(1_000)
  })

  test('is closed with 1008 and what to do when it repeats a subscription, and answers its other calls until then', async () => {
    const socket = await open()
    for (let id = 1; id < 10; id++)
      expect(JSON.parse(await socket.ask(callOf('accountSubscribe', [], id))).error.code).toBe(-32601)
    socket.send(callOf('accountSubscribe', [], 10))
    expect(JSON.parse(await socket.ask({ ...STORAGE_CALL, id: 11 })).id).toBe(11)
    expect(await socket.closed).toEqual({
      code: 1008,
      reason: expect.stringContaining('too many subscriptions were refused'),
    })
    expect(socket.messages).toHaveLength(10)
  })

  test('is answered the other calls of a batch that repeats a subscription before it is closed', async () => {
    const socket = await open()
    const refused = Array.from({ length: 12 }, (_, id) => callOf('accountSubscribe', [], id))
    socket.send([...refused.slice(0, 6), { ...STORAGE_CALL, id: 'mine' }, ...refused.slice(6)])
    expect((await socket.closed).reason).toContain('too many subscriptions were refused')
    expect(socket.messages.map((text) => JSON.parse(text))).toEqual([[{ jsonrpc: '2.0', id: 'mine', result: '0x0' }]])
  })

  test('is closed with 1008 after more than 100 refusals a second for 5 s, not after 100', async () => {
    nowMs = Math.ceil(Date.now() / 1000) * 1000
    try {
      const refuse = async (socket: Awaited<ReturnType<typeof open>>, perSecond: number) => {
        const start = nowMs!
        for (let second = 0; second < 5; second++) {
          const refused = Array.from({ length: perSecond }, (_, id) => ({ jsonrpc: '2.0', id, method: 'x' }))
          for (let at = 0; at < perSecond; at += 40) await socket.ask(refused.slice(at, at + 40))
          nowMs = start + (second + 1) * 1000
        }
        await Promise.race([socket.ask({ jsonrpc: '2.0', id: 1, method: 'x' }), socket.closed])
      }
      const [patient, popular] = [await open(), await open()]
      await refuse(patient, 100)
      expect(JSON.parse(await patient.ask(STORAGE_CALL)).result).toBe('0x0')
      await refuse(popular, 101)
      expect(await popular.closed).toEqual({ code: 1008, reason: 'refused too often' })
      await patient.close()
    } finally {
      nowMs = undefined
    }
  })
})
