import { Cordons } from '../../../../src/server/upstreams/health/cordons.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { startedEach } from '../../../support/started.js'

let changes: number
beforeEach(async () => {
  changes = 0
})
const cordons = startedEach(
  () =>
    new Cordons(Date.now, () => {
      changes += 1
    }),
)

const cordon = (upstream: string, forMs?: number) =>
  cordons.set({ network: 'eth', upstream, untilMs: forMs === undefined ? undefined : Date.now() + forMs })

test('a cordon ends when its time is over, and one without a time when it is lifted', async () => {
  cordon('short', 1)
  cordon('long')
  await expectSoon(() => cordons.all.map(({ upstream }) => upstream).join(), 'long')
  expect([cordons.lift('eth', 'long'), cordons.lift('eth', 'long'), cordons.all]).toEqual([true, false, []])
  expect(changes).toBe(4)
})

test('a second cordon gives the first one a new end', async () => {
  cordon('one', 1)
  cordon('one')
  cordon('other', 1)
  await expectSoon(() => cordons.find('eth', 'other'), undefined)
  expect(cordons.find('eth', 'one')).toEqual({ network: 'eth', upstream: 'one', untilMs: undefined })
})

test('all are taken over from another process, and those of upstreams that left are forgotten', () => {
  cordon('mine')
  const theirs = ['one', 'two'].map((upstream) => ({ network: 'eth', upstream, untilMs: undefined }))
  cordons.replace(theirs)
  expect(cordons.all).toEqual(theirs)
  cordons.keep((_, upstream) => upstream === 'two')
  expect(cordons.all).toEqual([theirs[1]])
})
