import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { descendantsOf } from '../support/descendants.js'
import { ADDRESS, post as ask, callOf } from '../support/gateway.js'
import { startServe } from '../support/serve-process.js'
import { openSocket } from '../support/web-socket.js'
import { startWorkers, until } from '../support/workers.js'
import { PRICE } from './replicas/gateways.js'

const CALL = callOf('eth_blockNumber')

describe('the end', () => {
  test('SIGTERM lets calls in flight finish in every worker, settles everything and ends with 0', async () => {
    const slow = await startWorkers(2, { delayMs: 600 })
    const { account, key } = await slow.folder.createKey('main')
    const socket = await openSocket(wsUrl(slow.gateway, 'main', key))
    // Each call is different: the gateway asks the node only once for identical calls.
    const callAt = (slot: number) => callOf('eth_getStorageAt', [ADDRESS, `0x${slot}`, 'latest'])
    const asked = Array.from({ length: 6 }, (_, slot) =>
      ask(httpUrl(slow.gateway, 'main', key), callAt(slot), { connection: 'close' }),
    )
    socket.send(callAt(6))
    const isAsked = ({ json }: { json: { method: string } }) => json.method === 'eth_getStorageAt'
    await until(() => slow.upstream.requests.filter(isAsked).length === 7)
    slow.gateway.child.kill('SIGTERM')
    await pause(100)
    expect((await fetch(`${slow.gateway.adminUrl}/readyz`)).status).toBe(503)
    for (const reply of await Promise.all(asked)) expect(reply.json.result).toBe('0x10')
    expect((await socket.closed).code).toBe(1001)
    expect(socket.messages).toHaveLength(1)
    expect(await slow.gateway.exited).toEqual({ code: 0, signal: null })
    expect(await slow.folder.json('usage', '--account', account)).toMatchObject({ calls: 7, credits: 7 * PRICE })
    expect(readdirSync(`${slow.folder.folder}/tollgate.db.journals`)).toEqual([])
    expect((await slow.folder.json('key', 'list'))[0]).toMatchObject({ lastUsedAt: expect.any(String) })
    await slow.stop()
  })

  test('kill -9 of the primary lets the calls in flight finish, and they are charged', async () => {
    const slow = await startWorkers(2, { delayMs: 300 })
    const { account, key } = await slow.folder.createKey('main')
    const isCall = ({ json }: { json: { method: string } }) => json.method === 'eth_getStorageAt'
    const asked = Array.from({ length: 6 }, (_, slot) =>
      ask(httpUrl(slow.gateway, 'main', key), callOf('eth_getStorageAt', [ADDRESS, `0x${slot}`, 'latest'])),
    )
    await until(() => slow.upstream.requests.filter(isCall).length === 6)
    slow.gateway.child.kill('SIGKILL')
    for (const reply of await Promise.all(asked)) expect(reply.json.result).toBe('0x10')
    const single = await startServe(slow.folder.configFile)
    expect(await slow.folder.json('usage', '--account', account)).toMatchObject({ calls: 6, credits: 6 * PRICE })
    await single.stop()
    await slow.stop()
  })

  test('kill -9 of the primary ends the workers, and a single process takes over without losing a charge', async () => {
    const first = await startWorkers(2)
    const { account, key } = await first.folder.createKey('main')
    for (let index = 0; index < 20; index++) {
      expect((await ask(httpUrl(first.gateway, 'main', key), CALL)).status).toBe(200)
    }
    const pids = first.pids()
    first.gateway.child.kill('SIGKILL')
    await first.gateway.exited
    const single = await startServe(first.folder.configFile)
    await until(() => !pids.some(isAlive))
    expect(await first.folder.json('usage', '--account', account)).toMatchObject({ calls: 20, credits: 20 * PRICE })
    const next = await ask(httpUrl(single, 'main', key), CALL)
    expect(next.headers.get('x-credits-remaining')).toBe(String(3_000_000 - 21 * PRICE))
    expect(descendantsOf(single.pid)).toEqual([])
    await single.stop()
    await first.stop()
  })
})

/**
 * Returns whether a process runs. A process that ended and that no parent waited for does not run
 * (state Z of proc(5)).
 */
const isAlive = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
