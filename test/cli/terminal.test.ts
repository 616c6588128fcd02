import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { textTable } from '../../src/cli/text-table.js'
import { folded } from '../../src/cli/text-wrap.js'
import { DURATION_BUCKETS } from '../../src/server/credits/usage/call-durations.js'
import { newKey } from '../server/storage/laws/account-laws.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { runTollgate } from '../support/command-runner.js'

const place = new Workplace()
const { tollgate, json, anAccount } = place

/** Lines that a terminal would break, without those that are one word: an address, a key. */
const tooLong = (text: string, columns: number): readonly string[] =>
  text.split('\n').filter((line) => line.length > columns && line.trim().includes(' '))

/** A store with a long name, a restricted key, usage, errors and forwarded calls. */
const filled = async (): Promise<string> => {
  const name = 'Bartholomew & Sons International Trading'
  const { id: account } = await json<{ id: string }>(
    ...['account', 'create', '--name', name, '--plan', 'growth', '--failover'],
  )
  const key = ['key', 'create', '--account', account, '--network', 'ethereum-mainnet,solana-mainnet']
  await tollgate(...key, '--label', "the web shop's")
  await tollgate(
    ...[...key, '--allow-method', 'eth_getLogs,eth_chainId', '--daily-limit', '100000'],
    ...['--allow-contract', `0x${'1'.repeat(40)}`, '--allow-origin', 'https://shop.example.com'],
  )
  await tollgate('account', 'set', account, '--email', 'ann@example.com', '--suspended', 'on')
  await place.inStore(async ({ usage }) => {
    const call = { accountId: account, keyId: 'key_5oNfTFs5npEmX351V', network: 'ethereum-mainnet' }
    const [day, at] = ['2026-11-21', '2026-11-21T10:00:00.000Z']
    const method = 'eth_getTransactionReceipt'
    await usage.recordErrors([{ ...call, method, day, error: 'throttled-evm', calls: 3, lastAt: at }])
    const buckets = Array.from({ length: DURATION_BUCKETS }, (_, bucket) => bucket)
    await usage.recordDurations([{ accountId: account, network: call.network, method, day, buckets }])
    await usage.recordForwarded({
      ...call,
      method,
      at,
      partner: 'partner-1',
      durationMs: 12,
      reason: 'node-1: refused',
    })
  })
  return account
}

describe.each([80, 100])('on a terminal of %i columns', (columns) => {
  test('no command about the store writes a line that is wider, and none writes JSON', async () => {
    const account = await filled()
    const [{ id: key }] = await json<[{ id: string }]>('key', 'list')
    place.columns = columns
    const asked = [
      ...['account list', `account show ${account}`, 'key list', `key show ${key}`, `errors --account ${account}`],
      ...['forwarded', 'audit', 'usage', `usage time --account ${account}`, 'usage ranking', 'config show'],
      ...[
        `latency --account ${account}`,
        'contract show eth_getLogs --network ethereum-mainnet',
        'contract show eth_subscribe',
        'store check',
      ],
    ]
    for (const line of asked) {
      const { status, stdout, stderr } = await tollgate(...line.split(' '))
      expect([line, status, stderr]).toEqual([line, 0, ''])
      const beforeExample = stdout.split('\nExample:\n')[0]!
      expect([line, tooLong(beforeExample, columns)]).toEqual([line, []])
      expect([line, beforeExample]).not.toEqual([line, expect.stringMatching(/\{"|": /)])
    }
  })

  test('no mistake is told in a line that is wider', async () => {
    place.columns = columns
    const lines = [
      'key create --account a',
      'account set a --daily-credits -1',
      'serve --x',
      'check --config none.yaml',
    ]
    for (const line of lines) {
      const { status, stderr } = await tollgate(...line.split(' '))
      expect(status).not.toBe(0)
      expect([line, tooLong(stderr, columns)]).toEqual([line, []])
    }
  })
})

test('a file gets each row as one line, however long', async () => {
  const account = await filled()
  const { stdout } = await tollgate('account', 'list')
  expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  expect(stdout).toContain(`${account}  Bartholomew & Sons International Trading  growth  `)
})

test('audit tells a change as the command line that makes it', async () => {
  const account = await filled()
  const { stdout } = await tollgate('audit')
  expect(stdout).toContain(`command line  account set ${account} --email ann@example.com --suspended on\n`)
  expect(stdout).toContain(`--label "the web shop's" # key_`)
  await tollgate('account', 'set', account, '--email', '')
  expect((await tollgate('audit', '--limit', '1')).stdout).toContain(`account set ${account} --email ""\n`)
})

/** The words of a command line, as a shell reads them. */
const shellWords = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

test('each change that audit tells is a command line that a shell and the command take', async () => {
  const label = `$(echo gone) \`x\` "q" 'p' !`
  const account = (await json<{ id: string }>('account', 'create', '--name=-x', '--plan', 'growth')).id
  await tollgate('account', 'set', account, '--failover', 'on')
  const key = ['key', 'create', '--account', account, '--network', 'ethereum-mainnet', '--label', label]
  const { id } = await json<{ id: string }>(...key)
  await tollgate('key', 'rotate', id, '--grace', '60')
  await tollgate('key', 'delete', id, '--yes')
  await tollgate('account', 'delete', account, '--yes')
  const entry = { at: new Date(place.nowMs).toISOString(), actor: 'operator', via: 'api', accountId: null }
  const name = 'a'
  await place.inStore(async ({ audit }) => {
    const cordon = { ...entry, operation: 'upstreams.cordon', subject: 'ethereum-mainnet/a' }
    await audit.record({ ...cordon, params: JSON.stringify({ name, network: 'ethereum-mainnet', for: '15m' }) })
    await audit.record({ ...cordon, operation: 'upstreams.uncordon', params: JSON.stringify({ name }) })
    const made = { ...entry, operation: 'key.create', subject: 'key_1' }
    const params = { account, networks: ['ethereum-mainnet'], secret: false, token: true, allowedOrigins: ['*'] }
    await audit.record({ ...made, params: JSON.stringify(params) })
  })
  const told = (await tollgate('audit')).stdout
    .split('\n')
    .flatMap((row) => row.split(/(?:command line|api) {2,}/)[1] ?? [])
  expect(told.map((line) => line.replaceAll(account, 'ACCOUNT').replaceAll(id, 'KEY'))).toEqual([
    'key create --account ACCOUNT --network ethereum-mainnet --token on --allow-origin "*" # key_1',
    'upstreams uncordon a # ethereum-mainnet/a',
    'upstreams cordon a --network ethereum-mainnet --for 15m',
    'account delete ACCOUNT --yes',
    'key delete KEY --yes',
    expect.stringMatching(/^key rotate KEY --grace 60 # newKey key_\w+$/),
    expect.stringMatching(/^key create --account ACCOUNT --network ethereum-mainnet --label '.*' # KEY$/),
    'account set ACCOUNT --failover on',
    'account create --name=-x --plan growth # ACCOUNT',
  ])
  for (const line of told) {
    const words = shellWords(line)
    if (line.includes('--label')) expect(words).toContain(label)
    // 2: the command line is wrong. What is deleted is no longer there: 1.
    expect([line, (await tollgate(...words)).status]).not.toEqual([line, 2])
  }
})

test('usage time is a table, and says so where nothing was used', async () => {
  const account = await anAccount()
  expect((await tollgate('usage', 'time', '--account', account)).stdout).toBe(
    `${account} used nothing on 2026-11-21.\n`,
  )
  await place.inStore(({ usage }) =>
    usage.write([
      {
        ...{ day: '2026-11-21', hour: 9, accountId: account, keyId: 'k', network: 'main', method: 'eth_call' },
        ...{ calls: 2, credits: 160, errors: 1, forwarded: 0, cached: 0 },
      },
    ]),
  )
  const { stdout } = await tollgate('usage', 'time', '--account', account)
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['FROM, UTC', 'NAME', 'CALLS', 'CREDITS', 'ERRORS'],
    ['2026-11-21 09:00', 'eth_call', '2', '160', '1'],
    [''],
  ])
})

test.each([
  ['contract import none.json', /there is no file or folder .*none\.json\n/],
  ['contract diff none.json other.json', /there is no file or folder .*none\.json\n/],
  ['contract import .', /\. is a folder\n/],
  ['contract show eth_getLog', /there is no method eth_getLog, did you mean "eth_getLogs"\?\n/],
  ['contract show eth_getBalanc', /there is no method eth_getBalanc, did you mean "eth_getBalance"\?\n/],
  ['upstreams cordon', /NAME is missing; `tollgate upstreams` shows the names\n/],
  [
    'init --yes --config new.yaml --listen here',
    /--listen: must be HOST:PORT, such as 127\.0\.0\.1:8545, not "here"\n/,
  ],
  ['init --yes --config new.yaml --family btc', /--family: must be evm or solana, not "btc"\n/],
])('%s names the mistake', async (line, message) => {
  expect((await tollgate(...line.split(' '))).stderr).toMatch(message)
})

test('a document whose methods are of no known family is told how to name it', async () => {
  const method = { name: 'foo_bar', params: [], result: { name: 'r', schema: { type: 'string' } } }
  place.write(
    'mine.json',
    JSON.stringify({ openrpc: '1.2.6', info: { title: 'Mine', version: '1' }, methods: [method] }),
  )
  expect((await tollgate('contract', 'import', 'mine.json')).stderr).toContain(
    'the names of the methods do not tell the family: give --family evm or --family solana\n',
  )
})

test('a port that is taken is named with its address', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { status, stderr } = await runTollgate(
    place.folder,
    'record',
    'http://127.0.0.1:1',
    '--out',
    'x',
    '--port',
    `${port}`,
  )
  expect([status, stderr]).toEqual([
    1,
    `tollgate: 127.0.0.1:${port} is taken by another program (EADDRINUSE); name another port\n`,
  ])
  taken.close()
})

test('an unknown method is told with a dozen known ones, not with all', async () => {
  place.write('tollgate.yaml', `contracts: [ethereum, solana]\n${CONFIG}`)
  const account = await anAccount()
  const key = ['key', 'create', '--account', account, '--network', 'ethereum-mainnet', '--allow-method', 'eth_gasPrize']
  const { stderr } = await tollgate(...key)
  expect(stderr).toMatch(/no method "eth_gasPrize", did you mean "eth_gasPrice"\? Known methods: .* and \d+ more\n$/)
  expect(stderr.split(', ').length).toBeLessThan(15)
})

describe('a table', () => {
  const headings = ['ID', 'WHAT', 'CALLS']
  const rows = [['acc_1', 'one two three four', 12]] as const

  test('keeps a row in one line where there is place', () => {
    expect(textTable(headings, rows, 40)).toBe('ID     WHAT                CALLS\nacc_1  one two three four     12')
  })

  test('breaks the widest cells between words', () => {
    expect(textTable(headings, rows, 23)).toBe(
      'ID     WHAT       CALLS\nacc_1  one two       12\n       three\n       four',
    )
  })

  test('becomes paragraphs where even words are too wide', () => {
    expect(textTable(headings, rows, 12)).toBe('ID     acc_1\nWHAT   one two three four\nCALLS  12')
  })
})

test('long lines are broken behind their own indentation, and words never', () => {
  expect(folded('  one two three four five six seven eight', 34)).toBe('  one two three four five six\n    seven eight')
  expect(folded('https://example.com/a/long/address', 10)).toBe('https://example.com/a/long/address')
})

test('control characters that the store has are not written to the terminal', async () => {
  const evil = '\u001b[31mred\r\u009b2K\nkey_forged'
  const account = await place.inStore(async ({ accounts }) => {
    const { id } = await accounts.createAccount({ name: evil, plan: 'core', isFailoverOn: false })
    await accounts.createKey({ ...newKey(id), label: evil }, 'hash')
    return id
  })
  const [{ id: key } = { id: '' }] = await json<{ id: string }[]>('key', 'list')
  place.typed = 'no'
  const outputs = await Promise.all(
    [
      ['key', 'list'],
      ['key', 'show', key],
      ['account', 'list'],
      ['account', 'show', account],
      ['account', 'set', account, '--suspended', 'on'],
      ['key', 'delete', key],
    ].map((words) => tollgate(...words)),
  )
  const written = outputs.map(({ stdout, stderr }) => stdout + stderr).join('') + place.asked.join('')
  expect(written.match(/\ufffd\[31mred\ufffd\ufffd2K\ufffdkey_forged/g)?.length).toBeGreaterThanOrEqual(5)
  expect(written.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  expect(written).not.toMatch(/^key_forged/m)
})
