import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileWatch, fileStates } from '../../src/runtime/watch-files.js'
import { expectSoon } from '../support/expect-soon.js'

let folder: string
let path: string
let watch: FileWatch

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-watch-'))
  path = join(folder, 'tollgate.yaml')
  writeFileSync(path, '')
})
afterEach(() => {
  watch.stop()
  rmSync(folder, { recursive: true })
})

test('a file that vanishes and comes back as it was is seen twice: what was said of the first is taken back', async () => {
  /** When the file was saved, at each change; undefined when it was gone. */
  const changes: (number | undefined)[] = []
  watch = new FileWatch([path], () => changes.push(statSync(path, { throwIfNoEntry: false })?.mtimeMs))
  utimesSync(path, 5, 5)
  await expectSoon(() => changes.at(-1), 5_000)
  renameSync(path, `${path}.away`)
  await expectSoon(() => changes.at(-1), undefined)
  renameSync(`${path}.away`, path)
  await expectSoon(() => changes.at(-1), 5_000)
})

test('a file that is written in pieces is told of once, when it is whole', async () => {
  const pieces = Array.from({ length: 60 }, (_, index) => `piece ${index}\n`)
  const read: string[] = []
  watch = new FileWatch([path], () => read.push(readFileSync(path, 'utf8')))
  for (const piece of pieces) {
    appendFileSync(path, piece)
    await sleep(40)
  }
  await expectSoon(() => read, [pieces.join('')])
})

test('a file that is followed later changes from the state it then has, and one no longer followed does not count', async () => {
  const other = join(folder, 'methods.json')
  writeFileSync(other, '{}')
  const read: string[] = []
  watch = new FileWatch([path], () => read.push(readFileSync(other, 'utf8')))
  watch.follow(fileStates([other]))
  writeFileSync(path, 'saved')
  writeFileSync(other, '{"methods":[]}')
  await expectSoon(() => read, ['{"methods":[]}'])
  writeFileSync(path, 'saved again')
  watch.stop()
  await sleep(1_300)
  expect(read).toHaveLength(1)
})
