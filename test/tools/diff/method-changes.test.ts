import { contractDiff } from '../../../src/tools/diff/contract-diff.js'
import type { DiffRuleId } from '../../../src/tools/diff/rules.js'
import { contractOf, type Edit, methodIn, of, rulesOf, shortened, unchanged } from '../../support/edited-contracts.js'

const error =
  (name: string, edit: Edit): Edit =>
  (document) =>
    edit({ ...document.components.errors, row: document['x-errors'][name], error: document.components.errors[name] })

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
