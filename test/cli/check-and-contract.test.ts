import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIG, Workplace } from '../support/command-line.js'

const place = new Workplace()
const { tollgate, json, error } = place
const WITH_SOCKET = CONFIG.replace('url: "http://127.0.0.1:2"', 'url: "http://127.0.0.1:2", wsUrl: "ws://127.0.0.1:3"')

describe('check', () => {
  test('is content with a right file', async () => {
    expect(await tollgate('check')).toEqual({ status: 0, stdout: 'tollgate.yaml is right\n', stderr: '' })
    expect(await json('check')).toEqual({ mistakes: [], warnings: [] })
  })

  test('warns of a plan that cannot pay at once what clients send for one transaction', async () => {
    const perSecond = 255
    const plan = (burstSeconds: number) => {
      const limits = `creditsPerSecond: ${perSecond}, burstSeconds: ${burstSeconds}`
      return `contracts: [ethereum, solana]\n${WITH_SOCKET.replace('creditsPerSecond: 500', limits)}`
    }
    place.write('small.yaml', plan(1))
    const { status, stdout } = await tollgate('check', '--config', 'small.yaml')
    const [first, ...warnings] = stdout.trimEnd().split('\n')
    expect([status, first]).toEqual([0, 'small.yaml is right'])
    // The sums follow from the contracts' prices.
    const asked = warnings.map((warning) => {
      const [, client, credits, enough] =
        /^warning: plan core cannot pay one (\S+) transaction at once \((\d+) credits\): set burstSeconds to (\d+) or more$/.exec(
          warning,
        ) ?? []
      expect([warning, Number(enough)]).toEqual([warning, Math.ceil(Number(credits) / perSecond)])
      return { client, enough: Number(enough) }
    })
    const clients = ['ethers', 'viem', 'web3', '@solana/web3.js', '@solana/kit']
    expect(asked.map(({ client }) => client)).toStrictEqual(clients)
    place.write('enough.yaml', plan(Math.max(...asked.map(({ enough }) => enough))))
    expect(await json('check', '--config', 'enough.yaml')).toEqual({ mistakes: [], warnings: [] })
  })

  test('warns of a Solana network on which clients cannot confirm what they send', async () => {
    const warnings = async (text: string) => {
      place.write('solana.yaml', text)
      return (await json<{ warnings: string[] }>('check', '--config', 'solana.yaml')).warnings
    }
    expect(await warnings(CONFIG)).toEqual([])
    const [warning, ...more] = await warnings(`contracts: [solana]\n${CONFIG}`)
    expect([warning, more]).toEqual([expect.stringMatching(/^no upstream of solana-mainnet has a wsUrl: /), []])
    expect(await warnings(`contracts: [solana]\n${WITH_SOCKET}`)).toEqual([])
  })

  test('reads the keys of tokens, and names the one that cannot be used', async () => {
    const tokens = 'tokens: { jwks: keys.json, issuer: "https://issuer.example", audience: tollgate }\n'
    place.write('tokens.yaml', `${CONFIG}${tokens}`)
    place.write('keys.json', '{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0"}]}')
    const { status, stderr } = await tollgate('check', '--config', 'tokens.yaml')
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/tokens\.yaml:\d+:\d+ tokens\.jwks: \S+keys\.json: keys\[0\] is for none of RS256/),
    ])
    expect(stderr).not.toContain('c2VjcmV0')
  })

  test('breaks long remarks into lines on a terminal only', async () => {
    place.write('solana.yaml', `contracts: [solana]\n${CONFIG}`)
    const oneLine = (await tollgate('check', '--config', 'solana.yaml')).stdout
    place.columns = 80
    const { stdout } = await tollgate('check', '--config', 'solana.yaml')
    const longest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length))
    expect(longest(oneLine)).toBeGreaterThan(80)
    expect(longest(stdout)).toBeLessThanOrEqual(80)
    expect(stdout.replaceAll('\n  ', ' ')).toBe(oneLine)
  })

  test('reports every mistake with its place', async () => {
    place.write('bad.yaml', CONFIG.replace('evm', 'evn').replace('500', '5'))
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

describe('a file that never ends', () => {
  const refused = ':1:1: is a pipe, a device or a folder: only regular files are read\n'
  beforeEach(() => execFileSync('mkfifo', [join(place.folder, 'pipe')]))

  test('is named by contract check', async () => {
    for (const file of ['pipe', '/dev/zero'])
      expect(await tollgate('contract', 'check', file)).toMatchObject({ status: 1, stderr: `${file}${refused}` })
  })

  test('is named by check, as a document and as the configuration', async () => {
    place.write('tollgate.yaml', `contracts: [{ file: pipe }]\n${CONFIG}`)
    const path = join(place.folder, 'pipe')
    expect((await tollgate('check')).stderr).toBe(`${path}${refused.replace('1: is', '1 is')}`)
    expect((await tollgate('check', '--config', 'pipe')).stderr).toBe(`pipe${refused.replace('1: is', '1 is')}`)
  })
})

describe('contract print', () => {
  interface Printed {
    methods: { name: string; 'x-family': string }[]
    servers: { url: string; variables: { network: { default: string } } }[]
  }

  test('prints the whole document, without any configuration', async () => {
    rmSync(join(place.folder, 'tollgate.yaml'))
    const printed = await json<Printed>('contract', 'print')
    expect(printed.methods.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['eth_getLogs', 'getTokenAccountBalance']),
    )
    expect(JSON.parse((await tollgate('contract', 'print')).stdout)).toEqual(printed)
  })

  test('prints what a configuration brings, where one is there', async () => {
    const namesOf = async () => (await json<Printed>('contract', 'print')).methods.map(({ name }) => name)
    expect(await namesOf()).not.toContain('eth_call')
    place.write('tollgate.yaml', `contracts: [ethereum]\n${CONFIG}`)
    expect(await namesOf()).toContain('eth_call')
    const { servers } = await json<Printed>('contract', 'print')
    for (const { variables } of servers)
      expect(variables.network).toMatchObject({
        default: 'ethereum-mainnet',
        enum: ['ethereum-mainnet', 'solana-mainnet'],
      })
    place.write('tollgate.yaml', 'not: [valid')
    expect(await error('contract', 'print')).toBe('1 tollgate: the configuration cannot be used')
  })

  test('prints it as a network serves it', async () => {
    place.write('tollgate.yaml', `${CONFIG}listen: { host: 0.0.0.0, port: 9999 }`)
    const { methods, servers } = await json<Printed>('contract', 'print', '--network', 'solana-mainnet')
    const names = methods.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['getTokenAccountBalance', 'getTokenAccountsByOwner']))
    expect(new Set(methods.map((method) => method['x-family']))).toEqual(new Set(['solana']))
    for (const { url, variables } of servers) {
      expect(url).toMatch(/^(http|ws):\/\/localhost:9999\//)
      expect(variables.network.default).toBe('solana-mainnet')
    }
    expect(await error('contract', 'print', '--network', 'bitcoin')).toMatch(/^1 .*no network "bitcoin"/)
  })
})
