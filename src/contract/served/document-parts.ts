import type { Document } from '../../../generated/document.js'
import { exactJson } from '../../runtime/exact-json.js'
import { referencesIn } from '../visit-schema.js'
import { errorsPointer } from '../with-errors.js'

/** Placeholders of the lists that differ by the methods (RFC 6761: `.invalid`). */
const LISTS = /"(methods|schemas|errors|x-errors)\.invalid"(?::0)?/

/** A method or a component. */
interface Part {
  readonly name: string
  /** Its JSON, behind a comma. */
  readonly json: Buffer
  /** Names of the schemas that it refers to. */
  readonly uses: ReadonlySet<string>
}

interface MethodPart extends Part {
  readonly errors: readonly string[]
}

const membersOf = (table: object): Part[] =>
  Object.entries(table).map(([name, value]) => ({
    name,
    json: Buffer.from(`,${JSON.stringify(name)}:${exactJson(value)}`),
    uses: referencesIn(value),
  }))

const listOf = (parts: readonly Part[]): Buffer => Buffer.concat(parts.map(({ json }) => json)).subarray(1)

/**
 * The methods and components of a served document, each written once. The documents of keys with
 * different lists of methods are put together from them, because writing one takes milliseconds.
 */
export class DocumentParts {
  /** At odd places names of lists, between them text that no list of methods changes. */
  private readonly frame: readonly string[]
  private readonly methods: readonly MethodPart[]
  private readonly schemas: ReadonlyMap<string, Part>
  private readonly errors: readonly Part[]
  private readonly errorRows: readonly Part[]
  /** Names of errors that methods have; every document has the others. */
  private readonly errorsOfMethods: ReadonlySet<string>

  constructor(document: Document) {
    const { schemas, errors } = document.components
    this.methods = document.methods.map((method) => ({
      name: method.name,
      json: Buffer.from(`,${exactJson(method)}`),
      uses: referencesIn(method),
      errors: (method.errors ?? []).map(({ $ref }) => $ref.slice(errorsPointer.length)),
    }))
    this.schemas = new Map(membersOf(schemas).map((part) => [part.name, part]))
    this.errors = membersOf(errors)
    this.errorRows = membersOf(document['x-errors'] ?? {})
    this.errorsOfMethods = new Set(this.methods.flatMap((method) => method.errors))
    const components = { ...document.components, schemas: { 'schemas.invalid': 0 }, errors: { 'errors.invalid': 0 } }
    const rows = 'x-errors' in document && { 'x-errors': { 'x-errors.invalid': 0 } }
    this.frame = exactJson({ ...document, methods: ['methods.invalid'], components, ...rows }).split(LISTS)
  }

  /**
   * JSON of the document with only the methods of a list, and without what only others refer to: in
   * pieces for `DocumentTemplate`.
   */
  only(names: ReadonlySet<string>): (string | Buffer)[] {
    const methods = this.methods.filter(({ name }) => names.has(name))
    const listed = new Set(methods.flatMap(({ errors }) => errors))
    const errors = this.errors.filter(({ name }) => listed.has(name) || !this.errorsOfMethods.has(name))
    const errorNames = new Set(errors.map(({ name }) => name))
    const errorRows = this.errorRows.filter(({ name }) => errorNames.has(name))
    const used = new Set([...methods, ...errors, ...errorRows].flatMap(({ uses }) => [...uses]))
    // Iteration over a set includes the members added during it.
    for (const name of used) for (const inner of this.schemas.get(name)?.uses ?? []) used.add(inner)
    const schemas = [...this.schemas.values()].filter(({ name }) => used.has(name))
    const lists = new Map(Object.entries({ methods, schemas, errors, 'x-errors': errorRows }))
    return this.frame.map((text, at) => (at % 2 === 0 ? text : listOf(lists.get(text)!)))
  }
}
