import { callText, logsCall, receiptCall } from './calls.js'
import { keepConnected, labelOf, pathOf, postRequest } from './http-load.js'
import { type Attack, type Kind, REFUSALS } from './kind.js'
import { keepOpen } from './socket-load.js'

/** Enough to fill the gateway's room for connections (`maxConnections` in the test's configuration). */
const TOO_MANY = 600
const SLOWLY_MS = 1_000

/** Sends a beginning, and one byte of a text each second if there is one. */
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

/** Asks for much over HTTP and reads the first packet of it at most. */
const readNothing = (attack: Attack, connections: number, request: () => Buffer): void => {
  for (let at = 0; at < connections; at++)
    keepConnected(attack, attack.target.url, (socket) => {
      socket.pause()
      for (let sent = 0; sent < 10; sent++) socket.write(request())
      // Read once, to know that it is answered; what follows stays where it is.
      setTimeout(() => {
        const start = socket.read() as Buffer | null
        if (start !== null) attack.count(labelOf(start.toString('latin1', 9, 12), start.toString('latin1', 0, 1_024)))
      }, 300)
    })
}

const slowBody = (attack: Attack, connections: number): void => {
  const [head] = postRequest(pathOf(attack), Buffer.alloc(1_000, ' ')).toString('latin1').split('\r\n\r\n')
  trickle(attack, connections, `${head}\r\n\r\n`, ' ')
}

/** Connections that are slow, that say nothing, or that do not read. */
export const connections: readonly Kind[] = [
  {
    name: 'WebSockets that do not read their answers of 1 MB',
    plan: 'rich',
    does: /^(opened|asked)/,
    refusedBy: REFUSALS,
    atLeast: 20,
    start: (attack) => {
      for (let at = 0; at < 20; at++)
        keepOpen(attack, (socket) => {
          attack.count('opened')
          socket.pause()
          for (let sent = 0; sent < 50; sent++) {
            socket.send(receiptCall())
            attack.count('asked')
          }
        })
    },
  },
  {
    name: 'HTTP callers that do not read their answers of 5 MB',
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => readNothing(attack, 40, () => postRequest(pathOf(attack), logsCall())),
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
    name: 'heads that come a byte a second, over 200 connections',
    plan: 'poor',
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 200,
    start: (attack) => trickle(attack, 200, `POST ${pathOf(attack)} HTTP/1.1\r\nX-Slow: `, 'x'),
  },
  {
    name: 'more connections than there is room for, silent',
    plan: 'poor',
    does: /^connected/,
    refusedBy: REFUSALS,
    atLeast: 400,
    start: (attack) => trickle(attack, TOO_MANY, '', ''),
  },
  {
    name: 'more connections than there is room for, idle after one call',
    plan: 'poor',
    does: /^(connected|404|200|429)/,
    refusedBy: REFUSALS,
    atLeast: 400,
    start: (attack) => trickle(attack, TOO_MANY, `GET /none HTTP/1.1\r\nHost: h\r\n\r\n`, ''),
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
]
