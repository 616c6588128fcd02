import type { Ajv, ValidateFunction } from 'ajv'
import type { Contract, ContractMethod } from '../../contract/contract.js'
import { countAt } from '../../contract/json-pointer.js'
import { addParamsSchemas, createPlainAjv } from '../../contract/schemas.js'
import { withPlainNumbers } from '../../runtime/exact-json.js'
import { isObject } from '../../runtime/is-object.js'
import type { Witness } from './finding.js'
import type { Loss } from './losses.js'

/**
 * Checks calls against the schemas of a contract and its limit of parameters. Ignores rules that
 * exist only in code.
 */
export class CallJudge {
  private compiled: Ajv | undefined
  private readonly methods: ReadonlyMap<string, ContractMethod>

  constructor(private readonly contract: Contract) {
    this.methods = new Map(contract.methods.map((method) => [method.name, method]))
  }

  /** Created for the first call: without one there is nothing to compile. */
  private get ajv(): Ajv {
    if (this.compiled === undefined) {
      this.compiled = createPlainAjv()
      addParamsSchemas(this.compiled, this.contract)
    }
    return this.compiled
  }

  /** Why a call is refused, if it is. Errors: throws if its schema cannot be compiled. */
  troubleOf(name: string, params: unknown): string | undefined {
    const method = this.methods.get(name)
    if (method === undefined) return 'there is no such method'
    if (!Array.isArray(params)) return 'params are no array'
    const { maxParameters, countedParameters = [] } = method['x-limits'] ?? {}
    const count = countAt(params, countedParameters)
    if (maxParameters !== undefined && count > maxParameters) return `${count} parameters, at most ${maxParameters}`
    const isValid = this.ajv.getSchema(`${name}.params`) as ValidateFunction
    if (isValid(withPlainNumbers(params))) return undefined
    const [error] = isValid.errors ?? []
    return `params${error?.instancePath ?? ''} ${error?.message ?? 'are refused'}`
  }
}

/** Replaces the value at a place; creates containers that are missing or have another type. */
const withValue = (whole: unknown, [step, ...steps]: readonly string[], value: unknown): unknown => {
  if (step === undefined) return value
  if (step === '*' || /^\d+$/.test(step)) {
    const items = Array.isArray(whole) ? [...whole] : []
    const index = step === '*' ? 0 : Number(step)
    while (items.length < index) items.push(null)
    items[index] = withValue(items[index], steps, value)
    // An omitted last item shortens the array.
    if (value === undefined && steps.length === 0) items.length = index
    return items
  }
  const { [step]: inner, ...others } = isObject(whole) ? whole : {}
  const changed = withValue(inner, steps, value)
  return changed === undefined ? others : { ...others, [step]: changed }
}

const paramsOfExamples = (method: ContractMethod | undefined): readonly (readonly unknown[])[] =>
  (method?.examples ?? []).map(({ params }) => params.map(({ value }) => value))

/** Finds calls that an old contract accepts and a new one refuses. */
export class WitnessFinder {
  private readonly recorded = new Map<string, (readonly unknown[])[]>()

  constructor(
    private readonly before: { readonly contract: Contract; readonly judge: CallJudge },
    private readonly after: { readonly contract: Contract; readonly judge: CallJudge },
  ) {}

  /** True if the new contract refuses a call that the old one accepts. */
  isLost(method: string, params: unknown): boolean {
    const { before, after } = this
    return before.judge.troubleOf(method, params) === undefined && after.judge.troubleOf(method, params) !== undefined
  }

  /**
   * A call that begins with `start` and has one of the values at a place. For a condition, which
   * constrains several members, a known call may do as it is.
   */
  find(
    name: string,
    { steps, samples, kind }: Pick<Loss, 'steps' | 'samples' | 'kind'>,
    start: readonly unknown[],
  ): Witness | undefined {
    const methods = [this.before, this.after].map(({ contract }) => contract.methods.find((one) => one.name === name))
    const known = [...methods.flatMap(paramsOfExamples), ...(this.recorded.get(name) ?? [])]
    const bases = [...known.filter((call) => start.every((value, index) => call[index] === value)), start]
    const tried = bases.flatMap((base) => samples.map((sample) => withValue(base, steps, sample)))
    const params = [...tried, ...(kind === 'condition' ? bases : [])].find((one) => this.isLost(name, one))
    return params === undefined ? undefined : { method: name, params: params as readonly unknown[] }
  }

  /** Also tries recorded calls, a few for each method. */
  learn(name: string, params: readonly unknown[]): void {
    const known = this.recorded.get(name) ?? []
    if (known.length < 20) this.recorded.set(name, [...known, params])
  }
}
