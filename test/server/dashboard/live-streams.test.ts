import { get, type ServerResponse } from 'node:http'
import { jest } from '@jest/globals'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import type { ApiOperationDeps } from '../../../src/server/admin/methods.js'
import { Live } from '../../../src/server/dashboard/live.js'
import { LiveStreams } from '../../../src/server/dashboard/live-streams.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { signInTo } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'

const TICK_MS = 2_000

let gateway: TestGateway
let nowMs = Date.parse('2026-11-21T12:00:00Z')
/** The streams' tick; only the last tests run it. */
let tick: () => void

beforeAll(async () => {
  gateway = await startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:9'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true, port: 0 },
    ports: { nowMs: () => nowMs },
  })
  const { setInterval } = globalThis
  jest.spyOn(globalThis, 'setInterval').mockImplementation((run, ms) => {
    if (ms !== TICK_MS) return setInterval(run, ms)
    tick = run as () => void
    return setTimeout(() => {}, 0)
  })
})
afterAll(async () => {
  jest.restoreAllMocks()
  await gateway.stop()
})

test('a client that left while its session was looked up has no stream', () => {
  const streams = new LiveStreams({ ofAccount: async () => ({}) } as unknown as Live, () => {})
  const nothing = () => {}
  const response = { writeHead: nothing, on: nothing, write: nothing, destroy: nothing }
  const gone = { ...response, destroyed: true } as unknown as ServerResponse
  const here = { ...response, destroyed: false } as unknown as ServerResponse
  const watcher = { accountId: 'acc_1', requestToken: 'a token', isSignedIn: async () => true }
  for (let left = 0; left < 4; left++) streams.begin(watcher, gone)
  expect(streams.begin(watcher, here)).toBe(true)
  streams.stop()
})

const operate = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json.result
/** The browser of an account's holder; each call has its own session. */
const holderPage = async (id: string) => {
  const url = new URL((await operate('account.invite', { id })).url)
  return { base: url.origin, ...(await signInTo(url.origin, { link: url.hash.replace('#link=', '') })) }
}
const newAccount = async (): Promise<string> => {
  await gateway.addKey()
  return gateway.last.accountId
}

/** Opens a stream, and waits for its first values. */
const openStream = (base: string, cookie: string) =>
  new Promise<{ readonly whole: Promise<string>; close(): void }>((resolve, reject) => {
    const sent = get(`${base}/dashboard/live`, { agent: false, headers: { cookie } }, (response) => {
      let text = ''
      const whole = new Promise<string>((done) => response.on('close', () => done(text)))
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
        if (/event: now\ndata: .*\n\n/.test(text)) resolve({ whole, close: () => sent.destroy() })
      })
    })
    sent.on('error', reject)
  })

const ENDED = /event: over\ndata: \{\}\n\n$/

test('all streams of a session end when its page signs out, and no others', async () => {
  const id = await newAccount()
  const [page, other] = [await holderPage(id), await holderPage(id)]
  const streams = await Promise.all([1, 2].map(() => openStream(page.base, page.cookie)))
  const kept = await openStream(other.base, other.cookie)
  let isOther = false
  void kept.whole.then(() => {
    isOther = true
  })
  await page.ask('/dashboard/sign-out', { body: {} })
  for (const { whole } of streams) expect(await whole).toMatch(ENDED)
  expect(isOther).toBe(false)
  kept.close()
})

test('an operator stream ends when the page signs out', async () => {
  const page = await signInTo(gateway.adminUrl, { token: ADMIN_TOKEN })
  const { whole } = await openStream(gateway.adminUrl, page.cookie)
  await page.ask('/dashboard/sign-out', { body: {} })
  expect(await whole).toMatch(ENDED)
})

test('a stream ends when the same browser signs in again', async () => {
  const page = await signInTo(gateway.adminUrl, { token: ADMIN_TOKEN })
  const { whole } = await openStream(gateway.adminUrl, page.cookie)
  await page.ask('/dashboard/sign-in', { body: { token: ADMIN_TOKEN } })
  expect(await whole).toMatch(ENDED)
})

test('a session has four streams, fewer than the connections of a browser to one host', async () => {
  const { base, cookie } = await holderPage(await newAccount())
  const streams = await Promise.all([1, 2, 3, 4].map(() => openStream(base, cookie)))
  const askForFifth = async () => {
    const { status, body } = await fetch(`${base}/dashboard/live`, { headers: { cookie } })
    await body?.cancel()
    return status
  }
  expect(await askForFifth()).toBe(429)
  streams[0]!.close()
  await expectSoon(askForFifth, 200)
  for (const { close } of streams) close()
})

test('an operator who opens the page again sees the points of the last quarter of an hour', async () => {
  const { cookie } = await signInTo(gateway.adminUrl, { token: ADMIN_TOKEN })
  const agesOfPoints = async (laterMs: number): Promise<number[]> => {
    nowMs += laterMs
    const stream = await openStream(gateway.adminUrl, cookie)
    stream.close()
    const whole = await stream.whole
    const [, points] = /^event: points\ndata: (.*)$/m.exec(whole)!
    expect(whole).toContain(`event: now\ndata: {"atMs":${nowMs},`)
    return JSON.parse(points!).map(({ atMs }: { atMs: number }) => nowMs - atMs)
  }
  expect(await agesOfPoints(900_000)).toEqual([])
  expect(await agesOfPoints(60_000)).toEqual([60_000])
  expect(await agesOfPoints(800_000)).toEqual([860_000, 800_000])
  expect(await agesOfPoints(60_000)).toEqual([860_000, 60_000])
})

test('a stream ends when the operator deletes the account over the API', async () => {
  const id = await newAccount()
  const { base, cookie } = await holderPage(id)
  const { whole } = await openStream(base, cookie)
  await operate('account.delete', { id, yes: true })
  expect(await whole).toMatch(ENDED)
})

test('a stream ends when 20 newer sessions have replaced the one that opened it', async () => {
  const id = await newAccount()
  const { base, cookie } = await holderPage(id)
  const { whole } = await openStream(base, cookie)
  for (let session = 0; session < 20; session++) {
    nowMs += 1_000
    await holderPage(id)
  }
  expect(await whole).toMatch(ENDED)
})

test('a stream whose session has expired, or ended in another process, ends at the next tick', async () => {
  const { base, cookie } = await holderPage(await newAccount())
  const { whole } = await openStream(base, cookie)
  nowMs += 365 * 86_400_000
  tick()
  expect(await whole).toMatch(ENDED)
})

test('a stream stays open while the store is away, which is no bug, and goes on when it is back', async () => {
  const bugs: unknown[] = []
  let isAway = true
  let refused = 0
  const ask = async () => {
    if (!isAway) return { dailyCredits: 7 }
    refused++
    throw new StoreAway('no answer within 5000 ms')
  }
  const sent: string[] = []
  const response = { writeHead: () => {}, on: () => {}, write: (text: string) => sent.push(text) }
  const live = { ofAccount: ask } as unknown as Live
  const streams = new LiveStreams(live, (bug) => bugs.push(bug))
  const watcher = { accountId: 'acc_1', requestToken: 'a token', isSignedIn: async () => Boolean(await ask()) }
  expect(streams.begin(watcher, response as unknown as ServerResponse)).toBe(true)
  tick()
  streams.checkAccount('acc_1')
  await expectSoon(() => refused, 3)
  isAway = false
  await expectSoon(() => {
    tick()
    return sent.at(-1)
  }, 'event: now\ndata: {"dailyCredits":7}\n\n')
  expect(bugs).toEqual([])
})

test('an account whose pages open and close at once has its values read once at a time', async () => {
  let reads = 0
  let isRead: () => void = () => {}
  const store = {
    accounts: { findAccount: () => new Promise<undefined>((resolve) => (isRead = () => resolve(undefined))) },
  }
  const live = new Live(
    () => ({ store, config: {}, nowMs: Date.now }) as unknown as ApiOperationDeps,
    (_, read) => {
      reads++
      return read()
    },
  )
  const opened = Array.from({ length: 50 }, () => live.ofAccount('acc_1'))
  expect(reads).toBe(1)
  isRead()
  expect(await Promise.all(opened)).toEqual(opened.map(() => undefined))
  void live.ofAccount('acc_1')
  expect(reads).toBe(2)
  isRead()
})

test('live values of an account read its record and no usage', async () => {
  const usageBy = jest.fn(async () => [])
  const account = { plan: 'free', isSuspended: false }
  const store = { accounts: { findAccount: async () => account }, usage: { usageBy } }
  const config = { plans: new Map([['free', { name: 'free', dailyCredits: 9, failover: false }]]) }
  const live = new Live(
    () => ({ store, config, nowMs: () => nowMs }) as unknown as ApiOperationDeps,
    (_, read) => read(),
  )
  expect(await live.ofAccount('acc_1')).toEqual({ dailyCredits: 9, isSuspended: false })
  expect(usageBy).not.toHaveBeenCalled()
})

test('streams of a session are opened at the rate of its operations', async () => {
  const { base, cookie } = await holderPage(await newAccount())
  const statusOf = () =>
    new Promise<number>((resolve, reject) => {
      const sent = get(`${base}/dashboard/live`, { agent: false, headers: { cookie } }, ({ statusCode }) => {
        sent.destroy()
        resolve(statusCode!)
      }).on('error', reject)
    })
  const statuses = new Set<number>()
  for (let opened = 0; opened < 60; opened++) statuses.add(await statusOf())
  expect([...statuses]).toEqual([200, 429])
})
