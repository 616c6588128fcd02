import type { Ajv, ValidateFunction } from 'ajv'
import type { Contract } from '../../contract/contract.js'
import { addComponents, createPlainAjv, outside } from '../../contract/schemas.js'
import { withPlainNumbers } from '../../runtime/exact-json.js'
import type { Placed } from './branches.js'

/** Judges single values by schemas of a contract. Ignores the last digits of long numbers. */
export class ValueJudge {
  private compiled: Ajv | undefined
  private readonly known = new Map<string, ValidateFunction>()

  constructor(private readonly contract: Contract) {}

  /** True if all of the schemas allow the value. Errors: throws if one cannot be compiled. */
  allows(placed: readonly Placed[], value: unknown): boolean {
    return placed.every(({ schema, at }) => {
      if (typeof schema === 'boolean') return schema
      const isValid = this.known.get(at) ?? this.ajv.compile(outside(withPlainNumbers(schema)))
      this.known.set(at, isValid)
      return isValid(withPlainNumbers(value))
    })
  }

  /** Created for the first value: most contracts need none. */
  private get ajv(): Ajv {
    if (this.compiled === undefined) {
      this.compiled = createPlainAjv()
      addComponents(this.compiled, this.contract)
    }
    return this.compiled
  }
}
