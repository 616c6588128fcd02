import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrimaryCalls } from '../../../src/server/cluster/messages.js'
import { forkWorker } from '../../../src/server/cluster/worker-process.js'

test('a worker that the system cannot start has ended, and why is told', async () => {
  cluster.setupPrimary({ cwd: '/there/is/no/such/folder' })
  const worker = forkWorker(
    {} as PrimaryCalls,
    () => {},
    () => {},
  )
  const asked = worker.channel.ask('readings')
  await expect(asked).rejects.toThrow('the other process is gone')
  expect(await Promise.race([worker.ended, wait(2_000, 'never', { ref: false })])).toMatch(/^spawn .* ENOENT$/)
  expect(Object.keys(cluster.workers ?? {})).toEqual([])
})
