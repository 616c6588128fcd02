import { anvilMissing, startAnvil } from './anvil.js'
import { createEvmWorld, type EvmWorld } from './evm-world.js'
import { createSolanaWorld, type SolanaWorld } from './solana-world.js'
import { startSurfpool, surfpoolMissing } from './surfpool.js'

/** A local chain with something in it. */
interface Chain<World> {
  readonly url: string
  /** The node's process, where it is one of its own. */
  readonly pid?: number
  readonly world: World
  /** Resolves, with the node's last words, when the node has ended, on request or not. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** The demo's chains: those that this machine can run, and for the others the reason why not. */
export interface Chains {
  readonly evm?: Chain<EvmWorld>
  readonly solana?: Chain<SolanaWorld>
  /** A second node with the same contract, for the partner. */
  readonly partner?: Chain<EvmWorld>
  /** One sentence for each chain that does not run. */
  readonly missing: readonly string[]
  stop(): Promise<void>
}

/** Starts every local chain that this machine can run and sets its world up; never throws for one that it cannot. */
export const startChains = async (): Promise<Chains> => {
  const startEvm = async () => {
    const anvil = await startAnvil()
    return settle(anvil, () => createEvmWorld(anvil.url))
  }
  const [evm, partner, solana] = await Promise.all([
    attempt(anvilMissing(), startEvm),
    attempt(anvilMissing(), startEvm),
    attempt(surfpoolMissing(), async () => {
      const surfpool = await startSurfpool()
      return settle(surfpool, () => createSolanaWorld(surfpool))
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

type StartAttempt<World> = { readonly chain: Chain<World> } | { readonly missing: string }

const attempt = async <World>(
  missing: string | undefined,
  start: () => Promise<Chain<World>>,
): Promise<StartAttempt<World>> => {
  if (missing !== undefined) return { missing }
  try {
    return { chain: await start() }
  } catch (error) {
    // An unsuitable C library, say, shows only when the native part is started; the other chain can still run.
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

const settle = async <World>(
  node: Omit<Chain<World>, 'world'>,
  createWorld: () => Promise<World>,
): Promise<Chain<World>> => {
  try {
    return {
      ...(node.pid !== undefined && { pid: node.pid }),
      url: node.url,
      ended: node.ended,
      stop: node.stop,
      world: await createWorld(),
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}
