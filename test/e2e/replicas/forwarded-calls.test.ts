import pg from 'pg'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL } from '../../support/gateway.js'
import { startPostgres } from '../../support/postgres.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../../support/serve-process.js'
import { started } from '../../support/started.js'

const CALLS = 30
/** No process listens there. */
const NO_NODE = 'http://127.0.0.1:1'

const postgres = started(() => startPostgres())
const partner = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
const folder = started(() => {
  const main = evmNetwork(NO_NODE, `, partner: { name: helpful, url: "${partner.url}" }`)
  const config = serveConfig({ main }, 'log: { level: warn }\n')
  return createServeFolder(config.replace(/^store:.*$/m, `store: "${postgres.url}"`))
})
const gateway = started(() => startServe(folder.configFile))

test('calls that are forwarded while the store refuses the record of them are all recorded later', async () => {
  const { key, account } = await folder.createKey('main', '--plan', 'growth', '--failover')
  const recorded = async () =>
    ((await folder.json('forwarded', '--account', account, '--limit', '100')) as readonly object[]).length
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    await client.query('ALTER TABLE forwarded RENAME TO hidden')
    for (let count = 0; count < CALLS; count++) {
      const { json, headers } = await post(`${gateway.url}/main/v3/${key}`, STORAGE_CALL)
      expect([json.result, headers.get('x-served-by')]).toEqual(['0x01', 'partner'])
    }
    await gateway.until('stderr', /forwarded calls not recorded yet/)
    await client.query('ALTER TABLE hidden RENAME TO forwarded')
  } finally {
    await client.end()
  }
  await expectSoon(recorded, CALLS, 10_000)
})
