import { contractComparison } from '../../../src/contract/compiled-contract.js'
import { readWholeConfig, startTestGateway, type TestGateway } from '../../support/gateway.js'

type Contract = NonNullable<Parameters<ReturnType<typeof contractComparison>>[0]>

/** Nothing asks this node. */
const urls = ['http://127.0.0.1:9']
const setting = {
  contracts: [{ name: 'ethereum' }],
  networks: { one: { urls }, other: { urls }, third: { urls }, fourth: { urls } },
}

/** A copy, and how often the source of its validators was read. */
const counted = (contract: Contract) => {
  const { validators } = contract
  const reads = { count: 0 }
  const get = () => {
    reads.count++
    return validators
  }
  return { contract: Object.defineProperty({ ...contract }, 'validators', { enumerable: true, get }), reads }
}

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway(setting)
})
afterEach(() => gateway.stop())

test('a reload compares a contract once, however many networks share it', async () => {
  const next = await readWholeConfig(gateway.configText(setting), gateway.folder)
  // Only a comparison reads the validators of a contract that is not served.
  const { contract, reads } = counted(next.contract!)
  const networks = [...next.networks].map(([name, network]) => {
    expect(network.contract).toBe(next.contract)
    return [name, { ...network, contract }] as const
  })
  gateway.reload({ ...next, contract, networks: new Map(networks) })
  expect(reads.count).toBe(1)
})

test('contracts that differ are compared once, too, and with each other one', () => {
  const old = { validators: '', shipped: [] } as unknown as Contract
  const { contract: next, reads } = counted({ ...old, shipped: ['method'] })
  const { contract: same } = counted(old)
  const isSame = contractComparison()
  expect([isSame(old, next), isSame(old, next), isSame(old, same)]).toEqual([false, false, true])
  expect([isSame(undefined, next), isSame(undefined, undefined), isSame(next, undefined)]).toEqual([false, true, false])
  expect(reads.count).toBe(1)
})
