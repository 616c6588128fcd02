import { callApi } from '../../../support/admin-api.js'
import { signInTo } from '../../../support/dashboard.js'
import { askForEver, pathOf, postRequest } from './http-load.js'
import { type Attack, type Kind, REFUSALS, type Target } from './kind.js'

const KEYS = 150
/** Numbers of origins of one key; where the admin API refuses one, `makeKeys` tries the next. */
const ORIGINS = [250, 30, 1]
/**
 * Half of the operations that a session may have under way: with all of them none ends in a window.
 */
const AT_ONCE = 4

const LABELS = Array(15).fill('o'.repeat(62)).join('.')
const originsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `https://${at}.${LABELS}.example`)

/** Parsing such a name takes milliseconds: each letter is another one. */
const LETTERS = String.fromCodePoint(...Array.from({ length: 990 }, (_, at) => 0x4e00 + ((at * 7) % 990)))
const DEAR_ORIGINS = Array.from({ length: 87 }, () => `http://${LETTERS}`)

const makeKeys = async ({ adminUrl, account }: Target): Promise<void> => {
  let size = 0
  const make = async (): Promise<void> => {
    const params = { account, networks: ['main'], allowedOrigins: originsOf(ORIGINS[size]!) }
    const { json } = await callApi(adminUrl, 'key.create', params)
    if (json.error === undefined) return
    if (++size === ORIGINS.length) throw new Error(`a key with one origin: ${JSON.stringify(json.error)}`)
    await make()
  }
  for (let made = 0; made < KEYS; made++) await make()
}

const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
const KEYS_WITH_RANGES = 100
/** Changes have to be seen by the gateway, which looks for them every 250 ms. */
const EVERY_MS = 250
const RANGES = Array.from({ length: 1_000 }, (_, at) => `2001:db8:${at.toString(16)}:5678::/64`)

/** Texts of keys with long lists of source ranges, by account. */
const keysWithRanges = new Map<string, string[]>()
const makeKeysWithRanges = async ({ adminUrl, account }: Target): Promise<void> => {
  const texts: string[] = []
  keysWithRanges.set(account, texts)
  const params = { account, networks: ['main'], allowedSources: RANGES }
  while (texts.length < KEYS_WITH_RANGES) {
    const { json } = await callApi(adminUrl, 'key.create', params)
    if (json.error !== undefined) throw new Error(JSON.stringify(json.error))
    texts.push(json.result.key)
  }
}

const sessions = new Map<string, Promise<Record<string, string>>>()
const signIn = async ({ holdersUrl, link }: Target): Promise<Record<string, string>> => {
  const page = await signInTo(holdersUrl, { link: link! })
  return { Cookie: page.cookie, Origin: holdersUrl, 'x-tollgate-request-token': page.requestToken }
}
/** Signs in once for each account and returns the header fields of that page. */
const sessionOf = (target: Target): Promise<Record<string, string>> => {
  const found = sessions.get(target.link!) ?? signIn(target)
  sessions.set(target.link!, found)
  return found
}

/** Sends one operation of the holder's page again and again. */
const operate =
  (params: (attack: Attack) => readonly [method: string, params: () => object], load: { pauseMs?: number } = {}) =>
  async (attack: Attack) => {
    const { holdersUrl } = attack.target
    const fields = { ...(await sessionOf(attack.target)), Host: new URL(holdersUrl).host }
    const [method, next] = params(attack)
    const request = () =>
      postRequest('/dashboard/api', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: next() }), fields)
    askForEver(attack, { connections: AT_ONCE, url: holdersUrl, request, ...load })
  }

const changeFailover = ({ target }: Attack): readonly [string, () => object] => {
  let changes = 0
  return ['account.set', () => ({ id: target.account, failover: changes++ % 2 === 0 })]
}

const holder = { plan: 'poor', signsIn: true, does: /^200$/, refusedBy: REFUSALS } as const
/** One answer may take seconds. */
const withKeys = { ...holder, sharesAccount: 'many keys', prepare: makeKeys, windowSeconds: 8 } as const

/** Loops of a signed-in holder. The last three leave many keys in the store, so they come last. */
export const holders: readonly Kind[] = [
  {
    ...holder,
    name: 'a holder who prints the contract in a loop',
    atLeast: 20,
    start: operate(() => ['contract.print', () => ({ network: 'main' })]),
  },
  {
    ...holder,
    name: 'a holder who turns failover on and off for the audit log',
    atLeast: 50,
    start: operate(changeFailover),
  },
  {
    ...holder,
    name: 'a holder who makes and revokes keys',
    atLeast: 20,
    start: operate(({ target }) => ['key.create', () => ({ account: target.account, networks: ['main'] })]),
  },
  {
    ...holder,
    name: 'a holder whose origins are 990 ideographs long',
    does: /^4(00|09)/,
    atLeast: 20,
    start: operate(({ target }) => [
      'key.create',
      () => ({ account: target.account, networks: ['main'], allowedOrigins: DEAR_ORIGINS }),
    ]),
  },
  {
    name: 'requests for the session of a host or an origin of 16,000 letters',
    plan: 'poor',
    signsIn: true,
    does: /^4(21|03)/,
    refusedBy: REFUSALS,
    atLeast: 20,
    start: (attack) => {
      const url = attack.target.holdersUrl
      const long = encodeURIComponent(LETTERS) + encodeURIComponent(LETTERS.slice(0, 700))
      let sent = 0
      const request = () => {
        const fields = sent++ % 2 === 0 ? [`${long}.localhost`, url] : [new URL(url).host, `http://${long}`]
        return Buffer.from(`GET /dashboard/session HTTP/1.1\r\nHost: ${fields[0]}\r\nOrigin: ${fields[1]}\r\n\r\n`)
      }
      askForEver(attack, { connections: AT_ONCE, url, request })
    },
  },
  {
    ...holder,
    name: 'guesses of one-time links',
    does: /^(401|429)/,
    atLeast: 20,
    start: (attack) => {
      const { holdersUrl } = attack.target
      const fields = { Host: new URL(holdersUrl).host, Origin: holdersUrl }
      const request = () => {
        const link = `tgl_${Math.random().toString(36).slice(2).padEnd(43, 'A')}`
        return postRequest('/dashboard/sign-in', JSON.stringify({ link }), fields)
      }
      askForEver(attack, { connections: AT_ONCE, url: holdersUrl, request })
    },
  },
  {
    name: 'pipelined requests for /metrics',
    plan: 'poor',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => {
      const url = attack.target.adminUrl
      const request = () => Buffer.from(`GET /metrics HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
      askForEver(attack, { connections: 8, pipelined: 10, url, request })
    },
  },
  {
    ...holder,
    name: `calls with ${KEYS_WITH_RANGES} keys that have ${RANGES.length} source ranges, while something changes`,
    // The account's holder changes something, and no range has the caller's address.
    does: /^(200|403:-33102)$/,
    atLeast: 200,
    prepare: makeKeysWithRanges,
    start: async (attack) => {
      const texts = keysWithRanges.get(attack.target.account)!
      let sent = 0
      const request = () => postRequest(pathOf(attack, texts[sent++ % texts.length]), CALL)
      await operate(changeFailover, { pauseMs: EVERY_MS })(attack)
      askForEver(attack, { connections: texts.length, pauseMs: EVERY_MS, request })
    },
  },
  {
    ...withKeys,
    name: `key.list of ${KEYS} keys with long lists`,
    atLeast: 3,
    start: operate(({ target }) => ['key.list', () => ({ account: target.account })]),
  },
  {
    ...withKeys,
    name: `account.show with ${KEYS} keys with long lists`,
    atLeast: 3,
    start: operate(({ target }) => ['account.show', () => ({ id: target.account })]),
  },
]
