import { type Document, document } from '../../../generated/document.js'
import type { NetworkConfig } from '../../config/config.js'
import { servedDocument } from '../../contracts/served-document.js'
import { checkNames } from './names.js'

/** The OpenRPC document, whole or as one of `networks` serves it. `baseUrl` is where callers reach the gateway. */
export const printContract = (
  networks: ReadonlyMap<string, NetworkConfig>,
  { network: name }: { readonly network?: string | undefined },
  baseUrl: string | undefined,
): Document => {
  if (name === undefined) return servedDocument(document, { baseUrl })
  checkNames('network', [name], [...networks.keys()])
  return servedDocument(document, { network: networks.get(name), baseUrl })
}
