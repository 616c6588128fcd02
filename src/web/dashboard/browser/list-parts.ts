/** Records read from a list; `hasMore` if others may follow. */
export interface ListPart<T> {
  readonly records: readonly T[]
  readonly hasMore: boolean
}

/**
 * Reads a list page after page, to its end or until it has `max` records.
 *
 * `ask`    returns the page that follows a record, or the first page
 * `known`  the first records, if already read
 */
export const readList = async <T extends { readonly id: string }>(
  ask: (after: string | undefined) => Promise<readonly T[]>,
  pageLength: number,
  max: number,
  known: readonly T[] = [],
): Promise<ListPart<T>> => {
  const records = [...known]
  while (records.length < max) {
    const page = await ask(records.at(-1)?.id)
    records.push(...page)
    if (page.length < pageLength) return { records, hasMore: false }
  }
  return { records, hasMore: true }
}
