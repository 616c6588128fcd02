import type { Network } from './network.js'

/** Finds networks by what an address names: a host, or the first segment of a path. */
export class NetworkTable {
  private readonly names: ReadonlyMap<string, Network>
  private readonly hosts: ReadonlyMap<string, Network>

  constructor(networks: readonly Network[]) {
    this.names = new Map(networks.map((network) => [network.name, network]))
    this.hosts = new Map(networks.flatMap((network) => network.hosts.map((host) => [host, network])))
  }

  byName(name: string): Network | undefined {
    return this.names.get(name)
  }

  /** `host` is lower-case, without a port. */
  byHost(host: string): Network | undefined {
    return this.hosts.get(host)
  }
}
