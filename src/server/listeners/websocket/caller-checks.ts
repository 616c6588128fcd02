import type { Authenticated } from '../../pipeline/stage.js'
import type { Refused } from '../../pipeline/stages/authenticate.js'
import { isRefused, isUnanswered, type resolveCaller } from '../request.js'

export class CallerChecks {
  private begun = 0
  private lastAnswered = 0
  /** True if the last check was not answered: it has to be repeated. */
  isDue = false

  constructor(private readonly resolve: () => ReturnType<typeof resolveCaller>) {}

  /**
   * The caller with its newest rights, or why it is refused. Undefined if the store did not answer,
   * a queue was full, or a later check has read newer rights.
   */
  async check(): Promise<Authenticated | Refused | undefined> {
    const number = ++this.begun
    this.isDue = false
    const caller = await this.resolve()
    if (number < this.lastAnswered) return undefined
    if (isRefused(caller) && isUnanswered(caller)) {
      this.isDue = true
      return undefined
    }
    this.lastAnswered = number
    return caller
  }
}
