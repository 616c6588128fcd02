import { hashOfHeader } from '../../../src/server/upstreams/header-hash.js'

const EMPTY_BLOOM = `0x${'0'.repeat(512)}`
const EMPTY_TRIE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`

/** The first block of Ethereum's main network. */
const FRONTIER = {
  hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  parentHash: zeros(32),
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: zeros(20),
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  transactionsRoot: EMPTY_TRIE,
  receiptsRoot: EMPTY_TRIE,
  logsBloom: EMPTY_BLOOM,
  difficulty: '0x400000000',
  number: '0x0',
  gasLimit: '0x1388',
  gasUsed: '0x0',
  timestamp: '0x0',
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  mixHash: zeros(32),
  nonce: '0x0000000000000042',
}

/** A header as anvil 1.7.1 announced it, with the members of all forks up to Prague. */
const PRAGUE = {
  hash: '0xaa422da879ce65d7cc0d583ae677b99a4e82134d88479165023bc293c9c14fd3',
  parentHash: '0x745b0c185fdb311324af29ef4a1259be2fdbba550e5cf0da000180b4c7050178',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: '0x0000000000000000000000000000000000000000',
  stateRoot: '0x04433c2b6b3cb112c5337a9b7fd81286688737b062af5a2d82d35e4af5e69ee8',
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  logsBloom: EMPTY_BLOOM,
  difficulty: '0x0',
  number: '0x1',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  timestamp: '0x6b060c3b',
  extraData: '0x',
  mixHash: '0xe6317ce71173c26cf6b64a97abd38ef3fab1e961246c70c64b719c4ca12c520f',
  nonce: '0x0000000000000000',
  baseFeePerGas: '0x3b9aca00',
  withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  blobGasUsed: '0x0',
  excessBlobGas: '0x0',
  parentBeaconBlockRoot: '0x0000000000000000000000000000000000000000000000000000000000000000',
  requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

test.each([
  ['Frontier', FRONTIER],
  ['Prague', PRAGUE],
])('a header of %s has the hash that its node says', async (_, header) => {
  expect(await hashOfHeader(header)).toBe(header.hash)
})

test('a header with another member has another hash', async () => {
  for (const name of Object.keys(PRAGUE).filter((member) => member !== 'hash')) {
    const changed = { ...PRAGUE, [name]: name === 'extraData' ? '0x01' : FRONTIER.stateRoot }
    expect([name, await hashOfHeader(changed)]).not.toEqual([name, PRAGUE.hash])
  }
})

test('a header that lacks a member has none', async () => {
  const { nonce: _, ...rest } = PRAGUE
  expect(await hashOfHeader(rest)).toBeUndefined()
  expect(await hashOfHeader({ ...PRAGUE, number: 1 })).toBeUndefined()
})
