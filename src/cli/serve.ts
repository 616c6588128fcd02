import { resolve } from 'node:path'
import { formatMistakes, loadConfig } from '../config/load.js'
import { watchConfig } from '../config/watch.js'
import { type Gateway, startGateway } from '../gateway.js'
import { type Log, openLog } from '../telemetry/log.js'
import { type Command, configOption, type Io } from './command.js'
import { readConfig } from './configured.js'

/** `tollgate serve`: runs the gateway until SIGTERM or SIGINT, then drains. */
export const serve: Command = {
  name: 'serve',
  summary: 'run the gateway; exit status 0 after a clean drain on SIGTERM',
  usage: 'tollgate serve [--config FILE]',
  options: configOption,
  run: async (input) => {
    const { io, edges } = input
    const path = resolve(io.cwd, input.text('config') ?? 'tollgate.yaml')
    const config = readConfig(input)
    const log = openLog(config.log.level)
    const gateway = await startGateway(config, edges, log)
    // Before anybody is told that it runs: who reads that may stop it at once.
    const stopped = stopSignal(io)
    const ready = { url: gateway.url, adminUrl: gateway.adminUrl }
    io.stdout(
      input.isOn('json')
        ? `${JSON.stringify(ready)}\n`
        : `Tollgate listens on ${ready.url}, admin on ${ready.adminUrl}\n`,
    )
    const stopReloading = reloadOnChange(path, io, gateway, log)
    await stopped
    log.info({}, 'draining')
    stopReloading()
    await gateway.stop()
    return 0
  },
}

/** Resolves at the first signal to stop; a second one ends the process as it would without us. */
const stopSignal = (io: Io): Promise<void> =>
  new Promise((stop) => {
    const ignore = (['SIGTERM', 'SIGINT'] as const).map((signal) =>
      io.onSignal?.(signal, () => {
        for (const stopListening of ignore) stopListening?.()
        stop()
      }),
    )
  })

/** Takes a saved configuration into use, or says why not and goes on with the old one. */
const reloadOnChange = (path: string, io: Io, gateway: Gateway, log: Log): (() => void) => {
  const reload = () => {
    const { config, mistakes } = loadConfig(path, io.env)
    if (config === undefined) {
      log.error(
        { mistakes: formatMistakes(path, mistakes).split('\n') },
        'configuration not reloaded; the old one stays in force',
      )
      return
    }
    const needRestart = gateway.reload(config)
    log.info({}, 'configuration reloaded')
    if (needRestart.length > 0) log.warn({ keys: needRestart }, 'these changes take effect after a restart')
  }
  const stopWatching = watchConfig(path, reload)
  const ignoreHangup = io.onSignal?.('SIGHUP', reload)
  return () => {
    stopWatching()
    ignoreHangup?.()
  }
}
