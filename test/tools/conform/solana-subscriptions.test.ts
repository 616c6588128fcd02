import { document } from '../../../generated/document.js'
import type { ConformDeps } from '../../../src/tools/conform/check.js'
import { solanaSubscriptionChecks } from '../../../src/tools/conform/checks/solana-subscriptions.js'
import { startSocketNode } from './socket-node.js'

const INVALID_ID = { code: -32602, message: 'Invalid subscription id.' }
const NO_METHOD = { code: -32601, message: 'Method not found' }
const account = { data: ['', 'base64'], executable: false, lamports: 1, owner: '1'.repeat(32), rentEpoch: 0, space: 0 }
const inSlot = (slot: number, value: unknown) => ({ context: { slot }, value })
const slotOf = (slot: number) => ({ slot, parent: slot - 1, root: slot - 32 })

/** A node that is right, but for what a test changes. */
const rightNode = {
  id: 7 as unknown,
  early: false,
  /** The events of each kind. */
  events: {
    slot: [100, 101].map(slotOf),
    root: [68, 69],
    account: [inSlot(100, account), inSlot(101, account)],
    program: [inSlot(101, { pubkey: '1'.repeat(32), account })],
    logs: [inSlot(101, { signature: '5'.repeat(87), err: null, logs: [] })],
    signature: [] as unknown[],
  } as Record<string, readonly unknown[]>,
  named: (kind: string) => `${kind}Notification`,
  refusal: undefined as object | undefined,
  isLateAfterEnd: false,
  unknownId: INVALID_ID as object,
  /** True if any method ends a subscription. */
  endsOthers: false,
  badKey: { code: -32602, message: 'Invalid pubkey format.' } as object,
  unknownKind: NO_METHOD as object,
}

const startNode = (node: typeof rightNode): Promise<string> =>
  startSocketNode((socket) => {
    let open: string | undefined
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data)) as { id: number; method: string; params: unknown[] }
      const reply = (rest: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
      const [, kind = '', verb = ''] = /^(\w+?)(Subscribe|Unsubscribe)$/.exec(method) ?? []
      const events = node.events[kind]
      const notify = (some: readonly unknown[]) => {
        for (const result of some)
          socket.send(
            JSON.stringify({ jsonrpc: '2.0', method: node.named(kind), params: { result, subscription: node.id } }),
          )
      }
      if (events === undefined) return reply({ error: node.unknownKind })
      if (verb === 'Subscribe') {
        if (node.refusal !== undefined) return reply({ error: node.refusal })
        if (params[0] === 'nope') return reply({ error: node.badKey })
        open = kind
        if (node.early) notify(events.slice(0, 1))
        reply({ result: node.id })
        return notify(events)
      }
      if ((!node.endsOthers && open !== kind) || params[0] !== node.id || open === undefined)
        return reply({ error: node.unknownId })
      open = undefined
      reply({ result: true })
      if (node.isLateAfterEnd) notify(events)
    })
  })

const saidOf = async (change: Partial<typeof rightNode>): Promise<readonly string[]> => {
  const url = await startNode({ ...rightNode, ...change })
  const said: string[] = []
  await Promise.all(
    solanaSubscriptionChecks(url).map((check) =>
      check.run(
        { profile: 'tollgate', document } as unknown as ConformDeps,
        (message, method = check.methods?.[0]) => said.push(`${method}: ${message}`),
        (reason) => said.push(`skipped: ${reason}`),
      ),
    ),
  )
  return said
}

test('says nothing of a node that is right', async () => {
  expect(await saidOf({})).toEqual([])
})

test('skips the kinds that a node has not', async () => {
  const said = await saidOf({ refusal: { code: -32091, message: 'Subscription rejected' } })
  expect(new Set(said)).toEqual(new Set(['skipped: the endpoint has no subscriptions']))
})

const withEvents = (kind: string, events: readonly unknown[]) => ({ events: { ...rightNode.events, [kind]: events } })

const faults: [fault: string, change: Partial<typeof rightNode>, line: string][] = [
  ['an event before the reply', { early: true }, 'accountSubscribe: an event comes before the reply'],
  ['an id that is a text', { id: '0x7' }, 'logsSubscribe: the id "0x7" has not the form of a node\'s'],
  ['another name', { named: () => 'slotNotification' }, 'rootSubscribe: an event is named slotNotification'],
  [
    'a slot that goes back',
    withEvents('slot', [101, 100].map(slotOf)),
    'slotSubscribe: the slot goes back from 101 to 100',
  ],
  [
    'an older account',
    withEvents('account', [inSlot(101, account), inSlot(99, account)]),
    'accountSubscribe: the slot goes back from 101 to 99',
  ],
  [
    'a program event without its account',
    withEvents('program', [inSlot(101, { pubkey: '1'.repeat(32) })]),
    "programSubscribe: an event has another shape: event/value must have required property 'account'",
  ],
  ['a root that is an object', withEvents('root', [slotOf(1), slotOf(2)]), 'rootSubscribe: an event has another shape'],
  ['an event after the end', { isLateAfterEnd: true }, 'slotUnsubscribe: an event comes after the reply'],
  [
    'an unknown id that ends',
    { unknownId: { code: -32000, message: 'no' } },
    'slotUnsubscribe: an unknown id: the answer is {"code":-32000,"message":"no"}, not the error -32602',
  ],
  [
    'other words for an unknown id',
    { unknownId: { code: -32602, message: 'no' } },
    'slotUnsubscribe: an unknown id: the words are no, not Invalid subscription id.',
  ],
  [
    'an end by another method',
    { endsOthers: true },
    'accountUnsubscribe: the id of another kind: the answer is "a result", not the error -32602',
  ],
  [
    'a bad key in another code',
    { badKey: { code: -32000, message: 'no' } },
    'accountSubscribe: a key that is none: the answer is {"code":-32000,"message":"no"}, not the error -32602',
  ],
  [
    'an unknown kind in another code',
    { unknownKind: { code: -32602, message: 'no' } },
    'conformNoSuchSubscribe: an unknown kind: the answer is {"code":-32602,"message":"no"}, not the error -32601',
  ],
]
let found: ReadonlyMap<string, readonly string[]>
/** All at once: each waits for what should not come. */
beforeAll(async () => {
  const each = faults.map(async ([fault, change]) => [fault, await saidOf(change)] as const)
  found = new Map(await Promise.all(each))
})
test.each(faults)('finds %s', (fault, _change, line) => {
  expect(found.get(fault)?.join('\n')).toContain(line)
})
