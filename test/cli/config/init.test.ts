import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { run } from '../../../src/cli/command-line.js'
import { commands } from '../../../src/cli/commands.js'
import { writeCertificate } from '../../support/certificate.js'
import { Workplace } from '../../support/command-line.js'

const place = new Workplace()
const file = () => join(place.folder, 'tollgate.yaml')
const text = () => readFileSync(file(), 'utf8')
beforeEach(() => rmSync(file()))

const ANSWERS = [
  ...['--network', 'solana-main', '--family', 'solana', '--node', 'http://10.0.0.1:8899,http://10.0.0.2:8899'],
  ...['--store', 'postgres://gate:pa55@db.example/tollgate', '--listen', '[::]:9545', '--methods', 'seven'],
]

/**
 * Runs `tollgate init` with a terminal on which these lines are typed; what it asks comes back too.
 */
const onTerminal = async (lines: readonly string[], ...argv: string[]) => {
  const [asked, errors, left]: [string[], string[], string[]] = [[], [], [...lines]]
  const ask = async (question: string) => {
    asked.push(question)
    return left.shift()
  }
  const stderr = (line: string) => void errors.push(line)
  const status = await run(['init', ...argv], { stdout: () => {}, stderr, env: {}, cwd: place.folder, ask }, commands)
  return { status, asked, errors: errors.join('') }
}

test.each([[['--yes']], [ANSWERS], [[...ANSWERS, '--json']]])(
  '%j writes a file that `tollgate check` takes',
  async (argv) => {
    expect(await place.tollgate('init', ...argv)).toMatchObject({ status: 0, stderr: '' })
    expect(await place.tollgate('check')).toMatchObject({ status: 0, stderr: '' })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  },
)

test('puts the answers where they belong', async () => {
  const { stdout } = await place.tollgate('init', ...ANSWERS, '--json')
  expect(stdout).not.toContain('pa55')
  // A node's address may carry a key.
  expect(stdout).not.toContain('://')
  const { config } = await place.json<{ config: Record<string, unknown> }>('config', 'show')
  expect(config).toMatchObject({
    listen: { host: '::', port: 9545 },
    store: 'postgres://gate:***@db.example/tollgate',
    networks: { 'solana-main': { family: 'solana', upstreams: [{ name: 'node-1' }, { name: 'node-2' }] } },
  })
})

test.each(['007', '0x1f', 'true', 'null', 'main'])('keeps the name %s of a network', async (network) => {
  await place.tollgate('init', '--yes', '--network', network)
  const { config } = await place.json<{ config: { networks: Record<string, unknown> } }>('config', 'show')
  expect(Object.keys(config.networks)).toEqual([network])
})

test('gives Solana nodes the WebSocket by which clients confirm, at the usual place', async () => {
  const wsUrlsOf = async (...argv: string[]) => {
    await place.tollgate('init', '--yes', ...argv)
    const { config } = await place.json<{ config: { networks: Record<string, { upstreams: { wsUrl?: string }[] }> } }>(
      'config',
      'show',
    )
    rmSync(file())
    return Object.values(config.networks).flatMap(({ upstreams }) => upstreams.map(({ wsUrl }) => wsUrl))
  }
  const nodes = 'http://10.0.0.1:8899,https://rpc.example'
  expect(await wsUrlsOf('--network', 'solana', '--node', nodes)).toEqual(['ws://10.0.0.1:8900/', 'wss://rpc.example/'])
  expect(await wsUrlsOf('--node', nodes)).toEqual([undefined, undefined])
})

test('gives a network all methods of its family, or the seven built in', async () => {
  const contractsOf = async (...argv: string[]) => {
    await place.tollgate('init', '--yes', ...argv)
    const { config } = await place.json<{ config: { contracts: string[] } }>('config', 'show')
    rmSync(file())
    return config.contracts
  }
  expect(await contractsOf()).toEqual(['ethereum', 'solana'])
  expect(await contractsOf('--methods', 'seven')).toEqual([])
  const { status, stderr } = await place.tollgate('init', '--yes', '--methods', 'none')
  expect([status, stderr]).toEqual([1, expect.stringContaining('--methods: must be all or seven')])
})

test('binds filters on an EVM network', async () => {
  const postgres = ['--store', 'postgres://gate:pa55@db.example/tollgate']
  await place.tollgate('init', '--yes', '--network', 'main', '--node', 'http://10.0.0.1,http://10.0.0.2', ...postgres)
  expect(await place.json('config', 'show')).toMatchObject({
    config: { networks: { main: { statefulMethods: 'bind' } } },
  })
})

test('has the plans of the specification, and a dashboard to invite account holders to', async () => {
  await place.tollgate('init', '--yes')
  const limits = ['--daily-credits', '3000000', '--credits-per-second', '500']
  for (const plan of ['core', 'developer', 'team', 'growth', 'custom']) {
    const own = plan === 'custom' ? limits : []
    const { id } = await place.json<{ id: string }>('account', 'create', '--name', plan, '--plan', plan, ...own)
    expect(await place.tollgate('account', 'invite', id)).toMatchObject({ status: 0, stderr: '' })
  }
})

test('begins with the line by which editors find the schema', async () => {
  await place.tollgate('init', '--yes')
  const [, schema] = /^# yaml-language-server: \$schema=(.+)\n/.exec(text())!
  const { title } = JSON.parse(readFileSync(resolve(dirname(file()), schema!), 'utf8'))
  expect(title).toBe('Tollgate configuration')
})

test.each([[['--yes']], [ANSWERS]])('%j comments keys out that work as they stand', async (argv) => {
  await place.tollgate('init', ...argv)
  writeCertificate('init', { cert: join(place.folder, 'cert.pem'), key: join(place.folder, 'key.pem') })
  const lines = text().split('\n')
  const commented = lines.flatMap((line, index) => {
    const [, indent, key] = /^( *)# ([A-Za-z]+: .*?)(?: {2,}#.*)?$/.exec(line) ?? []
    return key === undefined ? [] : [{ key, with: lines.with(index, `${indent}${key}`).join('\n') }]
  })
  expect(commented.length).toBeGreaterThan(8)
  for (const key of ['port: 8547', 'tls'])
    expect(commented.map((one) => one.key)).toContainEqual(expect.stringMatching(key))
  expect(text()).toMatch(/statefulMethods|solana/)
  expect(text()).toContain('burstSeconds')
  for (const one of commented) {
    place.write('tollgate.yaml', one.with)
    const { status, stderr } = await place.tollgate('check')
    expect({ key: one.key, status, stderr }).toEqual({ key: one.key, status: 0, stderr: '' })
  }
})

test('names a Solana network as one, and says what to do next with the file that it wrote', async () => {
  const { stdout } = await place.tollgate('init', '--yes', '--family', 'solana', '--config', 'sol.yaml')
  expect(readFileSync(join(place.folder, 'sol.yaml'), 'utf8')).toContain('\n  solana-mainnet:\n')
  const [, ...next] = stdout.trim().split('\n')
  expect(next.map((line) => line.trim())).toEqual([
    'npx tollgate check --online --config sol.yaml',
    'npx tollgate account create --name Ann --plan core --config sol.yaml',
    'npx tollgate key create --account ID --network solana-mainnet --config sol.yaml',
    'npx tollgate serve --config sol.yaml',
  ])
})

test('quotes the configuration in the lines to copy, if a shell would take it apart', async () => {
  const { stdout } = await place.tollgate('init', '--yes', '--config', "Ann's own.yaml")
  expect(stdout).toContain(` check --online --config 'Ann'\\''s own.yaml'\n`)
})

test('overwrites nothing', async () => {
  place.write('tollgate.yaml', 'mine')
  expect(await place.error('init', '--yes')).toBe('1 tollgate: tollgate.yaml is there already; nothing was written')
  expect(text()).toBe('mine')
})

test('names the folder that is missing', async () => {
  expect(await place.error('init', '--yes', '--config', 'sub/x.yaml')).toBe(
    `1 tollgate: there is no folder ${join(place.folder, 'sub')}; nothing was written`,
  )
})

test('asks five questions and no more: without a terminal their answers are enough', async () => {
  const answers = ['--network', 'main', '--family', 'evm', '--node', 'http://127.0.0.1:1']
  const { status } = await place.tollgate('init', ...answers, '--store', 'sqlite:a.db', '--listen', '127.0.0.1:0')
  expect(status).toBe(0)
  expect(text()).toContain('\n  main:\n')
})

test('without a terminal names the answers that are missing', async () => {
  expect(await place.error('init', '--network', 'a', '--node', 'http://127.0.0.1:1')).toBe(
    '2 tollgate: there is no terminal to ask on: give --family, --store, --listen, or --yes for defaults',
  )
})

test('writes nothing for an answer that makes a mistake', async () => {
  const { status, stderr } = await place.tollgate('init', '--yes', '--node', 'node.example')
  expect([status, stderr]).toEqual([
    1,
    'tollgate: nothing was written, because of these answers:\n  --node: must be an http:// or https:// address, such as http://127.0.0.1:8545\n',
  ])
  expect(existsSync(file())).toBe(false)
})

describe('on a terminal', () => {
  test('asks what the options leave open, and takes an empty answer for the one it proposes', async () => {
    const { status, asked } = await onTerminal(['solana-main', '', '', ''], '--listen', '127.0.0.1:0')
    expect([status, asked.length]).toEqual([0, 4])
    expect(asked.map((question) => /\[(.+)\]: $/.exec(question)?.[1])).toEqual([
      'ethereum-mainnet',
      'solana',
      'http://127.0.0.1:8899',
      'sqlite:./tollgate.db',
    ])
    expect(await place.tollgate('check')).toMatchObject({ status: 0 })
  })

  test('says what is wrong with an answer, and asks again', async () => {
    const { status, asked, errors } = await onTerminal(['Main Net', 'main', '', '', '', 'here', '127.0.0.1:9545'])
    expect([status, asked.length]).toEqual([0, 7])
    expect(errors).toContain('  must be HOST:PORT, such as 127.0.0.1:8545, not "here"\n')
    expect(text()).toContain('\n  main:\n')
  })

  test('writes nothing when the terminal ends', async () => {
    expect(await onTerminal(['main'])).toMatchObject({ status: 1, errors: 'tollgate: nothing was written\n' })
    expect(existsSync(file())).toBe(false)
  })
})
