import fc from 'fast-check'
import { readTraceContext, traceLines } from '../../../src/server/pipeline/trace-context.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const FINE = `00-${TRACE}-${SPAN}-01`

test.each<[string, string, boolean]>([
  ['sampled', FINE, true],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
  ['of flags that come after this version', `00-${TRACE}-${SPAN}-ff`, true],
  ['of a later version that says more', `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, true],
])('a traceparent %s is read', (_title, text, isSampled) => {
  expect(readTraceContext(text, undefined)).toEqual({ traceId: TRACE, parentId: SPAN, isSampled, state: undefined })
})

test.each([
  undefined,
  '',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
  `${FINE}, ${FINE}`,
  ` ${FINE}`,
  `${FINE}\r\nX-Evil: 1`,
])('%j is no traceparent', (text) => {
  expect(readTraceContext(text, 'a=1')).toBeUndefined()
})

test.each<[string | undefined, string | undefined]>([
  ['rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
  ['rojo=1 , ,\tcongo=2', 'rojo=1,congo=2'],
  ['fw529a3039@dt=FfD6', 'fw529a3039@dt=FfD6'],
  ['', undefined],
  ['Rojo=1', undefined],
  ['a=1\r\nX-Evil: 1', undefined],
  ['a=1=2', undefined],
  ['a', undefined],
  [Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(), undefined],
  [`a=${'1'.repeat(600)}`, undefined],
])('the tracestate %j is taken as %j; the trace is taken either way', (text, state) => {
  expect(readTraceContext(FINE, text)).toMatchObject({ traceId: TRACE, state })
})

test('whatever is in the headers, what is passed on is two header lines at most and reads as what was taken', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', '=', ',', ' ', '\r', '\n', '@') }),
  )
  fc.assert(
    fc.property(text, (state) => {
      const trace = readTraceContext(FINE, state)!
      const lines = traceLines(trace, 'b7ad6b7169203331').split('\r\n')
      expect(lines.pop()).toBe('')
      expect(lines[0]).toBe(`traceparent: 00-${TRACE}-b7ad6b7169203331-01`)
      expect(lines.slice(1)).toEqual(trace.state === undefined ? [] : [`tracestate: ${trace.state}`])
      expect(lines.join('')).not.toMatch(/[\r\n\0]/)
    }),
  )
})
