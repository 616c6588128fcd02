import type { DocumentMethod } from '../../../generated/document.js'
import { prettyJson } from './code.js'

/** A call written for one tool. */
export interface Snippet {
  readonly label: string
  readonly language: string
  readonly code: string
}

/** A call: what is called with what, and where. */
export interface SnippetCall {
  readonly method: Pick<DocumentMethod, 'name' | 'x-family'>
  readonly params: readonly unknown[]
  readonly url: string
}

/** Solana's public keys and, longer, signatures, in base58. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
/** What web3.js of Solana calls as the wire does: the public key, a filter if there is one, and the commitment. */
const WEB3_JS: ReadonlySet<string> = new Set(['getTokenAccountsByOwner', 'getTokenAccountBalance'])

/** The same call by each tool that callers of the family use; the URL stands in each as it is given. */
export const snippetsFor = (call: SnippetCall): Snippet[] => [
  { label: 'curl', language: 'sh', code: curl(call) },
  ...(call.method['x-family'] === 'solana' ? solanaSnippets(call) : evmSnippets(call)),
  { label: 'client', language: 'ts', code: generatedClient(call) },
]

const curl = ({ method, params, url }: SnippetCall): string =>
  `curl -s ${url} \\\n  -d '${prettyJson({ jsonrpc: '2.0', id: 1, method: method.name, params }, '  ').replaceAll("'", "'\\''")}'`

const requestObject = ({ method, params }: SnippetCall): string =>
  `{\n  method: ${quoted(method.name)},\n  params: ${literal(params, '  ')},\n}`

const evmSnippets = (call: SnippetCall): Snippet[] => [
  {
    label: 'viem',
    language: 'ts',
    code: `import { createPublicClient, http } from 'viem'

const client = createPublicClient({
  transport: http(${quoted(call.url)}),
})
const result = await client.request(${requestObject(call)})`,
  },
  {
    label: 'ethers',
    language: 'ts',
    code: `import { JsonRpcProvider } from 'ethers'

const provider = new JsonRpcProvider(${quoted(call.url)})
const result = await provider.send(${quoted(call.method.name)}, ${literal(call.params)})`,
  },
  {
    label: 'web3.js',
    language: 'ts',
    code: `import { Web3 } from 'web3'

const web3 = new Web3(${quoted(call.url)})
const result = await web3.requestManager.send(${requestObject(call)})`,
  },
]

const solanaSnippets = (call: SnippetCall): Snippet[] => {
  const { method, params, url } = call
  const args = params.map((param) => literal(param, '  ', 'address'))
  const list = params.length === 0 ? '' : `\n  ${args.join(',\n  ')},\n`
  const names = args.some((text) => text.includes('address(')) ? 'address, createSolanaRpc' : 'createSolanaRpc'
  const kit: Snippet = {
    label: 'kit',
    language: 'ts',
    code: `import { ${names} } from '@solana/kit'

const rpc = createSolanaRpc(${quoted(url)})
const result = await rpc${memberOf(method.name)}(${list}).send()`,
  }
  return WEB3_JS.has(method.name) ? [kit, { label: 'web3.js', language: 'ts', code: solanaWeb3(call) }] : [kit]
}

/** web3.js asks for an encoding of its own, so that of a configuration only the commitment is left. */
const solanaWeb3 = ({ method, params, url }: SnippetCall): string => {
  const [key, ...others] = params
  const args = [key, ...others].flatMap((param, index) => {
    const config = index > 0 && isConfig(param)
    const commitment = (param as { commitment?: unknown } | null)?.commitment
    return config ? (commitment === undefined ? [] : [literal(commitment)]) : [literal(param, '  ', 'new PublicKey')]
  })
  return `import { Connection, PublicKey } from '@solana/web3.js'

const connection = new Connection(${quoted(url)})
const result = await connection${memberOf(method.name)}(
  ${args.join(',\n  ')},
)`
}

const isConfig = (param: unknown): boolean =>
  typeof param === 'object' &&
  param !== null &&
  ['commitment', 'encoding', 'dataSlice', 'minContextSlot'].some((name) => name in param)

const generatedClient = ({ method, params, url }: SnippetCall): string => {
  const args = params.map((param) => literal(param, '  '))
  const list = args.length === 0 ? '' : `\n  ${args.join(',\n  ')},\n`
  const client = method['x-family'] === 'solana' ? 'SolanaClient' : 'EvmClient'
  return `import { ${client} } from '@tollgate/client'

const client = new ${client}({
  url: ${quoted(url)},
})
const result = await client${memberOf(method.name)}(${list})`
}

const memberOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${quoted(name)}]`)

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A value as TypeScript; with `keys`, base58 public keys are wrapped in what makes one. */
const literal = (value: unknown, indent = '', keys?: string): string => {
  const lines = prettyJson(value, indent)
  return lines.replace(/"((?:[^"\\]|\\.)*)"(:?)/g, (text: string, inner: string, colon: string) => {
    if (colon !== '') return /^[A-Za-z_$][\w$]*$/.test(inner) ? `${inner}:` : text
    const made = quoted(JSON.parse(`"${inner}"`) as string)
    return keys !== undefined && BASE58.test(inner) ? `${keys}(${made})` : made
  })
}
