import type { Contract } from '../contract.js'
import { SchemaValidators } from '../schema-validators.js'
import type { SubscriptionExtension } from './declared.js'

/** Checks events against the schemas of a contract's subscriptions. */
export class EventJudge {
  private readonly validators: SchemaValidators
  private readonly subscriptions: ReadonlyMap<string, SubscriptionExtension>

  constructor(contract: Contract) {
    this.validators = new SchemaValidators(contract)
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
    const isValid = this.validators.of(`${method}:${name}`, kinds[name]!.event)
    if (isValid(event)) return undefined
    const [error] = isValid.errors ?? []
    return `event${error?.instancePath ?? ''} ${error?.message ?? 'is refused'}`
  }
}
