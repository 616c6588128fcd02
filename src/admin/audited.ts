import type { AdminParams } from '../../generated/admin.js'
import type { Operator } from './operator.js'

/** Which methods change something; each of these leaves an entry in the audit log. */
export const isChange: Readonly<Record<keyof AdminParams, boolean>> = {
  'account.create': true,
  'account.list': false,
  'account.show': false,
  'account.set': true,
  'account.delete': true,
  'account.invite': true,
  'operator.invite': true,
  'key.create': true,
  'key.list': false,
  'key.set': true,
  'key.rotate': true,
  'key.revoke': true,
  'key.delete': true,
  usage: false,
  errors: false,
  forwarded: false,
  audit: false,
  status: false,
  upstreams: false,
  'upstreams.cordon': true,
  'upstreams.uncordon': true,
  'contract.print': false,
}

const MAX_PARAMS_LENGTH = 4_000

type Operation<From> = (from: From, params: never) => unknown

/** What of a result says what was changed. */
interface Changed {
  readonly id?: string
  readonly accountId?: string
  readonly network?: string
  readonly upstream?: string
}

type GivenParams = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const concerned = async (name: string, { store }: Operator, params: GivenParams, result: Changed) => {
  if (name.startsWith('upstreams.')) return { subject: `${result.network}/${result.upstream}`, accountId: null }
  const subject = result.id ?? textOf(params.id) ?? null
  if (!name.startsWith('key.')) return { subject, accountId: subject }
  const isKnown = result.accountId !== undefined || subject === null
  const { accountId = null } = isKnown ? result : ((await store.accounts.findKey(subject)) ?? {})
  return { subject, accountId }
}

/** Params as JSON; a list of a thousand contracts is not kept whole. */
const shortened = (params: GivenParams): string => {
  const text = JSON.stringify(params)
  return text.length <= MAX_PARAMS_LENGTH ? text : JSON.stringify({ tooLong: text.length, keys: Object.keys(params) })
}

const recorded =
  <From extends Operator>(name: string, method: Operation<From>): Operation<From> =>
  async (from, params) => {
    const result = (await method(from, params)) as Changed
    const { actor, nowMs, store } = from
    await store.audit.record({
      at: new Date(nowMs()).toISOString(),
      actor: actor.name,
      via: actor.via,
      operation: name,
      ...(await concerned(name, from, params, result)),
      params: shortened(params),
    })
    return result
  }

/** The same methods, of which those that change something write so to the audit log when it is done. Nothing secret is a param of theirs. */
export const audited = <From extends Operator>(
  methods: Readonly<Record<string, Operation<From>>>,
): Readonly<Record<string, Operation<From>>> =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      isChange[name as keyof AdminParams] ? recorded(name, method) : method,
    ]),
  )
