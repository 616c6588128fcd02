import { callNode } from '../../../src/tools/demo/call-node.js'
import { startChains } from '../../../src/tools/demo/chains.js'
import { evmExamples, solanaExamples } from '../../../src/tools/demo/examples.js'
import { expectSoon } from '../../support/expect-soon.js'
import { started, temporaryFolder } from '../../support/started.js'

/** The chain is another process, which makes a block in a second, or later on a busy machine. */
const WITHIN_MS = 20_000

const folder = temporaryFolder()

describe('the chains of the demo', () => {
  const told: string[] = []
  const chains = started(() => startChains({ folder, notify: (message) => void told.push(message) }))

  test('run here, both of them', () => {
    expect(chains.missing).toEqual([])
  })

  test('make blocks by themselves', async () => {
    const head = async () => Number(await callNode(chains.evm!.url, 'eth_blockNumber'))
    const before = await head()
    await expectSoon(async () => (await head()) > before + 1, true, WITHIN_MS)
  })

  test('answer an example of every method with something to see', async () => {
    if (!chains.evm || !chains.solana) throw new Error('a chain is missing')
    const answers: Record<string, unknown> = {}
    for (const { method, params } of evmExamples(chains.evm.fixture)) {
      answers[method] = await callNode(chains.evm.url, method, params)
    }
    for (const { method, params } of solanaExamples(chains.solana.fixture)) {
      answers[method] = await callNode(chains.solana.url, method, params)
    }
    expect(answers).toEqual({
      eth_chainId: '0x7a69',
      eth_blockNumber: expect.stringMatching(/^0x/),
      eth_getStorageAt: expect.stringMatching(/^0x0+4d2$/),
      eth_getLogs: [
        expect.objectContaining({ data: expect.anything() }),
        expect.objectContaining({ data: expect.anything() }),
      ],
      eth_getTransactionReceipt: expect.objectContaining({ status: '0x1' }),
      getTokenAccountsByOwner: expect.objectContaining({ value: [expect.anything(), expect.anything()] }),
      getTokenAccountBalance: expect.objectContaining({ value: expect.objectContaining({ uiAmountString: '5' }) }),
    })
  })

  test('say how to have a killed Solana network back', async () => {
    process.kill(chains.solana!.pid!, 'SIGKILL')
    const sentence = 'the node of solana-mainnet ended: no reason given. Start the demo again to have it back.'
    await expectSoon(() => told, [sentence], WITHIN_MS)
  })
})

describe('on a platform without the native parts', () => {
  const { platform, arch } = process
  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: platform })
    Object.defineProperty(process, 'arch', { value: arch })
  })
  const pretend = (otherPlatform: string, otherArch: string) => {
    Object.defineProperty(process, 'platform', { value: otherPlatform })
    Object.defineProperty(process, 'arch', { value: otherArch })
  }

  test('no chain runs, and each says why', async () => {
    pretend('sunos', 'x64')
    const chains = await startChains({ folder })
    expect(chains).toMatchObject({
      missing: [
        'anvil, the local EVM node, does not exist for sunos-x64',
        'surfpool, the local Solana network, is not installed: there is no npm package @solana/surfpool-sunos-x64 here',
      ],
    })
    expect([chains.evm, chains.solana]).toEqual([undefined, undefined])
  })

  test('a package that exists but is not installed is named', async () => {
    pretend('darwin', 'arm64')
    const { missing } = await startChains({ folder })
    expect(missing).toEqual([
      expect.stringContaining('@foundry-rs/anvil-darwin-arm64'),
      expect.stringContaining('@solana/surfpool-darwin-arm64'),
    ])
  })
})
