import { readFileSync } from 'node:fs'
import type { Document } from '../../generated/document.js'
import { document } from '../../generated/document.js'
import type { ErrorName } from '../../generated/errors.js'
import { type CompiledContract, methodsOf } from '../../src/contract/compiled-contract.js'
import type { MethodContract } from '../../src/contract/method-contract.js'
import { compileContract } from '../../src/contract/operator/compile.js'
import { mergeContracts } from '../../src/contract/operator/merge.js'
import { builtInContract, readShippedDocument } from '../../src/contract/operator/shipped-document.js'
import { validatorSource } from '../../src/contract/validator-source.js'
import { errorsOf, type PipelineDeps } from '../../src/server/gateway/pipeline.js'
import { filesBelow } from '../support/source-files.js'

/** A network on which every stage is needed that any network needs. */
const partsFor = ({ family }: MethodContract): PipelineDeps => {
  const stage = () => ({})
  return {
    network: { name: 'main', family, safeTag: false, recentBlocks: 128 },
    memory: { cacheOf: stage, coalesceOf: stage, sharedCacheOf: stage, blockNumberOf: stage },
    forwarding: { pool: { upstreams: [{ maxBlockRange: 1_000 }, {}] }, partner: {} },
  } as unknown as PipelineDeps
}

const shipped = (['ethereum', 'solana', 'ethereum-debug'] as const).map((name) => ({
  documentName: name,
  contract: readShippedDocument(`src/contract/shipped/${name}.openrpc.json`).contract,
}))

const listed = (contract: Pick<Document, 'methods'>, method: string): string[] => {
  const { errors } = contract.methods.find(({ name }) => name === method)!
  return errors.map((error) => ('$ref' in error ? String(error.$ref).split('/').at(-1)! : ''))
}

const sentOf = (row: MethodContract): ErrorName[] => [...errorsOf(row, partsFor(row))].sort()

describe('the errors of a method', () => {
  test.each(methodsOf(undefined).map((row) => [row.name, row] as const))(
    '%s: what its stages answer with is what it lists',
    (name, row) => {
      expect(listed(document, name).sort()).toEqual(sentOf(row))
    },
  )

  test('are those that its stages answer with in the shipped documents, too', () => {
    const compiled: CompiledContract = compileContract(
      mergeContracts(builtInContract, shipped).contract,
      validatorSource,
    )
    // Stateful methods are refused by one stage, whatever they list.
    const served = methodsOf(compiled).filter(({ effect }) => effect !== 'stateful')
    const wrong = served.flatMap((row) => {
      const [lists, sent] = [listed(compiled.document, row.name), sentOf(row)]
      const more = lists.filter((name) => !sent.includes(name as ErrorName))
      const missing = sent.filter((name) => !lists.includes(name))
      return more.length + missing.length === 0 ? [] : [{ method: row.name, effect: row.effect, more, missing }]
    })
    expect(wrong).toEqual([])
  })

  test('are collected from every declaration there is', () => {
    const files = filesBelow('src/server/pipeline')
    const found = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/const (\w+) = (?:\{ \w+: )?declareErrors\(/g)].map(([, name]) => name!),
    )
    const collected = readFileSync('src/server/gateway/pipeline.ts', 'utf8')
    expect(found.filter((name) => !new RegExp(`\\b${name}(\\.|\\[)`).test(collected))).toEqual([])
    expect(found.length).toBeGreaterThan(15)
  })
})
