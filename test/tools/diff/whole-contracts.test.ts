import type { Contract } from '../../../src/contract/contract.js'
import { servedDocument } from '../../../src/contract/served/served-document.js'
import { withCommonErrors } from '../../../src/contract/with-errors.js'
import { exactJson, parseExact } from '../../../src/runtime/exact-json.js'
import { contractDiff } from '../../../src/tools/diff/contract-diff.js'
import { comparableContract } from '../../../src/tools/diff/document.js'
import { type DiffFinding, isBreaking } from '../../../src/tools/diff/finding.js'
import { type RecordedLine, readRecordedLine } from '../../../src/tools/diff/traffic.js'
import { contractOf, methodIn, unchanged, written } from '../../support/edited-contracts.js'
import { LOWER } from './schema-change-cases.js'

const logs = 'eth_getLogs'

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
    // Refused by both; the last is of a subscription that the file does not have.
    yield { subscription: 1, event: 4 }
    yield { subscription: 9, event: 4 }
  }
  const after = contractOf((d) => {
    d.components.schemas.SlotNotice.properties.slot.maximum = 3
  })
  const { findings, traffic: totals } = await contractDiff(unchanged, after, { traffic: traffic() })
  expect(totals).toMatchObject({ calls: 0, events: 4 })
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
  expect(totals).toEqual({
    ...{ calls: 4, events: 0, alreadyRefused: 1, refused: 1, oldCredits: 260, newCredits: 305 },
    ...{ undeclared: 0, undeclaredMethods: [] },
  })
  expect(findings.filter(({ rule }) => /RECORDED|PLAN/.test(rule))).toEqual([
    expect.objectContaining({
      rule: 'RECORDED_CALL_REFUSED',
      note: expect.stringMatching(/^1 of 2 .*params\/0\/address/),
    }),
    expect.objectContaining({ rule: 'PLAN_CANNOT_PAY', note: 'plan small: creditsPerSecond is 260' }),
    expect.objectContaining({ rule: 'RECORDED_CALLS_DEARER', old: 255, new: 300 }),
  ])
})

test('recorded calls of methods that neither contract has are not compared, and are named', async () => {
  async function* traffic() {
    yield { method: 'eth_chainId', params: [] }
    yield { method: 'eth_nope', params: [1] }
    yield { method: 'eth_nope', params: [2] }
    yield { method: logs, params: [{}] }
  }
  const without = contractOf((d) => {
    d.methods = d.methods.filter(({ name }: { name: string }) => name !== logs)
  })
  const { traffic: totals } = await contractDiff(without, unchanged, { traffic: traffic() })
  expect(totals).toMatchObject({ calls: 4, alreadyRefused: 1, undeclared: 2, undeclaredMethods: ['eth_nope'] })
})

test('recorded events of methods that neither contract has are not compared, and their methods are named', async () => {
  async function* traffic() {
    yield { subscription: 1, method: 'eth_nope', params: ['news'] }
    yield { subscription: 1, event: 4 }
  }
  const { traffic: totals } = await contractDiff(unchanged, unchanged, { traffic: traffic() })
  expect(totals).toMatchObject({ calls: 0, events: 0, undeclared: 0, undeclaredMethods: ['eth_nope'] })
})

test('recorded calls cost what their items cost', async () => {
  const address = `0x${'ab'.repeat(20)}`
  async function* traffic() {
    yield { method: logs, params: [{ address: [address, address] }] }
    yield { method: logs, params: [{ address }] }
    yield { method: logs, params: [{}] }
  }
  const fixed = contractOf((d) => (methodIn(d, logs)['x-credits'] = 15))
  const byItems = contractOf((d) =>
    Object.assign(methodIn(d, logs), { 'x-credits': 17, 'x-credits-by': { base: 10, each: 4, of: '/0/address' } }),
  )
  const dearer = async (before: Contract, after: Contract) => {
    const { findings, traffic: totals } = await contractDiff(before, after, { traffic: traffic() })
    return [totals?.oldCredits, totals?.newCredits, findings.some(({ rule }) => rule === 'RECORDED_CALLS_DEARER')]
  }
  // 17, not 18, is the most.
  expect(await dearer(fixed, byItems)).toEqual([45, 17 + 14 + 10, false])
  expect(await dearer(byItems, fixed)).toEqual([17 + 14 + 10, 45, true])
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
