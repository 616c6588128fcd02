import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { callNode } from './call-node.js'
import { findInstalled } from './chain-packages.js'
import { startOwnedProcess } from './owned-process.js'

export interface AnvilOptions {
  /** Default: a free one. */
  readonly port?: number | undefined
  /** Further arguments, as on anvil's command line. */
  readonly args?: readonly string[]
}

/** A running EVM node; HTTP and WebSocket share its port. */
export interface Anvil {
  readonly url: string
  readonly wsUrl: string
  /** anvil's own process, for tests that stop (SIGSTOP) or kill it. */
  readonly pid: number
  /** Resolves with the node's last output after it ended, on request or not. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

const KEEPER = new URL('./anvil-keeper.cjs', import.meta.url)

/** Names as in @foundry-rs/anvil's const.mjs. */
const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'win32-x64': '@foundry-rs/anvil-win32-amd64',
}

/**
 * Starts a local EVM node that ends with this process.
 *
 * Errors  anvil is not installed, or does not exist for this platform; its message if it refuses to
 *         start (a taken port, a bad argument)
 */
export const startAnvil = async ({ port = 0, args = [] }: AnvilOptions = {}): Promise<Anvil> => {
  // The keeper and anvil write to one pipe, so either line may come first.
  const ready = /^(?=[\s\S]*pid (\d+)\n)[\s\S]*Listening on (127\.0\.0\.1:\d+)\n/
  const owned = await startOwnedProcess(
    'anvil',
    readFileSync(KEEPER, 'utf8'),
    // With port 0 the kernel chooses, so no other process can take the port before anvil binds it.
    [findBinary(), '--host', '127.0.0.1', '--port', String(port), ...args],
    { ready },
  )
  const [, pid, address] = owned.ready
  const url = `http://${address}`
  // Printing a line for every call costs more than the call.
  await callNode(url, 'anvil_setLoggingEnabled', [false])
  return { url, wsUrl: `ws://${address}`, pid: Number(pid), ended: owned.ended, stop: owned.stop }
}

const findBinary = (): string => {
  const platform = `${process.platform}-${process.arch}`
  const name = PLATFORM_PACKAGES[platform]
  if (name === undefined) throw new Error(`anvil, the local EVM node, does not exist for ${platform}`)
  const wrapper = findInstalled('@foundry-rs/anvil/package.json')
  try {
    const require = createRequire(wrapper ?? import.meta.url)
    return require.resolve(`${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    throw new Error(`anvil, the local EVM node, is not installed: there is no npm package ${name} here`)
  }
}
