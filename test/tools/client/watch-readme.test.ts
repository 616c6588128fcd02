import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeSocketNode } from '../../support/fake-socket-node.js'
import { started } from '../../support/started.js'
import { buildClient, compile } from './built-client.js'
import { readmePrograms } from './readme-examples.js'

const OPTIONS = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--skipLibCheck']

/** The programs of the README that watch, before a gateway that the test says the events of. */
describe('the programs of the README that watch', () => {
  const programs: ChildProcess[] = []
  const url = () => `${gateway.url.replace('ws', 'http')}/ethereum-mainnet/v3/KEY`

  const gateway = started(() => startFakeSocketNode())
  const client = started(() => buildClient('generated/client', '@tollgate/client', ['esm']))
  beforeAll(async () => {
    const texts = readmePrograms('generated/client/README.md', url, 'typescript')
    for (const [index, text] of texts.entries()) writeFileSync(join(client.program, `watch-${index}.ts`), text)
    compile(client.program, ...OPTIONS, ...texts.map((_, index) => `watch-${index}.ts`))
  })
  afterEach(() => {
    for (const program of programs.splice(0)) program.kill()
    gateway.cut()
  })

  /** Starts a program; `lines` is what it printed. */
  const start = (index: number) => {
    const program = spawn(process.execPath, [`watch-${index}.js`], { cwd: client.program })
    programs.push(program)
    let text = ''
    program.stdout.on('data', (data) => {
      text += String(data)
    })
    program.stderr.on('data', (data) => {
      text += String(data)
    })
    return () => text.split('\n').slice(0, -1)
  }
  const subscriptions = (kind: string) =>
    gateway.calls.filter(({ method, params }) => method === 'eth_subscribe' && params[0] === kind)
  /** Waits for the subscription of a kind that is the last of `count`. */
  const subscribed = (kind: string, count: number) => expectSoon(() => subscriptions(kind).length, count, 20_000)

  test('print logs, and those that are taken back', async () => {
    const lines = start(0)
    // It also asks for one head.
    await subscribed('newHeads', 1)
    const log = { blockHash: '0xab', blockNumber: '0x7', logIndex: '0x0', topics: [] }
    gateway.notify(JSON.stringify(log), '1')
    gateway.notify(JSON.stringify({ ...log, removed: true }), '1')
    await expectSoon(lines, ['new 0xab 0x0', 'taken back 0xab 0x0'])
    expect(subscriptions('logs')[0]!.params).toEqual(['logs', { address: expect.any(String) }])
  })

  test('say where transactions may be missing, and go on', async () => {
    const lines = start(1)
    await subscribed('newPendingTransactions', 1)
    gateway.notify('"0x1"')
    await expectSoon(lines, ['0x1'])
    gateway.cut()
    await subscribed('newPendingTransactions', 2)
    gateway.notify('"0x2"')
    await expectSoon(lines, ['0x1', 'transactions may be missing', '0x2'])
  })
})
