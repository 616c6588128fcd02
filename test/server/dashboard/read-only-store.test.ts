import { randomBytes } from 'node:crypto'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { PageLookUps } from '../../../src/server/dashboard/page-look-ups.js'
import { type SessionDeps, Sessions } from '../../../src/server/dashboard/sessions.js'
import { StorePlace } from '../../support/store-place.js'

const SOURCE = '192.0.2.1'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const place = new StorePlace()

/** A person who is signed in, and a store that rejects changes of sessions once it is broken. */
const signedIn = async (accountId: string | undefined) => {
  const { accounts, sessions: stored } = place.store()
  let error: Error | undefined
  const sessions = new Sessions({
    store: {
      ...stored,
      seeSession: async (...use: Parameters<typeof stored.seeSession>) => {
        if (error !== undefined) throw error
        return stored.seeSession(...use)
      },
      endSession: async (hash: string) => {
        if (error !== undefined) throw error
        return stored.endSession(hash)
      },
    },
    accounts,
    config: () => ({ dashboard: { sessionDays: 30 }, admin: { token: 'secret' } }),
    ...{ nowMs: () => place.nowMs, randomBytes, lookUps: new PageLookUps(), onEnd: () => {} },
  } as unknown as SessionDeps)
  const begun = await sessions.signInWithOpenid(accountId, undefined, async () => true)
  if (typeof begun === 'string') throw new Error(begun)
  return {
    expiresAtMs: begun.expiresAtMs,
    breakBy: (failure: Error | undefined) => {
      error = failure
    },
    /** Uses the session some minutes later. */
    useAfter: (minutes: number) => {
      place.nowMs += minutes * MINUTE_MS
      return sessions.find(begun.sessionText, true, SOURCE)
    },
  }
}

test.each([
  ['a full disk', Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
  ['a read-only database', new StoreAway('cannot execute UPDATE in a read-only transaction')],
])('%s lets a holder go on, and postpones no end until it is over', async (_, failure) => {
  const { expiresAtMs, breakBy, useAfter } = await signedIn('acc_1')
  breakBy(failure)
  expect(await useAfter(2)).toMatchObject({ accountId: 'acc_1', isRenewed: false, expiresAtMs })
  breakBy(undefined)
  expect(await useAfter(0)).toMatchObject({ isRenewed: true, expiresAtMs: place.nowMs + 30 * DAY_MS })
})

test('an operator goes on as well, for an hour after the last use that was noted', async () => {
  const { expiresAtMs, breakBy, useAfter } = await signedIn(undefined)
  breakBy(new StoreAway('read-only'))
  expect(await useAfter(59)).toMatchObject({ accountId: undefined, isRenewed: false, expiresAtMs })
  expect(await useAfter(1)).toBeUndefined()
})

test('a mistake of the gateway is not taken for such a store', async () => {
  const { breakBy, useAfter } = await signedIn('acc_1')
  breakBy(new TypeError('a bug'))
  await expect(useAfter(2)).rejects.toThrow('a bug')
})

test('a session that is over is none, though its row cannot be deleted', async () => {
  const { breakBy, useAfter } = await signedIn(undefined)
  breakBy(new StoreAway('read-only'))
  expect(await useAfter(61)).toBeUndefined()
})
