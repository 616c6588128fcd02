import { readFileSync } from 'node:fs'
import { emitClient } from '../../../scripts/generate/emit/client.js'
import { emitPythonClient } from '../../../scripts/generate/emit/client-python.js'
import { type WrittenContract, withCommonErrors } from '../../../src/contract/with-errors.js'

const contract = withCommonErrors(JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract)
const typescript = emitClient(contract).find(({ path }) => path.endsWith('/src/clients.ts'))!.content
const python = emitPythonClient(contract).find(({ path }) => path.endsWith('/clients.py'))!.content

/** The errors that the contract lists for a method. */
const listed = (name: string): string[] =>
  contract.methods.find((method) => method.name === name)!.errors!.map(({ $ref }) => $ref.split('/').at(-1)!)

/** The errors that a comment names, and those of every call. */
const named = (comment: string, common: readonly string[]): string[] => [
  ...comment.split(', ').filter((error) => !/those of every call/.test(error)),
  ...common,
]

describe.each(
  contract.methods
    .filter((method) => method['x-effect'] !== 'subscription')
    .map(({ name, 'x-family': family }) => [name, family] as const),
)('the hover of %s', (name, family) => {
  const word = family === 'evm' ? 'Evm' : 'Solana'

  test('names its errors in TypeScript, and links those of every call', () => {
    const union = new RegExp(`export type ${word}CallError = (.*)`).exec(typescript)![1]!
    const common = union.split(' | ').map((text) => text.slice(1, -1))
    const before = typescript.slice(0, typescript.search(new RegExp(`^  ${name}[<(]`, 'm')))
    const line = before.split('\n').findLast((text) => text.includes('* Errors  '))!
    expect(line).toContain(`those of every call ({@link ${word}CallError})`)
    expect(line).not.toContain('unauthorized')
    expect(named(line.replace(/.*Errors {2}/, ''), common).sort()).toEqual(listed(name).sort())
  })

  test('names its errors in Python, and those of every call in the class', () => {
    const body = python.slice(python.indexOf(`class ${word}Client(`))
    const common = /Errors of every call: (.*)/.exec(body)![1]!.split(', ')
    const line = /Errors: (.*)/.exec(body.slice(body.indexOf(`def ${name}(self`)))![1]!
    expect(line).toContain(`those of every call (:class:\`${word}Client\`)`)
    expect(named(line, common).sort()).toEqual(listed(name).sort())
  })
})
