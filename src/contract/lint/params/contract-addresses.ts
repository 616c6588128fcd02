import type { Contract, ContractMethod, Schema } from '../../contract.js'
import { resolved } from '../../contract.js'
import { pointer, type Report } from '../mistake.js'
import { methodRule } from '../rule.js'
import { accepts, canBeArray, isOf, letsPass, placesOfValues, schemasInParams, type TextPlace } from '../values.js'

const addressName = /address|contract|^to$/i
const WORD = `0x${'ab'.repeat(32)}`

/** True for bytes of any length, which may hide a contract address. */
const isBytes = (contract: Contract, schema: Schema): boolean =>
  letsPass(contract, schema, 'address') &&
  accepts(contract, schema, '0x') &&
  accepts(contract, schema, WORD) &&
  !accepts(contract, schema, 'latest')

/** True for a schema that accepts everything, or objects with undescribed members. */
const isOpaque = (contract: Contract, schema: Schema): boolean => {
  const { type, properties, enum: listed, const: only, items, ...others } = resolved(contract, schema)
  if (['anyOf', 'allOf', 'oneOf'].some((keyword) => others[keyword] !== undefined)) return false
  if ([type].flat().includes('object')) return properties === undefined
  return type === undefined && properties === undefined && listed === undefined && only === undefined && !items
}

/** True for a place of contract addresses: by its type, or by its name if the type admits them. */
export const isAddress = (contract: Contract, { name, schema }: Pick<TextPlace, 'name' | 'schema'>): boolean =>
  isOf(contract, schema, 'address') || (addressName.test(name) && letsPass(contract, schema, 'address'))

/** A pointer to a param that may name a contract, or an account of Solana. */
const namedIn = (contract: Contract, method: ContractMethod): string | undefined =>
  method.params
    .flatMap(({ name, schema }, index) => placesOfValues(contract, schema, pointer(index), name))
    .find((place) =>
      method['x-family'] === 'solana'
        ? isOf(contract, place.schema, 'pubkey')
        : isAddress(contract, place) || isBytes(contract, place.schema) || isOpaque(contract, place.schema),
    )?.path

const canHoldContracts = (contract: Contract, { result, 'x-family': family }: ContractMethod): boolean =>
  family === 'evm' &&
  placesOfValues(contract, result.schema, '', '').some(
    ({ schema }) => isOf(contract, schema, 'address') || isBytes(contract, schema) || isOpaque(contract, schema),
  )

/** Why an open method needs a reason; undefined if it needs none. */
const whyNotOpen = (contract: Contract, method: ContractMethod): string | undefined => {
  const named = namedIn(contract, method)
  if (named !== undefined) return `${named} may name a contract`
  if (method['x-effect'] === 'write') return 'a transaction names a contract that the params do not show'
  return canHoldContracts(contract, method) ? 'its result can have what a contract holds' : undefined
}

const parentOf = (text: string): string => text.slice(0, text.lastIndexOf('/'))

/**
 * True if a place besides the addresses may name another contract. Ignores siblings of a contract
 * address, such as a sender.
 */
const mayNameAnother = (
  contract: Contract,
  method: ContractMethod,
  text: string,
  addresses: readonly string[],
): boolean => {
  const parent = parentOf(text)
  const isSibling = parent !== '' && addresses.some((address) => parentOf(address) === parent)
  const name = parent === '' ? (method.params[Number(text.slice(1))]?.name ?? '') : text.slice(parent.length + 1)
  return schemasInParams(contract, method, text)
    .flatMap((schema) => placesOfValues(contract, schema, '', name))
    .some((place) => isOpaque(contract, place.schema) || (!isSibling && isAddress(contract, place)))
}

/** Finds declared places that overlap, or that cannot hold an address. */
const lintPointers = (contract: Contract, method: ContractMethod, report: Report): void => {
  const access = method['x-contracts']
  if (access === undefined || access === 'open') return
  const { addresses, beside = [] } = access
  for (const [index, text] of addresses.entries()) {
    const places = schemasInParams(contract, method, text).flatMap((schema) => placesOfValues(contract, schema, '', ''))
    if (!places.some((place) => place.path === '' && letsPass(contract, place.schema, 'address')))
      report(`/x-contracts/addresses/${index}`, `no contract address can stand at ${text}`)
  }
  for (const [index, text] of beside.entries()) {
    const other = [...addresses, ...beside.slice(0, index)].find((one) => isWithin(one, text) || isWithin(text, one))
    if (other !== undefined) report(`/x-contracts/beside/${index}`, `${text} and ${other} are parts of each other`)
  }
}

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/** The part of a declaration that needs a reason, in the lint's words, if any. */
export const neededReason = (contract: Contract, method: ContractMethod): string | undefined => {
  const access = method['x-contracts']
  if (access === undefined) return undefined
  if (access === 'open') {
    const why = whyNotOpen(contract, method)
    return why && `${why}: x-reasons (x-contracts) must say why ${method.name} is open to keys limited to contracts`
  }
  const other = access.beside?.find((text) => mayNameAnother(contract, method, text, access.addresses))
  return (
    other && `${other} may name a contract, too: it belongs to the addresses, or x-reasons (x-contracts) says why not`
  )
}

const lintPresence = (contract: Contract, method: ContractMethod, report: Report, isBuiltIn: boolean): void => {
  const reason = method['x-reasons']?.['x-contracts']
  if (method['x-contracts'] === undefined) {
    if (isBuiltIn && reason === undefined)
      report(
        '',
        `${method.name} has no x-contracts, and no reason for that in x-reasons: may keys limited to contracts call it?`,
      )
    return
  }
  const needed = neededReason(contract, method)
  if (needed !== undefined && reason === undefined) report('/x-contracts', needed)
  if (needed === undefined && reason !== undefined)
    report('/x-reasons/x-contracts', 'nothing here needs a reason: no other contract can be asked')
}

/** Methods refused to keys limited to contracts because they declare no places. */
export const undeclaredContracts = ({ methods }: Pick<Contract, 'methods'>): readonly string[] =>
  methods
    .filter(
      ({ 'x-contracts': access, 'x-reasons': reasons }) =>
        access === undefined && reasons?.['x-contracts'] === undefined,
    )
    .map(({ name }) => name)

const lintCounted = (contract: Contract, method: ContractMethod, report: Report): void => {
  for (const [index, text] of (method['x-limits']?.countedParameters ?? []).entries()) {
    const schemas = schemasInParams(contract, method, text)
    if (schemas.length > 0 && !schemas.some((schema) => canBeArray(contract, schema)))
      report(`/x-limits/countedParameters/${index}`, `${text} takes no array, so there is nothing to count`)
  }
}

/**
 * Checks declared places in params against their types. Every built-in method declares
 * `x-contracts`.
 */
export const lintPlaces = methodRule((method, report, contract, { base }) => {
  lintPointers(contract, method, report)
  lintPresence(contract, method, report, base === undefined)
  lintCounted(contract, method, report)
  if (method['x-limits']?.maxResults !== undefined && !canBeArray(contract, method.result.schema))
    report('/x-limits/maxResults', `the result of ${method.name} is no array: leave maxResults out`)
})
