import { getTransactionDecoder } from '@solana/kit'
import { keccak256, parseTransaction, serializeTransaction, toBlobs } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmTransactionHash, solanaSignature } from '../../../src/wire/transactions/transaction-id.js'
import { shipped } from '../../contract/shipped-contract.js'

/** The example of a method of a shipped contract. */
const sampleOf = (contract: 'ethereum' | 'solana', method: string) => {
  const [{ params, result }] = shipped(contract).methods.find(({ name }) => name === method)!.examples as unknown as [
    { params: { value: unknown }[]; result: { value: unknown } },
  ]
  return { params: params.map(({ value }) => value), result: result.value }
}

describe('the hash of an EVM transaction', () => {
  test('is that of the example in the contract', () => {
    const { params, result } = sampleOf('ethereum', 'eth_sendRawTransaction')
    expect(evmTransactionHash(params[0])).toBe(result)
  })

  test.each(['legacy', 'eip1559', 'eip2930'] as const)('is what viem computes, of type %s', async (type) => {
    const account = privateKeyToAccount(`0x${'12'.repeat(32)}`)
    const prices = type === 'eip1559' ? { maxFeePerGas: 7n } : { gasPrice: 7n }
    const raw = await account.signTransaction({
      type,
      chainId: 1,
      nonce: 3,
      gas: 21_000n,
      value: 1n,
      ...prices,
    } as never)
    expect(evmTransactionHash(raw)).toBe(keccak256(raw))
    expect(evmTransactionHash(raw.toUpperCase().replace('0X', '0x'))).toBe(keccak256(raw))
  })

  test('of one with blobs is that of its payload alone', async () => {
    const account = privateKeyToAccount(`0x${'12'.repeat(32)}`)
    const versioned = [`0x01${'ab'.repeat(31)}`] as const
    const fields = {
      type: 'eip4844' as const,
      chainId: 1,
      gas: 21_000n,
      maxFeePerGas: 7n,
      maxFeePerBlobGas: 7n,
      to: account.address,
      blobVersionedHashes: versioned,
    }
    const bare = await account.signTransaction(fields as never)
    const { r, s, yParity } = parseTransaction(bare)
    const sidecars = toBlobs({ data: '0x1234', to: 'hex' }).map((blob) => ({
      blob,
      commitment: `0x${'cd'.repeat(48)}` as const,
      proof: `0x${'ef'.repeat(48)}` as const,
    }))
    const wrapped = serializeTransaction({ ...fields, sidecars } as never, { r: r!, s: s!, yParity: yParity! })
    expect(wrapped.length).toBeGreaterThan(260_000)
    expect(evmTransactionHash(wrapped)).toBe(keccak256(bare))
  })

  test.each(['', '0x', '0xabc', 'sorry', undefined, 7])('of %s is not known', (text) => {
    expect(evmTransactionHash(text)).toBeUndefined()
  })

  test.each(['0x03', '0x03ff', `0x03${'f9'.repeat(5)}`, '0x03c0'])(
    'of the broken blob transaction %s does not throw',
    (text) => {
      expect(evmTransactionHash(text)).toMatch(/^0x[0-9a-f]{64}$/)
    },
  )
})

describe('the signature of a Solana transaction', () => {
  test('is that of the example in the contract, in base64 and in base58', () => {
    const { params, result } = sampleOf('solana', 'sendTransaction')
    expect(solanaSignature(...(params as [unknown, unknown]))).toBe(result)
    const bytes = Buffer.from(params[0] as string, 'base64')
    expect(Object.keys(getTransactionDecoder().decode(bytes).signatures)).toHaveLength(1)
    expect(solanaSignature(base58(bytes), undefined)).toBe(result)
    expect(solanaSignature(base58(bytes), { encoding: 'base58' })).toBe(result)
  })

  test('of zeros has a digit for each of them', () => {
    const bytes = Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.from([1, 2, 3])])
    expect(solanaSignature(bytes.toString('base64'), { encoding: 'base64' })).toBe('1'.repeat(64))
  })

  test.each([
    ['', undefined],
    ['0OIl', undefined],
    ['1'.repeat(10_000), undefined],
    ['AA==', { encoding: 'base64' }],
    ['/////w==', { encoding: 'base64' }],
    [7, undefined],
  ])('of %s is not known', (text, config) => {
    expect(solanaSignature(text, config)).toBeUndefined()
  })
})

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base58 = (bytes: Uint8Array): string => {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text
  return text
}
