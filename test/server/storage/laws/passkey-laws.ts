import { randomBytes } from 'node:crypto'
import { Passkeys } from '../../../../src/server/dashboard/passkeys/passkeys.js'
import type { Store } from '../../../../src/server/storage/store.js'
import { createAuthenticator } from '../../../support/authenticator.js'
import { started } from '../../../support/started.js'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const PARTY = { id: 'account.example.com', origin: 'https://account.example.com' }

/** Passkeys in a store of either engine, with two processes on it. */
export const passkeyLaws = (open: () => Promise<Store>): void => {
  let processes: readonly [Passkeys, Passkeys]
  const store = started(() => open())
  beforeAll(async () => {
    const create = () =>
      new Passkeys({ store: store.passkeys, nowMs: () => NOW_MS, randomBytes, maySignIn: () => true })
    processes = [create(), create()]
  })

  const newAccount = () => store.accounts.createAccount({ name: 'test', plan: 'core', isFailoverOn: false })
  const addPasskey = async () => {
    const account = await newAccount()
    const authenticator = createAuthenticator(PARTY.origin, true)
    const options = await processes[0].optionsToAdd(account, PARTY)
    expect(await processes[1].add(account.id, PARTY, 'laptop', authenticator.make(options))).toBe('added')
    return { account, authenticator }
  }

  test('a challenge of one process signs in at another, and at one of both only', async () => {
    const { account, authenticator } = await addPasskey()
    const options = await processes[0].optionsToSignIn(PARTY, '192.0.2.1')
    if (options === 'throttled') throw new Error(options)
    const signed = authenticator.sign(options)
    const both = await Promise.all(processes.map((process) => process.signIn(PARTY, signed, '192.0.2.1')))
    expect(both.map((found) => (found === 'wrong' ? found : Object(found).accountId)).sort()).toEqual(
      [account.id, 'wrong'].sort(),
    )
    expect(await processes[1].signIn(PARTY, signed, '192.0.2.1')).toBe('wrong')
    expect(await store.passkeys.listPasskeys(account.id)).toMatchObject([
      { name: 'laptop', counter: 2, transports: ['usb'], lastUsedAt: new Date(NOW_MS).toISOString() },
    ])
  })

  test('a challenge to add is none to sign in, nor one to add to another account', async () => {
    const { account, authenticator } = await addPasskey()
    const options = await processes[0].optionsToAdd(account, PARTY)
    expect(await processes[0].signIn(PARTY, authenticator.sign(options), '192.0.2.1')).toBe('wrong')
    const other = await newAccount()
    const made = createAuthenticator(PARTY.origin).make(options)
    expect(await processes[0].add(other.id, PARTY, 'laptop', made)).toBe('wrong')
  })

  test('of passkeys that two processes add at once, an account gets twenty', async () => {
    const account = await newAccount()
    const added = await Promise.all(
      Array.from({ length: 26 }, async (_, index) => {
        const options = await processes[0].optionsToAdd(account, PARTY)
        const made = createAuthenticator(PARTY.origin).make(options)
        return processes[index % 2]!.add(account.id, PARTY, `device ${index}`, made)
      }),
    )
    expect(added.toSorted()).toEqual([...Array(20).fill('added'), ...Array(6).fill('full')])
    expect(await store.passkeys.listPasskeys(account.id)).toHaveLength(20)
  })

  test('used challenges that have ended are deleted, some with each use', async () => {
    const at = (ms: number) => new Date(NOW_MS + ms).toISOString()
    for (let used = 0; used < 120; used++) await store.passkeys.useChallenge(`ended ${used}`, at(1), at(0))
    expect(await store.passkeys.useChallenge('ended 119', at(1), at(0))).toBe(false)
    for (let used = 0; used < 2; used++) await store.passkeys.useChallenge(`later ${used}`, at(9), at(2))
    for (const used of [0, 119]) expect(await store.passkeys.useChallenge(`ended ${used}`, at(3), at(2))).toBe(true)
  })

  test('of a text that is no id, no passkey is removed', async () => {
    const { account } = await addPasskey()
    expect(await processes[0].remove('\0', account.id)).toBeUndefined()
    expect(await processes[0].list(account.id)).toHaveLength(1)
  })

  test('a removed passkey takes the sessions along that it began, and a deleted account its passkeys', async () => {
    const { account, authenticator } = await addPasskey()
    const at = new Date(NOW_MS).toISOString()
    const expiresAt = new Date(NOW_MS + 60_000).toISOString()
    const session = { accountId: account.id, binding: '', createdAt: at, seenAt: at, expiresAt }
    await store.sessions.createSession('by-passkey', { ...session, passkeyId: authenticator.id })
    await store.sessions.createSession('by-link', session)
    expect(await store.passkeys.removePasskey(authenticator.id, 'acc_other')).toBeUndefined()
    expect(await store.sessions.findSession('by-passkey')).toMatchObject({ passkeyId: authenticator.id })
    expect(await store.passkeys.removePasskey(authenticator.id, account.id)).toMatchObject({ name: 'laptop' })
    expect(await store.sessions.findSession('by-passkey')).toBeUndefined()
    expect(await store.sessions.findSession('by-link')).toEqual(session)

    const other = await addPasskey()
    await store.accounts.deleteAccount(other.account.id)
    expect(await store.passkeys.findPasskey(other.authenticator.id)).toBeUndefined()
  })
}
