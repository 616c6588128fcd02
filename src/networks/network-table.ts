import type { Network } from './network.js'

/** Finds networks by what an address names: a host, or the first segment of a path. */
export class NetworkTable<N extends Network = Network> {
  private readonly names: ReadonlyMap<string, N>
  private readonly hosts: ReadonlyMap<string, N>

  constructor(networks: readonly N[]) {
    this.names = new Map(networks.map((network) => [network.name, network]))
    this.hosts = new Map(networks.flatMap((network) => network.hosts.map((host) => [host, network])))
  }

  byName(name: string): N | undefined {
    return this.names.get(name)
  }

  /** `host` is lower-case, without a port. */
  byHost(host: string): N | undefined {
    return this.hosts.get(host)
  }
}
