import { readFileSync } from 'node:fs'
import { callApi } from '../../../support/admin-api.js'
import {
  ADDRESS,
  batchOf,
  callText,
  fresh,
  hundred,
  keptLogsCall,
  logsCall,
  receiptCall,
  SILENT_ADDRESS,
  storageCall,
} from './calls.js'
import { askForEver, keepConnected, pathOf, postRequest } from './http-load.js'
import { type Attack, type Kind, MEGABYTES_P99_MS, REFUSALS, type Target } from './kind.js'
import { sendForEver } from './socket-load.js'

const { methods } = JSON.parse(readFileSync('src/contract/shipped/ethereum.openrpc.json', 'utf8')) as {
  readonly methods: readonly { readonly name: string }[]
}
/** A call of each method, with more params than any method has. */
const REFUSED_CALLS = `[${methods.map(({ name }) => callText(name, [1, 2, 3, 4, 5, 6, 7])).join(',')}]`

const KEYS_WITH_LISTS = 40
/** Keys of an account that each may call all methods but another one. */
const keysWithLists = new Map<string, readonly string[]>()
const makeKeysWithLists = async ({ adminUrl, account }: Target): Promise<void> => {
  const names = methods.map(({ name }) => name)
  const keys: string[] = []
  while (keys.length < KEYS_WITH_LISTS) {
    const allowedMethods = names.filter((_, at) => at !== keys.length)
    const { json, text } = await callApi(adminUrl, 'key.create', { account, networks: ['main'], allowedMethods })
    if (json?.error !== undefined) throw new Error(text)
    keys.push(json.result.key)
  }
  keysWithLists.set(account, keys)
}

/** A load of the same sort of call over HTTP. */
const over =
  (connections: number, call: () => string, pipelined = 1) =>
  (attack: Attack) =>
    askForEver(attack, { connections, pipelined, request: () => postRequest(pathOf(attack), call()) })

/** Callers that leave when the first bytes of an answer come, or before. */
const leaveEarly = (connections: number, call: () => string, isAnswered: boolean) => (attack: Attack) => {
  const { count, target } = attack
  const run = () =>
    keepConnected({ ...attack, count: () => {} }, target.url, (socket) => {
      socket.write(postRequest(pathOf(attack), call()))
      const leave = () => {
        count('left')
        socket.destroy()
      }
      if (isAnswered) socket.once('data', leave)
      else setTimeout(leave, 5)
    })
  for (let at = 0; at < connections; at++) run()
}

const refusedCalls: readonly Kind[] = [
  {
    name: 'small calls that the throttle refuses, over 32 connections',
    plan: 'poor',
    does: /^(429|200)/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: over(32, storageCall),
  },
  {
    name: 'small calls that the throttle refuses, over 200 connections',
    plan: 'poor',
    does: /^(429|200)/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: over(200, storageCall),
  },
  {
    name: 'pipelined calls of an unknown method',
    plan: 'poor',
    does: /^200:-32601/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: over(16, () => callText('eth_none'), 50),
  },
  {
    name: 'batches of a hundred numbers',
    plan: 'poor',
    does: /^200:-32600/,
    refusedBy: REFUSALS,
    atLeast: 50,
    start: over(64, () => hundred(() => '1')),
  },
  {
    name: 'batches of a hundred numbers, each over a connection of its own',
    plan: 'poor',
    does: /^200:-32600/,
    refusedBy: REFUSALS,
    atLeast: 50,
    start: (attack) => {
      const request = postRequest(
        pathOf(attack),
        hundred(() => '1'),
        { Connection: 'close' },
      )
      askForEver(attack, { connections: 100, request: () => request })
    },
  },
  {
    name: 'refused calls of all methods, by many keys',
    plan: 'poor',
    keyCount: 125,
    does: /^200:-32602/,
    refusedBy: REFUSALS,
    atLeast: 20,
    // Errors are written every two seconds.
    windowSeconds: 5,
    start: (attack) => {
      const { keys } = attack.target
      let at = 0
      const request = () => postRequest(pathOf(attack, keys[at++ % keys.length]), REFUSED_CALLS)
      askForEver(attack, { connections: 4, request })
    },
  },
  {
    name: 'unknown subscriptions over WebSockets',
    plan: 'poor',
    does: /^error:-3260[12]/,
    refusedBy: /^(closed 1008|error:-32005|429)/,
    // The gateway closes a WebSocket with its tenth refused subscription.
    atLeast: 50,
    start: (attack) =>
      sendForEver(attack, { connections: 20, inFlight: 20, message: () => callText('eth_subscribe', ['none']) }),
  },
  {
    name: 'batches of a hundred rpc.discover',
    plan: 'poor',
    does: /^(200|400)/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: over(16, () => hundred(() => callText('rpc.discover'))),
  },
  {
    name: 'rpc.discover by 40 keys with different methods',
    // As the methods are free, only the credits per second bound them.
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: KEYS_WITH_LISTS,
    prepare: makeKeysWithLists,
    start: (attack) => {
      const keys = keysWithLists.get(attack.target.account)!
      let at = 0
      const request = () => postRequest(pathOf(attack, keys[at++ % keys.length]), callText('rpc.discover'))
      askForEver(attack, { connections: 16, request })
    },
  },
  {
    name: 'pipelined requests for the contract under ever new hosts',
    plan: 'poor',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: (attack) => {
      let hosts = 0
      const request = () => Buffer.from(`GET /openrpc.json HTTP/1.1\r\nHost: h${hosts++}.example\r\n\r\n`)
      askForEver(attack, { connections: 8, pipelined: 20, request })
    },
  },
]

const paidCalls: readonly Kind[] = [
  {
    name: 'batches of a hundred of the dearest calls',
    plan: 'rich',
    does: /^200/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: over(16, () => hundred(() => callText('eth_getLogs', [{ address: ADDRESS, blockHash: fresh(64) }]))),
  },
  {
    name: 'batches of twenty answers of 1 MB',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'rich',
    does: /^200/,
    refusedBy: REFUSALS,
    atLeast: 1,
    // One takes about a second on a busy machine.
    windowSeconds: 4,
    start: over(8, () => batchOf(20, receiptCall)),
  },
  {
    name: 'eth_getLogs with answers of 5 MB',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 5,
    start: over(16, logsCall),
  },
  {
    name: 'batches of twenty kept answers of 1 MB, each batch twice',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 2,
    // A batch takes some two seconds on a busy machine.
    windowSeconds: 8,
    start: (attack) => {
      let batches = 0
      const request = () => {
        let at = 20 * Math.floor(batches++ / 2)
        return postRequest(
          pathOf(attack),
          batchOf(20, () => keptLogsCall(at++)),
        )
      }
      askForEver(attack, { connections: 1, request })
    },
  },
  {
    name: 'final answers without end, for the cache',
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: over(32, () => callText('eth_getStorageAt', [ADDRESS, fresh(64), '0x100'])),
  },
  {
    name: 'filters without end',
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: over(32, () => callText('eth_newFilter', [{ address: ADDRESS }])),
  },
  {
    name: 'many keys of one account in turn',
    plan: 'rich',
    keyCount: 100,
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 500,
    start: (attack) => {
      const { keys } = attack.target
      let at = 0
      const request = () => postRequest(pathOf(attack, keys[at++ % keys.length]), storageCall())
      askForEver(attack, { connections: 32, request })
    },
  },
  {
    name: 'callers that leave in the middle of answers of 5 MB',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'rich',
    does: /^left/,
    atLeast: 5,
    start: leaveEarly(16, logsCall, true),
  },
  {
    name: 'callers that leave before they are answered',
    plan: 'rich',
    does: /^left/,
    atLeast: 100,
    start: leaveEarly(32, storageCall, false),
  },
  {
    name: 'calls that no node answers, until they time out',
    plan: 'rich',
    does: /^504/,
    refusedBy: REFUSALS,
    atLeast: 5,
    // A call times out in ten seconds.
    windowSeconds: 12,
    start: over(300, () => storageCall(SILENT_ADDRESS)),
  },
  {
    name: 'calls of ten accounts that no node answers, until they time out',
    plan: 'poor',
    accountCount: 10,
    does: /^504/,
    refusedBy: REFUSALS,
    atLeast: 5,
    windowSeconds: 12,
    start: (attack) => {
      const { keys } = attack.target
      let at = 0
      const request = () => postRequest(pathOf(attack, keys[at++ % keys.length]), storageCall(SILENT_ADDRESS))
      // Those that the throttle refused come again.
      askForEver(attack, { connections: 620, pauseMs: 50, request })
    },
  },
]

/** Small requests, refused and paid. */
export const smallCalls: readonly Kind[] = [...refusedCalls, ...paidCalls]
