import { jest } from '@jest/globals'
import { ChunkedBody } from '../../../src/wire/http/chunks.js'
import { FieldLine } from '../../../src/wire/http/field-line.js'
import { HeadScanner } from '../../../src/wire/http/server/head-scanner.js'

const LENGTH = 1_000
/** So often each byte may be read: a few bytes of a line are looked at more than once. */
const MAX_READS = 6

let reads = 0
beforeEach(() => {
  reads = 0
})
afterEach(() => jest.restoreAllMocks())

/** Counts each byte that is read by its index. */
const counted = (bytes: Buffer): Buffer =>
  new Proxy(bytes, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const long = 'a'.repeat(LENGTH)

test.each([
  ['method', `${long} / HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['target', `POST /${long} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['name', `POST / HTTP/1.1\r\nHost: a\r\n${long}: 1\r\n\r\n`],
  ['value', `POST / HTTP/1.1\r\nHost: a\r\nName: ${long}\r\n\r\n`],
  ['blanks', `POST / HTTP/1.1\r\nHost: a\r\nName:${' '.repeat(LENGTH)}\r\n\r\n`],
])('a head that comes byte by byte is scanned once, however long its %s', (_, text) => {
  const bytes = counted(Buffer.from(text))
  const [whole, scanner] = [new HeadScanner(), new HeadScanner()]
  expect(whole.scan(Buffer.from(text), text.length)).toBe('done')
  for (let end = 1; end < text.length; end++) expect(scanner.scan(bytes, end)).toBe('more')
  expect(scanner.scan(bytes, text.length)).toBe('done')
  expect(scanner).toEqual(whole)
  expect(reads).toBeLessThan(MAX_READS * text.length)
})

test('a trailer that comes byte by byte is scanned once, and copied little more often', () => {
  const { read } = FieldLine.prototype
  jest.spyOn(FieldLine.prototype, 'read').mockImplementation(function (this: FieldLine, bytes, at, end) {
    return read.call(this, counted(bytes), at, end)
  })
  let copied = 0
  const { concat } = Buffer
  jest.spyOn(Buffer, 'concat').mockImplementation((list) => {
    const joined = concat(list)
    copied += joined.length
    return joined
  })
  const { copy } = Buffer.prototype
  jest.spyOn(Buffer.prototype, 'copy').mockImplementation(function (this: Buffer, ...range) {
    const length = copy.apply(this, range)
    copied += length
    return length
  })
  const text = `0\r\nName: ${long}\r\nOther: ${long}\r\n\r\n`
  const body = new ChunkedBody({ maxSizeDigits: 7, maxSizeLineBytes: 256 })
  body.begin(16_384, 128)
  for (const byte of Buffer.from(text)) expect(body.read(Buffer.from([byte]), 0, 1, { take: () => {} })).toBe(1)
  expect(body.isDone).toBe(true)
  expect(reads).toBeLessThan(MAX_READS * text.length)
  expect(copied).toBeLessThan(MAX_READS * text.length)
})
