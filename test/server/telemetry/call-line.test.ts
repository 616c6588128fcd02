import { Writable } from 'node:stream'
import fc from 'fast-check'
import { pino } from 'pino'
import type { Observation } from '../../../src/server/pipeline/stages/observe.js'
import { callLine } from '../../../src/server/telemetry/log.js'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\n', '\u2028', '\u007f', ''),
)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const observation: fc.Arbitrary<Observation> = fc.record({
  requestId: text,
  source: text,
  traceId: maybe(text),
  status: maybe(fc.nat()),
  transport: fc.constantFrom('http' as const, 'websocket' as const),
  network: text,
  method: text,
  unknownMethod: maybe(text),
  keyId: maybe(text),
  accountId: maybe(text),
  outcome: fc.constantFrom('ok' as const, 'node_error' as const, 'cancelled' as const, 'no-upstream' as const),
  errorCode: maybe(fc.integer()),
  servedBy: fc.constantFrom('upstream' as const, 'cache' as const, 'partner' as const, 'nobody' as const),
  upstream: maybe(text),
  costCredits: fc.nat(),
  durationMs: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true })),
  upstreamMs: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e6, noNaN: true })),
  paramsBytes: maybe(fc.nat()),
  resultBytes: maybe(fc.nat()),
})

/** The log's members in their order, as the gateway says them. */
const ordered = (call: Observation): Observation => ({
  requestId: call.requestId,
  source: call.source,
  traceId: call.traceId,
  transport: call.transport,
  status: call.status,
  network: call.network,
  keyId: call.keyId,
  accountId: call.accountId,
  method: call.method,
  unknownMethod: call.unknownMethod,
  outcome: call.outcome,
  errorCode: call.errorCode,
  servedBy: call.servedBy,
  upstream: call.upstream,
  costCredits: call.costCredits,
  durationMs: call.durationMs,
  upstreamMs: call.upstreamMs,
  paramsBytes: call.paramsBytes,
  resultBytes: call.resultBytes,
})

test('a call\u2019s line means what pino would have written of it, whatever is in it', () => {
  let written = ''
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      written = chunk.toString('utf8')
      done()
    },
  })
  const formatters = { level: (level: string) => ({ level }) }
  const log = pino({ base: null, formatters, timestamp: () => ',"time":"now"' }, stream)
  fc.assert(
    fc.property(observation, (call) => {
      log.info(ordered(call), 'call')
      const line = callLine('{"level":"info","time":"now"', call)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(Object.entries(JSON.parse(line) as object)).toEqual(Object.entries(JSON.parse(written) as object))
    }),
    { numRuns: 500 },
  )
})
