import * as fs from 'node:fs'
import { join } from 'node:path'
import { jest } from '@jest/globals'

/** Syncs and renames, in order. */
const asked: string[] = []
const paths = new Map<number, string>()
const counted: Partial<typeof fs> = {
  openSync: (path, ...more) => {
    const file = fs.openSync(path, ...more)
    paths.set(file, String(path))
    return file
  },
  fsyncSync: (file) => {
    asked.push(`sync ${paths.get(file)}`)
    fs.fsyncSync(file)
  },
  renameSync: (from, to) => {
    asked.push(`rename ${from} to ${to}`)
    fs.renameSync(from, to)
  },
}
jest.unstable_mockModule('node:fs', () => ({ ...fs, ...counted }))
const { backUp } = await import('../../../../src/server/storage/whole/backup.js')
const { wholeStores } = await import('../../../support/whole-stores.js')

const { place, whole, filledStore } = wholeStores()

test('a backup is on the disk before it is called done, and so is its name', async () => {
  await filledStore()
  const file = join(place.folder, 'backup.db')
  asked.length = 0
  await backUp(await whole(`sqlite:${place.path}`), file)
  const [partial] = asked[0]?.match(/\S+\/backup\.db/) ?? []
  expect(partial).toMatch(/backup\.db\.partial-\w+\/backup\.db$/)
  expect(asked).toEqual([`sync ${partial}`, `rename ${partial} to ${file}`, `sync ${place.folder}`])
})
