import type { Ajv, ValidateFunction } from 'ajv'
import { withPlainNumbers } from '../runtime/exact-json.js'
import type { Contract, Schema } from './contract.js'
import { addComponents, createPlainAjv, outside } from './schemas.js'

/** Validators of a contract's schemas, each compiled for its first value: many have none. */
export class SchemaValidators {
  private ajv: Ajv | undefined
  private readonly known = new Map<string, ValidateFunction>()

  constructor(private readonly contract: Contract) {}

  /** The validator of a schema, kept under a key. Errors: throws if it cannot be compiled. */
  of(key: string, schema: Schema): ValidateFunction {
    if (this.ajv === undefined) {
      this.ajv = createPlainAjv()
      addComponents(this.ajv, this.contract)
    }
    const validator = this.known.get(key) ?? this.ajv.compile(outside(withPlainNumbers(schema)))
    this.known.set(key, validator)
    return validator
  }
}
