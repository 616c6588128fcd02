import type { Contract, ContractMethod } from '../../../contract/contract.js'
import { type ClientTypes, encodingParamOf, paramType, resultType } from './type-module.js'

export type Family = ContractMethod['x-family']

/** The families of a contract's methods, in its order. */
export const familiesOf = ({ methods }: Contract): readonly Family[] => [
  ...new Set(methods.map((method) => method['x-family'])),
]

export const className = (family: Family): string => `${family[0]!.toUpperCase()}${family.slice(1)}Client`

/** The name of the type of the errors that every call of a family may get. */
export const errorType = (family: Family): string => className(family).replace('Client', 'CallError')

/** A link to the errors that every call of a method's family may get. */
export const errorLink = (method: ContractMethod): string => `{@link ${errorType(method['x-family'])}}`

/** Reserved words, which cannot name a parameter. */
const WORDS =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|options|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|arguments|eval|await)$/

const argumentName = (name: string): string => {
  const plain = name.replaceAll(/[^\w$]/g, '_').replace(/^(?=\d)/, '_')
  return WORDS.test(plain) ? `${plain}_` : plain
}

/**
 * A unique name for each param: a reserved word gets a trailing `_`, which another param may have
 * already.
 */
export const argumentsOf = ({ params }: ContractMethod): readonly string[] => {
  const names: string[] = []
  for (const { name } of params) {
    let own = argumentName(name)
    while (names.includes(own)) own = `${own}_`
    names.push(own)
  }
  return names
}

/**
 * A member's source: its type parameter, its params, their names, and the type of its result, which
 * the requested encoding decides.
 */
export const signatureOf = (contract: Contract, types: ClientTypes, method: ContractMethod) => {
  const chosen = encodingParamOf(contract, types, method)
  const names = argumentsOf(method)
  const listed = method.params.map((param, index) => {
    const given = index === chosen ? `(${paramType(param)} & { readonly encoding?: Encoding })` : paramType(param)
    return param.required === true ? `${names[index]}: ${given}` : `${names[index]}?: ${given} | null | undefined`
  })
  const generic =
    chosen === undefined ? '' : "<Encoding extends Exclude<AnswerEncoding, 'none'> | null | undefined = undefined>"
  const result = resultType(method, types, chosen === undefined ? undefined : 'EncodingOf<Encoding>')
  return { generic, listed, names, result }
}
