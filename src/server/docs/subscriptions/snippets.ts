import type { DocumentMethod } from '../../../../generated/document.js'
import { watchWords } from '../../../contract/subscriptions/watch-words.js'
import { type ClientOrigin, pythonWatch, typescriptWatch } from '../examples/generated-clients.js'
import { ethersWatch, viemWatch, web3Watch } from '../examples/watch-evm.js'
import { kitWatch, solanaWeb3Watch } from '../examples/watch-solana.js'
import type { Snippet } from '../snippets.js'
import type { EventKind } from './kinds.js'

export interface WatchUrls {
  readonly url: string
  readonly webSocketUrl: string
}

/** A request as a reader of wscat types it. */
export const frameSnippet = (method: string, params: readonly unknown[], webSocketUrl: string): Snippet => ({
  label: 'wscat',
  language: 'sh',
  code: `npx wscat -c ${webSocketUrl}\n> ${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}`,
})

export const watchSnippets = (
  method: Pick<DocumentMethod, 'name' | 'x-family'>,
  kind: EventKind,
  { url, webSocketUrl }: WatchUrls,
  client: ClientOrigin,
): Snippet[] => {
  const { name, 'x-family': family } = method
  const params = kind.name === undefined ? kind.example : kind.example.slice(1)
  const evm = { kind: kind.name ?? '', params, url: webSocketUrl }
  const solana = { method: name, params, url, webSocketUrl }
  const typed = { words: watchWords(name, kind.name), family, params, url, client }
  const libraries: readonly (readonly [string, string | undefined])[] =
    family === 'solana'
      ? [
          ['kit', kitWatch(solana)],
          ['web3.js', solanaWeb3Watch(solana)],
        ]
      : [
          ['viem', viemWatch(evm)],
          ['ethers', ethersWatch(evm)],
          ['web3.js', web3Watch(evm)],
        ]
  return [
    frameSnippet(name, kind.example, webSocketUrl),
    ...libraries.flatMap(([label, code]): Snippet[] => (code === undefined ? [] : [{ label, language: 'ts', code }])),
    { label: 'client', language: 'ts', code: typescriptWatch(typed) },
    { label: 'Python', language: 'py', code: pythonWatch(typed) },
  ]
}
