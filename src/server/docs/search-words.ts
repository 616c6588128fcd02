import type { DocumentMethod } from '../../../generated/document.js'
import { isOfSubscriptions, subscriptionOf } from './subscriptions/kinds.js'

/** Words that readers search for and that a method's own name and summary lack. */
const METHOD_WORDS: Readonly<Record<string, string>> = {
  eth_call: 'smart contract read token nft erc20 erc721 erc1155 balanceOf',
  eth_estimateGas: 'gas limit',
  eth_gasPrice: 'fee',
  eth_getLogs: 'events transfers token nft erc20 erc721 erc1155',
  eth_getTransactionCount: 'nonce',
  eth_sendRawTransaction: 'send transaction broadcast',
  getMultipleAccounts: 'batch',
  getProgramAccounts: 'token nft',
  getRecentPrioritizationFees: 'priority fee',
  getTokenAccountsByOwner: 'spl token nft balance',
  getTokenSupply: 'spl token nft',
  requestAirdrop: 'faucet',
  sendTransaction: 'send transaction broadcast',
}

/** Search words of errors, by HTTP status. */
const ERROR_WORDS: Readonly<Record<number, string>> = {
  401: 'authentication',
  402: 'quota limit out of credits',
  403: 'permission forbidden',
  429: 'rate limit too many requests throttled',
  503: 'unavailable outage',
}

/** More words to find a method by: those of subscriptions name their kinds of events, too. */
export const methodWords = (method: DocumentMethod): string =>
  [
    Object.hasOwn(METHOD_WORDS, method.name) ? METHOD_WORDS[method.name] : '',
    ...(isOfSubscriptions(method) ? ['websocket subscribe', ...Object.keys(subscriptionOf(method)?.kinds ?? {})] : []),
  ].join(' ')

/** More words to find an error by. */
export const errorWords = (httpStatus: number | undefined): string =>
  httpStatus === undefined ? '' : (ERROR_WORDS[httpStatus] ?? '')
