import type { Worker } from 'node:cluster'

/** A connection as node:cluster hands it out: the system's handle, before it is a socket. */
interface ConnectionHandle {
  close(): void
}

/** The messages between node:cluster and a worker; undocumented, the same from Node 20 to 26. */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
  readonly accepted?: boolean
}

/** Workers that take connections. */
const taking = new Set<Worker>()

/**
 * Gives connections that a worker was handed and died without taking to the other workers.
 *
 * node:cluster keeps such a connection open for ever and unread: the pipe to a process that dies
 * with a handle under way never says `disconnect`, and the primary goes on handing connections to
 * it. Where a later Node has neither the messages nor the fault, this does nothing;
 * test/e2e/workers.long.test.ts finds out.
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
    // Takes the worker out of those that are handed connections.
    if (!saidDisconnect) pipe.emit('disconnect')
    for (const [seq, handle] of untaken) {
      if (taking.size === 0) handle.close()
      // As a worker says that is closing: the primary hands the connection to another.
      else pipe.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false } satisfies ClusterMessage)
    }
    untaken.clear()
  }
  const disconnect = pipe.disconnect
  // Called by node at the end of the pipe; what the worker said before is heard by then, as ticks
  // come before microtasks.
  pipe.disconnect = () => {
    disconnect.call(pipe)
    queueMicrotask(giveOut)
  }
}
