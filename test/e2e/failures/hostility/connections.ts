import type { WebSocket } from 'ws'
import { callText, receiptCall } from './calls.js'
import { keepConnected, labelOf, pathOf, postRequest } from './http-load.js'
import {
  type Attack,
  FULL_LISTENER_P99_MS,
  type Kind,
  LARGE_BODIES_P99_MS,
  MEGABYTES_P99_MS,
  REFUSALS,
} from './kind.js'
import { keepOpen, sendForEver, transportOf } from './socket-load.js'

/**
 * Number of connections that fills `maxConnections` of both workers, which is small in this test.
 */
const TOO_MANY = 2_600
const SLOWLY_MS = 1_000
const START_BYTES = 100
/** Bytes that a flood keeps ready for the gateway to read. */
const UNSENT_BYTES = 262_144

/** Sends `head` on each connection, then one byte of `rest` each second. */
const trickle = (attack: Attack, connections: number, head: string, rest: string): void => {
  for (let at = 0; at < connections; at++)
    keepConnected(attack, attack.target.url, (socket) => {
      attack.count('connected')
      socket.on('data', (data) => attack.count(labelOf(data.toString('latin1', 9, 12), '')))
      socket.write(head)
      if (rest === '') return
      let sent = 0
      const timer = setInterval(() => socket.write(rest[sent++ % rest.length]!), SLOWLY_MS)
      socket.once('close', () => clearInterval(timer))
    })
}

/** Pipelines requests for large answers, and reads only the beginning of the first answer. */
const readNothing = (attack: Attack, connections: number, request: () => Buffer): void => {
  for (let at = 0; at < connections; at++)
    keepConnected(attack, attack.target.url, (socket) => {
      for (let sent = 0; sent < 5; sent++) socket.write(request())
      // Without a listener for data, Node reads no more than fills its buffer.
      socket.once('readable', () => {
        const start: Buffer | null = socket.read(START_BYTES)
        if (start !== null) attack.count(labelOf(start.toString('latin1', 9, 12), start.toString('latin1')))
      })
    })
}

/** RFC 6455, section 5.2: masked frames of one byte behind which their message goes on. */
const shortFrames = Buffer.alloc(9_000 * 7)
for (let at = 0; at < shortFrames.length; at += 7) shortFrames[at + 1] = 0x81
shortFrames[0] = 0x01

const slowBody = (attack: Attack, connections: number): void => {
  const [head] = postRequest(pathOf(attack), Buffer.alloc(1_000, ' ')).toString('latin1').split('\r\n\r\n')
  trickle(attack, connections, `${head}\r\n\r\n`, ' ')
}

/** Bytes of bodies that never end. The short ones take what the long ones leave of the room. */
const HELD_BYTES = [2_700_000, 500_000, 100_000, 16_000, 1_000, 50]

/** Sends all but the last byte of a body over each connection, by the accounts in turn. */
const holdBodies = (attack: Attack, connections: number): void => {
  const { keys, url } = attack.target
  for (let at = 0; at < connections; at++) {
    const bytes = HELD_BYTES[Math.floor(at / keys.length) % HELD_BYTES.length]!
    const request = postRequest(pathOf(attack, keys[at % keys.length]), ' '.repeat(bytes)).subarray(0, -1)
    keepConnected(attack, url, (socket) => {
      attack.count('connected')
      socket.on('data', (data) => attack.count(labelOf(data.toString('latin1', 9, 12), '')))
      socket.write(request)
    })
  }
}

/** Connections that are slow, that say nothing, or that do not read. */
export const connections: readonly Kind[] = [
  {
    name: 'WebSockets that do not read their answers of 1 MB',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'rich',
    does: /^answered/,
    refusedBy: REFUSALS,
    atLeast: 4,
    start: (attack) => {
      for (let at = 0; at < 20; at++)
        keepOpen(attack, (socket) => {
          socket.send(receiptCall())
          // The first answer shows that the others come too.
          socket.once('message', () => {
            attack.count('answered')
            socket.pause()
            for (let sent = 0; sent < 50; sent++) socket.send(receiptCall())
          })
        })
    },
  },
  {
    name: 'HTTP callers that do not read their answers of 1 MB',
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => readNothing(attack, 40, () => postRequest(pathOf(attack), receiptCall())),
  },
  {
    name: 'bodies that come a byte a second, over 200 connections',
    plan: 'poor',
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 200,
    start: (attack) => slowBody(attack, 200),
  },
  {
    name: 'bodies of ten accounts that never end',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'poor',
    accountCount: 10,
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 180,
    windowSeconds: 5,
    start: (attack) => holdBodies(attack, 180),
  },
  {
    name: 'heads that come a byte a second, over 200 connections',
    plan: 'poor',
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 200,
    start: (attack) => trickle(attack, 200, `POST ${pathOf(attack)} HTTP/1.1\r\nX-Slow: `, 'x'),
  },
  {
    name: 'pings without a pause over 100 WebSockets, half of which read nothing',
    plan: 'poor',
    does: /^pong/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: (attack) => {
      let opened = 0
      for (let at = 0; at < 100; at++)
        keepOpen(attack, (socket) => {
          const isReading = opened++ % 2 === 0
          const data = Buffer.alloc(125)
          const flood = () => {
            // If the gateway read as fast as this process writes, this process would never read
            // pongs.
            const mayPing = () => socket.readyState === socket.OPEN && socket.bufferedAmount < UNSENT_BYTES
            for (let left = 200; left > 0 && mayPing(); left--) socket.ping(data)
          }
          const timer = setInterval(flood, 20)
          socket.on('close', () => clearInterval(timer))
          socket.on('pong', () => attack.count('pong'))
          if (!isReading) socket.pause()
        })
    },
  },
  {
    name: 'unfinished messages of 9,000 frames of a byte over 1,000 WebSockets',
    knownP99Ms: FULL_LISTENER_P99_MS,
    plan: 'poor',
    does: /^sent/,
    refusedBy: REFUSALS,
    atLeast: 500,
    windowSeconds: 8,
    start: (attack) => {
      for (let at = 0; at < 1_000; at++)
        keepOpen(attack, (socket) => {
          attack.count('sent')
          transportOf(socket).write(shortFrames)
        })
    },
  },
  {
    name: 'more connections than there is room for, silent',
    knownP99Ms: FULL_LISTENER_P99_MS,
    plan: 'poor',
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 400,
    start: (attack) => trickle(attack, TOO_MANY, '', ''),
  },
  {
    name: 'more connections than there is room for, idle after one call',
    knownP99Ms: FULL_LISTENER_P99_MS,
    plan: 'poor',
    does: /^(connected|404|200|429)/,
    refusedBy: REFUSALS,
    atLeast: 400,
    start: (attack) => trickle(attack, TOO_MANY, `GET /none HTTP/1.1\r\nHost: h\r\n\r\n`, ''),
  },
  {
    name: 'more connections than there is room for, with a good key and no body',
    knownP99Ms: FULL_LISTENER_P99_MS,
    plan: 'poor',
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 400,
    start: (attack) => slowBody(attack, TOO_MANY),
  },
  {
    name: 'WebSockets opened and left at once',
    plan: 'poor',
    does: /^opened/,
    refusedBy: REFUSALS,
    atLeast: 100,
    start: (attack) => {
      const silent = { ...attack, count: () => {} }
      for (let at = 0; at < 50; at++)
        keepOpen(silent, (socket) => {
          attack.count('opened')
          socket.send(callText('eth_blockNumber'))
          socket.terminate()
        })
    },
  },
  {
    name: 'subscriptions made and ended without a pause',
    plan: 'rich',
    does: /^result/,
    refusedBy: /^(error|closed)/,
    atLeast: 500,
    start: (attack) => {
      for (let at = 0; at < 20; at++) keepOpen(attack, (socket) => subscribeForEver(attack, socket))
    },
  },
  {
    name: 'subscriptions with filters of 5,000 topics',
    knownP99Ms: LARGE_BODIES_P99_MS,
    plan: 'rich',
    does: /^result/,
    refusedBy: /^(error|closed)/,
    atLeast: 20,
    start: (attack) => {
      const topics = Array.from({ length: 5_000 }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`)
      const message = callText('eth_subscribe', ['logs', { topics: [topics] }])
      sendForEver(attack, { connections: 4, inFlight: 2, message: () => message })
    },
  },
]

/** Subscribes, ends the subscription when its id comes, and subscribes again. */
const subscribeForEver = (attack: Attack, socket: WebSocket): void => {
  const send = (method: string, params: unknown[]) => {
    if (socket.readyState === socket.OPEN && !attack.signal.aborted) socket.send(callText(method, params))
  }
  socket.on('message', (data) => {
    const { result } = JSON.parse(String(data)) as { result?: string | true }
    attack.count(result === undefined ? 'error' : 'result')
    if (typeof result === 'string') send('eth_unsubscribe', [result])
    else send('eth_subscribe', ['logs', {}])
  })
  for (let at = 0; at < 10; at++) send('eth_subscribe', ['logs', {}])
}
