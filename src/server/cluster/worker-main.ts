import { isatty } from 'node:tty'
import { systemPorts } from '../../runtime/system-ports.js'
import { runWorker } from './worker.js'
import { LOG_DESCRIPTOR } from './worker-log.js'

// Signals reach every process of a terminal or a service; what they mean is for the primary to say.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** A worker's process: node:cluster runs this file, and the primary sends it the rest. */
process.exitCode = await runWorker(
  {
    send: (message) => {
      // What cannot be sent any more is lost with the primary; `onClose` says so.
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
