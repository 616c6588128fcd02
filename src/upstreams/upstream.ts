import type { UpstreamTransport } from './transport.js'

/** A node, or a partner provider. Its URL stays inside the transport: it may carry credentials. */
export interface Upstream {
  readonly name: string
  readonly isPartner: boolean
  readonly transport: UpstreamTransport
}
