import { type ContractMethod, componentOf } from '../../../contract/contract.js'
import { className as familyClass } from '../typescript/signature.js'
import { pythonName, takeName } from './source-text.js'
import { typeName } from './type-text.js'

/** Parameters of every method, and names that their bodies use. */
const PARAMETERS = ['self', 'timeout', 't', 'Call', 'after', 'on_gap']

/** One way to call a method: its parameters as source, and the type of the result. */
export interface PythonSignature {
  readonly parameters: readonly string[]
  readonly result: string
}

export const argumentsOf = ({ params, 'x-family': family }: ContractMethod): string[] => {
  const taken = new Set([`${familyClass(family).replace('Client', '')}Calls`])
  return params.map(({ name }) => takeName(pythonName(name, PARAMETERS), taken))
}
const typed = (schema: ContractMethod['result']['schema']): string => {
  const component = componentOf(schema)
  return component === undefined ? 'object' : `t.${typeName(component)}`
}

/** The signature of a method, whatever encoding is requested. */
export const signatureOf = (method: ContractMethod): PythonSignature => ({
  parameters: method.params.map(({ schema, required }, index) =>
    required === true
      ? `${argumentsOf(method)[index]}: ${typed(schema)}`
      : `${argumentsOf(method)[index]}: ${typed(schema)} | None = None`,
  ),
  result: typed(method.result.schema),
})
