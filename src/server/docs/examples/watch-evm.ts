import { logFilterOf } from './evm-forms.js'
import { callText, quoted, type SourceValue, sourceText, typescript } from './source-text.js'
import { hexOf, listOf } from './wire-call.js'

/**
 * A subscription to write in a library's words: its kind, the params behind it, and a WebSocket
 * URL.
 */
export interface WatchCall {
  readonly kind: string
  readonly params: readonly unknown[]
  readonly url: string
}

/** Code that watches a kind with a library; undefined if the library lacks these params. */
type WatchOf = (params: readonly unknown[]) => string | undefined

const membersOf = (params: readonly unknown[]) => ({ ...logFilterOf(params[0] ?? {}) })

/** viem's filter has no topics: it encodes events itself. */
const addressOf = ([filter]: readonly unknown[]): SourceValue => {
  const { address, topics } = (filter ?? {}) as { address?: unknown; topics?: readonly unknown[] }
  return topics === undefined || topics.length === 0 ? (hexOf(address) ?? listOf(hexOf)(address)) : undefined
}

const VIEM: Readonly<Record<string, WatchOf>> = {
  newHeads: () => 'client.watchBlockNumber({\n  onBlockNumber: (number) => console.log(number),\n})',
  logs: (params) => {
    const address = addressOf(params)
    return address === undefined
      ? undefined
      : `client.watchEvent({\n  address: ${sourceText(address, typescript, '  ')},\n  onLogs: (logs) => console.log(logs),\n})`
  },
  newPendingTransactions: ([isWhole]) =>
    isWhole === true
      ? undefined
      : 'client.watchPendingTransactions({\n  onTransactions: (hashes) => console.log(hashes),\n})',
}

const ETHERS: Readonly<Record<string, WatchOf>> = {
  newHeads: () => "await provider.on('block', (number) => console.log(number))",
  logs: (params) => `await provider.on(${sourceText(membersOf(params), typescript)}, (log) =>\n  console.log(log),\n)`,
  newPendingTransactions: ([isWhole]) =>
    isWhole === true ? undefined : "await provider.on('pending', (hash) => console.log(hash))",
}

const WEB3: Readonly<Record<string, WatchOf>> = {
  newHeads: () => "await web3.eth.subscribe('newHeads')",
  logs: (params) => callText('await web3.eth.subscribe', ['logs', membersOf(params)]),
  newPendingTransactions: ([isWhole]) =>
    isWhole === true ? undefined : "await web3.eth.subscribe('newPendingTransactions')",
}

const written = (
  table: Readonly<Record<string, WatchOf>>,
  { kind, params, url }: WatchCall,
  program: (watch: string, url: string) => string,
): string | undefined => {
  const watch = Object.hasOwn(table, kind) ? table[kind]!(params) : undefined
  return watch === undefined ? undefined : program(watch, quoted(url))
}

/** A subscription by viem; undefined where viem cannot say it. */
export const viemWatch = (call: WatchCall): string | undefined =>
  written(
    VIEM,
    call,
    (watch, url) => `import { createPublicClient, webSocket } from 'viem'

const client = createPublicClient({
  transport: webSocket(${url}),
})
const unwatch = ${watch}`,
  )

export const ethersWatch = (call: WatchCall): string | undefined =>
  written(
    ETHERS,
    call,
    (watch, url) => `import { WebSocketProvider } from 'ethers'

const provider = new WebSocketProvider(${url})
${watch}`,
  )

export const web3Watch = (call: WatchCall): string | undefined =>
  written(
    WEB3,
    call,
    (watch, url) => `import { Web3 } from 'web3'

const web3 = new Web3(${url})
const subscription = ${watch}
subscription.on('data', (event) => console.log(event))`,
  )
