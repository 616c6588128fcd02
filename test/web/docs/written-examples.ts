import type { Document, DocumentMethod } from '../../../generated/document.js'
import { mergeContracts } from '../../../src/contract/operator/merge.js'
import { builtInContract, readShippedDocument } from '../../../src/contract/operator/shipped-document.js'
import { shippedFile, shippedNames } from '../../../src/contract/operator/shipped-files.js'
import { clientOriginOf } from '../../../src/server/docs/examples/generated-clients.js'
import { type Snippet, snippetsFor } from '../../../src/server/docs/snippets.js'
import { eventKinds, isOfSubscriptions } from '../../../src/server/docs/subscriptions/kinds.js'
import { watchSnippets } from '../../../src/server/docs/subscriptions/snippets.js'

/** The built-in contract with every contract that comes with Tollgate. */
export const wholeContract = mergeContracts(
  builtInContract,
  shippedNames.map((name) => ({ documentName: name, contract: readShippedDocument(shippedFile(name)!).contract })),
).contract

/** The document that the docs page of all networks shows. */
export const wholeDocument = wholeContract as unknown as Document

/** A call that the page shows, in one tool's code. */
export interface WrittenExample extends Snippet {
  /** Of its file: `eth_getBalance-0-viem`. */
  readonly name: string
  readonly method: DocumentMethod
  readonly params: readonly unknown[]
  /** The example's index in its method. */
  readonly place: number
}

const paramsOf = ({ params }: DocumentMethod['examples'][number]): unknown[] => params.map(({ value }) => value)

/**
 * Every example of every method in every tool's code; `urlOf` says where the call of a method goes.
 */
export const writtenExamples = (
  urlOf: (method: string, place: number, label: string) => string,
  document: Document = wholeDocument,
): WrittenExample[] => {
  const client = clientOriginOf(document)
  const calls = document.methods.filter((method) => !isOfSubscriptions(method))
  return calls.flatMap((method) =>
    method.examples.flatMap((example, place) => {
      const params = paramsOf(example)
      const labels = snippetsFor({ method, params, url: 'http://127.0.0.1', client }).map(({ label }) => label)
      return labels.map((label) => {
        const call = { method, params, url: urlOf(method.name, place, label), client }
        const snippet = snippetsFor(call).find((one) => one.label === label)!
        return { ...snippet, name: `${method.name}-${place}-${label.replace('.', '')}`, method, params, place }
      })
    }),
  )
}

/** Every kind of subscription in the code of every tool. */
export const writtenWatches = (document: Document = wholeDocument): WrittenExample[] => {
  const urls = { url: 'http://127.0.0.1:1', webSocketUrl: 'ws://127.0.0.1:1' }
  return document.methods.flatMap((method) =>
    eventKinds(method).flatMap((kind, place) =>
      watchSnippets(method, kind, urls, clientOriginOf(document)).map((snippet) => {
        const name = `${method.name}-${place}-${snippet.label.replace('.', '')}`
        return { ...snippet, name, method, params: kind.example, place }
      }),
    ),
  )
}
