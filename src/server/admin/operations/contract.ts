import { type Document, document } from '../../../../generated/document.js'
import { prepareServed, servedDocument } from '../../../contract/served/served-document.js'
import { exactJson } from '../../../runtime/exact-json.js'
import { WrittenJson } from '../../../runtime/turns/json-in-turns.js'
import { BoundedCache } from '../../accounts/bounded-cache.js'
import type { Config } from '../../config/config.js'
import { checkNames } from './names.js'

/**
 * The OpenRPC document, whole or as served by one network; the built-in one without a
 * configuration. `baseUrl` is the gateway's address for callers.
 */
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

/** About 100 KB each. */
const MAX_WRITTEN = 32

/** The JSON of documents, by configuration, network and base URL. */
const written = new WeakMap<Config, BoundedCache<Promise<WrittenJson>>>()

/** Writes the document as JSON once, because account holders may ask for it repeatedly. */
export const writtenContract = (
  config: Config,
  { network }: { readonly network?: string | undefined },
  baseUrl: string,
): Promise<WrittenJson> => {
  if (network !== undefined) checkNames('network', [network], [...config.networks.keys()])
  const known = written.get(config) ?? new BoundedCache(MAX_WRITTEN)
  written.set(config, known)
  const name = JSON.stringify([network, baseUrl])
  const made = known.get(name) ?? write(config, network, baseUrl)
  known.set(name, made)
  return made
}

const write = async (config: Config, name: string | undefined, baseUrl: string): Promise<WrittenJson> => {
  const network = name === undefined ? undefined : config.networks.get(name)
  await prepareServed((network ?? config).contract?.document ?? document, network)
  return new WrittenJson(Buffer.from(exactJson(printContract(config, { network: name }, baseUrl))))
}
