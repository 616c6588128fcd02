/**
 * Final answers that several gateways share. It may vanish, hang or hold anything: then it has no
 * answer.
 *
 * `chain`   names the chain itself, not what an operator calls it: others may call another one the
 * same `method`, `text` the call, as the memory knows it
 */
export interface AnswerCache {
  /**
   * Never rejects, and waits a few milliseconds at most; the bytes are what a gateway once kept for
   * this call, unchecked. `account` is the id of who asks: accounts share what may be asked at
   * once.
   */
  get(chain: string, method: string, text: string, account: string): Promise<Buffer | undefined>
  /** Keeps an answer, if that is possible just now. */
  put(chain: string, method: string, text: string, bytes: Buffer): void
  /** Makes every answer of a chain unknown to all gateways: what was final there has changed. */
  drop(chain: string): void
}
