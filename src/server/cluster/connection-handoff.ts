import type { Worker } from 'node:cluster'

/** A connection as node:cluster hands it out: the system's handle, before it is a socket. */
interface ConnectionHandle {
  close(): void
}

/** The messages between node:cluster and a worker; undocumented, unchanged from Node 20 to 26. */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
  readonly accepted?: boolean
}

/** Workers that accept connections. */
const taking = new Set<Worker>()

/**
 * Hands the connections that a dead worker had not accepted to the other workers.
 *
 * node:cluster keeps such a connection open for ever and unread: the pipe to a process that dies
 * with a handle in transit never emits `disconnect`, and the primary goes on handing it
 * connections. If a later Node lacks the messages or the fault, this does nothing;
 * test/e2e/workers.long.test.ts detects that.
 */
export const rescueConnections = (worker: Worker): void => {
  const pipe = worker.process
  const untaken = new Map<number, ConnectionHandle>()
  worker.once('listening', () => taking.add(worker))

  const send = pipe.send as (...args: unknown[]) => boolean
  pipe.send = (...args: unknown[]) => {
    const [message, handle] = args as [ClusterMessage, ConnectionHandle | undefined]
    if (message.act === 'newconn' && message.seq !== undefined && handle) untaken.set(message.seq, handle)
    return send.apply(pipe, args)
  }
  pipe.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) untaken.delete(ack)
  })

  let saidDisconnect = false
  pipe.once('disconnect', () => {
    saidDisconnect = true
  })
  const giveOut = (): void => {
    taking.delete(worker)
    // Removes the worker from those that get connections.
    if (!saidDisconnect) pipe.emit('disconnect')
    for (const [seq, handle] of untaken) {
      if (taking.size === 0) handle.close()
      // Imitates a worker that is closing: the primary hands the connection to another.
      else pipe.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false } satisfies ClusterMessage)
    }
    untaken.clear()
  }
  const disconnect = pipe.disconnect
  // Node calls this at the end of the pipe; the worker's earlier messages have been read by then,
  // because ticks come before microtasks.
  pipe.disconnect = () => {
    disconnect.call(pipe)
    queueMicrotask(giveOut)
  }
}
