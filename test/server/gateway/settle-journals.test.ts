import { readdirSync } from 'node:fs'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { settleJournals } from '../../../src/server/gateway/settle-journals.js'
import { openJournal } from '../../../src/server/storage/journals/journal-file.js'
import { temporaryFolder } from '../../support/started.js'
import { aCharge } from '../../support/store-place.js'

const folder = temporaryFolder()
const IDS = ['a', 'b', 'c']

test('a store that hangs is asked for one journal, and keeps none of the others waiting', async () => {
  for (const id of IDS) {
    const journal = openJournal(folder, id)
    journal.append([aCharge()])
    journal.close(false)
  }
  const asked: string[] = []
  const settle = (end: () => Promise<'over'>) =>
    settleJournals(
      {
        end: (processId) => {
          asked.push(processId)
          return end()
        },
      },
      folder,
    )
  const hung = await settle(() => Promise.reject(new StoreAway('the store did not answer within 5000 ms')))
  expect([asked.splice(0).length, hung.inUse]).toEqual([1, 0])
  expect(hung.kept.map(({ state, reason }) => [state, reason.endsWith('within 5000 ms')])).toEqual(
    IDS.map(() => ['failed', true]),
  )
  // A fault of one journal is not one of the others.
  expect((await settle(() => Promise.reject(new Error('numeric overflow')))).kept).toHaveLength(IDS.length)
  expect(asked.splice(0).sort()).toEqual(IDS)
  expect(await settle(async () => 'over')).toEqual({ inUse: 0, kept: [] })
  expect([asked.sort(), readdirSync(folder)]).toEqual([IDS, []])
})
