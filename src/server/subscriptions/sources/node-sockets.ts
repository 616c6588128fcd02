import { isDeepStrictEqual } from 'node:util'
import type { SocketDestination } from '../../upstreams/transport/socket-connection.js'
import { UpstreamSocket, type UpstreamSocketOptions } from '../../upstreams/transport/upstream-socket.js'

/** The time in which a replaced WebSocket serves the streams that have no other yet. */
const LEAVING_MS = 30_000

/** The configured values of a node. */
export interface ConfiguredNode extends Partial<SocketDestination> {
  readonly name: string
  readonly url: string
}

interface LeavingSocket {
  readonly node: ConfiguredNode
  readonly timer: NodeJS.Timeout
}

const isSamePlace = (one: ConfiguredNode, other: ConfiguredNode): boolean =>
  one.name === other.name && new URL(one.url).host === new URL(other.url).host

/**
 * The WebSockets of a network's nodes. One whose address and headers stay, stays open, also under
 * another name. One of a node that left, or whose name is at another host now, is closed.
 *
 * Leaving  A node that got other headers or another `wsUrl` has a new WebSocket. Its old one is
 *          chosen no more, and serves the streams that have no other node yet
 * Bounds   it leaves for 30 s at most, and one more leaves for each node and reload
 */
export class NodeSockets {
  private nodes: readonly ConfiguredNode[] = []
  private byName: ReadonlyMap<string, UpstreamSocket> = new Map()
  private readonly leaving = new Map<UpstreamSocket, LeavingSocket>()

  constructor(private readonly options: UpstreamSocketOptions) {}

  get isEmpty(): boolean {
    return this.byName.size === 0
  }

  of(name: string): UpstreamSocket | undefined {
    return this.byName.get(name)
  }

  /** The name of the node whose replaced WebSocket this is; undefined: of none. */
  leavingFrom(socket: UpstreamSocket): string | undefined {
    return this.leaving.get(socket)?.node.name
  }

  /** Replaces the nodes. `isForeign`: the node of this name was found on another chain. */
  use(nodes: readonly ConfiguredNode[], isForeign: (name: string) => boolean): void {
    const { nodes: nodesBefore, byName: before } = this
    const open = [...before.values(), ...this.leaving.keys()]
    const next = new Map<string, UpstreamSocket>()
    const present = new Set<UpstreamSocket>()
    for (const { name, wsUrl, headers } of nodes) {
      if (wsUrl === undefined) continue
      const destination = { wsUrl, headers }
      const known = [before.get(name) ?? [], open]
        .flat()
        .find((socket) => !present.has(socket) && isDeepStrictEqual(socket.destination, destination))
      const socket = known ?? new UpstreamSocket(destination, this.options)
      next.set(name, socket)
      present.add(socket)
      this.forget(socket)
    }
    this.nodes = nodes
    this.byName = next
    for (const node of nodesBefore) {
      const socket = before.get(node.name)
      if (socket !== undefined && !present.has(socket)) this.leave(socket, node)
    }
    for (const [socket, { node }] of this.leaving) {
      const stays = nodes.some((one) => next.has(one.name) && isSamePlace(one, node))
      if (!stays || isForeign(node.name)) this.end(socket)
    }
  }

  close(): void {
    for (const socket of this.leaving.keys()) this.end(socket)
    for (const socket of this.byName.values()) socket.close()
  }

  private leave(socket: UpstreamSocket, node: ConfiguredNode): void {
    this.leaving.set(socket, { node, timer: setTimeout(() => this.end(socket), LEAVING_MS).unref() })
  }

  private end(socket: UpstreamSocket): void {
    this.forget(socket)
    socket.close()
  }

  /** It leaves no more. */
  private forget(socket: UpstreamSocket): void {
    clearTimeout(this.leaving.get(socket)?.timer)
    this.leaving.delete(socket)
  }
}
