import { MAX_PASSKEYS } from '../../accounts/passkey-store.js'
import { recordInAudit } from '../audit-entry.js'
import { bodyOf, type DashboardExchange, fail, type PageRoute, sourceOf, tooFast } from '../dashboard-exchange.js'
import { jsonOf, textOrEmpty } from '../json-body.js'
import { sendJson } from '../replies.js'
import { finishSignIn, ownPage, partyOf } from '../sign-in.js'
import type { RelyingParty } from './relying-party.js'

const MAX_BYTES = 16_384
/** Printed characters, and the two that join or part them, as in emoji and Persian words. */
const NAME = /^(?:\P{C}|[\u200c\u200d]){1,64}$/u

interface PasskeyRequest {
  readonly exchange: DashboardExchange
  readonly party: RelyingParty
  readonly body: Readonly<Record<string, unknown>>
}

type ForAnyone = (asked: PasskeyRequest) => Promise<void>
type ForHolder = (asked: PasskeyRequest & { readonly accountId: string }) => Promise<void>

const reply = ({ request, response }: DashboardExchange, body: object): void => sendJson(request, response, 200, body)

const challenge: ForAnyone = async ({ exchange, party }) => {
  const options = await exchange.context.passkeys.optionsToSignIn(party, sourceOf(exchange))
  if (options === 'throttled') await finishSignIn(exchange, { method: 'passkey-challenge', result: options })
  else reply(exchange, options)
}

const signIn: ForAnyone = async ({ exchange, party, body }) => {
  const { context, door, request } = exchange
  const found = await context.passkeys.signIn(party, body.signed, sourceOf(exchange))
  const isFound = typeof found !== 'string'
  const { passkeys, sessions } = context
  const result = isFound
    ? await sessions.signInWithPasskey(found, door.cookie.read(request), () => passkeys.has(found.id))
    : found
  const person = isFound ? ({ accountId: found.accountId, by: 'passkey', passkey: found.name } as const) : undefined
  await finishSignIn(exchange, {
    method: 'passkey-sign-in',
    result: result === 'wrong' ? 'wrong-passkey' : result,
    person,
  })
}

const list: ForHolder = async ({ exchange, accountId }) => {
  const passkeys = await exchange.context.passkeys.list(accountId)
  const shown = passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
  reply(exchange, { passkeys: shown, max: MAX_PASSKEYS })
}

/** The account, unless it is suspended or gone. */
const activeAccount = async (exchange: DashboardExchange, accountId: string) => {
  const account = await exchange.context.operationDeps(accountId).store.accounts.findAccount(accountId)
  if (account !== undefined && !account.isSuspended) return account
  fail(exchange, 403, 'The account is suspended: passkeys can be removed, but none can be added. Ask the operator.')
  return undefined
}

const begin: ForHolder = async ({ exchange, party, accountId }) => {
  const account = await activeAccount(exchange, accountId)
  if (account !== undefined) reply(exchange, await exchange.context.passkeys.optionsToAdd(account, party))
}

const ADD_REFUSALS: Readonly<Record<'wrong' | 'full', readonly [status: number, error: string]>> = {
  wrong: [400, 'This passkey could not be added. Try again.'],
  full: [409, `An account has at most ${MAX_PASSKEYS} passkeys: remove one first.`],
}

const add: ForHolder = async ({ exchange, party, body, accountId }) => {
  const name = textOrEmpty(body.name).trim()
  if (!NAME.test(name)) return fail(exchange, 400, 'A passkey needs a name of 1 to 64 characters.')
  if ((await activeAccount(exchange, accountId)) === undefined) return
  const result = await exchange.context.passkeys.add(accountId, party, name, body.made)
  if (result !== 'added') return fail(exchange, ...ADD_REFUSALS[result])
  await recordInAudit(exchange.context, accountId, 'passkey.add', { name })
  reply(exchange, {})
}

const remove: ForHolder = async ({ exchange, body, accountId }) => {
  const removed = await exchange.context.passkeys.remove(textOrEmpty(body.id), accountId)
  if (removed === undefined) return fail(exchange, 404, 'There is no such passkey any more.')
  await recordInAudit(exchange.context, accountId, 'passkey.remove', { name: removed.name })
  reply(exchange, {})
}

const read = async (exchange: DashboardExchange): Promise<PasskeyRequest | undefined> => {
  const party = partyOf(exchange)
  if (party === undefined) {
    fail(exchange, 403, 'Passkeys work only under the https address of dashboard.publicUrl, or under localhost.')
    return undefined
  }
  const body = await bodyOf(exchange, MAX_BYTES)
  return body && { exchange, party, body: jsonOf(body) }
}

const forAnyone =
  (route: ForAnyone): PageRoute =>
  async (exchange) => {
    const asked = await read(exchange)
    if (asked !== undefined) await route(asked)
  }

const forHolder =
  (route: ForHolder): PageRoute =>
  async (exchange) => {
    const found = await ownPage(exchange)
    if (found === undefined) return
    if (found.accountId === undefined) return fail(exchange, 403, 'Passkeys are for account holders.')
    if (!exchange.context.mayOperate(found)) return tooFast(exchange)
    const asked = await read(exchange)
    if (asked !== undefined) await route({ ...asked, accountId: found.accountId })
  }

/** Routes about passkeys, by the name below /dashboard/; all are POST. */
export const passkeyRoutes: Readonly<Record<string, PageRoute>> = {
  'passkeys/challenge': forAnyone(challenge),
  'passkeys/sign-in': forAnyone(signIn),
  'passkeys/list': forHolder(list),
  'passkeys/begin': forHolder(begin),
  'passkeys/add': forHolder(add),
  'passkeys/remove': forHolder(remove),
}
