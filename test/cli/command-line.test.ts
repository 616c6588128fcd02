import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, CommandError } from '../../src/cli/command.js'
import { run } from '../../src/cli/command-line.js'
import { commands } from '../../src/cli/commands.js'
import { Workplace } from '../support/command-line.js'
import { ROOT } from '../support/source-files.js'

const greet: Command = {
  name: 'greet',
  summary: 'Greets.',
  usage: 'tollgate greet NAME [--loud] [--from WHO]',
  positionals: ['NAME'],
  options: {
    loud: { description: 'shout' },
    from: { value: 'WHO', description: 'who greets' },
  },
  run: async (input) => {
    const [name] = input.positionals
    if (name === 'nobody') throw new CommandError('there is nobody')
    if (name === 'bug') throw new TypeError('oops')
    if (name === 'seven') return 7
    const text = `hello ${name}${input.isOn('loud') ? '!' : ''}`
    return { json: { greeting: text }, text }
  },
}

const tollgate = async (...argv: string[]) => {
  const out: string[] = []
  const err: string[] = []
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), env: {}, cwd: '/' }
  return { status: await run(argv, io, [greet, ...commands]), stdout: out.join(''), stderr: err.join('') }
}

test('a command prints text, or one JSON value', async () => {
  expect(await tollgate('greet', 'Ann', '--loud')).toEqual({ status: 0, stdout: 'hello Ann!\n', stderr: '' })
  expect(await tollgate('greet', '--json', 'Ann')).toEqual({
    status: 0,
    stdout: '{"greeting":"hello Ann"}\n',
    stderr: '',
  })
  expect((await tollgate('greet', 'seven')).status).toBe(7)
})

test('an error goes to standard error with status 1, with --json too', async () => {
  const error = { status: 1, stdout: '', stderr: 'tollgate: there is nobody\n' }
  expect(await tollgate('greet', 'nobody')).toEqual(error)
  expect(await tollgate('greet', 'nobody', '--json')).toEqual(error)
  expect(await tollgate('greet', 'bug')).toEqual({ ...error, stderr: 'tollgate: oops\n' })
})

test.each([
  [['greet'], 'NAME is missing'],
  [['greet', 'a', 'b'], '"b" is one word too many'],
  [['greet', 'a', '--lout'], 'there is no option --lout, did you mean "--loud"?'],
  [['greet', 'a', '-x'], 'there is no option -x'],
  [['greet', 'a', '--from'], '--from needs a value: --from WHO'],
  [['greet', 'a', '--from', '--loud'], '--from needs a value: --from WHO; one that begins with a dash as --from=-…'],
  [['greet', 'a', '--from', 'Ann', '--from=Bob'], '--from is there twice'],
  [['greet', 'a', '--loud=yes'], '--loud takes no value'],
  [['greet', 'a', '--help=yes'], '--help takes no value'],
])('a wrong command line shows the usage: %j', async (argv, message) => {
  const usage = 'Usage: tollgate greet NAME [--loud] [--from WHO]'
  expect(await tollgate(...argv)).toEqual({ status: 2, stdout: '', stderr: `tollgate: ${message}\n\n${usage}\n` })
})

test.each([
  [['contract', 'check', 'a.json', '--config', 'b.yaml'], 'FILE and --config exclude each other'],
  [
    ['contract', 'show', 'a', '--contract', 'ethereum', '--config', 'b.yaml'],
    '--contract and --config exclude each other',
  ],
  [['mock', '--once', ''], '--once COMMAND is needed'],
  [['record', 'http://127.0.0.1:1', '--out', ''], '--out FILE is needed'],
])('options that would be ignored are refused: %j', async (argv, message) => {
  const { status, stderr } = await tollgate(...argv)
  expect([status, stderr]).toEqual([2, expect.stringContaining(`tollgate: ${message}`)])
})

test.each([
  [[], 'no command given'],
  [['gret'], 'unknown command "gret", did you mean "greet"?'],
  [['zebra'], 'unknown command "zebra"'],
  [['account'], 'account what? One of create, list, show, set, delete, invite, passkeys, remove-passkeys'],
  [['key', 'rotat'], 'unknown command "key rotat", did you mean "rotate"?'],
  [['store', 'zebra'], 'unknown command "store zebra"; store has journals, check, backup, restore, migrate'],
])('an unknown command is named: %j', async (argv, message) => {
  expect(await tollgate(...argv)).toEqual({
    status: 2,
    stdout: '',
    stderr: `tollgate: ${message}\n\nTry \`tollgate --help\`.\n`,
  })
})

test('help is there for all, for a group and for each command', async () => {
  for (const argv of [['--help'], ['-h'], ['help']]) {
    const { status, stdout, stderr } = await tollgate(...argv)
    expect([status, stderr]).toEqual([0, ''])
    for (const { name } of [greet, ...commands]) expect(stdout).toContain(`  ${name} `)
  }
  const keys = (await tollgate('key', '--help')).stdout
  expect(keys).toContain('key rotate')
  expect(keys).not.toContain('account create')
  for (const command of commands) {
    const { status, stdout } = await tollgate(...command.name.split(' '), '--help')
    expect(status).toBe(0)
    expect(stdout.replaceAll(/\n {8,}/g, ' ')).toContain(`Usage: ${command.usage}\n`)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    for (const option of [...Object.keys(command.options), 'json', 'help']) expect(stdout).toContain(`--${option}`)
  }
})

test('usage lines name every option of their command', () => {
  for (const { usage, options } of commands)
    for (const name of Object.keys(options)) expect(usage).toContain(`--${name}`)
})

test('the version is the package’s', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect((await tollgate('--version')).stdout).toBe(`${version}\n`)
})

describe('without a configuration', () => {
  const place = new Workplace()
  test.each([[['account', 'list']], [['usage', '--account', 'acc_1']]])('%j says what to do', async (argv) => {
    const { status, stdout, stderr } = await place.tollgate(...argv, '--config', 'none.yaml')
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/none\.yaml:1:1 there is no such file; create it .*`tollgate demo`/)
  })
})

describe('an option for files', () => {
  const place = new Workplace()
  test('does not split the name of one that exists at its commas', async () => {
    const read: Command = {
      name: 'read',
      summary: 'Reads.',
      usage: 'tollgate read [--contract FILE]…',
      options: { contract: { value: 'FILE', multiple: true, description: 'what to read' } },
      run: async (input) => ({ json: input.files('contract'), text: '' }),
    }
    place.write('my doc,1.json', '{}')
    const out: string[] = []
    const io = { stdout: (text: string) => out.push(text), stderr: () => {}, env: {}, cwd: place.folder }
    await run(['read', '--json', '--contract', 'my doc,1.json', '--contract', 'a.json, b.json'], io, [read])
    expect(JSON.parse(out.join(''))).toEqual(['my doc,1.json', 'a.json', 'b.json'])
  })
})
