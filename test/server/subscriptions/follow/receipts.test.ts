import { readReceipts } from '../../../../src/server/subscriptions/follow/receipts.js'

const HASH = '0x241ebbc86b39815ec5f8ed22ef156ee4054ff16af3fb71b4c112233ea3a1fa6b'
/** The members that matter of the receipts of a block of one deposit: anvil 1.7.1 -n optimism. */
const DEPOSIT = {
  type: '0x7E',
  status: '0x1',
  cumulativeGasUsed: '0x5208',
  logs: [],
  depositNonce: '0x1',
  depositReceiptVersion: '0x1',
  logsBloom: `0x${'00'.repeat(256)}`,
}
const ROOT = '0xdbfba0cf1914b3c1e4a90affb3805a438411c3a55a04b59f649ae1cf4c487a79'

const read = (receipt: object) => readReceipts(Buffer.from(JSON.stringify([receipt])), HASH, ROOT)

test('the receipt of a deposit on an OP Stack chain is proven with its nonce and version', async () => {
  expect(await read(DEPOSIT)).toMatchObject({ logs: [] })
  expect(await read({ ...DEPOSIT, type: '0x7e' })).toMatchObject({ logs: [] })
  expect(await read({ ...DEPOSIT, depositNonce: '0x2' })).toBe('other_root')
})

test.each([
  ['the type', { type: '0x2' }],
  ['a version, as before Canyon', { depositReceiptVersion: undefined }],
])('without %s, they are no part of the root', async (_, changed) => {
  expect(await read({ ...DEPOSIT, ...changed })).toBe('other_root')
})
