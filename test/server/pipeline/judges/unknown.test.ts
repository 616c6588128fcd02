import { methods } from '../../../../generated/methods.js'
import { preflightJudge, unknownJudge } from '../../../../src/server/pipeline/judges/unknown.js'
import type { Outcome } from '../../../../src/server/upstreams/outcome.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { callOf, errorOf, resultOf } from '../../../support/outcomes.js'

const usableAt = (head: bigint | undefined, isUsable = true, { weight = 1, state = 'up' } = {}) =>
  ({ weight, health: { head, isUsable, state: isUsable ? state : 'down' } }) as Upstream

describe('a result with the value by which a node says that it does not know', () => {
  const call = callOf('eth_chainId')
  const at = '/value/err'
  const said = (value: unknown) => resultOf(JSON.stringify({ context: { slot: 99 }, value }))
  const unknown = said({ err: 'BlockhashNotFound', logs: [] })
  const network = [usableAt(100n), usableAt(100n)]
  const judge = unknownJudge(methods.eth_chainId, { at, is: 'BlockhashNotFound' }, { upstreams: network })
  const doubt = (outcome: Outcome) => judge(callOf('eth_chainId'), network[0]!, outcome)

  test('is doubted once, whatever the heads are', () => {
    expect(network.map((upstream) => judge(call, upstream, unknown))).toEqual(['node_behind', undefined])
  })

  test.each([
    ['is down', usableAt(100n, false)],
    ['is a reserve', usableAt(99n, true, { weight: 0 })],
    ['is slow', usableAt(99n, true, { state: 'slow' })],
    ['is behind', usableAt(98n, true, { state: 'behind' })],
  ])('is believed if the only other node %s', (_state, other) => {
    const upstreams = [usableAt(99n), other]
    const judgeAlone = unknownJudge(methods.eth_chainId, { at, is: 'BlockhashNotFound' }, { upstreams })
    expect(judgeAlone(call, upstreams[0]!, unknown)).toBeUndefined()
  })

  test.each([{ weight: 0 }, { state: 'slow' }])('is doubted if the other node (%j) is ahead', (facts) => {
    const upstreams = [usableAt(99n), usableAt(100n, true, facts)]
    const judgeOf = unknownJudge(methods.eth_chainId, { at, is: 'BlockhashNotFound' }, { upstreams })
    expect(judgeOf(call, upstreams[0]!, unknown)).toBe('node_behind')
  })

  test.each([
    ['null', null, said(null)],
    ['false', false, said(false)],
  ])('may be %s', (_text, is, outcome) => {
    const judgeOf = () => unknownJudge(methods.eth_chainId, { at: '/value', is }, { upstreams: network })
    expect(judgeOf()(call, network[0]!, outcome)).toBe('node_behind')
    expect(judgeOf()(call, network[0]!, said(5_000))).toBeUndefined()
  })

  test('is the only one that is, and no error is', () => {
    const others = [said({ err: null }), said({ err: 'AccountNotFound' }), said(null), resultOf('null'), resultOf('{}')]
    for (const outcome of [...others, errorOf(-32000, 'boom')]) expect(doubt(outcome)).toBeUndefined()
  })

  test('may be the whole result', () => {
    const whole = unknownJudge(methods.eth_chainId, { at: '', is: null }, { upstreams: network })
    expect(whole(call, network[0]!, resultOf('{"a":null}'))).toBeUndefined()
    expect(whole(call, network[0]!, resultOf('null'))).toBe('node_behind')
  })

  test('may be an empty list, or a text that is the whole result', () => {
    const list = unknownJudge(methods.eth_chainId, { at: '', is: [] }, { upstreams: network })
    for (const other of ['[[]]', '["0x"]', '{}', 'null'])
      expect(list(call, network[0]!, resultOf(other))).toBeUndefined()
    expect(list(call, network[0]!, resultOf('[]'))).toBe('node_behind')
    const bytes = unknownJudge(methods.eth_chainId, { at: '', is: '0x' }, { upstreams: network })
    expect(bytes(callOf('eth_chainId'), network[0]!, resultOf('"0x02f8"'))).toBeUndefined()
    expect(bytes(callOf('eth_chainId'), network[0]!, resultOf('"0x"'))).toBe('node_behind')
  })

  test('is doubted of a block by its hash, and believed of one by its number or a tag', () => {
    const doubtAt = (block: unknown) => {
      const storage = callOf('eth_getStorageAt', `0x${'5f'.repeat(20)}`, '0x0', block)
      return unknownJudge(storage.row, { at: '', is: null }, { upstreams: network })(
        storage,
        network[0]!,
        resultOf('null'),
      )
    }
    const hash = `0x${'11'.repeat(32)}`
    expect([hash, { blockHash: hash }].map(doubtAt)).toEqual(['node_behind', 'node_behind'])
    expect(['0x64', 'latest', { blockNumber: '0x64' }].map(doubtAt)).toEqual([undefined, undefined, undefined])
  })

  test('is read in pieces, and not in what is long or still arrives', () => {
    const payloadOf = (text: string, more: object = {}): Outcome => ({
      kind: 'result',
      payload: { chunks: [Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))], release: () => {}, ...more },
    })
    const text = '{"value":{"err":"BlockhashNotFound"}}'
    expect(doubt(payloadOf(text))).toBe('node_behind')
    expect(doubt(payloadOf(`${text}${' '.repeat(4_096)}`))).toBeUndefined()
    expect(doubt(payloadOf(text, { rest: [] }))).toBeUndefined()
    // Without its chunks, which are made when they are read.
    expect(doubt(payloadOf('', { text }))).toBe('node_behind')
    expect(doubt(payloadOf('', { text: `${text}${' '.repeat(4_096)}` }))).toBeUndefined()
  })
})

describe('an unknown blockhash or payer in a failed preflight', () => {
  const refused = (data: unknown, code = -32002): Outcome => ({
    kind: 'node-error',
    code,
    message: 'Transaction simulation failed: Blockhash not found',
    bytes: Buffer.from(JSON.stringify({ code, message: '', data })),
  })
  const unknown = refused({ err: 'BlockhashNotFound' })
  /**
   * Returns the judge's verdicts when these nodes of a network give the same answer to one call, in
   * turn.
   */
  const doubts = (network: readonly Upstream[], answering: readonly Upstream[]) => {
    const judge = preflightJudge({ upstreams: network })
    const call = callOf('eth_chainId')
    return answering.map((upstream) => judge(call, upstream, unknown))
  }

  test('is doubted once for each call, and no other error of it', () => {
    const upstream = usableAt(100n)
    const judge = preflightJudge({ upstreams: [upstream, usableAt(100n)] })
    const [one, other] = [callOf('eth_chainId'), callOf('eth_chainId')]
    for (const answer of [
      refused(undefined),
      refused(null),
      refused({ err: 'AlreadyProcessed' }),
      refused({ err: 'BlockhashNotFound' }, -32003),
    ])
      expect(judge(one, upstream, answer)).toBeUndefined()
    expect([one, one, other].map((call) => judge(call, upstream, unknown))).toEqual([
      'node_behind',
      undefined,
      'node_behind',
    ])
    expect(judge(callOf('eth_chainId'), upstream, refused({ err: 'AccountNotFound' }))).toBe('node_behind')
  })

  test('is doubted again while a node that is further ahead has not answered', () => {
    const [ahead, second, third] = [usableAt(100n), usableAt(98n), usableAt(98n)]
    const network = [ahead, second, third]
    expect(doubts(network, [second, third, ahead])).toEqual(['node_behind', 'node_behind', undefined])
    expect(doubts(network, [ahead, second])).toEqual(['node_behind', undefined])
    expect(doubts(network, [second, ahead, third])).toEqual(['node_behind', undefined, undefined])
  })

  test('is believed the second time if nobody that can be asked is known to be ahead', () => {
    for (const ahead of [usableAt(100n, false), usableAt(98n), usableAt(undefined)])
      expect(doubts([ahead, usableAt(98n), usableAt(98n)], [usableAt(98n), usableAt(98n)])).toEqual([
        'node_behind',
        undefined,
      ])
    const [one, other] = [usableAt(undefined), usableAt(undefined)]
    expect(doubts([usableAt(100n), one, other], [one, other])).toEqual(['node_behind', undefined])
  })
})
