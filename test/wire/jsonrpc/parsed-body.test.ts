import fc from 'fast-check'
import { openBody } from '../../../src/wire/jsonrpc/open-body.js'
import { type ShapeTrouble, shapeTrouble } from '../../../src/wire/jsonrpc/parsed-body.js'
import { cpuMsOf } from '../../support/cpu-time.js'
import { runs } from '../../support/runs.js'

const LIMITS = { maxBatch: 100, maxDepth: 64 }
const MEGABYTE = 1_048_576

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

/** Finds the faults of a body in a slow and simple way. */
const troublesOf = (value: unknown, { maxBatch, maxDepth }: typeof LIMITS): ShapeTrouble[] => [
  ...(depthOf(value) > maxDepth ? ['nested_too_deep' as const] : []),
  ...(Array.isArray(value) && value.length > maxBatch ? ['batch_too_large' as const] : []),
]

/** Returns `open`, as many units as fit into a megabyte, and `close`. */
const filled = (open: string, unit: (index: number) => string, close = ''): string => {
  const parts: string[] = []
  let length = open.length
  for (let index = 0; length < MEGABYTE - 40; index++) {
    parts.push(unit(index))
    length += parts[index]!.length + 1
  }
  return open + parts.join(',') + close
}
/** An array in an array, as deep as a param may be. */
const nested = '['.repeat(60) + ']'.repeat(60)
const call = '{"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":['

describe('the shape of a body', () => {
  const text = fc.oneof(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', 'a') }), fc.string())
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'large', maxDepth: 7 },
      fc.oneof(text, fc.integer(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 6 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }))

  test('is what JSON.parse finds, wherever brackets, commas and quotes stand', () => {
    fc.assert(
      fc.property(value, fc.constantFrom('', ' ', '\n\t'), fc.integer({ min: 1, max: 7 }), (json, space, max) => {
        const limits = { maxBatch: max, maxDepth: max }
        const troubles = troublesOf(JSON.parse(JSON.stringify(json)), limits)
        const found = shapeTrouble(Buffer.from(space + JSON.stringify(json, undefined, space)), limits)
        expect(found === undefined ? troubles : troubles.includes(found)).toEqual(found === undefined ? [] : true)
      }),
      runs(2_000),
    )
  })

  test('is never misread so far that anything but a refusal comes of what is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', '{', '}', ']', ',', ':', '"', '\\', '1') }), (broken) => {
        const opened = openBody(Buffer.from(broken), { maxBatch: 3, maxDepth: 3 })

        if (!canParse(broken)) expect(opened).toHaveProperty('error')
      }),
      runs(2_000),
    )
  })

  test.each([
    ['nested_too_deep', '['.repeat(MEGABYTE), { maxDepth: 64 }],
    ['nested_too_deep', `${'['.repeat(65)}${']'.repeat(65)}`, { maxDepth: 64 }],
    ['batch_too_large', filled('[', (index) => `{"k${index}":0}`, ']'), { maxBatch: 100 }],
    ['too_many_members', filled('{', (index) => `"k${index}":0`, '}'), {}],
    ['too_many_members', filled(call, (index) => `{"k${index}":0}`, ']}'), {}],
    ['too_many_members', filled(call, () => '[]', ']}'), {}],
    ['too_many_members', filled(call, () => nested, ']}'), {}],
    ['too_many_members', filled(call, () => '0', ']}'), {}],
    ['too_many_members', `${call}${Array(25_002).fill('""').join(',')}]}`, {}],
  ])('is refused as %s', (reason, body, bound) => {
    expect(openBody(Buffer.from(body), LIMITS)).toMatchObject({
      name: 'invalid-request',
      error: { code: -32600, data: { reason, ...bound } },
    })
  })

  test.each([
    ['brackets that nobody closes', '['.repeat(65)],
    ['too many members of a batch, and no end', `[${'1,'.repeat(101)}`],
    ['brackets of another kind at the end', `${'['.repeat(4_000)}}`],
  ])('does not hide that a short body is no JSON: %s', (_what, body) => {
    expect(openBody(Buffer.from(body), LIMITS)).toMatchObject({ name: 'parse-error' })
    expect(openBody(body, LIMITS)).toMatchObject({ name: 'parse-error' })
  })

  test('of a long body is judged before it is parsed', () => {
    expect(openBody(Buffer.from('['.repeat(4_097)), LIMITS)).toMatchObject({ name: 'invalid-request' })
  })

  test('lets bodies through that are as large as they may be', () => {
    const members = Array.from({ length: 9_990 }, (_, index) => `"k${index}":0`).join(',')
    for (const body of [
      `[${Array(100).fill('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}').join(', ')}]`,
      `${call}${'['.repeat(62)}${']'.repeat(62)}]}`,
      `${call}{${members}}]}`,
      filled(call, () => `"0x${'ab'.repeat(20)}"`, ']}'),
    ]) {
      expect(openBody(Buffer.from(body), LIMITS)).toHaveProperty('members')
    }
  })

  test('bounds what any body of a megabyte costs to about as much as a plain one', () => {
    const spent = (body: string) => {
      const bytes = Buffer.from(body)
      return Math.min(...Array.from({ length: 7 }, () => cpuMsOf(() => void openBody(bytes, LIMITS))))
    }
    const plainMs = spent(filled(call, () => `"0x${'ab'.repeat(20)}"`, ']}'))
    for (const body of [
      '['.repeat(MEGABYTE),
      '['.repeat(MEGABYTE / 2) + ']'.repeat(MEGABYTE / 2),
      '{"a":'.repeat(MEGABYTE / 5),
      filled('[', (index) => `{"k${index}":0}`, ']'),
      filled('{', (index) => `"k${index}":0`, '}'),
      filled(call, (index) => `{"k${index}":0}`, ']}'),
      filled(call, () => '[]', ']}'),
      filled(call, () => nested, ']}'),
      filled(call, () => '0', ']}'),
      filled(call, () => 'null', ']}'),
      `${call}${' '.repeat(MEGABYTE)}]}`,
      `${call}${'1'.repeat(MEGABYTE)}]}`,
    ]) {
      expect(spent(body)).toBeLessThan(5 * plainMs + 10)
    }
  })
})

const canParse = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
