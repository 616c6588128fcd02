import fc from 'fast-check'
import { AccountShare } from '../../../src/server/accounts/account-share.js'
import { CallRate } from '../../../src/server/upstreams/call-rate.js'
import { Pool } from '../../../src/server/upstreams/pool.js'
import { type Needs, needsOfMethod, type Upstream } from '../../../src/server/upstreams/upstream.js'
import { type QuietUpstream, quietUpstream } from '../../support/upstream.js'

const NEEDS = needsOfMethod('eth_getLogs')

const poolOf = (facts: Readonly<Record<string, Partial<Upstream>>>) => {
  const clock = { nowMs: 1_000_000 }
  const nodes: Record<string, QuietUpstream> = {}
  for (const [name, more] of Object.entries(facts)) nodes[name] = quietUpstream(clock, name, more)
  const pool = new Pool(Object.values(nodes), () => clock.nowMs)
  const order = (needs: Partial<Needs> = {}) => {
    const tried: Upstream[] = []
    for (;;) {
      const next = pool.choose({ ...NEEDS, ...needs }, tried)
      if (next === undefined) return tried.map(({ name }) => name)
      tried.push(next)
    }
  }
  const counts = (calls: number) => {
    const seen: Record<string, number> = {}
    for (let count = 0; count < calls; count++) {
      const name = pool.choose(NEEDS, [])?.name ?? 'nobody'
      seen[name] = (seen[name] ?? 0) + 1
    }
    return seen
  }
  return { clock, nodes, pool, order, counts, down: (name: string) => takeDown(nodes[name]!) }
}

const takeDown = ({ health }: Upstream) => {
  for (let count = 0; count < 3; count++) {
    health.begin()
    health.failed('econnrefused')
  }
}

describe('the upstream that is asked', () => {
  test('takes turns by weight, evenly spread', () => {
    const { counts, pool } = poolOf({ a: { weight: 5 }, b: { weight: 1 }, c: { weight: 2 }, spare: { weight: 0 } })
    expect(counts(800)).toEqual({ a: 500, b: 100, c: 200 })
    const turns = Array.from({ length: 8 }, () => pool.choose(NEEDS, [])!.name).join('')
    expect(turns).toMatch(/^[abc]{8}$/)
    expect(turns).not.toContain('aaa')
  })

  test('gets a share by weight over any weights', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), (weights) => {
        const { counts } = poolOf(Object.fromEntries(weights.map((weight, index) => [`n${index}`, { weight }])))
        const rounds = weights.reduce((sum, weight) => sum + weight, 0)
        expect(counts(rounds * 3)).toEqual(
          Object.fromEntries(weights.map((weight, index) => [`n${index}`, weight * 3])),
        )
      }),
    )
  })

  test('goes by state: up, slow, those that just failed, behind, then weight 0; never down', () => {
    const { nodes, order, down } = poolOf({
      down: {},
      spare: { weight: 0 },
      'behind and failed': {},
      behind: {},
      'slow and failed': {},
      failed: {},
      slow: {},
      up: {},
    })
    down('down')
    for (const [name, { health }] of Object.entries(nodes)) {
      if (name.startsWith('behind')) health.setBehind('lag')
      if (name.startsWith('slow')) health.slowDown('latency', 1_000)
      if (!name.endsWith('failed')) continue
      health.begin()
      health.failed('http_500')
    }
    expect(order()).toEqual(['up', 'slow', 'failed', 'slow and failed', 'behind', 'behind and failed', 'spare'])
  })

  test('is the same for all others while the calls of one account fail there, which goes elsewhere itself', () => {
    const { clock, nodes, pool } = poolOf({ up: {}, slow: {} })
    nodes.slow!.health.slowDown('latency', 60_000)
    const [failing, other] = [new AccountShare('acc_1'), new AccountShare('acc_2')]
    const chosen = new Set<string>()
    for (let count = 0; count < 50; count++) {
      nodes.up!.health.begin()
      nodes.up!.health.failed('timed_out', { account: 'acc_1', method: 'eth_call' })
      expect(pool.choose(NEEDS, [], failing)!.name).toBe('slow')
      for (const account of [other, undefined]) chosen.add(pool.choose(NEEDS, [], account)!.name)
      clock.nowMs += 400
    }
    expect([...chosen]).toEqual(['up'])
  })

  test('is rather one that showed the block that the call names', () => {
    const { nodes, order } = poolOf({ late: {}, unpolled: {}, there: {}, slow: {} })
    for (const [name, head] of Object.entries({ late: 9n, there: 10n, slow: 10n })) nodes[name]!.health.head = head
    nodes.slow!.health.slowDown('latency', 1_000)
    expect(order({ block: 10n }).slice(2)).toEqual(['late', 'slow'])
    expect(new Set(order({ block: 9n }).slice(0, 3))).toEqual(new Set(['late', 'unpolled', 'there']))
  })

  test('prefers archive nodes for old state, whatever their health', () => {
    const { nodes, order } = poolOf({ plain: {}, archive: { isArchive: true } })
    nodes.archive!.health.slowDown('latency', 1_000)
    expect(order({ isArchive: true })).toEqual(['archive', 'plain'])
    expect(order()).toEqual(['plain', 'archive'])
  })

  test('takes the block range, and is not taken out for the method', () => {
    const { nodes, order, pool } = poolOf({ narrow: { maxBlockRange: 100 }, wide: { maxBlockRange: 1_000 } })
    expect(order({ blockRange: 100 }).sort()).toEqual(['narrow', 'wide'])
    expect(order({ blockRange: 101 })).toEqual(['wide'])
    expect([order({ blockRange: 1_001 }), pool.widestBlockRange()]).toEqual([[], 1_000])
    nodes.wide!.health.bans.add('eth_getLogs', 'schema', { forMs: 1_000 })
    expect([order(), order({ method: 'eth_chainId' }).length]).toEqual([['narrow'], 2])
    takeDown(nodes.wide!)
    expect(pool.widestBlockRange()).toBe(100)
    takeDown(nodes.narrow!)
    expect(pool.widestBlockRange()).toBe(1_000)
  })

  test('is not cordoned, not even as the last resort', () => {
    const { nodes, order, pool } = poolOf({ one: {}, two: {} })
    nodes.one!.health.cordon(true)
    expect([order(), pool.upCount()]).toEqual([['two'], 1])
    takeDown(nodes.two!)
    expect([order(), pool.chooseDown(NEEDS, [])?.name, pool.chooseDown(NEEDS, [nodes.two!])]).toEqual([
      [],
      'two',
      undefined,
    ])
  })

  test('has no bound on blocks while one upstream has none', () => {
    expect(poolOf({ narrow: { maxBlockRange: 100 }, any: {} }).pool.widestBlockRange()).toBeUndefined()
  })

  test('stays below the calls per second of its provider; the others take what is left', () => {
    const { counts, clock, pool, nodes } = poolOf({ limited: { rate: new CallRate(10) }, free: {} })
    expect(counts(100)).toEqual({ limited: 10, free: 90 })
    clock.nowMs += 500
    expect(counts(100)).toEqual({ limited: 5, free: 95 })
    takeDown(nodes.free!)
    expect(counts(1)).toEqual({ nobody: 1 })
    expect(pool.chooseDown(NEEDS, [])?.name).toBe('free')
    clock.nowMs += 60_000
    pool.spend(nodes.limited!)
    expect(counts(100)).toEqual({ limited: 9, nobody: 91 })
  })
})

describe('after a write of an account', () => {
  const NODES = { a: {}, b: {} }
  const afterWrite = (facts: Readonly<Record<string, Partial<Upstream>>> = NODES, name = 'b') => {
    const set = poolOf(facts)
    const [writer, other] = [new AccountShare(), new AccountShare()]
    set.pool.writes.accepted(name, writer)
    const asked = (calls: number, account: AccountShare, tried: readonly Upstream[] = []) =>
      Array.from({ length: calls }, () => set.pool.choose(NEEDS, tried, account)?.name).join('')
    return { ...set, writer, other, asked }
  }

  test('its calls go to the upstream that took it for 30 s; those of others take turns by weight', () => {
    const { writer, other, asked, clock } = afterWrite({ a: { weight: 3 }, b: {} })
    expect(asked(20, writer)).toBe('b'.repeat(20))
    const turns = Array.from({ length: 8 }, () => asked(1, other) + asked(1, writer)).join('')
    expect(turns.replace(/(.)b/g, '$1')).toMatch(/^(?=(?:b*a){6}b*$)[ab]{8}$/)
    clock.nowMs += 29_999
    expect(asked(4, writer)).toBe('bbbb')
    clock.nowMs += 1
    expect([...asked(8, writer)].sort().join('')).toBe('aaaaaabb')
  })

  test('a later write at another upstream counts', () => {
    const { writer, asked, pool } = afterWrite()
    pool.writes.accepted('a', writer)
    expect(asked(4, writer)).toBe('aaaa')
  })

  test('a retry, or a second attempt beside it, goes to another', () => {
    const { writer, asked, nodes } = afterWrite()
    expect(asked(4, writer, [nodes.b!])).toBe('aaaa')
  })

  test('a healthier upstream comes first', () => {
    const { writer, asked, nodes } = afterWrite()
    nodes.b!.health.setBehind('lag')
    expect(asked(4, writer)).toBe('aaaa')
  })

  test('the limit of its provider holds', () => {
    const { writer, asked } = afterWrite({ a: {}, b: { rate: new CallRate(4) } })
    expect(asked(8, writer)).toMatch(/^bbb?b?a+$/)
  })

  test('while it has 16 calls in flight more than twice its part, all take turns', () => {
    const { writer, asked, nodes } = afterWrite({ a: { weight: 4 }, b: { weight: 2 } })
    for (let call = 0; call < 20; call++) nodes.a!.health.begin()
    for (let call = 0; call < 2 * 10 + 15; call++) nodes.b!.health.begin()
    expect(asked(6, writer)).toBe('bbbbbb')
    nodes.b!.health.begin()
    expect([...asked(6, writer)].sort().join('')).toBe('aaaabb')
  })

  test('nothing is remembered of the partner', () => {
    const share = new AccountShare()
    expect(poolOf(NODES).pool.writes.accepted('partner', share)).toBe(false)
    expect(share.lastWrites).toBeUndefined()
    expect(poolOf(NODES).pool.writes.accepted('a', share)).toBe(true)
  })

  test('at the only upstream its calls go there', () => {
    const { asked, writer } = afterWrite({ a: {} }, 'a')
    expect(asked(2, writer)).toBe('aa')
  })

  test('an answer asked for before it, or for another account, may lack it, for 30 s', () => {
    const { clock, pool, writer, other } = afterWrite()
    const mayBeMissing = (...of: Parameters<typeof pool.writes.mayBeMissing>) => pool.writes.mayBeMissing(...of)
    const all = () => [
      mayBeMissing(writer, writer, 0),
      mayBeMissing(writer, writer, Number.POSITIVE_INFINITY),
      mayBeMissing(writer, other, Number.POSITIVE_INFINITY),
      mayBeMissing(other, writer, 0),
    ]
    expect(all()).toEqual([true, false, true, false])
    clock.nowMs += 30_000
    expect(all()).toEqual([false, false, false, false])
  })

  test('at the only upstream another account\u2019s later call reads it, too', () => {
    const { pool, writer, other } = afterWrite({ a: {} }, 'a')
    expect([0, Number.POSITIVE_INFINITY].map((ms) => pool.writes.mayBeMissing(writer, other, ms))).toEqual([
      true,
      false,
    ])
  })

  test('a write to another network does not count', () => {
    const { writer } = afterWrite()
    expect(poolOf(NODES).pool.writes.mayBeMissing(writer, writer, 0)).toBe(false)
  })
})

describe('the last resort', () => {
  test('is the one that is down whose rest is over first, and never one of another chain', () => {
    const { clock, nodes, pool, down } = poolOf({ wrong: {}, recent: {}, rested: {} })
    nodes.wrong!.health.recordChain(false)
    down('rested')
    clock.nowMs += 500
    down('recent')
    expect(pool.choose(NEEDS, [])).toBeUndefined()
    const first = pool.chooseDown(NEEDS, [])!
    const second = pool.chooseDown(NEEDS, [first])!
    expect([first.name, second.name, pool.chooseDown(NEEDS, [first, second])]).toEqual(['rested', 'recent', undefined])
    expect(pool.upCount()).toBe(0)
  })

  test('is the least busy of those whose rests are over: the first of the file does not take all calls', () => {
    const { clock, nodes, pool, down } = poolOf({ one: {}, two: {} })
    for (const name of ['one', 'two']) down(name)
    clock.nowMs += 500
    const asked = Array.from({ length: 4 }, () => {
      const { name } = pool.chooseDown(NEEDS, [])!
      nodes[name]!.health.begin()
      return name
    })
    expect(asked).toEqual(['one', 'two', 'one', 'two'])
  })
})

test('rests when no call has come for 30 seconds, until the next one', () => {
  const { pool, clock } = poolOf({ a: {} })
  expect(pool.isResting()).toBe(false)
  clock.nowMs += 30_000
  expect(pool.isResting()).toBe(true)
  pool.choose(NEEDS, [])
  expect(pool.isResting()).toBe(false)
  clock.nowMs += 29_999
  expect(pool.isResting()).toBe(false)
})

test('reads no clock for a call that brings the time, while no method is banned', () => {
  let readings = 0
  const clock = {
    get nowMs() {
      readings += 1
      return 1_000
    },
  }
  const pool = new Pool([quietUpstream(clock, 'a'), quietUpstream(clock, 'b')], () => clock.nowMs)
  readings = 0
  expect([pool.choose(NEEDS, [], undefined, 1_000)?.name, readings]).toEqual(['a', 0])
})
