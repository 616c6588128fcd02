import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentMethod } from '../../../generated/document.js'
import { asksFor, type WireCall } from './same-call.js'

type Message = WireCall & { readonly id: unknown }

/**
 * A node that answers methods with their examples, and knows which calls came to each of its paths.
 */
export interface RecordingNode {
  readonly url: string
  callsTo(path: string): readonly WireCall[]
  stop(): Promise<void>
}

const encodingIn = (params: readonly unknown[]): unknown =>
  params.map((param) => (param as { encoding?: unknown } | null)?.encoding).find((encoding) => encoding !== undefined)

/**
 * The result of the example that asks for the same, or in the same encoding, or else of the first.
 */
const resultOf = (methods: ReadonlyMap<string, DocumentMethod>, { method, params = [] }: WireCall): unknown => {
  const examples = (methods.get(method)?.examples ?? []).map(({ params: given, result }) => ({
    meant: given.map(({ value }) => value),
    result: result.value,
  }))
  const fitting =
    examples.find(({ meant }) => asksFor(params, meant)) ??
    examples.find(({ meant }) => encodingIn(meant) === encodingIn(params))
  return (fitting ?? examples[0])?.result ?? null
}

/** Documents may hold large integers as bigints. */
const withNumbers = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

/** Starts one for the methods of a document. */
export const startRecordingNode = async (methods: readonly DocumentMethod[]): Promise<RecordingNode> => {
  const known = new Map(methods.map((method) => [method.name, method]))
  const calls = new Map<string, WireCall[]>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const message = JSON.parse(body) as Message | Message[]
    const here = calls.get(request.url!) ?? []
    calls.set(request.url!, here)
    const answers = [message].flat().map(({ id, method, params = [] }) => {
      here.push({ method, params })
      return { jsonrpc: '2.0', id, result: resultOf(known, { method, params }) }
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(message) ? answers : answers[0], withNumbers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callsTo: (path) => calls.get(path) ?? [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
