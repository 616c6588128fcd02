import type { Session } from '../../../../src/server/accounts/session-store.js'
import { DURATION_BUCKETS } from '../../../../src/server/credits/usage/call-durations.js'
import type { Store } from '../../../../src/server/storage/store.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { started } from '../../../support/started.js'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
const session = (minute: number, accountId?: string): Session => ({
  accountId,
  binding: 'bound',
  createdAt: at(minute),
  seenAt: at(minute),
  expiresAt: at(minute + 60),
})
const entry = {
  actor: 'operator',
  via: 'api',
  operation: 'key.set',
  accountId: 'acc_1',
  subject: 'key_1',
  params: '{}',
}
const error = { accountId: 'acc_1', keyId: 'key_1', network: 'main', method: 'eth_getLogs', error: 'invalid-params' }
const duration = { accountId: 'acc_1', network: 'main', method: 'eth_getLogs' }
/** Returns `calls` in the first bucket, and `calls` more in each further one. */
const buckets = (calls: number) => Array.from({ length: DURATION_BUCKETS }, (_, bucket) => calls * (bucket + 1))

/**
 * Defines the tests of what the dashboard stores, for either engine. Each test goes on with the
 * rows that the tests before it left.
 */
export const dashboardLaws = (open: () => Promise<Store>): void => {
  const store = started(() => open())

  test('sessions come back, are seen, and end', async () => {
    const { sessions } = store
    await sessions.createSession('a', session(0))
    await sessions.createSession('b', session(1, 'acc_1'))
    expect(await sessions.findSession('a')).toEqual(session(0))
    await sessions.seeSession('b', at(5), at(65))
    expect(await sessions.findSession('b')).toEqual({ ...session(1, 'acc_1'), seenAt: at(5), expiresAt: at(65) })
    await sessions.endSession('b')
    expect(await sessions.findSession('b')).toBeUndefined()
  })

  test('of one holder the newest are kept, and nothing that has expired', async () => {
    const { sessions } = store
    for (let minute = 0; minute < 25; minute += 1) await sessions.createSession(`h${minute}`, session(minute, 'acc_2'))
    expect(await sessions.findSession('h4')).toBeUndefined()
    expect(await sessions.findSession('h5')).toBeDefined()
    await sessions.createSession('late', session(300, 'acc_3'))
    expect([await sessions.findSession('h24'), await sessions.findSession('a')]).toEqual([undefined, undefined])
  })

  test('another e-mail address of an account ends its sessions with a binding, and no other', async () => {
    const { accounts, sessions } = store
    const account = { name: 'Ann', plan: 'core', isFailoverOn: false }
    const { id } = await accounts.createAccount(account)
    const other = await accounts.createAccount({ ...account, email: 'bob@example.com' })
    await sessions.createSession('by email', session(301, id))
    await sessions.createSession('by link', { ...session(301, id), binding: '' })
    await sessions.createSession('of another', session(301, other.id))
    const left = async () => {
      const found = await Promise.all(['by email', 'by link', 'of another'].map((hash) => sessions.findSession(hash)))
      return found.map((one) => one !== undefined)
    }
    await accounts.changeAccount(id, { plan: 'growth' })
    expect(await left()).toEqual([true, true, true])
    // A change that is refused ends no session.
    await expect(accounts.changeAccount(id, { email: 'bob@example.com' })).rejects.toThrow(/unique/i)
    expect(await left()).toEqual([true, true, true])
    await accounts.changeAccount(id, { email: null })
    expect(await left()).toEqual([false, true, true])
  })

  test('a link is taken once, whoever asks at the same time', async () => {
    const { sessions } = store
    await sessions.createLink('l', { accountId: 'acc_1', createdAt: at(0), expiresAt: at(9) })
    const taken = await Promise.all([1, 2, 3].map(() => sessions.takeLink('l')))
    expect(taken.filter((one) => one !== undefined)).toEqual([
      { accountId: 'acc_1', createdAt: at(0), expiresAt: at(9) },
    ])
  })

  test('changes are listed, the newest first, by pages and by account', async () => {
    const { audit } = store
    for (let minute = 0; minute < 5; minute += 1)
      await audit.record({ at: at(minute), ...entry, accountId: minute === 2 ? null : 'acc_1' })
    const all = await audit.list({ limit: 3 })
    expect(all.map((row) => row.at)).toEqual([at(4), at(3), at(2)])
    expect(all[0]).toEqual({ id: expect.any(Number), at: at(4), ...entry })
    const page = await audit.list({ accountId: 'acc_1', before: all[1]!.id, limit: 9 })
    expect(page.map((row) => row.at)).toEqual([at(1), at(0)])
  })

  test("a holder's changes push out that holder's own, and neither the operator's nor another holder's", async () => {
    const { audit } = store
    const ofHolder = { ...entry, at: at(9), actor: 'acc_busy', via: 'dashboard', accountId: 'acc_busy' }
    await audit.record({ ...entry, at: at(8), operation: 'account.set', accountId: 'acc_busy' })
    await audit.record({ ...ofHolder, actor: 'acc_calm', accountId: 'acc_calm' })
    // Records 25 changes at once, past the bound, too. Processes that drop the same rows at the
    // same moment do not stop each other.
    for (let round = 0; round < 42; round += 1)
      await Promise.all(Array.from({ length: 25 }, () => audit.record(ofHolder)))
    const left = await audit.list({ accountId: 'acc_busy', limit: 2_000 })
    const byHolder = left.filter(({ actor }) => actor === 'acc_busy')
    expect(byHolder).toHaveLength(1_000)
    expect(left.at(-1)).toMatchObject({ actor: 'operator', operation: 'account.set' })
    expect(await audit.list({ accountId: 'acc_calm', limit: 9 })).toHaveLength(1)
  })

  test('sign-ins push out neither changes nor sign-ins of others', async () => {
    const { audit } = store
    const ofHolder = { ...entry, at: at(9), actor: 'acc_door', via: 'dashboard', accountId: 'acc_door' }
    await audit.record(ofHolder)
    await audit.record({ ...ofHolder, actor: 'operator', operation: 'sign-in' })
    for (let round = 0; round < 9; round += 1)
      await Promise.all(Array.from({ length: 25 }, () => audit.record({ ...ofHolder, operation: 'sign-in' })))
    const left = await audit.list({ accountId: 'acc_door', limit: 2_000 })
    expect(left.filter(({ actor, operation }) => actor === 'acc_door' && operation === 'sign-in')).toHaveLength(200)
    expect(left.slice(-2).map(({ actor, operation }) => [actor, operation])).toEqual([
      ['operator', 'sign-in'],
      ['acc_door', 'key.set'],
    ])
  })

  test('changes are dropped when they are two years old', async () => {
    const { audit } = store
    const ofAccount = { ...entry, accountId: 'acc_old' }
    // Uses the real time, because PostgreSQL's clock counts, too.
    const nowMs = Date.now()
    const daysBefore = (days: number) => new Date(nowMs - days * 86_400_000).toISOString()
    await audit.record({ ...ofAccount, at: daysBefore(731) })
    await audit.record({ ...ofAccount, at: daysBefore(729) })
    await audit.record({ ...ofAccount, at: daysBefore(0) })
    const left = await audit.list({ accountId: 'acc_old', limit: 9 })
    expect(left.map((row) => row.at)).toEqual([daysBefore(0), daysBefore(729)])
  })

  test('many sign in at the same moment, while what has expired is deleted', async () => {
    const { sessions } = store
    for (let round = 0; round < 5; round += 1) {
      await sessions.createSession(`expired-${round}`, session(500 + round * 100, 'acc_5'))
      const names = Array.from({ length: 10 }, (_, one) => `at-once-${round}-${one}`)
      await Promise.all(names.map((name) => sessions.createSession(name, session(590 + round * 100, 'acc_5'))))
      for (const name of names) expect(await sessions.findSession(name)).toBeDefined()
    }
  })

  test('errors of calls add up, are read over days, and dropped', async () => {
    const { usage } = store
    const row = (day: string, calls: number, minute: number) => ({ ...error, day, calls, lastAt: at(minute) })
    await usage.recordErrors([row('2026-11-20', 1, 1), row('2026-11-21', 2, 2)])
    await usage.recordErrors([row('2026-11-21', 3, 3), { ...row('2026-11-21', 1, 4), error: 'node_error' }])
    await usage.recordErrors([])
    const asked = await usage.callErrors('acc_1', { from: '2026-11-20', to: '2026-11-21' }, 9)
    expect(asked.map((one) => [one.error, one.calls, one.lastAt])).toEqual([
      ['node_error', 1, at(4)],
      ['invalid-params', 6, at(3)],
    ])
    expect(await usage.callErrors('acc_2', { from: '2026-11-20', to: '2026-11-21' }, 9)).toEqual([])
    expect(await usage.dropErrors('2026-11-21', 9)).toBe(1)
    expect(await usage.dropErrors('2026-11-21', 9)).toBe(0)
    const left = await usage.callErrors('acc_1', { from: '2026-11-20', to: '2026-11-21' }, 9)
    expect(left.map(({ calls }) => calls)).toEqual([1, 5])
  })

  test('errors of calls are written however many different ones there are', async () => {
    const { usage } = store
    const rows = Array.from({ length: 10_000 }, (_, one) => ({
      ...error,
      accountId: 'acc_many',
      method: `m${one}`,
      day: '2026-11-21',
      calls: 1,
      lastAt: at(1),
    }))
    await usage.recordErrors(rows)
    expect(await usage.callErrors('acc_many', { from: '2026-11-21', to: '2026-11-21' }, 20_000)).toHaveLength(10_000)
  })

  test('errors of calls that two processes write at once add up, and the last time stays', async () => {
    const { usage } = store
    const rows = (calls: number, minute: number) =>
      Array.from({ length: 900 }, (_, one) => ({
        ...error,
        accountId: 'acc_both',
        method: `m${one}`,
        day: '2026-11-21',
        calls,
        lastAt: at(minute),
      }))
    for (let round = 0; round < 5; round++)
      await Promise.all([usage.recordErrors(rows(1, 2)), usage.recordErrors(rows(2, 1).reverse())])
    const asked = await usage.callErrors('acc_both', { from: '2026-11-21', to: '2026-11-21' }, 1_000)
    expect(new Set(asked.map(({ calls, lastAt }) => `${calls} ${lastAt}`))).toEqual(new Set([`15 ${at(2)}`]))
  })

  test('durations of answered calls add up by method and network, are read over days, and dropped', async () => {
    const { usage } = store
    const row = (day: string, calls: number) => ({ ...duration, day, buckets: buckets(calls) })
    await usage.recordDurations([row('2026-11-20', 1), row('2026-11-21', 2)])
    await usage.recordDurations([row('2026-11-21', 3), { ...row('2026-11-21', 4), network: 'other' }])
    await usage.recordDurations([{ ...row('2026-11-21', 5), accountId: 'acc_2' }])
    await usage.recordDurations([])
    const read = async (from: string) =>
      (await usage.callDurations('acc_1', { from, to: '2026-11-21' })).sort((a, b) => (a.network < b.network ? -1 : 1))
    const summed = (network: string, calls: number) => ({ network, method: 'eth_getLogs', buckets: buckets(calls) })
    expect(await read('2026-11-20')).toEqual([summed('main', 6), summed('other', 4)])
    expect(await read('2026-11-21')).toEqual([summed('main', 5), summed('other', 4)])
    expect(await usage.callDurations('acc_1', { from: '2026-11-19', to: '2026-11-20' })).toEqual([summed('main', 1)])
    expect(await usage.callDurations('acc_3', { from: '2026-11-20', to: '2026-11-21' })).toEqual([])
    expect(await usage.dropDurations('2026-11-21', 9)).toBe(1)
    expect(await usage.dropDurations('2026-11-21', 9)).toBe(0)
    expect(await read('2026-11-20')).toEqual([summed('main', 5), summed('other', 4)])
  })

  test('durations that two processes write at once add up, and are read in pieces', async () => {
    const { usage } = store
    const rows = (calls: number) =>
      Array.from({ length: 700 }, (_, one) => ({
        ...{ ...duration, accountId: 'acc_both', method: `m${one}`, day: one % 2 === 0 ? '2026-11-20' : '2026-11-21' },
        buckets: buckets(calls),
      }))
    for (let round = 0; round < 5; round++)
      await Promise.all([usage.recordDurations(rows(1)), usage.recordDurations(rows(2).reverse())])
    const read = await usage.callDurations('acc_both', { from: '2026-11-20', to: '2026-11-21' })
    expect(read.map(({ method }) => method).sort()).toEqual(
      rows(1)
        .map(({ method }) => method)
        .sort(),
    )
    expect(new Set(read.map((row) => String(row.buckets)))).toEqual(new Set([String(buckets(15))]))
  })

  test('nothing of it looks like a change of accounts or keys', async () => {
    const account = await store.accounts.createAccount({ name: 'test', plan: 'core', isFailoverOn: false })
    const passkey = { id: 'signs', accountId: account.id, name: 'laptop', publicKey: 'a', counter: 0, transports: [] }
    await store.passkeys.addPasskey({ ...passkey, createdAt: at(1) })
    await expectSoon(() => store.takeChange(), true)
    const isSeen = async (round: number) => {
      expect(await store.passkeys.useChallenge(`used ${round}`, at(401), at(400))).toBe(true)
      const used = { ...passkey, counter: round, createdAt: at(1) }
      expect(await store.passkeys.usePasskey(used, round + 1, at(400))).toBe(true)
      await store.sessions.createSession(`x ${round}`, session(400))
      await store.sessions.seeSession(`x ${round}`, at(401), at(461))
      await store.audit.record({ at: at(1), ...entry })
      await store.usage.recordErrors([{ ...error, day: '2026-11-21', calls: 1, lastAt: at(1) }])
      await store.usage.recordDurations([{ ...duration, day: '2026-11-21', buckets: buckets(1) }])
      return store.takeChange()
    }
    // PostgreSQL shows the two changes above up to three times, however late: by an announcement of
    // each, and by a poll of the version. What changes nothing is not seen in every round.
    const rounds: boolean[] = []
    do rounds.push(await isSeen(rounds.length))
    while (rounds.at(-1) && rounds.length < 4)
    expect(rounds.at(-1)).toBe(false)
  })
}
