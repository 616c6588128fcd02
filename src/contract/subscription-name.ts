/**
 * Names of the methods that begin or end a subscription, on any family: `eth_subscribe`,
 * `accountSubscribe`.
 */
export const SUBSCRIPTION_NAME = /(^|_)(un)?subscri(be|ption)|(Subscribe|Unsubscribe)$/
