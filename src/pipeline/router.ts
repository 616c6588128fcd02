import { Router } from '@open-rpc/server-js/build/router.js'
import { fail, type Reply } from '../jsonrpc/reply.js'
import type { MaybeDeferred } from '../runtime/deferred.js'
import type { Answer, Opened } from './stage.js'

/** What the stock Router wants to be constructed with; it never sees a call, so it needs no methods and compiles no validators. */
const EMPTY_DOCUMENT = { openrpc: '1.3.2', info: { title: '', version: '' }, methods: [] } as const

/**
 * One network's methods, each with its chain of stages, composed once.
 *
 * A subclass of server-js's Router: its own `call` would validate with Ajv 6, lose errors and ends the process on absent params
 * (docs/wire-facts.md, 4.1), so both of its questions are answered here.
 */
export class NetworkRouter extends Router {
  constructor(private readonly chains: ReadonlyMap<string, Answer<Opened>>) {
    super(structuredClone(EMPTY_DOCUMENT) as never, {})
  }

  override isMethodImplemented(method: string): boolean {
    return this.chains.has(method)
  }

  override async call(method: string, call: Opened): Promise<Reply> {
    return this.answer(method, call)
  }

  /** The same, at once where nothing has to be waited for. */
  answer(method: string, call: Opened): Reply | MaybeDeferred<Reply> {
    const chain = this.chains.get(method)
    return chain === undefined ? fail('method-not-found', { fill: { method } }) : chain(call)
  }
}
