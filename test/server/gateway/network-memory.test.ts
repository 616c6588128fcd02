import type { MethodContract } from '../../../src/contract/method-contract.js'
import { MemoryAnswers } from '../../../src/server/answers/memory-answers.js'
import { NetworkMemory, type NetworkMemoryDeps } from '../../../src/server/gateway/network-memory.js'

test('a final block that changes while the chain has no name voids the shared answers once it has', () => {
  const chain = { name: undefined as string | undefined, get: () => chain.name, forget: () => {} }
  const dropped: string[] = []
  let violated = () => {}
  const head = {
    onFinalityViolation: (listener: () => void) => {
      violated = listener
      return () => {}
    },
  }
  const count = { hit: () => {}, miss: () => {}, coalesced: () => {} }
  const deps = {
    ...{ head, chain, isCached: true, answers: new MemoryAnswers(1_000, 1_000) },
    shared: { get: async () => undefined, put: () => {}, drop: (name: string) => void dropped.push(name) },
    events: { cacheCounts: () => count },
  } as unknown as NetworkMemoryDeps
  const memory = new NetworkMemory(deps)
  const { chain: named } = memory.sharedCacheOf({ name: 'eth_getLogs', finality: 'block' } as MethodContract)!
  violated()
  expect([named.get(), dropped]).toEqual([undefined, []])
  chain.name = '1:0xabc'
  expect([named.get(), named.get(), dropped]).toEqual(['1:0xabc', '1:0xabc', ['1:0xabc']])
  violated()
  expect(dropped).toHaveLength(2)
})
