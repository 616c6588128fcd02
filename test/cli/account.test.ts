import { newKey } from '../server/storage/laws/account-laws.js'
import { CONFIG, Workplace } from '../support/command-line.js'

const place = new Workplace()
const { tollgate, json, error, anAccount } = place

describe('account', () => {
  test('create prints the id, and list and show know the account', async () => {
    const created = await json<{ id: string }>('account', 'create', '--name', 'Ann', '--plan', 'growth', '--failover')
    expect(created).toEqual({ id: expect.stringMatching(/^acc_/) })
    const account = {
      ...created,
      name: 'Ann',
      plan: 'growth',
      isFailoverOn: true,
      isSuspended: false,
      createdAt: '2026-11-21T12:00:00.000Z',
    }
    expect(await json('account', 'list')).toEqual([account])
    expect(await json('account', 'show', created.id)).toEqual({
      ...account,
      limits: { dailyCredits: 150000000, creditsPerSecond: 60000 },
      usedToday: 0,
      keyCount: 0,
      keys: [],
    })
  })

  test('list has all accounts, however many pages they are, or those that a text is found in', async () => {
    await place.inStore(async ({ accounts }) => {
      for (let number = 0; number < 501; number++)
        await accounts.createAccount({ name: `Account ${number}`, plan: 'core', isFailoverOn: false })
    })
    expect(await json('account', 'list')).toHaveLength(501)
    expect(await json('account', 'list', '--search', 'ACCOUNT 50')).toHaveLength(2)
    expect(await error('account', 'list', '--after', 'acc_1')).toMatch(/^2 /)
  })

  test('show has the first hundred keys, and says how to see the others; key list has them all', async () => {
    const id = await anAccount()
    await place.inStore(async ({ accounts }) => {
      for (let number = 0; number < 201; number++) await accounts.createKey(newKey(id), `hash ${number}`)
    })
    expect((await tollgate('account', 'show', id)).stdout).toContain(
      `\nand 101 more: tollgate key list --account ${id}\n`,
    )
    expect(await json('key', 'list', '--account', id)).toHaveLength(201)
  })

  test('the line to copy names the configuration that was given', async () => {
    place.write('its own.yaml', CONFIG)
    const { stdout } = await tollgate(
      'account',
      'create',
      '--name',
      'Bob',
      '--plan',
      'core',
      '--config',
      'its own.yaml',
    )
    expect(stdout).toMatch(/--network ethereum-mainnet --config 'its own.yaml'\n$/)
  })

  test('texts are for people', async () => {
    const { stdout } = await tollgate('account', 'create', '--name', 'Bob', '--plan', 'core')
    const id = stdout.split(' ')[0]
    expect(stdout).toBe(
      `${id} (Bob): plan core, 3000000 credits a day, 500 a second\nNext: npx tollgate key create --account ${id} --network ethereum-mainnet\n`,
    )
    expect((await tollgate('account', 'list')).stdout).toMatch(
      /^ID +NAME +PLAN +CREDITS\/DAY.*\nacc_\S+ +Bob +core +3000000 +500 +off/,
    )
    expect((await tollgate('account', 'show', id!)).stdout).toContain('Used today: 0 of 3000000 credits')
  })

  test('create refuses what cannot be', async () => {
    const create = ['account', 'create', '--name', 'Ann', '--plan']
    expect(await error(...create, 'cor')).toBe(
      '1 tollgate: there is no plan "cor", did you mean "core"? Known plans: core, growth, custom',
    )
    expect(await error('account', 'create', '--plan', 'core', '--name', 'Ann\r')).toBe(
      '2 tollgate: --name must be one line without control characters',
    )
    expect(await error(...create, 'core', '--failover')).toBe(
      '1 tollgate: plan core does not include failover protection',
    )
    expect(await error(...create, 'core', '--credits-per-second', '254')).toBe(
      '1 tollgate: --credits-per-second must be at least 255, the price of eth_getLogs',
    )
    expect(await error(...create, 'core', '--daily-credits', '-5')).toMatch(/^2 /)
    expect(await error(...create, 'core', '--daily-credits', '1.5')).toBe(
      '2 tollgate: --daily-credits must be a whole number, 0 or more, not "1.5"',
    )
    expect(await error('account', 'create', '--plan', 'core')).toBe('2 tollgate: --name NAME is needed')
    expect(await json('account', 'list')).toEqual([])
  })

  test('that a dearer contract made too slow can still be changed in all else', async () => {
    const create = ['account', 'create', '--name', 'Ann', '--plan', 'growth', '--failover']
    const { id } = await json<{ id: string }>(...create, '--credits-per-second', '255')
    place.write('tollgate.yaml', `${CONFIG}contracts: [ethereum-debug]\n`)
    expect(await json('account', 'set', id, '--failover', 'off')).toMatchObject({ isFailoverOn: false })
    expect(await json('account', 'set', id, '--plan', 'core', '--daily-credits', '5')).toMatchObject({
      dailyCredits: 5,
    })
    expect(await error('account', 'set', id, '--credits-per-second', '256')).toMatch(
      /at least \d+, the price of debug_/,
    )
  })

  test('of a custom plan needs limits of its own, and keeps them', async () => {
    const create = ['account', 'create', '--name', 'Ann', '--plan', 'custom']
    expect(await error(...create)).toBe(
      '1 tollgate: plan custom leaves limits to each account: give --daily-credits and --credits-per-second',
    )
    expect(await error(...create, '--daily-credits', '5')).toBe(
      '1 tollgate: plan custom leaves limits to each account: give --credits-per-second',
    )
    const { id } = await json<{ id: string }>(...create, '--daily-credits', '5', '--credits-per-second', '255')
    expect(await json('account', 'show', id)).toMatchObject({ limits: { dailyCredits: 5, creditsPerSecond: 255 } })
    expect(await error('account', 'set', id, '--daily-credits', '')).toBe(
      '1 tollgate: plan custom leaves limits to each account: give --daily-credits',
    )
    const changed = await json(
      'account',
      'set',
      id,
      '--plan',
      'core',
      '--daily-credits',
      '',
      '--credits-per-second',
      '',
    )
    expect(changed).not.toHaveProperty('dailyCredits')
    expect(changed).toMatchObject({ plan: 'core' })
  })

  test('set changes what it names', async () => {
    const id = await anAccount()
    expect(await json('account', 'set', id, '--suspended', 'on')).toMatchObject({
      isSuspended: true,
      isFailoverOn: false,
    })
    expect(await json('account', 'set', id, '--failover', 'on')).toMatchObject({
      isSuspended: true,
      isFailoverOn: true,
    })
    expect(await json('account', 'set', id, '--suspended', 'off')).toMatchObject({
      isSuspended: false,
      isFailoverOn: true,
    })
    expect(await error('account', 'set', id, '--plan', 'core')).toBe(
      '1 tollgate: plan core does not include failover protection, which is on: add --failover off',
    )
    expect(await json('account', 'set', id, '--plan', 'core', '--failover', 'off')).toMatchObject({
      plan: 'core',
      isFailoverOn: false,
    })
    expect(await error('account', 'set', id, '--failover', 'on')).toBe(
      '1 tollgate: plan core does not include failover protection',
    )
    expect(await error('account', 'set', id)).toBe('2 tollgate: nothing to change: give at least one option')
    expect(await error('account', 'set', id, '--suspended', 'yes')).toBe(
      '2 tollgate: --suspended must be on or off, not "yes"',
    )
    expect(await error('account', 'set', 'acc_none', '--suspended', 'on')).toMatch(/^1 .*there is no account acc_none/)
  })

  test('has an e-mail address of its own, whatever its case', async () => {
    const create = ['account', 'create', '--plan', 'core', '--name']
    const { id } = await json<{ id: string }>(...create, 'Ann', '--email', 'Ann@Example.com')
    expect(await json('account', 'show', id)).toMatchObject({ email: 'ann@example.com' })
    expect((await tollgate('account', 'show', id)).stdout).toContain('500 a second, ann@example.com\n')
    const bob = await anAccount()
    const taken = `1 tollgate: account ${id} (Ann) has the e-mail address ann@example.com already`
    expect(await error(...create, 'Cat', '--email', 'ANN@example.com')).toBe(taken)
    expect(await error('account', 'set', bob, '--email', 'ann@example.com')).toBe(taken)
    // The Kelvin sign is an ASCII k in lower case.
    for (const wrong of ['ann', 'ann@', '@example.com', 'a n@example.com', 'ann@example.com\n', 'ann@\u212Aiosk.com']) {
      const message = '2 tollgate: --email must be an e-mail address, such as ann@example.com'
      expect(await error('account', 'set', bob, '--email', wrong)).toContain(message)
    }
    expect(await error('account', 'set', bob, '--email', `${'a'.repeat(243)}@example.com`)).toMatch(/^2 /)
    expect(await json('account', 'set', id, '--email', '')).not.toHaveProperty('email')
    expect(await json('account', 'set', bob, '--email', 'ann@example.com')).toMatchObject({ email: 'ann@example.com' })
    expect(await json('account', 'list')).toHaveLength(2)
  })

  test('can be suspended though its plan left the configuration', async () => {
    const id = await anAccount()
    place.write('tollgate.yaml', CONFIG.replace('growth', 'giant'))
    const { status, stdout } = await tollgate('account', 'set', id, '--suspended', 'on')
    expect([status, stdout]).toEqual([0, expect.stringContaining('plan growth is not in the configuration')])
    expect(await json('account', 'show', id)).toMatchObject({ isSuspended: true, limits: { dailyCredits: 0 } })
  })
})
