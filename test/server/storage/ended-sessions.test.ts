import Database from 'libsql'
import { apiWords, storeMethods } from '../../../src/server/admin/methods.js'
import type { OperationDeps } from '../../../src/server/admin/operation-deps.js'
import { StorePlace } from '../../support/store-place.js'

const AT = '2026-11-21T12:00:00.000Z'
const END = '2026-12-21T12:00:00.000Z'
const place = new StorePlace()

/** Runs SQL on the store's file, as another program does. */
const run = (sql: string): void => {
  const database = new Database(place.path)
  database.exec(sql)
  database.close()
}

/** An account with a passkey, and one session that both the address and the passkey end. */
const signedIn = async () => {
  const store = place.store()
  const account = { name: 'Ann', plan: 'core', isFailoverOn: false, email: 'ann@example.com' }
  const { id } = await store.accounts.createAccount(account)
  const passkey = { id: 'p', accountId: id, name: 'laptop', publicKey: 'a', counter: 0, transports: [], createdAt: AT }
  await store.passkeys.addPasskey(passkey)
  const session = { accountId: id, binding: 'bound', createdAt: AT, seenAt: AT, expiresAt: END, passkeyId: 'p' }
  await store.sessions.createSession('first', session)
  expect(await store.sessions.findSession('first')).toEqual(session)
  const deps = {
    store,
    config: { plans: new Map() },
    actor: { name: 'operator', via: 'api' },
    words: apiWords,
    nowMs: () => place.nowMs,
  } as unknown as OperationDeps
  return {
    id,
    /** Runs an operation on the account. */
    operate: async (name: string, params: object) => storeMethods[name]!(deps, { id, ...params } as never),
    isSignedIn: async (session: string) => (await store.sessions.findSession(session)) !== undefined,
    hasLink: async () => (await store.sessions.findLink('link')) !== undefined,
  }
}

test.each([
  ['account.remove-passkeys', {}],
  ['account.remove-passkeys', { passkey: 'p' }],
  ['account.set', { email: 'new@example.com' }],
])('%s %j that cannot end the sessions ends them when it is repeated', async (name, params) => {
  const { operate, isSignedIn } = await signedIn()
  run("CREATE TRIGGER stop BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'stop'); END")
  await expect(operate(name, params)).rejects.toThrow('stop')
  expect(await isSignedIn('first')).toBe(true)
  run('DROP TRIGGER stop')
  await operate(name, params)
  expect(await isSignedIn('first')).toBe(false)
})

test.each([
  ['account.remove-passkeys', {}, 'DELETE ON passkeys'],
  ['account.set', { email: 'new@example.com' }, 'UPDATE ON accounts'],
  ['account.delete', { yes: true }, 'DELETE ON accounts'],
])('%s %j ends a session, too, that begins just before its %s', async (name, params, statement) => {
  const { id, operate, isSignedIn, hasLink } = await signedIn()
  const columns = 'hash, account_id, binding, created_at, seen_at, expires_at, passkey_id'
  const late = `INSERT INTO sessions (${columns}) VALUES ('late', '${id}', 'bound', '${AT}', '${AT}', '${END}', 'p')`
  // The link shows that the session was there.
  const link = `INSERT INTO sign_in_links (hash, created_at, expires_at) VALUES ('link', '${AT}', '${END}')`
  run(`CREATE TRIGGER sign_in BEFORE ${statement} BEGIN ${late}; ${link}; END`)
  await operate(name, params)
  expect(await Promise.all([isSignedIn('first'), isSignedIn('late')])).toEqual([false, false])
  expect(await hasLink()).toBe(true)
})
