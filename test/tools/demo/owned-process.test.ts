import { startOwnedProcess } from '../../../src/tools/demo/owned-process.js'
import { untilGone } from '../../support/processes.js'
import { stopwatch } from '../../support/stopwatch.js'

const SIGNS = { ready: /ready (\d+)\n/, hopeless: /in use/, timeoutMs: 10_000 }
const WAITS = 'process.stdin.on("close", () => process.exit()).resume()'

test('what complains of something hopeless is ended at once, with its words', async () => {
  const source = `console.error('pid ' + process.pid + ': port 1 is in use'); ${WAITS}`
  const spentMs = stopwatch()
  const error: Error = await startOwnedProcess('chain', source, [], SIGNS).catch((reason) => reason)
  expect(error.message).toMatch(/^chain cannot start: pid \d+: port 1 is in use$/)
  expect(spentMs()).toBeLessThan(8_000)
  await untilGone(Number(/pid (\d+)/.exec(error.message)![1]))
})

test('other complaints do not keep it from being ready', async () => {
  const source = `console.error('a warning'); setTimeout(() => console.log('ready ' + process.pid), 50); ${WAITS}`
  const owned = await startOwnedProcess('chain', source, [], SIGNS)
  await owned.stop()
  expect(await owned.ended).toBe('a warning')
})
