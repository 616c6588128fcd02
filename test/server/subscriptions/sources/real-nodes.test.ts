import type { EventSource } from '../../../../src/server/subscriptions/event-stream.js'
import { NodeHeadHints } from '../../../../src/server/subscriptions/sources/node-head-hints.js'
import { NodeStreams, pendingTransactions } from '../../../../src/server/subscriptions/sources/node-stream.js'
import { startAnvil } from '../../../../src/tools/demo/anvil.js'
import { callNode } from '../../../../src/tools/demo/call-node.js'
import { startSurfpool } from '../../../../src/tools/demo/surfpool.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { realStreamNodes } from '../../../support/real-stream-nodes.js'
import { started } from '../../../support/started.js'
import { keepingSink } from '../../../support/stream-nodes.js'

const SYSTEM_PROGRAM = '1'.repeat(32)
const LIMIT_MS = 20_000

const opened = async (source: EventSource, params: readonly unknown[]) => {
  const sink = keepingSink()
  const stream = await source.open(params, sink, anOwner('account-1'))
  if ('kind' in stream) throw new Error(JSON.stringify(stream))
  return { ...sink, close: () => stream.close(), parsed: () => sink.results.map((text) => JSON.parse(text)) }
}

describe('surfpool', () => {
  const surfpool = started(() => startSurfpool())
  const real = started(() => realStreamNodes(surfpool))

  const streams = (name: string, state: 'latest' | 'once' | 'every') =>
    new NodeStreams({ method: `${name}Subscribe`, unsubscribe: `${name}Unsubscribe`, state }, real.nodes)
  const airdrop = async (to: string, lamports: number) =>
    (await surfpool.call('requestAirdrop', [to, lamports])) as string

  test('notifies slots that grow', async () => {
    const slots = await opened(streams('slot', 'latest'), [])
    await expectSoon(() => slots.results.length > 2, true, LIMIT_MS)
    const numbers = slots.parsed().map(({ slot }) => slot as number)
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
  })

  test('refuses what it does not know, in its own words', async () => {
    const refused = async (name: string, params: readonly unknown[]) =>
      await streams(name, 'latest').open(params, keepingSink(), anOwner('account-1'))
    expect(await refused('root', [])).toMatchObject({ kind: 'node-error', code: -32091 })
    expect(await refused('nope', [])).toMatchObject({ kind: 'node-error', code: -32601, message: 'Method not found' })
    expect(await refused('account', ['nope'])).toMatchObject({ code: -32602, message: 'Invalid pubkey format.' })
  })

  test('notifies accounts, programs and logs of a transaction, and its signature before and after', async () => {
    const to = '2ajeV81gHQR2k8qo2AmmHY3v4PcYj6hNkJuT1p8E4pxL'
    const config = { commitment: 'processed', encoding: 'base64' }
    const account = await opened(streams('account', 'latest'), [to, config])
    const program = await opened(streams('program', 'every'), [SYSTEM_PROGRAM, config])
    const logs = await opened(streams('logs', 'every'), [{ mentions: [to] }, { commitment: 'processed' }])
    // surfpool confirms a subscription before it has registered it, so it may miss the first ones.
    const isRegistered = async () => {
      await airdrop(to, 1_000_000)
      return program.parsed().some(({ value }) => value.pubkey === to) && logs.results.length > 0
    }
    await expectSoon(isRegistered, true, LIMIT_MS)
    const signature = await airdrop(to, 1_000_000_000)
    const { value: sum } = (await surfpool.call('getBalance', [to, { commitment: 'processed' }])) as { value: number }
    const early = await opened(streams('signature', 'once'), [signature, { commitment: 'finalized' }])
    await expectSoon(() => account.parsed().at(-1)?.value.lamports, sum, LIMIT_MS)
    const last = () => program.parsed().findLast(({ value }) => value.pubkey === to)
    await expectSoon(() => last()?.value.account.lamports, sum, LIMIT_MS)
    await expectSoon(() => logs.parsed().at(-1)?.value.signature, signature, LIMIT_MS)
    await expectSoon(() => early.ends, ['finished'], LIMIT_MS)
    expect(early.parsed()).toEqual([
      { context: expect.objectContaining({ slot: expect.any(Number) }), value: { err: null } },
    ])
    const late = await opened(streams('signature', 'once'), [signature, { commitment: 'confirmed' }])
    await expectSoon(() => late.ends, ['finished'], LIMIT_MS)
    expect(late.parsed()).toEqual([{ context: expect.anything(), value: { err: null } }])
  })
})

describe('anvil', () => {
  const anvil = started(() => startAnvil({ args: ['--no-mining'] }))
  const real = started(() => realStreamNodes(anvil))

  test('announces pending transactions, as hashes and whole, and its new heads', async () => {
    let hintCount = 0
    const stop = new NodeHeadHints(real.nodes).onHint(({ blockHash }) => {
      if (blockHash !== undefined) hintCount++
    })
    const source = pendingTransactions(real.nodes)
    const hashes = await opened(source, [])
    const whole = await opened(source, [true])
    const [from] = (await callNode(anvil.url, 'eth_accounts')) as string[]
    const sent = await callNode(anvil.url, 'eth_sendTransaction', [{ from, to: from, value: '0x1' }])
    await expectSoon(() => hashes.parsed(), [sent], LIMIT_MS)
    await expectSoon(() => whole.parsed().map(({ hash }) => hash), [sent], LIMIT_MS)
    await callNode(anvil.url, 'evm_mine')
    await expectSoon(() => hintCount, 1, LIMIT_MS)
    stop()
    await anvil.stop()
    await expectSoon(() => [hashes.ends, whole.ends], [['stream_broken'], ['stream_broken']], LIMIT_MS)
  })
})
