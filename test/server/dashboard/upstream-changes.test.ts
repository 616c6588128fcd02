import { UpstreamChanges } from '../../../src/server/dashboard/upstream-changes.js'
import type { UpstreamStatus } from '../../../src/server/upstreams/upstream-status.js'

const upstream = (state: string, more: object = {}): UpstreamStatus =>
  ({ network: 'main', upstream: 'node-1', state, reason: 'answers', lastFailure: null, ...more }) as UpstreamStatus

test('keeps in which states upstreams were seen, newest first, and why', () => {
  const changes = new UpstreamChanges()
  changes.update([upstream('up')], 0)
  changes.update([upstream('up')], 1_000)
  expect(changes.changes).toEqual([])
  changes.update([upstream('down', { reason: 'does not answer', lastFailure: 'refused' })], 2_000)
  changes.update([upstream('up')], 60_000)
  const node = { network: 'main', upstream: 'node-1' }
  expect(changes.changes).toEqual([
    { ...node, at: '1970-01-01T00:01:00.000Z', from: 'down', to: 'up', why: 'answers' },
    { ...node, at: '1970-01-01T00:00:02.000Z', from: 'up', to: 'down', why: 'does not answer; refused' },
  ])
})

test('tells processes apart, and an upstream that is new or gone changed nothing', () => {
  const changes = new UpstreamChanges()
  changes.update([upstream('up', { worker: 1 }), upstream('down', { worker: 2 })], 0)
  changes.update([upstream('up', { worker: 1 }), upstream('up', { worker: 3 })], 1)
  expect(changes.changes).toEqual([])
})

test('keeps a hundred changes at most', () => {
  const changes = new UpstreamChanges()
  for (let turn = 0; turn < 300; turn++) changes.update([upstream(turn % 2 === 0 ? 'up' : 'down')], turn)
  expect(changes.changes).toHaveLength(100)
  expect(changes.changes[0]).toMatchObject({ at: '1970-01-01T00:00:00.299Z', to: 'down' })
})
