import { run } from '../../src/cli/command-line.js'
import { commands } from '../../src/cli/commands.js'
import { adminOperations, operationCommand, optionName } from '../../src/cli/operate/operation-command.js'
import type { AdminMethod } from '../../src/server/admin/document.js'

/** A method as an engineer would add it to openrpc.admin.json. */
const paint: AdminMethod = {
  name: 'house.paint',
  summary: 'Paints a house.',
  'x-changes': 'account',
  params: [
    { name: 'id', summary: 'the house', required: true, schema: { type: 'string' }, 'x-cli': { isPositional: true } },
    { name: 'colour', summary: 'of the walls', required: true, schema: { enum: ['red', 'blue'] } },
    { name: 'coatCount', summary: 'how many', schema: { type: 'integer' }, 'x-cli': { value: 'N' } },
    { name: 'maxCost', summary: 'none: any', schema: { type: ['integer', 'null'] }, 'x-cli': { value: 'C' } },
    { name: 'withRoof', summary: 'the roof too', schema: { type: 'boolean' } },
    { name: 'isWet', summary: 'rain', schema: { type: 'boolean' }, 'x-cli': { value: 'on|off' } },
    { name: 'rooms', summary: 'only these', schema: { type: 'array' }, 'x-cli': { option: 'room', value: 'R,…' } },
    { name: 'day', summary: 'when', schema: { type: 'string' }, 'x-cli': { value: 'DAY' } },
    { name: 'from', summary: 'since', schema: { type: 'string' }, 'x-cli': { value: 'DAY' } },
    { name: 'to', summary: 'until', schema: { type: 'string' }, 'x-cli': { value: 'DAY' } },
  ],
  result: { schema: {} },
  'x-cli': { alternatives: [['day'], ['from', 'to']] },
}
const command = operationCommand(paint, async (params) => ({ json: params, text: '' }))

const typed = async (...argv: string[]) => {
  const out: string[] = []
  const err: string[] = []
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), env: {}, cwd: '/' }
  const status = await run(['house', 'paint', ...argv, '--json'], io, [command])
  return status === 0 ? JSON.parse(out.join('')) : `${status} ${err.join('').split('\n')[0]}`
}

test('a method of the contract is a command, with its usage line', () => {
  expect(command).toMatchObject({ name: 'house paint', summary: 'Paints a house.', positionals: ['ID'] })
  expect(command.usage).toBe(
    'tollgate house paint ID --colour red|blue [--coat-count N] [--max-cost C] [--with-roof] [--is-wet on|off] [--room R,…] [--day DAY | --from DAY [--to DAY]] [--config FILE]',
  )
  expect(command.options.room).toEqual({ multiple: true, value: 'R,…', description: 'only these' })
  expect(command.options['with-roof']).toEqual({ multiple: false, description: 'the roof too' })
})

test.each([
  [['h1', '--colour', 'red'], { id: 'h1', colour: 'red' }],
  [
    ['h1', '--colour', 'red', '--coat-count', '2', '--max-cost', '', '--with-roof'],
    { coatCount: 2, maxCost: null, withRoof: true },
  ],
  [
    ['h1', '--colour', 'red', '--is-wet', 'off', '--room', 'a,b', '--room', 'c'],
    { isWet: false, rooms: ['a', 'b', 'c'] },
  ],
  [['h1', '--colour', 'red', '--room', '', '--from', 'x'], { rooms: [], from: 'x' }],
])('what is typed becomes params: %j', async (argv, params) => {
  expect(await typed(...argv)).toMatchObject(params)
})

test('an option that is not given is no param', async () => {
  expect(Object.keys(await typed('h1', '--colour', 'red'))).toEqual(['id', 'colour'])
})

test.each([
  [['h1'], '--colour red|blue is needed'],
  [['h1', '--colour', 'green'], '--colour must be red or blue, not "green"'],
  [['h1', '--colour', 'red', '--coat-count', ''], '--coat-count must be a whole number, 0 or more, not ""'],
  [['h1', '--colour', 'red', '--is-wet', 'yes'], '--is-wet must be on or off, not "yes"'],
  [['--colour', 'red'], 'ID is missing'],
])('a wrong value is named: %j', async (argv, message) => {
  expect(await typed(...argv)).toBe(`2 tollgate: ${message}`)
})

describe('the admin contract', () => {
  test('has a command for each of its methods', () => {
    const names = commands.map(({ name }) => name)
    for (const { name } of adminOperations) expect(names).toContain(name.replace('.', ' '))
  })

  test('has one option for a param of one name, which messages of operations rely on', () => {
    const names = adminOperations.flatMap(({ params }) => params.map((param) => `${param.name} ${optionName(param)}`))
    expect(new Set(names).size).toBe(new Set(names.map((pair) => pair.split(' ')[0])).size)
  })

  test('has only these flags; every other option shows a value', () => {
    const flags = commands.flatMap(({ name, options }) =>
      Object.entries(options).flatMap(([option, { value }]) => (value === undefined ? [`${name} --${option}`] : [])),
    )
    expect(flags).toEqual([
      'demo --lines',
      'demo --quiet',
      'init --yes',
      'check --online',
      'account create --failover',
      'account delete --yes',
      'key create --secret',
      'key delete --yes',
      'usage --all',
      'usage --csv',
    ])
  })
})
