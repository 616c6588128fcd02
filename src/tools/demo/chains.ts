import { join } from 'node:path'
import { startAnvil } from './anvil.js'
import { createEvmFixture, type EvmFixture } from './evm-fixture.js'
import { demoNetworks } from './examples.js'
import { KeptNode } from './kept-node.js'
import { createSolanaFixture, type SolanaFixture } from './solana-fixture.js'
import { startSurfpool } from './surfpool.js'

interface Chain<Fixture> {
  readonly url: string
  readonly wsUrl: string
  /** The node's process, if it has a separate one. */
  readonly pid?: number | undefined
  readonly fixture: Fixture
  stop(): Promise<void>
}

/** The demo's chains: those that this machine can run, and the reasons for the others. */
export interface Chains {
  readonly evm: Chain<EvmFixture> | undefined
  readonly solana: Chain<SolanaFixture> | undefined
  /** A second node with the same contract, for the partner. */
  readonly partner: Chain<EvmFixture> | undefined
  /** One sentence for each chain that does not run. */
  readonly missing: readonly string[]
  stop(): Promise<void>
}

/**
 * A block every second, and one for each transaction at once: programs that watch see something.
 */
const EVERY_SECOND = ['--block-time', '1', '--mixed-mining']

/** How often the EVM chain is written down, in seconds: a killed one comes back with its blocks. */
const STATE_INTERVAL_S = 5
/** Time for the commands that the demo proposes while the node is away. */
const AWAY_MS = 60_000

export interface ChainsOptions {
  /** An empty folder for the chains' files, which outlives them. */
  readonly folder: string
  /** A killed EVM node starts again after this time; by default a minute. */
  readonly awayMs?: number | undefined
  /** Hears a sentence when a chain ended unexpectedly or came back. */
  readonly notify?: ((message: string) => void) | undefined
}

/**
 * Starts every local chain that this machine can run and sets up its fixture; never throws for one
 * that it cannot.
 */
export const startChains = async ({ folder, awayMs = AWAY_MS, notify = () => {} }: ChainsOptions): Promise<Chains> => {
  const sentenceOn = (network: string) => (what: string) => notify(`the node of ${network} ${what}`)
  const state = ['--state', join(folder, 'chain.json'), '--state-interval', String(STATE_INTERVAL_S)]
  const startEvm = async () => {
    const node = await KeptNode.start({
      start: (port) => startAnvil({ port, args: [...EVERY_SECOND, ...state] }),
      awayMs,
      notify: sentenceOn(demoNetworks.evm),
    })
    return withFixture(node, () => createEvmFixture(node.url))
  }
  const startPartner = async () => {
    const anvil = await startAnvil({ args: EVERY_SECOND })
    return withFixture(anvil, () => createEvmFixture(anvil.url))
  }
  let isStopping = false
  const startSolana = async () => {
    const surfpool = await startSurfpool()
    const chain = await withFixture(surfpool, () => createSolanaFixture(surfpool))
    // A new surfpool is another chain at another address: it cannot take the first one's place.
    void surfpool.ended.then(
      (lastWords) =>
        isStopping ||
        sentenceOn(demoNetworks.solana)(
          `ended: ${lastWords || 'no reason given'}. Start the demo again to have it back.`,
        ),
    )
    return chain
  }
  const [evm, partner, solana] = await Promise.all([attempt(startEvm), attempt(startPartner), attempt(startSolana)])
  return {
    evm: evm.chain,
    partner: partner.chain,
    solana: solana.chain,
    missing: [evm, solana].flatMap(({ missing }) => missing ?? []),
    stop: async () => {
      isStopping = true
      await Promise.all([evm, partner, solana].map(({ chain }) => chain?.stop()))
    },
  }
}

/** A chain, or the reason why it does not run. */
const attempt = async <Fixture>(
  start: () => Promise<Chain<Fixture>>,
): Promise<{ readonly chain?: Chain<Fixture>; readonly missing?: string }> => {
  try {
    return { chain: await start() }
  } catch (error) {
    // An unsuitable C library, for instance, shows only when the native part starts; the other
    // chain can still run.
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

const withFixture = async <Fixture>(
  node: Omit<Chain<Fixture>, 'fixture'>,
  createFixture: () => Promise<Fixture>,
): Promise<Chain<Fixture>> => {
  try {
    return {
      pid: node.pid,
      url: node.url,
      wsUrl: node.wsUrl,
      stop: () => node.stop(),
      fixture: await createFixture(),
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}
