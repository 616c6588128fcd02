import { askDashboard } from './dashboard.js'

/** One listener of a dashboard, and the address under which browsers know it. */
export interface OpenidDoor {
  /** URL at which the listener can be reached. */
  readonly base: string
  readonly origin: string
}

/** A browser that signs in at an identity provider. */
export const openBrowser = ({ base, origin }: OpenidDoor) => {
  const cookies = new Map<string, string>()
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await askDashboard(base, `/dashboard/${path}`, {
      body,
      origin,
      headers: { host: new URL(origin).host, ...headers },
      ...(cookie !== '' && { cookie }),
    })
    const [name, value = ''] = reply.cookie?.split('=') ?? []
    if (name !== undefined) cookies.set(name, value)
    return reply
  }
  return {
    cookies,
    /** Begins a sign-in; resolves with the provider's page. */
    begin: async (): Promise<URL> => {
      const { status, text, json } = await ask('openid/begin', {})
      if (status !== 200) throw new Error(`${status} ${text}`)
      return new URL(json.url)
    },
    ask,
    /** Sends the provider's answer to the gateway. */
    finish: (query: string) => ask('openid/sign-in', { query }),
    session: async () => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return (
        await askDashboard(base, '/dashboard/session', { origin, cookie, headers: { host: new URL(origin).host } })
      ).json
    },
  }
}

/** Follows the provider's pages; resolves with the address that it sends the browser back to. */
export const followProvider = async (page: URL): Promise<URL> => {
  const cookies = new Map<string, string>()
  for (let url = page; ; ) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const reply = await fetch(url, { redirect: 'manual', headers })
    for (const set of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (location === null) throw new Error(`${reply.status} ${await reply.text()}`)
    url = new URL(location, url)
    if (url.origin !== page.origin) return url
  }
}
