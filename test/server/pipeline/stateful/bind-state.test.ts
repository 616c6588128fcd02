import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { askStateNode } from '../../../../src/server/pipeline/stateful/bind-state.js'
import { SealedIds } from '../../../../src/server/pipeline/stateful/sealed-ids.js'
import { fail, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall } from '../../../support/charged-call.js'
import { type QuietUpstream, quietUpstream } from '../../../support/upstream.js'

const ids = new SealedIds('a secret of the test')
let clock: { nowMs: number }
let node: QuietUpstream
let other: QuietUpstream
beforeEach(() => {
  clock = { nowMs: 1_000_000 }
  node = quietUpstream(clock, 'a')
  other = quietUpstream(clock, 'b')
})

const goDown = ({ health }: QuietUpstream) => {
  for (let count = 0; count < 3; count++) {
    health.begin()
    health.failed('econnrefused')
  }
}
/**
 * Returns the error of a call with the id of a filter in `node`: `no-upstream` if the node was
 * asked.
 */
const outcome = async (upstreams = [node, other]): Promise<string> => {
  const id = ids.seal({ upstream: node.stateDigest, id: '0x1' }, ownerOf(aCall()))
  const answer = askStateNode(ids, { param: 0 }, upstreams, () => () => fail('no-upstream'))
  const reply = (await answer(aCall({ method: 'eth_getLogs', params: [id] }))) as Reply
  return (reply.error!.data as { name: string }).name
}
const ownerOf = ({ caller }: ChargedCall) => ({ network: caller.network.name, keyId: caller.entitlement.key.id })

describe('a filter of a node that is down', () => {
  test('waits for the node for half a minute, and is then gone if another node answers', async () => {
    goDown(node)
    expect(await outcome()).toBe('no-upstream')
    clock.nowMs += 29_999
    expect(await outcome()).toBe('no-upstream')
    clock.nowMs += 1
    expect(await outcome()).toBe('filter-not-found')
  })

  test('waits for the only node, and while no other answers, because no new one can be made', async () => {
    goDown(node)
    goDown(other)
    clock.nowMs += 3_600_000
    expect([await outcome([node]), await outcome()]).toEqual(['no-upstream', 'no-upstream'])
  })

  test.each<[string, (upstream: QuietUpstream) => void]>([
    ['is cordoned', ({ health }) => health.cordon(true)],
    ['is found to be on another chain', ({ health }) => health.recordChain(false)],
  ])('is gone at once if it %s', async (_what, end) => {
    end(node)
    expect(await outcome()).toBe('filter-not-found')
  })
})
