import { CodePiece, callText, importedBy, quoted, type SourceValue } from './source-text.js'
import {
  as,
  type CallOf,
  integerOf,
  type LibraryCalls,
  listOf,
  type ParamForm,
  positional,
  stringOf,
  withMembers,
} from './wire-call.js'

const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

const publicKey = (value: unknown): SourceValue =>
  typeof value === 'string' && KEY.test(value)
    ? new CodePiece(`new PublicKey(${quoted(value)})`, 'PublicKey')
    : undefined

type Options = Readonly<Record<string, unknown>>

const optionsIn = (value: unknown): Options => (typeof value === 'object' && value !== null ? (value as Options) : {})

/** The library's form of a call's options; undefined where the library cannot express them. */
type OptionsForm = (options: Options) => { readonly last?: SourceValue } | undefined

/** Options without the encoding: the library's method always asks for one of `encodings`. */
const given =
  (...encodings: readonly string[]): OptionsForm =>
  ({ encoding, ...others }) => {
    if (encoding !== undefined && !encodings.includes(String(encoding))) return undefined
    return Object.keys(others).length === 0 ? {} : { last: others as SourceValue }
  }

/** The commitment, for a method that takes no other option. */
const commitmentOf =
  (...encodings: readonly string[]): OptionsForm =>
  ({ encoding, commitment: level, ...others }) => {
    if (Object.keys(others).length > 0 || (encoding !== undefined && !encodings.includes(String(encoding))))
      return undefined
    return level === undefined ? {} : { last: stringOf(level) }
  }

/** A call with its options as the last argument, if any are left. */
const withOptions =
  (name: string, form: OptionsForm, forms: readonly ParamForm[]): CallOf =>
  (params) => {
    if (params.length > forms.length + 1) return undefined
    const call = positional(name, ...forms)(params.slice(0, forms.length))
    const end = form(optionsIn(params[forms.length]))
    if (call === undefined || end === undefined) return undefined
    return end.last === undefined ? call : { ...call, args: [...call.args, end.last] }
  }

/** The library has one method for parsed data, and another for bytes. */
const parsedOr =
  (parsed: CallOf, bytes: CallOf): CallOf =>
  (params) =>
    optionsIn(params.at(-1)).encoding === 'jsonParsed' ? parsed(params) : bytes(params)

const accountsOf = (value: unknown): SourceValue => {
  const entries = Object.entries(optionsIn(value)).map(([name, key]) => [name, publicKey(key)] as const)
  return entries.every(([, key]) => key !== undefined) ? Object.fromEntries(entries) : undefined
}

const keys = listOf(publicKey)
const commitment = (name: string, ...forms: readonly ParamForm[]) => withOptions(name, commitmentOf(), forms)
const options = (name: string, ...forms: readonly ParamForm[]) => withOptions(name, given(), forms)
/** The two methods for one wire method, by the encoding. */
const parsedOrBytes = (parsedName: string, name: string, ...forms: readonly ParamForm[]) =>
  parsedOr(withOptions(parsedName, given('jsonParsed'), forms), withOptions(name, given('base64'), forms))

/** The library's types allow no `withContext` beside parsed accounts. */
const programAccounts: CallOf = (params) =>
  optionsIn(params[1]).withContext === undefined
    ? parsedOrBytes('getParsedProgramAccounts', 'getProgramAccounts', publicKey)(params)
    : undefined

/** The library reads blocks with whole transactions only. */
const wholeBlock: CallOf = (params) => {
  const { transactionDetails = 'full' } = optionsIn(params[1])
  return transactionDetails === 'full' ? withOptions('getBlock', given('json'), [integerOf])(params) : undefined
}

/** Methods of @solana/web3.js 1, by the wire methods that they send. */
const solanaWeb3Calls: LibraryCalls = {
  getAccountInfo: parsedOrBytes('getParsedAccountInfo', 'getAccountInfo', publicKey),
  getBalance: options('getBalance', publicKey),
  getBlock: wholeBlock,
  getBlockProduction: options('getBlockProduction'),
  getBlocks: commitment('getBlocks', integerOf, integerOf),
  getBlockTime: options('getBlockTime', integerOf),
  getClusterNodes: positional('getClusterNodes'),
  getEpochInfo: options('getEpochInfo'),
  getEpochSchedule: positional('getEpochSchedule'),
  getFirstAvailableBlock: positional('getFirstAvailableBlock'),
  getGenesisHash: positional('getGenesisHash'),
  getInflationGovernor: commitment('getInflationGovernor'),
  getInflationRate: positional('getInflationRate'),
  getInflationReward: positional('getInflationReward', keys),
  getLargestAccounts: options('getLargestAccounts'),
  getLatestBlockhash: options('getLatestBlockhash'),
  getLeaderSchedule: positional('getLeaderSchedule'),
  getMinimumBalanceForRentExemption: commitment('getMinimumBalanceForRentExemption', integerOf),
  getMultipleAccounts: parsedOrBytes('getMultipleParsedAccounts', 'getMultipleAccountsInfo', keys),
  getProgramAccounts: programAccounts,
  getRecentPerformanceSamples: positional('getRecentPerformanceSamples', integerOf),
  getRecentPrioritizationFees: withMembers('getRecentPrioritizationFees', as('lockedWritableAccounts', keys)),
  getSignaturesForAddress: options('getSignaturesForAddress', publicKey),
  getSignatureStatuses: options('getSignatureStatuses', listOf(stringOf)),
  getSlot: options('getSlot'),
  getSlotLeader: options('getSlotLeader'),
  getSlotLeaders: positional('getSlotLeaders', integerOf, integerOf),
  getStakeMinimumDelegation: options('getStakeMinimumDelegation'),
  getSupply: options('getSupply'),
  getTokenAccountBalance: commitment('getTokenAccountBalance', publicKey),
  getTokenAccountsByOwner: parsedOr(
    withOptions('getParsedTokenAccountsByOwner', commitmentOf('jsonParsed'), [publicKey, accountsOf]),
    withOptions('getTokenAccountsByOwner', commitmentOf('base64'), [publicKey, accountsOf]),
  ),
  getTokenLargestAccounts: commitment('getTokenLargestAccounts', publicKey),
  getTokenSupply: commitment('getTokenSupply', publicKey),
  getTransaction: parsedOr(
    withOptions('getParsedTransaction', given('jsonParsed'), [stringOf]),
    withOptions('getTransaction', given('json'), [stringOf]),
  ),
  getTransactionCount: options('getTransactionCount'),
  getVersion: positional('getVersion'),
  getVoteAccounts: commitment('getVoteAccounts'),
  isBlockhashValid: options('isBlockhashValid', stringOf),
  minimumLedgerSlot: positional('getMinimumLedgerSlot'),
  requestAirdrop: positional('requestAirdrop', publicKey, integerOf),
  sendTransaction: withOptions('sendEncodedTransaction', given('base64'), [stringOf]),
}

/** A call by @solana/web3.js; undefined where the library has no method for it. */
export const solanaWeb3Example = (method: string, params: readonly unknown[], url: string): string | undefined => {
  const call = Object.hasOwn(solanaWeb3Calls, method) ? solanaWeb3Calls[method]!(params) : undefined
  if (call === undefined) return undefined
  const names = ['Connection', ...new Set(importedBy(call.args))]
  return `import { ${names.join(', ')} } from '@solana/web3.js'

const connection = new Connection(${quoted(url)})
const result = ${callText(`await connection.${call.name}`, call.args)}`
}
