import { type DocumentMethod, document } from '../../../generated/document.js'
import { exactJson } from '../../../src/runtime/exact-json.js'
import { eventTerms } from '../../../src/server/docs/subscriptions/kinds.js'
import { shownEvent } from '../../../src/web/docs/browser/stream/shown-event.js'
import { StreamTotals } from '../../../src/web/docs/browser/stream/stream-totals.js'
import { eventCredits, kindFor, paramsAfter, type StreamTerms } from '../../../src/web/docs/browser/stream/terms.js'

const termsOf = (name: string): StreamTerms =>
  JSON.parse(exactJson(eventTerms(document.methods.find((method: DocumentMethod) => method.name === name)!)))

describe('the terms of a subscription', () => {
  const terms = termsOf('eth_subscribe')

  test.each([
    ['["newHeads"]', 20, 1],
    ['["logs",{}]', 10, 2],
    ['["newPendingTransactions"]', 2, undefined],
    ['["newPendingTransactions",true]', 10, undefined],
    ['["newPendingTransactions",false]', 2, undefined],
  ])('are those of the kind that %s names', (params, credits, resumeAt) => {
    const kind = kindFor(terms, params)
    expect([eventCredits(kind, params), kind.resumeAt]).toEqual([credits, resumeAt])
  })

  test('say which events come once', () => {
    expect(termsOf('signatureSubscribe').kinds.map(({ isOnce }) => isOnce)).toEqual([true])
    expect(termsOf('accountSubscribe').kinds.map(({ isOnce }) => isOnce)).toEqual([false])
  })

  test('survive params that are no JSON: the gateway explains these', () => {
    expect(eventCredits(kindFor(terms, '[oops'), '[oops')).toBe(20)
  })

  test('put the last event behind the params of the kind', () => {
    const after = { blockHash: '0x1', logIndex: '0x0' }
    expect(paramsAfter('["logs"]', 2, after)).toBe(JSON.stringify(['logs', {}, { after }]))
    expect(paramsAfter('["newHeads",{"after":{"blockHash":"0x0"}}]', 1, after)).toBe(
      JSON.stringify(['newHeads', { after }]),
    )
  })
})

describe('a row', () => {
  const rowOf = (result: string) => {
    const text = `{"jsonrpc":"2.0","method":"x","params":{"subscription":1,"result":${result}}}`
    const { place, hash, isRemoved } = shownEvent(text, JSON.parse(text).params.result, new Date(0))
    return [place, hash, isRemoved]
  }

  test.each([
    ['{"number":"0x1B4","hash":"0xaa"}', 'block 0x1B4', '0xaa', false],
    ['{"blockNumber":"0x1","blockHash":"0xaa","logIndex":"0x03","removed":true}', 'block 0x1, log 0x03', '0xaa', true],
    ['"0xbb"', 'transaction', '0xbb', false],
    ['{"hash":"0xbb","blockNumber":null}', 'transaction', '0xbb', false],
    ['{"parent":1,"root":0,"slot":18446744073709551615}', 'slot 18446744073709551615', '', false],
    ['18446744073709551615', 'slot 18446744073709551615', '', false],
    ['{"context":{"slot":7},"value":{"pubkey":"abc"}}', 'slot 7', 'abc', false],
    ['null', '', '', false],
  ])('says of %s where it is, in the digits that arrived', (result, ...expected) => {
    expect(rowOf(result)).toEqual(expected)
  })

  test('keeps no more of a long text than fifty of them may take', () => {
    const { text, length } = shownEvent('x'.repeat(300_000), null, new Date(0))
    expect([text.length, length]).toEqual([100_000, 300_000])
  })
})

test('credits a minute are those of the last minute, or the pace of the first', () => {
  const totals = new StreamTotals()
  totals.subscribed(5, 1_000)
  totals.event(10, false, 1_500)
  totals.event(10, true, 1_500)
  expect([totals.events, totals.removed, totals.credits]).toEqual([2, 1, 15])
  expect(totals.perMinute(4_000)).toBeUndefined()
  expect(totals.perMinute(11_000)).toBe(60)
  totals.event(10, false, 70_000)
  expect(totals.perMinute(71_000)).toBe(10)
  expect(totals.perMinute(140_000)).toBe(0)
})
