import type { Document } from '../../../generated/document.js'
import type { Config } from '../../config/config.js'
import { documentFor } from '../../networks/contract-document.js'
import { checkNames } from './names.js'

/** The OpenRPC document, whole or as one of the networks serves it; without a configuration the built-in one. `baseUrl` is where callers reach the gateway. */
export const printContract = (
  config: Config | undefined,
  { network: name }: { readonly network?: string | undefined },
  baseUrl: string | undefined,
): Document => {
  if (name === undefined) return documentFor(undefined, baseUrl, config?.contract?.document)
  checkNames('network', [name], [...(config?.networks.keys() ?? [])])
  const network = config?.networks.get(name)
  return documentFor(network, baseUrl, network?.contract?.document)
}
