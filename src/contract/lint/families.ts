import type { Contract } from '../contract.js'
import { errorsPointer, type WrittenContract } from '../with-errors.js'
import { type ContractMistake, pointer } from './mistake.js'
import { isOf, placesOfValues } from './values.js'

const foreign = {
  evm: [['pubkey', 'a Solana public key']],
  solana: [
    ['address', 'an EVM address'],
    ['block', 'an EVM block'],
  ],
} as const

const lintParams = (contract: Contract): ContractMistake[] =>
  contract.methods.flatMap(({ 'x-family': family, params, name }, index) =>
    params.flatMap((param, at) => {
      const places = placesOfValues(contract, param.schema, '', param.name)
      const wrong = (foreign[family] ?? []).find(([kind]) => places.some(({ schema }) => isOf(contract, schema, kind)))
      if (wrong === undefined) return []
      return [
        {
          path: pointer('methods', index, 'params', at, 'schema'),
          message: `${name} is ${family}, but takes ${wrong[1]}`,
        },
      ]
    }),
  )

/** References to the errors that only one family has. */
const lintFamilyErrors = (contract: WrittenContract): ContractMistake[] => {
  const families = new Map(
    Object.entries(contract['x-errors']).map(([name, { methods }]) => [`${errorsPointer}${name}`, methods?.family]),
  )
  return contract.methods.flatMap(({ errors, 'x-family': family, name }, index) =>
    (errors ?? []).flatMap(({ $ref }, at) => {
      const of = families.get($ref)
      if (of === undefined || of === family) return []
      return [
        { path: pointer('methods', index, 'errors', at), message: `${name} is ${family}, but ${$ref} is of ${of}` },
      ]
    }),
  )
}

/** Checks params and errors of a method against its family. */
export const lintFamilies = (contract: WrittenContract): ContractMistake[] => [
  ...lintParams(contract),
  ...lintFamilyErrors(contract),
]
