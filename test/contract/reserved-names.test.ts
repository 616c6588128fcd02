import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { lintMethodNames, lintSchemaNames, reservedTypes } from '../../src/contract/lint/names.js'
import { createPlainAjv } from '../../src/contract/schemas.js'
import type { WrittenContract } from '../../src/contract/with-errors.js'
import { readContract } from './contract-copy.js'

const components = new Set(Object.keys(readContract().components.schemas))

/** The parts of a TypeScript file that a test of a node finds. */
const nodesOf = <Node extends ts.Node>(path: string, isWanted: (node: ts.Node) => node is Node): readonly Node[] => {
  const found: Node[] = []
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true))
  return found
}

/** Names in a file that a component could have, without those of components and type parameters. */
const namesIn = (path: string): readonly string[] => {
  const parameters = new Set(nodesOf(path, ts.isTypeParameterDeclaration).map(({ name }) => name.text))
  const names = new Set(nodesOf(path, ts.isIdentifier).map(({ text }) => text))
  return [...names].filter((name) => /^[A-Z]/.test(name) && !parameters.has(name) && !components.has(name))
}

/** The names that a package exports beside its components. */
const exportsOf = (path: string): readonly string[] => nodesOf(path, ts.isExportSpecifier).map(({ name }) => name.text)

const mistakesOf = (rule: typeof lintSchemaNames, contract: object): string[] => {
  const found: string[] = []
  rule(contract as WrittenContract, (path, message) => found.push(`${path}: ${message}`), { ajv: createPlainAjv() })
  return found
}

describe('a component is not named', () => {
  test.each(['clients', 'methods', 'types'])('as what the module %s of a client has', (module) => {
    expect(namesIn(`generated/client/src/${module}.ts`).filter((name) => !reservedTypes.has(name))).toEqual([])
  })

  test('as what the types of the server have', () => {
    expect(namesIn('generated/types.ts').filter((name) => !reservedTypes.has(name))).toEqual([])
  })

  test('as what a client exports', () => {
    const exported = exportsOf('generated/client/src/index.ts').filter((name) => /^[A-Z]/.test(name))
    expect(exported.filter((name) => !reservedTypes.has(name) && !components.has(name))).toEqual([])
  })

  test('in openrpc.json with a small letter behind a digit, which its type would not have', () => {
    const components = { schemas: { Base64Text: {}, Base64text: {} } }
    expect(mistakesOf(lintSchemaNames, { components })).toEqual([
      '/components/schemas/Base64text: its type would be called Base64Text: write so',
    ])
  })
})

test('a method is not named as a member of the clients', () => {
  const members = nodesOf('src/tools/client/runtime/family-client.ts', ts.isMethodDeclaration).flatMap(({ name }) =>
    ts.isIdentifier(name) ? [name.text] : [],
  )
  expect(members).toContain('call')
  const methods = members.map((name) => ({ name, params: [] }))
  expect(mistakesOf(lintMethodNames, { methods })).toHaveLength(members.length)
})
