import { ancestorOf } from '../../../support/block-tree.js'
import { aFollowedNetwork, POLL_MS } from '../../../support/followed-network.js'
import { HONEST } from '../../../support/tree-nodes.js'

describe('a head that a node announces', () => {
  test('is a reason to look at once, unless it is known or of another node', async () => {
    const { time, network, nodes, join, show, grow, tip, at } = aFollowedNetwork(2, true)
    const checker = await join()
    const [node, other] = nodes
    network.announce(node!, tip)
    const asked = network.questions()
    await time.pass(10)
    expect(network.questions()).toBe(asked)
    const next = show(grow(tip, 1))
    network.announce(other!, next)
    await time.pass(10)
    expect(network.questions()).toBe(asked)
    network.announce(node!, next)
    await time.pass(10)
    expect(at(checker)).toEqual([next.hash, []])
  })

  test('is not fetched if its header has its hash and follows the newest block', async () => {
    const { time, network, nodes, join, show, grow, tip, at } = aFollowedNetwork()
    const checker = await join()
    const blocks = () => network.total('eth_getBlockByNumber') + network.total('eth_getBlockByHash')
    const before = [blocks(), network.total('eth_getLogs')]
    let newest = tip
    for (let block = 0; block < 20; block++) {
      newest = show(grow(newest, 1))
      network.announce(nodes[0]!, newest)
      await time.pass(10)
      expect(at(checker)).toEqual([newest.hash, []])
    }
    expect([blocks(), network.total('eth_getLogs')]).toEqual([before[0], before[1]! + 20])
  })

  test.each([
    ['its members do not have its hash', (text: string) => text.replace('"gasUsed":"0x0"', '"gasUsed":"0x1"')],
    ['a member is missing', (text: string) => text.replace('"nonce"', '"other"')],
    ['it is no header', () => '"0x1"'],
  ])('is fetched if %s', async (_, change) => {
    const { time, network, nodes, join, show, grow, tip, at } = aFollowedNetwork()
    const checker = await join()
    const next = show(grow(tip, 1))
    network.announce(nodes[0]!, next, change(next.json))
    const before = network.total('eth_getBlockByNumber')
    await time.pass(10)
    expect([network.total('eth_getBlockByNumber') - before, ...at(checker)]).toEqual([1, next.hash, []])
  })

  test('takes nothing back: another branch has to be shown', async () => {
    const { time, network, nodes, join, show, grow, tip, at, events } = aFollowedNetwork()
    const checker = await join()
    network.announce(nodes[0]!, grow(ancestorOf(tip, 3), 5))
    await time.pass(5 * POLL_MS)
    expect([...at(checker), events]).toEqual([tip.hash, [], []])
    const branch = show(grow(ancestorOf(tip, 3), 5))
    network.announce(nodes[0]!, branch)
    await time.pass(100)
    expect([...at(checker), events]).toEqual([branch.hash, [], [['reorganized', 3]]])
  })

  test('is taken back if the node does not show it when it is asked', async () => {
    const { time, network, nodes, join, show, grow, tip, at, events } = aFollowedNetwork()
    const checker = await join(false)
    const announced = grow(tip, 1)
    network.announce(nodes[0]!, announced)
    const shown = show(grow(tip, 1))
    await time.pass(10)
    expect(at(checker)).toEqual([announced.hash, []])
    await time.pass(10 * POLL_MS)
    expect([...at(checker), events]).toEqual([shown.hash, [], [['reorganized', 1]]])
  })

  test('waits for its logs as any other block', async () => {
    const { time, network, nodes, join, grow, tip, at } = aFollowedNetwork()
    const checker = await join()
    const announced = grow(tip, 1)
    nodes[0]!.faults = { ...HONEST, missingLog: 1 }
    network.announce(nodes[0]!, announced)
    await time.pass(5 * POLL_MS)
    expect(at(checker)).toEqual([tip.hash, []])
  })
})
