import { takeCallIds } from '../../../src/wire/json/node-messages.js'
import { callOf, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { startRawNode } from '../../support/raw-node.js'
import { started } from '../../support/started.js'

const http = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`

describe('the ids of calls to nodes', () => {
  test('have all as many digits, and come again after nine million others', () => {
    const first = takeCallIds()
    expect([takeCallIds(), takeCallIds(3), takeCallIds()]).toEqual([first + 1, first + 2, first + 5])
    const ids = Array.from({ length: 40 }, () => takeCallIds(1_000_000))
    for (const id of ids) {
      expect(String(id)).toHaveLength(7)
      expect(String(id + 999_999)).toHaveLength(7)
    }
    expect(new Set(ids.slice(0, 8)).size).toBe(8)
  })

  describe('on a connection that is out of step', () => {
    let gateway: TestGateway
    /**
     * The answer that each connection still owes: every request is answered with that
     * of the one before.
     */
    const late = new Map<number, string>()
    const isOutOfStep = (body: string) => body.includes('eth_getStorageAt')
    const node = started(() =>
      startRawNode(({ body, socket, connection }) => {
        const asked = JSON.parse(body)
        const answer = ({ id, params }: { id: number; params: unknown[] }) => ({
          jsonrpc: '2.0',
          id,
          result: params[1],
        })
        const told = JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked))
        socket.write(http(isOutOfStep(body) ? (late.get(connection) ?? told) : told))
        late.set(connection, told)
      }),
    )
    afterEach(() => gateway.stop())
    const slot = (digit: string, id: number) => {
      const [address, , block] = STORAGE_CALL.params
      return callOf('eth_getStorageAt', [address, `0x${digit}`, block], id)
    }

    test.each(['off', 'batch'])('show that an answer is another call\u2019s (share: %s)', async (share) => {
      const url = `http://127.0.0.1:${node.port}`
      gateway = await startTestGateway({
        networks: { eth: { upstreams: [{ name: 'node', url, share }], checkAnswers: 0 } },
        limits: { maxUpstreamConnections: 1 },
      })
      const path = `${gateway.url}/eth/v3/${await gateway.addKey()}`
      const answers = (digits: string[], calls: object[] | object) =>
        post(path, calls).then(({ json }) =>
          [json].flat().map(({ result, error }, index) => result === `0x${digits[index]}` || error?.data?.reason),
        )
      for (let round = 0; round < 4; round++) {
        const digits = [String(round), String(round + 4)]
        const got = await answers(digits, share === 'off' ? slot(digits[0]!, 7) : digits.map((d, id) => slot(d, id)))
        // Right, or honestly none; never another's.
        for (const one of got) expect([true, 'bad_upstream_answer', 'no_upstream']).toContain(one)
      }
      expect(node.calls.length).toBeGreaterThan(1)
    })
  })
})
