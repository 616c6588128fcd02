import { randomBytes } from 'node:crypto'
import type { AccountStore } from '../../../src/server/accounts/account-store.js'
import { createLinkText, hashSecret } from '../../../src/server/accounts/secrets.js'
import type { Session } from '../../../src/server/accounts/session-store.js'
import { PageLookUps } from '../../../src/server/dashboard/page-look-ups.js'
import { type SessionDeps, Sessions } from '../../../src/server/dashboard/sessions.js'
import { StorePlace } from '../../support/store-place.js'

const SOURCE = '192.0.2.1'
const place = new StorePlace()

/** An account, and sessions of which each is stored just after `change` has happened. */
const signingIn = async (change: (accounts: AccountStore, accountId: string) => unknown) => {
  const store = place.store()
  const { id } = await store.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: true })
  const begun: string[] = []
  const sessions = new Sessions({
    store: {
      ...store.sessions,
      createSession: async (hash: string, session: Session) => {
        await change(store.accounts, id)
        begun.push(hash)
        await store.sessions.createSession(hash, session)
      },
    },
    accounts: store.accounts,
    config: () => ({ dashboard: { sessionDays: 30 }, admin: {} }),
    ...{ nowMs: () => place.nowMs, randomBytes, lookUps: new PageLookUps(), onEnd: () => {} },
  } as unknown as SessionDeps)
  const isStored = async () => (await store.sessions.findSession(begun[0]!)) !== undefined
  const link = async () => {
    const text = createLinkText(randomBytes)
    const createdAt = new Date(place.nowMs).toISOString()
    const expiresAt = new Date(place.nowMs + 60_000).toISOString()
    await store.sessions.createLink(hashSecret(text), { accountId: id, createdAt, expiresAt })
    return text
  }
  return { id, sessions, link, isStored }
}

test('a link signs nobody in to an account that is deleted meanwhile', async () => {
  const { sessions, link, isStored } = await signingIn((accounts, id) => accounts.deleteAccount(id))
  const { result } = await sessions.signInWithLink(await link(), SOURCE, undefined, true)
  expect(result).toBe('wrong')
  expect(await isStored()).toBe(false)
})

test('a link signs in to an account that is there', async () => {
  const { sessions, link, isStored } = await signingIn(() => {})
  const { result } = await sessions.signInWithLink(await link(), SOURCE, undefined, true)
  expect(result).toMatchObject({ sessionText: expect.any(String) })
  expect(await isStored()).toBe(true)
})

test.each([
  ['a passkey that is removed', 'wrong'],
  ['an address that is changed', 'no-account'],
] as const)('%s meanwhile signs nobody in', async (what, refusal) => {
  let isThere = true
  const { sessions, id, isStored } = await signingIn(() => {
    isThere = false
  })
  const isStill = async () => isThere
  const passkey = { id: 'p', accountId: id, name: 'laptop', publicKey: '', counter: 0, transports: [], createdAt: '' }
  const result = what.startsWith('a passkey')
    ? await sessions.signInWithPasskey(passkey, undefined, isStill)
    : await sessions.signInWithOpenid(id, undefined, isStill)
  expect(result).toBe(refusal)
  expect(await isStored()).toBe(false)
})
