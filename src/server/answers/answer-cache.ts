/**
 * Final answers that several gateways share. The store may vanish, hang or hold anything: then it
 * has no answer.
 *
 * `chain`           identifies the chain itself; operators' names may collide
 * `method`, `text`  the call, keyed as in the memory cache
 */
export interface AnswerCache {
  /**
   * Returns the bytes a gateway once kept for this call, unchecked. Never rejects, and waits a few
   * milliseconds at most. `account` is the caller's id: accounts share the number of requests in
   * flight.
   */
  get(chain: string, method: string, text: string, account: string): Promise<Buffer | undefined>
  /** Keeps an answer, if possible right now. */
  put(chain: string, method: string, text: string, bytes: Buffer): void
  /** Invalidates every answer of a chain for all gateways, because a final block has changed. */
  drop(chain: string): void
}
