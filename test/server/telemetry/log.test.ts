import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
