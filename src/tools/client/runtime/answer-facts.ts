/**
 * What the gateway says in the headers of an HTTP answer; over WebSocket, which has none, all of it
 * is undefined.
 */
export interface AnswerFacts {
  readonly httpStatus?: number | undefined
  /** Credits this answer cost; of a batch, all of its calls. */
  readonly creditsCost?: number | undefined
  /** Credits left for the day. */
  readonly creditsRemaining?: number | undefined
  /** When the balance renews. */
  readonly creditsResetAt?: Date | undefined
  /** Names the answer in the logs of the gateway. */
  readonly requestId?: string | undefined
  /** What answered; of a batch, each that did, separated by commas. */
  readonly servedBy?: 'upstream' | 'cache' | 'partner' | (string & {}) | undefined
  /** Whether all that the partner answered was proven. */
  readonly isVerified?: boolean | undefined
}

/** The value of a header, by its name in lower case; null or undefined when the answer has none. */
export type HeaderReader = (name: string) => string | null | undefined

/** Reads the facts from the headers of an answer. */
export const readFacts = (httpStatus: number, header: HeaderReader): AnswerFacts => {
  const text = (name: string): string | undefined => header(`x-${name}`) ?? undefined
  const number = (name: string): number | undefined => {
    const value = text(name)
    return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
  }
  const reset = number('credits-reset')
  return {
    httpStatus,
    creditsCost: number('credits-cost'),
    creditsRemaining: number('credits-remaining'),
    creditsResetAt: reset === undefined ? undefined : new Date(reset * 1000),
    requestId: text('request-id'),
    servedBy: text('served-by'),
    isVerified: text('verified') === 'proof',
  }
}
