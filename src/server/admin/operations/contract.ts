import { type Document, document } from '../../../../generated/document.js'
import { servedDocument } from '../../../contract/served/served-document.js'
import type { Config } from '../../config/config.js'
import { checkNames } from './names.js'

/** The OpenRPC document, whole or as one of the networks serves it; without a configuration the built-in one. `baseUrl` is where callers reach the gateway. */
export const printContract = (
  config: Config | undefined,
  { network: name }: { readonly network?: string | undefined },
  baseUrl: string | undefined,
): Document => {
  if (name === undefined) {
    const networkNames = config && [...config.networks.keys()]
    return servedDocument(config?.contract?.document ?? document, { networkNames, baseUrl })
  }
  checkNames('network', [name], [...(config?.networks.keys() ?? [])])
  const network = config?.networks.get(name)
  return servedDocument(network?.contract?.document ?? document, { network, baseUrl })
}
