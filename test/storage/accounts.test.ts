import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyText, hashKeyText } from '../../src/accounts/key-text.js'
import { StorePlace } from '../support/store-place.js'

const place = new StorePlace()
const { store } = place

const newKey = (accountId: string) => ({
  accountId,
  label: 'app',
  networks: ['main'],
  allowedMethods: [],
  allowedContracts: [],
  allowedOrigins: ['https://app.example'],
  allowedSources: [],
})

describe('accounts and keys', () => {
  test('come back as they were written, after reopening too', async () => {
    const { accounts } = store()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: true, dailyCredits: 7 })
    expect(account).toMatchObject({ dailyCredits: 7, isSuspended: false, createdAt: '2026-11-21T12:00:00.000Z' })
    expect(account).not.toHaveProperty('creditsPerSecond')
    const key = await accounts.createKey({ ...newKey(account.id), dailyLimit: 5 }, 'a'.repeat(64))
    const again = store().accounts
    expect(await again.findAccount(account.id)).toEqual(account)
    expect(await again.findKey(key.id)).toEqual(key)
    expect(await again.listKeys(account.id)).toEqual([key])
    expect(await again.listKeys('acc_other')).toEqual([])
    expect(await again.findByKeyHash('a'.repeat(64))).toEqual({ key, account })
  })

  test('change only in what a change names; null takes a limit away', async () => {
    const { accounts } = store()
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
    const { accounts } = store()
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
    const { accounts } = store()
    const account = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const key = await accounts.createKey(newKey(account.id), 'a')
    expect(await accounts.revokeKey(key.id)).toEqual({ ...key, isRevoked: true })
    expect(await accounts.findByKeyHash('a')).toBeUndefined()
    expect(await accounts.listKeys()).toEqual([{ ...key, isRevoked: true }])
    expect(await accounts.revokeKey('key_none')).toBeUndefined()
  })

  test('a key with an end is found until then', async () => {
    const { accounts } = store()
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
    const { accounts } = store()
    await expect(accounts.createKey(newKey('acc_none'), 'a')).rejects.toThrow(/FOREIGN KEY/)
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    await accounts.createKey(newKey(id), 'a')
    await expect(accounts.createKey(newKey(id), 'a')).rejects.toThrow(/UNIQUE/)
  })

  test('leave no key text in the files', async () => {
    const { accounts } = store()
    const { id } = await accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    const keyText = createKeyText(randomBytes)
    await accounts.createKey(newKey(id), hashKeyText(keyText))
    const bytes = readdirSync(place.folder).map((name) => readFileSync(join(place.folder, name), 'latin1'))
    expect(bytes.join()).toContain(hashKeyText(keyText))
    expect(bytes.join()).not.toContain(keyText.slice(4))
  })
})
