import { isKeyText } from '../../src/accounts/key-text.js'
import { Workplace } from '../support/command-line.js'

const place = new Workplace()
const { tollgate, json, error, findKey, anAccount, aKey } = place

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
