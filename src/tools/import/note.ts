/**
 * What an import did not simply take over.
 *
 * `guessed`   derived from names or types: to be looked at
 * `changed`   a contract has to say it in another way; less is checked than in the document
 * `left-out`  not in the result
 */
export interface ImportNote {
  readonly kind: 'guessed' | 'changed' | 'left-out'
  /** The method it is about; left out for the document and its schemas. */
  readonly method?: string
  /** Where in the document that was read: a JSON pointer. */
  readonly path: string
  readonly message: string
}

/** The notes of one import; the same thing said at many places of one schema is said once. */
export class ImportNotes {
  private readonly seen = new Map<string, ImportNote>()

  add(note: ImportNote): void {
    this.seen.set(JSON.stringify(note), note)
  }

  /** Those that leave something out first, then what was guessed, then what was changed. */
  all(): readonly ImportNote[] {
    const order = ['left-out', 'guessed', 'changed']
    return [...this.seen.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  }
}
