import { expectSoon } from '../../../support/expect-soon.js'
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

/** What accounts and keys do, whichever engine keeps them. */
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
    expect(await again.listKeys(account.id)).toEqual([key])
    expect(await again.listKeys('acc_other')).toEqual([])
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
    expect(await accounts.listKeys()).toEqual([kept])
    expect(await accounts.listAccounts()).toEqual([other])
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
    expect(await accounts.listKeys()).toEqual([{ ...key, isRevoked: true }])
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
    expect(await again.listKeys(id)).toHaveLength(3)
    expect((await again.findByKeyHash('c'))?.key).toEqual(changed)
  })

  test('a change of them is seen by every other process within a second, and its own charges are none', async () => {
    const [gateway, command] = [await place.open(), await place.open()]
    await gateway.usage.write([aCharge()])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(gateway.changed()).toBe(false)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    await expectSoon(() => gateway.changed(), true, 1_000)
  })
}
