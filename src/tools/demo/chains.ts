import { anvilMissing, startAnvil } from './anvil.js'
import { createEvmFixture, type EvmFixture } from './evm-fixture.js'
import { createSolanaFixture, type SolanaFixture } from './solana-fixture.js'
import { startSurfpool, surfpoolMissing } from './surfpool.js'

/** A local chain with its fixture. */
interface Chain<Fixture> {
  readonly url: string
  readonly wsUrl: string
  /** The node's process, if it has a separate one. */
  readonly pid?: number
  readonly fixture: Fixture
  /** Resolves with the node's last output after it ended, on request or not. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** The demo's chains: those that this machine can run, and the reasons for the others. */
export interface Chains {
  readonly evm?: Chain<EvmFixture>
  readonly solana?: Chain<SolanaFixture>
  /** A second node with the same contract, for the partner. */
  readonly partner?: Chain<EvmFixture>
  /** One sentence for each chain that does not run. */
  readonly missing: readonly string[]
  stop(): Promise<void>
}

/**
 * A block every second, and one for each transaction at once: programs that watch see something.
 */
const EVERY_SECOND = ['--block-time', '1', '--mixed-mining']

/**
 * Starts every local chain that this machine can run and sets up its fixture; never throws for one
 * that it cannot.
 */
export const startChains = async (): Promise<Chains> => {
  const startEvm = async () => {
    const anvil = await startAnvil({ args: EVERY_SECOND })
    return settle(anvil, () => createEvmFixture(anvil.url))
  }
  const [evm, partner, solana] = await Promise.all([
    attempt(anvilMissing(), startEvm),
    attempt(anvilMissing(), startEvm),
    attempt(surfpoolMissing(), async () => {
      const surfpool = await startSurfpool()
      return settle(surfpool, () => createSolanaFixture(surfpool))
    }),
  ])
  return {
    ...('chain' in evm && { evm: evm.chain }),
    ...('chain' in partner && { partner: partner.chain }),
    ...('chain' in solana && { solana: solana.chain }),
    missing: [evm, solana].flatMap((attempted) => ('missing' in attempted ? [attempted.missing] : [])),
    stop: async () => {
      await Promise.all([evm, partner, solana].map((attempted) => 'chain' in attempted && attempted.chain.stop()))
    },
  }
}

type StartAttempt<Fixture> = { readonly chain: Chain<Fixture> } | { readonly missing: string }

const attempt = async <Fixture>(
  missing: string | undefined,
  start: () => Promise<Chain<Fixture>>,
): Promise<StartAttempt<Fixture>> => {
  if (missing !== undefined) return { missing }
  try {
    return { chain: await start() }
  } catch (error) {
    // An unsuitable C library, for instance, shows only when the native part starts; the other
    // chain can still run.
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

const settle = async <Fixture>(
  node: Omit<Chain<Fixture>, 'fixture'>,
  createFixture: () => Promise<Fixture>,
): Promise<Chain<Fixture>> => {
  try {
    return {
      ...(node.pid !== undefined && { pid: node.pid }),
      url: node.url,
      wsUrl: node.wsUrl,
      ended: node.ended,
      stop: node.stop,
      fixture: await createFixture(),
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}
