import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { DemoFacts } from '../../../src/tools/demo/announcement.js'
import { type Example, evmExamples, solanaExamples } from '../../../src/tools/demo/examples.js'
import { mayColour, renderFirstScreen } from '../../../src/tools/demo/first-screen.js'

const ESCAPE = '\u001B'
const KEY = 'k'.repeat(51)
const LINK = `#link=${'s'.repeat(43)}`
const examples = [...evmExamples({} as never), ...solanaExamples({} as never)] as [Example, ...Example[]]

/** As long as each of them can be. */
const facts = (more: Partial<DemoFacts> = {}): DemoFacts => ({
  url: 'http://127.0.0.1:65535',
  adminUrl: 'http://127.0.0.1:65534',
  adminToken: 'admin',
  configFile: '/tmp/tollgate-demo-abcdef/tollgate.yaml',
  links: {
    operator: `http://127.0.0.1:65534/dashboard/${LINK}`,
    accountHolder: `http://127.0.0.1:65533/dashboard/${LINK}`,
  },
  accounts: [{ id: 'acc_1', plan: 'core', isFailoverOn: false, key: KEY }],
  examples,
  notices: [],
  isWebSocketBuiltIn: true,
  ...more,
})

test('fits a small terminal', () => {
  const lines = renderFirstScreen(facts(), false).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(25)
  for (const line of lines) expect([line, line.length <= 100]).toEqual([line, true])
  expect(lines.join('\n')).not.toMatch(/undefined/)
  expect(lines.join('\n')).not.toContain(ESCAPE)
})

test.each(['ethereum-mainnet', 'solana-mainnet'])('has a call to %s that a shell can make', async (network) => {
  let asked = ''
  const server = createServer(async (request, response) => {
    for await (const chunk of request) asked += chunk
    response.end(request.url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const own = examples.filter((example) => example.network === network) as [Example, ...Example[]]
  const screen = renderFirstScreen(facts({ url, examples: own }), false)
  const lines = screen.split('\n').filter((line) => /^ {2}(export|curl) /.test(line))
  const { NODE_OPTIONS: _, ...env } = process.env
  const { stdout } = await promisify(execFile)('sh', ['-c', lines.join('\n')], { env })
  expect(stdout).toBe(`/${network}/v3/${KEY}`)
  expect(JSON.parse(asked)).toMatchObject({ method: network.startsWith('eth') ? 'eth_blockNumber' : 'getSlot' })
  server.close()
})

test('says first what is not as usual', () => {
  const screen = renderFirstScreen(facts({ notices: ['Not running: surfpool.'] }), false)
  expect(screen).toMatch(/^Not running: surfpool\.\nTollgate serves /)
})

test('has colours on a terminal only, and none where NO_COLOR is set', () => {
  const plain = (text: string) =>
    text
      .split(ESCAPE)
      .map((part, index) => (index === 0 ? part : part.replace(/^\[\d+m/, '')))
      .join('')
  const coloured = renderFirstScreen(facts(), true)
  expect(coloured).toContain(ESCAPE)
  expect(plain(coloured)).toBe(renderFirstScreen(facts(), false))
  expect(mayColour({}, true)).toBe(true)
  expect(mayColour({ NO_COLOR: '' }, true)).toBe(true)
  for (const [env, isTerminal] of [
    [{ NO_COLOR: '1' }, true] as const,
    [{ TERM: 'dumb' }, true] as const,
    [{}, false] as const,
  ])
    expect(mayColour(env, isTerminal)).toBe(false)
})
