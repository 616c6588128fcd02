import fc from 'fast-check'
import type { EventCredits, PaidEvent } from '../../../src/server/subscriptions/event-credits.js'
import { aKey, anEntitlement } from '../../support/accounts.js'
import { turn } from '../../support/ledger.js'
import { HEADS, prepaidEvents } from '../../support/prepaid-events.js'
import { runs } from '../../support/runs.js'

const DAY_MS = 86_400_000

type Step =
  | { readonly kind: 'open'; readonly key: number }
  | { readonly kind: 'take'; readonly which: number; readonly count: number }
  | { readonly kind: 'giveBack' | 'close'; readonly which: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'price'; readonly credits: number }
  | { readonly kind: 'store'; readonly isAway: boolean }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('open' as const), key: fc.nat(1) }),
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        which: fc.nat(),
        count: fc.integer({ min: 1, max: 40 }),
      }),
    },
    fc.record({ kind: fc.constantFrom('giveBack' as const, 'close' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(10, 500, 1_500, 60_000, DAY_MS) }),
    fc.record({ kind: fc.constant('price' as const), credits: fc.constantFrom(7, 20) }),
    fc.record({ kind: fc.constant('store' as const), isAway: fc.boolean() }),
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
)

test('whatever happens, the prices of events are the credits, and what was delivered was paid', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { pool, store, clock, ledger } = prepaidEvents(5_000)
      const uses: { credits: EventCredits; taken: PaidEvent[] }[] = []
      const delivered: PaidEvent[] = []
      let price = 20
      let hasOnePrice = true
      const kind = { ...HEADS, priceCredits: () => price }
      const creditsOf = (events: readonly PaidEvent[]) =>
        events.reduce((sum, { priceCredits }) => sum + priceCredits, 0)
      const law = () => {
        if (hasOnePrice) expect(store.sum('credits')).toBe(store.sum('calls') * 20)
        const taken = [...delivered, ...uses.flatMap((use) => use.taken)]
        expect(store.sum('calls')).toBeGreaterThanOrEqual(taken.length)
        expect(store.sum('credits')).toBeGreaterThanOrEqual(creditsOf(taken))
        for (const day of new Set(store.rows.map((row) => row.day)))
          expect(store.sum('credits', day)).toBeLessThanOrEqual(5_000)
      }
      const useOf = (which: number) => uses[which % Math.max(1, uses.length)]
      for (const step of history) {
        if (step.kind === 'open') {
          const entitlement = anEntitlement({
            dailyCredits: 5_000,
            creditsPerSecond: 1_000_000,
            key: aKey({ id: `key_${step.key}` }),
          })
          uses.push({ credits: pool.open(() => entitlement, kind), taken: [] })
        } else if (step.kind === 'pass') clock.nowMs += step.ms
        else if (step.kind === 'price') {
          price = step.credits
          hasOnePrice &&= price === 20
        } else if (step.kind === 'store') store.isAway = step.isAway
        else {
          const use = useOf(step.which)
          if (use === undefined) continue
          if (step.kind === 'take') {
            const wanted = use.taken.length + step.count
            while (use.taken.length < wanted) {
              const event = use.credits.take()
              if (event !== undefined) use.taken.push(event)
              else if (store.isAway || (await use.credits.more()) !== 'paid') break
            }
          } else if (step.kind === 'giveBack') use.taken.pop()?.giveBack()
          else if (step.kind === 'close') {
            use.credits.close()
            delivered.push(...use.taken)
            uses.splice(uses.indexOf(use), 1)
          }
        }
        await turn()
        law()
      }
      store.isAway = false
      await ledger.flush()
      for (const { credits, taken } of uses.splice(0)) {
        credits.close()
        delivered.push(...taken)
      }
      await pool.end()
      await ledger.flush()
      law()
      expect([store.sum('calls'), store.sum('credits')]).toEqual([delivered.length, creditsOf(delivered)])
    }),
    runs(100),
  )
})
