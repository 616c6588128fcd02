import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAnvil } from '../../../src/tools/demo/anvil.js'
import { callNode } from '../../../src/tools/demo/call-node.js'
import { isRunning, untilGone } from '../../support/processes.js'

const isListening = (port: string) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  )

describe('a local EVM node', () => {
  test('answers on a free port of its own, and is gone after stop', async () => {
    const [first, second] = await Promise.all([startAnvil(), startAnvil()])
    expect(first.url).not.toBe(second.url)
    expect(await callNode(first.url, 'eth_chainId')).toBe('0x7a69')
    expect(await callNode(second.url, 'eth_blockNumber')).toBe('0x0')
    await Promise.all([first.stop(), second.stop()])
    await untilGone(first.pid)
    await untilGone(second.pid)
    expect(await isListening(new URL(first.url).port)).toBe(false)
  })

  test('can be stopped more than once, and while it hangs', async () => {
    const anvil = await startAnvil()
    process.kill(anvil.pid, 'SIGSTOP')
    await anvil.stop()
    await anvil.stop()
    await untilGone(anvil.pid)
  })

  test('serves only the latest states with --prune-history', async () => {
    const anvil = await startAnvil({ args: ['--prune-history', '128', '--slots-in-an-epoch', '4'] })
    await callNode(anvil.url, 'anvil_mine', ['0x12c', '0x1'])
    const at = (block: number) =>
      callNode(anvil.url, 'eth_getStorageAt', [`0x${'11'.repeat(20)}`, '0x0', `0x${block.toString(16)}`])
    expect(await at(172)).toBe(`0x${'0'.repeat(64)}`)
    await expect(at(171)).rejects.toThrow('BlockOutOfRangeError')
    const finalized = (await callNode(anvil.url, 'eth_getBlockByNumber', ['finalized', false])) as { number: string }
    expect(Number(finalized.number)).toBe(300 - 8)
    await anvil.stop()
  })

  test('says why it does not start when its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await expect(startAnvil({ port })).rejects.toThrow(/^anvil ended before it was ready: .*[Aa]ddress already in use/s)
    server.close()
  })

  test('reports that it ended by itself', async () => {
    const anvil = await startAnvil()
    process.kill(anvil.pid, 'SIGKILL')
    await anvil.ended
    await anvil.stop()
  })

  test('does not outlive a parent that is killed', async () => {
    const source = `import { startAnvil } from ${JSON.stringify(new URL('../../../src/tools/demo/anvil.ts', import.meta.url).href)}
      const anvil = await startAnvil()
      console.log(anvil.pid)`
    const { NODE_OPTIONS: _, ...env } = process.env
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], { env })
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(line)
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await untilGone(pid)
  })
})
