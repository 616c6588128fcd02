import type { Key } from '../../../../src/server/accounts/account.js'
import type { AccountStore, ListPage } from '../../../../src/server/accounts/account-store.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { aCharge, type EnginePlace } from '../../../support/store-place.js'

/** A key of an account, as it is made. */
export const newKey = (accountId: string) => ({
  accountId,
  label: 'app',
  networks: ['main'],
  allowedMethods: [],
  allowedContracts: [],
  allowedOrigins: ['https://app.example'],
  allowedSources: [],
})

const listed = (accounts: AccountStore, accountId?: string) => accounts.listKeys({ accountId, limit: 10 })

/** Returns a key as lists have it. */
const inList = ({
  allowedMethods: _,
  allowedContracts: __,
  allowedOrigins: ___,
  allowedSources: ____,
  ...key
}: Key) => ({
  ...key,
  hasSecret: false,
  allowlists: ['origins'],
})

/** Defines the tests of accounts and keys, for either engine. */
export const accountLaws = (place: EnginePlace): void => {
  test('come back as they were written, after reopening too', async () => {
    const { accounts } = await place.open()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: true, dailyCredits: 7 })
    expect(account).toMatchObject({ dailyCredits: 7, isSuspended: false, createdAt: '2026-11-21T12:00:00.000Z' })
    expect(account).not.toHaveProperty('creditsPerSecond')
    const key = await accounts.createKey({ ...newKey(account.id), dailyLimit: 5 }, 'a'.repeat(64))
    const again = (await place.open()).accounts
    expect(await again.findAccount(account.id)).toEqual(account)
    expect(await again.findKey(key.id)).toEqual(key)
    expect(await listed(again, account.id)).toEqual([inList(key)])
    expect(await listed(again, 'acc_other')).toEqual([])
    expect(await again.findByKeyHash('a'.repeat(64))).toEqual({ key, account })
  })

  test('change only in what a change names; null takes a limit away', async () => {
    const { accounts } = await place.open()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false, dailyCredits: 7 })
    expect(await accounts.changeAccount(account.id, { isSuspended: true })).toEqual({ ...account, isSuspended: true })
    const { dailyCredits: _, ...unlimited } = account
    expect(await accounts.changeAccount(account.id, { isSuspended: false, dailyCredits: null })).toEqual(unlimited)
    expect(await accounts.changeAccount(account.id, {})).toEqual(unlimited)
    expect(await accounts.changeAccount('acc_none', { isSuspended: true })).toBeUndefined()

    const key = await accounts.createKey({ ...newKey(account.id), dailyLimit: 5 }, 'a')
    const { dailyLimit: __, ...changed } = { ...key, networks: ['a', 'b'] }
    expect(await accounts.changeKey(key.id, { networks: ['a', 'b'], dailyLimit: null })).toEqual(changed)
    expect(await accounts.changeKey('key_none', { label: '' })).toBeUndefined()
  })

  test('an e-mail address finds its account, and no other account can have it', async () => {
    const { accounts } = await place.open()
    const ann = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false, email: 'a@example.com' })
    const bob = await accounts.createAccount({ name: 'Bob', plan: 'core', isFailoverOn: false })
    expect(ann).toMatchObject({ email: 'a@example.com' })
    expect(bob).not.toHaveProperty('email')
    expect(await accounts.findAccountByEmail('a@example.com')).toEqual(ann)
    expect(await accounts.findAccountByEmail('b@example.com')).toBeUndefined()
    await expect(accounts.changeAccount(bob.id, { email: 'a@example.com' })).rejects.toThrow(/unique/i)
    const another = { name: 'Cat', plan: 'core', isFailoverOn: false, email: 'a@example.com' }
    await expect(accounts.createAccount(another)).rejects.toThrow(/unique/i)
    expect(await accounts.changeAccount(ann.id, { email: null })).not.toHaveProperty('email')
    expect(await accounts.changeAccount(bob.id, { email: 'a@example.com' })).toEqual({ ...bob, email: 'a@example.com' })
    await accounts.deleteAccount(bob.id)
    expect(await accounts.createAccount(another)).toMatchObject({ email: 'a@example.com' })
  })

  test('a search finds a text in name, id, plan or e-mail address, in any case, page after page', async () => {
    const { accounts } = await place.open()
    const made = async (name: string, email?: string, plan = 'core') => {
      place.nowMs += 1
      return accounts.createAccount({ name, plan, isFailoverOn: false, ...(email && { email }) })
    }
    const ann = await made('Ann', 'ann@example.com')
    const umlaut = await made('Änderung & Söhne 100%', 'office@aender_ung.example')
    const growth = await made('Bob', undefined, 'Growth')
    const found = async (search: string) => (await accounts.listAccounts({ search, limit: 10 })).map(({ id }) => id)
    expect(await found('ANN@example.COM')).toEqual([ann.id])
    expect(await found('@')).toEqual([ann.id, umlaut.id])
    expect(await found('ÄNDERUNG & SÖ')).toEqual([umlaut.id])
    expect(await found('gROWTH')).toEqual([growth.id])
    expect(await found(growth.id.toUpperCase())).toEqual([growth.id])
    expect(await found('0%')).toEqual([umlaut.id])
    expect(await found('aender_u')).toEqual([umlaut.id])
    for (const nowhere of ['a%n', 'a_n', 'n\\', "' OR '1'='1", 'bob@example.com'])
      expect(await found(nowhere)).toEqual([])
    await accounts.changeAccount(ann.id, { email: 'zoe@example.com', plan: 'growth' })
    expect([await found('ann@'), await found('zoe@'), await found('growth')]).toEqual([
      [],
      [ann.id],
      [ann.id, growth.id],
    ])
    expect(await accounts.listAccounts({ search: 'growth', after: ann, limit: 10 })).toEqual([growth])
  })

  test('a search finds the last of many accounts, and all of many that fit', async () => {
    const { accounts } = await place.open()
    const many = 4_100
    const create = (number: number) =>
      accounts.createAccount({ name: `Account ${number}`, plan: 'core', isFailoverOn: false })
    for (let made = 0; made < many; made += 100)
      await Promise.all(Array.from({ length: 100 }, (_, number) => create(made + number)))
    place.nowMs += 1
    const last = await accounts.createAccount({
      name: 'Zoe',
      plan: 'core',
      isFailoverOn: false,
      email: 'z@example.com',
    })
    expect(await accounts.listAccounts({ search: 'z@EXAMPLE', limit: 500 })).toEqual([last])
    const all = await accounts.listAccounts({ search: 'account', limit: 10_000 })
    expect(new Set(all.map(({ id }) => id)).size).toBe(many)
  })

  test('an account is deleted with its keys, and no key is made for one that is gone', async () => {
    const { accounts } = await place.open()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const other = await accounts.createAccount({ name: 'Bob', plan: 'core', isFailoverOn: false })
    const key = await accounts.createKey(newKey(account.id), 'a')
    const kept = await accounts.createKey(newKey(other.id), 'b')
    expect(await accounts.deleteAccount(account.id)).toBe(true)
    expect(await accounts.deleteAccount(account.id)).toBe(false)
    expect(await accounts.findByKeyHash('a')).toBeUndefined()
    expect(await accounts.findKey(key.id)).toBeUndefined()
    expect(await listed(accounts)).toEqual([inList(kept)])
    expect(await accounts.listAccounts({ limit: 10 })).toEqual([other])
    await expect(accounts.createKey(newKey(account.id), 'c')).rejects.toThrow()
    expect(await accounts.deleteKey(kept.id)).toBe(true)
    expect(await accounts.deleteKey(kept.id)).toBe(false)
    expect(await accounts.findAccount(other.id)).toEqual(other)
  })

  test('a revoked key is not found by its hash, and still listed', async () => {
    const { accounts } = await place.open()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const key = await accounts.createKey(newKey(account.id), 'a')
    expect(await accounts.revokeKey(key.id)).toEqual({ ...key, isRevoked: true })
    expect(await accounts.findByKeyHash('a')).toBeUndefined()
    expect(await listed(accounts)).toEqual([{ ...inList(key), isRevoked: true }])
    expect(await accounts.revokeKey('key_none')).toBeUndefined()
  })

  test('a key with an end is found until then', async () => {
    const { accounts } = await place.open()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const key = await accounts.createKey(newKey(account.id), 'a')
    await accounts.changeKey(key.id, { revokesAt: '2026-11-21T12:00:10.000Z' })
    place.nowMs += 9_999
    expect((await accounts.findByKeyHash('a'))?.key).toMatchObject({
      isRevoked: false,
      revokesAt: '2026-11-21T12:00:10.000Z',
    })
    place.nowMs += 1
    expect(await accounts.findByKeyHash('a')).toBeUndefined()
    expect((await accounts.findKey(key.id))?.isRevoked).toBe(true)
  })

  test('a key needs an account, and a hash of its own', async () => {
    const { accounts } = await place.open()
    await expect(accounts.createKey(newKey('acc_none'), 'a')).rejects.toThrow(/foreign key/i)
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    await accounts.createKey(newKey(id), 'a')
    await expect(accounts.createKey(newKey(id), 'a')).rejects.toThrow(/unique/i)
  })

  test('what else a key asks of its callers is kept: the hash of its secret, and whether it takes tokens', async () => {
    const { accounts } = await place.open()
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const plain = await accounts.createKey(newKey(id), 'a')
    expect(plain).toMatchObject({ requiresToken: false })
    expect(plain).not.toHaveProperty('secretHash')
    const guarded = await accounts.createKey({ ...newKey(id), secretHash: 's'.repeat(64) }, 'b')
    const signed = await accounts.createKey({ ...newKey(id), requiresToken: true }, 'c')
    const again = (await place.open()).accounts
    expect((await again.findByKeyHash('b'))?.key).toEqual(guarded)
    expect((await again.findByKeyHash('c'))?.key).toEqual(signed)
    expect([guarded.secretHash, signed.requiresToken]).toEqual(['s'.repeat(64), true])
    const changed = { ...signed, requiresToken: false }
    expect(await again.changeKey(signed.id, { requiresToken: false })).toEqual(changed)
    expect(await again.changeKey(guarded.id, { label: 'b' })).toEqual({ ...guarded, label: 'b' })
    expect((await listed(again, id)).map(({ hasSecret }) => hasSecret).sort()).toEqual([false, false, true])
    expect((await again.findByKeyHash('c'))?.key).toEqual(changed)
  })

  test('a change of them is seen by every other process within a second, and its own charges are none', async () => {
    const [gateway, command] = [await place.open(), await place.open()]
    await gateway.usage.write([aCharge()])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(gateway.takeChange()).toBe(false)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    // The store's own processes may be slow: the time in which they do not answer is left out.
    let answerMs = 0
    const isSeen = async () => {
      const spentMs = stopwatch()
      await gateway.usage.readDay('acc_1', '2026-11-21')
      answerMs += spentMs()
      return gateway.takeChange()
    }
    const seenMs = await expectSoon(isSeen, true, 20_000)
    expect(seenMs - answerMs).toBeLessThan(1_000)
  })

  test('lists come by pages, the oldest first, each record once', async () => {
    const { accounts } = await place.open()
    const made: string[] = []
    for (let number = 0; number < 70; number++) {
      if (number % 3 === 0) place.nowMs += 1
      made.push((await accounts.createAccount({ name: `${number}`, plan: 'core', isFailoverOn: false })).id)
    }
    const [owner = '', other = ''] = made
    const keys: string[] = []
    for (let number = 0; number < 70; number++) {
      if (number % 3 === 0) place.nowMs += 1
      keys.push((await accounts.createKey(newKey(owner), `${number}`)).id)
    }
    const stranger = await accounts.createKey(newKey(other), 'of another')
    const read = async (ask: (page: ListPage) => Promise<{ id: string; createdAt: string }[]>, limit: number) => {
      const found: { id: string; createdAt: string }[] = []
      for (;;) {
        const page = await ask({ after: found.at(-1), limit })
        expect(page.length).toBeLessThanOrEqual(limit)
        if (page.length === 0) break
        found.push(...page)
      }
      expect(found.map(({ createdAt }) => createdAt)).toEqual(found.map(({ createdAt }) => createdAt).sort())
      return found.map(({ id }) => id)
    }
    expect((await read(accounts.listAccounts, 9)).sort()).toEqual(made.sort())
    expect((await read((page) => accounts.listKeys({ accountId: owner, ...page }), 60)).sort()).toEqual(keys.sort())
    expect((await read(accounts.listKeys, 30)).sort()).toEqual([...keys, stranger.id].sort())
    expect(await accounts.countKeys(owner)).toBe(70)
  })

  test('what the allowlists of an account take is counted in bytes of JSON, not in letters', async () => {
    const { accounts } = await place.open()
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    expect(await accounts.allowlistBytes(id, 10)).toBe(0)
    const lists = { allowedMethods: ['ä'], allowedContracts: [], allowedOrigins: [], allowedSources: ['10.0.0.0/8'] }
    for (const hash of ['a', 'b', 'c']) await accounts.createKey({ ...newKey(id), ...lists }, hash)
    const bytes = Buffer.byteLength('["ä"][][]["10.0.0.0/8"]')
    expect(await accounts.allowlistBytes(id, 10)).toBe(3 * bytes)
    expect(await accounts.allowlistBytes(id, 2)).toBe(2 * bytes)
    expect((await accounts.listKeys({ limit: 1 }))[0]!.allowlists).toEqual(['methods', 'sources'])
  })

  test('an account is deleted with all of its keys, however many', async () => {
    const { accounts } = await place.open()
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    for (let number = 0; number < 50; number++) await accounts.createKey(newKey(id), `${number}`)
    expect(await accounts.deleteAccount(id)).toBe(true)
    expect(await accounts.listKeys({ limit: 1 })).toEqual([])
  })
}
