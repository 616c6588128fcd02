import { stat } from 'node:fs/promises'
import { askHeads } from '../../../../src/server/upstreams/poll/ask-heads.js'
import type { AskUpstream } from '../../../../src/server/upstreams/poll/asked.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { quietUpstream } from '../../../support/upstream.js'

/** Longer than the grace of the nodes that have not answered yet. */
const STALL_MS = 400

const stall = (): void => {
  const endMs = performance.now() + STALL_MS
  while (performance.now() < endMs);
}

test('an answer that came while the process stood still counts, though the grace for it is over', async () => {
  const clock = { nowMs: 0 }
  const upstreams = ['liar', 'honest', 'silent'].map((name) => quietUpstream(clock, name))
  const pool = new Pool(upstreams, () => clock.nowMs)
  const ask: AskUpstream = async ({ name }) => {
    if (name === 'silent') await new Promise(() => {})
    // Waits for a thread, whose answer is read like that of a socket.
    if (name === 'honest') await stat('.')
    return { kind: 'result', value: name === 'liar' ? '0x9' : '0x1' }
  }
  const claims: [string, bigint][] = []
  const asked = askHeads(
    pool,
    ask,
    () => clock.nowMs,
  )((node, number) => {
    claims.push([(node as { name: string }).name, number])
  })
  // The liar has answered by then, and the grace began.
  await new Promise((resolve) => process.nextTick(resolve))
  stall()
  await asked
  expect(claims).toEqual([
    ['liar', 9n],
    ['honest', 1n],
  ])
})
