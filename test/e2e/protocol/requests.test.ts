import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const OWNER = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'
const RESULT = { jsonrpc: '2.0', id: 1, result: '0x1' }

describe('a request', () => {
  let key: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x1"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] }, sol: { urls: [upstream.url], family: 'solana' } },
    }),
  )
  beforeAll(async () => {
    key = await gateway.addKey()
  })
  const send = (body: unknown, headers?: Record<string, string>, network = 'eth') =>
    post(`${gateway.url}/${network}/v3/${key}`, body, headers)

  test('is read as JSON whatever its content type says', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json-rpc',
      'x',
    ]) {
      expect((await send(STORAGE_CALL, { 'content-type': type })).json).toEqual(RESULT)
    }
  })

  test('without an id is never executed, charged or answered, valid or not', async () => {
    const asked = upstream.requests.length
    const before = (await send(callOf('eth_none'))).headers.get('x-credits-remaining')
    for (const note of [
      { jsonrpc: '2.0', method: 'eth_blockNumber' },
      { method: 'ping' },
      { jsonrpc: '2.0', method: 'eth_getStorageAt', params: 'wrong' },
      [
        { jsonrpc: '2.0', method: 'eth_blockNumber' },
        { jsonrpc: '2.0', method: 'x' },
      ],
    ]) {
      const reply = await send(note)
      expect([reply.status, reply.text, reply.headers.get('x-credits-cost')]).toEqual([204, '', '0'])
    }
    expect(upstream.requests.length).toBe(asked)
    expect((await send(callOf('eth_none'))).headers.get('x-credits-remaining')).toBe(before)
  })

  test('with a member given twice is refused, names it, and costs nothing', async () => {
    const asked = upstream.requests.length
    const twice = '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x1","fromBlock":"0x2"}]}'
    const { json, headers } = await send(twice)
    expect(json.error).toMatchObject({ code: -32602, data: { path: '/0/fromBlock' } })
    expect([headers.get('x-credits-cost'), upstream.requests.length]).toEqual(['0', asked])
  })

  test('may leave its params out or give null; by name or of another type they are refused', async () => {
    for (const params of [undefined, null, []])
      expect((await send({ ...callOf('eth_blockNumber'), params })).json).toEqual(RESULT)
    const byName = await send({ ...STORAGE_CALL, params: { address: ADDRESS } })
    expect([byName.status, byName.json.error.code]).toEqual([200, -32602])
    for (const params of ['x', 7, true]) {
      const reply = await send({ ...STORAGE_CALL, params })
      expect([reply.status, reply.json.error.code, reply.json.id]).toEqual([400, -32600, 1])
    }
  })

  test('may nest as deep as allowed and no deeper, in whatever it sends along', async () => {
    const nested = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","x":${'['.repeat(depth)}"["${']'.repeat(depth)}}`
    expect((await send(nested(63))).json).toEqual(RESULT)
    const refusal = { code: -32600, data: { reason: 'nested_too_deep' } }
    for (const depth of [64, 8_000, 400_000])
      expect((await send(nested(depth))).json).toMatchObject({ id: 1, error: refusal })
    expect((await send(`[${nested(64)}]`)).json).toMatchObject({ id: null, error: refusal })
  })

  test('with names that objects inherit is no other than any unknown one', async () => {
    for (const method of [
      'toString',
      '__proto__',
      'constructor',
      'hasOwnProperty',
      '',
      'rpc.',
      'eth_blocknumber',
      ' eth_blockNumber',
    ]) {
      expect((await send(callOf(method))).json.error.code).toBe(-32601)
    }
    const inherited = await send('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}}')
    expect(inherited.json).toMatchObject({ id: null, error: { code: -32600 } })
    expect((await send('{"__proto__":{"id":2},"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')).json).toEqual(
      RESULT,
    )
  })

  test('in a batch is judged, charged and answered by itself, in order', async () => {
    const reply = await send([
      callOf('eth_none', [], 'a'),
      [],
      STORAGE_CALL,
      { method: 'note' },
      callOf('eth_getStorageAt', ['0x'], 'b'),
      { ...STORAGE_CALL, id: 1 },
    ])
    expect(reply.status).toBe(200)
    expect(
      reply.json.map((member: { id: unknown; error?: { code: number } }) => [member.id, member.error?.code]),
    ).toEqual([
      ['a', -32601],
      [null, -32600],
      [1, undefined],
      ['b', -32602],
      [1, undefined],
    ])
    expect(reply.headers.get('x-credits-cost')).toBe('160')
  })

  test('that real clients send is accepted: upper case, checksums, EIP-1898, null members, empty configs', async () => {
    const storage = (...params: unknown[]) => callOf('eth_getStorageAt', params)
    const forwarded = async (call: object, network = 'eth') => {
      const reply = await send(call, {}, network)
      expect(reply.json.result).toBe('0x1')
      return upstream.requests.at(-1)!.json.params
    }
    const checksummed = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    const hash = `0x${'Ab'.repeat(32)}`
    for (const params of [
      [checksummed, '0xFF', '0x10B10B2'],
      [checksummed, '0x0', hash],
      [checksummed, '0x0', { blockHash: hash, requireCanonical: true }],
      [checksummed, '0x0', { blockNumber: 'finalized' }],
    ]) {
      expect(await forwarded(storage(...params))).toEqual(params)
    }
    for (const short of [
      [checksummed, '0x0'],
      [checksummed, '0x0', null],
    ])
      expect(await forwarded(storage(...short))).toEqual([checksummed, '0x0', 'latest'])
    const filter = { address: null, topics: [null, [hash, null]], fromBlock: null, toBlock: null, blockHash: hash }
    const tidied = { topics: [null, [hash, null]], blockHash: hash }
    expect(await forwarded(callOf('eth_getLogs', [filter]))).toEqual([tidied])
    expect(await forwarded(callOf('eth_getLogs', [{ blockhash: hash, limit: 5 }]))).toEqual([{ blockHash: hash }])
    expect(await forwarded(callOf('eth_getLogs', [{ fromBlock: '0x01' }]))).toEqual([{ fromBlock: '0x1' }])
    expect(await forwarded(storage(checksummed, '0x', 'latest'))).toEqual([checksummed, '0x', 'latest'])
    for (const config of [[{}], [null], [], [{ commitment: null }], [{ unknown: 1 }]])
      expect(await forwarded(callOf('getTokenAccountBalance', [OWNER, ...config]), 'sol')).toEqual([OWNER])
    const owned = [OWNER, { mint: OWNER }]
    expect(await forwarded(callOf('getTokenAccountsByOwner', [...owned, {}]), 'sol')).toEqual(owned)
    const slot = `{"jsonrpc":"2.0","id":1,"method":"getTokenAccountsByOwner","params":["${OWNER}",{"mint":"${OWNER}"},{"minContextSlot":18446744073709551615}]}`
    expect((await post(`${gateway.url}/sol/v3/${key}`, slot)).json.result).toBe('0x1')
    expect(upstream.requests.at(-1)!.body).toContain('{"minContextSlot":18446744073709551615}')
  })

  test('of a key with allowed contracts cannot name another one in a way only the node would read', async () => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey({ allowedContracts: [ADDRESS] })}`
    const other = `0x${'22'.repeat(20)}`
    expect(
      (await post(url, callOf('eth_getLogs', [{ address: ADDRESS.toUpperCase().replace('0X', '0x') }]))).json.result,
    ).toBe('0x1')
    for (const filter of [
      `{"address":"${other}"}`,
      `{"address":["${ADDRESS}","${other}"]}`,
      `{"address":"${ADDRESS}","address":"${other}"}`,
      `{"address":"${ADDRESS}","Address":"${other}"}`,
      `{"address":"${ADDRESS}","addre\\u017fs":"${other}"}`,
      '{"address":[]}',
      '{}',
    ]) {
      const reply = await post(url, `{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[${filter}]}`)
      expect([filter, reply.json.result]).toEqual([filter, undefined])
    }
  })
})
