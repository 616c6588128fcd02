import { type ErrorName, errors } from '../../generated/errors.js'
import { post, type TestReply } from '../support/gateway.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'
import { type CallError, callErrors } from './error-table/call-errors.js'
import { entitlementErrors } from './error-table/entitlement-errors.js'
import { errorOnWire } from './error-table/error-on-wire.js'
import { startErrorWorld } from './error-table/error-setting.js'
import { gatewayErrors } from './error-table/gateway-errors.js'
import { requestErrors } from './error-table/request-errors.js'
import { socketErrors } from './error-table/socket-errors.js'
import { subscriptionErrors } from './error-table/subscription-errors.js'

describe('the error table', () => {
  const covered = new Set<ErrorName>()
  const world = started(() => startErrorWorld())

  const expectHeaders = (reply: TestReply, cost: number) => {
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('x-credits-cost')).toBe(String(cost))
    expect(reply.headers.get('retry-after')).toBeNull()
    expect(reply.headers.get('x-request-id')).toMatch(/./)
  }

  /** True if a busy machine did not have the answer within the time limit of the method. */
  const hasRunOut = ({ json }: TestReply, { name, network }: CallError): boolean => {
    const got = json?.error?.data?.name
    return network !== 'hangs' && got !== name && ['query-timeout', 'upstream-timeout'].includes(got)
  }

  describe('of a single call', () => {
    test.concurrent.each([...callErrors, ...entitlementErrors].map((row) => [row.name, row.about, row] as const))(
      '%s: %s',
      async (name, _about, row) => {
        covered.add(name)
        const { gateway } = world
        const key = await gateway.addKey(row.key, row.account)
        const url = `${gateway.url}/${row.network}/v3/${key}`
        if (row.before !== undefined) expect((await post(url, row.before)).json.error).toBeUndefined()
        const call = { ...(row.call as object), id: 'i\u00e9-7' }
        const error = errorOnWire(row.name, row.error)
        const alone = async () => {
          let reply = await post(url, call)
          for (let again = 0; again < 5 && hasRunOut(reply, row); again++) reply = await post(url, call)
          expect(reply.json).toEqual({ jsonrpc: '2.0', id: 'i\u00e9-7', error })
          expect(reply.status).toBe(row.status ?? 200)
          expectHeaders(reply, row.cost ?? 0)
          return reply.text
        }
        const inBatch = async () => {
          const reply = await post(url, [{ jsonrpc: '2.0', method: 'note' }, call, 7])
          expect([reply.status, reply.json[0]]).toEqual([200, { jsonrpc: '2.0', id: 'i\u00e9-7', error }])
          expect(reply.json[1].error).toMatchObject({ code: -32600, message: 'Invalid Request' })
        }
        const overWebSocket = async () => {
          const socket = await openSocket(`${gateway.url}/${row.network}/ws/v3/${key}`)
          const text = await socket.ask(call)
          await socket.close()
          return text
        }
        // Those that take 10 s are asked all at once; a charged refusal must be remembered before
        // it is asked again.
        const isSlow = row.network === 'hangs'
        const first = alone()
        if (!isSlow) await first
        const [text, onSocket] = await Promise.all([first, overWebSocket(), inBatch()])
        expect(onSocket).toBe(text)
      },
    )
  })

  for (const [title, rows] of [
    ['of a request', requestErrors],
    ['of the HTTP parser and of sockets', socketErrors],
    ['of subscriptions', subscriptionErrors],
    ['of the gateway itself', gatewayErrors],
  ] as const) {
    describe(title, () => {
      test.each(rows.map((row) => [row.name, row.about, row] as const))('%s: %s', async (name, _about, row) => {
        covered.add(name)
        await row.provoke(world)
      })
    })
  }

  test('a charged refusal is answered from memory for a minute, to the same key only', async () => {
    const { gateway, eth, clock } = world
    const refused = callErrors.find((row) => row.name === 'too-many-results')!
    const [one, other] = [await gateway.addKey(), await gateway.addKey()]
    const ask = async (key: string) => {
      const asked = eth.requests.length
      const reply = await post(`${gateway.url}/eth/v3/${key}`, refused.call)
      expect(reply.json.error).toEqual(errorOnWire(refused.name, refused.error))
      return [reply.headers.get('x-credits-cost'), eth.requests.length > asked]
    }
    expect(await ask(one)).toEqual(['255', true])
    expect(await ask(one)).toEqual(['0', false])
    expect(await ask(other)).toEqual(['255', true])
    clock.nowMs += 59_999
    expect(await ask(one)).toEqual(['0', false])
    clock.nowMs += 1
    expect(await ask(one)).toEqual(['255', true])
  })

  test('has no row that was not provoked', () => {
    expect([...covered].sort()).toEqual(Object.keys(errors).sort())
  })
})
