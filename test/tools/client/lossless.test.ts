import fc from 'fast-check'
import { readLossless } from '../../../generated/client/src/core/result-text.js'
import { SolanaClient } from '../../../generated/client/src/index.js'
import type { Contract, Schema } from '../../../src/contract/contract.js'
import { integersIn } from '../../../src/tools/client/typescript/method-module.js'
import { startServer } from './answering-server.js'

const U64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const TREE = { value: { '*': { account: { lamports: true, rentEpoch: true } } } } as const

describe('a result with integers of 64 bits', () => {
  test('is read with every digit of those that are wanted, and as JSON.parse does otherwise', () => {
    const entry = fc.record({ lamports: U64, rentEpoch: U64, data: fc.jsonValue(), name: fc.string() })
    fc.assert(
      fc.property(fc.array(entry), fc.nat({ max: 2 }), (entries, indent) => {
        const space = ' '.repeat(indent)
        const items = entries.map(
          ({ lamports, rentEpoch, data, name }) =>
            `{"account":${space}{"data":${JSON.stringify({ lamports: 5, data }, null, indent)},"lamports"${space}:${lamports},"${'rentEpoch'}":${space}${rentEpoch}},"pubkey":${JSON.stringify(name)}}`,
        )
        const text = `{"context":{"slot":7,"lamports":1},${space}"value":[${items.join(',')}]}`
        const plain = JSON.parse(text)
        for (const [index, { lamports, rentEpoch }] of entries.entries())
          Object.assign(plain.value[index].account, { lamports, rentEpoch })
        expect(readLossless(text, TREE)).toEqual(plain)
      }),
    )
  })

  test('has room for all token accounts of an exchange', () => {
    const text = `{"value":[${Array(150_000).fill('{"a":1}').join()}]}`
    const { value } = readLossless(text, { value: { '*': { a: true } } }) as { value: { a: bigint }[] }
    expect([value.length, value.at(-1)]).toEqual([150_000, { a: 1n }])
  })

  test.each([
    ['{"value":[{"account":{"lamports":1.5}}]}', 1.5],
    ['{"value":[{"account":{"lamports":1e3}}]}', 1000],
    ['{"value":[{"account":{"lamports":null}}]}', null],
    ['{"value":[{"account":{"lamports":"many"}}]}', 'many'],
    ['{"value":[{"account":{"lamports":"123"}}]}', '123'],
    ['{"value":[{"account":{"lamports":"=\\"1"}}]}', '="1'],
    ['{"value":[{"account":{"lamports":1,"lamports":2}}]}', 2n],
  ])('keeps what is no integer as it is: %s', (text, lamports) => {
    expect(readLossless(text, TREE)).toEqual({ value: [{ account: { lamports } }] })
  })

  test.each(['null', '[]', '"text"', '{"value":null}', '{"value":{"account":1}}'])(
    'may be of another shape: %s',
    (text) => {
      expect(readLossless(text, TREE)).toEqual(JSON.parse(text))
    },
  )

  const plain: Schema = { type: 'integer' }
  const wide: Schema = { ...plain, 'x-integer': 'u64' }
  const inMap = { properties: { slot: plain, stake: wide }, additionalProperties: wide }
  test.each<[string, Schema, string, unknown]>([
    ['a map', { additionalProperties: wide }, '{"a":18446744073709551615}', { a: 2n ** 64n - 1n }],
    ['a map with members of its own', inMap, '{"slot":1,"stake":2,"b":3}', { slot: 1, stake: 2n, b: 3n }],
    [
      'tuples',
      { items: { items: [plain, wide] } },
      '[[1,2],[3,18446744073709551615]]',
      [
        [1, 2n],
        [3, 2n ** 64n - 1n],
      ],
    ],
    ['a map or a list', { anyOf: [{ items: wide }, { additionalProperties: plain }] }, '{"a":1}', { a: 1 }],
  ])('has its bigints in %s', (_, schema, text, value) => {
    const contract = { components: { schemas: {} } } as Contract
    expect(readLossless(text, integersIn(contract, schema)!)).toEqual(value)
  })

  test('comes with bigints from a call, from a batch, and over a WebSocket', async () => {
    const result =
      '{"context":{"slot":9007199254740993},"value":[{"pubkey":"a","account":{"lamports":9007199254740993,"rentEpoch":18446744073709551615}}]}'
    const server = await startServer((text) => {
      const sent = [JSON.parse(text)].flat() as { id: number }[]
      const replies = sent.map(({ id }) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`)
      return { text: text.startsWith('[') ? `[${replies.join(' , ')}]` : replies[0]! }
    })
    const owner = 'G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL'
    const params = [owner, { mint: owner }] as const
    for (const url of [server.httpUrl, server.wsUrl]) {
      const client = new SolanaClient({ url })
      const account = { lamports: 9007199254740993n, rentEpoch: 18446744073709551615n }
      expect((await client.getTokenAccountsByOwner(...params)).value[0]?.account).toEqual(account)
      const replies = await client.batch([
        { method: 'getTokenAccountsByOwner', params },
        { method: 'getTokenAccountsByOwner', params },
      ])
      for (const reply of replies) expect(reply).toMatchObject({ result: { value: [{ account }] } })
      client.close()
    }
    await server.close()
  })
})
