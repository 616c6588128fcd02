import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import type { Attempt } from '../../../../src/server/pipeline/forward/attempt.js'
import { Candidates } from '../../../../src/server/pipeline/forward/candidates.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { HedgeBudget } from '../../../../src/server/upstreams/health/hedging.js'
import { needsOfMethod } from '../../../../src/server/upstreams/upstream.js'
import type { CallWish } from '../../../support/charged-call.js'
import { aClock, aHeldNode, aPolicy, type HeldNode, type PolicyWish } from '../../../support/forward-policy.js'
import { spendAll } from '../../../support/spend-all.js'

const CAN_FAIL_OVER = { canFailOver: true }

/** The candidates for one call among nodes `a` and `b`, or those that the test gives. */
const candidatesWith = (wish: PolicyWish & { nodes?: HeldNode[] } = {}, callWish: CallWish = {}) => {
  const clock = aClock()
  const { nodes = [aHeldNode(clock, 'a'), aHeldNode(clock, 'b')], ...changes } = wish
  const { policy, told, aTimedCall } = aPolicy(clock, nodes, changes)
  const candidates = new Candidates(policy, aTimedCall(callWish))
  const open = ({ upstream }: HeldNode) => {
    for (let count = 0; count < 3; count++) {
      upstream.health.begin()
      upstream.health.failed('econnrefused')
    }
  }
  return { clock, nodes, policy, told, candidates, open }
}
const partner = (facts: Parameters<typeof aHeldNode>[2] = {}) =>
  aHeldNode(aClock(), 'partner', { isPartner: true, ...facts })
const names = (pick: () => { name: string } | undefined) => {
  const found: string[] = []
  for (let one = pick(); one !== undefined; one = pick()) found.push(one.name)
  return found
}

test('each of the network\u2019s own is a candidate once', () => {
  const { candidates } = candidatesWith()
  expect(candidates.count).toBe(2)
  expect(names(() => candidates.takeOwn()).sort()).toEqual(['a', 'b'])
  expect([candidates.count, candidates.takeLastResort()]).toEqual([0, undefined])
})

test('the upstream that took the account\u2019s last write comes first, and another beside or after it', () => {
  const share = new AccountShare()
  const { policy, candidates } = candidatesWith({}, { share })
  policy.pool.writes.accepted('b', share)
  expect(names(() => candidates.takeOwn())).toEqual(['b', 'a'])
})

test('the partner comes last of those that are up, and before those that are down', () => {
  const { nodes, candidates, open } = candidatesWith({ partner: partner() }, CAN_FAIL_OVER)
  open(nodes[1]!)
  expect(candidates.count).toBe(3)
  expect([names(() => candidates.takeOwn()), names(() => candidates.takeLastResort())]).toEqual([
    ['a'],
    ['partner', 'b'],
  ])
})

test('the partner is none for an account that did not allow it, nor while it is taken out for the method', () => {
  expect(candidatesWith({ partner: partner() }).candidates.partner).toBeUndefined()
  const out = partner()
  out.upstream.health.bans.add('eth_getStorageAt', 'wrong_proof', { forMs: 1_000 })
  expect(candidatesWith({ nodes: [], partner: out }, CAN_FAIL_OVER).candidates.takeLastResort()).toBeUndefined()
})

describe('the limits of the partner\u2019s provider', () => {
  test('a call that is longer than it takes is not the partner\u2019s', () => {
    const narrow = () => partner({ maxRequestBytes: 10 })
    const { candidates } = candidatesWith({ nodes: [], partner: narrow() }, CAN_FAIL_OVER)
    expect([candidates.count, candidates.isPartnerReady(0), candidates.takeLastResort()]).toEqual([0, false, undefined])
  })

  test('nor is a range wider than it takes', () => {
    const needs = () => ({ ...needsOfMethod('eth_getLogs'), blockRange: 11 })
    const asked = (maxBlockRange: number) =>
      candidatesWith(
        { nodes: [], partner: partner({ maxBlockRange }), needs },
        CAN_FAIL_OVER,
      ).candidates.takeLastResort()
    expect([asked(10), asked(11)?.name]).toEqual([undefined, 'partner'])
  })

  test('above its calls per second it is not asked: those that are down are', () => {
    const rate = new CallRate(2)
    const ask = (clock = aClock()) => {
      const { policy, aTimedCall } = aPolicy(clock, [], { partner: partner({ rate }) })
      const candidates = new Candidates(policy, aTimedCall(CAN_FAIL_OVER))
      return [candidates.isPartnerReady(clock.nowMs), candidates.takeLastResort()?.name]
    }
    const [first, second, third] = [ask(), ask(), ask()]
    expect([first, second, third]).toEqual([
      [true, 'partner'],
      [true, 'partner'],
      [false, undefined],
    ])
    expect(ask({ nowMs: 1_500 })).toEqual([true, 'partner'])
  })
})

test('a node that takes no request so long is none', () => {
  const clock = aClock()
  const nodes = [aHeldNode(clock, 'narrow', { maxRequestBytes: 10 }), aHeldNode(clock, 'wide')]
  const { candidates } = candidatesWith({ nodes, narrowestBytes: 10 })
  expect(names(() => candidates.takeOwn())).toEqual(['wide'])
})

describe('after a node would not read the call', () => {
  const refused = (reason: string, isAlone = true) => {
    const clock = aClock()
    const nodes = [
      aHeldNode(clock, 'narrow', { maxRequestBytes: 100_000 }),
      aHeldNode(clock, 'wide', { maxRequestBytes: 200_000 }),
      aHeldNode(clock, 'alike', { maxRequestBytes: 100_000 }),
    ]
    const { candidates } = candidatesWith({ nodes, partner: partner() }, CAN_FAIL_OVER)
    const other = candidates.afterRefusal(nodes[0]!.upstream, { kind: 'request-refused', reason }, isAlone)
    return { other: other?.name, candidates }
  }

  test('as it is too long, one with a wider limit is asked, and nobody after it', () => {
    const { other, candidates } = refused('http_413')
    expect([other, candidates.takeOwn(), candidates.takeLastResort()]).toEqual(['wide', undefined, undefined])
  })

  test('for another reason, or while another attempt is under way, nobody is asked', () => {
    for (const { other, candidates } of [refused('http_400'), refused('http_413', false)])
      expect([other, candidates.takeOwn(), candidates.takeLastResort()]).toEqual([undefined, undefined, undefined])
  })
})

test('a slow one is looked at after what nineteen of twenty answers take, 20 ms at least, and 500 ms while that is not known', () => {
  const { candidates, policy } = candidatesWith()
  const answers = (count: number, ms: number) => {
    for (let answer = 0; answer < count; answer++) policy.latencies.add('account-1', ms, 1_000)
  }
  expect(candidates.hedgeDelayMs(1_000)).toBe(500)
  answers(32, 2)
  expect(candidates.hedgeDelayMs(1_000)).toBe(20)
  answers(128, 90)
  expect(candidates.hedgeDelayMs(1_000)).toBe(90)
})

describe('beside a slow upstream', () => {
  const emptied = () => {
    const hedging = new HedgeBudget()
    spendAll(hedging)
    return hedging
  }
  /** Chooses the first node for a call that then waits. `found` is the node to ask besides it. */
  const besideA = (wish: PolicyWish = {}, prepare: (set: ReturnType<typeof candidatesWith>) => void = () => {}) => {
    const set = candidatesWith(wish)
    const [a, b] = set.nodes as [HeldNode, HeldNode]
    const first = set.candidates.takeOwn()!
    const waiting = { upstream: first, startedAtMs: 1_000 } as Attempt
    const other = first === a.upstream ? b : a
    prepare({ ...set, nodes: [first === a.upstream ? a : b, other] })
    return {
      found: set.candidates.beside(waiting, 1_100),
      other: other.upstream,
      policy: set.policy,
      candidates: set.candidates,
      hedges: set.told.hedges,
    }
  }

  test('another is asked, on the budget', () => {
    const { found, other } = besideA()
    expect(found).toBe(other)
  })

  test('the budget is asked for room once and spent once', () => {
    const uses: string[] = []
    class CountedBudget extends HedgeBudget {
      override hasRoom(...of: Parameters<HedgeBudget['hasRoom']>) {
        uses.push('hasRoom')
        return super.hasRoom(...of)
      }
      override spend(...of: Parameters<HedgeBudget['spend']>) {
        uses.push('spend')
        return super.spend(...of)
      }
    }
    const { found, other } = besideA({ hedging: new CountedBudget() })
    expect([found, uses]).toEqual([other, ['hasRoom', 'spend']])
  })

  test('nobody is where hedging is off, and none when the budget is used up: it stays a candidate', () => {
    expect(besideA({ hedging: undefined }).found).toBeUndefined()
    const { found, candidates, hedges } = besideA({ hedging: emptied() })
    expect([found, candidates.count, hedges]).toEqual([undefined, 1, ['denied']])
  })

  test('that is down another is asked at once, on credit', () => {
    const { found, other } = besideA({ hedging: emptied() }, ({ nodes, open }) => open(nodes[0]!))
    expect(found).toBe(other)
  })

  test('that is slow, while the others answered faster meanwhile, another is asked on credit', () => {
    const { found, other } = besideA({ hedging: emptied() }, ({ clock, nodes }) => {
      nodes[0]!.upstream.health.slowDown('overtaken', 10_000)
      clock.nowMs = 1_090
      for (let count = 0; count < 4; count++) {
        nodes[1]!.upstream.health.begin()
        nodes[1]!.upstream.health.answered(5)
      }
    })
    expect(found).toBe(other)
  })

  test('that is slow in a pool as slow, the budget decides', () => {
    const { found, hedges } = besideA({ hedging: emptied() }, ({ nodes }) =>
      nodes[0]!.upstream.health.slowDown('overtaken', 10_000),
    )
    expect([found, hedges]).toEqual([undefined, ['denied']])
  })

  test('one that is as slow is not asked on credit, and its provider\u2019s rate is not spent on it', () => {
    const clock = aClock()
    const nodes = [aHeldNode(clock, 'a'), aHeldNode(clock, 'b'), aHeldNode(clock, 'c', { rate: new CallRate(1) })]
    const { candidates, told } = candidatesWith({ nodes, hedging: emptied() })
    nodes[2]!.upstream.health.slowDown('overtaken', 10_000)
    const [first, second] = [candidates.takeOwn()!, candidates.takeOwn()!]
    first.health.slowDown('overtaken', 10_000)
    clock.nowMs = 1_090
    for (let count = 0; count < 4; count++) {
      second.health.begin()
      second.health.answered(5)
    }
    expect(candidates.beside({ upstream: first, startedAtMs: 1_000 } as Attempt, 1_100)).toBeUndefined()
    expect(told.hedges).toEqual(['denied'])
    expect(names(() => candidates.takeOwn())).toEqual(['c'])
  })

  test.each<[string, (node: HeldNode, open: (node: HeldNode) => void) => void, string | undefined]>([
    ['of the network\u2019s head', () => {}, undefined],
    ['that hangs', ({ upstream }) => upstream.health.slowDown('hanging', 10_000), undefined],
    ['that is behind itself', ({ upstream }) => upstream.health.setBehind('lag'), 'late'],
    ['that is down', (node, open) => open(node), 'late'],
  ])('one %s, one that is behind would give an older answer sooner', (_, becomes, expected) => {
    const clock = aClock()
    const nodes = [aHeldNode(clock, 'first'), aHeldNode(clock, 'late', { rate: new CallRate(1) })]
    const [first, late] = nodes as [HeldNode, HeldNode]
    late.upstream.health.setBehind('lag')
    const { candidates, open } = candidatesWith({ nodes })
    const waiting = { upstream: candidates.takeOwn()!, startedAtMs: 1_000 } as Attempt
    becomes(first, open)
    expect([waiting.upstream.name, candidates.beside(waiting, 1_100)?.name]).toEqual(['first', expected])
    // It is still the next if the first one fails.
    expect(candidates.takeOwn()?.name).toBe(expected === undefined ? 'late' : undefined)
  })

  test.each<[string, CallWish, string | undefined]>([
    ['logs of blocks that it has', { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0xa' }] }, 'late'],
    [
      'logs from the first block on',
      { method: 'eth_getLogs', params: [{ fromBlock: 'earliest', toBlock: '0xa' }] },
      'late',
    ],
    [
      'logs to a block that it lacks',
      { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0xb' }] },
      undefined,
    ],
    [
      'logs to the newest block',
      { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: 'latest' }] },
      undefined,
    ],
    [
      'logs of a block by its hash',
      { method: 'eth_getLogs', params: [{ blockHash: `0x${'ab'.repeat(32)}` }] },
      undefined,
    ],
    ['state at a block that it has', { method: 'eth_getStorageAt', params: ['0x5f', '0x0', '0xa'] }, 'late'],
    ['the newest state', { method: 'eth_getStorageAt', params: ['0x5f', '0x0', 'latest'] }, undefined],
    ['what names no block', { method: 'getTokenAccountBalance', params: ['5u'] }, undefined],
  ])('for %s, one that is behind is asked if its answer is no older', (_, call, expected) => {
    const clock = aClock()
    const nodes = [aHeldNode(clock, 'first'), aHeldNode(clock, 'late')]
    const late = nodes[1]!.upstream.health
    late.setBehind('lag')
    late.head = 10n
    const { candidates } = candidatesWith({ nodes, method: call.method! }, call)
    const waiting = { upstream: candidates.takeOwn()!, startedAtMs: 1_000 } as Attempt
    expect([waiting.upstream.name, candidates.beside(waiting, 1_100)?.name]).toEqual(['first', expected])
    late.head = undefined
    expect(candidatesWith({ nodes, method: call.method! }, call).candidates.beside(waiting, 1_100)?.name).not.toBe(
      'late',
    )
  })

  test.each([
    ['down', 'late'],
    ['up', undefined],
  ])('one that is cordoned and %s: for the newest block %s is asked', (state, expected) => {
    const clock = aClock()
    const nodes = [aHeldNode(clock, 'first'), aHeldNode(clock, 'late')]
    const [first, late] = nodes as [HeldNode, HeldNode]
    late.upstream.health.setBehind('lag')
    const { candidates, open } = candidatesWith({ nodes })
    const waiting = { upstream: candidates.takeOwn()!, startedAtMs: 1_000 } as Attempt
    if (state === 'down') open(first)
    first.upstream.health.isCordoned = true
    expect(candidates.beside(waiting, 1_100)?.name).toBe(expected)
  })

  test('nobody is where none is left, and the budget loses nothing', () => {
    const hedging = new HedgeBudget()
    spendAll(hedging)
    for (let earned = 0; earned < 10; earned++) hedging.earn()
    const clock = aClock()
    const { candidates } = candidatesWith({ nodes: [aHeldNode(clock, 'a')], hedging })
    const waiting = { upstream: candidates.takeOwn()!, startedAtMs: 1_000 } as Attempt
    expect([candidates.beside(waiting, 1_100), hedging.hasRoom()]).toEqual([undefined, true])
  })
})
