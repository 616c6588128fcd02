import { join } from 'node:path'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { post, STORAGE_CALL } from '../support/gateway.js'
import { runHere } from '../support/serve-process.js'
import { startWorkers } from '../support/workers.js'

const PRICE_CALLS = 40

test('a backup that is made under load is restored elsewhere with balances that agree, and the key works there', async () => {
  const workers = await startWorkers(1)
  const { folder, gateway } = workers
  try {
    const { key, account } = await folder.createKey('main')
    const call = () => post(httpUrl(gateway, 'main', key), STORAGE_CALL)
    const file = join(folder.folder, 'backup.db')
    const usage = () => folder.json('usage', '--account', account)
    for (let id = 0; id < PRICE_CALLS; id++) await call()
    await expectSoon(async () => (await usage()).calls, PRICE_CALLS, 20_000)
    let isOver = false
    const load = (async () => {
      while (!isOver) await call()
    })()
    await folder.json('store', 'backup', file)
    isOver = true
    await load
    expect(await folder.json('store', 'check')).toEqual({ differences: [] })

    const refused = await runHere('store', 'restore', file, '--config', folder.configFile)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('another gateway already serves from')])
    await gateway.stop()
    folder.save(workers.configText('').replace(/^store:.*$/m, 'store: sqlite:./restored.db'))
    const { rows } = await folder.json('store', 'restore', file)
    expect(rows).toMatchObject({ accounts: 1, keys: 1 })
    // One row for each hour.
    expect([1, 2]).toContain(rows.usage)
    expect(await folder.json('store', 'check')).toEqual({ differences: [] })
    const restored = await usage()
    expect([restored.calls >= PRICE_CALLS, restored.credits % restored.calls]).toEqual([true, 0])
    const target = `sqlite:${join(folder.folder, 'moved.db')}`
    const again = await runHere('store', 'migrate', `sqlite:${join(folder.folder, 'restored.db')}`, target)
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringContaining('Both sides have the same counts and sums.'),
    ])
    const bad = await runHere('store', 'migrate', 'mysql://x', target)
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('FROM must be sqlite:PATH or postgres://')])
  } finally {
    await workers.stop()
  }
})
