import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Workplace } from '../support/command-line.js'

const place = new Workplace()
const { error, anAccount } = place

test('a store that is not there is not migrated, and is not made either', async () => {
  expect(await error('store', 'migrate', 'sqlite:./none.db', 'sqlite:./new.db')).toBe(
    `1 tollgate: there is no store to copy from: no file ${join(place.folder, 'none.db')}`,
  )
  for (const name of ['none.db', 'new.db']) expect(existsSync(join(place.folder, name))).toBe(false)
})

test('a store is not migrated into itself', async () => {
  await anAccount()
  const twice = ['sqlite:./tollgate.db', `sqlite:${join(place.folder, 'tollgate.db')}`]
  expect(await error('store', 'migrate', ...twice)).toBe('1 tollgate: FROM and TO are the same store')
})
