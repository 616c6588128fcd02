import type { Account, Entitlement, Key, Plan } from './account.js'
import type { AccountShare } from './account-share.js'

/**
 * Bytes of request bodies per credit per second: twice the ratio of a 10 KB call that costs 80
 * credits.
 */
const BODY_BYTES_PER_CREDIT = 256
/** Minimum for every account, however few its credits: a blob transaction is 1.6 MB. */
const LEAST_BODY_BYTES_PER_SECOND = 1_048_576

const NO_PLAN = { dailyCredits: 0, burstSeconds: 1, maxConnections: 0, maxSubscriptions: 0, failover: false }

/**
 * An account's limits: its own before its plan's, undefined if neither sets one. `plan` is
 * undefined if it is no longer configured.
 */
export const limitsOf = (
  account: Pick<Account, 'dailyCredits' | 'creditsPerSecond'>,
  plan: Plan | undefined,
): { dailyCredits: number | undefined; creditsPerSecond: number | undefined } => ({
  dailyCredits: account.dailyCredits ?? plan?.dailyCredits,
  creditsPerSecond: account.creditsPerSecond ?? plan?.creditsPerSecond,
})

/**
 * Combines key, account and plan. An account without limits, or without a configured plan, gets 0
 * credits a day. Its calls get 402, so its throttle is unlimited: it would hide that error.
 */
export const entitlementOf = (
  key: Key,
  account: Account,
  plans: ReadonlyMap<string, Plan>,
  share: AccountShare,
): Entitlement => {
  const plan = plans.get(account.plan)
  const { dailyCredits, creditsPerSecond } = limitsOf(account, plan)
  const rate = plan === undefined ? undefined : creditsPerSecond
  return {
    key,
    account,
    plan: plan ?? { ...NO_PLAN, name: account.plan },
    dailyCredits: plan === undefined ? 0 : (dailyCredits ?? 0),
    creditsPerSecond: rate ?? Number.MAX_SAFE_INTEGER,
    burstCredits: rate === undefined ? Number.MAX_SAFE_INTEGER : rate * plan!.burstSeconds,
    bodyBytesPerSecond:
      plan?.bodyBytesPerSecond ?? Math.max(LEAST_BODY_BYTES_PER_SECOND, (rate ?? 0) * BODY_BYTES_PER_CREDIT),
    share,
    canFailOver: account.isFailoverOn && plan?.failover === true,
  }
}
