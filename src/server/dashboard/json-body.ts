/** The members of a JSON body as received, unchecked; empty for anything else. */
export const jsonOf = (body: Buffer): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}

/** A member that should be a text, or the empty text. `String` throws for some objects of JSON. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
