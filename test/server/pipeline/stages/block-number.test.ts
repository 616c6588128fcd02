import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { blockNumber, headJudge } from '../../../../src/server/pipeline/stages/block-number.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { fail, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, aResult, textOf } from '../../../support/charged-call.js'

/** The stage before a node, on a network whose head is what the test says. */
const stageWith = (
  answer: () => Reply,
  { isCached = true, fresh = undefined as bigint | undefined, isOnlyNode = false } = {},
) => {
  const state = {
    fresh,
    verdict: 'plausible' as 'plausible' | 'ahead' | 'back',
    served: [] as bigint[],
    newestServed: undefined as bigint | undefined,
    asked: 0,
    hits: 0,
    misses: 0,
  }
  const head = {
    fresh: () => state.fresh,
    judge: (number: bigint) => (state.fresh === number ? ('plausible' as const) : state.verdict),
    served: (number: bigint) => void state.served.push(number),
    get newestServed() {
      return state.newestServed
    },
  }
  const counts = { onHit: () => void state.hits++, onMiss: () => void state.misses++ }
  const stage = blockNumber({ head, nowMs: () => 0, isCached, isOnlyNode, ...counts }, async () => {
    state.asked++
    return answer()
  })
  const ask = () => stage(aCall({ method: 'eth_blockNumber', params: [] }) as ChargedCall)
  return { state, ask }
}

test('while no newer block can be there the number is told from memory', async () => {
  const { state, ask } = stageWith(() => aResult('"0x1"'), { fresh: 0x2an })
  const replies = [await ask(), await ask()]
  expect(replies.map(textOf)).toEqual(['"0x2a"', '"0x2a"'])
  expect(replies.map(({ servedBy }) => servedBy)).toEqual(['cache', 'cache'])
  expect(state).toMatchObject({ asked: 0, hits: 2, misses: 0, served: [42n, 42n] })
  state.fresh = 0x2bn
  expect(textOf(await ask())).toBe('"0x2b"')
})

test('of an only node nothing is counted as told: nobody could know better', async () => {
  const { state, ask } = stageWith(() => aResult('"0x1"'), { fresh: 0x2an, isOnlyNode: true })
  expect(textOf(await ask())).toBe('"0x2a"')
  state.fresh = undefined
  expect(textOf(await ask())).toBe('"0x1"')
  expect(state).toMatchObject({ asked: 1, served: [] })
})

test('when one can be there, or the network keeps nothing, a node is asked', async () => {
  const unknown = stageWith(() => aResult('"0x2b"'))
  expect(textOf(await unknown.ask())).toBe('"0x2b"')
  expect(unknown.state).toMatchObject({ asked: 1, hits: 0, misses: 1, served: [43n] })
  const uncached = stageWith(() => aResult('"0x2b"'), { isCached: false, fresh: 0x2an })
  expect((await uncached.ask()).servedBy).toBe('upstream')
  expect(uncached.state).toMatchObject({ asked: 1, hits: 0, misses: 0 })
})

test('a number lower than callers were told is not passed on: the newest one that callers know is told, and the answer\u2019s bytes are given back', async () => {
  let number = '"0x2b"'
  let last = aResult('')
  const { state, ask } = stageWith(() => (last = aResult(number)))
  await ask()
  // A subscription sent its header.
  state.newestServed = 44n
  number = '"0x1"'
  state.verdict = 'back'
  const reply = await ask()
  expect([textOf(reply), reply.servedBy, last.released]).toEqual(['"0x2c"', 'cache', 1])
  expect(state.served).toEqual([43n])
  // The head found that the chain itself went back.
  state.verdict = 'plausible'
  expect(textOf(await ask())).toBe('"0x1"')
})

test('a number too far ahead that nobody contradicts is passed on, but not taken for what was told', async () => {
  const { state, ask } = stageWith(() => aResult('"0xffff"'))
  state.verdict = 'ahead'
  expect(textOf(await ask())).toBe('"0xffff"')
  expect(state.served).toEqual([])
})

test('the only node\u2019s number is passed on as it is, and no other node has to have that block', async () => {
  const { state, ask } = stageWith(() => aResult('"0x2b"'), { isOnlyNode: true })
  state.verdict = 'back'
  state.newestServed = 44n
  expect(textOf(await ask())).toBe('"0x2b"')
  state.verdict = 'plausible'
  expect(textOf(await ask())).toBe('"0x2b"')
  expect(state.served).toEqual([])
})

test.each([
  ['a refusal', fail('no-upstream')],
  ['no number', aResult('"latest"')],
  ['null', aResult('null')],
  ['a long text', aResult(`"0x${'1'.repeat(100)}"`)],
])('%s is passed on as it is', async (_, answer) => {
  const { state, ask } = stageWith(() => answer)
  expect(await ask()).toBe(answer)
  expect(state.served).toEqual([])
})

const healthWith = (raised: bigint[]) => ({ raiseHead: (number: bigint) => void raised.push(number) })

test('a node\u2019s number is doubted when the head says so, with the node\u2019s name to go by, and else is its head', () => {
  const raised: bigint[] = []
  const upstream = { name: 'node-1', health: healthWith(raised) } as unknown as Upstream
  const seen: unknown[] = []
  const judge = headJudge({
    judge: (number, by) => {
      seen.push(by)
      return number > 100n ? 'ahead' : number < 10n ? 'back' : 'plausible'
    },
    hasServedNewest: false,
  })
  const doubt = (text: string) =>
    judge(aCall() as ChargedCall, upstream, { kind: 'result', payload: aResult(text).result })
  expect(['"0x65"', '"0x9"', '"0x32"', 'null'].map(doubt)).toEqual(['head_ahead', 'head_back', undefined, undefined])
  expect(new Set(seen)).toEqual(new Set([upstream]))
  expect(raised).toEqual([50n])
  expect(judge(aCall() as ChargedCall, upstream, { kind: 'timed-out' })).toBeUndefined()
})

test('a number lower than callers were told costs no second attempt if callers have the newest one, and is no node\u2019s head', () => {
  const raised: bigint[] = []
  const upstream = { health: healthWith(raised) } as unknown as Upstream
  for (const verdict of ['back', 'ahead'] as const) {
    const judge = headJudge({ judge: () => verdict, hasServedNewest: true })
    const doubt = judge(aCall() as ChargedCall, upstream, { kind: 'result', payload: aResult('"0x9"').result })
    expect(doubt).toBe(verdict === 'back' ? undefined : 'head_ahead')
  }
  expect(raised).toEqual([])
})
