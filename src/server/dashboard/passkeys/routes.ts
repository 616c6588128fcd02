import { MAX_PASSKEYS } from '../../accounts/passkey-store.js'
import { readBody } from '../../listeners/private/read-body.js'
import { recordInAudit } from '../audit-entry.js'
import type { DashboardExchange, PageRoute, SignInEnd } from '../dashboard-exchange.js'
import { jsonOf, textOf } from '../json-body.js'
import { sendJson } from '../replies.js'
import type { SignedIn } from '../sessions.js'
import { type RelyingParty, relyingPartyOf } from './relying-party.js'

const MAX_BYTES = 16_384
const NAME = /^[^\p{C}]{1,64}$/u

export interface PasskeyRouteDeps {
  fail(exchange: DashboardExchange, status: number, error: string): void
  ownPage(exchange: DashboardExchange): Promise<SignedIn | undefined>
  /** Answers a sign-in with the session and its cookie, or with the reason of the refusal. */
  finishSignIn(exchange: DashboardExchange, end: SignInEnd): Promise<void>
}

interface PasskeyRequest {
  readonly exchange: DashboardExchange
  readonly party: RelyingParty
  readonly body: Readonly<Record<string, unknown>>
}

type ForAnyone = (asked: PasskeyRequest, deps: PasskeyRouteDeps) => Promise<void>
type ForHolder = (asked: PasskeyRequest & { readonly accountId: string }, deps: PasskeyRouteDeps) => Promise<void>

/** The relying party of the page that asks; see relyingPartyOf. */
export const partyOf = ({ context, request }: DashboardExchange): RelyingParty | undefined =>
  relyingPartyOf(context.publicUrl(), request.headers.host)

const reply = ({ request, response }: DashboardExchange, body: object): void => sendJson(request, response, 200, body)

const sourceOf = ({ request }: DashboardExchange): string => request.socket.remoteAddress ?? ''

const challenge: ForAnyone = async ({ exchange, party }, { finishSignIn }) => {
  const options = await exchange.context.passkeys.optionsToSignIn(party, sourceOf(exchange))
  if (options === 'throttled') await finishSignIn(exchange, { method: 'passkey-challenge', result: options })
  else reply(exchange, options)
}

const signIn: ForAnyone = async ({ exchange, party, body }, { finishSignIn }) => {
  const { context, door, request } = exchange
  const found = await context.passkeys.signIn(party, body.signed, sourceOf(exchange))
  const isFound = typeof found !== 'string'
  let result = isFound ? await context.sessions.signInWithPasskey(found, door.cookie.read(request)) : found
  // A removal that came in between has not ended the new session.
  if (isFound && typeof result !== 'string' && !(await context.passkeys.has(found.id))) {
    await context.sessions.signOut(result.sessionText)
    result = 'wrong'
  }
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
const activeAccount = async (exchange: DashboardExchange, accountId: string, { fail }: PasskeyRouteDeps) => {
  const account = await exchange.context.operator(accountId).store.accounts.findAccount(accountId)
  if (account !== undefined && !account.isSuspended) return account
  fail(exchange, 403, 'The account is suspended: passkeys can be removed, but none can be added. Ask the operator.')
  return undefined
}

const begin: ForHolder = async ({ exchange, party, accountId }, deps) => {
  const account = await activeAccount(exchange, accountId, deps)
  if (account !== undefined) reply(exchange, await exchange.context.passkeys.optionsToAdd(account, party))
}

const ADD_REFUSALS: Readonly<Record<'wrong' | 'full', readonly [status: number, error: string]>> = {
  wrong: [400, 'This passkey could not be added. Try again.'],
  full: [409, `An account has at most ${MAX_PASSKEYS} passkeys: remove one first.`],
}

const add: ForHolder = async ({ exchange, party, body, accountId }, deps) => {
  const name = textOf(body.name).trim()
  if (!NAME.test(name)) return deps.fail(exchange, 400, 'A passkey needs a name of 1 to 64 characters.')
  if ((await activeAccount(exchange, accountId, deps)) === undefined) return
  const result = await exchange.context.passkeys.add(accountId, party, name, body.made)
  if (result !== 'added') return deps.fail(exchange, ...ADD_REFUSALS[result])
  await recordInAudit(exchange.context, accountId, 'passkey.add', { name })
  reply(exchange, {})
}

const remove: ForHolder = async ({ exchange, body, accountId }, { fail }) => {
  const removed = await exchange.context.passkeys.remove(textOf(body.id), accountId)
  if (removed === undefined) return fail(exchange, 404, 'There is no such passkey any more.')
  await recordInAudit(exchange.context, accountId, 'passkey.remove', { name: removed.name })
  reply(exchange, {})
}

const read = async (exchange: DashboardExchange, { fail }: PasskeyRouteDeps): Promise<PasskeyRequest | undefined> => {
  const party = partyOf(exchange)
  if (party === undefined) {
    fail(exchange, 403, 'Passkeys work only under the https address of dashboard.publicUrl, or under localhost.')
    return undefined
  }
  const body = await readBody(exchange.request, MAX_BYTES)
  if (body === 'gone') return undefined
  if (body !== 'too-large') return { exchange, party, body: jsonOf(body) }
  fail(exchange, 413, 'too large')
  return undefined
}

/** Routes about passkeys, by the name below /dashboard/; all are POST. */
export const passkeyRoutes = (deps: PasskeyRouteDeps): Readonly<Record<string, PageRoute>> => {
  const forAnyone =
    (route: ForAnyone): PageRoute =>
    async (exchange) => {
      const asked = await read(exchange, deps)
      if (asked !== undefined) await route(asked, deps)
    }
  const forHolder =
    (route: ForHolder): PageRoute =>
    async (exchange) => {
      const found = await deps.ownPage(exchange)
      if (found === undefined) return
      if (found.accountId === undefined) return deps.fail(exchange, 403, 'Passkeys are for account holders.')
      if (!exchange.context.mayOperate(found.requestToken))
        return deps.fail(exchange, 429, 'too many operations in a short time')
      const asked = await read(exchange, deps)
      if (asked !== undefined) await route({ ...asked, accountId: found.accountId }, deps)
    }
  return {
    'passkeys/challenge': forAnyone(challenge),
    'passkeys/sign-in': forAnyone(signIn),
    'passkeys/list': forHolder(list),
    'passkeys/begin': forHolder(begin),
    'passkeys/add': forHolder(add),
    'passkeys/remove': forHolder(remove),
  }
}
