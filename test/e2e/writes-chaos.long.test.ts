import { createServer, type Server, type Socket } from 'node:net'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { writeMethod } from '../support/operator-document.js'
import { seededRandom } from '../support/seeded-random.js'
import { writtenContract } from '../support/written-contract.js'

const TIME_LIMIT_MS = 700
const WRITES = 240
const AT_ONCE = 12
const RESULT = '0x2a'

/**
 * What a node does with a request that carries a transaction: whether it takes it, and what the
 * caller of the node gets to see.
 */
const behaviours = {
  takes: { isTaken: true, answer: 'whole' },
  takesLate: { isTaken: true, answer: 'late' },
  takesTooLate: { isTaken: true, answer: 'too late' },
  takesAndHangs: { isTaken: true, answer: 'none' },
  takesAndResets: { isTaken: true, answer: 'reset' },
  takesAndBreaksOff: { isTaken: true, answer: 'half' },
  resetsUnread: { isTaken: false, answer: 'reset' },
  refuses: { isTaken: false, answer: 'error' },
} as const
type Behaviour = keyof typeof behaviours
const names = Object.keys(behaviours) as Behaviour[]

/**
 * A node on a bare socket, which resets some connections before it reads from them and closes
 * others when they rest.
 */
class ChaoticNode {
  readonly taken = new Set<string>()
  readonly seen = new Map<string, number>()
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  constructor(private readonly random: () => number) {
    this.server = createServer((socket) => this.accept(socket))
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`
  }

  stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    return new Promise((resolve) => void this.server.close(() => resolve()))
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('error', () => {}).on('close', () => this.sockets.delete(socket))
    if (this.random() < 0.1) return void socket.resetAndDestroy()
    let text = ''
    socket.setEncoding('latin1').on('data', (bytes: string) => {
      text += bytes
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
      if (!(body.length >= length)) return
      text = ''
      this.answer(socket, JSON.parse(body))
    })
  }

  private answer(socket: Socket, { id, params: [transaction] }: { id: number; params: [string] }): void {
    const behaviour = behaviours[names[Math.floor(this.random() * names.length)]!]
    this.seen.set(transaction, (this.seen.get(transaction) ?? 0) + 1)
    if (behaviour.isTaken) this.taken.add(transaction)
    const outcome =
      behaviour.answer === 'error' ? '"error":{"code":-32000,"message":"nonce too low"}' : `"result":"${RESULT}"`
    const body = `{"jsonrpc":"2.0","id":${id},${outcome}}`
    const whole = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const write = (text: string) => {
      if (!socket.destroyed) socket.write(text)
    }
    switch (behaviour.answer) {
      case 'none':
        return
      case 'reset':
        return void socket.resetAndDestroy()
      case 'half':
        return void socket.end(whole.slice(0, -10))
      case 'late':
      case 'too late':
        return void setTimeout(() => write(whole), behaviour.answer === 'late' ? 50 : TIME_LIMIT_MS + 200).unref()
      default:
        write(whole)
        // A connection that is closed just as the next call is written to it.
        if (this.random() < 0.3) setTimeout(() => socket.end(), this.random() * 20).unref()
    }
  }
}

const transactionMethod = (name: string, more: object) =>
  writeMethod(name, {
    params: [
      { name: 'data', description: 'A transaction.', required: true, schema: { $ref: '#/components/schemas/HexData' } },
    ],
    examples: [{ name: 'one', params: [{ name: 'data', value: '0x' }], result: { name: 'result', value: RESULT } }],
    'x-limits': { timeoutMs: TIME_LIMIT_MS, timeoutError: 'upstream-timeout' },
    'x-reasons': { 'x-contracts': 'Its contract is inside its bytes.' },
    ...more,
  })

const contract = writtenContract([
  transactionMethod('eth_sendToOne', {}),
  transactionMethod('eth_sendToAll', { 'x-broadcast': true }),
])
let nodes: ChaoticNode[]
let gateway: TestGateway
let url: string

beforeAll(async () => {
  const random = seededRandom(20_261_123)
  nodes = [0, 1, 2, 3].map(() => new ChaoticNode(random))
  const urls = await Promise.all(nodes.map((node) => node.start()))
  gateway = await startTestGateway({ networks: { eth: { urls } }, contracts: [contract.file] })
  url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all(nodes.map((node) => node.stop()))
  contract.remove()
})

/** Sends many transactions, several at a time, each once. */
const sendMany = async (method: string, first: number) => {
  const replies = new Map<
    string,
    { json: { result?: unknown; error?: { data?: { reason?: string } } }; cost: string }
  >()
  let next = first
  const lane = async () => {
    while (next < first + WRITES) {
      const transaction = `0x${(next++).toString(16).padStart(8, '0')}`
      const { json, headers } = await post(url, callOf(method, [transaction]))
      replies.set(transaction, { json, cost: headers.get('x-credits-cost')! })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return replies
}

test.each([
  ['eth_sendToOne', 0],
  ['eth_sendToAll', 1_000_000],
] as const)(
  '%s: no write is read twice by a node, said to be made that was not, or said to have failed that was made',
  async (method, first) => {
    const replies = await sendMany(method, first)
    const counts = { made: 0, unknown: 0, failed: 0 }
    for (const [transaction, { json, cost }] of replies) {
      const readBy = nodes.filter(({ seen }) => seen.has(transaction))
      const isTaken = nodes.some(({ taken }) => taken.has(transaction))
      for (const { seen } of readBy) expect([transaction, seen.get(transaction)]).toEqual([transaction, 1])
      if (method === 'eth_sendToOne') expect([transaction, readBy.length <= 1]).toEqual([transaction, true])
      const isUnknown = json.error?.data?.reason === 'write_outcome_unknown'
      if (json.result !== undefined) expect([transaction, isTaken, cost]).toEqual([transaction, true, '70'])
      else if (isTaken) expect([transaction, isUnknown, cost]).toEqual([transaction, true, '0'])
      counts[json.result !== undefined ? 'made' : isUnknown ? 'unknown' : 'failed'] += 1
    }
    // Every kind of end was met, or the test has shown nothing; that all four nodes refuse one
    // transaction is rare.
    const { made, unknown, failed } = counts
    const ends = method === 'eth_sendToOne' ? [made, unknown, failed] : [made, unknown]
    expect(Math.min(...ends)).toBeGreaterThan(0)
  },
)
