import type { Document } from '../../../generated/document.js'
import { builtInMethods, shippedMethods } from '../../../generated/shipped-methods.js'
import type { ClientOrigin } from './examples/generated-clients.js'

/** The repository's package, which has the built-in methods. */
const READY: ClientOrigin = { name: '@tollgate/client', pythonName: 'tollgate_client', contracts: [] }
/** Placeholder for a document that only the operator has. */
const OWN_DOCUMENT = 'FILE'

/**
 * The typed client that has every method of a document, and the contracts that it is written from.
 */
export const clientOriginOf = ({ methods }: Pick<Document, 'methods'>): ClientOrigin => {
  const more = methods.map(({ name }) => name).filter((name) => !builtInMethods.includes(name))
  if (more.length === 0) return READY
  const contracts = Object.keys(shippedMethods).filter((contract) =>
    more.some((name) => shippedMethods[contract]!.includes(name)),
  )
  const isOwn = more.some((name) => !contracts.some((contract) => shippedMethods[contract]!.includes(name)))
  return {
    name: 'tollgate-client',
    pythonName: 'tollgate_client',
    contracts: [...contracts, ...(isOwn ? [OWN_DOCUMENT] : [])],
  }
}
