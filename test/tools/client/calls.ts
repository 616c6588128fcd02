/**
 * Calls as programs write them, for the compiler. A line after `@ts-expect-error` must not compile;
 * all other lines must. types.test.ts compiles this file twice, the second time without the lines
 * of `@ts-expect-error`, and so checks that each of them hides a separate error.
 */

import { mappingPosition } from '../../../generated/client/src/core/storage.js'
import {
  type AnswerFacts,
  type ErrorName,
  type EvmCallError,
  EvmClient,
  type ResumeLost,
  RpcError,
  retry,
  retryDelayMs,
  SolanaClient,
  TransportError,
  toBigInt,
  toQuantity,
} from '../../../generated/client/src/index.js'

const evm = new EvmClient({ url: 'http://127.0.0.1/v3/KEY' })
const solana = new SolanaClient({ url: 'http://127.0.0.1/v3/KEY' })
const address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const hash = '0x695ad02907c9e13ab7c69963f723fa46ac13cd5e2314f61eab2cb2f07b946faa'
const owner = 'G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL'
const mint = { mint: owner }

/** Calls that the contract refuses. */
export const refused = async (): Promise<void> => {
  // @ts-expect-error an address that is not hexadecimal
  await evm.eth_getStorageAt('not hex', '0x0', 'latest')
  // @ts-expect-error a position that is not hexadecimal
  await evm.eth_getStorageAt(address, 'zz', 'latest')
  // @ts-expect-error a tag that does not exist
  await evm.eth_getStorageAt(address, '0x0', 'lates')
  // @ts-expect-error a block by number and by hash
  await evm.eth_getStorageAt(address, '0x0', { blockNumber: '0x1', blockHash: hash })
  // @ts-expect-error a block must be given
  await evm.eth_getStorageAt(address, '0x0')
  // @ts-expect-error one block by its hash, and a range
  await evm.eth_getLogs({ blockHash: hash, fromBlock: '0x1' })
  // @ts-expect-error the same, with the end of the range
  await evm.eth_getLogs({ blockHash: hash, toBlock: 'latest' })
  // @ts-expect-error a member that a filter does not have
  await evm.eth_getLogs({ adress: address })
  // @ts-expect-error neither mint nor programId
  await solana.getTokenAccountsByOwner(owner, {})
  // @ts-expect-error both of them
  await solana.getTokenAccountsByOwner(owner, { mint: owner, programId: owner })
  // @ts-expect-error a slice of parsed data
  await solana.getTokenAccountsByOwner(owner, mint, { encoding: 'jsonParsed', dataSlice: { offset: 0, length: 8 } })
  // @ts-expect-error an encoding that does not exist
  await solana.getTokenAccountsByOwner(owner, mint, { encoding: 'hex' })
  // @ts-expect-error a method of another family
  await solana.eth_blockNumber()
  // @ts-expect-error the same, by its name
  await solana.call('eth_blockNumber', [])
  // @ts-expect-error and in a batch
  await solana.batch([{ method: 'eth_blockNumber', params: [] }])
  // @ts-expect-error the other way round
  await evm.getTokenAccountBalance(owner)
  // @ts-expect-error params of another method
  await evm.call('eth_getLogs', [hash])
  // @ts-expect-error an element of a mapping without a key
  mappingPosition(0)
  // @ts-expect-error a text that is no quantity
  toBigInt('436')
}

/** Calls that are right, and results as they are. */
export const served = async (): Promise<unknown[]> => {
  const parsed = await solana.getTokenAccountsByOwner(owner, mint, { encoding: 'jsonParsed' })
  const amounts: string[] = parsed.value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)
  const raw = await solana.getTokenAccountsByOwner(owner, mint, {
    encoding: 'base64',
    dataSlice: { offset: 0, length: 8 },
  })
  const tuples: [string, string][] = raw.value.map(({ account }) => account.data)
  const rents: bigint[] = raw.value.map(({ account }) => account.rentEpoch + account.lamports)
  const slots: number[] = [raw.context.slot]
  const named = await solana.call('getTokenAccountsByOwner', [owner, mint, { encoding: 'jsonParsed' }])
  const programs: string[] = named.value.map(({ account }) => account.data.program)
  const wish: 'jsonParsed' | 'base64' = rents.length > 1 ? 'jsonParsed' : 'base64'
  const either = await solana.getTokenAccountsByOwner(owner, mint, { encoding: wish })
  const isBytes: boolean[] = either.value.map(({ account: { data } }) => Array.isArray(data) || data.program === '')
  const receipt = await evm.eth_getTransactionReceipt(hash, { signal: AbortSignal.timeout(1000), timeoutMs: 500 })
  const blob: `0x${string}` | null | undefined = receipt?.blobGasUsed
  const logs = await evm.eth_getLogs({ blockHash: hash, topics: [[hash, null], null], address: [address] })
  const times = logs.map((log) => log.blockTimestamp)
  const { result, facts } = await evm.reply('eth_blockNumber', [])
  const cost: AnswerFacts['creditsCost'] = facts.creditsCost
  const [first, second] = await solana.batch([
    { method: 'getTokenAccountBalance', params: [owner] },
    { method: 'getTokenAccountsByOwner', params: [owner, mint, { encoding: 'jsonParsed' }] },
  ])
  const decimals = 'result' in first ? first.result.value.decimals : first.error.name
  const infos = 'result' in second ? second.result.value.map(({ account }) => account.data.parsed.info.mint) : []
  for await (const page of evm.logs({ fromBlock: 'earliest' })) times.push(page[0]?.blockTimestamp)
  const head: `0x${string}` = await retry(() => evm.eth_blockNumber())
  const before = await evm.eth_getLogs({ fromBlock: toQuantity(toBigInt(head) - 1n), toBlock: toQuantity(12) })
  return [amounts, tuples, slots, programs, isBytes, blob, times, result, cost, decimals, infos, head, before]
}

/** Members that a result does not have, by its params. */
export const notThere = async (): Promise<void> => {
  const raw = await solana.getTokenAccountsByOwner(owner, mint, { encoding: 'base64' })
  // @ts-expect-error bytes are not parsed
  raw.value[0]?.account.data.parsed
  const none = await solana.getTokenAccountsByOwner(owner, mint)
  // @ts-expect-error nothing parsed was asked for
  none.value[0]?.account.data.parsed
  // @ts-expect-error a bigint is no number
  const rent: number | undefined = raw.value[0]?.account.rentEpoch
  const receipt = await evm.eth_getTransactionReceipt(hash)
  // @ts-expect-error there may be no receipt
  receipt.status
  void rent
}

/**
 * One line about an error, for each by its name: a new one does not compile before it is
 * here.
 */
export const told = (error: unknown): string => {
  if (error instanceof TransportError) return `${error.reason} ${error.httpStatus ?? ''}`
  if (!(error instanceof RpcError)) throw error
  switch (error.name) {
    case 'node-error':
      return `${error.code} ${String(error.data)}`
    case 'too-many-results':
      // @ts-expect-error only what has no range has a reason
      return error.data.to === null ? (error.data.reason ?? '') : error.data.to + error.data.reason
    case 'throttled-evm':
    case 'throttled-solana':
      return `${error.data.retryAfterMs + error.data.creditsPerSecond}`
    case 'daily-credits-exhausted':
    case 'key-daily-credits-exhausted':
      return `${error.data.cost} of ${error.data.dailyCredits} until ${error.data.resetsAt}`
    case 'invalid-params':
      // @ts-expect-error a member of another error
      return error.data.path + error.data.keyword + error.data.expected + error.data.limit
    case 'outside-window':
      return error.data.oldestBlock + error.data.latestBlock
    case 'too-many-parameters':
      return `${error.data.count} ${error.data.limit}`
    case 'block-range-too-wide':
      return `${error.data.blocks} ${error.data.limit} ${error.data.keyword satisfies 'maxBlockRange'}`
    case 'allowlist-refused':
      return `${error.data.method} ${error.data.path}`
    case 'network-not-enabled':
      return error.data.network
    case 'method-not-allowed':
      return error.data.allow + (error.data.hint ?? '')
    case 'body-too-large':
      return error.data.maxBytes.toFixed()
    case 'request-too-large':
      return String(error.data.maxBytes)
    case 'too-many-connections':
      return error.data.maxConnections.toFixed()
    case 'too-many-subscriptions':
      return error.data.scope + error.data.maxSubscriptions.toFixed()
    case 'not-found':
      return error.data.reason satisfies 'unknown_network' | 'unknown_path'
    case 'invalid-request':
      return `${error.data.reason}`
    case 'unsupported-content-encoding':
    case 'too-many-bodies':
    case 'too-many-tokens':
    case 'ledger-unavailable':
    case 'overloaded':
    case 'no-upstream':
    case 'upstream-timeout':
    case 'write-outcome-unknown':
    case 'bad-upstream-answer':
    case 'answer-too-large':
    case 'resume-point-unknown':
    case 'internal-error':
      return error.data.reason
    case 'parse-error':
    case 'request-timeout':
    case 'expectation-failed':
    case 'upgrade-required':
    case 'headers-too-large':
    case 'unauthorized':
    case 'account-suspended':
    case 'method-not-found':
    case 'safe-tag-unsupported':
    case 'block-hash-and-range':
    case 'invalid-block-range':
    case 'query-timeout':
    case 'stateful-method-refused':
    case 'filter-not-found':
    case 'subscription-over-http':
    case 'unknown-subscription-kind':
    case 'subscription-not-found-evm':
    case 'subscription-not-found-solana':
    case 'method-unavailable':
      return error.data.name
    default:
      return error satisfies never
  }
}

/** Reads members of the events of subscriptions. */
export const watched = async (signal: AbortSignal): Promise<unknown[]> => {
  const seen: unknown[] = []
  const onGap = (lost: ResumeLost) => void seen.push(lost.after?.blockHash)
  for await (const log of evm.watchLogs({ address }, { signal, mostWaiting: 10 }))
    seen.push(log.blockHash, log.topics[0])
  for await (const head of evm.watchNewHeads({ onGap })) seen.push(toBigInt(head.number))
  for await (const one of evm.watchNewPendingTransactions(true)) seen.push(typeof one === 'string' ? one : one.hash)
  for await (const { value } of solana.watchAccount(owner, { encoding: 'base64' }, { onGap })) seen.push(value)
  for await (const { slot, root } of solana.watchSlot()) seen.push(slot + root)
  for await (const root of solana.watchRoot({ signal })) seen.push(root + 1)
  // @ts-expect-error a filter of logs has addresses
  evm.watchLogs({ address: 7 })
  // @ts-expect-error heads have no filter
  evm.watchNewHeads({ address })
  // @ts-expect-error an account is needed
  solana.watchAccount()
  // @ts-expect-error the params of a kind are not those of another
  evm.watchNewPendingTransactions({ address })
  const [log] = await evm.eth_getLogs({ address })
  for await (const { number, hash } of evm.watchNewHeads({ signal, after: { number: '0x1', hash: '0xab' } }))
    for await (const { removed } of evm.watchLogs({}, { after: log ?? { number, hash } })) seen.push(removed)
  // @ts-expect-error a place has the number of its block
  evm.watchLogs({ address }, { after: { blockHash: hash, logIndex: '0x0' } })
  // @ts-expect-error the place of a watch of heads is a head
  evm.watchNewHeads({ after: { blockHash: hash, blockNumber: '0x1', logIndex: '0x0' } })
  // @ts-expect-error a kind that cannot be resumed begins now
  evm.watchNewPendingTransactions(false, { after: { number: '0x1', hash } })
  // @ts-expect-error events have types
  for await (const { slot } of solana.watchSlot()) seen.push(slot.length)
  // @ts-expect-error a client calls what answers; watching is how it subscribes
  await evm.call('eth_subscribe', ['newHeads'])
  return seen
}

/** A name that no error has. */
// @ts-expect-error there is no such error
export const unknownName: ErrorName = 'too-many-cooks'

/** Errors that every call may get, and one that only some do. */
export const everyCalls: EvmCallError[] = ['unauthorized', 'throttled-evm', 'internal-error']
// @ts-expect-error only a search of logs gets it
export const someCalls: EvmCallError = 'too-many-results'

/** Passes any error to `retryDelayMs`. */
export const waitOf = (error: unknown): number | undefined => retryDelayMs(error)
