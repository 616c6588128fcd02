import { declareErrors } from '../jsonrpc/declared-errors.js'
import type { Reply } from '../jsonrpc/reply.js'
import type { MaybeDeferred } from '../runtime/deferred.js'
import type { Answer, Opened } from './stage.js'

/** What the router refuses with. */
export const routerErrors = declareErrors('method-not-found')
const { fail } = routerErrors

/** One network's methods, each with its stages, composed once. */
export class NetworkRouter {
  constructor(private readonly pipelines: ReadonlyMap<string, Answer<Opened>>) {}

  /** Whether the network has a method. */
  isMethodImplemented(method: string): boolean {
    return this.pipelines.has(method)
  }

  /** Answers a call, at once where nothing has to be waited for. Errors: `method-not-found`. */
  answer(method: string, call: Opened): Reply | MaybeDeferred<Reply> {
    const pipeline = this.pipelines.get(method)
    return pipeline === undefined ? fail('method-not-found', {}, { method }) : pipeline(call)
  }
}
