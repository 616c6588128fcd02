/** Facts from the headers of an HTTP answer; all undefined over WebSocket, which has no headers. */
export interface AnswerFacts {
  readonly httpStatus?: number | undefined
  /** Credits charged for this answer; for a batch, for all of its calls. */
  readonly creditsCost?: number | undefined
  /** Credits left for the day. */
  readonly creditsRemaining?: number | undefined
  /** When the balance renews. */
  readonly creditsResetAt?: Date | undefined
  /** Identifies the answer in the logs of the gateway. */
  readonly requestId?: string | undefined
  /** The source of the answer; for a batch, all sources, separated by commas. */
  readonly servedBy?: 'upstream' | 'cache' | 'partner' | (string & {}) | undefined
  /** True if every part of a partner's answer was proven. */
  readonly isVerified?: boolean | undefined
}

/** Returns a header by its lower-case name; null or undefined if absent. */
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
