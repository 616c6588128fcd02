/**
 * A deviation of an import from the document.
 *
 * `guessed`   derived from names or types: to be reviewed
 * `changed`   expressed differently; checks less than the document
 * `left-out`  not in the result
 */
export interface ImportNote {
  readonly kind: 'guessed' | 'changed' | 'left-out'
  /** The affected method; undefined for the document and its schemas. */
  readonly method?: string
  /** The place in the source document: a JSON pointer. */
  readonly path: string
  readonly message: string
}

/** The notes of one import; a note on many places of one schema appears once. */
export class ImportNotes {
  private readonly seen = new Map<string, ImportNote>()

  add(note: ImportNote): void {
    this.seen.set(JSON.stringify(note), note)
  }

  /** Notes on omissions first, then guesses, then changes. */
  all(): readonly ImportNote[] {
    const order = ['left-out', 'guessed', 'changed']
    return [...this.seen.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  }
}
