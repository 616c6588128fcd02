import { readFileSync } from 'node:fs'
import { readAdmin } from '../../scripts/generate/lint-admin.js'
import type { Loose } from '../../scripts/mutations/mutation.js'
import { mistakeLine } from '../../src/contract/read.js'
import type { Operations } from '../../src/server/admin/methods.js'
import type { OperationDeps } from '../../src/server/admin/operation-deps.js'
import { sampleOf } from '../support/runs.js'
import { readContract } from './contract-copy.js'

const FILE = 'src/server/admin/openrpc.admin.json'
const text = readFileSync(FILE, 'utf8')

const linesOf = (changed: string): string[] => {
  const reading = readAdmin(changed, FILE, readContract())
  return 'mistakes' in reading ? reading.mistakes.map(mistakeLine) : []
}

test("the admin API's document has no mistake", () => {
  expect(linesOf(text)).toEqual([])
})

const mistakes: readonly [string, (document: Loose) => void, RegExp][] = [
  [
    'a code of the public API with another meaning',
    (d) => (d.components.errors.notFound.code = -33404),
    /-33404 is the code of not-found in openrpc.json/,
  ],
  [
    'a code twice',
    (d) => (d.components.errors.off.code = -34401),
    /\/components\/errors\/off\/code: -34401 is the code of unauthorized already/,
  ],
  ['an error without status', (d) => delete d['x-errors'].refused, /refused needs a row with httpStatus/],
  [
    'a row without error',
    (d) => (d['x-errors'].gone = { httpStatus: 410 }),
    /\/x-errors\/gone: gone is not in components/,
  ],
  ['a method twice', (d) => d.methods.push(structuredClone(d.methods[1])), /account\.list stands twice|unique/],
  [
    'params by position',
    (d) => (d.methods[0].paramStructure = 'by-position'),
    /\/methods\/0\/paramStructure: must be by-name/,
  ],
  [
    'a parameter twice',
    (d) => (d.methods[0].params[1].name = 'name'),
    /\/methods\/0\/params\/1\/name: name stands twice/,
  ],
  ['a parameter without help', (d) => delete d.methods[0].params[0].summary, /\/methods\/0\/params\/0: has no summary/],
  ['a value that the help cannot name', (d) => delete d.methods[0].params[0]['x-cli'], /needs x-cli with value/],
  [
    'a misspelt member of x-cli',
    (d) => (d.methods[0].params[0]['x-cli'] = { valeu: 'N' }),
    /x-cli: must NOT have additional properties valeu/,
  ],
  [
    'a method of which the audit log does not know whether it changes something',
    (d) => delete d.methods[0]['x-changes'],
    /\/methods\/0: needs x-changes/,
  ],
  [
    'a method that changes what the audit log cannot name',
    (d) => (d.methods[0]['x-changes'] = true),
    /\/methods\/0\/x-changes: must be equal to one of the allowed values/,
  ],
  [
    "a holder's parameter that is none",
    (d) => (d.methods[2]['x-holder'] = { account: 'acount' }),
    /\/methods\/2\/x-holder: acount is no parameter of account\.show/,
  ],
  [
    "a misspelt member of a holder's rule",
    (d) => (d.methods[2]['x-holder'] = { acount: 'id' }),
    /\/methods\/2\/x-holder: must NOT have additional properties acount/,
  ],
  [
    'an extension of the public API',
    (d) => (d.methods[0]['x-credits'] = 5),
    /x-credits is no extension of the admin API/,
  ],
  [
    'an alternative that is no parameter',
    (d) => (d.methods.find((m: Loose) => m.name === 'usage')['x-cli'].alternatives[0] = ['dai']),
    /dai is no parameter of usage/,
  ],
  ['params that cannot be wrong', (d) => (d.methods[0].errors = []), /\/methods\/0\/errors: params can be wrong/],
  [
    'a dangling reference',
    (d) => (d.methods[0].result.schema.$ref = '#/components/schemas/Acount'),
    /Acount leads nowhere/,
  ],
  [
    'a component that nothing uses',
    (d) => (d.components.schemas.Extra = { title: 'Extra', type: 'string' }),
    /nothing refers to Extra/,
  ],
  [
    'a misspelt keyword',
    (d) => (d.components.schemas.Credits.minimun = 1),
    /\/components\/schemas\/Credits\/minimun: minimun is not a keyword/,
  ],
  [
    'a title that is not the name',
    (d) => (d.components.schemas.Credits.title = 'Credit'),
    /its title must be its name, Credits/,
  ],
  ['a pattern that backtracks', (d) => (d.components.schemas.Name.pattern = '^(a+)+$'), /backtracks/],
  ['an unknown member of a method', (d) => (d.methods[0].prams = []), /additional properties: prams/],
]

test.each(sampleOf(mistakes))('is refused with %s', (_, make, line) => {
  const document = JSON.parse(text)
  make(document)
  const lines = linesOf(JSON.stringify(document, null, 2))
  expect(lines.join('\n')).toMatch(line)
  for (const found of lines) expect(found).toMatch(/^src\/server\/admin\/openrpc\.admin\.json:\d+:\d+/)
})

test('is refused with a key that stands twice, at line and column of the second', () => {
  const twice = text.replace('"name": "account.list",', '"name": "account.list",\n      "name": "account.list",')
  const line = twice.slice(0, twice.lastIndexOf('"name": "account.list"')).split('\n').length
  expect(linesOf(twice)).toEqual([expect.stringContaining(`${FILE}:${line}:7 /methods/1/name: "name" stands twice`)])
})

test('operations with other params or results than the document says do not compile', () => {
  type Operation<Name extends 'account.show' | 'account.list' | 'key.create'> = Operations<OperationDeps, Name>[Name]
  const byAccount = (_: OperationDeps, params: { readonly account: string }) => Promise.reject(params)
  // @ts-expect-error: the document calls it id
  const params: Operation<'account.show'> = byAccount
  const named = async () => [{ name: 'Ann' }]
  // @ts-expect-error: an account has more than a name
  const results: Operation<'account.list'> = named
  const bare = async () => ({ id: 'key_1', key: 'tgk_1' })
  // @ts-expect-error: a new key is answered with its addresses
  const created: Operation<'key.create'> = bare
  // The compiler is what refuses them; that they are operations of the document is all that can be
  // seen here.
  expect([params, results, created]).toEqual([byAccount, named, bare])
})
