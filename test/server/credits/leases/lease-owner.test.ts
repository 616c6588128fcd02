import fc from 'fast-check'
import { atOnce } from '../../../../src/runtime/turns/in-turns.js'
import type { JournalLine } from '../../../../src/server/credits/journal.js'
import { LeaseOwner } from '../../../../src/server/credits/leases/lease-owner.js'
import type { LeaseExchange } from '../../../../src/server/credits/leases/lease-store.js'
import { openSqlite, type SqliteStore } from '../../../../src/server/storage/open.js'
import { atLeast, runs } from '../../../support/runs.js'
import { aCharge, StorePlace } from '../../../support/store-place.js'

const LIMIT = 1_000
const DAY = '2026-11-21'
const place = new StorePlace()

interface Process {
  readonly id: string
  /** Credits that the process counts as leased: free and charged, but not settled. */
  outstanding: number
  settledLine: number
  readonly lines: JournalLine[]
  /** An exchange whose answer the process did not receive. */
  lost: LeaseExchange | undefined
}

type Step =
  | { kind: 'exchange'; process: number; charge: number; want: number; back: number; isLost: boolean }
  | { kind: 'kill'; process: number }
  | { kind: 'restart' }

const index = fc.nat(2)
const share = fc.integer({ min: 0, max: 100 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('exchange' as const),
        process: index,
        charge: share,
        want: fc.integer({ min: 0, max: 400 }),
        back: share,
        isLost: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), process: index }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  ),
  { minLength: 20, maxLength: 60, size: 'max' },
)

class History {
  owner!: LeaseOwner
  processes: Process[] = []
  charged = 0
  #count = 0

  constructor(readonly store: SqliteStore) {}

  async begin(): Promise<Process> {
    const id = `p${this.#count++}`
    await this.owner.connect().begin(id)
    return { id, outstanding: 0, settledLine: 0, lines: [], lost: undefined }
  }

  async restart(): Promise<void> {
    const gone = this.processes
    // Balances without leases are dropped at once, and made again from the usage.
    this.owner = new LeaseOwner(this.store.lending!.settledLines(), 0)
    for (const { id, lines } of gone) await this.owner.connect().end(id, lines)
    this.processes = [await this.begin(), await this.begin(), await this.begin()]
  }

  async step(step: Step): Promise<void> {
    if (step.kind === 'restart') return this.restart()
    const one = this.processes[step.process]!
    if (step.kind === 'exchange') return this.exchange(one, step)
    await this.owner.connect().end(one.id, one.lines)
    this.processes[step.process] = await this.begin()
  }

  async exchange(one: Process, step: Step & { kind: 'exchange' }): Promise<void> {
    const portion = (percent: number, of: number) => Math.floor((percent * of) / 100)
    const credits = one.lost?.rows.reduce((sum, row) => sum + row.credits, 0) ?? portion(step.charge, one.outstanding)
    if (one.lost === undefined && credits > 0) {
      // The journal comes first; only then may a process learn it.
      one.lines.push({ line: one.lines.length + 1, rows: [aCharge({ credits, day: DAY })] })
      this.charged += credits
    }
    const left = one.outstanding - credits
    const back = portion(step.back, left)
    const settling = one.lost ?? {
      fromLine: one.settledLine,
      toLine: one.lines.length,
      rows: one.lines.slice(one.settledLine).flatMap(({ rows }) => rows),
    }
    const ask = { accountId: 'acc_1', scope: '', day: DAY, keep: left - back, want: step.want, least: 1, limit: LIMIT }
    const exchange: LeaseExchange = { ...settling, processId: one.id, asks: [ask] }
    // The process gives up the returned credits before the store knows of them.
    one.outstanding -= back
    const [grant] = await this.owner.connect().exchange(exchange)
    one.lost = step.isLost ? exchange : undefined
    if (step.isLost) return
    one.outstanding += grant!.granted - credits
    one.settledLine = exchange.toLine
  }

  check(): void {
    const used = atOnce(this.store.lending!.settledLines().readDay('acc_1', DAY)).account
    const unsettled = this.processes.map((one) => {
      const isSettled = one.lost !== undefined
      return isSettled ? one.lost!.rows.reduce((sum, row) => sum + row.credits, 0) : 0
    })
    // A process still counts as leased the credits of an exchange that the store settled but whose
    // answer did not arrive.
    const held = this.processes.reduce((sum, one, at) => sum + one.outstanding - unsettled[at]!, 0)
    expect(used + held).toBeLessThanOrEqual(LIMIT)
  }
}

test('whatever happens to processes and owner, a SQLite day is never overspent, and nothing is lost or settled twice', async () => {
  let settled = 0
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const store = openSqlite(`${place.folder}/${settled}-${Math.floor(performance.now() * 1000)}.db`, {
        clock: () => place.nowMs,
      })
      const history = new History(store)
      await history.restart()
      for (const step of all) {
        await history.step(step)
        history.check()
      }
      await history.restart()
      const { account, keys } = await store.usage.readDay('acc_1', DAY)
      expect(account).toBe(history.charged)
      expect([...keys.values()].reduce((sum, credits) => sum + credits, 0)).toBe(history.charged)
      // All credits that were not charged can be leased again.
      const left = LIMIT - history.charged
      if (left > 0) {
        const { id } = history.processes[0]!
        const ask = { accountId: 'acc_1', scope: '', day: DAY, keep: 0, want: left, least: left, limit: LIMIT }
        const exchange = { processId: id, fromLine: 0, toLine: 0, rows: [], asks: [ask] }
        expect(await history.owner.connect().exchange(exchange)).toMatchObject([{ granted: left }])
      }
      settled += history.charged
      store.close()
    }),
    runs(60),
  )
  expect(settled).toBeGreaterThan(atLeast(1_000))
})

const ask = { accountId: 'acc_1', scope: '', day: DAY, keep: 0, want: 0, least: 1, limit: LIMIT }
const idle = { fromLine: 0, toLine: 0, rows: [] }

test('a process that finds the day dry hears what others hold, and they are asked for it', async () => {
  const owner = new LeaseOwner(place.store().lending!.settledLines())
  const [one, other] = [owner.connect(), owner.connect()]
  const calledBack: string[] = []
  one.onCallBack((accountId) => calledBack.push(accountId))
  other.onCallBack(() => calledBack.push('not this one, which asked'))
  await one.begin('one')
  await one.exchange({ ...idle, processId: 'one', asks: [{ ...ask, want: LIMIT, least: LIMIT }] })
  await other.begin('other')
  const asks = [{ ...ask, want: 80, least: 80 }]
  expect(await other.exchange({ ...idle, processId: 'other', asks })).toEqual([
    { granted: 0, used: 0, elsewhere: LIMIT },
  ])
  await other.callBack('acc_1')
  expect(calledBack).toEqual(['acc_1'])
  await one.exchange({ ...idle, processId: 'one', asks: [{ ...ask, keep: LIMIT - 100 }] })
  expect(await other.exchange({ ...idle, processId: 'other', asks })).toMatchObject([{ granted: 80 }])
  one.close()
  await other.callBack('acc_1')
  expect(calledBack).toHaveLength(1)
})

test("a limited key's day is bounded as its account's is", async () => {
  const owner = new LeaseOwner(place.store().lending!.settledLines())
  const store = owner.connect()
  await store.begin('one')
  const both = (key: object) => [
    { ...ask, want: 500, least: 1 },
    { ...ask, scope: 'key_1', limit: 200, ...key },
  ]
  const [, part] = await store.exchange({ ...idle, processId: 'one', asks: both({ want: 500, least: 200 }) })
  expect(part).toMatchObject({ granted: 200 })
  const rows = [aCharge({ credits: 150 })]
  const settle = { processId: 'one', fromLine: 0, toLine: 1, rows, asks: both({ keep: 50, want: 60, least: 60 }) }
  expect((await store.exchange(settle))[1]).toMatchObject({ granted: 0, used: 150 })
})

test('an exchange that the store cannot write changes nothing', async () => {
  const lines = place.store().lending!.settledLines()
  let isFull = false
  const owner = new LeaseOwner({
    ...lines,
    settle: (...settlement) => {
      if (isFull) throw new Error('the disk is full')
      lines.settle(...settlement)
    },
  })
  const store = owner.connect()
  await store.begin('one')
  await store.exchange({ ...idle, processId: 'one', asks: [{ ...ask, want: LIMIT, least: LIMIT }] })
  isFull = true
  const settle = {
    processId: 'one',
    fromLine: 0,
    toLine: 1,
    rows: [aCharge({ credits: 100 })],
    asks: [{ ...ask, keep: 0 }],
  }
  await expect(store.exchange(settle)).rejects.toThrow('the disk is full')
  isFull = false
  expect(await store.exchange(settle)).toMatchObject([{ used: 100 }])
})
