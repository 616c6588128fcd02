import fc from 'fast-check'
import { memberSpans, readNotification } from '../../../src/wire/json/node-notification.js'

const [OPEN, CLOSE] = ['{', '}']
const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/)
/** A JSON text of an object with these members, in any order, with white space and escaped keys. */
const objectText = (members: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  fc
    .record({
      values: fc.record(members),
      order: fc.shuffledSubarray(Object.keys(members), { minLength: Object.keys(members).length }),
      gap: space,
      isEscaped: fc.boolean(),
    })
    .map(({ values, order, gap, isEscaped }) => {
      const texts = order.map((name) => {
        const first = name.charCodeAt(0).toString(16).padStart(4, '0')
        const key = isEscaped ? `"\\u${first}${name.slice(1)}"` : JSON.stringify(name)
        return `${gap}${key}${gap}:${gap}${values[name]}${gap}`
      })
      return `${gap}${OPEN}${texts.join(',')}${CLOSE}`
    })
const valueText = fc.json({ depthSize: 'small' })

test('finds the id and the bytes of the event of any notification', () => {
  const notification = fc
    .tuple(
      fc.oneof(fc.nat(), fc.string()).map((id) => JSON.stringify(id)),
      valueText,
    )
    .chain(([id, result]) =>
      fc.record({
        id: fc.constant(id),
        result: fc.constant(result),
        text: objectText({
          jsonrpc: fc.constant('"2.0"'),
          method: fc.constant('"x"'),
          params: objectText({
            subscription: fc.constant(id),
            result: fc.constant(result),
            more: valueText,
          }),
        }),
      }),
    )
  fc.assert(
    fc.property(notification, ({ id, result, text }) => {
      const bytes = Buffer.from(text)
      const found = readNotification(bytes)!
      expect(Buffer.from(found.subscription, 'latin1').toString('utf8')).toBe(id)
      expect(bytes.toString('utf8', found.result.start, found.result.end)).toBe(result)
    }),
  )
})

test.each([
  ['no params', '{"jsonrpc":"2.0","method":"x"}'],
  ['an array of params', '{"params":[1]}'],
  ['no id', '{"params":{"result":1}}'],
  ['no event', '{"params":{"subscription":1}}'],
  ['two events', '{"params":{"subscription":1,"result":1,"r\\u0065sult":2}}'],
  ['two params', '{"params":{"subscription":1,"result":1},"params":{}}'],
])('with %s it is no notification', (_, text) => {
  expect(readNotification(Buffer.from(text))).toBeUndefined()
})

test('finds the members of any object as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'ä'), fc.jsonValue()), (object) => {
      const bytes = Buffer.from(` ${JSON.stringify(object, undefined, 1)}`)
      const found = memberSpans(bytes, 0, ['a', 'c', 'x'])!
      const values = Object.entries(found).map(([name, { start, end }]) => [
        name,
        JSON.parse(bytes.toString('utf8', start, end)),
      ])
      const { a, c } = JSON.parse(JSON.stringify(object)) as Record<string, unknown>
      expect(Object.fromEntries(values)).toEqual({ ...(a !== undefined && { a }), ...(c !== undefined && { c }) })
    }),
  )
})
