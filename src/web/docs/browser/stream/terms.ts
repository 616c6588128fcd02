/** The price of a kind of events, and the way in which a subscription resumes. */
export interface KindOfEvents {
  /** Undefined if the method has one kind, which its params do not name. */
  readonly name?: string
  readonly credits: number
  /** Another price, if the param at the index is true. */
  readonly dearer?: { readonly param: number; readonly credits: number }
  /** Index of the param that names the last event; undefined if the kind does not resume. */
  readonly resumeAt?: number
  /** True if one event is all that comes. */
  readonly isOnce: boolean
}

/** The terms of a method's events, as the page has them. */
export interface StreamTerms {
  readonly notification: string
  readonly unsubscribe: string
  readonly kinds: readonly KindOfEvents[]
}

const paramsIn = (text: string): readonly unknown[] => {
  try {
    const params: unknown = JSON.parse(text)
    return Array.isArray(params) ? params : []
  } catch {
    return []
  }
}

/** The kind that params ask for; the first if they name none, which the gateway then refuses. */
export const kindFor = ({ kinds }: StreamTerms, params: string): KindOfEvents => {
  const [name] = paramsIn(params)
  return kinds.find((kind) => kind.name === undefined || kind.name === name) ?? kinds[0]!
}

/** The price of an event of a subscription. */
export const eventCredits = ({ credits, dearer }: KindOfEvents, params: string): number =>
  dearer !== undefined && paramsIn(params)[dearer.param] === true ? dearer.credits : credits

/** The params that go on after an event. */
export const paramsAfter = (params: string, resumeAt: number, after: unknown): string => {
  const given = paramsIn(params)
  const own = Array.from({ length: resumeAt }, (_, index) => given[index] ?? {})
  return JSON.stringify([...own, { after }])
}
