import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { callOf, post, STORAGE_CALL, startTestGateway } from '../support/gateway.js'
import { freeze } from '../support/processes.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'
import { openSocket } from '../support/web-socket.js'

/** Reply to a call, and the time that it took. */
interface Timed {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the gateway answered
  readonly json: any
  readonly status?: number
  readonly cost?: string | null
  readonly seconds: number
  /** Without the time in which a busy machine did not run this process. */
  readonly ownSeconds: number
}

let logs: Timed
let logsOverSocket: Timed
let number: Timed
let nearHead: Timed
let nearHeadLogs: Timed
let taggedState: Timed
let taggedLogs: Timed

/** A node that accepts connections and never answers: anvil, stopped by SIGSTOP. */
const anvil = started(() => startAnvil())
const gateway = started(() => {
  const nodes = [1, 2, 3, 4].map((node) => ({ name: `node-${node}`, url: anvil.url }))
  const networks = {
    main: { urls: [anvil.url] },
    recent: { urls: [anvil.url], recentBlocks: 128 },
    four: { upstreams: nodes, recentBlocks: 128 },
    narrow: { upstreams: nodes.map((node) => ({ ...node, maxBlockRange: 10 })) },
  }
  return startTestGateway({ networks })
})
beforeAll(async () => {
  const key = await gateway.addKey()
  const socket = await openSocket(wsUrl(gateway, 'main', key))
  await freeze(anvil.pid)
  const startedMs = performance.now()
  const spentMs = stopwatch()
  const passed = () => ({ seconds: (performance.now() - startedMs) / 1000, ownSeconds: spentMs('go on') / 1000 })
  const ask = async (network: string, call: object): Promise<Timed> => {
    const { json, status, headers } = await post(httpUrl(gateway, network, key), call)
    return { json, status, cost: headers.get('x-credits-cost'), ...passed() }
  }
  const askSocket = async (call: object): Promise<Timed> => {
    const json = JSON.parse(await socket.ask(call))
    return { json, ...passed() }
  }
  ;[logs, logsOverSocket, number, nearHead, nearHeadLogs, taggedState, taggedLogs] = await Promise.all([
    ask('main', callOf('eth_getLogs', [{ fromBlock: 'earliest' }])),
    askSocket(callOf('eth_getLogs', [{}])),
    ask('main', callOf('eth_blockNumber')),
    ask('recent', callOf('eth_getStorageAt', [STORAGE_CALL.params[0], '0x0', '0x0'])),
    ask('recent', callOf('eth_getLogs', [{ fromBlock: '0x0' }])),
    ask('four', callOf('eth_getStorageAt', [STORAGE_CALL.params[0], '0x0', 'finalized'])),
    ask('narrow', callOf('eth_getLogs', [{ fromBlock: 'finalized' }])),
  ]).finally(() => process.kill(anvil.pid, 'SIGCONT'))
  spentMs()
  await socket.close()
})

const expectTenSeconds = ({ seconds, ownSeconds }: Timed) => {
  expect(seconds).toBeGreaterThan(9.9)
  expect(ownSeconds).toBeLessThan(11)
}

describe('a node that falls silent', () => {
  test('ends eth_getLogs after ten seconds with the error of the specification', () => {
    expectTenSeconds(logs)
    expect(logs.json.error).toMatchObject({ code: -32005, message: 'query timeout exceeded' })
    // The node used the time, so the call costs.
    expect([logs.status, logs.cost]).toEqual([200, '255'])
  })

  test('ends it likewise over WebSocket', () => {
    expectTenSeconds(logsOverSocket)
    expect(logsOverSocket.json.error).toMatchObject({ code: -32005, message: 'query timeout exceeded' })
  })

  test('ends every other method after ten seconds, free of charge', () => {
    expectTenSeconds(number)
    expect(number.json.error).toMatchObject({ code: -32603, data: { reason: 'upstream_timeout' } })
    expect([number.status, number.cost]).toEqual([504, '0'])
  })

  test('takes no more than ten seconds of a near-head network either, whose window asks the node too', () => {
    expect(nearHead.json.error).toMatchObject({ code: -32603, data: { reason: 'upstream_timeout' } })
    expect(nearHeadLogs.json.error).toMatchObject({ code: -32005, message: 'query timeout exceeded' })
    expectTenSeconds(nearHead)
    expectTenSeconds(nearHeadLogs)
  })

  test('takes no more of a call whose tag is asked of one silent node after the other', () => {
    expectTenSeconds(taggedState)
    expectTenSeconds(taggedLogs)
    expect(taggedState.json.error).toMatchObject({ code: -32603 })
    expect(taggedLogs.json.error).toMatchObject({ code: -32005, message: 'query timeout exceeded' })
  })

  test('is asked again as soon as it is back', async () => {
    const reply = await post(httpUrl(gateway, 'main', await gateway.addKey()), callOf('eth_blockNumber'))
    expect(reply.json.result).toBe(await callNode(anvil.url, 'eth_blockNumber'))
  })
})
