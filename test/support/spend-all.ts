import type { AccountShare } from '../../src/server/accounts/account-share.js'
import type { HedgeBudget } from '../../src/server/upstreams/health/hedging.js'

/** Spends what an account may spend of a hedge budget now; returns how many attempts that were. */
export const spendAll = (budget: HedgeBudget, account?: AccountShare): number => {
  let spent = 0
  for (; budget.hasRoom(account); spent++) budget.spend(account)
  return spent
}
