import { events, type Loose, type Mutation, slots } from './mutation.js'

const at = (rest: string): string => `/methods/${events}/x-subscription${rest}`
const kinds = (d: Loose): Loose => d.methods[events]['x-subscription'].kinds
const ended = (end: string) => (d: Loose) => (d.methods[events]['x-subscription'].unsubscribe = end)

/** A second method that begins the subscriptions of eth_subscribe; its kinds are others. */
const again = (d: Loose, changed: object): void => {
  const schema = { title: 'OtherKind', description: 'Blocks.', type: 'string', enum: ['blocks'] }
  d.components.schemas.OtherKind = schema
  const { newHeads } = kinds(d)
  const { params, 'x-subscription': subscription, ...method } = d.methods[events]
  const [kind, ...others] = params
  d.methods.splice(events + 1, 0, {
    ...method,
    name: 'eth_begin',
    params: [{ ...kind, schema: { $ref: '#/components/schemas/OtherKind' } }, ...others],
    examples: [{ ...method.examples[0], params: [{ name: 'kind', value: 'blocks' }] }],
    'x-subscription': { ...subscription, kinds: { blocks: newHeads }, ...changed },
  })
}
const other = (rest: string): string => `/methods/${events + 1}/x-subscription${rest}`

/** Mistakes in what a document says of the events of its subscriptions. */
export const subscriptionMutations: readonly Mutation[] = [
  ['a subscription that no method ends', ended('eth_stop'), at('/unsubscribe'), /eth_stop is not a method/],
  [
    'a subscription that a read ends',
    ended('eth_getLogs'),
    at('/unsubscribe'),
    /eth_getLogs does not end a subscription/,
  ],
  [
    'a subscription that ends one of another family',
    ended('slotUnsubscribe'),
    at('/unsubscribe'),
    /slotUnsubscribe is of the family solana/,
  ],
  [
    'a subscription whose end takes no id',
    (d) => (d.methods[events + 1].params = []),
    at('/unsubscribe'),
    /eth_unsubscribe must take one parameter, the result of eth_subscribe/,
  ],
  [
    'an end of a subscription that none points at',
    (d) => delete d.methods[slots]['x-subscription'],
    `/methods/${slots}`,
    /slotSubscribe begins no subscription/,
  ],
  [
    'events of a read',
    (d) => (d.methods[events]['x-effect'] = 'read'),
    at(''),
    /only a method with x-effect subscription can have x-subscription/,
  ],
  [
    'a notification that is a method',
    (d) => (d.methods[events]['x-subscription'].notification = 'eth_getLogs'),
    at('/notification'),
    /eth_getLogs is a method/,
  ],
  [
    'a notification of two subscriptions that end differently',
    (d) => again(d, { unsubscribe: 'eth_stop' }),
    other('/notification'),
    /eth_subscription brings the events of eth_subscribe already/,
  ],
  [
    'a kind of two subscriptions with one notification',
    (d) => again(d, { kinds: { logs: kinds(d).logs } }),
    other('/kinds/logs'),
    /eth_subscribe has a kind logs already/,
  ],
  [
    'two kinds of events with one name in a client',
    (d) => again(d, { notification: 'eth_event', kinds: { logs: kinds(d).logs } }),
    other('/kinds/logs'),
    /watchLogs gives a client the events of another kind/,
  ],
  ['a kind that is missing', (d) => delete kinds(d).logs, at('/kinds'), /logs is a value of kind, but no kind/],
  [
    'a kind that no call can name',
    (d) => (kinds(d).blocks = kinds(d).newHeads),
    at('/kinds/blocks'),
    /blocks is no value of kind/,
  ],
  [
    'kinds that no parameter names',
    (d) => delete d.methods[events]['x-subscription'].kind,
    at('/kinds'),
    /without a kind parameter there is one kind, eth_subscription/,
  ],
  [
    'a source that is none',
    (d) => (kinds(d).logs.source = 'wind'),
    at('/kinds/logs/source'),
    /heads, logs, pending, node/,
  ],
  ['a kind without an event', (d) => delete kinds(d).logs.event, at('/kinds/logs'), /required property 'event'/],
  [
    'a kind without a price',
    (d) => delete kinds(d).logs['x-credits'],
    at('/kinds/logs'),
    /required property 'x-credits'/,
  ],
  [
    'events of a node without a state',
    (d) => Object.assign(kinds(d).logs, { source: 'node', resume: false }),
    at('/kinds/logs'),
    /exactly if its source is node/,
  ],
  [
    'events of a node that go on from a resume point',
    (d) => Object.assign(kinds(d).logs, { source: 'node', state: 'every' }),
    at('/kinds/logs/resume'),
    /what a node sends cannot go on/,
  ],
  [
    'params of an only kind beside those of the method',
    (d) => (d.methods[slots]['x-subscription'].kinds.slotNotification.params = kinds(d).logs.params),
    `/methods/${slots}/x-subscription/kinds/slotNotification/params`,
    /are those of the method/,
  ],
  [
    'a price of events by a parameter that is none',
    (d) => (kinds(d).logs['x-credits-if'] = { param: 3, credits: 1 }),
    at('/kinds/logs/x-credits-if/param'),
    /logs has no parameter 3/,
  ],
  [
    'a kind that goes on from a resume point that no call can give',
    (d) => d.methods[events].params.pop(),
    at('/kinds/logs/resume'),
    /eth_subscribe takes no resume point behind the params of logs/,
  ],
  [
    'a resume point among the params of a kind',
    (d) => (kinds(d).logs.params[0].schema = { $ref: '#/components/schemas/ResumeOptions' }),
    at('/kinds/logs/params/0'),
    /behind the params of a kind/,
  ],
  [
    'a resume point that no kind goes on from',
    (d) => {
      delete kinds(d).newHeads.resume
      delete kinds(d).logs.resume
    },
    `/methods/${events}/params/1`,
    /no kind goes on from a resume point/,
  ],
]
