import { CodePiece, callText, importedBy, quoted, type SourceValue } from './source-text.js'
import { stringOf } from './wire-call.js'

/** A subscription of Solana to write in a library's words. */
export interface SolanaWatchCall {
  readonly method: string
  readonly params: readonly unknown[]
  readonly url: string
  readonly webSocketUrl: string
}

type KeyForm = (text: string) => CodePiece

/** `all`, or the transactions that mention one address. */
const mentionedIn = (selector: unknown): string | undefined => {
  const { mentions } = (typeof selector === 'object' && selector !== null ? selector : {}) as { mentions?: unknown }
  return Array.isArray(mentions) ? stringOf(mentions[0]) : undefined
}

/** The params of a subscription with its keys in a library's form. */
const withKeys = (
  method: string,
  [first, ...others]: readonly unknown[],
  key: KeyForm,
  sign: KeyForm,
): SourceValue[] => {
  const rest = others as SourceValue[]
  if (first === undefined) return []
  if (method === 'signatureSubscribe') return [sign(String(first)), ...rest]
  if (method !== 'logsSubscribe') return [key(String(first)), ...rest]
  const mentioned = mentionedIn(first)
  return [mentioned === undefined ? String(first) : { mentions: [key(mentioned)] }, ...rest]
}

/** Subjects for which kit has a method such as `accountNotifications`. */
const KIT: ReadonlySet<string> = new Set(['account', 'program', 'logs', 'signature', 'slot', 'root'])

export const kitWatch = ({ method, params, webSocketUrl }: SolanaWatchCall): string | undefined => {
  const subject = method.replace('Subscribe', '')
  if (!KIT.has(subject)) return undefined
  const key: KeyForm = (text) => new CodePiece(`address(${quoted(text)})`, 'address')
  const sign: KeyForm = (text) => new CodePiece(`signature(${quoted(text)})`, 'signature')
  const args = withKeys(method, params, key, sign)
  const imported = ['createSolanaRpcSubscriptions', ...new Set(importedBy(args))].sort()
  return `import { ${imported.join(', ')} } from '@solana/kit'

const subscriptions = createSolanaRpcSubscriptions(${quoted(webSocketUrl)})
const stop = new AbortController()
const events = await ${callText(`subscriptions.${subject}Notifications`, args)}
  .subscribe({ abortSignal: stop.signal })
for await (const event of events) console.log(event)`
}

const WEB3: Readonly<Record<string, string>> = {
  accountSubscribe: 'onAccountChange',
  programSubscribe: 'onProgramAccountChange',
  logsSubscribe: 'onLogs',
  signatureSubscribe: 'onSignature',
  slotSubscribe: 'onSlotChange',
  rootSubscribe: 'onRootChange',
}

/** The last argument of a listener: some methods take all options, some the commitment alone. */
const lastArgument = (method: string, options: unknown): SourceValue[] => {
  if (options === undefined || options === null) return []
  if (method === 'accountSubscribe' || method === 'programSubscribe') return [options as SourceValue]
  const { commitment } = options as { commitment?: string }
  return commitment === undefined ? [] : [commitment]
}

export const solanaWeb3Watch = ({ method, params, url, webSocketUrl }: SolanaWatchCall): string | undefined => {
  const name = Object.hasOwn(WEB3, method) ? WEB3[method] : undefined
  if (name === undefined) return undefined
  const key: KeyForm = (text) => new CodePiece(`new PublicKey(${quoted(text)})`, 'PublicKey')
  const sign: KeyForm = (text) => new CodePiece(quoted(text))
  const [first] = withKeys(method, params.slice(0, 1), key, sign)
  const mentioned = method === 'logsSubscribe' ? mentionedIn(params[0]) : undefined
  const subject = mentioned === undefined ? first : key(mentioned)
  const listener = new CodePiece('(event) => console.log(event)')
  const args = [...(subject === undefined ? [] : [subject]), listener, ...lastArgument(method, params[1])]
  return `import { ${['Connection', ...new Set(importedBy(args))].join(', ')} } from '@solana/web3.js'

const connection = new Connection(
  ${quoted(url)},
  { wsEndpoint: ${quoted(webSocketUrl)} },
)
const id = ${callText(`connection.${name}`, args)}`
}
