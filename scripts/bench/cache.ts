/**
 * Measures what the cache and coalescing add to a call: `npx tsx scripts/bench/cache.ts`.
 * Nanoseconds of CPU a call, garbage collection included, median of rounds; the node is a resolved
 * promise.
 */
import type { MethodName } from '../../generated/methods.js'
import { builtInMethods as methods } from '../../src/contract/built-in.js'
import { Cancellation } from '../../src/runtime/cancellation.js'
import { AccountShare } from '../../src/server/accounts/account-share.js'
import { MemoryAnswers } from '../../src/server/answers/memory-answers.js'
import type { Answerer, ChargedCall } from '../../src/server/pipeline/stage.js'
import { cache } from '../../src/server/pipeline/stages/cache.js'
import { coalesce } from '../../src/server/pipeline/stages/coalesce.js'
import { ByteBudget } from '../../src/server/upstreams/byte-budget.js'
import { OwnWrites } from '../../src/server/upstreams/own-writes.js'
import type { Reply } from '../../src/wire/jsonrpc/reply.js'

const CALLS = 50_000
const ROUNDS = 9
const ADDRESS = `0x${'5f'.repeat(20)}`
const VALUE = Buffer.from(`"0x${'00'.repeat(31)}2a"`)
const quiet = (): void => {}
const ACCOUNT = { id: 'acc_1' }
const SHARE = new AccountShare(ACCOUNT.id)

const call = (method: MethodName, params: readonly unknown[]): ChargedCall =>
  ({
    row: methods[method],
    params,
    paramsJson: Buffer.from(JSON.stringify(params)),
    caller: { entitlement: { canFailOver: false, account: ACCOUNT, share: SHARE } },
    cancellation: new Cancellation(),
    startedAtMs: 0,
  }) as unknown as ChargedCall

const node: Answerer<ChargedCall> = () =>
  Promise.resolve({
    result: { chunks: [VALUE], release: quiet },
    servedBy: 'upstream',
    finalized: 1_000_000n,
    costCredits: 0,
  } as Reply)

const chain = (row = methods.eth_getStorageAt) => {
  const shelf = new MemoryAnswers(64 << 20, 1 << 20).methodAnswers()
  const head = { finalized: 1_000_000n }
  const nowMs = () => 0
  const writes = new OwnWrites([], nowMs)
  const single = coalesce({ row, nowMs, budget: new ByteBudget(1 << 24), writes, onCoalesced: quiet }, node)
  return { single, whole: cache({ row, methodAnswers: shelf, head, onHit: quiet, onMiss: quiet }, single) }
}

const measure = async (
  name: string,
  stage: Answerer<ChargedCall>,
  calls: (round: number) => ChargedCall[],
): Promise<void> => {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const made = calls(round)
    const before = process.cpuUsage()
    for (const one of made) await stage(one)
    const { user, system } = process.cpuUsage(before)
    rounds.push(((user + system) * 1_000) / made.length)
  }
  console.log(`${name.padEnd(48)} ${Math.round(rounds.sort((a, b) => a - b)[ROUNDS >> 1]!)} ns`)
}

const many = (make: (index: number) => ChargedCall) => (round: number) =>
  Array.from({ length: CALLS }, (_, index) => make(round * CALLS + index))
const storage = (slot: number, block: string) => call('eth_getStorageAt', [ADDRESS, `0x${slot.toString(16)}`, block])
const fresh = many((index) => storage(index, '0x10'))
const same = many(() => storage(0, '0x10'))
const latest = many(() => storage(0, 'latest'))
const logs = many((index) =>
  call('eth_getLogs', [{ address: ADDRESS, fromBlock: '0x1', toBlock: `0x${(index & 0xffff).toString(16)}` }]),
)

await measure('node alone', node, same)
await measure('coalesce, no other caller', chain().single, same)
await measure('cache and coalesce, latest', chain().whole, latest)
await measure('cache and coalesce, a miss that is kept', chain().whole, fresh)
await measure('cache, a hit', chain().whole, same)
await measure('cache and coalesce, logs, half of them kept', chain(methods.eth_getLogs).whole, logs)
