import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { CallRecord, Hold, HoldRefusal } from '../../src/server/credits/ledger.js'
import { SingleLedger, type SingleLedgerDeps } from '../../src/server/credits/single-ledger.js'
import { FakeUsageStore } from './usage-store.js'

const NOON = Date.parse('2026-11-21T12:00:00Z')

/** A call that a node answered, and one that nobody did. */
export const answered: CallRecord = { network: 'main', method: 'eth_getLogs', isError: false, servedBy: 'upstream' }
export const failed: CallRecord = { ...answered, isError: true, servedBy: 'nobody' }

/** A ledger on a fake store, at noon. */
export const aLedger = (changes: Partial<SingleLedgerDeps> = {}) => {
  const store = new FakeUsageStore()
  const clock = { nowMs: NOON }
  const ledger = new SingleLedger({
    store,
    nowMs: () => clock.nowMs,
    afterTurn: setImmediate,
    maxAccounts: 100,
    ...changes,
  })
  return { store, clock, ledger }
}

/** The hold, which must not be refused. */
export const taken = async (hold: Hold | HoldRefusal | Promise<Hold | HoldRefusal>): Promise<Hold> => {
  const result = await hold
  if (typeof result === 'string') throw new Error(result)
  return result
}

/** Lets everything that waits for the next turns of the event loop happen. */
export const turn = async (): Promise<void> => {
  await sleep(5)
  // After a halt of the machine Node runs timers before what was to come in the turn that is due.
  await nextTurn()
  await nextTurn()
}
