import { errors } from '../../../../generated/errors.js'
import { isFailure, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { textOf } from '../../../support/charged-call.js'
import { aNode, forwarding, type NodeStep, type TestNode } from '../../../support/forwarding.js'
import { timeByTurns } from '../../../support/time-by-turns.js'

timeByTurns()

const good: NodeStep = { result: '"0x1"' }
const statesOf = (nodes: readonly TestNode[]) => nodes.map(({ upstream }) => upstream.health.state)
const askedOf = (nodes: readonly TestNode[]) => nodes.map(({ asked }) => asked.length)
const nameOf = (reply: Reply) => (isFailure(reply) ? reply.name : 'answered')
/** Four megabytes and a little: more than the forwarding of these tests takes. */
const tooLong = `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(1 << 22)}"}`

describe('a write', () => {
  const failing = (code: string): NodeStep => ({ failure: Object.assign(new Error(code), { code, isUnsent: true }) })
  test.each<[string, NodeStep]>([
    ['whose connection broke in the TLS handshake', failing('ECONNRESET')],
    ['whose certificate has expired', failing('CERT_HAS_EXPIRED')],
    ['that refuses our key', { status: 401 }],
    [
      'that refuses our key as JSON-RPC',
      { status: 401, body: '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}' },
    ],
  ])('is asked of another node after one %s: that one has taken nothing', async (_about, step) => {
    const nodes = [aNode('a', step), aNode('b', good)]
    const { ask } = forwarding(nodes, { effect: 'write' })
    expect(textOf(await ask())).toBe('"0x1"')
    expect(askedOf(nodes)).toEqual([1, 1])
  })
})

describe('a call that no node can answer', () => {
  const outcomes: [string, NodeStep, string][] = [
    ['is refused with 400', { status: 400, body: 'no' }, 'bad-upstream-answer'],
    ['is refused with 413', { status: 413, body: 'too large' }, 'request-too-large'],
    ['is refused with 422', { status: 422 }, 'bad-upstream-answer'],
    ['has an answer above the limit', { status: 200, body: tooLong }, 'answer-too-large'],
  ]

  test.each(outcomes)('that %s leaves the nodes up, however often it is made', async (_about, step, name) => {
    const [nodes, partner] = [[aNode('a', step), aNode('b', step)], aNode('partner', good)]
    const { ask, budget } = forwarding(nodes, { partner })
    for (let count = 0; count < 10; count++) expect(nameOf(await ask(1_000, { canFailOver: true }))).toBe(name)
    expect([statesOf(nodes), nodes.map(({ upstream }) => upstream.health.rank(Date.now()))]).toEqual([
      ['up', 'up'],
      [0, 0],
    ])
    expect([partner.asked.length, budget.heldBytes]).toEqual([0, 0])
    expect(nodes.map(({ upstream }) => upstream.health.inFlight)).toEqual([0, 0])
  })

  test.each(outcomes.filter(([, , name]) => name !== 'request-too-large'))(
    'that %s is asked of one node',
    async (_about, step) => {
      const nodes = [aNode('a', step), aNode('b', step), aNode('c', good)]
      await forwarding(nodes).ask()
      expect(askedOf(nodes)).toEqual([1, 0, 0])
    },
  )

  test('that is too long for a node is asked of one more, whose limit is not known', async () => {
    const refusing: NodeStep = { status: 413 }
    const wider = [aNode('a', refusing), aNode('b', good), aNode('c', refusing)]
    expect(textOf(await forwarding(wider).ask())).toBe('"0x1"')
    const all = [aNode('a', refusing), aNode('b', refusing), aNode('c', good)]
    expect(nameOf(await forwarding(all).ask())).toBe('request-too-large')
    expect([askedOf(wider), askedOf(all)]).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ])
  })

  test('that is too long for a node is not asked of those whose limit is no wider', async () => {
    const nodes = [8_192, 4_096, 8_192, 16_384].map((maxRequestBytes, index) =>
      aNode(`node-${index}`, { status: 413 }, { maxRequestBytes }),
    )
    await forwarding(nodes).ask()
    expect(askedOf(nodes)).toEqual([1, 0, 0, 1])
  })

  test('that is longer than a node takes is not sent to it, and to none where all take less', async () => {
    const nodes = [aNode('narrow', good, { maxRequestBytes: 1_024 }), aNode('wide', good, { maxRequestBytes: 4_096 })]
    const { ask } = forwarding(nodes)
    const params = (bytes: number) => ({ paramsText: JSON.stringify(['x'.repeat(bytes)]) })
    for (let count = 0; count < 4; count++) await ask(1_000, params(2_000))
    expect(askedOf(nodes)).toEqual([0, 4])
    expect(await ask(1_000, params(5_000))).toMatchObject({
      name: 'request-too-large',
      error: { data: { maxBytes: 4_096 } },
      costCredits: 0,
    })
    expect(askedOf(nodes)).toEqual([0, 4])
  })

  test('is charged where a node worked for it', () => {
    expect([errors['answer-too-large'].isCharged, errors['request-too-large'].isCharged]).toEqual([true, false])
  })

  test('is answered by the node that was asked beside one that refused it', async () => {
    let isAsked = () => {}
    const after = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const other = aNode('b', () => {
      isAsked()
      return { result: '"0x1"', afterMs: 50 }
    })
    const { ask } = forwarding([aNode('a', { status: 400, after }), other])
    expect(textOf(await ask(10_000))).toBe('"0x1"')
  })
})

describe('a status that is about the node', () => {
  test.each([401, 402, 403, 404, 405, 408, 429, 500, 502, 503])(
    '%d is its failure, and another is asked',
    async (status) => {
      const nodes = [aNode('a', { status }), aNode('b', good)]
      const { ask } = forwarding(nodes)
      expect(textOf(await ask())).toBe('"0x1"')
      expect(nodes[0]!.upstream.health.rank(Date.now(), 'account-1')).toBe(2)
    },
  )
})

describe('failures that a caller may have caused', () => {
  const troubles: [string, NodeStep][] = [
    ['500', { status: 500 }],
    ['nonsense', { status: 200, body: '<html>' }],
    ['a forbidden body', { status: 403 }],
    ['silence', { silent: true }],
  ]
  const asks = (account: string) => ({ account })

  test.each(troubles)('open no circuit when one account met them with one method: %s', async (_about, step) => {
    const node = aNode('a', step)
    const { ask } = forwarding([node])
    for (let count = 0; count < 6; count++) await ask(20, asks('one'))
    expect(statesOf([node])).toEqual(['up'])
  })

  test.each(troubles)('open it when two accounts met them: %s', async (_about, step) => {
    const node = aNode('a', step)
    const { ask } = forwarding([node])
    for (const account of ['one', 'one', 'two']) await ask(20, asks(account))
    expect(statesOf([node])).toEqual(['down'])
  })

  test('open it when two methods met them', async () => {
    const node = aNode('a', { status: 500 })
    for (const method of ['eth_getStorageAt', 'eth_chainId', 'eth_getStorageAt'] as const)
      await forwarding([node], { method }).ask(20, asks('one'))
    expect(statesOf([node])).toEqual(['down'])
  })

  test('open it at once where nothing of a call was sent', async () => {
    const node = aNode('a', { refused: true })
    const { ask } = forwarding([node])
    for (let count = 0; count < 3; count++) await ask(20, asks('one'))
    expect(statesOf([node])).toEqual(['down'])
  })
})
