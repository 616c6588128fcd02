import { CallRecords } from '../../../../src/server/gateway/events/call-records.js'
import type { RecorderDeps } from '../../../../src/server/gateway/events/network-recorder.js'
import { ProcessRecorder } from '../../../../src/server/gateway/events/process-recorder.js'
import type { ServingStore } from '../../../../src/server/gateway/process-deps.js'
import type { Log } from '../../../../src/server/telemetry/log.js'

const lines: object[] = []
const log = { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) } as unknown as Log

test('a log line about a write that failed has the reason, as other lines have', async () => {
  const store = { recordKeyUses: () => Promise.reject(new Error('away')) } as unknown as ServingStore['usage']
  const ports = {
    nowMs: () => 0,
    randomBytes: Buffer.alloc,
    afterTurn: (action: () => void) => void setImmediate(action),
  }
  const records = new CallRecords(store, ports, log)
  records.keyUses.record('key_1')
  await records.flush()
  new ProcessRecorder({ log, nowMs: () => 0 } as RecorderDeps).notSettled(new Error('hung'))
  expect(lines).toEqual([
    { reason: 'away', message: 'last uses of keys not written' },
    { reason: 'hung', message: 'not everything was settled; the next start does it' },
  ])
})
