import { readFileSync } from 'node:fs'
import { callNode } from './call-node.js'
import { findInstalled, surfpoolPackage } from './chain-packages.js'
import { type OwnedProcess, type StartSigns, startOwnedProcess } from './owned-process.js'

/** A running Solana network: JSON-RPC over HTTP; the WebSocket port serves subscriptions only. */
export interface Surfpool {
  readonly url: string
  readonly wsUrl: string
  readonly pid: number
  /** Resolves with the network's last output after it ended, on request or not. */
  readonly ended: Promise<string>
  /**
   * Calls the node directly, including cheatcodes (`surfnet_…`); `params` may be JSON text, see
   * `callNode`.
   */
  call(method: string, params?: readonly unknown[] | string): Promise<unknown>
  stop(): Promise<void>
}

const SURFNET = new URL('./surfnet.cjs', import.meta.url)
/**
 * It finds free ports, releases them and takes them again: if another process is quicker, it
 * complains and waits for ever.
 */
const SIGNS: StartSigns = { ready: /pid (\d+) rpc (\S+) ws (\S+)\n/, hopeless: /already in use|panicked/ }
const TRIES = 5

/**
 * Starts a local, offline Solana network that ends with this process, on free ports of 127.0.0.1.
 *
 * Errors  surfpool is not installed; the native part's message if it refuses to start
 */
export const startSurfpool = async (): Promise<Surfpool> => {
  const owned = await startOnFreePorts(findPackage())
  const [, pid = '', url = '', wsUrl = ''] = owned.ready
  return {
    url,
    wsUrl,
    pid: Number(pid),
    ended: owned.ended,
    call: (method, params) => callNode(url, method, params),
    stop: owned.stop,
  }
}

const startOnFreePorts = async (file: string): Promise<OwnedProcess> => {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await startOwnedProcess('surfpool', readFileSync(SURFNET, 'utf8'), [file], SIGNS)
    } catch (error) {
      if (left === 0 || !SIGNS.hopeless!.test((error as Error).message)) throw error
    }
  }
}

const findPackage = (): string => {
  const file = findInstalled(surfpoolPackage())
  if (file !== undefined) return file
  throw new Error(
    `surfpool, the local Solana network, is not installed: there is no npm package ${surfpoolPackage()} here`,
  )
}
