import { document } from '../../generated/document.js'
import { errors } from '../../generated/errors.js'
import { methods } from '../../generated/methods.js'
import { withCommonErrors } from '../../src/contract/with-errors.js'
import { writtenContract } from '../../src/contract/written-contract.js'
import { readContract } from './contract-copy.js'

describe('the generated tables', () => {
  test('have the prices of the specification', () => {
    expect(
      Object.fromEntries(Object.values(methods).map(({ name, priceCredits }) => [name, priceCredits])),
    ).toMatchObject({
      eth_chainId: 5,
      eth_blockNumber: 80,
      eth_getStorageAt: 80,
      eth_getTransactionReceipt: 80,
      eth_getLogs: 255,
      getTokenAccountsByOwner: 160,
      getTokenAccountBalance: 160,
    })
  })

  test('have the limits of the specification', () => {
    expect(methods.eth_getLogs).toMatchObject({
      maxParameters: 5000,
      maxResults: 10000,
      timeoutMs: 10000,
      timeoutError: 'query-timeout',
      countedParameters: ['/0/address', '/0/topics'],
    })
  })

  test('let the partner answer eth_getStorageAt only', () => {
    const names = Object.values(methods).filter(({ canFailOver }) => canFailOver)
    expect(names.map(({ name }) => name)).toEqual(['eth_getStorageAt'])
  })

  test('say where the params name a block, contracts and public keys', () => {
    expect(methods.eth_getStorageAt).toMatchObject({
      position: { kind: 'block', param: 2 },
      contractAccess: { addresses: ['/0'], beside: ['/1', '/2'] },
    })
    const block = { name: 'block', isRequired: false, default: 'latest' }
    expect(methods.eth_getStorageAt.params[2]).toMatchObject(block)
    const declared = readContract().methods.find(({ name }) => name === 'eth_getStorageAt')?.params[2]
    expect(declared).toMatchObject({ required: true, 'x-completed-with': 'latest' })
    expect(JSON.stringify(declared?.schema)).not.toContain('default')
    expect(methods.eth_getLogs.contractAccess).toMatchObject({ addresses: ['/0/address'] })
    expect(methods.getTokenAccountsByOwner.pubkeyPointers).toEqual(['/0', '/1/mint', '/1/programId'])
    expect(methods.getTokenAccountBalance.pubkeyPointers).toEqual(['/0'])
  })

  test('charge only the refusals that took a node\u2019s work', () => {
    const charged = Object.entries(errors).filter(([, { isCharged }]) => isCharged)
    expect(charged.map(([name, { code }]) => [name, code])).toEqual([
      ['too-many-results', -32005],
      ['query-timeout', -32005],
      ['answer-too-large', -32603],
      ['resume-point-unknown', -32602],
    ])
  })

  test('never use the codes that Solana nodes give a meaning of their own to', () => {
    const names = Object.entries(errors).filter(([, { code }]) => code === -32005 || code === -32016)
    const solana = withCommonErrors(readContract()).methods.filter((method) => method['x-family'] === 'solana')
    for (const [name] of names)
      expect(solana.flatMap((method) => method.errors)).not.toContainEqual({ $ref: `#/components/errors/${name}` })
  })

  test('come with the document they were made from', () => {
    expect(document).toEqual(withCommonErrors(writtenContract()))
  })
})
