import { CodePiece, callText, importedBy, memberAccess, quoted, type SourceValue } from './source-text.js'
import type { ParamForm } from './wire-call.js'

/** Solana's public keys, in base58. */
const PUBLIC_KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** Signatures of transactions, in base58. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/

const made = (name: string, text: string): CodePiece => new CodePiece(`${name}(${quoted(text)})`, name)
const branded = (type: string, text: string): CodePiece => new CodePiece(`${quoted(text)} as ${type}`, `type ${type}`)

const ofText =
  (form: (text: string) => CodePiece): ParamForm =>
  (value) =>
    typeof value === 'string' ? form(value) : plain(value)

/** Members that kit takes as bigints. */
const BIG_MEMBERS: ReadonlySet<string> = new Set([
  'dataSize',
  'offset',
  'epoch',
  'minContextSlot',
  'firstSlot',
  'lastSlot',
])
/** Members whose own members kit takes as numbers. */
const NUMBERS_BELOW: ReadonlySet<string> = new Set(['dataSlice'])

/** A value whose public keys and signatures have kit's types. */
const plain = (value: unknown, areBig = true): SourceValue => {
  if (typeof value === 'string')
    return PUBLIC_KEY.test(value) ? made('address', value) : SIGNATURE.test(value) ? made('signature', value) : value
  if (Array.isArray(value)) return value.map((element) => plain(element, areBig))
  if (typeof value !== 'object' || value === null) return value as SourceValue
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'memcmp') return [name, comparison(member)]
      if (areBig && BIG_MEMBERS.has(name)) return [name, big(member)]
      return [name, plain(member, areBig && !NUMBERS_BELOW.has(name))]
    }),
  )
}

/** A filter's bytes, which may look like a public key, with the encoding that kit requires. */
const comparison = (value: unknown): SourceValue => {
  const {
    offset,
    bytes,
    encoding = 'base58',
  } = Object(value) as { offset?: unknown; bytes?: unknown; encoding?: string }
  const type = encoding === 'base64' ? 'Base64EncodedBytes' : 'Base58EncodedBytes'
  return { offset: big(offset), bytes: ofText((text) => branded(type, text))(bytes), encoding }
}

const big: ParamForm = (value) => (Number.isSafeInteger(value) ? BigInt(value as number) : (value as SourceValue))
const wire: ParamForm = ofText((text) => branded('Base64EncodedWireTransaction', text))
const message: ParamForm = ofText((text) => branded('TransactionMessageBytesBase64', text))
const hash: ParamForm = ofText((text) => made('blockhash', text))
const lamports: ParamForm = (value) =>
  Number.isSafeInteger(value) ? new CodePiece(`lamports(${value as number}n)`, 'lamports') : (value as SourceValue)

/** Params with a type of kit's own, by method. */
const kitForms: Readonly<Record<string, readonly ParamForm[]>> = {
  getBlock: [big],
  getBlockCommitment: [big],
  getBlocks: [big, big],
  getBlocksWithLimit: [big],
  getBlockTime: [big],
  getFeeForMessage: [message],
  getLeaderSchedule: [big],
  getMinimumBalanceForRentExemption: [big],
  getSlotLeaders: [big],
  isBlockhashValid: [hash],
  requestAirdrop: [plain, lamports],
  sendTransaction: [wire],
  simulateTransaction: [wire],
}

/** The methods of kit's own API. */
const KIT_METHODS: ReadonlySet<string> = new Set([
  ...Object.keys(kitForms),
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getBlockProduction',
  'getClusterNodes',
  'getEpochInfo',
  'getEpochSchedule',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getIdentity',
  'getInflationGovernor',
  'getInflationRate',
  'getInflationReward',
  'getLargestAccounts',
  'getLatestBlockhash',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignaturesForAddress',
  'getSignatureStatuses',
  'getSlot',
  'getSlotLeader',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'getVoteAccounts',
  'minimumLedgerSlot',
])

/** A call by @solana/kit. The code declares a method that kit does not know. */
export const kitExample = (method: string, params: readonly unknown[], url: string): string => {
  if (!KIT_METHODS.has(method)) return declaredExample(method, params, url)
  const forms = Object.hasOwn(kitForms, method) ? kitForms[method]! : []
  const args = params.map((param, index) => (forms[index] ?? plain)(param))
  const names = [...new Set(['createSolanaRpc', ...importedBy(args)])].sort((one, other) =>
    one.replace('type ', '').localeCompare(other.replace('type ', '')),
  )
  return `import { ${names.join(', ')} } from '@solana/kit'

const rpc = createSolanaRpc(${quoted(url)})
const result = ${callText(`await rpc${memberAccess(method)}`, args)}.send()`
}

const declaredExample = (method: string, params: readonly unknown[], url: string): string =>
  `import { createDefaultRpcTransport, createJsonRpcApi, createRpc } from '@solana/kit'

type Methods = Record<${quoted(method)}, (...params: unknown[]) => unknown>
const rpc = createRpc({
  api: createJsonRpcApi<Methods>(),
  transport: createDefaultRpcTransport({ url: ${quoted(url)} }),
})
const result = ${callText(`await rpc${memberAccess(method)}`, params as SourceValue[])}.send()`
