import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Observation } from '../../../src/server/pipeline/stages/observe.js'
import { openLog } from '../../../src/server/telemetry/log.js'
import { temporaryFolder } from '../../support/started.js'

const folder = temporaryFolder()

test.each([
  [true, /^[\d:.]{12} info {2}started version=0\.1\.0\n$/],
  [false, /^\{"level":"info","time":"[^"]+","version":"0\.1\.0","msg":"started"\}\n$/],
])('a line is for people on a terminal (%s), else JSON', async (isTerminal, expected) => {
  const file = join(folder, `${isTerminal}`)
  const descriptor = openSync(file, 'w')
  try {
    const log = await openLog({ level: 'info', sample: 1 }, { isTerminal, descriptor })
    log.debug({}, 'not logged')
    log.info({ version: '0.1.0' }, 'started')
    await log.flush()
    expect(readFileSync(file, 'utf8').replaceAll(/\S\[\d+m/g, '')).toMatch(expected)
  } finally {
    closeSync(descriptor)
  }
})

test('the last flush writes the lines that came while others were being written', async () => {
  const file = join(folder, 'last')
  const descriptor = openSync(file, 'w')
  try {
    const log = await openLog({ level: 'info', sample: 1 }, { descriptor })
    log.info({ text: 'x'.repeat(10_000) }, 'long')
    log.info({}, 'last')
    await log.flush()
    expect(readFileSync(file, 'utf8')).toContain('"msg":"last"')
  } finally {
    closeSync(descriptor)
  }
})

test('of an account’s refused calls a thousand lines are written, of others all', async () => {
  const file = join(folder, 'calls')
  const descriptor = openSync(file, 'w')
  const callOf = (accountId: string, costCredits: number): Observation => ({
    requestId: '1',
    source: '192.0.2.1',
    traceId: undefined,
    transport: 'http',
    status: 200,
    network: 'main',
    method: 'eth_getLogs',
    unknownMethod: undefined,
    keyId: 'key_1',
    accountId,
    outcome: costCredits === 0 ? 'invalid-params' : 'ok',
    errorCode: undefined,
    servedBy: 'nobody',
    upstream: undefined,
    costCredits,
    durationMs: 1,
    upstreamMs: 0,
    paramsBytes: undefined,
    resultBytes: undefined,
  })
  try {
    const log = await openLog({ level: 'info', sample: 0.5 }, { descriptor })
    for (let count = 0; count < 1_500; count++) for (const cost of [0, 5]) log.call(callOf(`acc_${cost}`, cost))
    log.free('acc_0', {}, 'websocket opened')
    await log.flush()
    const lines = readFileSync(file, 'utf8')
    const linesWith = (text: string) => lines.split('\n').filter((line) => line.includes(text)).length
    expect(linesWith('"accountId":"acc_5"')).toBe(750)
    // One tells how many were left out. A slow machine lets some more in.
    expect(linesWith('"accountId":"acc_0"')).toBeGreaterThanOrEqual(1_001)
    expect(linesWith('"accountId":"acc_0"')).toBeLessThan(1_400)
    expect(linesWith('"msg":"lines left out"')).toBe(1)
  } finally {
    closeSync(descriptor)
  }
})
