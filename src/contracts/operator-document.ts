import { readFileSync } from 'node:fs'
import { document } from '../../generated/document.js'
import type { Contract } from './contract.js'
import { type ContractMistake, isObject, pointer } from './lint/mistake.js'
import { lint } from './lint.js'
import { parse } from './read.js'
import { type CommonError, type WrittenContract, withCommonErrors } from './with-errors.js'

/** A mistake with its place in a file; line and column count from 1. */
export interface LocatedMistake extends ContractMistake {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The built-in contract: what documents of operators inherit from. */
export const builtInContract = document as unknown as Contract

const commonErrors = (): CommonError[] => {
  const { methods } = builtInContract
  const [first] = methods
  return first!.errors.filter(({ $ref }) => methods.every(({ errors }) => errors.some((error) => error.$ref === $ref)))
}

const withBase = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const components = isObject(value.components) ? value.components : {}
  const schemas = isObject(components.schemas) ? components.schemas : {}
  return {
    ...value,
    components: {
      ...components,
      schemas: { ...builtInContract.components.schemas, ...schemas },
      errors: builtInContract.components.errors,
    },
    'x-errors': builtInContract['x-errors'],
    'x-extensions': builtInContract['x-extensions'],
    'x-common-errors': [...commonErrors(), { $ref: '#/components/errors/upstream-timeout', isTimeout: true }],
  }
}

/** What an operator's document must not say, whatever the built-in contract may. */
const foreign = (value: unknown): ContractMistake[] => {
  const methods = isObject(value) && Array.isArray(value.methods) ? value.methods : []
  return methods.flatMap((method, index) =>
    isObject(method) && method['x-handler'] === true
      ? [{ path: pointer('methods', index, 'x-handler'), message: 'only built-in methods can have a handler' }]
      : [],
  )
}

/** An operator's document without mistakes, every method with all of its errors; or every mistake in it. */
export type OperatorReading = { readonly contract: Contract } | { readonly mistakes: readonly LocatedMistake[] }

/** Reads an operator's document; one that cannot be read is a mistake too. `name` is the file's in messages. */
export const readOperatorDocument = (path: string, name: string): OperatorReading => {
  const at = (mistake: ContractMistake): LocatedMistake => ({ file: name, line: 1, column: 1, ...mistake })
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      mistakes: [at({ path: '', message: code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})` })],
    }
  }
  const reading = parse(text, name)
  if ('mistake' in reading) return { mistakes: [at({ path: '', message: reading.mistake })] }
  const whole = withBase(reading.document)
  const mistakes = [...lint(whole), ...foreign(whole)]
  if (mistakes.length > 0) return { mistakes: mistakes.map(at) }
  return { contract: withCommonErrors(whole as WrittenContract) }
}
