import type { WebSocket } from 'ws'
import { BUSY_PROGRAM, callText } from './calls.js'
import { type Attack, type Kind, LARGE_BODIES_P99_MS, MANY_CONNECT_P99_MS, MEGABYTES_P99_MS } from './kind.js'
import { keepOpen, transportOf } from './socket-load.js'

/** Default of `maxSubscriptions` of a connection. An account may have ten times as many. */
const OF_A_CONNECTION = 1_000
const CONNECTIONS = 10
const IN_A_BATCH = 100
const MANY_SOCKETS = 1_000
/** Subscriptions of each of many sockets. */
const OF_EACH = 10
/** One of this many sockets has a filter of 5,000 topics. Memory has no room for more of them. */
const LONG_FILTER_EVERY = 50
/** Milliseconds from the time when all sockets are open until they close. */
const STAY_MS = 500
/** Milliseconds until a socket that reads nothing is closed. */
const UNREAD_MS = 3_000
/** Number of blocks behind the head from which the gateway resumes at most. */
const MAX_REPLAY = 128

/** A subscription as a caller asks for it, and the method that ends it. */
interface Wanted {
  readonly method: string
  readonly unsubscribe: string
  params(at: number): readonly unknown[]
}

const hex = (number: number, digits: number): string => `0x${number.toString(16).padStart(digits, '0')}`
/** Start of a public key. Texts of 43 characters that begin with it are 32 bytes in base58. */
const PUBKEY_START = `So${'1'.repeat(36)}`
/** Returns a number as a public key: its octal digits become the digits 2 to 9 of base58. */
const pubkey = (number: number): string =>
  PUBKEY_START + [...number.toString(8).padStart(5, '0')].map((digit) => Number(digit) + 2).join('')

const logsOfAddresses: Wanted = {
  method: 'eth_subscribe',
  unsubscribe: 'eth_unsubscribe',
  params: (at) => ['logs', { address: hex(at + 1, 40) }],
}
const accounts: Wanted = {
  method: 'accountSubscribe',
  unsubscribe: 'accountUnsubscribe',
  params: (at) => [pubkey(at), { encoding: 'base64' }],
}

const topics = Array.from({ length: 5_000 }, (_, at) => hex(at, 64))
const longFilter = callText('eth_subscribe', ['logs', { topics: [topics] }], 0)
const addresses = Array.from({ length: 5_000 }, (_, at) => hex(at + 1_000, 40))
const longAddresses = callText('eth_subscribe', ['logs', { address: addresses }], 0)

interface Reply {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: number }
}
const labelOf = ({ error }: Reply): string => (error === undefined ? 'result' : `error:${error.code}`)

/** Calls `take` with each reply of the gateway, and skips events. */
const onReply = (attack: Attack, socket: WebSocket, take: (reply: Reply) => void): void => {
  socket.on('message', (data: Buffer) => {
    if (data.includes('"params":')) return attack.count('event')
    const replies = JSON.parse(String(data)) as Reply | Reply[]
    for (const reply of Array.isArray(replies) ? replies : [replies]) {
      attack.count(labelOf(reply))
      take(reply)
    }
  })
}

const sendAll = (socket: WebSocket, calls: readonly string[], inABatch: number): void => {
  if (inABatch === 1) for (const call of calls) socket.send(call)
  else for (let at = 0; at < calls.length; at += inABatch) socket.send(`[${calls.slice(at, at + inABatch).join(',')}]`)
}

/** Subscribes until the connection may have no more, ends all subscriptions, and repeats this. */
const fillAndEmpty = (wanted: Wanted, inABatch: number) => (attack: Attack) => {
  let sockets = 0
  for (let at = 0; at < CONNECTIONS; at++)
    keepOpen(attack, (socket) => {
      const first = sockets++ * OF_A_CONNECTION
      let ids: unknown[] = []
      let isFilling = true
      let missing = 0
      const begin = (calls: readonly string[]): void => {
        missing = calls.length
        if (!attack.signal.aborted && socket.readyState === socket.OPEN) sendAll(socket, calls, inABatch)
      }
      const fill = () =>
        begin(
          Array.from({ length: OF_A_CONNECTION }, (_, at) => callText(wanted.method, wanted.params(first + at), at)),
        )
      onReply(attack, socket, ({ result }) => {
        if (isFilling && result !== undefined) ids.push(result)
        if (--missing > 0) return
        isFilling = !isFilling || ids.length === 0
        if (isFilling) return fill()
        const ended = ids
        ids = []
        begin(ended.map((id, at) => callText(wanted.unsubscribe, [id], at)))
      })
      fill()
    })
}

/** Sends another text after each reply. Each connection has `inFlight` of them under way. */
const repeat = (attack: Attack, connections: number, inFlight: number, text: () => string): void => {
  for (let at = 0; at < connections; at++)
    keepOpen(attack, (socket) => {
      const send = () => {
        if (!attack.signal.aborted && socket.readyState === socket.OPEN) socket.send(text())
      }
      socket.on('message', (data: Buffer) => {
        if (data.includes('"params":')) return attack.count('event')
        const code = /"code":\s*(-?\d+)/.exec(data.toString('latin1', 0, 512))?.[1]
        attack.count(code === undefined ? 'result' : `error:${code}`)
        send()
      })
      for (let sent = 0; sent < inFlight; sent++) send()
    })
}

/** Subscribes and unsubscribes in one batch. The first reply has the id, which stays the same. */
const pairs = (wanted: Wanted) => (attack: Attack) => {
  for (let at = 0; at < CONNECTIONS; at++)
    keepOpen(attack, (socket) => {
      const subscribe = callText(wanted.method, wanted.params(0), 1)
      let batch = ''
      onReply(attack, socket, ({ id, result }) => {
        if (batch === '') {
          const pair = `${callText(wanted.unsubscribe, [result], 2)},${subscribe}`
          batch = `[${Array(IN_A_BATCH / 2)
            .fill(pair)
            .join(',')}]`
          // Two batches are under way.
          socket.send(batch)
          socket.send(batch)
        } else if (id === 2 && ++ended % (IN_A_BATCH / 2) === 0 && !attack.signal.aborted) socket.send(batch)
      })
      let ended = 0
      socket.send(subscribe)
    })
}

/**
 * Opens a thousand WebSockets with subscriptions, leaves with all of them at once, and repeats
 * this.
 */
const leaveAtOnce =
  (wanted: Wanted, hasLongFilters: boolean, leave: (socket: WebSocket) => void) => (attack: Attack) => {
    const open = new Set<WebSocket>()
    let opened = 0
    let timer: NodeJS.Timeout | undefined
    const leaveAll = (): void => {
      timer = undefined
      attack.count('all left')
      for (const socket of open) leave(socket)
      open.clear()
      opened = 0
    }
    attack.signal.addEventListener('abort', () => clearTimeout(timer))
    for (let at = 0; at < MANY_SOCKETS; at++)
      keepOpen({ ...attack, count: () => {} }, (socket) => {
        open.add(socket)
        onReply(attack, socket, () => {})
        const calls = Array.from({ length: OF_EACH }, (_, index) =>
          callText(wanted.method, wanted.params(at * OF_EACH + index), index),
        )
        if (hasLongFilters && at % LONG_FILTER_EVERY === 0) calls[0] = at % 2 === 0 ? longFilter : longAddresses
        sendAll(socket, calls, 1)
        socket.on('close', () => open.delete(socket))
        if (++opened === MANY_SOCKETS) timer = setTimeout(leaveAll, STAY_MS)
      })
  }
const reset = (socket: WebSocket): void => void transportOf(socket).resetAndDestroy()

/** The hash of the oldest block that a subscription may resume from. */
const oldestHash = async ({ target: { url, keys } }: Attack): Promise<string> => {
  const ask = async <Result>(method: string, params: readonly unknown[]): Promise<Result> => {
    const response = await fetch(`${url}/v3/${keys[0]}`, { method: 'POST', body: callText(method, params) })
    return ((await response.json()) as { result: Result }).result
  }
  const newest = Number(await ask<string>('eth_blockNumber', []))
  const number = `0x${(newest - MAX_REPLAY + 20).toString(16)}`
  return (await ask<{ hash: string }>('eth_getBlockByNumber', [number, false])).hash
}
/** Resumes a subscription again and again, and ends it when its id comes. */
const resume = (connections: number, params: (after: object) => readonly unknown[]) => async (attack: Attack) => {
  const after = { after: { blockHash: await oldestHash(attack) } }
  const subscribe = callText('eth_subscribe', params(after), 1)
  for (let at = 0; at < connections; at++)
    keepOpen(attack, (socket) => {
      const send = (text: string) => {
        if (!attack.signal.aborted && socket.readyState === socket.OPEN) socket.send(text)
      }
      onReply(attack, socket, ({ id, result }) => {
        if (id === 1 && result !== undefined) send(callText('eth_unsubscribe', [result], 2))
        else send(subscribe)
      })
      send(subscribe)
      send(subscribe)
    })
}

/**
 * -33202 is among the refusals because the storms use all subscriptions of an account: a socket
 * that connects again may subscribe before the gateway sees the end of the earlier one.
 */
const storm = {
  plan: 'rich',
  does: /^(result|event)/,
  refusedBy: /^(error:-(32(005|602|603|000)|33202)|closed 1008|closed 1012|429|503)/,
} as const
/** Kinds that use up the memory for events: the gateway cuts their connections, too. */
const memoryBound = { refusedBy: /^(error:-(32(005|603)|33202)|closed 10(06|08|12)|429|503)/ } as const
const onChain = { ...storm, network: 'chain' } as const
const onSolana = { ...storm, network: 'solana' } as const
let count = 0

const ofEvm: readonly Kind[] = [
  {
    ...onChain,
    name: '10,000 subscriptions made and ended one by one',
    atLeast: 2_000,
    start: fillAndEmpty(logsOfAddresses, 1),
  },
  {
    ...onChain,
    name: 'batches that subscribe and unsubscribe in turn',
    atLeast: 500,
    start: pairs(logsOfAddresses),
  },
  {
    ...onChain,
    name: 'unsubscriptions of unknown ids, one by one',
    does: /^error:-32000/,
    refusedBy: /^(closed 1008|error:-32005|429)/,
    atLeast: 500,
    start: (attack) => repeat(attack, 20, 20, () => callText('eth_unsubscribe', [`0x${++count}`])),
  },
]

const leaving: readonly Kind[] = [
  {
    ...onChain,
    name: '1,000 WebSockets with long filters among them, reset at once',
    knownP99Ms: MANY_CONNECT_P99_MS,
    does: /^(result|event|all left)/,
    atLeast: 2_000,
    windowSeconds: 8,
    start: leaveAtOnce(logsOfAddresses, true, reset),
  },
  {
    ...onSolana,
    name: '1,000 WebSockets with subscriptions of accounts, reset at once',
    knownP99Ms: MANY_CONNECT_P99_MS,
    does: /^(result|event|all left)/,
    atLeast: 2_000,
    windowSeconds: 8,
    start: leaveAtOnce(accounts, false, reset),
  },
  {
    ...onChain,
    name: 'WebSockets that subscribe to 5,000 topics and reconnect',
    knownP99Ms: MEGABYTES_P99_MS,
    does: /^(result|event|sent)/,
    atLeast: 20,
    start: (attack) => {
      for (let at = 0; at < 20; at++)
        keepOpen({ ...attack, count: () => {} }, (socket) => {
          attack.count('sent')
          socket.send(longFilter)
          onReply(attack, socket, () => reset(socket))
        })
    },
  },
]

const resuming: readonly Kind[] = [
  {
    ...onChain,
    name: 'heads resumed from the oldest block, over and over',
    knownP99Ms: LARGE_BODIES_P99_MS,
    atLeast: 100,
    start: resume(50, (after) => ['newHeads', after]),
  },
  {
    ...onChain,
    ...memoryBound,
    name: 'logs resumed from the oldest block, over and over',
    knownP99Ms: LARGE_BODIES_P99_MS,
    atLeast: 100,
    start: resume(50, (after) => ['logs', {}, after]),
  },
  {
    ...onChain,
    name: 'resume points that no block has',
    does: /^error:-32602/,
    refusedBy: /^(closed 1008|error:-32005|error:-32603|429)/,
    atLeast: 20,
    // A point is refused two seconds after the first denial.
    windowSeconds: 5,
    start: (attack) =>
      repeat(attack, 20, 4, () => callText('eth_subscribe', ['newHeads', { after: { blockHash: hex(++count, 64) } }])),
  },
]

const unread: readonly Kind[] = [
  {
    ...onChain,
    ...memoryBound,
    name: 'logs of 10,000 subscriptions that nobody reads',
    atLeast: OF_A_CONNECTION,
    windowSeconds: 8,
    start: (attack) => {
      for (let at = 0; at < CONNECTIONS; at++)
        keepOpen(attack, (socket) => {
          let missing = OF_A_CONNECTION
          onReply(attack, socket, () => {
            if (--missing > 0) return
            socket.pause()
            // A paused socket does not see that it was cut.
            setTimeout(() => socket.terminate(), UNREAD_MS).unref()
          })
          const calls = Array.from({ length: OF_A_CONNECTION }, (_, id) => callText('eth_subscribe', ['logs', {}], id))
          sendAll(socket, calls, IN_A_BATCH)
        })
    },
  },
]

const ofSolana: readonly Kind[] = [
  {
    ...onSolana,
    name: '10,000 subscriptions of accounts made and ended in batches',
    atLeast: 1_000,
    start: fillAndEmpty(accounts, IN_A_BATCH),
  },
  {
    ...onSolana,
    name: 'twenty streams of a program that changes 2,500 times a second',
    does: /^event/,
    // A reply of the node that comes behind too many notifications is too late.
    refusedBy: /^(result|error:-32(005|603)|closed 10(06|08|12)|429)/,
    atLeast: 40,
    windowSeconds: 8,
    start: (attack) =>
      keepOpen(attack, (socket) => {
        onReply(attack, socket, () => {})
        for (let at = 0; at < 20; at++) {
          const slice = { encoding: 'base64', dataSlice: { offset: at, length: 0 } }
          socket.send(callText('programSubscribe', [BUSY_PROGRAM, slice], at))
        }
      }),
  },
]

/** Attacks that make and end subscriptions in every way, as fast as possible. */
export const subscriptionStorms: readonly Kind[] = [...ofEvm, ...leaving, ...resuming, ...unread, ...ofSolana]
