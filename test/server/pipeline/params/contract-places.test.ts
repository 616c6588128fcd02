import { refusedPlaceFinder } from '../../../../src/server/pipeline/params/contract-places.js'

const ALLOWED = `0x${'5f'.repeat(20)}`
const OTHER = `0x${'60'.repeat(20)}`
const others = Array.from({ length: 1000 }, (_, index) => `0x${String(index).padStart(40, '0')}`)

const judge = refusedPlaceFinder({ addresses: ['/0/to', '/1/list'], beside: ['/0/data', '/2/tag', '/3'] })
const call = { to: ALLOWED, data: '0x' }
const list = { list: [ALLOWED] }

test.each<[string, unknown[], string | undefined]>([
  ['what is declared', [call, list, { tag: 1 }, { any: [OTHER] }], undefined],
  [
    'null in the place of what is not declared',
    [{ ...call, more: null }, list, { more: undefined }, null, null],
    undefined,
  ],
  ['another address', [{ ...call, to: OTHER }, list], '/0/to'],
  ['an address that is none', [{ ...call, to: { toLowerCase: ALLOWED } }, list], '/0/to'],
  ['no address', [{}, list], '/0/to'],
  ['no params', [], '/0/to'],
  ['a text in the place of an object', [ALLOWED, list], '/0/to'],
  ['another address in a list', [call, { list: [ALLOWED, OTHER] }], '/1/list'],
  ['a list in a list', [call, { list: [[ALLOWED]] }], '/1/list'],
  ['an empty list', [call, { list: [] }], '/1/list'],
  ['another member beside an address', [{ ...call, code: '0x' }, list], '/0/code'],
  ['another member where no address stands', [call, list, { tag: 1, more: 1 }], '/2/more'],
  ['a further parameter', [call, list, null, null, false], '/4'],
  ['a name that objects have by themselves', [JSON.parse(`{"to":"${ALLOWED}","__proto__":1}`), list], '/0/__proto__'],
  ['a name that is no step of a pointer', [{ ...call, 'a/b~c': 1 }, list], '/0/a~1b~0c'],
])('%s', (_what, params, expected) => {
  expect(judge(params, [ALLOWED])).toBe(expected)
  expect(judge(params, [...others, ALLOWED])).toBe(expected)
})
