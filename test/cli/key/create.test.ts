import { isKeyText } from '../../../src/server/accounts/key-text.js'
import { CONFIG, Workplace } from '../../support/command-line.js'

const place = new Workplace()
const { tollgate, json, error, findKey, anAccount, aKey } = place

test('create prints the text that the gateway will know', async () => {
  const created = await aKey()
  expect(created).toMatchObject({ id: expect.stringMatching(/^key_/), key: expect.any(String) })
  expect(isKeyText(created.key)).toBe(true)
  expect((await findKey(created.key))?.key).toMatchObject({
    id: created.id,
    networks: ['ethereum-mainnet'],
    label: '',
    allowedMethods: [],
  })
})

/** The options that create a key for both networks. */
const forBoth = async () => [
  ...['key', 'create', '--account', await anAccount()],
  ...['--network', 'ethereum-mainnet,solana-mainnet'],
]

test('create shows people the addresses: by path, which every client reaches, and by host', async () => {
  const { stdout } = await tollgate(...(await forBoth()))
  const keyText = stdout.split('\n')[1]
  for (const address of [
    `http://127.0.0.1:8545/ethereum-mainnet/v3/${keyText}`,
    `ws://127.0.0.1:8545/ethereum-mainnet/ws/v3/${keyText}`,
    `http://eth.example:8545/v3/${keyText}`,
    `ws://eth.example:8545/ws/v3/${keyText}`,
    `http://127.0.0.1:8545/solana-mainnet/v3/${keyText}`,
    `ws://127.0.0.1:8545/solana-mainnet/ws/v3/${keyText}`,
  ]) {
    expect(stdout).toContain(`${address}\n`)
  }
  // The address by path comes first, because people copy the first address.
  expect(stdout.indexOf('127.0.0.1:8545/ethereum')).toBeLessThan(stdout.indexOf('eth.example'))
})

test.each([
  ['', 'http://127.0.0.1:8545', 'http://eth.example:8545'],
  ['listen: { publicUrl: "https://rpc.example.com" }', 'https://rpc.example.com', 'https://eth.example'],
  ['listen: { publicUrl: "https://x.example:444/base/" }', 'https://x.example:444/base', 'https://eth.example:444'],
  ['listen: { host: "0.0.0.0", port: 80 }', 'http://localhost', 'http://eth.example'],
])('create and rotate tell the addresses as data, with %j', async (listen, base, ownHost) => {
  place.write('tollgate.yaml', `${CONFIG}${listen}\n`)
  interface Created {
    id: string
    key: string
    urls: unknown
  }
  const created = await json<Created>(...(await forBoth()))
  const rotated = await json<Created>('key', 'rotate', created.id)
  for (const { key, urls } of [created, rotated]) {
    const ws = (url: string) => url.replace(/^http/, 'ws')
    expect(urls).toEqual([
      {
        network: 'ethereum-mainnet',
        http: `${base}/ethereum-mainnet/v3/${key}`,
        webSocket: `${ws(base)}/ethereum-mainnet/ws/v3/${key}`,
        byHost: { http: `${ownHost}/v3/${key}`, webSocket: `${ws(ownHost)}/ws/v3/${key}` },
      },
      {
        network: 'solana-mainnet',
        http: `${base}/solana-mainnet/v3/${key}`,
        webSocket: `${ws(base)}/solana-mainnet/ws/v3/${key}`,
      },
    ])
  }
})

test('create keeps all restrictions, tidied', async () => {
  const address = '0xAbCdEf0123456789aBcDeF0123456789abcdef01'
  const { key, id } = await aKey(
    ...['--label', 'app', '--daily-limit', '1000', '--network', 'solana-mainnet', '--network', 'ethereum-mainnet'],
    ...['--allow-method', 'eth_getLogs, eth_blockNumber', '--allow-contract', address],
    ...[
      '--allow-origin',
      `https://App.Example:443/,chrome-extension://ABC,bzz://${'0a'.repeat(32)}`,
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
    allowedOrigins: ['https://app.example', 'chrome-extension://abc', `bzz://${'0a'.repeat(32)}`],
    allowedSources: ['10.0.0.0/8', '2001:db8::1'],
    dailyLimit: 1000,
    isRevoked: false,
    requiresToken: false,
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
  [['--allow-origin', 'https://*.example.com'], '2 tollgate: --allow-origin takes each origin in full, without *'],
  [['--allow-origin', '*'], '2 tollgate: --allow-origin takes each origin in full, without *'],
  [['--allow-origin', 'a.example'], '2 tollgate: --allow-origin takes origins such as'],
  [['--allow-origin', `HTTP://${'a'.repeat(64)}.example`], '2 tollgate: --allow-origin takes origins such as'],
  [['--label', 'app\u001b[2K'], '2 tollgate: --label must be one line without control characters'],
  [['--label', 'app\nkey_1'], '2 tollgate: --label must be one line without control characters'],
  [['--label', 'app\u202e'], '2 tollgate: --label must be one line without control characters'],
  [['--allow-source', '10.0.0.0/33'], '2 tollgate: --allow-source takes networks such as 10.0.0.0/8'],
  [
    ['--allow-source', '192.0.2.1,::ffff:10.0.0.0/8'],
    '2 tollgate: --allow-source takes networks such as 10.0.0.0/8 or 2001:db8::/32, or addresses; not "::ffff:10.0.0.0/8"',
  ],
  [['--daily-limit', '-1'], '2 tollgate: '],
  [['--daily-limit', 'many'], '2 tollgate: --daily-limit must be a whole number'],
])('create refuses %j', async (options, message) => {
  const account = await anAccount()
  const argv = ['key', 'create', '--account', account, '--network', 'ethereum-mainnet', ...options]
  expect(await error(...argv)).toContain(message)
  expect(await json('key', 'list')).toEqual([])
})

test('create needs an account and a network', async () => {
  expect(await error('key', 'create', '--network', 'ethereum-mainnet')).toBe(
    '2 tollgate: --account ID is needed; `tollgate account list` shows the ids',
  )
  expect(await error('key', 'create', '--account', await anAccount())).toMatch(
    /^2 tollgate: --network N\[,N…\] is needed/,
  )
  expect(await error('key', 'create', '--account', 'acc_none', '--network', 'ethereum-mainnet')).toMatch(
    /^1 .*no account acc_none/,
  )
})
