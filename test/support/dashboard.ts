import { request } from 'node:http'
import type { TestReply } from './gateway.js'

/** A request to a dashboard. `origin` is by default the dashboard's; null sends none. */
export interface DashboardRequest {
  readonly method?: string
  readonly body?: object | string
  readonly cookie?: string
  readonly origin?: string | null
  readonly headers?: Record<string, string>
  /** The address of this machine to ask from, such as 127.0.0.2. */
  readonly from?: string
}

/**
 * Sends a request to a dashboard as a browser's page would. Node's fetch lets callers set neither
 * Origin nor Host.
 */
export const askDashboard = (
  base: string,
  path: string,
  { method, body, cookie, origin, headers = {}, from }: DashboardRequest = {},
): Promise<TestReply & { readonly cookie: string | undefined }> =>
  new Promise((resolve, reject) => {
    const url = new URL(path, base)
    const sent = request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      agent: false,
      ...(from === undefined ? {} : { localAddress: from }),
      headers: {
        ...(origin === null ? {} : { origin: origin ?? url.origin }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      const fields = new Headers()
      for (const [name, value] of Object.entries(response.headers)) fields.set(name, String(value))
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {}
      const [set] = response.headers['set-cookie'] ?? []
      resolve({ status: response.statusCode!, headers: fields, text, json, cookie: set?.split(';')[0] })
    })
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })

/** A signed-in browser. It calls operations, and sends other requests, as its page would. */
export interface SignedInPage {
  readonly cookie: string
  readonly requestToken: string
  ask(path: string, options?: DashboardRequest): ReturnType<typeof askDashboard>
  call(method: string, params?: object): Promise<TestReply>
}

/** Signs in with a link or the token, and reads the session as a page does. */
export const signInTo = async (base: string, by: { link: string } | { token: string }): Promise<SignedInPage> => {
  const { status, text, cookie } = await askDashboard(base, '/dashboard/sign-in', { body: by })
  if (status !== 200 || cookie === undefined) throw new Error(`${status} ${text}`)
  const { json } = await askDashboard(base, '/dashboard/session', { cookie })
  const headers = { 'x-tollgate-request-token': json.requestToken as string }
  const ask: SignedInPage['ask'] = (path, options = {}) =>
    askDashboard(base, path, { cookie, ...options, headers: { ...headers, ...options.headers } })
  return {
    cookie,
    requestToken: json.requestToken,
    ask,
    call: (method, params = {}) => ask('/dashboard/api', { body: { jsonrpc: '2.0', id: 1, method, params } }),
  }
}
