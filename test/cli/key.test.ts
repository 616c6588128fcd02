import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Key } from '../../src/server/accounts/account.js'
import { createKeyText } from '../../src/server/accounts/key-text.js'
import { hashSecret } from '../../src/server/accounts/secrets.js'
import { openSqlite } from '../../src/server/storage/open.js'
import { CONFIG, NOON, Workplace } from '../support/command-line.js'

const place = new Workplace()
/** With methods that cost more than 255 credits. */
const DEAR_CONFIG = `${CONFIG}contracts: [ethereum-debug]\n`
const { tollgate, json, error, findKey, aKey } = place

test('list shows keys without any secret, of one account if asked', async () => {
  const { id, key } = await aKey('--label', 'app')
  await aKey()
  const all = await tollgate('key', 'list')
  expect(all.stdout).toMatch(/^ID +ACCOUNT +LABEL +STATE +LAST USED +NETWORKS +ONLY\n/)
  expect(all.stdout + (await tollgate('key', 'list', '--json')).stdout).not.toMatch(
    new RegExp(`${key}|${hashSecret(key)}`),
  )
  const keys = await json<Key[]>('key', 'list')
  expect(keys).toHaveLength(2)
  const owner = keys.find((one) => one.id === id)!.accountId
  expect((await json<Key[]>('key', 'list', '--account', owner)).map((one) => one.id)).toEqual([id])
})

test('revoke ends a key for good', async () => {
  const { id, key } = await aKey()
  expect(await json('key', 'revoke', id)).toMatchObject({ id, isRevoked: true })
  expect(await findKey(key)).toBeUndefined()
  expect(await error('key', 'set', id, '--label', 'x')).toBe(`1 tollgate: key ${id} is revoked`)
  expect(await error('key', 'rotate', id)).toMatch(/^1 .*is revoked/)
  expect(await error('key', 'revoke', 'key_none')).toMatch(/^1 .*there is no key key_none/)
})

test('a key given for an id is not repeated', async () => {
  await place.anAccount()
  const keyText = createKeyText(randomBytes)
  for (const command of [
    ['key', 'revoke'],
    ['account', 'show'],
  ]) {
    const { stderr } = await tollgate(...command, keyText)
    expect(stderr).toContain('this is the text of a key')
    expect(stderr).not.toContain(keyText)
  }
})

test('set replaces lists and takes restrictions away', async () => {
  const { id } = await aKey('--allow-method', 'eth_getLogs', '--daily-limit', '5', '--label', 'app')
  expect(await json('key', 'set', id, '--allow-method', 'eth_chainId', '--network', 'solana-mainnet')).toMatchObject({
    allowedMethods: ['eth_chainId'],
    networks: ['solana-mainnet'],
    dailyLimit: 5,
    label: 'app',
  })
  const freed = await json('key', 'set', id, '--allow-method', '', '--daily-limit', '')
  expect(freed).toMatchObject({ allowedMethods: [], label: 'app' })
  expect(freed).not.toHaveProperty('dailyLimit')
  expect(await error('key', 'set', id, '--network', '')).toMatch(/^2 .*needs at least one network/)
  expect(await error('key', 'set', id)).toMatch(/^2 .*nothing to change/)
})

test('rotate makes a key like the old one, which works for a day more', async () => {
  const old = await aKey('--label', 'app', '--daily-limit', '5')
  const next = await json<{ id: string; key: string }>('key', 'rotate', old.id, '--grace', '86400')
  expect(await json('audit', '--limit', '1')).toMatchObject([{ operation: 'key.rotate', subject: old.id }])
  expect((await tollgate('audit')).stdout).toContain(`key rotate ${old.id} --grace 86400 # newKey ${next.id}\n`)
  expect(next).toEqual({
    id: expect.any(String),
    key: expect.any(String),
    urls: expect.any(Array),
    replaces: old.id,
    revokesAt: '2026-11-22T12:00:00.000Z',
  })
  expect((await findKey(next.key))?.key).toMatchObject({ id: next.id, label: 'app', dailyLimit: 5 })
  place.nowMs = NOON + 86_400_000 - 1
  expect(await findKey(old.key)).toBeDefined()
  place.nowMs += 1
  expect(await findKey(old.key)).toBeUndefined()
  expect(await findKey(next.key)).toBeDefined()
})

test('rotate takes another grace, none at all, and does not lengthen one given before', async () => {
  const old = await aKey()
  const { stdout } = await tollgate('key', 'rotate', old.id, '--grace', '60')
  expect(stdout).toContain(`${old.id} works until 2026-11-21T12:01:00.000Z.`)
  expect(await json('key', 'rotate', old.id)).toMatchObject({ revokesAt: '2026-11-21T12:01:00.000Z' })
  expect(await findKey(old.key)).toBeDefined()
  await json('key', 'rotate', old.id, '--grace', '0')
  expect(await findKey(old.key)).toBeUndefined()
  expect(await error('key', 'rotate', old.id, '--grace', 'long')).toMatch(/^2 /)
})
test('commands work while a gateway serves from the store', async () => {
  const gateway = openSqlite(join(place.folder, 'tollgate.db'), { clock: () => place.nowMs })
  gateway.lock()
  gateway.takeChange()
  const { key } = await aKey()
  expect(gateway.takeChange()).toBe(true)
  expect(await gateway.accounts.findByKeyHash(hashSecret(key))).toBeDefined()
  gateway.close()
})

test('a key can have credits a second of its own, at least the price of its dearest method', async () => {
  const { id } = await aKey('--credits-per-second', '255')
  expect(await json('key', 'list')).toMatchObject([{ id, creditsPerSecond: 255 }])
  expect(await error('key', 'set', id, '--credits-per-second', '254')).toBe(
    '1 tollgate: --credits-per-second must be at least 255, the price of eth_getLogs',
  )
  const limited = ['key', 'set', id, '--credits-per-second', '5', '--allow-method', 'eth_chainId']
  expect(await json(...limited)).toMatchObject({ creditsPerSecond: 5 })
  expect(await error('key', 'set', id, '--allow-method', '')).toMatch(/--credits-per-second must be at least 255/)
  expect((await tollgate('key', 'show', id)).stdout).toContain('eth_chainId 5 credits/s')
  expect((await tollgate('key', 'list')).stdout).toContain('methods 5 credits/s')
  const freed = await json('key', 'set', id, '--credits-per-second', '', '--allow-method', '')
  expect(freed).not.toHaveProperty('creditsPerSecond')
})

test('the price of a method counts only where a network of the key has it', async () => {
  const account = await place.anAccount()
  const create = ['key', 'create', '--account', account, '--network', 'solana-mainnet']
  const { id } = await json<{ id: string }>(...create, '--credits-per-second', '250')
  expect(await error('key', 'set', id, '--network', 'ethereum-mainnet,solana-mainnet')).toMatch(/at least 255/)
  expect(await error('key', 'set', id, '--credits-per-second', '1')).toMatch(
    /^1 .*must be at least \d+, the price of get/,
  )
})

test('a key that a dearer contract made too slow can still be changed in all else', async () => {
  const { id } = await aKey('--credits-per-second', '255')
  place.write('tollgate.yaml', DEAR_CONFIG)
  expect(await json('key', 'set', id, '--allow-source', '10.1.0.0/16')).toMatchObject({ creditsPerSecond: 255 })
  expect(await json('key', 'set', id, '--allow-method', 'eth_chainId')).toMatchObject({ creditsPerSecond: 255 })
  expect(await error('key', 'set', id, '--allow-method', '')).toMatch(/must be at least \d+, the price of debug_/)
})

test('a key whose methods all left the configuration can still be changed', async () => {
  const { id } = await aKey('--credits-per-second', '255')
  await place.inStore(({ accounts }) => accounts.changeKey(id, { allowedMethods: ['eth_gone'] }))
  const changed = await json('key', 'set', id, '--credits-per-second', '6', '--label', 'old')
  expect(changed).toMatchObject({ label: 'old', creditsPerSecond: 6, allowedMethods: ['eth_gone'] })
})

test('list and show print when a key was last used', async () => {
  const { id } = await aKey()
  expect(await json('key', 'list')).toMatchObject([{ id, lastUsedAt: null }])
  expect((await tollgate('key', 'list')).stdout).toContain(' never ')
  await place.inStore(({ usage }) => usage.recordKeyUses(new Map([[id, '2026-11-21T11:59:00.000Z']])))
  const [key] = await json<(Key & { lastUsedAt: string })[]>('key', 'list')
  expect(key).toMatchObject({ id, lastUsedAt: '2026-11-21T11:59:00.000Z' })
  expect(await json('account', 'show', key!.accountId)).toMatchObject({ keys: [key] })
})
