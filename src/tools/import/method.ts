import type { ContractMethod } from '../../contract/contract.js'
import { isObject } from '../../runtime/is-object.js'
import { followed, type ImportedComponents } from './components.js'
import { argumentName, describedBy } from './names.js'
import type { ImportNote } from './note.js'
import type { SourceMethod } from './source.js'

/** The parts of a method that its document has. */
export type MethodShape = Pick<
  ContractMethod,
  'name' | 'summary' | 'description' | 'paramStructure' | 'params' | 'result' | 'examples'
>
/** Adds a note about a method. */
export type Say = (kind: ImportNote['kind'], message: string) => void

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')

const freeName = (wanted: string, taken: ReadonlySet<string>): string => {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`
    if (!taken.has(name)) return name
  }
}

type SourceParam = Readonly<Record<string, unknown>>

const importParams = (
  { path: place }: SourceMethod,
  sources: readonly SourceParam[],
  components: ImportedComponents,
  say: Say,
) => {
  const lastRequired = sources.findLastIndex(({ required }) => required === true)
  const taken = new Set<string>()
  return sources.map((param, index) => {
    const label = firstText(param.name) ?? `param ${index}`
    const name = freeName(argumentName(label), taken)
    taken.add(name)
    const path = `${place}/params/${index}/schema`
    const isEarly = param.required !== true && index < lastRequired
    if (isEarly) say('changed', `${name} is optional before a required parameter: it must be given, and may be null`)
    const schema = isEarly
      ? components.referOrNull(param.schema, label, path)
      : components.refer(param.schema, label, path)
    const description = firstText(param.description, param.summary) ?? describedBy(label)
    return { name, description, required: param.required === true || isEarly, schema }
  })
}

const importExamples = (value: unknown, document: unknown, params: ContractMethod['params'], result: string) => {
  const examples = (Array.isArray(value) ? value : []).map((example) => followed(document, example))
  return examples.flatMap((example) => {
    if (!isObject(example) || !Array.isArray(example.params)) return []
    const values = example.params.map((param) => followed(document, param))
    const answer = followed(document, example.result)
    if (!values.every(isObject) || !isObject(answer) || values.length > params.length) return []
    return [
      {
        name:
          firstText(example.name)
            ?.toLowerCase()
            .replaceAll(/[^a-z0-9]+/g, '-') ?? 'example',
        description: firstText(example.description, example.summary, example.name) ?? 'An example.',
        params: values.map((param, index) => ({ name: params[index]!.name, value: param.value })),
        result: { name: result, value: answer.value },
      },
    ]
  })
}

const IS_LOST = 'is no object, or a reference that leads nowhere'

/**
 * The parts of a method that come from the document: texts, params, result and examples; returns a
 * text if it cannot be served.
 */
export const importShape = (
  method: SourceMethod,
  document: unknown,
  components: ImportedComponents,
  say: Say,
): MethodShape | string => {
  const { params: list, result: source, paramStructure, summary, description } = method.value
  if (!Array.isArray(list)) return 'it has no params'
  if (paramStructure === 'by-name') return 'its params are by name, and calls are served by position'
  const sources = list.map((param) => followed(document, param))
  if (!sources.every(isObject)) return `its parameter ${sources.findIndex((param) => !isObject(param))} ${IS_LOST}`
  const result = followed(document, source)
  if (isObject(source) && result === undefined) return `its result ${IS_LOST}`
  if (!isObject(result) || result.schema === undefined) return 'it has no result: a notification is never answered'
  const params = importParams(method, sources, components, say)
  const label = firstText(result.name) ?? 'result'
  const schema = components.refer(result.schema, `${method.name} ${label}`, `${method.path}/result/schema`)
  return {
    name: method.name,
    summary: firstText(summary, description)?.split('\n')[0] ?? method.name,
    description: firstText(description, summary) ?? `The method ${method.name}.`,
    paramStructure: 'by-position',
    params,
    result: { name: argumentName(label), description: firstText(result.description) ?? describedBy(label), schema },
    examples: importExamples(method.value.examples, document, params, argumentName(label)),
  }
}
