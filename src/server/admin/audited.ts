import { readAdminDocument } from './document.js'
import type { OperationDeps } from './operation-deps.js'
import { Unchanged } from './unchanged.js'

const MAX_PARAMS_LENGTH = 4_000

type Operation<From> = (from: From, params: never) => unknown

interface Changed {
  readonly id?: string
  readonly accountId?: string
  readonly network?: string
  readonly upstream?: string
}

type GivenParams = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const concernedBy = async (name: string, { store }: OperationDeps, params: GivenParams, result: Changed) => {
  if (name.startsWith('upstreams.')) return { subject: `${result.network}/${result.upstream}`, accountId: null }
  const subject = result.id ?? textOf(params.id) ?? null
  if (!name.startsWith('key.')) return { subject, accountId: subject }
  const isKnown = result.accountId !== undefined || subject === null
  const { accountId = null } = isKnown ? result : ((await store.accounts.findKey(subject)) ?? {})
  return { subject, accountId }
}

/** Params as JSON, shortened: a list of a thousand contracts is not kept whole. */
const shortened = (params: GivenParams): string => {
  const text = JSON.stringify(params)
  return text.length <= MAX_PARAMS_LENGTH ? text : JSON.stringify({ tooLong: text.length, keys: Object.keys(params) })
}

const recorded =
  <From extends OperationDeps>(name: string, method: Operation<From>): Operation<From> =>
  async (from, params) => {
    const outcome = await method(from, params)
    if (outcome instanceof Unchanged) return outcome.result
    const result = outcome as Changed
    const { actor, nowMs, store } = from
    await store.audit.record({
      at: new Date(nowMs()).toISOString(),
      actor: actor.name,
      via: actor.via,
      operation: name,
      ...(await concernedBy(name, from, params, result)),
      params: shortened(params),
    })
    return result
  }

/**
 * Makes changing methods write an audit entry after each change. An `Unchanged` result is unwrapped
 * and leaves no entry. Their params contain no secrets.
 */
export const audited = <From extends OperationDeps>(
  methods: Readonly<Record<string, Operation<From>>>,
): Readonly<Record<string, Operation<From>>> => {
  const changes = new Map(readAdminDocument().methods.map((method) => [method.name, method['x-changes']]))
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      changes.get(name) === false ? method : recorded(name, method),
    ]),
  )
}
