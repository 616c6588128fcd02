import { get } from 'node:http'
import { expectSoon } from '../../support/expect-soon.js'
import { holdersGateway } from '../../support/holders-gateway.js'

const { gateway, other, invite, holderPage, operatorPage } = holdersGateway()
let holders: string
beforeAll(async () => {
  holders = new URL((await invite()).url).origin
})

describe('live values', () => {
  const open = (base: string, cookie: string) =>
    new Promise<{ status: number; first: () => Promise<string>; close(): void; ended: Promise<void> }>((resolve) => {
      const sent = get(`${base}/dashboard/live`, { agent: false, headers: { cookie } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        resolve({
          status: response.statusCode!,
          first: async () => {
            await expectSoon(() => /event: now\ndata: .*\n\n/.test(text), true)
            return text
          },
          close: () => sent.destroy(),
          ended: new Promise((done) => response.on('close', done)),
        })
      })
      sent.on('error', () => {})
    })

  test('are for who is signed in, and of him alone', async () => {
    expect((await open(holders, `tollgate_account_${new URL(holders).port}=none`)).status).toBe(401)
    const stream = await open(holders, (await holderPage()).cookie)
    expect(await stream.first()).toContain('event: now\ndata: {"dailyCredits":3000000,"isSuspended":false}')
    stream.close()
    const operators = await open(gateway.adminUrl, (await operatorPage()).cookie)
    expect(await operators.first()).toMatch(/event: points[\s\S]*event: now\ndata: \{"atMs":\d+,"status":\{"version"/)
    operators.close()
  })

  test('end with their session', async () => {
    const page = await holderPage()
    const streams = await Promise.all([1, 2, 3, 4].map(() => open(holders, page.cookie)))
    await page.ask('/dashboard/sign-out', { body: {} })
    await Promise.all(streams.map(({ ended }) => ended))
  })
})

test('one account has twenty live streams, over all its sessions, and leaves the others theirs', async () => {
  const statusOf = (base: string, cookie: string) =>
    new Promise<number>((resolve) => {
      const sent = get(`${base}/dashboard/live`, { headers: { cookie }, agent: false }, ({ statusCode }) =>
        resolve(statusCode!),
      )
      sent.on('error', () => {})
      streams.push(() => sent.destroy())
    })
  const streams: (() => void)[] = []
  const statuses: number[] = []
  for (let session = 0; session < 6; session++) {
    const { cookie } = await holderPage()
    for (let page = 0; page < 4; page++) statuses.push(await statusOf(holders, cookie))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(await statusOf(holders, (await holderPage(other.accountId)).cookie)).toBe(200)
  expect(await statusOf(gateway.adminUrl, (await operatorPage()).cookie)).toBe(200)
  for (const close of streams) close()
})
