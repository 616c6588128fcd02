import type { Account, Entitlement, Key, Plan } from '../../src/server/accounts/account.js'
import { AccountShare } from '../../src/server/accounts/account-share.js'

/** A plan to test with; a test names only what it is about. */
export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  name: 'core',
  dailyCredits: 1000,
  creditsPerSecond: 500,
  burstSeconds: 1,
  maxConnections: 10,
  maxSubscriptions: 100,
  failover: false,
  ...changes,
})

/** An account on the plan `core`. */
export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: 'acc_1',
  name: 'Ann',
  plan: 'core',
  isFailoverOn: false,
  isSuspended: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  ...changes,
})

/** A key of `acc_1` that may do everything on `main`. */
export const aKey = (changes: Partial<Key> = {}): Key => ({
  id: 'key_1',
  accountId: 'acc_1',
  label: '',
  networks: ['main'],
  allowedMethods: [],
  allowedContracts: [],
  allowedOrigins: [],
  allowedSources: [],
  requiresToken: false,
  isRevoked: false,
  createdAt: '2026-11-01T00:00:00.000Z',
  ...changes,
})

/** The entitlement of `aKey`, which belongs to `anAccount` on `aPlan`. */
export const anEntitlement = (changes: Partial<Entitlement> = {}): Entitlement => ({
  key: aKey(),
  account: anAccount(),
  plan: aPlan(),
  dailyCredits: 1000,
  creditsPerSecond: 500,
  burstCredits: changes.creditsPerSecond ?? 500,
  bodyBytesPerSecond: 1_048_576,
  share: new AccountShare(),
  canFailOver: false,
  ...changes,
})
