import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { lintOwn } from '../../scripts/generate/lint-own.js'
import { mutations } from '../../scripts/mutations/apply.js'
import { type Loose, storage } from '../../scripts/mutations/mutation.js'
import { mistakeLine, readContract as readText } from '../../src/contract/read.js'
import { runs, sampleOf } from '../support/runs.js'
import { readContract } from './contract-copy.js'
import { joined, shippedNames } from './shipped-contract.js'

const linesOf = (text: string): string[] => {
  const reading = readText(text, 'spec.json', undefined, lintOwn)
  return 'mistakes' in reading ? reading.mistakes.map(mistakeLine) : []
}

describe('the lint of the contract', () => {
  test('finds nothing in openrpc.json', () => {
    expect(lintOwn(readContract())).toEqual([])
  })

  test.each(sampleOf(mutations, 20))('judges $what, with its place', ({ apply }) => {
    expect(apply().problem).toBeUndefined()
  })

  test('knows more than 100 kinds of mistakes', () => {
    expect(mutations.length).toBeGreaterThan(100)
  })

  test.each(shippedNames)('finds nothing in the shipped contract of %s', (name) => {
    const base = joined({ methods: [], components: { schemas: {}, errors: {} } })
    const reading = readText(readFileSync(`src/contract/shipped/${name}.openrpc.json`, 'utf8'), name, base)
    expect('mistakes' in reading ? reading.mistakes.map(mistakeLine) : []).toEqual([])
  })

  test('refuses code and other schemas under the names of our own in a document of an operator', () => {
    const base = readContract()
    const hash = { title: 'Hash32', description: 'Another hash.', type: 'string', pattern: '^[0-9a-f]{64}$' }
    const document: Loose = {
      openrpc: '1.3.2',
      info: { title: 'Own', version: '1.0.0' },
      methods: [{ ...base.methods[storage] }],
    }
    expect(readText(JSON.stringify(document), 'own.json', base)).toHaveProperty('contract')
    document.methods[0]['x-handler'] = true
    document.components = { schemas: { Hash32: hash } }
    const reading = readText(JSON.stringify(document, null, 2), 'own.json', base)
    const lines = 'mistakes' in reading ? reading.mistakes.map(mistakeLine) : []
    expect(lines).toEqual([
      expect.stringMatching(/^own\.json:\d+:\d+ \/methods\/0\/x-handler: only the methods of the gateway itself/),
      expect.stringMatching(/^own\.json:\d+:\d+ \/components\/schemas\/Hash32: the gateway's own contract has another/),
    ])
  })

  test('names the place of each part that the meta-schema does not require', () => {
    const document: Loose = readContract()
    const [first, second] = document.methods
    delete first.result
    second.params[0] = { $ref: '#/components/contentDescriptors/x' }
    document.components.schemas.Hash32 = true
    expect(linesOf(JSON.stringify(document, null, 2))).toEqual([
      expect.stringMatching(/^spec.json:\d{2,}:\d+ \/methods\/0: eth_\w+ needs a result with a schema$/),
      expect.stringMatching(
        /^spec.json:\d{2,}:\d+ \/methods\/1\/params\/0: a parameter of eth_\w+ must be written here: only schemas and errors may be references$/,
      ),
      expect.stringMatching(/^spec.json:\d{2,}:\d+ \/components\/schemas\/Hash32: Hash32 must be an object, not true$/),
    ])
  })

  test.each<[string, (document: Loose) => void, RegExp[]]>([
    [
      'a method that stands twice',
      ({ methods }) => methods.push(methods[0]),
      [/^spec.json:1:\d+ \/methods\/0\/name: \w+ stands twice$/, / \/methods\/\d+\/name: \w+ stands twice$/],
    ],
    [
      'a property that is null',
      ({ components }) => {
        components.schemas.ResumePoint.properties.blockHash = null
      },
      [/ResumePoint\/properties\/blockHash: should be object/, /ResumePoint\/properties\/blockHash: should be boolean/],
    ],
    [
      'a missing version',
      ({ info }) => {
        delete info.version
      },
      [/ \/info: needs a version as semver writes it: 1.2.3$/],
    ],
  ])('says nothing about %s beside what names it', (_what, change, lines) => {
    const document: Loose = readContract()
    change(document)
    expect(linesOf(JSON.stringify(document))).toEqual(lines.map((line) => expect.stringMatching(line)))
  })

  test('reports mistakes of several rules at once', () => {
    const document: Loose = readContract()
    delete document.methods[0]['x-credits']
    document.methods[storage].examples[0].params[1].value = 7
    document.components.errors['too-many-parameters'].message = 'too many requests'
    const paths = lintOwn(document).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/methods/0',
        `/methods/${storage}/examples/0/params/1/value`,
        '/components/errors/too-many-parameters/message',
      ]),
    )
  })

  test('leaves a throttle free to say what clients may retry', () => {
    const document: Loose = readContract()
    document.components.errors['throttled-evm'].message = 'rate limit exceeded'
    expect(lintOwn(document)).toEqual([])
  })

  test.each([
    ['{\n  "openrpc": "1.3.2",\n  oops\n}', /^spec\.json:3:3: is not JSON/],
    ['{\n  "openrpc": "1.3.2"\n', /^spec\.json:3:1: is not JSON/],
    ['', /^spec\.json:1:1: is not JSON/],
    ['[1,\n [true, nul]]', /^spec\.json:2:9: is not JSON/],
    ['{"a": {"b": [1, 2,]}}', /^spec\.json:1:19: is not JSON/],
    ['{"a": 1, "b" 2}', /^spec\.json:1:14: is not JSON/],
    ['{"a": "line\nbreak"}', /^spec\.json:1:7: is not JSON/],
    ['{"a": 01}', /^spec\.json:1:7: is not JSON/],
    ['{} {}', /^spec\.json:1:4: is not JSON/],
    ['{"a": [1}', /^spec\.json:1:9: is not JSON/],
  ])('names line and column of text that is not JSON: %j', (text, expected) => {
    expect(linesOf(text)).toEqual([expect.stringMatching(expected)])
  })
})

describe('the lint of any document', () => {
  /** The places of a document, as lists of keys. */
  const placesIn = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => [[...at, key], ...placesIn(member, [...at, key])])
      : []
  const places = placesIn(readContract())

  test('names an alternative of an error’s data that is no schema', () => {
    const document: Loose = readContract()
    document['x-errors']['too-many-results'].data = { oneOf: [null] }
    expect(lintOwn(document)).toContainEqual({
      path: '/x-errors/too-many-results/data/oneOf/0',
      message: 'must be object,boolean',
    })
  })

  test('never throws, whatever stands at whatever place', () => {
    const values = fc.constantFrom(
      null,
      0,
      -1,
      'x',
      [],
      {},
      true,
      [null],
      { a: null },
      { $ref: '#/components/schemas/Log' },
    )
    const place = fc.tuple(fc.constantFrom(...places), fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(place, values, ([path, depth], value) => {
        const document: Loose = readContract()
        const [last = '', ...above] = path.slice(0, depth).reverse()
        above.reduceRight((inner, key) => inner[key], document)[last] = value
        expect(Array.isArray(lintOwn(document))).toBe(true)
      }),
      runs(60),
    )
  })
})
