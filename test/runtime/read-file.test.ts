import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileTrouble, readRegularFile, readRegularFileLater } from '../../src/runtime/read-file.js'
import { temporaryFolder } from '../support/started.js'

const MAX_BYTES = 100_000

const folder = temporaryFolder()
let path: string

beforeAll(() => {
  path = join(folder, 'file')
})

const troubleOf = (error: unknown) => ({ trouble: fileTrouble(error) })

describe.each([
  ['at once', async (file: string) => readRegularFile(file, MAX_BYTES)],
  ['while others are served', (file: string) => readRegularFileLater(file, MAX_BYTES)],
])('a file that is read %s', (_, read) => {
  const tried = async (file: string) => {
    try {
      return (await read(file)).toString()
    } catch (error) {
      return troubleOf(error)
    }
  }

  test.each([0, 1, 4_096, MAX_BYTES])('has all of its %d bytes', async (length) => {
    const text = 'x'.repeat(length)
    writeFileSync(path, text)
    expect(await tried(path)).toBe(text)
    symlinkSync(path, `${path}-${length}`)
    expect(await tried(`${path}-${length}`)).toBe(text)
    rmSync(`${path}-${length}`)
  })

  test('is refused when it has more bytes than it may', async () => {
    writeFileSync(path, 'x')
    truncateSync(path, MAX_BYTES + 1)
    expect(await tried(path)).toEqual({ trouble: 'is larger than 0.1 MB, the most that is read' })
  })

  // The system says that it has no byte.
  test('is read to its end when its size says nothing', async () => {
    expect(await tried('/proc/self/status')).toMatch(/^Name:/)
  })

  test('is refused without being waited for when it is a pipe, a device or a folder', async () => {
    const pipe = join(folder, `pipe-${_.length}`)
    execFileSync('mkfifo', [pipe])
    const refused = { trouble: 'is a pipe, a device or a folder: only regular files are read' }
    for (const never of [pipe, '/dev/zero', folder]) expect(await tried(never)).toEqual(refused)
  })

  test('has no trouble to be told of when it is not there, and the code of the system otherwise', async () => {
    expect(await tried(join(folder, 'none'))).toEqual({ trouble: undefined })
    writeFileSync(path, '')
    expect(await tried(join(path, 'within'))).toEqual({ trouble: 'cannot be read (ENOTDIR)' })
  })
})
