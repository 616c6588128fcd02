import type { Ajv, ValidateFunction } from 'ajv'
import type { Contract } from '../contract.js'
import { addParamsSchemas, createPlainAjv, outside } from '../schemas.js'
import type { SubscriptionExtension } from './declared.js'

/** Checks events against the schemas of a contract's subscriptions. */
export class EventJudge {
  private compiled: Ajv | undefined
  private readonly validators = new Map<string, ValidateFunction>()
  private readonly subscriptions: ReadonlyMap<string, SubscriptionExtension>

  constructor(private readonly contract: Contract) {
    this.subscriptions = new Map(
      contract.methods.flatMap(({ name, 'x-subscription': subscription }) =>
        subscription === undefined ? [] : [[name, subscription]],
      ),
    )
  }

  /**
   * Why the event of a subscription is refused, if it is. Errors: throws if its schema cannot be
   * compiled.
   */
  troubleOf(method: string, params: readonly unknown[], event: unknown): string | undefined {
    const subscription = this.subscriptions.get(method)
    if (subscription === undefined) return 'there is no such subscription'
    const { kind, kinds, notification } = subscription
    const name = kind === undefined ? notification : String(params[0])
    if (!Object.hasOwn(kinds, name)) return `there is no kind ${name}`
    const isValid = this.validatorOf(`${method}:${name}`, kinds[name]!.event)
    if (isValid(event)) return undefined
    const [error] = isValid.errors ?? []
    return `event${error?.instancePath ?? ''} ${error?.message ?? 'is refused'}`
  }

  private validatorOf(key: string, schema: SubscriptionExtension['kinds'][string]['event']): ValidateFunction {
    if (this.compiled === undefined) {
      this.compiled = createPlainAjv()
      addParamsSchemas(this.compiled, this.contract)
    }
    const validator = this.validators.get(key) ?? this.compiled.compile(outside(schema))
    this.validators.set(key, validator)
    return validator
  }
}
