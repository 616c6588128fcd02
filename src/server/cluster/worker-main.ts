import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import { systemPorts } from '../../runtime/system-ports.js'
import { runWorker } from './worker.js'
import { LOG_DESCRIPTOR } from './worker-log.js'

// Signals reach every process of a terminal or a service; the primary decides what they mean.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// Node would end a worker at once when its primary is gone, and cut its calls in flight.
if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true

/** A worker's process: node:cluster runs this file, and the primary sends it everything else. */
process.exitCode = await runWorker(
  {
    send: (message) => {
      // Messages that can no longer be sent are lost with the primary; `onClose` reports that.
      if (process.connected) process.send?.(message, undefined, undefined, () => {})
      return process.connected
    },
    onMessage: (listen) => void process.on('message', listen),
    onClose: (listen) => void process.on('disconnect', listen),
    exit: (status) => process.exit(status),
    isTerminal: isatty(LOG_DESCRIPTOR),
  },
  systemPorts,
)
if (process.connected) process.disconnect()
