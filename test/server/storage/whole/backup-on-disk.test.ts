import * as fs from 'node:fs'
import { join } from 'node:path'
import { jest } from '@jest/globals'

/** Syncs and renames, in order. */
const asked: string[] = []
const paths = new Map<number, string>()
/** Errors of syncs, by path. */
const broken = new Map<string, string>()
const counted: Partial<typeof fs> = {
  openSync: (path, ...more) => {
    const file = fs.openSync(path, ...more)
    paths.set(file, String(path))
    return file
  },
  fsyncSync: (file) => {
    const path = String(paths.get(file))
    asked.push(`sync ${path}`)
    const code = broken.get(path)
    if (code !== undefined) throw Object.assign(new Error(code), { code })
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

test('a backup whose name is lost by a failing disk is none; a folder that cannot be synced is no failure', async () => {
  await filledStore()
  const [failed, done] = ['failed.db', 'done.db'].map((name) => join(place.folder, name))
  broken.set(place.folder, 'EIO')
  await expect(backUp(await whole(`sqlite:${place.path}`), failed!)).rejects.toThrow('EIO')
  expect(fs.existsSync(failed!)).toBe(false)
  broken.set(place.folder, 'EINVAL')
  await backUp(await whole(`sqlite:${place.path}`), done!)
  expect(fs.existsSync(done!)).toBe(true)
})
