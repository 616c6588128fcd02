import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Workplace } from '../support/command-line.js'
import { ROOT } from '../support/source-files.js'

const place = new Workplace()
const written = readFileSync(join(ROOT, 'openrpc.json'), 'utf8')
const diff = (...argv: string[]) => place.tollgate('contract', 'diff', ...argv)

test('openrpc.json breaks callers of the last release only where that is accepted', async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [, line] = /^tsx src\/main\.ts contract diff (.*)$/.exec(scripts['contract:breaking']!)!
  const words = line!.split(' ').map((word) => (word.startsWith('--') ? word : join(ROOT, word)))
  const { status, stdout, stderr } = await diff(...words)
  expect({ status, stderr, summary: stdout.split('\n').at(-2) }).toEqual({
    status: 0,
    stderr: '',
    summary: expect.stringMatching(/^0 breaking, \d+ harmless, \d+ ignored$/),
  })
})

test('a breaking change ends with status 1 and shows the call that is refused; an accepted one ends with 0', async () => {
  place.write('old.json', written)
  place.write('new.json', written.replace('^0x[0-9a-fA-F]{40}$', '^0x[0-9a-f]{40}$'))
  const found = await diff('old.json', 'new.json')
  expect(found).toMatchObject({ status: 1, stderr: '' })
  expect(found.stdout).toContain('breaking  WIRE    PARAM_PATTERN_NARROWED  /components/schemas/EvmAddress\n')
  expect(found.stdout).toMatch(/refused now: \{"method":"eth_getStorageAt","params":\["0x[0-9a-f]*[A-F]/)

  place.write(
    'accepted.txt',
    'PARAM_PATTERN_NARROWED /components/schemas/EvmAddress # lower case is enough\nPRICE_RAISED',
  )
  const accepted = await diff('old.json', 'new.json', '--ignore', 'accepted.txt')
  expect(accepted).toMatchObject({ status: 0, stderr: 'accepted.txt line 2: PRICE_RAISED matches nothing\n' })
})

test('recorded calls and plans come from files, and what is wrong in a file is named', async () => {
  place.write('old.json', written)
  place.write('new.json', written.replaceAll('"x-credits": 255', '"x-credits": 600'))
  place.write(
    'calls.jsonl',
    '{"method":"eth_getLogs","params":[{}]}\n\n{"method":"eth_chainId"}\n{"method":"eth_chainId","params":null}\n',
  )
  const words = ['old.json', 'new.json', '--traffic', 'calls.jsonl']
  const { status, stdout } = await diff(...words, '--config', 'tollgate.yaml')
  expect(status).toBe(1)
  expect(stdout).toContain('plan core: creditsPerSecond is 500')
  expect(stdout).toContain(
    '3 recorded calls compared: 0 refused now, 0 refused before; the other 3 cost 265 → 610 credits',
  )
  expect(stdout).not.toContain('neither contract')

  place.write('calls.jsonl', '{"method":"eth_chainId"}\n{"params":[]}\n')
  expect(await diff(...words)).toMatchObject({ status: 1, stderr: 'tollgate: calls.jsonl line 2 has no "method"\n' })
  expect((await diff('old.json', 'new.json', '--traffic', '.')).stderr).toBe(`tollgate: ${place.folder} is a folder\n`)
  place.write('rules.txt', 'PRICE_RISEN\n')
  expect((await diff('old.json', 'new.json', '--ignore', 'rules.txt')).stderr).toContain(
    'rules.txt line 1: there is no rule PRICE_RISEN',
  )
  place.write('comma.json', '{\n  "methods": [],\n}')
  expect((await diff('old.json', 'comma.json')).stderr).toContain('tollgate: comma.json:3:1: is not JSON: ')
  place.write('broken.json', '{"methods":[{"name":"a","params":[{}]}]}')
  expect((await diff('old.json', 'broken.json')).stderr).toContain(
    'broken.json is no contract: /methods/0/params/0 has no schema',
  )
})

test('recorded calls that neither contract has are named, and it is said when none is left to compare', async () => {
  const names = ['eth_chainId', 'eth_nope', 'eth_a', 'eth_b', 'eth_chainId']
  place.write('calls.jsonl', names.map((method) => `${JSON.stringify({ method })}\n`).join(''))
  const words = ['--traffic', 'calls.jsonl']
  // A shipped contract has no built-in methods.
  expect(await diff('ethereum', 'ethereum', ...words)).toEqual({
    status: 0,
    stdout: [
      '0 breaking, 0 harmless',
      '0 recorded calls compared: 0 refused now, 0 refused before; the other 0 cost 0 → 0 credits',
      'neither contract has the methods of 5 recorded calls: eth_chainId, eth_nope, eth_a and 1 more',
      '',
    ].join('\n'),
    stderr: 'tollgate: calls.jsonl: no recorded call or event was compared\n',
  })
  place.write('calls.jsonl', '{"method":"eth_chainId"}\n{"method":"eth_nope"}\n')
  place.write('old.json', written)
  const some = await diff('old.json', 'old.json', ...words)
  expect(some.stdout).toContain(
    '1 recorded call compared: 0 refused now, 0 refused before; the other 1 cost 5 → 5 credits\n',
  )
  expect(some.stdout).toContain('neither contract has the methods of 1 recorded call: eth_nope\n')
  expect(some.stderr).toBe('')
})

test('a recording of events alone is compared, unless neither contract has its subscriptions', async () => {
  const lines = [
    { subscription: 1, method: 'slotSubscribe' },
    { subscription: 1, event: { slot: 3, parent: 2, root: 0 } },
  ]
  place.write('events.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  place.write('old.json', written)
  const some = await diff('old.json', 'old.json', '--traffic', 'events.jsonl')
  expect([some.stderr, some.stdout]).toEqual(['', expect.stringMatching(/\n1 recorded event compared\n$/)])
  const none = await diff('ethereum', 'ethereum', '--traffic', 'events.jsonl')
  expect(none.stderr).toBe('tollgate: events.jsonl: no recorded call or event was compared\n')
  expect(none.stdout).toMatch(/\nneither contract has the methods of recorded subscriptions: slotSubscribe\n$/)
})

test('integers that a number cannot hold are compared and shown with all digits', async () => {
  const slot = '"maximum": 18446744073709551615'
  const document = written.replace('"name": "eth_chainId",', '"name": "eth_chainId", "x-note": 9007199254740993,')
  place.write('old.json', document)
  place.write(
    'new.json',
    document.replace(slot, slot.replace('615', '614')).replace('9007199254740993', '9007199254740992'),
  )
  const { status, stdout } = await diff('old.json', 'new.json')
  expect(status).toBe(1)
  expect(stdout).toContain('maximum 18446744073709551615 → maximum 18446744073709551614')
  expect(stdout).toContain('OTHER_CHANGED')
  expect(stdout).not.toContain('18446744073709552000')
  expect((await diff('new.json', 'old.json', '--json')).stdout).toContain('18446744073709551614')
})
