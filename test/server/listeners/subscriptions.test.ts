import { anEvent } from '../../support/event-streams.js'
import { callOf, post } from '../../support/gateway.js'
import { resultIn, SUBSCRIBE, startStreamGateway, unsubscribe } from '../../support/stream-gateway.js'
import { openSocket } from '../../support/web-socket.js'

type Gateway = Awaited<ReturnType<typeof startStreamGateway>>
let gateway: Gateway

const start = async (setting: Parameters<typeof startStreamGateway>[0] = {}) => {
  gateway = await startStreamGateway(setting)
  return gateway
}
afterEach(async () => gateway.stop())

/** Sends events to each stream before, while and after it is opened. */
const sendEarly = ({ source }: Gateway) => {
  const { open } = source
  source.open = async (params, sink) => {
    sink.event(anEvent('before'))
    const stream = await open.call(source, params, sink)
    sink.event(anEvent('after'))
    setImmediate(() => sink.event(anEvent('later')))
    return stream
  }
}

test('the reply comes before the first event in a thousand races, and then each event once and in order', async () => {
  const started = await start()
  sendEarly(started)
  const socket = await started.connect()
  for (let index = 0; index < 1_000; index++) socket.send(callOf('eth_subscribe', ['newHeads'], index))
  const messages = (await socket.received(4_000)).map((text) => JSON.parse(text))
  const events = new Map<string, unknown[]>()
  for (const { id, result, params } of messages) {
    if (id !== undefined) events.set(result, [])
    // The reply has not come yet if there is no list.
    else events.get(params.subscription)!.push(params.result)
  }
  expect(events.size).toBe(1_000)
  expect([...events.values()].filter((names) => names.join() !== 'before,after,later')).toEqual([])
  await socket.close()
})

test("a batch's whole reply comes before the events of its subscriptions", async () => {
  const started = await start()
  sendEarly(started)
  const socket = await started.connect()
  socket.send([SUBSCRIBE, callOf('eth_chainId'), { ...SUBSCRIBE, id: 3 }])
  const messages = (await socket.received(7)).map((text) => JSON.parse(text))
  expect(messages[0]).toHaveLength(3)
  const ids = messages[0].flatMap(({ result }: { result?: string }) => result ?? [])
  expect(ids).toHaveLength(2)
  expect(new Set(messages.slice(1).map(({ params }) => params.subscription))).toEqual(new Set(ids))
  await socket.close()
})

test("a slow call of a batch holds back the events of the batch's own subscriptions, and no others", async () => {
  const { source, connect } = await start()
  const socket = await connect()
  const live = resultIn(await socket.ask(SUBSCRIBE))
  const { open } = source
  let [answerSlowCall, isOpen] = [() => {}, () => {}]
  const slow = new Promise<void>((resolve) => {
    answerSlowCall = resolve
  })
  const opened = new Promise<void>((resolve) => {
    isOpen = resolve
  })
  let calls = 0
  source.open = async (params, sink) => {
    if (++calls === 2) await slow
    const stream = await open.call(source, params, sink)
    isOpen()
    return stream
  }
  socket.send([SUBSCRIBE, { ...SUBSCRIBE, id: 2 }])
  await opened
  source.send(anEvent('one'))
  expect(JSON.parse((await socket.received(2))[1]!).params).toEqual({ subscription: live, result: 'one' })
  answerSlowCall()
  const [, , reply, held] = (await socket.received(4)).map((text) => JSON.parse(text))
  expect(held.params).toEqual({ subscription: reply[0].result, result: 'one' })
  await socket.close()
})

test('an unsubscription is answered true, and no event follows it; then the id is unknown', async () => {
  const { source, connect, credits } = await start()
  const socket = await connect()
  const id = resultIn(await socket.ask(SUBSCRIBE))
  source.send(anEvent('one'))
  await socket.received(2)
  socket.send(unsubscribe(id))
  source.send(anEvent('two'))
  const messages = await socket.received(4)
  const ended = messages.findIndex((text) => JSON.parse(text).result === true)
  source.send(anEvent('three'))
  const again = JSON.parse(await socket.ask(unsubscribe(id)))
  expect(again.error).toMatchObject({ code: -32000, message: 'subscription not found' })
  expect(socket.messages.slice(ended + 1)).toHaveLength(1)
  expect([source.sinks.length, credits.users]).toEqual([0, 0])
  await socket.close()
})

test('subscribing costs its price, unsubscribing nothing', async () => {
  const { connect, ...rest } = await start()
  const socket = await connect()
  await socket.ask(unsubscribe(resultIn(await socket.ask(SUBSCRIBE))))
  const costs = rest.logLines
    .filter(({ message }) => message === 'call')
    .map(({ method, costCredits }) => [method, costCredits])
  expect(costs).toEqual([
    ['eth_subscribe', 5],
    ['eth_unsubscribe', 0],
  ])
  await socket.close()
})

test('the same key gets the same id for the same subscription on a new connection, and another key another', async () => {
  const { addKey, socketUrl } = await start()
  const [key, other] = [await addKey(), await addKey()]
  const idOf = async (text: string, call: object = SUBSCRIBE) => {
    const socket = await openSocket(socketUrl(text))
    const id = resultIn(await socket.ask(call))
    await socket.close()
    return id
  }
  const filter = { address: `0x${'aB'.repeat(20)}`, topics: [] }
  const logs = (...params: object[]) => callOf('eth_subscribe', ['logs', ...params])
  const first = await idOf(key)
  expect(await idOf(key)).toBe(first)
  expect(await idOf(other)).not.toBe(first)
  const ofLogs = await idOf(key, logs(filter))
  expect(await idOf(key, logs({ ...filter, address: filter.address.toLowerCase() }))).toBe(ofLogs)
  expect(await idOf(key, logs(filter, { after: { blockHash: `0x${'11'.repeat(32)}` } }))).toBe(ofLogs)
  expect(await idOf(key, logs())).not.toBe(ofLogs)
  expect(await idOf(key, logs({}))).toBe(await idOf(key, logs()))
})

describe('refused are', () => {
  test('subscriptions over HTTP, in the words of geth', async () => {
    const { addKey, url } = await start()
    const { json } = await post(`${url}/main/v3/${await addKey()}`, SUBSCRIBE)
    expect(json.error).toMatchObject({ code: -32601, message: 'notifications not supported' })
    const ended = await post(`${url}/main/v3/${await addKey()}`, unsubscribe('0x1'))
    expect(ended.json.error.data.name).toBe('subscription-over-http')
  })

  test('kinds that there are not, in the words of geth', async () => {
    const { connect } = await start()
    const socket = await connect()
    const { error } = JSON.parse(await socket.ask(callOf('eth_subscribe', ['syncing'])))
    expect(error).toMatchObject({ code: -32601, message: 'no "syncing" subscription in eth namespace' })
    await socket.close()
  })

  test("unknown ids, in each family's words, and ids of another method", async () => {
    const { connect } = await start()
    const [evm, solana] = [await connect(), await connect('sol')]
    expect(JSON.parse(await evm.ask(unsubscribe('0x1234'))).error.data.name).toBe('subscription-not-found-evm')
    const { error } = JSON.parse(await solana.ask(callOf('slotUnsubscribe', [17])))
    expect(error).toMatchObject({ code: -32602, message: 'Invalid subscription id.' })
    const id = resultIn(await solana.ask(callOf('slotSubscribe')))
    expect(Number.isSafeInteger(id)).toBe(true)
    expect(JSON.parse(await solana.ask(callOf('rootUnsubscribe', [id]))).error).toMatchObject({ code: -32602 })
    expect(resultIn(await solana.ask(callOf('slotUnsubscribe', [id])))).toBe(true)
    await Promise.all([evm.close(), solana.close()])
  })

  test.each([
    [{ kind: 'no-node' }, 0, { data: { name: 'no-upstream' } }],
    [{ kind: 'no-room' }, 0, { data: { name: 'overloaded' } }],
    [{ kind: 'not-offered' }, 0, { data: { name: 'method-unavailable' } }],
    [{ kind: 'resume-point-unknown' }, 5, { code: -32602, data: { reason: 'resume_point_unknown' } }],
  ] as const)(
    'streams that do not open (%j), for %d credits: nodes were asked or not',
    async (refusal, cost, error) => {
      const { source, connect, credits, logLines } = await start()
      source.refusal = refusal
      const socket = await connect()
      expect(JSON.parse(await socket.ask(SUBSCRIBE))).toMatchObject({ error })
      expect([credits.users, logLines.find(({ message }) => message === 'call')?.costCredits]).toEqual([0, cost])
      await socket.close()
    },
  )

  test("subscriptions that a node refuses, with the node's own error", async () => {
    const { source, connect } = await start()
    const error = { code: -32602, message: 'bad', data: 'node' }
    source.refusal = {
      kind: 'node-error',
      code: error.code,
      message: error.message,
      bytes: Buffer.from(JSON.stringify(error)),
    }
    const socket = await connect()
    expect(JSON.parse(await socket.ask(SUBSCRIBE)).error).toEqual(error)
    await socket.close()
  })
})

describe('of two thousand subscribing calls', () => {
  const LIMIT = 1_000
  const outcomesOf = (replies: { result?: string; error?: { data: object } }[]) => {
    const refused = replies.filter(({ error }) => error !== undefined)
    expect(new Set(refused.map(({ error }) => JSON.stringify(error!.data)))).toEqual(
      new Set([JSON.stringify({ name: 'too-many-subscriptions', scope: 'connection', maxSubscriptions: LIMIT })]),
    )
    return [replies.length - refused.length, refused.length]
  }

  test('in one packet, a thousand are refused', async () => {
    const { connect, source } = await start()
    const socket = await connect()
    ;(socket.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket.cork()
    for (let index = 0; index < 2 * LIMIT; index++) socket.send({ ...SUBSCRIBE, id: index })
    ;(socket.socket as unknown as { _socket: { cork(): void; uncork(): void } })._socket.uncork()
    const replies = (await socket.received(2 * LIMIT)).map((text) => JSON.parse(text))
    expect(outcomesOf(replies)).toEqual([LIMIT, LIMIT])
    expect(source.sinks).toHaveLength(LIMIT)
    await socket.close()
  })

  test('in batches, a thousand are refused', async () => {
    const { connect } = await start({ limits: { maxBatch: 2 * LIMIT } })
    const socket = await connect()
    const [reply] = [await socket.ask(Array.from({ length: 2 * LIMIT }, (_, id) => ({ ...SUBSCRIBE, id })))]
    expect(outcomesOf(JSON.parse(reply!))).toEqual([LIMIT, LIMIT])
    await socket.close()
  })
})

test('an account has no more subscriptions than its plan allows, over all its connections, until one closes', async () => {
  const plans = { few: { dailyCredits: 10_000, creditsPerSecond: 10_000, maxSubscriptions: 3 } }
  const { addKey, socketUrl } = await start({ plans })
  const key = await addKey({}, { plan: 'few' })
  const [one, other] = [await openSocket(socketUrl(key)), await openSocket(socketUrl(key))]
  for (const socket of [one, one, other]) expect(resultIn(await socket.ask(SUBSCRIBE))).toMatch(/^0x/)
  const { error } = JSON.parse(await other.ask(SUBSCRIBE))
  expect(error.data).toEqual({ name: 'too-many-subscriptions', maxSubscriptions: 3, scope: 'account' })
  await one.close()
  expect(resultIn(await other.ask(SUBSCRIBE))).toMatch(/^0x/)
  await other.close()
})
