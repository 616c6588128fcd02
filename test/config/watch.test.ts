import { mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchFiles } from '../../src/config/watch.js'
import { everySecond } from '../../src/runtime/every-second.js'
import { expectSoon } from '../support/expect-soon.js'

test('a file that vanishes and comes back as it was is seen twice: what was said of the first is taken back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-watch-'))
  const path = join(folder, 'tollgate.yaml')
  writeFileSync(path, '')
  /** When the file was saved, at each change; undefined when it was gone. */
  const changes: (number | undefined)[] = []
  const watch = watchFiles([path], () => changes.push(statSync(path, { throwIfNoEntry: false })?.mtimeMs), everySecond)
  // A watcher's first look is none at a change: it is over when a later one was seen.
  await expectSoon(() => {
    utimesSync(path, new Date(), new Date())
    return changes.length > 0
  }, true)
  utimesSync(path, 5, 5)
  await expectSoon(() => changes.at(-1), 5_000)
  renameSync(path, `${path}.away`)
  await expectSoon(() => changes.at(-1), undefined)
  renameSync(`${path}.away`, path)
  await expectSoon(() => changes.at(-1), 5_000)
  watch.stop()
  rmSync(folder, { recursive: true })
})
