import { startAnvil } from '../../../src/tools/demo/anvil.js'
import { callNode } from '../../../src/tools/demo/call-node.js'
import { deployEmitter, emitterTopics } from '../../support/emitter.js'
import { started } from '../../support/started.js'

interface Log {
  readonly topics: readonly string[]
  readonly data: string
}

describe('the emitter', () => {
  const anvil = started(() => startAnvil({ args: ['--gas-limit', '2000000000'] }))

  const logsOf = (blockHash: string) => callNode(anvil.url, 'eth_getLogs', [{ blockHash }]) as Promise<Log[]>

  test('emits exactly as many ticks as asked, each with a topic of its own', async () => {
    const emitter = await deployEmitter(anvil.url)
    const { length: first } = await logsOf((await emitter.emitTicks(3)).blockHash)
    const many = await logsOf((await emitter.emitTicks(10_001)).blockHash)
    expect([first, many.length]).toEqual([3, 10_001])
    expect(new Set(many.map(({ topics }) => topics[1])).size).toBe(10_001)
    expect(many[0]?.topics).toEqual([emitterTopics.Tick, `0x${'3'.padStart(64, '0')}`])
  })

  test('emits blobs of the size asked for', async () => {
    const emitter = await deployEmitter(anvil.url)
    const logs = await logsOf((await emitter.emitBlobs(2, 320_000)).blockHash)
    // Offset and length come before the content.
    expect(logs.map(({ data }) => (data.length - 2) / 2)).toEqual([320_064, 320_064])
  })
})
