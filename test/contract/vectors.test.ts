import { type MethodName, methods } from '../../generated/methods.js'
import { validateParams, validateResult } from '../../generated/validators.js'
import { vectorText } from '../conformance/vector-files.js'

interface Message {
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
}

interface Vector {
  readonly source: string
  readonly request?: Message | readonly Message[] | null
  readonly requestRaw?: string
  readonly response?: Message
}

interface Case {
  readonly source: string
  readonly method: MethodName
  readonly value: unknown
}

/**
 * The files, how many vectors each has, and how many params and results of our methods are in them.
 */
const files = [
  { name: 'evm.execution-apis.json', vectors: 24, params: 24, results: 19 },
  { name: 'solana.docs-and-clients.json', vectors: 9, params: 5, results: 9 },
  { name: 'solana.kit-expectations.json', vectors: 13, params: 13, results: 9 },
  { name: 'clients.recorded-requests.json', vectors: 78, params: 81, results: 0 },
] as const

/** Vectors that ask with params that must be refused. */
const malformed = /get-storage-invalid-key(-too-large)?\.io$/

const isOurs = (name: string | undefined): name is MethodName => name !== undefined && Object.hasOwn(methods, name)

/** Some vectors are answers only; their source names the method. */
const methodOf = ({ source }: Vector): MethodName =>
  /balance/i.test(source) ? 'getTokenAccountBalance' : 'getTokenAccountsByOwner'

/** kit leaves what depends on the node open. */
const filled = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result), (key, value) => (key === 'context' && value === '*' ? { slot: 0 } : value))

const paramsOf = (vector: Vector): Case[] => {
  const sent = vector.requestRaw === undefined ? vector.request : (JSON.parse(vector.requestRaw) as Message | Message[])
  return [sent ?? []]
    .flat()
    .flatMap(({ method, params = [] }: Message) =>
      isOurs(method) ? [{ source: vector.source, method, value: params }] : [],
    )
}

const resultsOf = (vector: Vector): Case[] => {
  if (vector.response === undefined || !('result' in vector.response)) return []
  const method = [vector.request ?? []].flat()[0]?.method
  return [
    {
      source: vector.source,
      method: isOurs(method) ? method : methodOf(vector),
      value: filled(vector.response.result),
    },
  ]
}

const count = files.reduce((sum, { vectors }) => sum + vectors, 0)

describe(`${count} vectors of test/vectors`, () => {
  const read = (name: string): Vector[] => JSON.parse(vectorText(name)) as Vector[]

  test.each(files)('$name: the validators accept what clients send, and refuse what is malformed', (file) => {
    const vectors = read(file.name)
    const cases = vectors.flatMap(paramsOf)
    expect([vectors.length, cases.length]).toEqual([file.vectors, file.params])
    const wrong = cases.filter(({ source, method, value }) => validateParams[method](value) === malformed.test(source))
    expect(wrong).toEqual([])
  })

  test.each(files)('$name: the validators accept what nodes answer', (file) => {
    const cases = read(file.name).flatMap(resultsOf)
    expect(cases.length).toBe(file.results)
    expect(cases.filter(({ method, value }) => !validateResult[method](value))).toEqual([])
  })
})
