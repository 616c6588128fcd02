import { join } from 'node:path'
import { openJournal } from '../../src/server/storage/journals/journal-file.js'
import { openSqlite } from '../../src/server/storage/open.js'
import { Workplace } from '../support/command-line.js'
import { aCharge } from '../support/store-place.js'

const place = new Workplace()
const { tollgate, json, error, inStore, anAccount } = place

describe('what a gateway that was killed left in its journal', () => {
  /** Leaves a journal with one call of 80 credits, and says whose it is. */
  const leaveJournal = async () => {
    const accountId = await anAccount()
    await inStore(async ({ lending }) => {
      lending!.settledLines().begin('killed')
      const journal = openJournal(lending!.journalFolder, 'killed')
      journal.append([aCharge({ accountId, credits: 80 })])
      journal.close(false)
    })
    return accountId
  }
  const credits = async (account: string) =>
    ((await json('usage', '--account', account)) as { credits: number }).credits

  test('is among the usage, once', async () => {
    const account = await leaveJournal()
    expect([await credits(account), await credits(account)]).toEqual([80, 80])
  })

  test('is left to the gateway that serves from the store', async () => {
    const account = await leaveJournal()
    const gateway = openSqlite(join(place.folder, 'tollgate.db'), { clock: () => place.nowMs })
    const unlock = gateway.lock()
    expect(await credits(account)).toBe(0)
    unlock()
    expect(await credits(account)).toBe(80)
    gateway.close()
  })
})

describe('usage', () => {
  const row = { network: 'ethereum-mainnet', day: '2026-11-21', hour: 3, forwarded: 0, cached: 0 }
  const write = (accountId: string) =>
    inStore(({ usage }) =>
      usage.write([
        { ...row, accountId, keyId: 'key_1', method: 'eth_getLogs', calls: 2, credits: 510, errors: 1 },
        { ...row, accountId, keyId: 'key_2', method: 'eth_getLogs', calls: 1, credits: 255, errors: 0 },
        { ...row, accountId, keyId: 'key_2', method: 'eth_chainId', calls: 1, credits: 5, errors: 0, hour: 4 },
        {
          ...row,
          accountId,
          keyId: 'key_1',
          method: 'eth_chainId',
          calls: 9,
          credits: 45,
          errors: 0,
          day: '2026-11-20',
        },
        { ...row, accountId: 'acc_other', keyId: 'key_1', method: 'eth_chainId', calls: 9, credits: 45, errors: 0 },
      ]),
    )

  test('is of today and by method by default', async () => {
    const account = await anAccount()
    await write(account)
    const byMethod = [
      { method: 'eth_getLogs', calls: 3, credits: 765, errors: 1 },
      { method: 'eth_chainId', calls: 1, credits: 5, errors: 0 },
    ]
    expect(await json('usage', '--account', account)).toEqual({
      account,
      day: '2026-11-21',
      credits: 770,
      calls: 4,
      rows: byMethod,
    })
    expect(await json('account', 'show', account)).toMatchObject({ usedToday: 770 })
  })

  test('can be by key or network, and of another day', async () => {
    const account = await anAccount()
    await write(account)
    expect((await json<{ rows: unknown }>('usage', '--account', account, '--by', 'key')).rows).toEqual([
      { key: 'key_1', calls: 2, credits: 510, errors: 1 },
      { key: 'key_2', calls: 2, credits: 260, errors: 0 },
    ])
    expect(await json('usage', '--account', account, '--by', 'network', '--day', '2026-11-20')).toEqual({
      account,
      day: '2026-11-20',
      credits: 45,
      calls: 9,
      rows: [{ network: 'ethereum-mainnet', calls: 9, credits: 45, errors: 0 }],
    })
    expect((await tollgate('usage', '--account', account)).stdout).toMatch(
      /: 770 credits, 4 calls\nMETHOD +CALLS +CREDITS +ERRORS\neth_getLogs +3 +765 +1\n/,
    )
  })

  test('can be over days, and by day or hour', async () => {
    const account = await anAccount()
    await write(account)
    const days = ['usage', '--account', account, '--from', '2026-11-01']
    expect(await json(...days, '--by', 'day')).toEqual({
      account,
      from: '2026-11-01',
      to: '2026-11-21',
      credits: 815,
      calls: 13,
      rows: [
        { day: '2026-11-20', calls: 9, credits: 45, errors: 0 },
        { day: '2026-11-21', calls: 4, credits: 770, errors: 1 },
      ],
    })
    const hours = await json<{ rows: { hour: string }[] }>(...days, '--to', '2026-11-21', '--by', 'hour')
    expect(hours.rows.map(({ hour }) => hour)).toEqual(['2026-11-20T03', '2026-11-21T03', '2026-11-21T04'])
    expect((await tollgate(...days, '--to', '2026-11-20')).stdout).toContain(
      'from 2026-11-01 to 2026-11-20: 45 credits',
    )
    expect(await error(...days, '--day', '2026-11-20')).toBe(
      '2 tollgate: give either --day, or --from with or without --to',
    )
    expect(await error(...days, '--to', '2026-10-31')).toBe('2 tollgate: --from must not be after --to')
  })

  test('can be of a month', async () => {
    const account = await anAccount()
    await write(account)
    const month = ['usage', '--account', account, '--month']
    expect(await json(...month, '2026-11')).toMatchObject({ from: '2026-11-01', to: '2026-11-30', credits: 815 })
    expect(await json(...month, '2024-02')).toMatchObject({ from: '2024-02-01', to: '2024-02-29', credits: 0 })
    for (const text of ['2026-13', '2026-1', '26-11', '2026-11-01'])
      expect(await error(...month, text)).toBe(`2 tollgate: --month must be a month as YYYY-MM, not "${text}"`)
    expect(await error(...month, '2026-11', '--day', '2026-11-01')).toBe(
      '2 tollgate: give one of --month, --day and --from',
    )
  })

  test('can be of all accounts, deleted ones too', async () => {
    const account = await anAccount()
    await write(account)
    const [first, second] = [account, 'acc_other'].sort()
    const own = [
      { account, method: 'eth_chainId', calls: 1, credits: 5, errors: 0 },
      { account, method: 'eth_getLogs', calls: 3, credits: 765, errors: 1 },
    ]
    const others = [{ account: 'acc_other', method: 'eth_chainId', calls: 9, credits: 45, errors: 0 }]
    const rows = first === account ? [...own, ...others] : [...others, ...own]
    expect(await json('usage', '--all')).toEqual({ day: '2026-11-21', rows, accounts: 2, credits: 815, calls: 13 })
    expect(await json('usage', '--all', '--day', '2026-11-01')).toEqual({
      day: '2026-11-01',
      rows: [],
      accounts: 0,
      credits: 0,
      calls: 0,
    })
    const { stdout } = await tollgate('usage', '--all', '--by', 'day', '--month', '2026-11')
    expect(stdout).toMatch(/^ACCOUNT +DAY +CALLS +CREDITS +ERRORS\nacc_/)
    expect(stdout).toMatch(/\n2 accounts from 2026-11-01 to 2026-11-30: 860 credits, 22 calls\n$/)
    expect(stdout.indexOf(first!)).toBeLessThan(stdout.indexOf(second!))
  })

  test('as CSV has the same columns whatever is asked for, and quotes what needs it', async () => {
    const account = await anAccount()
    await write(account)
    await inStore(({ usage }) =>
      usage.write([
        { ...row, accountId: 'acc_~', keyId: 'k', method: 'a,"b"', calls: 1, credits: 1, errors: 0, network: 'n' },
      ]),
    )
    const heading = 'account,from,to,by,name,calls,credits,errors\n'
    expect((await tollgate('usage', '--account', account, '--csv')).stdout).toBe(
      `${heading}${account},2026-11-21,2026-11-21,method,eth_getLogs,3,765,1\n${account},2026-11-21,2026-11-21,method,eth_chainId,1,5,0\n`,
    )
    const all = (await tollgate('usage', '--all', '--csv', '--month', '2026-11')).stdout
    expect(all.startsWith(heading)).toBe(true)
    expect(all).toContain('\nacc_~,2026-11-01,2026-11-30,method,"a,""b""",1,1,0\n')
    expect(all).toContain(`\n${account},2026-11-01,2026-11-30,method,eth_chainId,10,50,0\n`)
    expect((await tollgate('usage', '--all', '--csv', '--day', '2026-11-01')).stdout).toBe(heading)
    expect(await error('usage', '--all', '--csv', '--json')).toBe('2 tollgate: give either --csv or --json')
  })

  test('of many accounts is written page by page', async () => {
    const accounts = Array.from({ length: 1_200 }, (_, index) => `acc_${String(index).padStart(4, '0')}`)
    await inStore(({ usage }) => usage.write(accounts.map((accountId) => aCharge({ accountId }))))
    const all = await json<{ accounts: number; credits: number; rows: { account: string }[] }>('usage', '--all')
    expect(all).toMatchObject({ accounts: 1_200, credits: 1_200 * 255 })
    expect(all.rows.map(({ account }) => account)).toEqual(accounts)
    const { stdout } = await tollgate('usage', '--all', '--csv')
    expect(stdout.split('\n')).toHaveLength(1_202)
    expect(place.writes).toBeGreaterThan(2)
    expect((await tollgate('usage', '--all')).stdout.match(/ACCOUNT/g)).toHaveLength(1)
  })

  test('of today is ranked in two tables under the sums', async () => {
    const account = await anAccount()
    await write(account)
    const { stdout } = await tollgate('usage', 'ranking')
    const [sums, accounts, methods] = stdout.trimEnd().split('\n\n')
    expect(sums).toBe('2026-11-21: 770 credits, 4 calls, 0 errors; accounts: 1')
    expect(accounts).toMatch(new RegExp(`^ACCOUNT .*\n${account} +Ann +770 +< 0\\.1 % +4 +0 `))
    expect(methods).toBe('METHOD       CREDITS  CALLS\neth_getLogs      765      3\neth_chainId        5      1')
  })

  test('without an account is that of all', async () => {
    await inStore(({ usage }) => usage.write([aCharge({ accountId: 'acc_a' }), aCharge({ accountId: 'acc_b' })]))
    const all = await tollgate('usage', '--all')
    expect(all.stdout).toMatch(/^ACCOUNT/)
    expect(await tollgate('usage')).toEqual(all)
    expect(await json('usage')).toEqual(await json('usage', '--all'))
  })

  test('of an account and of all, of no day and by nothing is refused', async () => {
    await place.anAccount()
    expect(await error('usage', '--account', 'a', '--all')).toBe('2 tollgate: give either --account or --all')
    expect(await error('usage', '--account', 'acc_none')).toMatch(/^1 .*no account acc_none/)
    expect(await error('usage', '--account', 'a', '--day', '2026-02-30')).toBe(
      '2 tollgate: --day must be a day as YYYY-MM-DD, not "2026-02-30"',
    )
    expect(await error('usage', '--account', 'a', '--by', 'week')).toBe(
      '2 tollgate: --by must be network, method, key, day or hour, not "week"',
    )
  })
})

describe('forwarded', () => {
  const row = {
    keyId: 'key_1',
    network: 'ethereum-mainnet',
    method: 'eth_getStorageAt',
    partner: 'p',
    reason: 'node-1: refused',
    durationMs: 12,
  }

  test('lists calls by account and time', async () => {
    const account = await anAccount()
    const early = { ...row, accountId: account, at: '2026-11-21T09:00:00.000Z' }
    const late = { ...row, accountId: 'acc_other', at: '2026-11-21T11:00:00.000Z' }
    await inStore(async ({ usage }) => {
      await usage.recordForwarded(late)
      await usage.recordForwarded(early)
    })
    expect(await json('forwarded')).toEqual([early, late])
    expect(await json('forwarded', '--account', account)).toEqual([early])
    expect(await json('forwarded', '--since', '2h')).toEqual([late])
    expect(await json('forwarded', '--since', '2026-11-21T10:00:00+02:00')).toEqual([early, late])
    expect(await json('forwarded', '--since', '2026-11-22')).toEqual([])
    expect(await json('forwarded', '--since', '2026-11-21T10:00')).toEqual([late])
    expect((await tollgate('forwarded')).stdout).toMatch(/^AT .*WHY\n2026-11-21 09:00:00Z .*node-1: refused\n/)
    expect((await tollgate('forwarded', '--since', '1s')).stdout).toBe('No call was forwarded.\n')
    expect(await error('forwarded', '--since', '2h', '--until', '3h')).toMatch(/^2 .*--since must not be after --until/)
    expect(await error('forwarded', '--since', 'yesterday')).toMatch(/^2 .*--since must be a time such as/)
  })

  test('lists the last ones when there are more than asked for', async () => {
    const account = await anAccount()
    const at = (minute: number) => `2026-11-21T11:0${minute}:00.000Z`
    await inStore(async ({ usage }) => {
      for (const minute of [1, 2, 3]) await usage.recordForwarded({ ...row, accountId: account, at: at(minute) })
    })
    const minutes = async (...options: string[]) =>
      (await json<{ at: string }[]>('forwarded', ...options)).map((one) => Number(one.at.slice(15, 16)))
    expect(await minutes('--limit', '2')).toEqual([2, 3])
    expect(await minutes('--limit', '2', '--until', at(2))).toEqual([1, 2])
    expect((await tollgate('forwarded', '--limit', '2')).stdout).toContain(`for those before add --until ${at(2)}`)
    expect(await error('forwarded', '--limit', '0')).toBe(
      '2 tollgate: --limit must be a whole number from 1 to 10000, not "0"',
    )
  })
})
