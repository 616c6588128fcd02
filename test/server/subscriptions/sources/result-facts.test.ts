import { readHead } from '../../../../src/server/subscriptions/sources/result-facts.js'

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
