import type { DocumentMethod } from '../../../generated/document.js'
import { ethersExample } from './examples/ethers.js'
import { type ClientOrigin, pythonExample, typescriptExample } from './examples/generated-clients.js'
import { kitExample } from './examples/kit.js'
import { solanaWeb3Example } from './examples/solana-web3.js'
import { json, type SourceValue, sourceText } from './examples/source-text.js'
import { viemExample } from './examples/viem.js'
import { web3Example } from './examples/web3.js'

export interface Snippet {
  readonly label: string
  readonly language: 'sh' | 'ts' | 'py'
  readonly code: string
}

export interface SnippetCall {
  readonly method: Pick<DocumentMethod, 'name' | 'x-family'>
  readonly params: readonly unknown[]
  readonly url: string
  /** The typed client that has the method. */
  readonly client: ClientOrigin
}

/** The call for each tool that callers of the family use, with the URL as given. */
export const snippetsFor = (call: SnippetCall): Snippet[] => {
  const { name, 'x-family': family } = call.method
  const { params, url, client } = call
  const typed = { method: name, family, params, url, client }
  return [
    { label: 'curl', language: 'sh', code: curlExample(name, params, url) },
    ...(family === 'solana' ? solanaSnippets(name, params, url) : evmSnippets(name, params, url)),
    { label: 'client', language: 'ts', code: typescriptExample(typed) },
    { label: 'Python', language: 'py', code: pythonExample(typed) },
  ]
}

const evmSnippets = (method: string, params: readonly unknown[], url: string): Snippet[] => [
  { label: 'viem', language: 'ts', code: viemExample(method, params, url) },
  { label: 'ethers', language: 'ts', code: ethersExample(method, params, url) },
  { label: 'web3.js', language: 'ts', code: web3Example(method, params, url) },
]

/** web3.js of Solana cannot send unknown methods. */
const solanaSnippets = (method: string, params: readonly unknown[], url: string): Snippet[] => {
  const kit: Snippet = { label: 'kit', language: 'ts', code: kitExample(method, params, url) }
  const code = solanaWeb3Example(method, params, url)
  return code === undefined ? [kit] : [kit, { label: 'web3.js', language: 'ts', code }]
}

const curlExample = (method: string, params: readonly unknown[], url: string): string => {
  const body = sourceText({ jsonrpc: '2.0', id: 1, method, params: params as SourceValue }, json, '  ')
  return `curl -s ${url} \\\n  -d '${body.replaceAll("'", "'\\''")}'`
}
