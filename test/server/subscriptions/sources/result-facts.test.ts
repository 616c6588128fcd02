import { keyOfEvent, keyOfPending, readHead } from '../../../../src/server/subscriptions/sources/result-facts.js'
import { logsAt } from '../../../support/stream-nodes.js'

test.each([
  ['{"number":"0x1f","parentHash":"0x02","hash":"0x01"}', '0x01', 31n],
  ['{"hash":"0x01"}', '0x01', undefined],
  ['{"number":31,"hash":null}', undefined, undefined],
  ['{"number":"31"}', undefined, undefined],
  ['{"hash":"0x01","hash":"0x02"}', undefined, undefined],
  ['["0x01"]', undefined, undefined],
  ['"0x01"', undefined, undefined],
])('of the head %s its hash and number are read', (text, blockHash, blockNumber) => {
  const bytes = Buffer.from(`{"result":${text}}`)
  expect(readHead(bytes, { start: 10, end: 10 + text.length })).toEqual({ blockHash, blockNumber })
})

test.each([
  ['a transaction without hash', keyOfPending, (text: string) => `{"input":"${text}"}`],
  ['the hash of a transaction', keyOfPending, (text: string) => `{"hash":"${text}"}`],
  ['a signature', keyOfEvent, (text: string) => logsAt(1, text)],
])('the key of %s is short, however long a node makes it, and differs from others', (_, keyOf, written) => {
  const keyFor = (text: string) => {
    const bytes = Buffer.from(written(text))
    return keyOf(bytes, { start: 0, end: bytes.length })
  }
  const long = 'x'.repeat(1_000_000)
  const keys = ['A', 'B', `${long}A`, `${long}B`].map(keyFor)
  expect(new Set(keys).size).toBe(4)
  expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(200)
  expect(keyFor(`${long}A`)).toBe(keys[2])
})
