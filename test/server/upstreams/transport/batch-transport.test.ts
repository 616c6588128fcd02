import { setTimeout as wait } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { connectUpstream } from '../../../../src/server/upstreams/transport/connect.js'
import type { AnswerSink, UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { startAnvil } from '../../../../src/tools/demo/anvil.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../../../support/fake-upstream.js'
import { ask } from '../../../support/raw-node.js'

interface Call {
  readonly id: number
  readonly params: readonly [string]
}
const caller = new AccountShare()
const call = (name: string, padding = '') =>
  `{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["${name}${padding}"]}`
const answer = ({ id, params }: Call) => ({ jsonrpc: '2.0', id, result: `answer ${params[0]}` })

describe('calls that share round trips as a batch', () => {
  let node: FakeUpstream
  let isSharing: boolean[]
  let transport: ReturnType<typeof connectUpstream>
  let batches: (json: Call[]) => FakeReply
  let singles: (json: Call) => FakeReply
  beforeEach(async () => {
    batches = (json) => ({ json: json.map(answer) })
    singles = (json) => ({ json: answer(json) })
    node = await startFakeUpstream(({ json }) => (Array.isArray(json) ? batches(json) : singles(json)))
    isSharing = []
    transport = connectUpstream(
      { url: node.url, share: 'batch' },
      {
        maxConnections: 50,
        maxWaiting: 1_000,
        maxAnswerBytes: 1_000_000,
        onSharing: (is) => isSharing.push(is),
      },
    )
  })
  afterEach(async () => {
    await transport.close()
    await node.stop()
  })

  /** Asks, and reads the answer as a forwarded call does: by the id that the sink was told. */
  const askFor = (
    name: string,
    { canBatch = true, padding = '', watch = {} as Partial<AnswerSink>, account = caller } = {},
  ) => {
    const asked = ask(transport, call(name, padding), watch, canBatch, account)
    const result = asked.heard.then(({ status, body, idText, error }) => {
      if (error !== undefined) return error.message
      if (status !== 200) return `HTTP ${status}`
      const json = JSON.parse(String(body)) as { id: number; result: string }
      return `${json.id}` === idText ? json.result : 'wrong id'
    })
    return { ...asked, result }
  }
  const askAll = (names: readonly string[]) => Promise.all(names.map((name) => askFor(name).result))
  const names = (count: number) => Array.from({ length: count }, (_, index) => `call-${index}`)
  const right = (count: number) => names(count).map((name) => `answer ${name}`)
  const sizes = () => node.requests.map(({ json }) => (Array.isArray(json) ? json.length : 1))

  test('go out together, and each gets its own answer', async () => {
    expect(await askAll(names(10))).toEqual(right(10))
    expect(sizes()).toEqual([10])
  })

  test('share a batch with calls of their own account only, so that no account waits for the calls of another', async () => {
    batches = () => ({ hang: true })
    const [slow, quick] = [new AccountShare(), new AccountShare()]
    const hanging = ['a', 'b'].map((name) => askFor(name, { account: slow }))
    const alone = askFor('c', { account: quick })
    hanging.push(askFor('d', { account: slow }))
    await expectSoon(() => sizes().sort(), [1, 3])
    expect(await alone.result).toBe('answer c')
    for (const { exchange } of hanging) exchange.abort()
  })

  test('get their own answers in whatever order the node gives them', async () => {
    batches = (json) => ({ json: json.map(answer).reverse() })
    expect(await askAll(names(10))).toEqual(right(10))
    expect(sizes()).toEqual([10])
  })

  test('go out as they are when they come alone', async () => {
    expect(await askFor('one').result).toBe('answer one')
    expect(node.requests[0]!.body).toBe(call('one'))
  })

  test('go out alone when they are not cheap', async () => {
    const all = ['a', 'b', 'c'].map((name) => askFor(name, { canBatch: false }).result)
    expect(await Promise.all(all)).toEqual(['answer a', 'answer b', 'answer c'])
    expect(sizes()).toEqual([1, 1, 1])
  })

  test('are at most 64 in a batch', async () => {
    expect(await askAll(names(130))).toEqual(right(130))
    expect(sizes().sort()).toEqual([2, 64, 64])
  })

  test('are at most 64 KB in a batch, but for one larger call', async () => {
    const all = ['a', 'b', 'c'].map((name) => askFor(name, { padding: 'x'.repeat(30_000) }).result)
    await Promise.all(all)
    await askFor('d', { padding: 'x'.repeat(100_000) }).result
    expect(sizes()).toEqual([2, 1, 1])
  })

  test('are not sent when no caller waits for them any more', async () => {
    const left = askFor('left')
    const stays = askFor('stays')
    left.exchange.abort()
    expect(await stays.result).toBe('answer stays')
    expect(node.requests[0]!.body).toBe(call('stays'))
    expect(left.count()).toBe(0)
  })

  test('whose caller leaves do not disturb the others', async () => {
    batches = (json) => ({ json: json.map(answer), delayMs: 50 })
    const [one, two, three] = [askFor('one'), askFor('two'), askFor('three')]
    await wait(20)
    two.exchange.abort()
    expect(await Promise.all([one.result, three.result])).toEqual(['answer one', 'answer three'])
    expect(two.count()).toBe(0)
  })

  test('close their exchange when all callers left', async () => {
    batches = () => ({ hang: true })
    const all = [askFor('one'), askFor('two')]
    while (node.requests.length === 0) await wait(5)
    for (const { exchange } of all) exchange.abort()
    while (node.abortedCount === 0) await wait(5)
    expect(all.map(({ count }) => count())).toEqual([0, 0])
  })

  test.each<[string, (json: Call[]) => FakeReply]>([
    ['an error object', () => ({ json: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } } })],
    ['a refusal', () => ({ raw: 'no', status: 400 })],
    ['a mistake of its own', () => ({ raw: 'oops', status: 500 })],
    ['one answer missing', (json) => ({ json: json.slice(1).map(answer) })],
    ['wrong ids', (json) => ({ json: json.map((one) => answer({ ...one, id: one.id + 1 })) })],
    ['the ids as text', (json) => ({ json: json.map((one) => ({ ...answer(one), id: `${one.id}` })) })],
    ['the same answer twice', (json) => ({ json: [...json.slice(1), json[1]!].map(answer) })],
    ['half of it', () => ({ raw: '[{"jsonrpc":"2.0","id":1,"result":"answer' })],
    ['a cut connection', () => ({ destroy: true })],
    ['more than is taken', () => ({ raw: `[${'x'.repeat(5_000_000)}]` })],
  ])('are asked again one by one when the node gives %s, and then share no more for a while', async (_, reply) => {
    batches = reply
    expect(await askAll(names(5))).toEqual(right(5))
    const before = node.requests.length
    expect(await askAll(names(5))).toEqual(right(5))
    expect(sizes().slice(before)).toEqual([1, 1, 1, 1, 1])
    expect(isSharing).toEqual([true, false])
  })

  test.each([429, 503])('all hear of status %i, and the node is not asked more', async (status) => {
    batches = () => ({ raw: 'busy', status })
    expect(await askAll(names(5))).toEqual(Array(5).fill(`HTTP ${status}`))
    expect(sizes()).toEqual([5])
    expect(isSharing).toEqual([true])
  })

  test('are asked once more only', async () => {
    batches = () => ({ raw: 'no', status: 400 })
    singles = () => ({ raw: 'no', status: 400 })
    expect(await askAll(names(3))).toEqual(Array(3).fill('HTTP 400'))
    expect(sizes()).toEqual([3, 1, 1, 1])
  })

  /**
   * Sends three batches that the node never answers. The callers of each hang up after `afterMs`.
   */
  const hangUpThrice = async (afterMs: number) => {
    batches = () => ({ hang: true })
    for (let batch = 0; batch < 3; batch++) {
      const all = [askFor('one'), askFor('two')]
      while (node.requests.length <= batch) await wait(5)
      await wait(afterMs)
      for (const { exchange } of all) exchange.abort()
      // Calls that are given up within 100 ms are one sign.
      await wait(110)
    }
  }

  test('share no more for a while when no caller waits for three batches in a row', async () => {
    await hangUpThrice(110)
    expect(isSharing).toEqual([true, false])
    expect(await askAll(names(2))).toEqual(right(2))
  })

  test('go on sharing when callers hang up as soon as a batch is sent', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0)
    await hangUpThrice(0).finally(() => clock.mockRestore())
    expect(isSharing).toEqual([true])
  })

  test('go on sharing when a caller leaves with all its connections, in several turns of the event loop', async () => {
    batches = () => ({ hang: true })
    const asked = []
    for (let batch = 0; batch < 3; batch++) {
      asked.push([askFor('one'), askFor('two')])
      while (node.requests.length <= batch) await wait(5)
    }
    // Sooner, it would say nothing about the node.
    await wait(110)
    // However long these turns take: the time in which they count as one sign does not end.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'setImmediate'] })
    for (const batch of asked) {
      for (const { exchange } of batch) exchange.abort()
      await new Promise((turn) => setImmediate(turn))
    }
    jest.useRealTimers()
    expect(isSharing).toEqual([true])
  })

  test('may end a call from within a call of its sink', async () => {
    const first = askFor('one', { watch: { head: () => first.exchange.abort() } })
    const second = askFor('two')
    expect(await second.result).toBe('answer two')
    expect(first.count()).toBe(1)
  })
})

test('a real EVM node answers calls in a batch as it answers them alone', async () => {
  const anvil = await startAnvil()
  const setting = { maxConnections: 10, maxWaiting: 1_000, maxAnswerBytes: 1_000_000 } as const
  let isSharing = false
  const onSharing = (is: boolean) => {
    isSharing = is
  }
  const single = connectUpstream({ url: anvil.url, share: 'off' }, { ...setting, onSharing: () => {} })
  const shared = connectUpstream({ url: anvil.url, share: 'batch' }, { ...setting, onSharing })
  const address = `0x${'11'.repeat(20)}`
  const bodies = [
    ...Array.from({ length: 40 }, (_, index) => call(`${address}","0x${index.toString(16)}","latest`)),
    '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
    call('nonsense'),
    '{"jsonrpc":"2.0","id":1,"method":"eth_none","params":[]}',
  ]
  const askAll = (transport: UpstreamTransport) =>
    Promise.all(
      bodies.map(async (body) => {
        const heard = await ask(transport, body, {}, true).heard
        const { id, result, error } = JSON.parse(String(heard.body)) as Record<string, unknown>
        expect(`${id}`).toBe(heard.idText)
        return error === undefined ? result : 'an error'
      }),
    )
  const answers = await askAll(shared)
  expect(answers.slice(-3)).toEqual(['0x7a69', 'an error', 'an error'])
  expect(answers).toEqual(await askAll(single))
  expect(isSharing).toBe(true)
  await Promise.all([single.close(), shared.close()])
  await anvil.stop()
})
