import { type MethodName, methods } from '../../../../generated/methods.js'
import type { Key } from '../../../../src/server/accounts/account.js'
import { permit } from '../../../../src/server/pipeline/stages/permit.js'
import { aCall, nextStage, verdictOf } from '../../../support/charged-call.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const OTHER = `0x${'60'.repeat(20)}`

const verdict = (key: Partial<Key>, method: MethodName, params: readonly unknown[]) => {
  const { next } = nextStage()
  return verdictOf(permit(methods[method], [], next)(aCall({ key, method, params })))
}

test('a key without allowlists may call any method about any contract', async () => {
  expect(await verdict({}, 'eth_getLogs', [{}])).toBe('answered')
})

test('a key with an allowlist of methods may call those alone, and the refusal names the method', async () => {
  const key = { allowedMethods: ['eth_chainId'] }
  expect(await verdict(key, 'eth_chainId', [])).toBe('answered')
  const { calls, next } = nextStage()
  expect(permit(methods.eth_getStorageAt, [], next)(aCall({ key }))).toMatchObject({
    name: 'allowlist-refused',
    error: { data: { method: 'eth_getStorageAt' } },
  })
  expect(calls).toEqual([])
})

describe('a key with an allowlist of contracts', () => {
  const key = { allowedContracts: [ADDRESS] }

  test.each<[string, MethodName, readonly unknown[], string]>([
    ['an address of the list', 'eth_getStorageAt', [ADDRESS, '0x0', 'latest'], 'answered'],
    ['the same in capitals', 'eth_getStorageAt', [`0x${'5F'.repeat(20)}`, '0x0', 'latest'], 'answered'],
    ['another address', 'eth_getStorageAt', [OTHER, '0x0', 'latest'], 'allowlist-refused'],
    ['a filter for an address of the list', 'eth_getLogs', [{ address: ADDRESS }], 'answered'],
    ['a filter for several, all of the list', 'eth_getLogs', [{ address: [ADDRESS, ADDRESS] }], 'answered'],
    ['a filter for several, one not of the list', 'eth_getLogs', [{ address: [ADDRESS, OTHER] }], 'allowlist-refused'],
    ['a filter without an address, which is for all', 'eth_getLogs', [{}], 'allowlist-refused'],
    ['a filter with no address in its list', 'eth_getLogs', [{ address: [] }], 'allowlist-refused'],
    ['a filter with null for the address', 'eth_getLogs', [{ address: null }], 'allowlist-refused'],
    ['a method that is about no contract', 'eth_chainId', [], 'answered'],
  ])('asked for %s', async (_about, method, params, expected) => {
    expect(await verdict(key, method, params)).toBe(expected)
  })

  test('is told which of the params was refused', () => {
    const stage = permit(methods.eth_getStorageAt, [], nextStage().next)
    expect(stage(aCall({ key, params: [OTHER, '0x0'] }))).toMatchObject({ error: { data: { path: '/0' } } })
  })
})
