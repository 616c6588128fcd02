import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, readWholeConfig, startTestGateway, type TestGateway } from '../support/gateway.js'
import { getBalance, operatorDocument, operatorMethod, subscribingMethods } from '../support/operator-document.js'
import { started, temporaryFolder } from '../support/started.js'

const ADDRESS = '0x00000000219ab540356cbb839cbe05303d7705fa'
const folder = temporaryFolder()
const file = join(folder, 'more.json')
const save = (document: object = operatorDocument()) => writeFileSync(file, JSON.stringify(document))

let gateway: TestGateway
let key: string

const node = started(() => startFakeUpstream(() => ({ resultText: '"0x2a"' })))
beforeEach(() => save())
afterEach(() => gateway?.stop())

const setting = (contracts: readonly unknown[]) => ({ networks: { eth: { urls: [node.url] } }, contracts })
const start = async (contracts: readonly unknown[] = [file]) => {
  gateway = await startTestGateway(setting(contracts))
  key = await gateway.addKey()
}
const ask = (method: string, params: unknown[] = []) => post(`${gateway.url}/eth/v3/${key}`, callOf(method, params))

describe('a method of an operator’s document', () => {
  test('is answered by the nodes, at its price, and in discover', async () => {
    await start()
    const reply = await ask('eth_getBalance', [ADDRESS, 'latest'])
    expect(reply.json).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2a' })
    expect(reply.headers.get('x-credits-cost')).toBe('70')
    const { methods } = (await ask('rpc.discover')).json.result
    expect(methods.map(({ name }: { name: string }) => name)).toContain('eth_getBalance')
  })

  test('refuses params in the words of the built-in methods, before a node is asked', async () => {
    await start()
    const before = node.requests.length
    const { error } = (await ask('eth_getBalance', ['0x12', 'latest'])).json
    expect(error).toMatchObject({
      code: -32602,
      message: 'invalid argument 0: hex string has length 2, want 40 for common.Address',
      data: { path: '/0', keyword: 'pattern' },
    })
    expect((await ask('eth_getBalance', [])).json.error.message).toBe('missing value for required argument 0')
    expect(node.requests.length).toBe(before)
  })

  test('is not there when its pattern leaves it out, and has the price that the configuration gives it', async () => {
    await start([{ file, methods: ['!eth_gas*'], prices: { eth_getBalance: 7, eth_chainId: 3 } }])
    expect((await ask('eth_gasPrice')).json.error.code).toBe(-32601)
    expect((await ask('eth_getBalance', [ADDRESS, 'latest'])).headers.get('x-credits-cost')).toBe('7')
    expect((await ask('eth_chainId')).headers.get('x-credits-cost')).toBe('3')
  })

  test('comes and goes with a reload, on the connections to the nodes that there are', async () => {
    await start([])
    expect((await ask('eth_getBalance', [ADDRESS, 'latest'])).json.error.code).toBe(-32601)
    // Read first: the node closes a connection that has had no call for five seconds.
    const configOf = (contracts: readonly unknown[]) =>
      readWholeConfig(gateway.configText(setting(contracts)), gateway.folder)
    const [withMethod, without] = [await configOf([file]), await configOf([])]
    await ask('eth_chainId')
    const connections = node.connectionCount
    gateway.reload(withMethod)
    expect((await ask('eth_getBalance', [ADDRESS, 'latest'])).json.result).toBe('0x2a')
    gateway.reload(without)
    expect((await ask('eth_getBalance', [ADDRESS, 'latest'])).json.error.code).toBe(-32601)
    expect(node.connectionCount).toBe(connections)
  })

  test('ends under the contract that it began with', async () => {
    await start()
    let answer = () => {}
    node.setScript(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { resultText: '"0x2b"' }
    })
    const before = node.requests.length
    const reply = ask('eth_getBalance', [ADDRESS, 'latest'])
    while (node.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
    gateway.reload(await readWholeConfig(gateway.configText(setting([])), gateway.folder))
    node.setScript(() => ({ resultText: '"0x2a"' }))
    expect((await ask('eth_getBalance', [ADDRESS, 'latest'])).json.error.code).toBe(-32601)
    answer()
    expect((await reply).json.result).toBe('0x2b')
    expect((await reply).headers.get('x-credits-cost')).toBe('70')
  })

  test('is of one network alone where that network names its document', async () => {
    gateway = await startTestGateway({
      networks: { eth: { urls: [node.url], contracts: [file] }, other: { urls: [node.url] } },
    })
    key = await gateway.addKey()
    expect((await ask('eth_gasPrice')).json.result).toBe('0x2a')
    const other = await post(`${gateway.url}/other/v3/${key}`, callOf('eth_gasPrice'))
    expect(other.json.error.code).toBe(-32601)
  })
})

describe('contracts that are refused', () => {
  const mistakesOf = async (contracts: readonly unknown[], more: object = {}) => {
    await start([])
    const text = gateway.configText({ ...setting(contracts), ...more })
    return readWholeConfig(text, gateway.folder).then(
      () => 'none',
      (error: Error) => error.message,
    )
  }

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'there is no such file',
      () => mistakesOf([join(folder, 'none.json')]),
      /tollgate\.yaml:\d+:\d+ contracts\[0\].*there is no file .*none\.json/,
    ],
    [
      'a shipped contract is misspelled',
      () => mistakesOf(['etherum']),
      /contracts\[0\].*there is no file .*etherum, did you mean "ethereum"\?/,
    ],
    ['a pattern speaks of nothing', () => mistakesOf([{ file, methods: ['eth_non*'] }]), /methods\[0\].*eth_non\*/],
    ['a price is for no method', () => mistakesOf([{ file, prices: { eth_none: 1 } }]), /no method eth_none/],
    [
      'a read is to be sent to all nodes',
      () => mistakesOf([{ file, broadcast: ['eth_gasPrice'] }]),
      /broadcast\[0\].*no method eth_gasPrice that writes/,
    ],
    [
      'a plan could never pay a method',
      () =>
        mistakesOf([{ file, prices: { eth_gasPrice: 600 } }], {
          plans: { small: { dailyCredits: 10_000, creditsPerSecond: 500 } },
        }),
      /plans\.small\.creditsPerSecond.*600, the price of eth_gasPrice/,
    ],
    [
      'a built-in method is given differently',
      () => {
        save(operatorDocument([operatorMethod('eth_chainId')]))
        return mistakesOf([file])
      },
      /contracts\[0\].*eth_chainId is a built-in method/,
    ],
    [
      'two documents give one notification to two subscriptions',
      async () => {
        const other = join(folder, 'other.json')
        save(operatorDocument(subscribingMethods('acme', 'acme_subscription')))
        writeFileSync(other, JSON.stringify(operatorDocument(subscribingMethods('other', 'acme_subscription'))))
        return mistakesOf([file, other])
      },
      /tollgate\.yaml:\d+:\d+ contracts\[1\].*acme_subscription brings the events of acme_subscribe of .*, and of other_subscribe of .*other\.json/,
    ],
    [
      'a method has a handler',
      () => {
        save(operatorDocument([operatorMethod('eth_gasPrice', { 'x-handler': true })]))
        return mistakesOf([file])
      },
      /:[0-9]+:[0-9]+.*only the methods of the gateway itself have code/,
    ],
    [
      'a value that no validator can compare',
      () => {
        const own = { title: 'Own', description: 'One object.', const: { a: 1 } }
        const schema = { $ref: '#/components/schemas/Own' }
        const params = [{ name: 'own', description: 'It.', required: false, schema }]
        save(operatorDocument([operatorMethod('eth_own', { params })], { Own: own }))
        return mistakesOf([file])
      },
      /more\.json:\d+:\d+ \/components\/schemas\/Own\/const: an object or array would need Ajv/,
    ],
    [
      'a schema is broken',
      () => {
        save(
          operatorDocument([
            { ...getBalance, params: [{ name: 'a', description: 'A.', schema: { $ref: '#/components/schemas/No' } }] },
          ]),
        )
        return mistakesOf([file])
      },
      /No leads nowhere/,
    ],
  ])('when %s', async (_what, mistakes, expected) => {
    expect(await mistakes()).toMatch(expected)
  })
})
