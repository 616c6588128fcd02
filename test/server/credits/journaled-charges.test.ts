import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { atOnce } from '../../../src/runtime/turns/in-turns.js'
import type { Journal } from '../../../src/server/credits/journal.js'
import { JournaledCharges, type SettledJournal } from '../../../src/server/credits/journaled-charges.js'
import { LeaseOwner } from '../../../src/server/credits/leases/lease-owner.js'
import { settleJournals } from '../../../src/server/gateway/settle-journals.js'
import { openJournal } from '../../../src/server/storage/journals/journal-file.js'
import type { SqliteStore } from '../../../src/server/storage/open.js'
import { expectSoon } from '../../support/expect-soon.js'
import { atLeast, runs } from '../../support/runs.js'
import { aCharge, StorePlace } from '../../support/store-place.js'

const DAY = '2026-11-21'
const place = new StorePlace()
let nextProcess = 0
let store: SqliteStore
beforeEach(() => {
  store = place.store()
})

/** A process that serves the store. Writes to what is in `failing` fail. */
const aProcess = () => {
  const processId = `process-${nextProcess++}`
  const failing = new Set<'store' | 'journal'>()
  let isKilled = false
  const check = (what: 'store' | 'journal') => {
    // The timer of one that was killed is still there.
    if (isKilled || failing.has(what)) throw new Error(`the ${what} is away`)
  }
  let fileJournal: Journal | undefined
  const open = (): SettledJournal => {
    const opened = openJournal(store.lending!.journalFolder, processId)
    fileJournal = opened
    const lines = store.lending!.settledLines()
    lines.begin(processId)
    const append = opened.append.bind(opened)
    opened.append = (rows) => {
      check('journal')
      return append(rows)
    }
    return {
      journal: opened,
      lines: {
        settle: (...settled) => {
          check('store')
          lines.settle(...settled)
        },
        end: (...ended) => {
          check('store')
          lines.end(...ended)
        },
      },
    }
  }
  const { usage } = store
  const charges = new JournaledCharges({
    store: {
      readDay: usage.readDay,
      write: async (rows) => {
        check('store')
        await usage.write(rows)
      },
    },
    open,
    nowMs: () => place.nowMs,
  })
  /** Makes the process so busy that the next charge goes to the journal. */
  const makeBusy = async () => {
    for (let write = 0; write < 7; write++) await charges.write([])
  }
  const kill = () => {
    isKilled = true
    fileJournal?.close(false)
    return fileJournal?.processId
  }
  return { charges, failing, makeBusy, kill }
}

/**
 * Returns the account's credits that other readers see in the store now. It reads within this turn
 * of the event loop, so that no timer acts before.
 */
const stored = async () => atOnce(store.lending!.settledLines().readDay('acc_1', DAY)).account
const settleAllLeft = () =>
  settleJournals(new LeaseOwner(store.lending!.settledLines()).connect(), store.lending!.journalFolder)
const price = (credits: number) => [aCharge({ credits })]

test('charges that come one by one are in the store at once, without a journal; of many the later ones soon after', async () => {
  const { charges } = aProcess()
  for (let call = 0; call < 20; call++) {
    await charges.write(price(1))
    place.nowMs += 10
  }
  expect(await stored()).toBe(20)
  expect(existsSync(store.lending!.journalFolder)).toBe(false)
  place.nowMs += 100
  for (let call = 0; call < 10; call++) await charges.write(price(1))
  expect(await stored()).toBe(27)
  await expectSoon(stored, 30)
  charges.end()
})

test('goes on with the journal as long as many come, and goes back to the store when few do', async () => {
  const { charges } = aProcess()
  for (let call = 0; call < 10; call++) await charges.write(price(1))
  place.nowMs += 50
  for (let call = 0; call < 10; call++) await charges.write(price(1))
  expect(await stored()).toBe(7)
  expect((await charges.readDay('acc_1', DAY)).account).toBe(20)
  place.nowMs += 50
  await charges.write(price(1))
  expect(await stored()).toBe(20)
  place.nowMs += 50
  await charges.write(price(1))
  expect(await stored()).toBe(21)
  charges.end()
  expect(await stored()).toBe(22)
})

test('takes back a charge that waits, and one that the store has', async () => {
  const { charges, makeBusy } = aProcess()
  await charges.write(price(5))
  await makeBusy()
  const back = (credits: number) => [aCharge({ calls: 0, credits: -credits, errors: 1 })]
  await charges.write(price(10))
  await charges.write(price(20))
  await charges.write(back(20))
  await charges.write(back(10))
  await charges.write(back(5))
  charges.settle()
  expect(await store.usage.usageBy('acc_1', { from: DAY, to: DAY }, 'day')).toEqual([
    { name: DAY, calls: 3, credits: 0, errors: 3 },
  ])
  charges.end()
})

test.each([10, 0])(
  'takes back a charge of %p credits that waits in the journal once few come again',
  async (credits) => {
    const { charges, makeBusy } = aProcess()
    await makeBusy()
    await charges.write(price(credits))
    // A period with few writes: after it, charges go straight to the store.
    place.nowMs += 50
    await charges.write([])
    place.nowMs += 50
    expect([charges.readings().journalLines, await stored()]).toEqual([2, 0])
    await charges.write([aCharge({ calls: -1, credits: -credits })])
    expect([charges.readings().journalLines, await stored()]).toEqual([0, 0])
    charges.end()
    expect(await store.usage.usageBy('acc_1', { from: DAY, to: DAY }, 'day')).toEqual([
      { name: DAY, calls: 0, credits: 0, errors: 0 },
    ])
  },
)

test('many different rows do not wait for the timer, and the same ones over and over do', async () => {
  const { charges, makeBusy } = aProcess()
  await charges.write(price(1))
  await makeBusy()
  for (let turn = 0; turn < 1_000; turn++) await charges.write(price(1))
  expect(await stored()).toBe(1)
  for (let key = 0; key < 600; key++) await charges.write([aCharge({ credits: 1, keyId: `key_${key}` })])
  expect(await stored()).toBeGreaterThan(atLeast(1_250))
  charges.end()
  expect(await stored()).toBe(1_601)
})

describe('a store that cannot be written', () => {
  test('gets what waits when it is back, once; meanwhile nothing more is charged', async () => {
    const { charges, failing, makeBusy } = aProcess()
    await charges.write(price(1))
    await makeBusy()
    await charges.write(price(2))
    failing.add('store')
    await charges.write(price(4))
    // The timer finds out that the store is away.
    await sleep(120)
    await expect(charges.write(price(8))).rejects.toThrow('the store is away')
    await expect(charges.readDay('acc_1', DAY)).rejects.toThrow('the store is away')
    expect(() => charges.settle()).toThrow('the store is away')
    expect(await stored()).toBe(1)
    failing.clear()
    await charges.write(price(16))
    charges.settle()
    expect(await stored()).toBe(23)
    charges.end()
  })

  test('is tried again without a further call', async () => {
    const { charges, failing, makeBusy } = aProcess()
    await charges.write(price(1))
    await makeBusy()
    await charges.write(price(2))
    failing.add('store')
    await sleep(100)
    failing.clear()
    await expectSoon(stored, 3)
    charges.end()
  })

  test('at the end leaves the journal to the next process', async () => {
    const { charges, failing, makeBusy } = aProcess()
    await charges.write(price(1))
    await makeBusy()
    await charges.write(price(2))
    failing.add('store')
    charges.end()
    expect(await stored()).toBe(1)
    failing.clear()
    await settleAllLeft()
    expect(await stored()).toBe(3)
    await settleAllLeft()
    expect([await stored(), readdirSync(store.lending!.journalFolder)]).toEqual([3, []])
  })
})

test('a journal that cannot be written fails the charge, which is then not made', async () => {
  const { charges, failing, makeBusy } = aProcess()
  await charges.write(price(1))
  await makeBusy()
  failing.add('journal')
  await expect(charges.write(price(2))).rejects.toThrow('the journal is away')
  failing.clear()
  await charges.write(price(4))
  charges.end()
  expect(await stored()).toBe(5)
})

test('after the end charges go to the store, and the journal is gone', async () => {
  const { charges, makeBusy } = aProcess()
  await charges.write(price(1))
  await makeBusy()
  await charges.write(price(2))
  charges.end()
  charges.end()
  await charges.write(price(4))
  expect([await stored(), readdirSync(store.lending!.journalFolder)]).toEqual([7, []])
})

test('a line that a kill cut off is no charge, and those before it are kept', async () => {
  const { charges, makeBusy, kill } = aProcess()
  await charges.write(price(1))
  await makeBusy()
  await charges.write(price(2))
  await charges.write(price(4))
  const file = join(store.lending!.journalFolder, `${kill()}.journal`)
  expect(existsSync(file)).toBe(true)
  writeFileSync(file, `{"line":3,"rows":[${JSON.stringify(aCharge({ credits: 8 }))}`, { flag: 'a' })
  await settleAllLeft()
  expect(await stored()).toBe(7)
  expect(() => truncateSync(file)).toThrow('ENOENT')
})

type Step =
  | { kind: 'charge' | 'refund'; credits: number; key: number }
  | { kind: 'wait' | 'busy' | 'settle' | 'kill' | 'end' | 'breakStore' | 'breakJournal' | 'mend' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('charge' as const), credits: fc.nat(99), key: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('refund' as const), credits: fc.nat(99), key: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom('wait', 'busy', 'busy', 'settle', 'kill', 'end', 'breakStore', 'breakJournal', 'mend')
      .map((kind) => ({ kind }) as Step),
  },
)

test('whatever fails and whenever the process is killed: what was acknowledged is in the store once, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      store = place.store()
      const before = await stored()
      const sums = [0, 0, 0]
      let process = aProcess()
      const write = async (key: number, credits: number) => {
        const row = aCharge({ keyId: `key_${key}`, credits, calls: credits < 0 ? 0 : 1 })
        const isDurable = await process.charges.write([row]).then(
          () => true,
          () => false,
        )
        if (isDurable) sums[key]! += credits
      }
      const restart = async () => {
        process.failing.clear()
        await settleAllLeft()
        expect(await stored()).toBe(before + sums[0]! + sums[1]! + sums[2]!)
        process = aProcess()
      }
      for (const one of steps) {
        if (one.kind === 'charge') await write(one.key, one.credits)
        else if (one.kind === 'refund') {
          // A refund is never more than the credits charged in this history.
          if (sums[one.key]! > 0) await write(one.key, -Math.min(one.credits, sums[one.key]!))
        } else if (one.kind === 'wait') place.nowMs += 60
        else if (one.kind === 'busy') await process.makeBusy().catch(() => {})
        else if (one.kind === 'breakStore') process.failing.add('store')
        else if (one.kind === 'breakJournal') process.failing.add('journal')
        else if (one.kind === 'mend') process.failing.clear()
        else if (one.kind === 'settle') {
          try {
            process.charges.settle()
          } catch (error) {
            expect(process.failing).toContain('store')
            expect((error as Error).message).toBe('the store is away')
          }
        } else if (one.kind === 'end') {
          process.charges.end()
          await restart()
        } else {
          process.kill()
          await restart()
        }
      }
      process.charges.end()
      await restart()
      process.charges.end()
      place.close(store)
    }),
    runs(150),
  )
})
