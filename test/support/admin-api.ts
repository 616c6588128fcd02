import type { TestReply } from './gateway.js'

export const ADMIN_TOKEN = 'a-token-for-tests-only'

/** Sends any request to the admin API, with the token unless `headers` has another. */
export const requestApi = async (
  adminUrl: string,
  {
    path = '/api',
    method = 'POST',
    body,
    headers = {},
  }: {
    path?: string
    method?: string
    body?: string
    headers?: Record<string, string>
  },
): Promise<TestReply> => {
  const response = await fetch(`${adminUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) }
}

/** Calls a method of the admin API. */
export const callApi = (adminUrl: string, method: string, params: object = {}): Promise<TestReply> =>
  requestApi(adminUrl, { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
