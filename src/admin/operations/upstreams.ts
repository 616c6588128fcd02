import type { UpstreamStatus } from '../../upstreams/status.js'
import type { Operator } from '../operator.js'
import { checkNames } from './names.js'

/** What only a running gateway can tell. */
export interface Running {
  upstreams(): readonly UpstreamStatus[]
}

/** The upstreams and partners as they are now, of all networks or one. */
export const listUpstreams = (
  { config, upstreams }: Pick<Operator, 'config'> & Running,
  { network }: { readonly network?: string | undefined },
): readonly UpstreamStatus[] => {
  if (network === undefined) return upstreams()
  checkNames('network', [network], [...config.networks.keys()])
  return upstreams().filter((status) => status.network === network)
}
