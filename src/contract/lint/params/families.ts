import { errorsPointer, impliedErrorsOf } from '../../with-errors.js'
import { pointer } from '../mistake.js'
import { type LintRule, methodRule } from '../rule.js'
import { isOf, placesOfValues } from '../values.js'

const foreign = {
  evm: [['pubkey', 'a Solana public key']],
  solana: [
    ['address', 'an EVM address'],
    ['block', 'an EVM block'],
  ],
} as const

const lintParams = methodRule(({ 'x-family': family, params, name }, report, contract) => {
  for (const [at, param] of params.entries()) {
    const places = placesOfValues(contract, param.schema, '', param.name)
    const wrong = (foreign[family] ?? []).find(([kind]) => places.some(({ schema }) => isOf(contract, schema, kind)))
    if (wrong !== undefined) report(`/params/${at}/schema`, `${name} is ${family}, but takes ${wrong[1]}`)
  }
})

/** Finds references to the errors that only the other family has. */
const lintFamilyErrors: LintRule = (contract, report) => {
  const families = new Map(
    Object.entries(contract['x-errors']).map(([name, { methods }]) => [`${errorsPointer}${name}`, methods?.family]),
  )
  for (const [index, { errors, 'x-family': family, name }] of contract.methods.entries())
    for (const [at, { $ref }] of (errors ?? []).entries()) {
      const of = families.get($ref)
      if (of !== undefined && of !== family)
        report(pointer('methods', index, 'errors', at), `${name} is ${family}, but ${$ref} is of ${of}`)
    }
}

/** Codes with other meanings on Solana: its clients take them for the node's state. */
const NODE_CODES: ReadonlySet<unknown> = new Set([-32005, -32016])

/** Finds limits of Solana's methods whose error has a code that means something else there. */
const lintSolanaCodes = methodRule((method, report, contract) => {
  if (method['x-family'] !== 'solana') return
  for (const { $ref } of impliedErrorsOf(contract, method)) {
    const code = contract.components.errors?.[$ref.slice(errorsPointer.length)]?.code
    if (NODE_CODES.has(code))
      report('/x-limits', `${method.name} is solana, where ${code} of ${$ref} means the node's state`)
  }
})

/** Checks params and errors of a method against its family. */
export const lintFamilies: LintRule = (...given) => {
  lintParams(...given)
  lintFamilyErrors(...given)
  lintSolanaCodes(...given)
}
