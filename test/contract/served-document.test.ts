import { type Document, document } from '../../generated/document.js'
import { DocumentParts } from '../../src/contract/served/document-parts.js'
import { DocumentTemplate, documentWithPlaceholders } from '../../src/contract/served/document-template.js'
import { type ServedNetwork, servedDocument } from '../../src/contract/served/served-document.js'
import { exactJson } from '../../src/runtime/exact-json.js'

const EVM: ServedNetwork = { name: 'main', family: 'evm', safeTag: true }
const NEAR: ServedNetwork = { name: 'near', family: 'evm', safeTag: false, recentBlocks: 128 }
const SOLANA: ServedNetwork = { name: 'sol', family: 'solana', safeTag: true }
const ACCOUNT = { dailyCredits: 3000, remaining: 2745, resetsAt: '2026-11-23T00:00:00.000Z' }

const methodOf = (served: ReturnType<typeof servedDocument>, name: string) =>
  served.methods.find((method) => method.name === name)!
const only = (network: ServedNetwork, names: readonly string[]) => {
  const pieces = new DocumentParts(servedDocument(document, { network })).only(new Set(names))
  return JSON.parse(pieces.map(String).join('')) as Document
}
const referencesOf = (value: unknown) =>
  [...exactJson(value).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => [kind, name])

describe('the served document', () => {
  test('has what is referred to in it, and nothing that only other methods refer to', () => {
    for (const served of [
      servedDocument(document, {}),
      servedDocument(document, { network: EVM }),
      servedDocument(document, { network: SOLANA }),
      only(NEAR, ['eth_blockNumber']),
    ]) {
      const { schemas, errors } = served.components
      const found = referencesOf(served)
      for (const [kind, name] of found) expect(Object.keys(kind === 'schemas' ? schemas : errors)).toContain(name)
      expect(Object.keys(schemas).filter((name) => !found.some((one) => one[1] === name))).toEqual([])
      expect(Object.keys(served['x-errors'] as object)).toEqual(Object.keys(errors))
    }
    const solana = servedDocument(document, { network: SOLANA })
    expect(Object.keys(solana.components.schemas)).not.toContain('LogFilter')
    expect(Object.keys(solana.components.errors)).not.toContain('throttled-evm')
    expect(Object.keys(solana.components.errors)).toEqual(expect.arrayContaining(['parse-error', 'throttled-solana']))
  })

  test('leaves out where a description comes from, which is a note for contributors', () => {
    const methods = document.methods.map((method) => ({ ...method, 'x-source': 'a specification' }))
    expect(JSON.stringify(servedDocument({ ...document, methods }, {}).methods)).not.toContain('x-source')
  })

  test('offers a key the methods that it may call', () => {
    const names = (allowed: readonly string[]) => only(EVM, allowed).methods.map(({ name }) => name)
    expect(names(['eth_getLogs', 'eth_chainId'])).toEqual(['eth_chainId', 'eth_getLogs'])
    expect(names(['getTokenAccountBalance'])).toEqual([])
  })

  test('offers no tag and no block that the network refuses', () => {
    const near = servedDocument(document, { network: NEAR })
    expect(near.info['x-network']).toEqual(NEAR)
    const pattern = new RegExp(near.components.schemas.BlockNumberOrTag!.pattern as string)
    const all = new RegExp(document.components.schemas.BlockNumberOrTag!.pattern as string)
    for (const block of ['latest', 'earliest', 'pending', 'finalized', '0x1f', 'safe', '0x', 'safest']) {
      expect([block, pattern.test(block)]).toEqual([block, all.test(block) && block !== 'safe'])
    }
    // Only to say that it is not there.
    const said = JSON.stringify(near).match(/.{28}\bsafe\b(?!-tag| is served).{20}/g)!
    expect(
      said.filter((text) => !/not know the tag|not know safe|the tag safe is not|knows the block tag/.test(text)),
    ).toEqual([])
    for (const name of ['eth_getStorageAt', 'eth_getLogs']) {
      expect(methodOf(near, name).description).toMatch(/This network serves its latest 128 blocks only\.$/)
    }
    expect(methodOf(near, 'eth_chainId').description).not.toMatch(/128/)
    expect(near.components.errors['outside-window']!.message).toMatch(/latest 128 blocks/)

    const whole = servedDocument(document, { network: EVM })
    expect(whole.info['x-network']).toEqual(EVM)
    expect(Object.keys(whole.components.errors)).not.toContain('outside-window')
    expect(Object.keys(whole.components.errors)).not.toContain('safe-tag-unsupported')
    expect(JSON.stringify(whole)).not.toMatch(/128 blocks/)
  })

  test('takes the tag out of the lists of an operator’s contract too', () => {
    const schema = { type: 'string', description: 'One of latest, safe.', enum: ['earliest', 'latest', 'safe'] }
    const methods = [{ ...document.methods[0]!, result: { name: 'tag', schema } }]
    const [method] = servedDocument({ ...document, methods }, { network: NEAR }).methods
    expect(method!.result.schema).toEqual({ ...schema, description: 'One of latest.', enum: ['earliest', 'latest'] })
  })

  test('has price, family, limits and the partner as tags', () => {
    const tagsOf = (name: string) =>
      (methodOf(servedDocument(document, {}), name).tags as { name: string }[]).map((tag) => tag.name)
    expect(tagsOf('eth_getLogs')).toEqual(['255 credits', 'evm', '10 s', '5,000 parameters', '10,000 results'])
    expect(tagsOf('eth_getStorageAt')).toEqual(['80 credits', 'evm', '10 s', 'partner may answer'])
    expect(tagsOf('getTokenAccountBalance')).toEqual(['160 credits', 'solana', '10 s'])
  })

  test('names the addresses of the gateway, and the network in them', () => {
    const { servers } = servedDocument(document, { network: SOLANA, baseUrl: 'https://rpc.example.com/base' })
    expect(servers.map(({ url }) => url)).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: server variables
      'https://rpc.example.com/base/${network}/v3/${key}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: server variables
      'wss://rpc.example.com/base/${network}/ws/v3/${key}',
    ])
    for (const { variables } of servers) expect(variables!.network).toMatchObject({ default: 'sol', enum: ['sol'] })
    const all = servedDocument(document, { networkNames: ['main', 'sol'] })
    for (const { variables } of all.servers)
      expect(variables!.network).toMatchObject({ default: 'main', enum: ['main', 'sol'] })
  })

  test('is rendered from its template as it is made at once', () => {
    const view = { network: NEAR }
    const template = new DocumentTemplate([exactJson(documentWithPlaceholders(document, view))])
    for (const baseUrl of ['http://a.example:8545', 'https://rpc.example.com/$&/b']) {
      const read = (bytes: Buffer): unknown => JSON.parse(bytes.toString())
      expect(read(Buffer.concat(template.pieces(baseUrl)))).toEqual(servedDocument(document, { ...view, baseUrl }))
      const mine = servedDocument(document, { ...view, baseUrl, account: ACCOUNT })
      expect(read(Buffer.concat(template.pieces(baseUrl, ACCOUNT)))).toEqual(mine)
      expect(mine.info['x-account']).toEqual(ACCOUNT)
    }
  })
})
