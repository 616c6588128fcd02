import { type Server, startServer } from '../process.js'

/** The folder, the program and the CPU cores of a measurement of streams. */
export interface StreamSetting {
  /** For files of the run. */
  readonly folder: string
  /** The program to measure. */
  readonly main: string
  readonly clientCore: number
  readonly gatewayCore: number
}

/** See scripts/bench/streams/chain-node.ts. */
export interface ChainOptions {
  readonly blockMs: number
  readonly logs: number
  readonly addresses: number
}

/** Starts the node. */
export const startChain = (
  { clientCore }: StreamSetting,
  { blockMs, logs, addresses }: ChainOptions,
): Promise<Server> => {
  const args = ['--import', 'tsx', 'scripts/bench/streams/chain-node.ts', blockMs, logs, addresses].map(String)
  return startServer(args, Number, { core: clientCore })
}

/** The number of calls of each method that a node got. */
export const askedOf = async ({ port }: Server): Promise<Readonly<Record<string, number>>> =>
  (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Record<string, number>
