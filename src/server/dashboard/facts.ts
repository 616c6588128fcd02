import type { Plan } from '../accounts/account.js'
import type { HolderId } from '../accounts/session-store.js'
import type { OperationDeps } from '../admin/operation-deps.js'
import type { Config } from '../config/config.js'
import { methodRowsOf } from '../config/method-rows.js'

/**
 * Configuration that the pages need; nothing in it is secret, and an account holder sees only his
 * own plan.
 */
export interface DashboardFacts {
  readonly account: string | null
  readonly accountName: string
  readonly networks: readonly { readonly name: string; readonly family: string; readonly hasPartner: boolean }[]
  readonly methods: readonly { readonly name: string; readonly credits: number }[]
  readonly plans: readonly Plan[]
  /** True if keys can require a token. */
  readonly hasTokens: boolean
  /** URL of the docs; null if they are switched off. */
  readonly docsUrl: string | null
  readonly baseUrl: string
}

const known = new WeakMap<Config, DashboardFacts['methods']>()

/** Methods with prices, sorted once per configuration: a contract may have ten thousand. */
const methodsOf = (config: Config): DashboardFacts['methods'] => {
  const prices = () => new Map(methodRowsOf(config).map(({ name, priceCredits }) => [name, priceCredits]))
  const methods =
    known.get(config) ??
    [...prices()].map(([name, credits]) => ({ name, credits })).sort((a, b) => (a.name < b.name ? -1 : 1))
  known.set(config, methods)
  return methods
}

/** The facts for the operator, or for the holder of an account. */
export const factsFor = async (
  { config, store, baseUrl = '' }: OperationDeps,
  accountId: HolderId,
): Promise<DashboardFacts> => {
  const account = accountId === undefined ? undefined : await store.accounts.findAccount(accountId)
  const plans = [...config.plans.values()]
  return {
    account: accountId ?? null,
    accountName: account?.name ?? '',
    networks: [...config.networks.values()].map(({ name, family, partner }) => ({
      name,
      family,
      hasPartner: partner !== undefined,
    })),
    methods: methodsOf(config),
    plans: accountId === undefined ? plans : plans.filter(({ name }) => name === account?.plan),
    hasTokens: config.tokens !== undefined,
    docsUrl: config.listen.docs ? `${baseUrl}/docs` : null,
    baseUrl,
  }
}
