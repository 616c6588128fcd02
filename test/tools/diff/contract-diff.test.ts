import type { Contract, Schema } from '../../../src/contract/contract.js'
import { servedDocument } from '../../../src/contract/served/served-document.js'
import { withCommonErrors } from '../../../src/contract/with-errors.js'
import { writtenContract } from '../../../src/contract/written-contract.js'
import { exactJson, parseExact } from '../../../src/runtime/exact-json.js'
import { CallJudge } from '../../../src/tools/diff/calls.js'
import { contractDiff, type DiffDeps } from '../../../src/tools/diff/contract-diff.js'
import { comparableContract } from '../../../src/tools/diff/document.js'
import { type DiffFinding, isBreaking } from '../../../src/tools/diff/finding.js'
import type { DiffRuleId } from '../../../src/tools/diff/rules.js'
import { type RecordedLine, readRecordedLine } from '../../../src/tools/diff/traffic.js'
import { sampleOf } from '../../support/runs.js'

// biome-ignore lint/suspicious/noExplicitAny: a document on its way to being another one
type Editable = any
type Edit = (document: Editable) => void

const written = writtenContract()

const contractOf = (edit: Edit, of: object = written): Contract => {
  const document = structuredClone(of) as Editable
  edit(document)
  const contract = comparableContract(document, written)
  if ('mistake' in contract) throw new Error(contract.mistake)
  return contract
}
const methodIn = (document: Editable, name: string) => document.methods.find((one: Editable) => one.name === name)
const of =
  (name: string, edit: Edit): Edit =>
  (document) =>
    edit(methodIn(document, name))
const error =
  (name: string, edit: Edit): Edit =>
  (document) =>
    edit({ ...document.components.errors, row: document['x-errors'][name], error: document.components.errors[name] })

const unchanged = contractOf(() => {})

/**
 * The document with a few of its methods, and a contract of it: all of them would take ten times as
 * long to compare.
 */
const shortened = (...names: string[]) => {
  const document = { ...written, methods: written.methods.filter(({ name }) => names.includes(name)) }
  return { document, contract: contractOf(() => {}, document) }
}

const rulesOf = async (before: Contract, after: Contract, deps?: DiffDeps) =>
  [...new Set((await contractDiff(before, after, deps)).findings.map(({ rule }) => rule))].sort()

const logs = 'eth_getLogs'
const storage = 'eth_getStorageAt'

describe('a change of a method or of the document', () => {
  const rows: [what: string, rules: DiffRuleId[], edit: Edit][] = [
    ['a method that is gone', ['METHOD_REMOVED'], (d) => void d.methods.shift()],
    [
      'another family',
      ['METHOD_ERROR_ADDED', 'METHOD_ERROR_REMOVED', 'METHOD_FAMILY_CHANGED'],
      of('eth_chainId', (m) => (m['x-family'] = 'solana')),
    ],
    ['a higher price', ['PRICE_RAISED'], of(logs, (m) => (m['x-credits'] = 256))],
    ['a lower price', ['PRICE_LOWERED'], of(logs, (m) => (m['x-credits'] = 80))],
    ['less time', ['TIMEOUT_SHORTENED'], of(logs, (m) => (m['x-limits'].timeoutMs = 5000))],
    ['more time', ['TIMEOUT_LENGTHENED'], of(logs, (m) => (m['x-limits'].timeoutMs = 20000))],
    ['fewer parameters', ['MAX_PARAMETERS_LOWERED'], of(logs, (m) => (m['x-limits'].maxParameters = 10))],
    ['more parameters', ['MAX_PARAMETERS_RAISED'], of(logs, (m) => (m['x-limits'].maxParameters = 6000))],
    ['fewer results', ['MAX_RESULTS_LOWERED'], of(logs, (m) => (m['x-limits'].maxResults = 10))],
    ['more results', ['MAX_RESULTS_RAISED'], of(logs, (m) => (m['x-limits'].maxResults = 20000))],
    ['no failover', ['FAILOVER_ENDED'], of(storage, (m) => (m['x-failover'] = false))],
    ['failover', ['FAILOVER_STARTED'], of(logs, (m) => (m['x-failover'] = true))],
    ['other addresses', ['ADDRESSES_CHANGED'], of(logs, (m) => (m['x-contracts'] = []))],
    ['a longer kept answer', ['CACHE_LENGTHENED'], of('eth_blockNumber', (m) => (m['x-finality'] = 'constant'))],
    ['a shorter kept answer', ['CACHE_SHORTENED'], of('eth_chainId', (m) => (m['x-finality'] = 'never'))],
    ['a write', ['EFFECT_CHANGED', 'METHOD_ERROR_ADDED'], of('eth_chainId', (m) => (m['x-effect'] = 'write'))],
    ['other words', ['OTHER_CHANGED'], of(logs, (m) => (m.summary = 'Logs'))],
    ['another example', ['EXAMPLES_CHANGED'], of(logs, (m) => void m.examples.pop())],
    ['a parameter that is gone', ['PARAM_REMOVED'], of(storage, (m) => void m.params.pop())],
    ['another name', ['PARAM_RENAMED'], of(logs, (m) => (m.params[0].name = 'query'))],
    [
      'a completion that is another',
      ['PARAM_COMPLETION_CHANGED'],
      of(storage, (m) => (m.params[2]['x-completed-with'] = 'earliest')),
    ],
    ['a completion that is gone', ['PARAM_REQUIRED'], of(storage, (m) => delete m.params[2]['x-completed-with'])],
    [
      'a new required parameter',
      ['PARAM_ADDED_REQUIRED'],
      of('eth_chainId', (m) => m.params.push({ name: 'a', required: true, schema: { type: 'string' } })),
    ],
    [
      'a new optional parameter',
      ['PARAM_ADDED_OPTIONAL'],
      of('eth_chainId', (m) => m.params.push({ name: 'a', schema: { type: 'string' } })),
    ],
    ['another code', ['ERROR_CODE_CHANGED'], error('not-found', ({ error: e }) => (e.code = -33405))],
    ['another message', ['ERROR_MESSAGE_CHANGED'], error('not-found', ({ error: e }) => (e.message = 'Nothing here'))],
    ['another status', ['ERROR_STATUS_CHANGED'], error('not-found', ({ row }) => (row.httpStatus = 410))],
    ['another retry', ['ERROR_RETRY_CHANGED'], error('not-found', ({ row }) => (row.retry = 'soon'))],
    ['an error that costs', ['ERROR_CHARGED'], error('not-found', ({ row }) => (row.isCharged = true))],
    [
      'a reason more',
      ['ERROR_DATA_WIDENED'],
      error('not-found', ({ row }) => row.data.properties.reason.enum.push('gone')),
    ],
    [
      'a reason less',
      ['ERROR_DATA_NARROWED'],
      error('not-found', ({ row }) => void row.data.properties.reason.enum.pop()),
    ],
    ['a new type', ['TYPE_ADDED'], (d) => (d.components.schemas.New = { type: 'string' })],
    [
      'a method that is new',
      ['METHOD_ADDED'],
      (d) => d.methods.push({ ...methodIn(d, 'eth_chainId'), name: 'eth_new' }),
    ],
  ]
  const few = shortened('eth_chainId', 'eth_blockNumber', logs, storage)
  test.each(rows)('%s is %p', async (_, rules, edit) => {
    expect(await rulesOf(few.contract, contractOf(edit, few.document))).toEqual(rules)
  })
})

describe('a change of the events of a subscription', () => {
  const events = (edit: Edit): Edit => of('eth_subscribe', (method) => edit(method['x-subscription']))
  const kind = (name: string, edit: Edit): Edit => events(({ kinds }) => edit(kinds[name]))
  const pending = 'newPendingTransactions'
  const rows: [what: string, rules: DiffRuleId[], edit: Edit][] = [
    ['a kind that is gone', ['KIND_REMOVED'], events(({ kinds }) => delete kinds.logs)],
    ['a new kind', ['KIND_ADDED'], events(({ kinds }) => (kinds.newBlocks = kinds.newHeads))],
    ['another notification', ['NOTIFICATION_RENAMED'], events((one) => (one.notification = 'eth_event'))],
    ['another end', ['UNSUBSCRIBE_CHANGED'], events((one) => (one.unsubscribe = 'eth_stop'))],
    ['no resume point', ['RESUME_ENDED'], kind('newHeads', (one) => delete one.resume)],
    ['a resume point', ['RESUME_STARTED'], kind(pending, (one) => (one.resume = true))],
    [
      'another source',
      ['EVENT_SOURCE_CHANGED', 'EVENT_STATE_CHANGED'],
      kind('logs', (one) => Object.assign(one, { source: 'node', state: 'every' })),
    ],
    ['a higher price', ['EVENT_PRICE_RAISED'], kind('logs', (one) => (one['x-credits'] = 11))],
    ['a lower price', ['EVENT_PRICE_LOWERED'], kind('logs', (one) => (one['x-credits'] = 9))],
    ['a higher price by a param', ['EVENT_PRICE_RAISED'], kind(pending, (one) => (one['x-credits-if'].credits = 11))],
    ['no price by a param', ['EVENT_PRICE_LOWERED'], kind(pending, (one) => delete one['x-credits-if'])],
    ['a price by another param', ['EVENT_PRICE_RAISED'], kind(pending, (one) => (one['x-credits-if'].param = 1))],
    ['a param that is gone', ['PARAM_REMOVED'], kind('logs', (one) => delete one.params)],
    ['a param that is required', ['PARAM_REQUIRED'], kind('logs', ({ params }) => (params[0].required = true))],
    [
      'an event with another type',
      ['RESULT_TYPE_NARROWED', 'RESULT_TYPE_WIDENED'],
      kind('logs', (one) => (one.event = { type: 'string' })),
    ],
    [
      'no events',
      ['EFFECT_CHANGED', 'KIND_REMOVED', 'METHOD_ERROR_REMOVED'],
      of('slotSubscribe', (method) => {
        delete method['x-subscription']
        method['x-effect'] = 'read'
      }),
    ],
  ]
  const few = shortened('eth_subscribe', 'eth_unsubscribe', 'slotSubscribe', 'slotUnsubscribe')
  test.each(rows)('%s is %p', async (_, rules, edit) => {
    expect(await rulesOf(few.contract, contractOf(edit, few.document))).toEqual(rules)
  })

  test('names the kind, and shows a call of it that is refused', async () => {
    const { findings } = await contractDiff(
      unchanged,
      contractOf(kind(pending, ({ params }) => (params[0].schema = { type: 'string' }))),
    )
    expect(findings[0]).toMatchObject({
      rule: 'PARAM_TYPE_NARROWED',
      path: expect.stringMatching(/^\/methods\/\d+\/x-subscription\/kinds\/newPendingTransactions\/params\/0\/schema$/),
      methods: ['eth_subscribe'],
      place: 'params[1]',
      witness: { method: 'eth_subscribe', params: [pending, true] },
    })
  })

  test('in a schema that only events have is a change of the methods that give them', async () => {
    const after = contractOf((d) => void d.components.schemas.SlotNotice.required.pop())
    const [finding] = (await contractDiff(unchanged, after)).findings
    expect(finding).toMatchObject({
      rule: 'RESULT_MEMBER_OPTIONAL',
      path: '/components/schemas/SlotNotice',
      methods: ['slotSubscribe'],
    })
  })

  test.each<[what: string, edit: Edit, mistake: RegExp]>([
    ['without kinds', events((one) => delete one.kinds), /x-subscription has no kinds/],
    ['without an event', kind('logs', (one) => delete one.event), /kinds\/logs has no event/],
    [
      'with a param that has no schema',
      kind('logs', ({ params }) => delete params[0].schema),
      /logs\/params\/0 has no schema/,
    ],
    [
      'with a slow pattern',
      kind('logs', (one) => (one.event = { type: 'string', pattern: '^(a+)+$' })),
      /eth_subscribe.*backtracks/,
    ],
  ])('%s is not compared', (_, edit, mistake) => {
    expect(() => contractOf(edit)).toThrow(mistake)
  })
})

const object = (properties: object, others: object = {}): Schema =>
  ({ type: 'object', properties, ...others }) as Schema
const text = { type: 'string' }
const HEX = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }
const LOWER = { type: 'string', pattern: '^0x[0-9a-f]{40}$' }

/**
 * A schema, another one, and what it is to go from the first to the second, as a parameter and as a
 * result.
 */
const changes: [what: string, old: Schema, now: Schema, param: DiffRuleId[], result: DiffRuleId[]][] = [
  ['fewer texts', HEX, LOWER, ['PARAM_PATTERN_NARROWED'], ['RESULT_PATTERN_NARROWED']],
  ['more texts', LOWER, HEX, ['PARAM_PATTERN_WIDENED'], ['RESULT_PATTERN_WIDENED']],
  [
    'the same texts',
    HEX,
    { type: 'string', pattern: '^0[x](?:[0-9a-f]|[A-F]){40}$' },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  ['a listed text less', { enum: ['a', 'b'] }, { enum: ['a'] }, ['PARAM_ENUM_NARROWED'], ['RESULT_ENUM_NARROWED']],
  ['a listed text more', { enum: ['a'] }, { enum: ['a', 'b'] }, ['PARAM_ENUM_WIDENED'], ['RESULT_ENUM_WIDENED']],
  [
    'a listed text as an alternative',
    { enum: ['a', 'b'] },
    { anyOf: [{ const: 'b' }, { const: 'a' }] },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  [
    'a list of texts that a pattern has',
    { enum: ['a', 'b'] },
    { type: 'string', pattern: '^[ab]$' },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  [
    'a listed number that a condition excludes',
    { type: 'integer', enum: [1, 2, 3] },
    { type: 'integer', not: { const: 2 } },
    ['PARAM_ENUM_NARROWED', 'PARAM_ENUM_WIDENED'],
    ['RESULT_ENUM_NARROWED', 'RESULT_ENUM_WIDENED'],
  ],
  ['a type more', text, { type: ['string', 'integer'] }, ['PARAM_TYPE_WIDENED'], ['RESULT_TYPE_WIDENED']],
  ['a type less', { anyOf: [text, { type: 'integer' }] }, text, ['PARAM_TYPE_NARROWED'], ['RESULT_TYPE_NARROWED']],
  ['integers for numbers', { type: 'number' }, { type: 'integer' }, ['PARAM_TYPE_NARROWED'], ['RESULT_TYPE_NARROWED']],
  [
    'a higher minimum',
    { type: 'integer', minimum: 0 },
    { type: 'integer', minimum: 5 },
    ['PARAM_RANGE_NARROWED'],
    ['RESULT_RANGE_NARROWED'],
  ],
  [
    'a longer array',
    { type: 'array', maxItems: 2 },
    { type: 'array', maxItems: 4 },
    ['PARAM_RANGE_WIDENED'],
    ['RESULT_RANGE_WIDENED'],
  ],
  [
    'narrower items',
    { type: 'array', items: HEX },
    { type: 'array', items: LOWER },
    ['PARAM_PATTERN_NARROWED'],
    ['RESULT_PATTERN_NARROWED'],
  ],
  [
    'a required member',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    ['PARAM_MEMBER_REQUIRED'],
    ['RESULT_MEMBER_REQUIRED'],
  ],
  [
    'an optional member',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    ['PARAM_MEMBER_OPTIONAL'],
    ['RESULT_MEMBER_OPTIONAL'],
  ],
  ['a new member', object({ a: text }), object({ a: text, b: text }), ['PARAM_MEMBER_ADDED'], ['RESULT_MEMBER_ADDED']],
  [
    'a member that is gone',
    object({ a: text, b: text }),
    object({ a: text }),
    ['PARAM_MEMBER_REMOVED'],
    ['RESULT_MEMBER_REMOVED'],
  ],
  [
    'a member that a map has with fewer values',
    object({}, { additionalProperties: HEX }),
    object({ a: LOWER }, { additionalProperties: HEX }),
    ['PARAM_PATTERN_NARROWED'],
    ['RESULT_PATTERN_NARROWED'],
  ],
  [
    'a member that a map has with other values',
    object({}, { additionalProperties: text }),
    object({ a: { type: 'integer' } }, { additionalProperties: text }),
    ['PARAM_TYPE_NARROWED', 'PARAM_TYPE_WIDENED'],
    ['RESULT_TYPE_NARROWED', 'RESULT_TYPE_WIDENED'],
  ],
  [
    'a member that a map must not have',
    object({}, { additionalProperties: text }),
    object({ a: false }, { additionalProperties: text }),
    ['PARAM_MEMBER_REFUSED'],
    ['RESULT_CLOSED'],
  ],
  [
    'no unknown members',
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    ['PARAM_MEMBER_REFUSED'],
    ['RESULT_CLOSED'],
  ],
  [
    'unknown members',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text }),
    ['PARAM_MEMBER_ALLOWED'],
    ['RESULT_OPENED'],
  ],
  [
    'a member that must not be',
    object({ a: text, b: text }),
    object({ a: text, b: false }),
    ['PARAM_MEMBER_REFUSED'],
    ['RESULT_MEMBER_REMOVED'],
  ],
  [
    'a condition',
    object({ a: text, b: text }),
    object({ a: text, b: text }, { dependencies: { a: ['b'] } }),
    ['PARAM_CONDITION_NARROWED'],
    ['RESULT_CONDITION_NARROWED'],
  ],
  [
    'no condition',
    { type: 'string', not: { const: 'a' } },
    text,
    ['PARAM_CONDITION_WIDENED'],
    ['RESULT_CONDITION_WIDENED'],
  ],
  [
    'one of two alternatives that overlap',
    { anyOf: [{ type: 'integer' }, text] },
    { oneOf: [{ type: 'integer' }, { type: ['integer', 'string'] }] },
    ['PARAM_CONDITION_NARROWED'],
    ['RESULT_CONDITION_NARROWED'],
  ],
  [
    'one of two alternatives that do not overlap',
    { anyOf: [{ type: 'integer' }, { enum: ['a'] }, { enum: ['b'] }] },
    { oneOf: [{ type: 'integer' }, { enum: ['a'] }, { enum: ['b'] }] },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  ['a component in place', { $ref: '#/components/schemas/EvmAddress' }, HEX, ['OTHER_CHANGED'], ['OTHER_CHANGED']],
  [
    'null as a type',
    { anyOf: [HEX, { type: 'null' }] },
    { ...HEX, type: ['string', 'null'] },
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
  [
    'allOf in one',
    { allOf: [object({ a: text }), object({ b: text })] },
    object({ a: text, b: text }),
    ['OTHER_CHANGED'],
    ['OTHER_CHANGED'],
  ],
]

describe('a change of a schema', () => {
  const { EvmAddress, Quantity } = written.components.schemas
  const components = { ...written.components, schemas: { EvmAddress, Quantity } }
  const small = { ...shortened('eth_chainId').document, components }
  const using = (schema: Schema) => ({
    param: contractOf(
      of('eth_chainId', (m) => m.params.push({ name: 'value', required: true, schema })),
      small,
    ),
    result: contractOf(
      of('eth_chainId', (m) => (m.result.schema = schema)),
      small,
    ),
  })

  test.each(sampleOf(changes))('%s', async (_, old, now, paramRules, resultRules) => {
    const [before, after] = [using(old), using(now)]
    expect(await rulesOf(before.param, after.param)).toEqual(paramRules)
    expect(await rulesOf(before.result, after.result)).toEqual(resultRules)
  })

  test('to alternatives that overlap, of which one alone may fit, is shown with a call', async () => {
    const [before, after] = [using({ type: 'integer' }), using({ oneOf: [{ type: 'integer' }, { minimum: 0 }] })]
    const [finding] = (await contractDiff(before.param, after.param)).findings
    expect(finding).toMatchObject({ rule: 'PARAM_CONDITION_NARROWED', witness: { params: [0] } })
  })

  test('from a list to members refuses the listed objects that lack one', async () => {
    const [before, after] = [using({ enum: [{ a: 1 }, { b: 1 }] }), using(object({}, { required: ['b'] }))]
    const { findings } = await contractDiff(before.param, after.param)
    expect(findings.filter(isBreaking)).toMatchObject([{ rule: 'PARAM_ENUM_NARROWED', old: [{ a: 1 }] }])
  })

  test('that refuses calls is shown with one, which the old contract takes and the new one refuses', async () => {
    const narrower = changes.filter(([, , , rules]) =>
      rules.some((rule) => /NARROWED|MEMBER_REQUIRED|REFUSED/.test(rule)),
    )
    expect(narrower.length).toBeGreaterThan(8)
    for (const [what, old, now] of narrower) {
      const [before, after] = [using(old).param, using(now).param]
      const [finding] = (await contractDiff(before, after)).findings
      // What a condition says of several members is found in known calls only.
      if (finding!.rule === 'PARAM_CONDITION_NARROWED') continue
      expect([what, finding!.witness?.method]).toEqual([what, 'eth_chainId'])
      expect([what, new CallJudge(before).troubleOf('eth_chainId', finding!.witness!.params)]).toEqual([
        what,
        undefined,
      ])
      expect(new CallJudge(after).troubleOf('eth_chainId', finding!.witness!.params)).toMatch(/^params/)
    }
  })

  test('deep in a component names the place, and each method once', async () => {
    const narrowed = contractOf((d) => (d.components.schemas.EvmAddress.pattern = LOWER.pattern))
    const { findings } = await contractDiff(unchanged, narrowed)
    const found = findings.filter((one) => one.rule === 'PARAM_PATTERN_NARROWED')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      path: '/components/schemas/EvmAddress',
      methods: expect.arrayContaining([storage, logs]),
      place: 'params[0]',
    })
    expect(found[0]!.witness!.params[0]).toMatch(/^0x[0-9a-f]*[A-F]/)
  })

  test('of patterns that no automaton can compare is breaking, and says so', async () => {
    const [before, after] = [using(HEX), using({ type: 'string', pattern: '^(?=0)0x[0-9a-fA-F]{40}$' })]
    const { findings } = await contractDiff(before.param, after.param)
    expect(findings.find(isBreaking)).toMatchObject({
      rule: 'PARAM_PATTERN_NARROWED',
      note: expect.stringContaining('cannot be compared'),
    })
  })
})

/** A served document has no types that nothing of it refers to. */
const isUnexpected = (finding: DiffFinding) => isBreaking(finding) && finding.rule !== 'TYPE_REMOVED'

test('a served document says the same as openrpc.json, flat as it is', async () => {
  const served = servedDocument(withCommonErrors(structuredClone(written)) as never, { baseUrl: 'https://rpc.example' })
  const contract = comparableContract(parseExact(exactJson(served)), written) as Contract
  expect((await contractDiff(unchanged, contract)).findings.filter(isUnexpected)).toEqual([])
  expect((await contractDiff(contract, unchanged)).findings.filter(isUnexpected)).toEqual([])
})

test('recorded events are named that the new contract refuses', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  async function* traffic() {
    yield { subscription: 1, method: 'slotSubscribe', params: [] }
    yield { subscription: 2, method: 'eth_subscribe', params: ['newPendingTransactions'] }
    yield { subscription: 2, event: hash }
    yield { subscription: 1, event: { slot: 3, parent: 2, root: 0 } }
    yield { subscription: 1, event: { slot: 4, parent: 3, root: 0 } }
    // Refused by both, and of a subscription that the file does not have.
    yield { subscription: 1, event: 4 }
    yield { subscription: 9, event: 4 }
  }
  const after = contractOf((d) => {
    d.components.schemas.SlotNotice.properties.slot.maximum = 3
  })
  const { findings, traffic: totals } = await contractDiff(unchanged, after, { traffic: traffic() })
  expect(totals).toMatchObject({ calls: 0, events: 5 })
  expect(findings.filter(({ rule }) => rule.startsWith('RECORDED'))).toEqual([
    expect.objectContaining({
      rule: 'RECORDED_EVENT_REFUSED',
      methods: ['slotSubscribe'],
      note: '1 of 2 recorded events; the first: event/slot must be <= 3: {"slot":4,"parent":3,"root":0}',
    }),
  ])
})

test('recorded calls are counted that are refused now or cost more, and plans are named that cannot pay', async () => {
  async function* traffic() {
    const filter = { address: `0x${'aB'.repeat(20)}` }
    yield { method: logs, params: [filter] }
    yield { method: logs, params: [{ ...filter, address: filter.address.toLowerCase() }] }
    yield { method: logs, params: ['no filter'] }
    yield { method: 'eth_chainId', params: [] }
  }
  const after = contractOf((d) => {
    d.components.schemas.EvmAddress.pattern = LOWER.pattern
    methodIn(d, logs)['x-credits'] = 300
  })
  const plans = [
    { name: 'small', creditsPerSecond: 260 },
    { name: 'large', creditsPerSecond: 300 },
    { name: 'off', dailyCredits: 0 },
  ]
  const { findings, traffic: totals } = await contractDiff(unchanged, after, { traffic: traffic(), plans })
  expect(totals).toEqual({ calls: 4, events: 0, alreadyRefused: 1, refused: 1, oldCredits: 260, newCredits: 305 })
  expect(findings.filter(({ rule }) => /RECORDED|PLAN/.test(rule))).toEqual([
    expect.objectContaining({
      rule: 'RECORDED_CALL_REFUSED',
      note: expect.stringMatching(/^1 of 2 .*params\/0\/address/),
    }),
    expect.objectContaining({ rule: 'PLAN_CANNOT_PAY', note: 'plan small: creditsPerSecond is 260' }),
    expect.objectContaining({ rule: 'RECORDED_CALLS_DEARER', old: 255, new: 300 }),
  ])
})

test('listed values, conditions and recorded values keep the digits that a number cannot hold', async () => {
  const largest = 18446744073709551615n
  const withSlot = (schema: object) => contractOf((d) => (d.components.schemas.MinContextSlot = schema))
  const changes = async (before: object, after: object) =>
    (await contractDiff(withSlot(before), withSlot(after))).findings.map(({ rule, old, new: now }) => [rule, old, now])

  const integer = { type: 'integer' }
  expect(await changes({ ...integer, enum: [1, largest] }, { ...integer, enum: [1, largest - 1n] })).toEqual([
    ['PARAM_ENUM_NARROWED', [largest], undefined],
    ['PARAM_ENUM_WIDENED', undefined, [largest - 1n]],
  ])
  expect(await changes(integer, { ...integer, not: { const: largest } })).toEqual([
    ['PARAM_CONDITION_NARROWED', undefined, { not: { const: largest } }],
  ])
  const below = { ...integer, exclusiveMinimum: largest }
  expect(await changes(below, { allOf: [below, { ...integer, minimum: largest + 2n }] })).toEqual([
    ['PARAM_RANGE_NARROWED', 'minimum none', `minimum ${largest + 2n}`],
  ])

  async function* traffic() {
    const owner = '1'.repeat(32)
    const params = `["${owner}",{"programId":"${owner}"},{"minContextSlot":${largest}}]`
    yield readRecordedLine(`{"method":"getTokenAccountsByOwner","params":${params}}`) as RecordedLine
  }
  const { findings } = await contractDiff(withSlot(integer), withSlot({ ...integer, maximum: 5 }), {
    traffic: traffic(),
  })
  expect(findings.find(({ rule }) => rule === 'RECORDED_CALL_REFUSED')?.witness?.params[2]).toEqual({
    minContextSlot: largest,
  })
})
