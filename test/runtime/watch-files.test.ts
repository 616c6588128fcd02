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
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileWatch, fileStates } from '../../src/runtime/watch-files.js'
import { expectSoon } from '../support/expect-soon.js'
import { wakeUpOften } from '../support/wake-up-often.js'

let folder: string
let path: string
let watch: FileWatch

wakeUpOften()
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
  /** No state comes too late: without it the file counts as it was. */
  const stateLimitMs = 60_000
  const pieces = Array.from({ length: 20 }, (_, index) => `piece ${index}\n`)
  const read: string[] = []
  watch = new FileWatch([path], () => read.push(readFileSync(path, 'utf8')), undefined, stateLimitMs)
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
  await sleep(300)
  expect(read).toHaveLength(1)
})

describe('while the mount of a file does not answer', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((name) => `/mnt/gone/${name}.json`) as [string, string, string]
  const STATE_LIMIT_MS = 200
  let asked: string[]
  let changes: number
  const watchWith = (paths: readonly string[]) => {
    asked = []
    changes = 0
    const read = (file: string) => {
      asked.push(file)
      return file.startsWith('/mnt/gone/') ? new Promise<undefined>(() => {}) : stat(file).catch(() => undefined)
    }
    const count = () => {
      changes++
    }
    watch = new FileWatch(paths, count, read, STATE_LIMIT_MS)
  }

  test('a save of a file before it in the list is noticed, and those behind it are not asked for', async () => {
    watchWith([path, one, two])
    for (const [index, text] of ['first', 'second, longer'].entries()) {
      writeFileSync(path, text)
      await expectSoon(() => changes, index + 1, 10_000)
    }
    expect(asked.filter((file) => file !== path)).toEqual([one])
  })

  test('a save of any file is noticed once it is no longer followed', async () => {
    const other = join(folder, 'methods.json')
    watchWith([path, one, other])
    await expectSoon(() => asked.includes(one), true)
    watch.follow(fileStates([path, other]))
    writeFileSync(other, 'saved')
    await expectSoon(() => changes, 1, 10_000)
  })

  test('two threads wait at most, however many such files are followed', async () => {
    watchWith([one])
    await watch.know()
    watch.follow(fileStates([two]))
    await watch.know()
    watch.follow(fileStates([three]))
    await watch.know()
    expect(asked).toEqual([one, two])
  })
})
