/**
 * `npm run bench:streams`: what subscriptions cost the gateway, and how late their events are.
 *
 * - Scale: ten thousand WebSockets of ten accounts, ten filters each, on a chain whose blocks have
 *   500 logs. CPU time of an event; the longest turn of the event loop; another account's calls,
 *   beside an idle gateway in the same run; what the node is asked for each block.
 * - Matching: a block's logs compared with as many filters in this process, nothing written.
 * - Delay: one client subscribes to the node and to the gateway, and compares when an event came.
 *
 * Linux only (/proc). The gateway runs on core 1, its clients and the node on core 0.
 * Options: --only scale,matching,delay  --sockets N  --blocks N  --main FILE
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureDelay } from './streams/delay.js'
import { measureMatching } from './streams/matching.js'
import { measureScale } from './streams/scale.js'
import { type Row, tableOf } from './table.js'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'scale,matching,delay' },
    sockets: { type: 'string', default: '10000' },
    blocks: { type: 'string', default: '15' },
    main: { type: 'string', default: 'dist/src/main.js' },
  },
})
const parts = options.only.split(',')
const sockets = Number(options.sockets)
const blocks = Number(options.blocks)
const folder = mkdtempSync(join(tmpdir(), 'tollgate-streams-'))
const setting = { folder, main: options.main, clientCore: 0, gatewayCore: cpus().length > 1 ? 1 : 0 }
const show = ({ columns, rows }: { columns: Row; rows: readonly Row[] }) => console.log(`${tableOf(columns, rows)}\n`)

console.log(`${cpus().length} cores, ${cpus()[0]?.model.trim()}; Node ${process.version}\n`)
try {
  if (parts.includes('matching')) show(measureMatching(sockets * 10))
  if (parts.includes('delay')) show(await measureDelay(setting))
  if (parts.includes('scale')) show(await measureScale(setting, sockets, blocks))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
