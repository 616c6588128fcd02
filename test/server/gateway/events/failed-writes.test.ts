import { RowsLost } from '../../../../src/server/credits/group-writer.js'
import { CallRecords } from '../../../../src/server/gateway/events/call-records.js'
import type { RecorderDeps } from '../../../../src/server/gateway/events/network-recorder.js'
import { ProcessRecorder } from '../../../../src/server/gateway/events/process-recorder.js'
import type { ServingStore } from '../../../../src/server/gateway/process-deps.js'
import type { Log } from '../../../../src/server/telemetry/log.js'
import { aCharge } from '../../../support/store-place.js'

const lines: object[] = []
const write = (fields: object, message: string) => void lines.push({ ...fields, message })
const log = { warn: write, error: write } as unknown as Log

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
  const recorder = new ProcessRecorder({ log, nowMs: () => 0 } as RecorderDeps)
  recorder.notSettled(new Error('hung'))
  recorder.notSettled(new RowsLost([aCharge({ calls: 0, credits: -7 }), aCharge({ credits: 0, errors: 1 })], 'full'))
  expect(lines).toEqual([
    { reason: 'away', message: 'last uses of keys not written' },
    { reason: 'hung', message: 'not everything was settled; the next start does it' },
    {
      reason: 'rows of usage that the store did not take: 2; they refund 7 credits (full)',
      message: 'usage is lost with this process',
    },
  ])
})
