import { valueAt } from '../../../src/contract/json-pointer.js'
import { ErrorCache } from '../../../src/wire/jsonrpc/declared-errors.js'
import { errorText } from '../../../src/wire/jsonrpc/error-object.js'
import { errorOf } from '../../../src/wire/jsonrpc/reply.js'

const detail = (message: string, path = '/0') => ({ message, data: { path, keyword: 'type', expected: 'A number.' } })

test('a repeated refusal is one error with one text, and a reply of its own', () => {
  const refusals = new ErrorCache('invalid-params')
  const first = refusals.fail(detail('no'))
  const second = refusals.fail(detail('no'))
  expect(second).toEqual(first)
  expect(second).not.toBe(first)
  expect(second.error).toBe(first.error)
})

test('what differs in message or data is another error, written as JSON writes it', () => {
  const refusals = new ErrorCache('invalid-params')
  for (const told of [
    detail('no'),
    detail('né "1"'),
    detail('no', '/1'),
    detail('no', '/0'),
    detail('no'.repeat(400)),
  ]) {
    const failure = refusals.fail(told)
    const error = errorOf('invalid-params', told.data, undefined, told.message)
    expect({ ...failure.error }).toEqual(error)
    expect(Buffer.from(errorText(failure.error), 'latin1').toString()).toBe(JSON.stringify(error))
  }
})

test('a refusal of long texts is not kept', () => {
  const refusals = new ErrorCache('invalid-params')
  const long = detail('x'.repeat(513))
  expect(refusals.fail(long).error).not.toBe(refusals.fail(long).error)
})

test('a JSON pointer leads through escaped names and empty ones', () => {
  const value = { 'a/b': { 'c~d': [7] }, '': { '': 8 } }
  expect(valueAt(value, '/a~1b/c~0d/0')).toBe(7)
  expect(valueAt(value, '//')).toBe(8)
  expect(valueAt(value, '')).toBe(value)
  expect(valueAt(value, '/a/b')).toBeUndefined()
})
