import type { Key } from '../accounts/account.js'
import type { WantedSubscription } from '../pipeline/call-subscriptions.js'

/** A subscription, and the key as it was when it permitted the subscription. */
type Permitted = Pick<WantedSubscription, 'method' | 'kind' | 'key'>

type IsLost = (permitted: Permitted) => boolean
type AllowedKey = Pick<Key, 'allowedMethods' | 'allowedContracts'>

/** By key: all connections of a key share one, because a list may have a thousand contracts. */
const known = new WeakMap<AllowedKey, IsLost>()

/**
 * Finds subscriptions that a key no longer permits, without the filters, which no one keeps: all
 * but heads end if the key lost any contract that it allowed.
 */
export const lostPermission = (key: AllowedKey): IsLost => {
  let isLost = known.get(key)
  if (isLost === undefined) {
    isLost = compareWith(key)
    known.set(key, isLost)
  }
  return isLost
}

const compareWith = ({ allowedMethods, allowedContracts }: AllowedKey): IsLost => {
  const contracts = new Set(allowedContracts)
  const hasLost = (former: readonly string[]): boolean =>
    contracts.size > 0 && (former.length === 0 || former.some((contract) => !contracts.has(contract)))
  /** By the former list, which the subscriptions of a key mostly share. */
  const lost = new WeakMap<readonly string[], boolean>([[allowedContracts, false]])
  return ({ method, kind, key }) => {
    if (allowedMethods.length > 0 && !allowedMethods.includes(method)) return true
    if (kind.source === 'heads') return false
    const former = key.allowedContracts
    const isLost = lost.get(former) ?? hasLost(former)
    lost.set(former, isLost)
    return isLost
  }
}
