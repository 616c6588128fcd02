import type { Ajv } from 'ajv'
import { type Contract, type ContractMethod, componentOf, type MethodExample } from '../../contract/contract.js'
import { isTooDeep, TOO_DEEP, TOO_LARGE, tooLargeComponents } from '../../contract/document-bounds.js'
import { identifier } from '../../contract/lint/methods.js'
import { neededReason } from '../../contract/lint/params/contract-addresses.js'
import { addSchemas, createAjv } from '../../contract/schemas.js'
import type { WrittenContract } from '../../contract/with-errors.js'
import { withPlainNumbers } from '../../runtime/exact-json.js'
import { ImportedComponents } from './components.js'
import { contractsOf, effectOf, familyOf, positionOf } from './derive.js'
import { type ImportedContract, judged } from './judge.js'
import { importShape } from './method.js'
import { type ImportNote, ImportNotes } from './note.js'
import { type PriceTable, priceOf } from './prices.js'
import { defaultLimits, leftOut } from './rules.js'
import { sampleOf } from './sample.js'
import { infoOf, type SourceMethod, sourcesOf } from './source.js'
import { ends, ImportedSubscriptions } from './subscriptions.js'

export interface ImportOptions {
  /** By default derived from the names of the methods. */
  readonly family?: ContractMethod['x-family'] | undefined
  readonly prices?: PriceTable | undefined
  /** The price of methods that `prices` does not name. */
  readonly credits?: number | undefined
  readonly base: WrittenContract
  /** Contracts whose facts are taken over for methods of the same name. */
  readonly known: readonly Pick<WrittenContract, 'methods'>[]
}

/** The result of an import; without a contract if nothing could be taken. */
export interface ImportResult {
  readonly contract?: ImportedContract
  readonly notes: readonly ImportNote[]
}

/** One import: the document, the options, and the notes about it. */
class Import {
  readonly notes = new ImportNotes()
  private readonly components: ImportedComponents
  private readonly taken = new Set<string>()
  private readonly known: ReadonlyMap<string, ContractMethod>
  private readonly subscriptions: ImportedSubscriptions

  constructor(
    private readonly document: unknown,
    private readonly options: ImportOptions,
  ) {
    this.components = new ImportedComponents(document, options.base.components.schemas, this.notes)
    this.known = new Map(options.known.flatMap(({ methods }) => methods.map((method) => [method.name, method])))
    this.subscriptions = new ImportedSubscriptions(document, this.components, options)
  }

  run(): ImportResult {
    if (isTooDeep(this.document)) return this.nothing(TOO_DEEP)
    const sources = sourcesOf(this.document, (path) =>
      this.notes.add({ kind: 'left-out', path, message: 'it is no method with a name' }),
    )
    const family = this.options.family ?? familyOf(sources.map(({ name }) => name))
    if (sources.length === 0) return this.nothing('the file is no OpenRPC document with methods')
    if (family === undefined)
      return this.nothing('the names of the methods do not tell the family: give --family evm or --family solana')
    if (this.options.family === undefined)
      this.notes.add({ kind: 'guessed', path: '', message: `the family is ${family}, by the names of the methods` })
    const taken = this.withoutTooLarge(sources.flatMap((source) => this.take(source, family) ?? []))
    const typed = { components: this.components } as unknown as Contract
    const placed = taken.map((method) => this.withPlaces(typed, method))
    const contract = judged(this.whole(placed), this.options.base, this.notes)
    return { ...(contract !== undefined && { contract }), notes: this.notes.all() }
  }

  private nothing(message: string): ImportResult {
    this.notes.add({ kind: 'left-out', path: '', message })
    return { notes: this.notes.all() }
  }

  private withoutTooLarge(methods: readonly ContractMethod[]): readonly ContractMethod[] {
    const tooLarge = tooLargeComponents(this.components.schemas)
    return methods.filter(({ name, params, result, ...method }) => {
      const events = Object.values(method['x-subscription']?.kinds ?? {}).map(({ event }) => event)
      const used = [...[...params, result].map(({ schema }) => schema), ...events]
      const found = used.map((schema) => componentOf(schema)!).find((one) => tooLarge.has(one))
      if (found !== undefined)
        this.notes.add({ kind: 'left-out', method: name, path: '', message: `${found} ${TOO_LARGE}` })
      return found === undefined
    })
  }

  /** The method without the facts derived from types, which require all components. */
  private take(source: SourceMethod, family: ContractMethod['x-family']): ContractMethod | undefined {
    const { name, path } = source
    const say = (kind: ImportNote['kind'], message: string) => this.notes.add({ kind, method: name, path, message })
    const known = this.known.get(name)
    const isTwice = this.taken.has(name)
    this.taken.add(name)
    const price =
      priceOf(name, this.options.prices ?? {}) ?? (ends(name) ? 0 : this.options.credits) ?? known?.['x-credits']
    const refusal =
      (identifier.test(name) ? undefined : 'it is no name that a method can have') ??
      (isTwice ? 'the document has another method of this name' : undefined) ??
      leftOut.find(({ pattern }) => pattern.test(name))?.reason ??
      (this.options.base.methods.some((own) => own.name === name) ? 'the built-in contract has it' : undefined) ??
      this.subscriptions.refusalOf(name) ??
      (price === undefined ? 'it has no price: say --credits or --prices' : undefined)
    const shape = refusal ?? importShape(source, this.document, this.components, say)
    if (typeof shape === 'string') {
      say('left-out', shape)
      return undefined
    }
    const events = this.subscriptions.partsOf(shape, family, price!, say)
    const effect = effectOf(name)
    if (known === undefined && events === undefined) say('guessed', `x-effect is ${effect.value}: ${effect.reason}`)
    return {
      ...shape,
      'x-family': family,
      'x-effect': known?.['x-effect'] ?? effect.value,
      ...(known?.['x-already-known'] && { 'x-already-known': known['x-already-known'] }),
      ...(known?.['x-state'] && { 'x-state': known['x-state'] }),
      'x-credits': price!,
      'x-limits': known === undefined ? defaultLimits : known['x-limits'],
      'x-position': { kind: 'none' },
      'x-finality': 'never',
      'x-failover': false,
      ...events,
    }
  }

  /**
   * Position, finality and contract addresses: from the types of the params, and from known facts
   * about the method.
   */
  private withPlaces(contract: Contract, method: ContractMethod): ContractMethod {
    const say = (message: string) => this.notes.add({ kind: 'guessed', method: method.name, path: '', message })
    const { examples, ...others } = method
    if (method['x-effect'] === 'subscription') return { ...others, examples }
    const known = this.known.get(method.name)
    const position = positionOf(contract, method)
    const finality = known?.['x-position'].kind === position.kind ? known['x-finality'] : 'never'
    if (known === undefined)
      say(`x-position is ${JSON.stringify(position)} by the types of the params; x-finality is never`)
    const reasons = known?.['x-reasons']
    const access = contractsOf(contract, method, position, known?.['x-contracts'])
    if (known === undefined)
      say(
        access === undefined
          ? 'keys limited to contracts may not call it: it has no x-contracts'
          : `x-contracts is ${JSON.stringify(access)}`,
      )
    const needed = access && neededReason(contract, { ...method, 'x-contracts': access })
    const ownReasons = {
      ...(finality === 'constant' && { 'x-finality': reasons?.['x-finality'] ?? 'Known of the method by its name.' }),
      ...(needed && { 'x-contracts': reasons?.['x-contracts'] ?? 'Known of the method by its name.' }),
    }
    return {
      ...others,
      'x-position': position,
      'x-finality': finality,
      ...(access !== undefined && { 'x-contracts': access }),
      ...(Object.keys(ownReasons).length > 0 && { 'x-reasons': ownReasons }),
      examples,
    }
  }

  /**
   * The contract with valid examples: the document's, the known ones of the method, or an invented
   * one.
   */
  private whole(methods: readonly ContractMethod[]): ImportedContract {
    const contract = { components: this.components, methods } as unknown as Contract
    const ajv = createAjv()
    addSchemas(ajv, contract)
    return {
      openrpc: '1.3.2',
      info: infoOf(this.document),
      methods: methods.flatMap((method) => this.withExamples(ajv, contract, method) ?? []),
      components: { schemas: this.components.schemas },
    }
  }

  private withExamples(ajv: Ajv, contract: Contract, method: ContractMethod): ContractMethod | undefined {
    const { name, params, result } = method
    const say = (kind: ImportNote['kind'], message: string) => this.notes.add({ kind, method: name, path: '', message })
    const isRight = (example: MethodExample) =>
      ajv.validate(`${name}.params`, withPlainNumbers(example.params.map(({ value }) => value))) &&
      ajv.validate(`${name}.result`, withPlainNumbers(example.result.value))
    const renamed = (this.known.get(name)?.examples ?? [])
      .filter((example) => example.params.length <= params.length)
      .map((example) => ({
        ...example,
        params: example.params.map(({ value }, index) => ({ name: params[index]!.name, value })),
        result: { name: result.name, value: example.result.value },
      }))
    const made = {
      name: 'made-up',
      description: 'Made up by the importer, of the shape that the schemas want.',
      params: params
        .filter(({ required }) => required)
        .map((param) => ({ name: param.name, value: sampleOf(contract, param.schema) })),
      result: { name: result.name, value: sampleOf(contract, result.schema) },
    }
    const own = method.examples.filter(isRight)
    if (own.length < method.examples.length)
      say('changed', 'an example of the document breaks its schemas, and is left out')
    const examples = own.length > 0 ? own : [...renamed, made].filter(isRight).slice(0, 1)
    if (examples.length === 0) {
      say('left-out', 'it has no example, and none could be made up')
      return undefined
    }
    if (own.length === 0)
      say('guessed', `its example is ${examples[0] === made ? 'made up' : 'that of our own contract'}`)
    return { ...method, examples }
  }
}

/**
 * Makes a Tollgate contract from any OpenRPC document, and lists what was guessed, changed or left
 * out.
 */
export const importContract = (document: unknown, options: ImportOptions): ImportResult =>
  new Import(document, options).run()
