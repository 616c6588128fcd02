import type { AdminParams, AdminResults } from '../../../../generated/admin.js'
import type { PageSession } from './page-data.js'
import { farewell, goneSinceMs, notices, session } from './state.js'

/** The gateway refused an operation; the message is for people. */
export class RefusedOperation extends Error {}

/** The gateway or its store did not answer, or is busy: the same may succeed in a moment. */
export class PassingRefusal extends RefusedOperation {}

/** The gateway did not answer. The message is that of a change. */
class UnansweredOperation extends PassingRefusal {}

/** The message of a failed operation that changes nothing. */
export const readTrouble = (error: Error): string =>
  error instanceof UnansweredOperation
    ? 'The gateway cannot be reached. This part is read again when the gateway answers.'
    : error.message

/** The gateway bounds a session's operations per second; a page waits and retries. */
const TRIES = 4
const WAIT_MS = 1_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const post = async (path: string, body: object): Promise<{ status: number; json: Record<string, unknown> }> => {
  const now = session.value
  const token = now?.role ? now.requestToken : ''
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tollgate-request-token': token },
      body: JSON.stringify(body),
    })
  } catch {
    // The live values may go on; the next one makes the page ask whether the gateway answers again.
    goneSinceMs.value ??= Date.now()
    throw new UnansweredOperation(
      'The gateway cannot be reached. Nothing was changed, as far as this page knows; try again.',
    )
  }
  return { status: response.status, json: await response.json().catch(() => ({})) }
}

const readSession = async (): Promise<PageSession> => {
  const response = await fetch('session')
  if (!response.ok) throw new Error(`The gateway answered with ${response.status}.`)
  return (await response.json()) as PageSession
}

/** The page's session may have ended (401), or been replaced by another of its browser (403). */
const mayBeOver = (status: number): boolean => status === 401 || status === 403

/** Errors: rejects if the gateway does not answer, or cannot ask its store. */
export const loadSession = async (): Promise<void> => {
  const read = await readSession()
  if (session.value?.role && !read.role)
    farewell.value ||= 'Your session has ended. What you had typed is kept in this tab.'
  session.value = read
}

/**
 * Reads the facts again: the account may have another plan, and a reload changes networks, methods
 * and plans. The page keeps those it has if the gateway does not answer, or the session has ended.
 */
export const loadFacts = async (): Promise<void> => {
  const read = await readSession().catch(() => undefined)
  const now = session.value
  if (now?.role && read?.role && read.requestToken === now.requestToken) session.value = read
}

/** Shows the page of a session that has begun. */
const enter = (begun: PageSession) => {
  farewell.value = ''
  goneSinceMs.value = undefined
  session.value = begun
}

/** Goes on in a session that another tab has begun, if there is one. */
export const joinSession = async (): Promise<void> => {
  const read = await readSession().catch(() => undefined)
  // This tab may have signed in while it read.
  if (read?.role && !session.value?.role) enter(read)
}

/** Calls an operation. Errors: rejects with RefusedOperation. */
export const call = async <Name extends keyof AdminParams>(
  method: Name,
  params: AdminParams[Name],
): Promise<AdminResults[Name]> => {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  let reply = await post('api', body)
  for (let tries = 1; reply.status === 429 && tries < TRIES; tries++) {
    await wait(WAIT_MS)
    reply = await post('api', body)
  }
  const { status, json } = reply
  if (mayBeOver(status)) await loadSession()
  if (json.result !== undefined) return json.result as AdminResults[Name]
  const { error } = json as { error?: string | { message?: string } }
  throw new RefusedOperation(
    (typeof error === 'string' ? error : error?.message) ?? `The gateway answered with ${status}.`,
  )
}

const refusalOf = (status: number, { error }: Record<string, unknown>): RefusedOperation => {
  const message = String(error ?? `The gateway answered with ${status}.`)
  return status === 429 || status >= 500 ? new PassingRefusal(message) : new RefusedOperation(message)
}

/** Asks what is no operation of the admin API. Errors: rejects with RefusedOperation. */
export const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const { status, json } = await post(path, body)
  if (mayBeOver(status) && session.value?.role) await loadSession()
  if (status !== 200) throw refusalOf(status, json)
  return json
}

/**
 * Signs in by a link, the token or, at `passkeys/sign-in`, a passkey. Errors: rejects with
 * RefusedOperation.
 */
export const signIn = async (by: object, path = 'sign-in'): Promise<void> => {
  const { status, json } = await post(path, by)
  if (status !== 200) throw refusalOf(status, json)
  enter(json as unknown as PageSession)
}

/** Asks for a new link to an account. Errors: rejects with RefusedOperation. */
export const askForLink = (account: string): Promise<unknown> => ask('new-link', { account })

/** Errors: rejects with RefusedOperation if the session goes on. */
export const signOut = async (): Promise<void> => {
  const { status, json } = await post('sign-out', {})
  if (status !== 200 && status !== 401) throw refusalOf(status, json)
  farewell.value = 'You are signed out.'
  notices.value = []
  // Without an answer the page still must not show what only the session may see.
  await loadSession().catch(() => (session.value = undefined))
}
