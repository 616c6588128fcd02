import type { Contract, ContractMethod, Schema } from '../../contract.js'
import { resolved } from '../../contract.js'
import { type ContractMistake, pointer } from '../mistake.js'
import { accepts, canBeArray, isOf, letsPass, placesOfValues, schemasAt } from '../values.js'

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

const isAddress = (contract: Contract, { name, schema }: { name: string; schema: Schema }): boolean =>
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

const schemasOf = (contract: Contract, method: ContractMethod, text: string): readonly Schema[] => {
  const [, first = '', ...rest] = text.split('/')
  const param = method.params[Number(first)]
  return param === undefined ? [] : schemasAt(contract, param.schema, rest)
}

/**
 * True if a place besides the addresses may name another contract. Ignores siblings of a contract
 * address, such as a sender.
 */
const mayNameAnother = (contract: Contract, method: ContractMethod, text: string): boolean => {
  const isMember = text.split('/').length > 2
  const name = isMember ? text.slice(text.lastIndexOf('/') + 1) : (method.params[Number(text.slice(1))]?.name ?? '')
  return schemasOf(contract, method, text)
    .flatMap((schema) => placesOfValues(contract, schema, '', name))
    .some((place) => isOpaque(contract, place.schema) || (!isMember && isAddress(contract, place)))
}

/** Finds declared places that overlap, or that cannot hold an address. */
const lintPointers = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] => {
  const access = method['x-contracts']
  if (access === undefined || access === 'open') return []
  const { addresses, beside = [] } = access
  const unfit = addresses.flatMap((text, index) => {
    const places = schemasOf(contract, method, text).flatMap((schema) => placesOfValues(contract, schema, '', ''))
    const canBe = places.some((place) => place.path === '' && letsPass(contract, place.schema, 'address'))
    if (places.length > 0 && canBe) return []
    return [{ path: `${path}/x-contracts/addresses/${index}`, message: `no contract address can stand at ${text}` }]
  })
  const overlapping = beside.flatMap((text, index) => {
    const other = [...addresses, ...beside.slice(0, index)].find((one) => isWithin(one, text) || isWithin(text, one))
    if (other === undefined) return []
    return [{ path: `${path}/x-contracts/beside/${index}`, message: `${text} and ${other} are parts of each other` }]
  })
  return [...unfit, ...overlapping]
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
  const other = access.beside?.find((text) => mayNameAnother(contract, method, text))
  return (
    other && `${other} may name a contract, too: it belongs to the addresses, or x-reasons (x-contracts) says why not`
  )
}

const lintPresence = (
  contract: Contract,
  method: ContractMethod,
  path: string,
  isBuiltIn: boolean,
): ContractMistake[] => {
  const reason = method['x-reasons']?.['x-contracts']
  if (method['x-contracts'] === undefined) {
    if (!isBuiltIn || reason !== undefined) return []
    const message = `${method.name} has no x-contracts, and no reason for that in x-reasons: may keys limited to contracts call it?`
    return [{ path, message }]
  }
  const needed = neededReason(contract, method)
  if (needed !== undefined && reason === undefined) return [{ path: `${path}/x-contracts`, message: needed }]
  if (needed !== undefined || reason === undefined) return []
  return [
    { path: `${path}/x-reasons/x-contracts`, message: 'nothing here needs a reason: no other contract can be asked' },
  ]
}

/** Methods refused to keys limited to contracts because they declare no places. */
export const undeclaredContracts = ({ methods }: Pick<Contract, 'methods'>): readonly string[] =>
  methods
    .filter(
      ({ 'x-contracts': access, 'x-reasons': reasons }) =>
        access === undefined && reasons?.['x-contracts'] === undefined,
    )
    .map(({ name }) => name)

const lintCounted = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] =>
  (method['x-limits']?.countedParameters ?? []).flatMap((text, index) => {
    const schemas = schemasOf(contract, method, text)
    if (schemas.length === 0 || schemas.some((schema) => canBeArray(contract, schema))) return []
    return [
      {
        path: `${path}/x-limits/countedParameters/${index}`,
        message: `${text} takes no array, so there is nothing to count`,
      },
    ]
  })

const lintResults = (contract: Contract, method: ContractMethod, path: string): ContractMistake[] =>
  method['x-limits']?.maxResults === undefined || canBeArray(contract, method.result.schema)
    ? []
    : [
        {
          path: `${path}/x-limits/maxResults`,
          message: `the result of ${method.name} is no array: leave maxResults out`,
        },
      ]

/**
 * Checks declared places in params against their types. Every built-in method declares
 * `x-contracts`.
 */
export const lintPlaces = (contract: Contract, isBuiltIn: boolean): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    return [
      ...lintPointers(contract, method, path),
      ...lintPresence(contract, method, path, isBuiltIn),
      ...lintCounted(contract, method, path),
      ...lintResults(contract, method, path),
    ]
  })
