import { DURATION_BUCKETS } from '../../src/server/credits/usage/call-durations.js'
import { Workplace } from '../support/command-line.js'
import { aCharge } from '../support/store-place.js'

const place = new Workplace()
const { tollgate, json, error, inStore, anAccount, aKey, findKey } = place

const REFUSED = '2 tollgate: deleting cannot be undone: add --yes to go on'

describe('account delete', () => {
  test('takes the account, its keys and its sign-ins, and leaves the rest', async () => {
    const { id: keyId, key } = await aKey()
    const account = (await json<{ accountId: string }[]>('key', 'list'))[0]!.accountId
    const other = await aKey()
    const left = { accountId: account, keyId }
    const link = { createdAt: '2026-11-21T12:00:00.000Z', expiresAt: '2026-11-22T12:00:00.000Z' }
    await inStore(async ({ usage, sessions }) => {
      await usage.write([aCharge(left)])
      await usage.recordKeyUses(new Map([[keyId, '2026-11-21T12:00:00.000Z']]))
      await usage.recordForwarded({
        ...aCharge(left),
        at: link.createdAt,
        partner: 'p',
        reason: 'no_upstream',
        durationMs: 1,
      })
      const call = { accountId: account, day: '2026-11-21', network: 'n', method: 'eth_call' }
      await usage.recordDurations([{ ...call, buckets: [7, ...Array(DURATION_BUCKETS - 1).fill(0)] }])
      await usage.recordErrors([
        {
          ...left,
          day: '2026-11-21',
          network: 'n',
          method: 'eth_call',
          error: 'throttled',
          calls: 2,
          lastAt: link.createdAt,
        },
      ])
      await sessions.createLink('l', { accountId: account, ...link })
      await sessions.createSession('s', { accountId: account, binding: '', seenAt: link.createdAt, ...link })
    })
    expect(await json('account', 'delete', account, '--yes')).toEqual({ id: account, name: 'Ann', keys: 1 })
    expect(await findKey(key)).toBeUndefined()
    expect(await findKey(other.key)).toMatchObject({ key: { id: other.id } })
    expect(await json<{ id: string }[]>('key', 'list')).toMatchObject([{ id: other.id }])
    expect(await error('account', 'show', account)).toMatch(/^1 tollgate: there is no account/)
    await inStore(async ({ usage, sessions }) => {
      expect(await sessions.takeLink('l')).toBeUndefined()
      expect(await sessions.findSession('s')).toBeUndefined()
      expect((await usage.keyUses([keyId])).size).toBe(0)
    })
    // The account's usage stays, and commands still show it.
    expect(await json('usage', '--account', account)).toMatchObject({ account, credits: 255, calls: 1 })
    expect(await json('forwarded', '--account', account)).toMatchObject([left])
    expect(await json('errors', '--account', account, '--from', '2026-11-21')).toMatchObject({ rows: [{ keyId }] })
    expect(await json('latency', '--account', account, '--from', '2026-11-21')).toMatchObject({ rows: [{ calls: 7 }] })
    expect(await json<object[]>('audit', '--account', account)).toHaveLength(3)
    expect(await json('store', 'check')).toEqual({ differences: [] })
    expect(await error('account', 'delete', account, '--yes')).toMatch(/^1 tollgate: there is no account/)
    const [entry] = await json<object[]>('audit')
    expect(entry).toMatchObject({
      operation: 'account.delete',
      accountId: account,
      subject: account,
      actor: 'operator',
    })
  })

  test('asks for the name on a terminal, and deletes nothing for another one', async () => {
    const account = await anAccount()
    place.typed = 'Anna'
    expect(await error('account', 'delete', account)).toBe('1 tollgate: something else was typed; nothing is deleted')
    expect(await json('account', 'list')).toHaveLength(1)
    place.typed = 'Ann'
    expect((await tollgate('account', 'delete', account)).stdout).toBe(`${account} (Ann) is deleted, and its keys: 0\n`)
    expect(place.asked[1]).toContain(`Account ${account} (Ann) with 0 keys, 0 of them active,`)
    expect(await json('account', 'list')).toEqual([])
  })

  test('needs --yes where nothing can be asked, and with --json', async () => {
    const account = await anAccount()
    expect(await error('account', 'delete', account)).toBe(REFUSED)
    place.typed = 'Ann'
    expect(await error('account', 'delete', account, '--json')).toBe(REFUSED)
    expect(place.asked).toEqual([])
    expect(await json('account', 'list')).toHaveLength(1)
  })
})

describe('key delete', () => {
  test('forgets the key, and not its account nor its usage', async () => {
    const { id, key } = await aKey('--label', 'app')
    const account = (await json<{ accountId: string }[]>('key', 'list'))[0]!.accountId
    await inStore(({ usage }) => usage.write([aCharge({ accountId: account, keyId: id })]))
    expect(await json('key', 'delete', id, '--yes')).toMatchObject({ id, accountId: account, label: 'app' })
    expect(await findKey(key)).toBeUndefined()
    expect(await json('key', 'list')).toEqual([])
    expect(await json('account', 'show', account)).toMatchObject({ keys: [], usedToday: 255 })
    expect(await json('usage', '--account', account, '--by', 'key')).toMatchObject({ rows: [{ key: id }] })
    expect((await json<object[]>('audit'))[0]).toMatchObject({
      operation: 'key.delete',
      accountId: account,
      subject: id,
    })
  })

  test('asks for the id on a terminal', async () => {
    const { id } = await aKey()
    place.typed = 'yes'
    expect(await error('key', 'delete', id)).toMatch(/^1 tollgate: something else was typed/)
    place.typed = ` ${id} `
    expect((await tollgate('key', 'delete', id)).stdout).toBe(`${id} is deleted\n`)
    expect(await error('key', 'delete', id)).toMatch(/^1 tollgate: there is no key/)
    place.typed = undefined
    expect(await error('key', 'delete', id)).toBe(REFUSED)
  })
})
