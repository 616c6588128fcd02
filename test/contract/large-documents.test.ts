import { jest } from '@jest/globals'
import fc from 'fast-check'
import type { Document } from '../../generated/document.js'
import { CompressedDocument } from '../../src/contract/served/compressed-document.js'
import { servedDocument } from '../../src/contract/served/served-document.js'
import { withCommonErrors } from '../../src/contract/with-errors.js'
import { DocsSite } from '../../src/server/docs/docs-site.js'
import { NetworkDocument } from '../../src/server/gateway/network-document.js'
import { turnsBeside } from '../support/turns-beside.js'
import { joined, shipped } from './shipped-contract.js'

const NEAR = { name: 'near', family: 'evm', safeTag: false } as const
const ACCOUNT = { dailyCredits: 3000, remaining: 2745, resetsAt: '2026-11-24T00:00:00.000Z' }
const URL = 'http://127.0.0.1:8545'

/** Built in and shipped, fresh: of a document that was served before, nothing is made any more. */
const freshDocument = () => withCommonErrors(joined(shipped('ethereum'))) as unknown as Document

test('what a contract of many methods is served as is made between the turns of others', async () => {
  const whole = freshDocument()
  const contract = new NetworkDocument(whole, NEAR)
  const asked = (async () => contract.forKey(URL, [], ACCOUNT))()
  const [turns, forKey, forAll] = await Promise.all([turnsBeside(asked), asked, contract.under(URL)])
  expect(turns).toBeGreaterThanOrEqual(4)
  const view = { network: NEAR, baseUrl: URL }
  expect(JSON.parse(Buffer.concat(forKey).toString())).toEqual(
    servedDocument(freshDocument(), { ...view, account: ACCOUNT }),
  )
  expect(JSON.parse(Buffer.concat(forAll.plain.pieces).toString())).toEqual(servedDocument(freshDocument(), view))
})

test('once it is made, a key is answered at once, whatever it may call', async () => {
  const contract = new NetworkDocument(freshDocument(), NEAR)
  await contract.under(URL)
  for (const allowed of [[], ['eth_call'], ['eth_chainId', 'eth_getBalance']]) {
    const pieces = contract.forKey(URL, allowed, ACCOUNT) as Buffer[]
    const before = new Set(contract.forKey(URL, allowed, { ...ACCOUNT, remaining: 1 }) as Buffer[])
    // A batch has a hundred of them.
    expect(Buffer.concat(pieces.filter((piece) => !before.has(piece))).length).toBeLessThan(1_000)
  }
})

test('under more addresses than a few it shares its bytes, and has an ETag for each', async () => {
  const contract = new NetworkDocument(freshDocument(), NEAR)
  for (let host = 0; host < 8; host++) await contract.under(`http://host-${host}`)
  const under = async (url: string) => (await contract.under(url)).plain
  const [one, again, other] = [await under('http://one'), await under('http://one'), await under('http://other')]
  const view = { network: NEAR, baseUrl: 'http://one' }
  expect(JSON.parse(Buffer.concat(one.pieces).toString())).toEqual(servedDocument(freshDocument(), view))
  const own = one.pieces.filter((piece) => !other.pieces.includes(piece))
  expect(Buffer.concat(own).length).toBeLessThan(1_000)
  expect([again.etag === one.etag, other.etag === one.etag]).toEqual([true, false])
})

test('an address that nobody asked for a minute makes room for another', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0)
  try {
    const contract = new NetworkDocument(freshDocument(), NEAR)
    const isCompressed = async (host: string) => (await contract.under(`http://${host}`)) instanceof CompressedDocument
    for (let invented = 0; invented < 8; invented++) expect(await isCompressed(`invented-${invented}`)).toBe(true)
    expect(await isCompressed('real')).toBe(false)
    clock.mockReturnValue(59_999)
    expect([await isCompressed('invented-0'), await isCompressed('real')]).toEqual([true, false])
    clock.mockReturnValue(60_000)
    expect(await isCompressed('real')).toBe(true)
    expect([await isCompressed('invented-0'), await isCompressed('real')]).toEqual([true, true])
  } finally {
    clock.mockRestore()
  }
})

test('its docs page is made in the same way, once for all who ask meanwhile', async () => {
  const network = { ...NEAR, safeTag: true }
  const served = servedDocument(freshDocument(), { network, baseUrl: URL })
  const site = new DocsSite({ networks: () => [network], document: () => served, baseUrl: () => URL })
  const page = site.find(network as never, undefined)!
  expect(site.find(network as never, undefined)).toBe(page)
  expect(await turnsBeside(Promise.resolve(page))).toBeGreaterThanOrEqual(4)
  const { document } = await page
  expect(String(document.plain.pieces).length).toBeGreaterThan(100_000)
})

/** The names of components of one kind that are referred to in a value. */
const referredTo = (kind: 'schemas' | 'errors', value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].flatMap(([, one, name]) =>
    one === kind ? [name!] : [],
  )
const withNames = (table: object, names: { has(name: string): boolean }) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.has(name)))

/** A served document without all but these methods, and without what only those refer to. */
const withMethods = (whole: Document, allowed: readonly string[]) => {
  const methods = whole.methods.filter(({ name }) => allowed.includes(name))
  const listed = new Set(referredTo('errors', whole.methods))
  const left = new Set(referredTo('errors', methods))
  const errors = withNames(whole.components.errors, { has: (name) => left.has(name) || !listed.has(name) })
  const rows = withNames(whole['x-errors'] as object, new Set(Object.keys(errors)))
  const used = new Set(referredTo('schemas', [methods, errors, rows]))
  for (const name of used) for (const inner of referredTo('schemas', whole.components.schemas[name])) used.add(inner)
  const components = { ...whole.components, schemas: withNames(whole.components.schemas, used), errors }
  return { ...whole, methods, components, 'x-errors': rows }
}

describe('the document of a key with a list of methods', () => {
  const whole = withCommonErrors(joined(shipped('ethereum'))) as unknown as Document
  const served = servedDocument(whole, { network: NEAR, baseUrl: URL, account: ACCOUNT })
  const names = served.methods.map(({ name }) => name)

  test('is that of its network without the other methods, and without what only those refer to', async () => {
    const contract = new NetworkDocument(whole, NEAR)
    await contract.under(URL)
    await fc.assert(
      fc.asyncProperty(fc.subarray(['eth_none', 'getBalance', ...names], { minLength: 1 }), async (allowed) => {
        const read = JSON.parse(Buffer.concat(await contract.forKey(URL, allowed, ACCOUNT)).toString())
        expect(read).toEqual(withMethods(served, allowed))
      }),
      { numRuns: 30 },
    )
  })

  test('is put together from parts that are written once, however many lists keys have', async () => {
    const contract = new NetworkDocument(whole, NEAR)
    await contract.under(URL)
    const written = jest.spyOn(JSON, 'stringify')
    try {
      let length = 0
      for (let times = 0; times < 2; times++)
        for (const left of names) {
          const pieces = contract.forKey(
            URL,
            names.filter((name) => name !== left),
            ACCOUNT,
          ) as Buffer[]
          length = Buffer.concat(pieces).length
        }
      const lengths = written.mock.results.map(({ value }) => String(value).length)
      expect(lengths.reduce((sum, one) => sum + one, 0)).toBeLessThan(2 * length)
    } finally {
      written.mockRestore()
    }
  })
})
