import { getEventListeners } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import axios from 'axios'
import { EvmClient as FetchClient } from '../../../generated/client/src/fetch.js'
import {
  type AnswerFacts,
  EvmClient,
  RpcError,
  SolanaClient,
  TransportError,
} from '../../../generated/client/src/index.js'
import { methods } from '../../../generated/methods.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startedEach } from '../../support/started.js'
import { stopwatch } from '../../support/stopwatch.js'
import { type Answer, startServer } from './answering-server.js'

interface Sent {
  readonly id: number
  readonly method: string
  readonly params: unknown[]
}

const pubkey = 'GoJdqNkvpf26BAX8cYsV3bb52kbBYt7vT5rqpPGGgK5F'
const reply = ({ id }: Sent, result: string): string => `{"jsonrpc":"2.0","id":${id},"result":${result}}`

/** Answers by method: most succeed, the others stand for one kind of trouble each. */
const answer = (text: string): Answer => {
  const message = JSON.parse(text) as Sent | Sent[]
  if (Array.isArray(message)) {
    if (message.length > 3)
      return { text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}', status: 400 }
    const members = message.map((sent) =>
      sent.method === 'eth_getLogs'
        ? `{"jsonrpc":"2.0","id":${sent.id},"error":{"code":-32602,"message":"bad filter"}}`
        : reply(sent, JSON.stringify(sent.method)),
    )
    return { text: `[${members.reverse().join(',')}]` }
  }
  if (message.method === 'eth_getTransactionReceipt') return 'silence'
  if (message.method === 'eth_getStorageAt') return 'drop'
  if (message.method === 'eth_chainId') return { text: '<html>', status: 502 }
  if (message.method === 'getTokenAccountBalance')
    return { text: reply(message, '{"value": {"a":[1.0, 18446744073709551615, "}\\""]} }') }
  if (message.method === 'eth_getLogs')
    return {
      status: 402,
      text: `{"jsonrpc":"2.0","id":${message.id},"error":{"code":-33000,"message":"daily credits exhausted","data":{"name":"daily-credits-exhausted","cost":255}}}`,
      headers: {
        'x-credits-cost': '0',
        'x-credits-remaining': '12',
        'x-credits-reset': '1764028800',
        'x-request-id': 'r1',
      },
    }
  return {
    text: reply(message, '"0x36"'),
    headers: { 'x-credits-cost': '80', 'x-served-by': 'cache', 'x-verified': 'proof' },
  }
}

/** A limit that no call reaches which is answered, however long the machine halts this process. */
const AMPLE_MS = 60_000

describe.each(['http', 'ws'] as const)('the generated client over %s', (protocol) => {
  let client: EvmClient
  let solana: SolanaClient
  const facts: AnswerFacts[] = []
  const options = (timeoutMs: number) => ({
    url: protocol === 'http' ? server.httpUrl : server.wsUrl,
    timeoutMs,
    onAnswer: (each: AnswerFacts) => facts.push(each),
  })
  const connect = (timeoutMs = AMPLE_MS) => new EvmClient(options(timeoutMs))
  // Each test has its own: a request that one aborted may arrive after its end.
  const server = startedEach(() => startServer(answer))
  beforeEach(() => {
    facts.length = 0
    client = connect()
    solana = new SolanaClient(options(AMPLE_MS))
  })
  afterEach(() => {
    client.close()
    solana.close()
  })

  test('has a method for every method of the contract', () => {
    for (const { name, family, effect } of Object.values(methods)) {
      if (effect === 'subscription') continue
      expect(family === 'evm' ? client : solana).toHaveProperty(name, expect.any(Function))
      expect(family === 'evm' ? solana : client).not.toHaveProperty(name)
    }
  })

  test('sends positional params with a number as id, and resolves with the result', async () => {
    await expect(client.eth_blockNumber()).resolves.toBe('0x36')
    await solana.getTokenAccountBalance(pubkey, { commitment: 'finalized' })
    await solana.getTokenAccountBalance(pubkey)
    expect(server.received.map((text) => JSON.parse(text))).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
      { jsonrpc: '2.0', id: 1, method: 'getTokenAccountBalance', params: [pubkey, { commitment: 'finalized' }] },
      { jsonrpc: '2.0', id: 2, method: 'getTokenAccountBalance', params: [pubkey] },
    ])
  })

  test('keeps many calls in flight apart', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => client.eth_blockNumber()))
    expect(results).toEqual(Array(50).fill('0x36'))
  })

  test('returns the text of a result with every digit', async () => {
    expect(await solana.rawResult('getTokenAccountBalance', [pubkey])).toBe(
      '{"value": {"a":[1.0, 18446744073709551615, "}\\""]} }',
    )
  })

  test('rejects with the error of the answer', async () => {
    const error = await client.eth_getLogs({}).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({
      code: -33000,
      name: 'daily-credits-exhausted',
      message: 'daily credits exhausted',
      data: { cost: 255 },
      method: 'eth_getLogs',
    })
  })

  test('gives every call of a batch its own outcome, in the order of the calls', async () => {
    const replies = await client.batch([
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_getLogs', params: [{}] },
      { method: 'eth_chainId', params: [] },
    ])
    expect(replies).toMatchObject([
      { result: 'eth_blockNumber' },
      { error: { code: -32602 } },
      { result: 'eth_chainId' },
    ])
    expect(server.received).toHaveLength(1)
    expect(await client.batch([])).toEqual([])
  })

  test('a batch that was refused as a whole has one error', async () => {
    const calls = Array.from({ length: 4 }, () => ({ method: 'eth_blockNumber', params: [] }) as const)
    await expect(client.batch(calls)).rejects.toMatchObject({ name: 'node-error', code: -32600 })
    await expect(client.eth_blockNumber()).resolves.toBe('0x36')
  })

  test('ends a call that is never answered, and goes on', async () => {
    client.close()
    client = connect(150)
    const spentMs = stopwatch()
    await expect(client.eth_getTransactionReceipt(`0x${'0'.repeat(64)}`)).rejects.toMatchObject({
      name: 'transport-error',
      reason: 'timeout',
    })
    expect(spentMs()).toBeLessThan(1500)
    await expect(client.eth_blockNumber({ timeoutMs: AMPLE_MS })).resolves.toBe('0x36')
  })

  test('a broken connection rejects the calls that wait, and the next call opens another', async () => {
    const outcomes = await Promise.allSettled([client.eth_getStorageAt(`0x${'0'.repeat(40)}`, '0x0', 'latest')])
    expect(outcomes).toEqual([{ status: 'rejected', reason: expect.any(TransportError) }])
    await expect(client.eth_blockNumber()).resolves.toBe('0x36')
  })

  test('close() ends the calls in flight and refuses later ones', async () => {
    const waiting = client.eth_getTransactionReceipt(`0x${'0'.repeat(64)}`).catch((thrown) => thrown)
    client.close()
    await expect(waiting).resolves.toMatchObject({ name: 'transport-error', reason: 'closed' })
    await expect(client.eth_blockNumber()).rejects.toMatchObject({ reason: 'closed' })
  })

  test('nothing listening is an error of the call, without the key in it', async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => resolve(port))
      })
    })
    const lost = new EvmClient({ url: `${protocol}://127.0.0.1:${port}/v3/secret-key`, timeoutMs: AMPLE_MS })
    for (const _ of [1, 2]) {
      const error = await lost.eth_blockNumber().catch((thrown) => thrown)
      expect(error).toBeInstanceOf(TransportError)
      expect(`${error.stack}${JSON.stringify(error)}${error.cause}`).not.toContain('secret-key')
    }
    lost.close()
  })

  test('ends a call by its signal, or by its own limit, and not the others', async () => {
    const abort = new AbortController()
    const silent = `0x${'0'.repeat(64)}` as const
    const aborted = client.eth_getTransactionReceipt(silent, { signal: abort.signal })
    const late = client.eth_getTransactionReceipt(silent, { timeoutMs: 60 })
    const other = client.eth_blockNumber()
    abort.abort(new Error('not wanted any more'))
    await expect(aborted).rejects.toThrow('not wanted any more')
    await expect(late).rejects.toMatchObject({ reason: 'timeout', method: 'eth_getTransactionReceipt' })
    await expect(other).resolves.toBe('0x36')
    await expect(client.eth_blockNumber({ signal: abort.signal })).rejects.toThrow('not wanted any more')
    await expect(client.eth_blockNumber({ timeoutMs: 0 })).rejects.toThrow('timeoutMs')
  })

  test('listens once to a signal of many calls, and no longer than they take', async () => {
    const abort = new AbortController()
    const { signal } = abort
    const silent = `0x${'0'.repeat(64)}` as const
    const listeners = () => getEventListeners(signal, 'abort').length
    const batching = new EvmClient({ ...options(AMPLE_MS), batch: 3 })
    const twelve = <Made>(make: () => Made) => Array.from({ length: 12 }, make)
    const member = { method: 'eth_blockNumber', params: [] } as const
    const answered = [
      ...twelve(() => client.batch([member, member, member], { signal })),
      ...[client, batching].flatMap((one) => twelve(() => one.eth_blockNumber({ signal }))),
    ]
    const aborted = twelve(() => client.eth_getTransactionReceipt(silent, { signal }))
    const ends = Promise.allSettled(aborted)
    await Promise.resolve()
    expect(listeners()).toBe(1)
    await Promise.all<unknown>(answered)
    expect(listeners()).toBe(1)
    abort.abort(new Error('not wanted any more'))
    expect(await ends).toMatchObject(twelve(() => ({ reason: { message: 'not wanted any more' } })))
    expect(listeners()).toBe(0)
    batching.close()
  })

  test('sends calls of one turn as one batch when it is told to, each with its own outcome and end', async () => {
    const batching = new EvmClient({ ...options(AMPLE_MS), batch: 3 })
    const abort = new AbortController()
    const outcomes = Promise.allSettled([
      batching.eth_blockNumber(),
      batching.eth_getLogs({}),
      batching.eth_chainId(),
      batching.eth_blockNumber(),
      batching.eth_chainId({ signal: abort.signal }),
    ])
    abort.abort(new Error('not wanted any more'))
    expect(await outcomes).toMatchObject([
      { value: 'eth_blockNumber' },
      { reason: { code: -32602 } },
      { value: 'eth_chainId' },
      { value: '0x36' },
      { reason: { message: 'not wanted any more' } },
    ])
    expect(server.received.map((text) => [JSON.parse(text)].flat().length)).toEqual([3, 1])
    batching.close()
  })

  test('a batch that is sent by itself and refused as a whole fails each of its calls', async () => {
    const batching = new EvmClient({ ...options(AMPLE_MS), batch: true })
    const calls = Array.from({ length: 4 }, () => batching.eth_blockNumber())
    expect(await Promise.allSettled(calls)).toMatchObject(Array(4).fill({ reason: { code: -32600 } }))
    batching.close()
  })

  test('a call whose params no JSON can hold fails alone among those of a batch', async () => {
    const batching = new EvmClient({ ...options(AMPLE_MS), batch: true })
    const outcomes = await Promise.allSettled([
      batching.eth_getStorageAt(1n as never, '0x0', 'latest'),
      batching.eth_blockNumber(),
      batching.eth_chainId(),
    ])
    expect(outcomes).toMatchObject([
      { reason: expect.any(TypeError) },
      { value: 'eth_blockNumber' },
      { value: 'eth_chainId' },
    ])
    batching.close()
  })

  if (protocol === 'ws') {
    test('uses one connection for all calls', async () => {
      const before = server.sockets()
      await Promise.all([client.eth_blockNumber(), client.eth_blockNumber(), client.eth_blockNumber()])
      expect(server.sockets()).toBe(before + 1)
    })
    return
  }

  test('an answer that is not JSON is no answer', async () => {
    await expect(client.eth_chainId()).rejects.toMatchObject({
      name: 'transport-error',
      reason: 'bad-answer',
      httpStatus: 502,
    })
  })

  test('passes on what the headers say, with the answer and with the error', async () => {
    await client.eth_blockNumber()
    expect(facts).toMatchObject([{ httpStatus: 200, creditsCost: 80, servedBy: 'cache', isVerified: true }])
    await expect(client.eth_getLogs({})).rejects.toMatchObject({
      facts: {
        httpStatus: 402,
        creditsCost: 0,
        creditsRemaining: 12,
        creditsResetAt: new Date(1764028800000),
        requestId: 'r1',
      },
    })
    expect(await client.reply('eth_blockNumber', [])).toMatchObject({
      result: '0x36',
      facts: { httpStatus: 200, creditsCost: 80, servedBy: 'cache', isVerified: true },
    })
  })
})

test('a batch that is sent by itself ends with the last of its calls', async () => {
  const signals: AbortSignal[] = []
  const client = new EvmClient({
    url: 'http://127.0.0.1/v3/KEY',
    batch: true,
    post: (_, __, signal) => {
      signals.push(signal)
      return new Promise(() => {})
    },
  })
  const [first, second] = [new AbortController(), new AbortController()]
  const outcomes = Promise.allSettled([
    client.eth_blockNumber({ signal: first.signal }),
    client.eth_chainId({ signal: second.signal }),
  ])
  await expectSoon(() => signals.length, 1)
  first.abort()
  expect(signals[0]!.aborted).toBe(false)
  second.abort()
  expect(signals[0]!.aborted).toBe(true)
  expect(await outcomes).toMatchObject([{ reason: { name: 'AbortError' } }, { reason: { name: 'AbortError' } }])
  client.close()
})

test('what onAnswer throws reaches the caller as it is, not as a failure of the transport', async () => {
  const server = await startServer(answer)
  const mistake = new Error('a mistake of the application')
  const client = new EvmClient({
    url: server.httpUrl,
    onAnswer: () => {
      throw mistake
    },
  })
  await expect(client.eth_blockNumber()).rejects.toBe(mistake)
  client.close()
  await server.close()
})

describe('the options of the client', () => {
  test.each(['127.0.0.1/v3/secret-key', 'ftp://host/v3/secret-key', ''])(
    'refuse the URL %j without repeating it',
    (url) => {
      expect(() => new EvmClient({ url })).toThrow(/^url must begin with http:/)
    },
  )

  test.each([0, -1, Number.NaN])('refuse the time limit %p', (timeoutMs) => {
    expect(() => new EvmClient({ url: 'http://127.0.0.1/', timeoutMs })).toThrow('timeoutMs')
  })
})

test('the client on fetch sends the password of its address as Basic authorization', async () => {
  const seen: (string | undefined)[] = []
  const server = createHttpServer(({ headers, url }, response) => {
    seen.push(headers.authorization, url)
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x36"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = new FetchClient({ url: `http://any:tgk_abc@127.0.0.1:${port}/ethereum-mainnet` })
  try {
    expect(await client.eth_blockNumber()).toBe('0x36')
    expect(seen).toEqual([`Basic ${btoa(':tgk_abc')}`, '/ethereum-mainnet'])
  } finally {
    client.close()
    server.closeAllConnections()
    server.close()
  }
})

test('settings that an application makes for its own axios do not rule the client', async () => {
  const seen: (string | undefined)[] = []
  const server = createHttpServer(({ headers }, response) => {
    seen.push(headers.authorization)
    setTimeout(() => response.end('{"jsonrpc":"2.0","id":1,"result":"0x36"}'), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { timeout, maxContentLength } = axios.defaults
  axios.defaults.headers.common.Authorization = 'Bearer secret-of-the-application'
  Object.assign(axios.defaults, { timeout: 1, maxContentLength: 1 })
  const urls: (string | undefined)[] = []
  axios.interceptors.request.use((config) => {
    urls.push(config.url)
    return config
  })
  axios.interceptors.response.use(({ data }) => data)
  const client = new EvmClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/secret-key` })
  try {
    expect(await client.eth_blockNumber()).toBe('0x36')
    expect([seen, urls]).toEqual([[undefined], []])
  } finally {
    axios.interceptors.request.clear()
    axios.interceptors.response.clear()
    delete axios.defaults.headers.common.Authorization
    Object.assign(axios.defaults, { timeout, maxContentLength })
    client.close()
    server.closeAllConnections()
    server.close()
  }
})
