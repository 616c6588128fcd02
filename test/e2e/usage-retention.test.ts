import { join } from 'node:path'
import { dayOf } from '../../src/server/credits/day.js'
import { openSqlite } from '../../src/server/storage/open.js'
import { expectSoon } from '../support/expect-soon.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'
import { aCharge } from '../support/store-place.js'

const DAY_MS = 86_400_000

test('a gateway rolls old usage up when it starts; what the account used stays the same', async () => {
  const files = createServeFolder(serveConfig({ main: evmNetwork('http://127.0.0.1:1') }, 'usageDays: 120\n'))
  try {
    const { id: accountId } = await files.json('account', 'create', '--name', 'Ann', '--plan', 'core')
    const store = openSqlite(join(files.folder, 'tollgate.db'), { clock: Date.now })
    const nowMs = Date.now()
    const day = (ago: number) => dayOf(nowMs - ago * DAY_MS)
    for (const ago of [130, 100, 2, 1])
      await store.usage.write([1, 2].map((hour) => aCharge({ accountId, day: day(ago), hour })))
    store.close()
    const gateway = await startServe(files.configFile)
    const names = async () => {
      const used = await files.json('usage', '--account', accountId, '--from', day(150), '--by', 'hour')
      return used.rows.map(({ hour }: { hour: string }) => hour)
    }
    const wanted = [day(100), ...[2, 1].flatMap((ago) => [`${day(ago)}T01`, `${day(ago)}T02`])]
    try {
      await expectSoon(names, wanted, 10_000)
      expect(await files.json('usage', '--account', accountId, '--from', day(120))).toMatchObject({ credits: 6 * 255 })
    } finally {
      await gateway.stop()
    }
  } finally {
    files.remove()
  }
})
