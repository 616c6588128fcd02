import { EarlyNotifications } from '../../../../src/server/upstreams/transport/early-notifications.js'

test('ids whose subscriptions were ended are no longer those that missed a notification', async () => {
  const early = new EarlyNotifications()
  early.expect()
  const keep = (id: string) => early.keep(id, Buffer.from('{}'), { start: 0, end: 2 })
  for (let kept = 0; kept < 1_000; kept++) keep('1')
  for (let id = 2; id < 3_000; id++) {
    expect(keep(String(id))).toBe(true)
    early.ignore(String(id))
    early.allow(String(id))
  }
  expect(early.takeMissed('2')).toBe(false)
})
