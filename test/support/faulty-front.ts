import { Agent, createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A fault that the proxy causes. `empty`: it answers every eth_getLogs with `[]`; `cut`: it leaves
 * out one of several logs.
 */
export type Fault = 'none' | 'lying' | 'garbage' | 'empty' | 'cut'

/**
 * A proxy in front of one real node. It can raise the node's head, leave out logs or answer with
 * garbage. If the node is dead, it breaks connections.
 */
export interface FaultyFront {
  readonly url: string
  /** The node's URL; may change while the proxy runs. */
  target: string
  /** Causes a fault until the next call. */
  suffer(fault: Fault): void
  stop(): Promise<void>
}

const LIE_BLOCKS = 1_000

/** Nonsense of every kind a node or the proxy before it may answer. */
const NONSENSE: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>'),
  (response) => response.writeHead(200).end('<html>Maintenance</html>'),
  (response) => response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"result":"0x'),
  (response) => response.writeHead(200).end('{"jsonrpc":"2.0","id":77,"result":"0x1"}'),
  (response) => response.writeHead(200).end('{"jsonrpc":"2.0","id":1}'),
  (response) => response.writeHead(200).end(''),
  (response) => response.writeHead(429).end('slow down'),
  (response) => response.writeHead(500).end('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"boom"}}'),
  (response) => response.destroy(),
]

/** Starts the proxy on 127.0.0.1; `random` (0 to 1) chooses the garbage. */
export const startFaultyFront = async (target: string, random: () => number): Promise<FaultyFront> => {
  const agent = new Agent({ keepAlive: true })
  let fault: Fault = 'none'
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    if (fault === 'garbage') return NONSENSE[Math.floor(random() * NONSENSE.length)]!(response)
    const body = Buffer.concat(chunks)
    const outgoing = request(front.target, { method: 'POST', agent, headers: incoming.headers }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const text = Buffer.concat(parts).toString('utf8')
      const told = CHANGES[fault]?.(body.toString('utf8'), text) ?? text
      response.writeHead(answer.statusCode!, { 'content-type': 'application/json' }).end(told)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    outgoing.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: FaultyFront = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    suffer: (next) => {
      fault = next
    },
    stop: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return front
}

/** Leaves logs out of an answer to eth_getLogs: all, or one of several. */
const leaveOut = (asked: string, answered: string, isOne: boolean): string => {
  const { method } = JSON.parse(asked) as { method: string }
  const answer = JSON.parse(answered) as { result?: unknown[] }
  if (method !== 'eth_getLogs' || !Array.isArray(answer.result)) return answered
  if (!isOne) answer.result = []
  else if (answer.result.length > 1) answer.result.splice(answer.result.length >> 1, 1)
  return JSON.stringify(answer)
}

/** Raises every head in an answer by LIE_BLOCKS. */
const lie = (asked: string, answered: string): string => {
  const { method } = JSON.parse(asked) as { method: string }
  const answer = JSON.parse(answered) as { result?: string | { number?: string } }
  const ahead = (text: string) => `0x${(Number(text) + LIE_BLOCKS).toString(16)}`
  if (method === 'eth_blockNumber' && typeof answer.result === 'string') answer.result = ahead(answer.result)
  if (method === 'eth_getBlockByNumber' && typeof answer.result === 'object' && answer.result?.number)
    answer.result.number = ahead(answer.result.number)
  return JSON.stringify(answer)
}

const CHANGES: Partial<Record<Fault, (asked: string, answered: string) => string>> = {
  lying: lie,
  empty: (asked, answered) => leaveOut(asked, answered, false),
  cut: (asked, answered) => leaveOut(asked, answered, true),
}
