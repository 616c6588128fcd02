import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Key } from '../../src/accounts/account.js'
import { createKeyText, hashKeyText, isKeyText } from '../../src/accounts/key-text.js'
import { openStore } from '../../src/storage/open.js'
import { aWorkplace } from '../support/command-line.js'

const CONFIG = `plans:
  core: { dailyCredits: 3000000, creditsPerSecond: 500 }
  growth: { dailyCredits: 150000000, creditsPerSecond: 60000, failover: true }
  custom: { failover: true }
networks:
  ethereum-mainnet:
    family: evm
    hosts: [eth.example]
    upstreams: [{ name: a, url: "http://127.0.0.1:1" }]
  solana-mainnet:
    family: solana
    upstreams: [{ name: b, url: "http://127.0.0.1:2" }]
`
const NOON = Date.parse('2026-11-21T12:00:00Z')

let nowMs = NOON
let { folder, tollgate, json, remove } = aWorkplace(CONFIG, () => nowMs)
beforeEach(() => {
  remove()
  nowMs = NOON
  ;({ folder, tollgate, json, remove } = aWorkplace(CONFIG, () => nowMs))
})
afterAll(() => remove())

/** What the gateway would see: the store of the workplace, asked with the workplace's clock. */
const inStore = async <T>(ask: (store: ReturnType<typeof openStore>) => Promise<T>): Promise<T> => {
  const store = openStore(join(folder, 'tollgate.db'), { clock: () => nowMs })
  try {
    return await ask(store)
  } finally {
    store.close()
  }
}

const findKey = (keyText: string) => inStore(({ accounts }) => accounts.findByKeyHash(hashKeyText(keyText)))

const anAccount = async (...options: string[]): Promise<string> =>
  (await json<{ id: string }>('account', 'create', '--name', 'Ann', '--plan', 'growth', ...options)).id

const aKey = async (...options: string[]): Promise<{ id: string; key: string }> =>
  json('key', 'create', '--account', await anAccount(), '--network', 'ethereum-mainnet', ...options)

const error = async (...argv: string[]): Promise<string> => {
  const { status, stdout, stderr } = await tollgate(...argv)
  expect(stdout).toBe('')
  return `${status} ${stderr.split('\n')[0]}`
}

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
      keys: [],
    })
  })

  test('texts are for people', async () => {
    const { stdout } = await tollgate('account', 'create', '--name', 'Bob', '--plan', 'core')
    const id = stdout.split(' ')[0]
    expect(stdout).toBe(
      `${id} (Bob): plan core, 3000000 credits a day, 500 a second\nNext: tollgate key create --account ${id} --network ethereum-mainnet\n`,
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

  test('can be suspended though its plan left the configuration', async () => {
    const id = await anAccount()
    writeFileSync(join(folder, 'tollgate.yaml'), CONFIG.replace('growth', 'giant'))
    const { status, stdout } = await tollgate('account', 'set', id, '--suspended', 'on')
    expect([status, stdout]).toEqual([0, expect.stringContaining('plan growth is not in the configuration')])
    expect(await json('account', 'show', id)).toMatchObject({ isSuspended: true, limits: { dailyCredits: 0 } })
  })
})

describe('key', () => {
  test('create prints the text that the gateway will know', async () => {
    const created = await aKey()
    expect(created).toEqual({ id: expect.stringMatching(/^key_/), key: expect.any(String) })
    expect(isKeyText(created.key)).toBe(true)
    expect((await findKey(created.key))?.key).toMatchObject({
      id: created.id,
      networks: ['ethereum-mainnet'],
      label: '',
      allowedMethods: [],
    })
  })

  test('create shows people the addresses, by host or by path', async () => {
    const account = await anAccount()
    const { stdout } = await tollgate(
      'key',
      'create',
      '--account',
      account,
      '--network',
      'ethereum-mainnet,solana-mainnet',
    )
    const keyText = stdout.split('\n')[1]
    expect(stdout).toContain(`http://eth.example:8545/v3/${keyText}\n`)
    expect(stdout).toContain(`ws://eth.example:8545/ws/v3/${keyText}\n`)
    expect(stdout).toContain(`http://127.0.0.1:8545/solana-mainnet/v3/${keyText}\n`)
    expect(stdout).toContain(`ws://127.0.0.1:8545/solana-mainnet/ws/v3/${keyText}\n`)
  })

  test('create keeps all restrictions, tidied', async () => {
    const address = '0xAbCdEf0123456789aBcDeF0123456789abcdef01'
    const { key, id } = await aKey(
      ...['--label', 'app', '--daily-limit', '1000', '--network', 'solana-mainnet', '--network', 'ethereum-mainnet'],
      ...['--allow-method', 'eth_getLogs, eth_blockNumber', '--allow-contract', address],
      ...[
        '--allow-origin',
        'https://App.Example:443/,chrome-extension://ABC',
        '--allow-source',
        '10.0.0.0/8,2001:db8::1',
      ],
    )
    expect((await findKey(key))?.key).toEqual({
      id,
      accountId: expect.stringMatching(/^acc_/),
      label: 'app',
      networks: ['ethereum-mainnet', 'solana-mainnet'],
      allowedMethods: ['eth_getLogs', 'eth_blockNumber'],
      allowedContracts: [address.toLowerCase()],
      allowedOrigins: ['https://app.example', 'chrome-extension://abc'],
      allowedSources: ['10.0.0.0/8', '2001:db8::1'],
      dailyLimit: 1000,
      isRevoked: false,
      createdAt: '2026-11-21T12:00:00.000Z',
    })
  })

  test.each([
    [
      ['--network', 'mainnet'],
      '1 tollgate: there is no network "mainnet". Known networks: ethereum-mainnet, solana-mainnet',
    ],
    [
      ['--allow-method', 'eth_getlogs'],
      '1 tollgate: there is no method "eth_getlogs", did you mean "eth_getLogs"? Known methods: eth_',
    ],
    [['--allow-contract', '0x12'], '2 tollgate: --allow-contract takes 20-byte addresses'],
    [['--allow-origin', 'https://a.example/path'], '2 tollgate: --allow-origin takes origins such as'],
    [['--allow-origin', 'a.example'], '2 tollgate: --allow-origin takes origins such as'],
    [['--allow-source', '10.0.0.0/33'], '2 tollgate: --allow-source takes networks such as 10.0.0.0/8'],
    [['--daily-limit', '-1'], '2 tollgate: '],
    [['--daily-limit', 'many'], '2 tollgate: --daily-limit must be a whole number'],
  ])('create refuses %j', async (options, message) => {
    const account = await anAccount()
    const argv = ['key', 'create', '--account', account, '--network', 'ethereum-mainnet', ...options]
    expect(await error(...argv)).toContain(message)
    expect(await json('key', 'list')).toEqual([])
  })

  test('create needs an account and a network', async () => {
    expect(await error('key', 'create', '--network', 'ethereum-mainnet')).toBe('2 tollgate: --account ID is needed')
    expect(await error('key', 'create', '--account', await anAccount())).toMatch(
      /^2 tollgate: --network N\[,N…\] is needed/,
    )
    expect(await error('key', 'create', '--account', 'acc_none', '--network', 'ethereum-mainnet')).toMatch(
      /^1 .*no account acc_none/,
    )
  })

  test('list shows keys without any secret, of one account if asked', async () => {
    const { id, key } = await aKey('--label', 'app')
    await aKey()
    const all = await tollgate('key', 'list')
    expect(all.stdout).toMatch(/^ID +ACCOUNT +LABEL +STATE +NETWORKS +ONLY\n/)
    expect(all.stdout + (await tollgate('key', 'list', '--json')).stdout).not.toMatch(
      new RegExp(`${key}|${hashKeyText(key)}`),
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
    const keyText = createKeyText(randomBytes)
    const { stderr } = await tollgate('key', 'revoke', keyText)
    expect(stderr).toContain('this is the text of a key')
    expect(stderr).not.toContain(keyText)
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
    const next = await json<{ id: string; key: string }>('key', 'rotate', old.id)
    expect(next).toEqual({
      id: expect.any(String),
      key: expect.any(String),
      replaces: old.id,
      revokesAt: '2026-11-22T12:00:00.000Z',
    })
    expect((await findKey(next.key))?.key).toMatchObject({ id: next.id, label: 'app', dailyLimit: 5 })
    nowMs = NOON + 86_400_000 - 1
    expect(await findKey(old.key)).toBeDefined()
    nowMs += 1
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

  test('is of today and by method unless told otherwise', async () => {
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

  test('of nobody, of no day and by nothing is refused', async () => {
    expect(await error('usage')).toBe('2 tollgate: --account ID is needed')
    expect(await error('usage', '--account', 'acc_none')).toMatch(/^1 .*no account acc_none/)
    expect(await error('usage', '--account', 'a', '--day', '2026-02-30')).toBe(
      '2 tollgate: --day must be a day as YYYY-MM-DD, not "2026-02-30"',
    )
    expect(await error('usage', '--account', 'a', '--by', 'hour')).toBe(
      '2 tollgate: --by must be network or method or key, not "hour"',
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
    expect((await tollgate('forwarded')).stdout).toMatch(/^AT .*WHY\n2026-11-21T09:00:00.000Z .*node-1: refused\n/)
    expect((await tollgate('forwarded', '--since', '1s')).stdout).toBe('No call was forwarded.\n')
    expect(await error('forwarded', '--since', 'yesterday')).toMatch(/^2 .*--since must be a time such as/)
  })
})

describe('check', () => {
  test('is content with a right file', async () => {
    expect(await tollgate('check')).toEqual({ status: 0, stdout: 'tollgate.yaml is right\n', stderr: '' })
    expect(await json('check')).toEqual({ mistakes: [] })
  })

  test('reports every mistake with its place', async () => {
    writeFileSync(join(folder, 'bad.yaml'), CONFIG.replace('evm', 'evn').replace('500', '5'))
    const stderr = [
      'bad.yaml:2:52 plans.core.creditsPerSecond: must be at least 255, the price of eth_getLogs',
      'bad.yaml:7:13 networks.ethereum-mainnet.family: must be evm or solana, not "evn", did you mean "evm"?',
      '',
    ].join('\n')
    expect(await tollgate('check', '--config', 'bad.yaml')).toEqual({ status: 1, stdout: '', stderr })
    const ran = await tollgate('check', '--config', 'bad.yaml', '--json')
    expect([ran.status, ran.stderr]).toEqual([1, stderr])
    expect(JSON.parse(ran.stdout).mistakes).toHaveLength(2)
    expect((await tollgate('account', 'list', '--config', 'bad.yaml')).stderr).toBe(
      `tollgate: the configuration cannot be used\n${stderr}`,
    )
  })
})

describe('contract print', () => {
  interface Printed {
    methods: { name: string }[]
    servers: { url: string; variables: { network: { default: string } } }[]
  }

  test('prints the whole document, without any configuration', async () => {
    remove()
    ;({ folder, tollgate, json, remove } = aWorkplace('not: [valid'))
    const printed = await json<Printed>('contract', 'print')
    expect(printed.methods.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['eth_getLogs', 'getTokenAccountBalance']),
    )
    expect(JSON.parse((await tollgate('contract', 'print')).stdout)).toEqual(printed)
  })

  test('prints it as a network serves it', async () => {
    writeFileSync(join(folder, 'tollgate.yaml'), `${CONFIG}listen: { host: 0.0.0.0, port: 9999 }`)
    const { methods, servers } = await json<Printed>('contract', 'print', '--network', 'solana-mainnet')
    expect(methods.map(({ name }) => name).sort()).toEqual(['getTokenAccountBalance', 'getTokenAccountsByOwner'])
    for (const { url, variables } of servers) {
      expect(url).toMatch(/^(http|ws):\/\/localhost:9999\//)
      expect(variables.network.default).toBe('solana-mainnet')
    }
    expect(await error('contract', 'print', '--network', 'bitcoin')).toMatch(/^1 .*no network "bitcoin"/)
  })
})

test('commands work while a gateway serves from the store', async () => {
  const gateway = openStore(join(folder, 'tollgate.db'), { clock: () => nowMs })
  gateway.lock()
  gateway.changed()
  const { key } = await aKey()
  expect(gateway.changed()).toBe(true)
  expect(await gateway.accounts.findByKeyHash(hashKeyText(key))).toBeDefined()
  gateway.close()
})
