import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { methods } from '../../../generated/methods.js'
import { announceDemo, describeDemo } from '../../../src/tools/demo/announcement.js'
import { startDemo } from '../../../src/tools/demo/demo.js'
import { started } from '../../support/started.js'

/** Runs a line as a reader would who pastes it into a shell. */
const runLine = async (line: string) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return (await promisify(execFile)('sh', ['-c', line], { env })).stdout
}

describe('the demo', () => {
  const demo = started(() => startDemo({ port: 0, adminPort: 0 }))

  test('prints a line for every method, and each of them answers, even all at once', async () => {
    const { curls } = describeDemo(demo.facts)
    const lines = Object.entries(curls)
    const answers = await Promise.all(
      lines.map(async ([method, line]) => [method, JSON.parse(await runLine(line)).result]),
    )
    const called = Object.values(methods).filter(({ effect }) => effect !== 'subscription')
    expect(Object.keys(curls).sort()).toEqual(called.map(({ name }) => name).sort())
    for (const [method, result] of answers) expect([method, result]).toEqual([method, expect.anything()])
    expect(Object.fromEntries(answers)).toMatchObject({
      eth_chainId: '0x7a69',
      eth_blockNumber: expect.stringMatching(/^0x/),
      eth_getStorageAt: expect.stringMatching(/^0x0+4d2$/),
      eth_getLogs: [expect.anything(), expect.anything()],
      eth_getTransactionReceipt: expect.objectContaining({ contractAddress: demo.facts.contract?.contractAddress }),
      getTokenAccountsByOwner: expect.objectContaining({ value: [expect.anything(), expect.anything()] }),
      getTokenAccountBalance: expect.objectContaining({ value: expect.objectContaining({ amount: '5000000' }) }),
    })
    const text = announceDemo(demo.facts)
    expect(text).toContain(`${demo.facts.url}/docs `)
    for (const [, line] of lines) expect(text.split('\n')).toContain(line)
  })

  test('prints a line that answers over WebSocket', async () => {
    const { webSocket } = describeDemo(demo.facts)
    expect(await runLine(webSocket)).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result":"0x[0-9a-f]+"\}\n$/)
  })

  test('gives a key on each of two plans, both for both networks', async () => {
    expect(demo.facts.accounts.map(({ plan, isFailoverOn }) => [plan, isFailoverOn])).toEqual([
      ['core', false],
      ['growth', true],
    ])
    for (const { key } of demo.facts.accounts) {
      for (const [network, method] of [
        ['ethereum-mainnet', 'eth_chainId'],
        ['solana-mainnet', 'getTokenAccountBalance'],
      ]) {
        const params = network === 'solana-mainnet' ? [demo.facts.solana?.tokenAccount] : []
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const response = await fetch(`${demo.facts.url}/${network}/v3/${key}`, { method: 'POST', body })
        expect(await response.json()).toHaveProperty('result')
      }
    }
  })

  test('serves the metrics where it says', async () => {
    const response = await fetch(`${demo.facts.adminUrl}/metrics`)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('tollgate_')])
  })
})

test('the demo says what does not run, and shows the rest', async () => {
  const demo = await startDemo({ port: 0, adminPort: 0 })
  const { solana: _, examples, ...facts } = demo.facts
  const [first, ...others] = examples.filter(({ network }) => network === 'ethereum-mainnet')
  await demo.stop()
  if (!first) throw new Error('no example')
  const text = announceDemo({ ...facts, examples: [first, ...others], notices: ['Not running: surfpool.'] })
  expect(text).toMatch(/^Not running: surfpool\.\nTollgate serves ethereum-mainnet, from local chains/)
  expect(text).not.toMatch(/solana|getTokenAccount|undefined/)
})

test('the demo takes another port when the usual one is taken, and says so', async () => {
  const server = createServer()
  // The port is taken either way: by this listener or by another program.
  await new Promise((resolve) => server.once('error', resolve).listen(8545, '127.0.0.1', () => resolve(undefined)))
  const demo = await startDemo({ adminPort: 0 })
  const { port } = new URL(demo.facts.url)
  expect(announceDemo(demo.facts)).toContain(`Port 8545 is taken by another program; using ${port} instead.`)
  expect((await fetch(`${demo.facts.url}/openrpc.json`)).status).toBe(200)
  await demo.stop()
  await new Promise((resolve) => server.close(resolve))
})

describe('the end of the demo', () => {
  test('leaves no listener and no file', async () => {
    const demo = await startDemo({ port: 0, adminPort: 0 })
    const { url, adminUrl, configFile } = demo.facts
    expect(existsSync(configFile)).toBe(true)
    await demo.stop()
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    await expect(fetch(adminUrl)).rejects.toThrow('fetch failed')
    expect(existsSync(dirname(configFile))).toBe(false)
  })

  test('comes before it began when a port that was asked for is taken', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    await expect(startDemo({ port, adminPort: 0 })).rejects.toThrow('EADDRINUSE')
    await new Promise((resolve) => server.close(resolve))
  })
})
