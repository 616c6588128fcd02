import { KeyUses } from '../../../src/server/accounts/key-uses.js'

const aStore = () => {
  const groups: ReadonlyMap<string, string>[] = []
  return {
    groups,
    isAway: false,
    async recordKeyUses(uses: ReadonlyMap<string, string>) {
      if (this.isAway) throw new Error('away')
      groups.push(uses)
    },
  }
}
const atOnce = (action: () => void) => void setImmediate(action)

test('uses are written together, each key once, with its last use', async () => {
  const store = aStore()
  let nowMs = 0
  const uses = new KeyUses(store, () => nowMs, atOnce)
  for (; nowMs < 100; nowMs++) uses.record(nowMs % 2 === 0 ? 'even' : 'odd')
  expect(store.groups).toEqual([])
  await uses.flush()
  expect(store.groups).toEqual([
    new Map([
      ['even', '1970-01-01T00:00:00.098Z'],
      ['odd', '1970-01-01T00:00:00.099Z'],
    ]),
  ])
  await uses.flush()
  expect(store.groups).toHaveLength(1)
})

test('many keys are written in groups', async () => {
  const store = aStore()
  const uses = new KeyUses(store, () => 0, atOnce)
  for (let key = 0; key < 1_100; key++) uses.record(`key_${key}`)
  await uses.flush()
  expect(store.groups.map(({ size }) => size)).toEqual([500, 500, 100])
})

test('what a store that is away does not take is written later', async () => {
  const store = aStore()
  const uses = new KeyUses(store, () => 0, atOnce)
  uses.record('key_1')
  store.isAway = true
  await expect(uses.flush()).rejects.toThrow('away')
  store.isAway = false
  await uses.flush()
  expect([...store.groups[0]!.keys()]).toEqual(['key_1'])
})

test('a use during the writing is not lost', async () => {
  let nowMs = 0
  const groups: ReadonlyMap<string, string>[] = []
  const uses = new KeyUses(
    {
      recordKeyUses: async (group) => {
        groups.push(group)
        nowMs = 5
        if (groups.length === 1) uses.record('key_1')
      },
    },
    () => nowMs,
    atOnce,
  )
  uses.record('key_1')
  await uses.flush()
  await uses.flush()
  expect(groups.map((group) => group.get('key_1'))).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.005Z'])
})

test('a first use is written at once, and a key in use once a minute', async () => {
  const store = aStore()
  let nowMs = 0
  const uses = new KeyUses(store, () => nowMs, atOnce)
  for (; nowMs < 180_000; nowMs += 1_000) {
    uses.record('busy')
    if (nowMs === 90_000) uses.record('rare')
    await uses.flushDue()
  }
  expect(store.groups.map((group) => Object.fromEntries(group))).toEqual([
    { busy: '1970-01-01T00:00:00.000Z' },
    { busy: '1970-01-01T00:01:00.000Z' },
    { rare: '1970-01-01T00:01:30.000Z' },
    { busy: '1970-01-01T00:02:00.000Z' },
  ])
  await uses.flush()
  expect([...store.groups[4]!]).toEqual([['busy', '1970-01-01T00:02:59.000Z']])
})

test('a clock that is set back delays no use for more than a minute', async () => {
  const store = aStore()
  let nowMs = Date.parse('2026-11-21T12:00:00Z')
  const uses = new KeyUses(store, () => nowMs, atOnce)
  uses.record('key_1')
  await uses.flushDue()
  nowMs -= 3_600_000
  uses.record('key_1')
  await uses.flushDue()
  expect(store.groups).toHaveLength(1)
  nowMs += 60_000
  await uses.flushDue()
  expect(store.groups).toHaveLength(2)
})
