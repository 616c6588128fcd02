/** A mistake in openrpc.json: a JSON pointer to the place, and a message. */
export interface ContractMistake {
  readonly path: string
  readonly message: string
}

/** Takes a mistake: the JSON pointer of its place, and a message. */
export type Report = (path: string, message: string) => void

/** A report for the parts of a place: takes pointers that start there. */
export const under =
  (report: Report, place: string): Report =>
  (path, message) =>
    report(`${place}${path}`, message)

export const mistakesOf = (check: (report: Report) => void): ContractMistake[] => {
  const mistakes: ContractMistake[] = []
  check((path, message) => mistakes.push({ path, message }))
  return mistakes
}

/** Reports the mistakes of a check; true if the check found nothing. */
export const isFine = (report: Report, check: (report: Report) => void): boolean => {
  let isClean = true
  check((path, message) => {
    isClean = false
    report(path, message)
  })
  return isClean
}

/** A JSON pointer (RFC 6901) from its segments. */
export const pointer = (...segments: readonly (string | number)[]): string =>
  segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A validator's message about a value, completed with the names or values from its parameters. */
export const wording = (message = 'is wrong', params: Readonly<Record<string, unknown>> = {}): string => {
  const { additionalProperty, allowedValues } = params
  const details = [additionalProperty, Array.isArray(allowedValues) ? allowedValues.join(', ') : undefined]
  return [message, ...details.filter((detail) => detail !== undefined)].join(': ')
}
