/** Records of a list, and whether there are more. */
export interface PagedList<T> {
  readonly records: readonly T[]
  readonly hasMore: boolean
}

/**
 * Reads a list page after page, from what is known of it on, until it is read or has `max` records. `ask` answers with the page after a
 * record, the first one where there is none.
 */
export const readPages = async <T extends { readonly id: string }>(
  ask: (after: string | undefined) => Promise<readonly T[]>,
  pageLength: number,
  max: number,
  known: readonly T[] = [],
): Promise<PagedList<T>> => {
  const records = [...known]
  while (records.length < max) {
    const page = await ask(records.at(-1)?.id)
    records.push(...page)
    if (page.length < pageLength) return { records, hasMore: false }
  }
  return { records, hasMore: true }
}
