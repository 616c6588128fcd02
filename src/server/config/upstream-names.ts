import type { NetworkConfig } from './config.js'

/** Names of a network's upstreams, the partner's last; empty if the network is not configured. */
export const upstreamNames = (network: NetworkConfig | undefined): string[] =>
  network === undefined
    ? []
    : [...network.upstreams, ...(network.partner === undefined ? [] : [network.partner])].map(({ name }) => name)
