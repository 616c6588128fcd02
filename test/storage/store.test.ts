import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { createKeyText, hashKeyText } from '../../src/accounts/key-text.js'
import type { ChargeRow } from '../../src/credits/usage-store.js'
import { openStore, type Store } from '../../src/storage/open.js'

const MIDDAY = Date.parse('2026-11-21T12:00:00Z')

let folder = ''
let path = ''
let nowMs = MIDDAY
let open: Store[] = []

/** A store on the test's file, closed by itself. */
const store = (): Store => {
  const opened = openStore(path, { clock: () => nowMs })
  open.push(opened)
  return opened
}

const aCharge = (changes: Partial<ChargeRow> = {}): ChargeRow => ({
  accountId: 'acc_1',
  keyId: 'key_1',
  day: '2026-11-21',
  hour: 12,
  network: 'main',
  method: 'eth_getLogs',
  calls: 1,
  credits: 255,
  errors: 0,
  forwarded: 0,
  cached: 0,
  ...changes,
})

const newKey = (accountId: string) => ({
  accountId,
  label: 'app',
  networks: ['main'],
  allowedMethods: [],
  allowedContracts: [],
  allowedOrigins: ['https://app.example'],
  allowedSources: [],
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-store-'))
  path = join(folder, 'tollgate.db')
  nowMs = MIDDAY
})
afterEach(() => {
  for (const opened of open) opened.close()
  open = []
  rmSync(folder, { recursive: true })
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
    nowMs += 9_999
    expect((await accounts.findByKeyHash('a'))?.key).toMatchObject({
      isRevoked: false,
      revokesAt: '2026-11-21T12:00:10.000Z',
    })
    nowMs += 1
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
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    expect(bytes.join()).toContain(hashKeyText(keyText))
    expect(bytes.join()).not.toContain(keyText.slice(4))
  })
})

describe('usage', () => {
  test('adds up by hour, and its sum is the balance', async () => {
    const { usage } = store()
    await usage.write([aCharge(), aCharge({ keyId: 'key_2', credits: 80, method: 'eth_blockNumber' })])
    await usage.write([
      aCharge({ hour: 13, errors: 1 }),
      aCharge({ accountId: 'acc_2' }),
      aCharge({ day: '2026-11-20' }),
    ])
    expect(await store().usage.readDay('acc_1', '2026-11-21')).toEqual({
      account: 590,
      keys: new Map([
        ['key_1', 510],
        ['key_2', 80],
      ]),
    })
    expect(await usage.usage('acc_1', '2026-11-21')).toEqual([
      { network: 'main', method: 'eth_blockNumber', keyId: 'key_2', calls: 1, credits: 80, errors: 0 },
      { network: 'main', method: 'eth_getLogs', keyId: 'key_1', calls: 2, credits: 510, errors: 1 },
    ])
    expect(await usage.readDay('acc_none', '2026-11-21')).toEqual({ account: 0, keys: new Map() })
  })

  test('is taken back by a refund, but never below zero', async () => {
    const { usage } = store()
    await usage.write([aCharge(), aCharge()])
    await usage.write([aCharge({ calls: 0, credits: -255, errors: 1 })])
    expect(await usage.usage('acc_1', '2026-11-21')).toEqual([
      { network: 'main', method: 'eth_getLogs', keyId: 'key_1', calls: 2, credits: 255, errors: 1 },
    ])
    await expect(usage.write([aCharge({ credits: -256 })])).rejects.toThrow(/CHECK/)
    await expect(usage.write([aCharge({ accountId: 'acc_none', credits: -1 })])).rejects.toThrow(
      /no usage to take back/,
    )
  })

  test('is written whole or not at all, and again after a failure', async () => {
    const { usage } = store()
    await expect(usage.write([aCharge(), aCharge({ hour: 24 })])).rejects.toThrow(/CHECK/)
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(0)
    await usage.write([aCharge()])
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(255)
  })

  test('forwarded calls are kept in order and filtered', async () => {
    const { usage } = store()
    const row = {
      accountId: 'acc_1',
      keyId: 'key_1',
      network: 'main',
      method: 'm',
      partner: 'p',
      reason: 'down',
      durationMs: 1.5,
    }
    const later = { ...row, at: '2026-11-21T12:00:01.000Z' }
    const other = { ...row, at: '2026-11-21T12:00:00.000Z', accountId: 'acc_2' }
    await usage.recordForwarded(later)
    await usage.recordForwarded(other)
    expect(await usage.forwarded({})).toEqual([other, later])
    expect(await usage.forwarded({ accountId: 'acc_1' })).toEqual([later])
    expect(await usage.forwarded({ since: '2026-11-21T12:00:01.000Z' })).toEqual([later])
  })
})

describe('a change', () => {
  test('of accounts is seen once, whoever makes it', async () => {
    const gateway = store()
    const command = store()
    expect(gateway.changed()).toBe(false)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    expect([gateway.changed(), gateway.changed()]).toEqual([true, false])
    await gateway.accounts.createAccount({ name: 'Bob', plan: 'core', isFailoverOn: false })
    expect([gateway.changed(), gateway.changed()]).toEqual([true, false])
  })

  test('is not what charges are, however many', async () => {
    const { usage, changed } = store()
    for (let hour = 0; hour < 24; hour++) {
      for (let call = 0; call < 100; call++) await usage.write([aCharge({ hour })])
    }
    await usage.recordForwarded({ ...aCharge(), at: '', partner: 'p', reason: '', durationMs: 0 })
    expect(changed()).toBe(false)
  })
})

describe('the file', () => {
  test('is for its owner alone, and so are those beside it', async () => {
    const { usage, lock } = store()
    lock()
    await usage.write([aCharge()])
    const names = readdirSync(folder)
    expect(names).toEqual(expect.arrayContaining(['tollgate.db', 'tollgate.db-wal', 'tollgate.db.lock']))
    for (const name of names) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
  })

  test('stays small while it is written and read', async () => {
    const { usage, accounts, changed } = store()
    for (let call = 0; call < 3000; call++) {
      await usage.write([aCharge({ hour: call % 24 })])
      if (call % 100 === 0) await accounts.listAccounts()
      changed()
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(8 * 1024 * 1024)
  })

  test('is served by one gateway at a time; commands may use it meanwhile', async () => {
    const first = store()
    first.lock()
    const second = store()
    expect(() => second.lock()).toThrow(`another gateway already serves from ${path}`)
    await second.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    first.close()
    open = open.filter((one) => one !== first)
    second.lock()
  })

  test('of a newer Tollgate is refused and left alone', () => {
    store().close()
    open = []
    const database = new Database(path)
    database.exec('PRAGMA user_version = 99')
    expect(() => store()).toThrow(/schema version 99.*use the newer Tollgate/)
    expect(database.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 99 })
    database.close()
  })

  test('that is no store is refused', () => {
    writeFileSync(path, 'a letter to a friend, long enough to have a header of its own: '.repeat(20))
    expect(() => store()).toThrow(`cannot open the store ${path}: `)
  })

  test('must have a folder', () => {
    expect(() => openStore(join(folder, 'none', 'x.db'), { clock: () => 0 })).toThrow(
      `cannot open the store ${folder}/none/x.db: there is no folder ${folder}/none`,
    )
  })
})
