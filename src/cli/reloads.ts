import { type FileStates, FileWatch } from '../runtime/watch-files.js'
import { formatMistakes } from '../server/config/load.js'
import { readInThread } from '../server/config/read-in-thread.js'
import type { Service } from '../server/gateway/start.js'
import type { Log } from '../server/telemetry/log.js'
import type { Io } from './command.js'

/**
 * Applies the configuration at `path` and its documents after they were saved, and at SIGHUP, or
 * logs why not and keeps the old one.
 *
 * It notices both from its creation on, which is before the first reading: a start takes seconds.
 * It reloads once `begin` has named the gateway.
 */
export class Reloads {
  private readonly stopping = new AbortController()
  private readonly watch: FileWatch
  private readonly ignoreHangup: (() => void) | undefined
  private serving: { readonly gateway: Service; readonly log: Log } | undefined
  private isAsked = false
  /** The last configuration read is the last one applied. */
  private reloading = Promise.resolve()

  constructor(
    private readonly path: string,
    private readonly io: Io,
  ) {
    this.watch = new FileWatch([path], () => this.ask())
    this.ignoreHangup = io.onSignal?.('SIGHUP', () => this.ask())
  }

  /** Watches these files, which are read from now on. */
  follow(files: FileStates): void {
    this.watch.follow(files)
  }

  begin(gateway: Service, log: Log): void {
    this.serving = { gateway, log }
    if (this.isAsked) this.ask()
  }

  /** Ends a reload under way. SIGHUP still ends no process, so that a drain is not cut off. */
  stop(): void {
    this.stopping.abort()
    this.watch.stop()
  }

  /** Leaves SIGHUP to the process. */
  close(): void {
    this.stop()
    this.ignoreHangup?.()
  }

  private ask(): void {
    this.isAsked = true
    const { serving } = this
    if (serving === undefined) return
    this.reloading = this.reloading
      .then(() => this.reload(serving.gateway, serving.log))
      .catch((bug: unknown) => {
        serving.log.error({ requestId: '', err: bug }, 'bug')
        serving.gateway.refuseReload()
      })
  }

  private async reload(gateway: Service, log: Log): Promise<void> {
    const { path, io, watch, stopping } = this
    const { signal } = stopping
    if (signal.aborted) return
    await watch.know()
    // A mistake may be fixed in a document as well as in the configuration file.
    const { config, mistakes } = await readInThread(path, io.env, { signal, onFiles: (files) => watch.follow(files) })
    // A file saved during the reading may be half written; it is read again as soon as it is whole.
    // The gateway may begin to stop while this waits.
    if (signal.aborted || (await watch.isDue()) || signal.aborted) return
    if (config === undefined) {
      log.error(
        { mistakes: formatMistakes(path, mistakes).split('\n') },
        'configuration not reloaded; the old one stays in force',
      )
      gateway.refuseReload()
      return
    }
    const needRestart = gateway.reload(config)
    log.info({}, 'configuration reloaded')
    if (needRestart.length > 0) log.warn({ keys: needRestart }, 'these changes take effect after a restart')
  }
}
