import { readFileSync } from 'node:fs'
import { LogsBloom } from '../../../../src/server/subscriptions/follow/bloom.js'

interface Receipt {
  readonly logsBloom?: string
  readonly logs?: readonly { readonly address: string; readonly topics: readonly string[] }[]
}

const vectors = JSON.parse(readFileSync('test/vectors/evm.execution-apis.json', 'utf8')) as {
  readonly response: { readonly result?: unknown }
}[]
/** Receipts with logs, as geth answers them. */
const receipts = vectors
  .map(({ response }) => response.result as Receipt | null | undefined)
  .filter((found) => (found?.logs?.length ?? 0) > 0) as Required<Receipt>[]

const bloomOf = (logs: Required<Receipt>['logs']): LogsBloom => {
  const bloom = new LogsBloom()
  for (const { address, topics } of logs) bloom.add(address, topics)
  return bloom
}

test('is the bloom that geth computes', () => {
  expect(receipts.length).toBeGreaterThan(2)
  for (const { logs, logsBloom } of receipts) {
    expect(bloomOf(logs).equals(logsBloom)).toBe(true)
    expect(bloomOf([]).equals(logsBloom)).toBe(false)
  }
})

test('shows logs that a header denies, and none that it has', () => {
  const [{ logs, logsBloom }] = receipts as [Required<Receipt>]
  const more = bloomOf([...logs, { address: `0x${'ab'.repeat(20)}`, topics: [] }])
  expect([more.exceeds(logsBloom), bloomOf(logs).exceeds(logsBloom), bloomOf([]).exceeds(logsBloom)]).toEqual([
    true,
    false,
    false,
  ])
  expect([bloomOf(logs).exceeds(undefined), bloomOf(logs).equals(undefined)]).toEqual([true, false])
})

test('gives the same bits when it remembers them and when it has forgotten them', () => {
  const [{ logs, logsBloom }] = receipts as [Required<Receipt>]
  const other = new LogsBloom()
  for (let count = 0; count < 17_000; count++) other.add(`0x${count.toString(16).padStart(40, '0')}`, [])
  for (let time = 0; time < 2; time++) expect(bloomOf(logs).equals(logsBloom)).toBe(true)
})
