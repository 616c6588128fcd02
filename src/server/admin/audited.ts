import { type AdminMethod, readAdminDocument } from './document.js'
import type { OperationDeps } from './operation-deps.js'
import { Unchanged } from './unchanged.js'

const MAX_PARAMS_LENGTH = 4_000

type Operation<From> = (from: From, params: never) => unknown

interface Changed {
  readonly id?: string
  /** Given for a rotation: the old key. `id` is the new one. */
  readonly replaces?: string
  readonly accountId?: string
  readonly network?: string
  readonly upstream?: string
}

type GivenParams = Readonly<Record<string, unknown>>

/**
 * Returns the subject of an entry, and the account whose holder sees it. The subject of a rotation
 * is the old key.
 */
const concernedBy = async (
  changed: AdminMethod['x-changes'],
  { store }: OperationDeps,
  params: GivenParams,
  result: Changed,
) => {
  if (changed === 'upstream') return { subject: `${result.network}/${result.upstream}`, accountId: null }
  const subject = typeof params.id === 'string' ? params.id : (result.id ?? null)
  if (changed !== 'key') return { subject, accountId: subject }
  const isKnown = result.accountId !== undefined || subject === null
  const { accountId = null } = isKnown ? result : ((await store.accounts.findKey(result.id ?? subject)) ?? {})
  return { subject, accountId }
}

/** Params as JSON, shortened: a list of a thousand contracts is not kept whole. */
const textOfParams = (params: GivenParams): string => {
  const text = JSON.stringify(params)
  return text.length <= MAX_PARAMS_LENGTH ? text : JSON.stringify({ tooLong: text.length, keys: Object.keys(params) })
}

const recorded =
  <From extends OperationDeps>(
    { name, 'x-changes': changed }: AdminMethod,
    operation: Operation<From>,
  ): Operation<From> =>
  async (from, params) => {
    const outcome = await operation(from, params)
    if (outcome instanceof Unchanged) return outcome.result
    const result = outcome as Changed
    const { actor, nowMs, store } = from
    await store.audit.record({
      at: new Date(nowMs()).toISOString(),
      actor: actor.name,
      via: actor.via,
      operation: name,
      ...(await concernedBy(changed, from, params, result)),
      params: textOfParams(result.replaces === undefined ? params : { ...(params as object), newKey: result.id }),
    })
    return result
  }

/**
 * Makes changing operations write an audit entry after each change. An `Unchanged` result is
 * unwrapped and leaves no entry. Their params contain no secrets.
 */
export const audited = <From extends OperationDeps>(
  operations: Readonly<Record<string, Operation<From>>>,
): Readonly<Record<string, Operation<From>>> => {
  const methods = new Map(readAdminDocument().methods.map((method) => [method.name, method]))
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const method = methods.get(name)!
      return [name, method['x-changes'] === false ? operation : recorded(method, operation)]
    }),
  )
}
