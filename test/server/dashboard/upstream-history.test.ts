import { UpstreamHistory } from '../../../src/server/dashboard/upstream-history.js'
import type { UpstreamStatus } from '../../../src/server/upstreams/upstream-status.js'

const upstream = (state: string, more: object = {}): UpstreamStatus =>
  ({ network: 'main', upstream: 'node-1', state, reason: 'answers', lastFailure: null, ...more }) as UpstreamStatus

test('keeps in which states upstreams were seen, newest first, and why', () => {
  const history = new UpstreamHistory()
  history.look([upstream('up')], 0)
  history.look([upstream('up')], 1_000)
  expect(history.changes).toEqual([])
  history.look([upstream('down', { reason: 'does not answer', lastFailure: 'refused' })], 2_000)
  history.look([upstream('up')], 60_000)
  const node = { network: 'main', upstream: 'node-1' }
  expect(history.changes).toEqual([
    { ...node, at: '1970-01-01T00:01:00.000Z', from: 'down', to: 'up', why: 'answers' },
    { ...node, at: '1970-01-01T00:00:02.000Z', from: 'up', to: 'down', why: 'does not answer; refused' },
  ])
})

test('tells processes apart, and an upstream that is new or gone changed nothing', () => {
  const history = new UpstreamHistory()
  history.look([upstream('up', { worker: 1 }), upstream('down', { worker: 2 })], 0)
  history.look([upstream('up', { worker: 1 }), upstream('up', { worker: 3 })], 1)
  expect(history.changes).toEqual([])
})

test('keeps a hundred changes at most', () => {
  const history = new UpstreamHistory()
  for (let turn = 0; turn < 300; turn++) history.look([upstream(turn % 2 === 0 ? 'up' : 'down')], turn)
  expect(history.changes).toHaveLength(100)
  expect(history.changes[0]).toMatchObject({ at: '1970-01-01T00:00:00.299Z', to: 'down' })
})
