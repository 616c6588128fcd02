import { run } from '../../src/cli/command-line.js'
import { commands } from '../../src/cli/commands.js'
import { messageOf } from '../../src/cli/system-error.js'
import { systemPorts } from '../../src/runtime/system-ports.js'
import { ADMIN_TOKEN } from '../support/admin-api.js'
import { CONFIG, Workplace } from '../support/command-line.js'

/** Placeholders of values that may be any text, or that are looked up: names, ids, files. */
const FREE = ['FILE', 'DIR', 'TEXT', 'NAME', 'ID', 'PLAN', 'CHECK', 'COMMAND', 'HOST', 'PUBKEY', 'M', 'M,…', 'L']
/**
 * Options whose values are looked up too, or that are refused without their value, which may hold a
 * key.
 */
const APART = ['network', 'ws']

/** Options whose value is a number, a time or one of a few words; `init` has its own test. */
const options = commands
  .filter(({ name }) => name !== 'init')
  .flatMap((command) =>
    Object.entries(command.options)
      .filter(([name, { value }]) => value !== undefined && !FREE.includes(value) && !APART.includes(name))
      .map(([name]) => [command, name] as const),
  )

const place = new Workplace()

/** Returns the other arguments that a command needs before it reads the values of its options. */
const restOf = async ({ name, positionals = [] }: (typeof commands)[number], option: string): Promise<string[]> => {
  const isOfKey = name.startsWith('key') && name !== 'key create'
  const { id } = isOfKey ? await place.aKey() : { id: await place.anAccount() }
  const words: Readonly<Record<string, string>> = { ID: id, NAME: 'a', URL: 'http://127.0.0.1:1', FILE: 'empty.json' }
  const required: Readonly<Record<string, readonly string[]>> = {
    'account create': ['--name', 'Ann', '--plan', 'growth'],
    'key create': ['--account', id, '--network', 'ethereum-mainnet'],
    usage: ['--account', id],
    'usage time': ['--account', id],
    errors: ['--account', id],
    latency: ['--account', id],
    client: ['--out', 'client'],
  }
  const from = option === 'to' ? ['--from', '2026-01-01'] : []
  return [...positionals.map((one) => words[one]!), ...(required[name] ?? []), ...from]
}

test.each(options.map(([command, option]) => [command.name, option, command] as const))(
  '%s --%s: the error names the option, what is allowed, and the value, with status 2',
  async (name, option, command) => {
    place.write('tollgate.yaml', `admin: { port: 1, token: ${ADMIN_TOKEN} }\n${CONFIG}`)
    place.write('empty.json', '{}')
    const rest = await restOf(command, option)
    const written: string[] = []
    const io = { stdout: () => {}, stderr: (text: string) => void written.push(text), env: {}, cwd: place.folder }
    const status = await run(
      [...name.split(' '), ...rest, `--${option}=b a d`],
      { ...io, ports: systemPorts },
      commands,
    )
    const [message = '', , usage] = written.join('').split('\n')
    expect([status, message, usage]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^tollgate: --${option} (?:must be|takes) .+[,;] not "b a d"$`)),
      expect.stringMatching(`^Usage: tollgate ${name} `),
    ])
  },
)

test.each([
  ['serve --workers 0', 'a whole number from 1 to 64, not "0"'],
  ['serve --workers 65', 'a whole number from 1 to 64, not "65"'],
  ['demo --port 65536', 'a whole number from 0 to 65535, not "65536"'],
  ['demo --admin-port 65536', 'a whole number from 0 to 65535, not "65536"'],
  ['key rotate ID --grace 31622401', 'at most 31622400 (a year), not "31622401"'],
  ['client --name A --out client', 'the name of an npm package, such as @acme/rpc, not "A"'],
])('%s: out of bounds', async (line, message) => {
  const written: string[] = []
  const { id } = await place.aKey()
  const io = { stdout: () => {}, stderr: (text: string) => void written.push(text), env: {}, cwd: place.folder }
  expect(await run(line.replace('ID', id).split(' '), io, commands)).toBe(2)
  expect(written.join('')).toContain(`tollgate: ${/--\S+/.exec(line)?.[0]} must be ${message}\n`)
})

test('an address that is none of this machine, and a host that does not exist, are named', async () => {
  const written: string[] = []
  const io = { stdout: () => {}, stderr: (text: string) => void written.push(text), env: {}, cwd: place.folder }
  const line = ['record', 'http://127.0.0.1:1', '--out', 'calls', '--host', '192.0.2.1']
  expect(await run(line, io, commands)).toBe(1)
  expect(written).toEqual(['tollgate: 192.0.2.1 is no address of this machine (EADDRNOTAVAIL); name another host\n'])
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND gone.example'), { code: 'ENOTFOUND' })
  expect(messageOf(Object.assign(unknown, { hostname: 'gone.example' }))).toBe(
    'there is no host gone.example (ENOTFOUND)',
  )
  expect(messageOf(Object.assign(unknown, { hostname: 'gone.example', listener: 'dashboard' }))).toBe(
    'the listener for account holders (dashboard.host, dashboard.port): there is no host gone.example (ENOTFOUND)',
  )
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen', listener: 'listen' })
  expect(messageOf(Object.assign(denied, { address: '0.0.0.0', port: 80 }))).toBe(
    'the public listener (listen.host, listen.port): this user may not listen on 0.0.0.0:80 (EACCES); name a port above 1023',
  )
})
