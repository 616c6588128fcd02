import type { Contract, ContractMethod } from '../../../../src/contract/contract.js'
import { stepsOf, valueAt } from '../../../../src/contract/json-pointer.js'
import type { MethodContract } from '../../../../src/contract/method-contract.js'
import { builtInContract } from '../../../../src/contract/operator/shipped-document.js'
import type { OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { permit } from '../../../../src/server/pipeline/stages/permit.js'
import { validate } from '../../../../src/server/pipeline/stages/validate.js'
import { aCall, nextStage } from '../../../support/charged-call.js'
import { shippedMethods as rows, shippedDocuments } from '../../../support/shipped-methods.js'

const ALLOWED = `0x${'5f'.repeat(20)}`
const OTHER = `0x${'60'.repeat(20)}`

/**
 * What a key that is limited to contracts is answered: `answered`, `invalid-params`, or what the
 * refusal names.
 */
const answerTo = (row: MethodContract, params: readonly unknown[], allowedContracts: readonly string[]): unknown => {
  const { calls, next } = nextStage()
  const call = aCall({ key: { allowedContracts } })
  const envelope = { ...call.envelope, method: row.name, params, paramsJson: Buffer.from(JSON.stringify(params)) }
  const reply = validate(row, permit(row, [], next))({ ...call, envelope } as OpenedCall) as {
    name?: string
    error?: { code?: number; data?: { method?: string; path?: string } }
  }
  if (calls.length === 1) return 'answered'
  if (reply.name !== 'allowlist-refused') return reply.name
  expect(reply.error?.code).toBe(-33102)
  return reply.error?.data?.method ?? reply.error?.data?.path
}

const examplesOf = (method: ContractMethod): unknown[][] =>
  method.examples.map(({ params }) => params.map(({ value }) => value))

/** The addresses that the contract says a call names. */
const namedIn = (row: MethodContract, params: readonly unknown[]): string[] =>
  typeof row.contractAccess === 'string'
    ? []
    : row.contractAccess.addresses.flatMap((pointer) => [valueAt(params, pointer) ?? []].flat() as string[])

/** The params that the declaration of a call names, by their indexes. */
const declaredOf = ({ contractAccess: contracts }: MethodContract): ReadonlySet<string> =>
  new Set(
    typeof contracts === 'string'
      ? []
      : [...contracts.addresses, ...contracts.beside].map((pointer) => stepsOf(pointer)[0]!),
  )

const lower = (addresses: readonly string[]): string[] => addresses.map((address) => address.toLowerCase())

/**
 * Values with which a parameter is tried that no declaration has: the first that its schema lets
 * pass is one that matters.
 */
const tried: readonly unknown[] = [
  { [OTHER]: { code: '0x60' } },
  { number: '0x1' },
  true,
  [],
  'latest',
  { unknownMember: 1 },
]

const documents: readonly [string, Contract][] = [['built-in', builtInContract], ...shippedDocuments]

describe.each(documents)('of the %s contract, a key limited to contracts', (_name, { methods }) => {
  const cases = methods.map((method) => [method.name, method, rows.get(method.name)!] as const)
  const refused = cases.filter(([, , row]) => row.contractAccess === 'refused')
  const open = cases.filter(([, , row]) => row.contractAccess === 'open')
  const narrowed = cases.filter(([, , row]) => typeof row.contractAccess !== 'string')

  test('finds each method declared, or a reason why it may not call it', () => {
    const silent = methods.filter((one) => !one['x-contracts'] && !one['x-reasons']?.['x-contracts'])
    expect(silent.map(({ name }) => name)).toEqual([])
    expect(refused.length + open.length + narrowed.length).toBe(methods.length)
  })

  test('may not call a method that declares nothing', () => {
    for (const [name, method, row] of refused)
      for (const params of examplesOf(method)) expect(answerTo(row, params, [ALLOWED])).toBe(name)
  })

  test('may call a method that is open', () => {
    for (const [name, method, row] of open)
      for (const params of examplesOf(method))
        expect([name, answerTo(row, params, [ALLOWED])]).toEqual([name, 'answered'])
  })

  test('may name its own contracts to the others, and no other contract', () => {
    for (const [name, method, row] of narrowed) {
      const [first] = (row.contractAccess as { addresses: readonly string[] }).addresses
      for (const params of examplesOf(method)) {
        // Heads are about no contract.
        if (params[0] === 'newHeads') {
          expect(answerTo(row, params, [ALLOWED])).toBe('answered')
          continue
        }
        const named = namedIn(row, params)
        const beyond = params.findIndex((_, index) => !declaredOf(row).has(String(index)))
        const expected = named.length === 0 ? first : beyond === -1 ? 'answered' : `/${beyond}`
        expect([name, answerTo(row, params, named.length === 0 ? [ALLOWED] : lower(named))]).toEqual([name, expected])
        expect([name, answerTo(row, params, [OTHER])]).toEqual([name, first])
      }
    }
  })

  test('may send them no parameter that is not declared', () => {
    for (const [name, method, row] of narrowed) {
      const params = examplesOf(method).find((one) => namedIn(row, one).length > 0)!
      for (const index of method.params.keys()) {
        if (declaredOf(row).has(String(index))) continue
        const given = tried.map((value) => {
          const all = Array.from({ length: index + 1 }, (_, at) => (at === index ? value : (params[at] ?? null)))
          for (let at = 0; at < index; at++) if (!declaredOf(row).has(String(at))) all[at] = null
          return answerTo(row, all, lower(namedIn(row, params)))
        })
        expect([name, given]).toEqual([name, expect.arrayContaining([`/${index}`])])
        expect(given).not.toContain('answered')
      }
    }
  })
})

const overrides = { code: '0x60', state: {}, stateDiff: {}, movePrecompileToAddress: OTHER }

describe.each(['eth_call', 'eth_estimateGas', 'eth_createAccessList'])('%s by a key limited to a contract', (name) => {
  const row = rows.get(name)!
  const asked = (...params: readonly unknown[]) => answerTo(row, params, [ALLOWED])

  test.each(Object.entries(overrides))('runs no %s in place of that of a contract', (member, value) => {
    for (const address of [ALLOWED, OTHER])
      expect(asked({ to: ALLOWED }, 'latest', { [address]: { [member]: value } })).toBe('/2')
  })

  test.each<[string, object, string]>([
    ['call data alone, which is code that runs', { data: '0x60' }, '/0/to'],
    ['null for the contract', { to: null, input: '0x60' }, '/0/to'],
    ['several contracts', { to: [ALLOWED] }, 'invalid-params'],
    ['code for an account of its own', { to: ALLOWED, authorizationList: [] }, '/0/authorizationList'],
    ['another spelling, which some nodes take for the contract', { to: ALLOWED, TO: OTHER }, '/0/TO'],
    ['the calls of a batch', { to: ALLOWED, calls: [{ to: OTHER }] }, '/0/calls'],
  ])('is refused with %s', (_what, transaction, path) => {
    expect(asked(transaction, 'latest')).toBe(path)
  })

  test('is answered with what such a transaction otherwise has, and with overrides that are null or empty', () => {
    const transaction = { from: OTHER, to: ALLOWED, gas: '0x1', value: '0x1', data: '0x', accessList: [] }
    expect(asked(transaction, 'latest')).toBe('answered')
    expect(asked({ ...transaction, authorizationList: null }, 'latest', null)).toBe('answered')
    expect(asked(transaction, { blockNumber: '0x1' }, {})).toBe('answered')
  })
})

test('what reads every contract of a block is for keys without such a list', () => {
  const refused = [...rows.values()].filter(
    ({ family, contractAccess: contracts }) => family === 'evm' && contracts === 'refused',
  )
  expect(refused.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'eth_simulateV1',
      'eth_getBlockReceipts',
      'eth_getStorageValues',
      'eth_getBlockAccessList',
    ]),
  )
})

test('a sender can send a transaction, find it and see its receipt', () => {
  for (const name of ['eth_chainId', 'eth_gasPrice', 'eth_getTransactionCount', 'eth_sendRawTransaction'])
    expect(rows.get(name)!.contractAccess).toBe('open')
  for (const name of ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByNumber'])
    expect(rows.get(name)!.contractAccess).toBe('open')
})
