import { descendantsOf } from './descendants.js'
import { expectSoon } from './expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.js'
import { logLines } from './log-lines.js'
import {
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from './serve-process.js'

/** `tollgate serve --workers N` on a node that answers everything. */
export interface Workers {
  readonly folder: ServeFolder
  readonly upstream: FakeUpstream
  readonly gateway: ServeProcess
  /** Ids of the workers' processes just now. */
  pids(): number[]
  /** The log's lines with this message, written so far. */
  logged(message: string): Record<string, unknown>[]
  /** The configuration's text with more lines at its end, for `save`. */
  configText(more: string): string
  stop(): Promise<void>
}

/**
 * `store` is SQLite in the folder when left out; `delayMs` is how long the node takes for each
 * call.
 */
export const startWorkers = async (
  count: number,
  { store, delayMs = 0, more = '' }: { store?: string; delayMs?: number; more?: string } = {},
): Promise<Workers> => {
  const upstream = await startFakeUpstream(() => ({ resultText: '"0x10"', delayMs }))
  const configText = (end: string) => {
    const text = serveConfig({ main: evmNetwork(upstream.url) }, `log: { level: warn }\n${end}`).replace(
      /^plans:$/m,
      'plans:\n  custom: { creditsPerSecond: 100000000, burstSeconds: 1, maxConnections: 5 }',
    )
    return store === undefined ? text : text.replace(/^store:.*$/m, `store: "${store}"`)
  }
  const folder = createServeFolder(configText(more))
  const gateway = await startServe(folder.configFile, undefined, ['--workers', String(count)])
  return {
    folder,
    upstream,
    gateway,
    configText,
    pids: () => descendantsOf(gateway.pid),
    logged: (message) => logLines(gateway.stderr).filter(({ msg }) => msg === message),
    stop: async () => {
      await gateway.stop()
      await upstream.stop()
      folder.remove()
    },
  }
}

/** For what takes its time even on a machine that is not busy. */
export const LONG_MS = 60_000

/** Waits until something is true; see `expectSoon`. */
export const until = async (isTrue: () => boolean | Promise<boolean>, limitMs = 5_000): Promise<void> => {
  await expectSoon(isTrue, true, limitMs)
}
