import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { loadShippedValidators, methodsOf } from '../../src/contract/compiled-contract.js'
import type { MethodValidators } from '../../src/contract/method-contract.js'
import { compileContract } from '../../src/contract/operator/compile.js'
import { mergeContracts } from '../../src/contract/operator/merge.js'
import { builtInContract, readShippedDocument } from '../../src/contract/operator/shipped-document.js'
import { shippedFile, shippedNames } from '../../src/contract/operator/shipped-files.js'
import { validatorSource } from '../../src/contract/validator-source.js'

const paths = shippedNames.map((name) => shippedFile(name)!)
const parts = paths.map((path) => ({ documentName: path, contract: readShippedDocument(path).contract }))
const { contract } = mergeContracts(builtInContract, parts)

describe('the validators that come with the gateway', () => {
  const made = loadShippedValidators()
  const compiled = methodsOf(compileContract(contract, validatorSource))
  const own = compiled.filter(({ name }) => made.validators[name] !== undefined)

  test('are there for every method of the shipped documents', () => {
    const names = parts.flatMap((part) => part.contract.methods.map(({ name }) => name))
    expect(Object.keys(made.validators).sort()).toEqual([...new Set(names)].sort())
    expect(own.length).toBeGreaterThan(50)
  })

  test('say of any value what those say that are made when the gateway starts', () => {
    const examples = contract.methods.flatMap(({ examples }) =>
      examples.flatMap(({ params, result }) => [params.map(({ value }) => value), result.value]),
    )
    const value = fc.oneof(fc.constantFrom(...examples), fc.array(fc.jsonValue(), { maxLength: 3 }))
    const kinds = ['validateParams', 'validateResult', 'validateStructure'] as const
    fc.assert(
      fc.property(fc.constantFrom(...own), fc.constantFrom(...kinds), value, (method, kind, given) => {
        const [mine, theirs]: MethodValidators[] = [made.validators[method.name]!, method]
        expect([mine![kind](given), mine![kind].errors]).toEqual([theirs![kind](given), theirs![kind].errors])
      }),
      { numRuns: 300 },
    )
  })

  test.each(['dist/built/shipped-validators.cjs', 'generated/config-validator.cjs'])(
    'are ASCII, so that V8 keeps one byte for each character: %s',
    (path) => {
      expect(readFileSync(path, 'utf8').match(/[^\0-\x7F]/g)).toBeNull()
    },
  )

  test('leave nothing to be made at the start', () => {
    const makeValidators = () => {
      throw new Error('validators are made')
    }
    const prepared = compileContract(contract, makeValidators, new Set(Object.keys(made.validators)))
    // Built-in methods have separate validators, even if a shipped document has the methods too.
    const builtIn = new Set(builtInContract.methods.map(({ name }) => name))
    expect(prepared.shipped).toHaveLength(own.filter(({ name }) => !builtIn.has(name)).length)
    expect(prepared.validators.length).toBeLessThan(100)
  })
})
