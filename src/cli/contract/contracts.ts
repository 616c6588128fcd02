import { readFileSync } from 'node:fs'
import { document } from '../../../generated/document.js'
import type { Contract, ContractMethod } from '../../contracts/contract.js'
import type { CommonError, WrittenContract } from '../../contracts/with-errors.js'

const families = ['evm', 'solana'] as const
/** The names of the contracts that come with Tollgate. */
export const shippedNames = ['ethereum', 'solana'] as const

/** The errors that every method has, or every method of a family, or every one whose time limit they end. */
const commonErrorsOf = (methods: readonly ContractMethod[]): CommonError[] => {
  const references = new Set(methods.flatMap(({ errors }) => errors.map(({ $ref }) => $ref)))
  const areAll = (some: readonly ContractMethod[], $ref: string) =>
    some.every(({ errors }) => errors.some((error) => error.$ref === $ref))
  return [...references].flatMap(($ref): CommonError[] => {
    if (areAll(methods, $ref)) return [{ $ref }]
    const timed = methods.filter(({ 'x-limits': { timeoutError } }) => $ref.endsWith(`/${timeoutError}`))
    if (timed.length > 1 && areAll(timed, $ref)) return [{ $ref, isTimeout: true }]
    const family = families.find((one) =>
      areAll(
        methods.filter(({ 'x-family': own }) => own === one),
        $ref,
      ),
    )
    return family === undefined ? [] : [{ $ref, 'x-family': family }]
  })
}

/** The built-in contract as it is written: what documents of operators have their errors and extensions from. */
export const builtInContract = (): WrittenContract => {
  const { servers: _, ...contract } = JSON.parse(JSON.stringify(document)) as Contract & { servers: unknown }
  const common = commonErrorsOf(contract.methods)
  const names = new Set(common.map(({ $ref }) => $ref))
  const methods = contract.methods.map((method) => ({
    ...method,
    errors: method.errors.filter(({ $ref }) => !names.has($ref)),
  }))
  return { ...contract, methods, 'x-common-errors': common }
}

/** The file of a contract that comes with Tollgate; undefined: the name is none of theirs. */
export const shippedFile = (name: string): URL | undefined =>
  (shippedNames as readonly string[]).includes(name)
    ? new URL(`../../contracts/${name}.openrpc.json`, import.meta.url)
    : undefined

/** The contracts that come with Tollgate, as they are written. */
export const shippedContracts = (): Pick<WrittenContract, 'methods' | 'components'>[] =>
  shippedNames.map((name) => JSON.parse(readFileSync(shippedFile(name)!, 'utf8')) as WrittenContract)
