import type { SessionStore } from '../../../src/server/accounts/session-store.js'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { PageLookUps } from '../../../src/server/dashboard/page-look-ups.js'
import { type SessionDeps, Sessions } from '../../../src/server/dashboard/sessions.js'

const SESSION_CHARACTERS = 43
const invented = (name: string) => name.padEnd(SESSION_CHARACTERS, '0')

test('invented sessions are looked up two at a time, and sources take turns', async () => {
  const asked: (() => void)[] = []
  const store = {
    findSession: () => new Promise<undefined>((answer) => asked.push(() => answer(undefined))),
  } as unknown as SessionStore
  const sessions = new Sessions({ store, lookUps: new PageLookUps() } as unknown as SessionDeps)
  const found: string[] = []
  const find = async (name: string, source: string) => {
    await sessions.find(invented(name), false, source)
    found.push(name)
  }
  const all = Array.from({ length: 100 }, (_, index) => find(`flood${index}`, '192.0.2.1'))
  all.push(find('other', '192.0.2.2'))
  let most = 0
  while (found.length < all.length) {
    most = Math.max(most, asked.length)
    asked.shift()?.()
    await new Promise(setImmediate)
  }
  expect(most).toBe(2)
  expect(found.indexOf('other')).toBeLessThan(5)
  // A text that cannot be a session is not looked up.
  expect(await sessions.find('x', false, '192.0.2.1')).toBe(undefined)
  expect(asked).toEqual([])
})

test('look-ups that wait for a store that hangs end with the first ones', async () => {
  const lookUps = new PageLookUps()
  let asked = 0
  const hang = () => {
    asked++
    return Promise.reject(new StoreAway('no answer within 5000 ms'))
  }
  const all = Array.from({ length: 50 }, () => lookUps.run('192.0.2.1', hang))
  for (const one of all) await expect(one).rejects.toThrow(StoreAway)
  expect(asked).toBe(2)
  expect(await lookUps.run('192.0.2.1', async () => 'found')).toBe('found')
})
