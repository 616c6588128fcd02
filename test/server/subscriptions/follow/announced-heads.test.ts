import { ancestorOf } from '../../../support/block-tree.js'
import { aFollowedNetwork, POLL_MS } from '../../../support/followed-network.js'
import { HONEST, type TreeNode } from '../../../support/tree-nodes.js'

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

  test('is taken back also while further ones follow without a pause', async () => {
    const { time, network, nodes, join, show, grow, tip, at, events } = aFollowedNetwork()
    const checker = await join(false)
    const shown = show(grow(tip, 40))
    let announced = tip
    for (let block = 0; block < 20; block++) {
      announced = grow(announced, 1)
      network.announce(nodes[0]!, announced)
      await time.pass(POLL_MS / 2)
    }
    expect(at(checker)).toEqual([shown.hash, []])
    expect(events).toHaveLength(1)
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

/** Two nodes: the first is followed and announces nothing. `flood` has a node announce for 1 s. */
const aFlood = async () => {
  const network = aFollowedNetwork(2, true)
  const checker = await network.join()
  const { time, tip, grow } = network
  const next = grow(tip, 1)
  const flood = async (node: TreeNode | undefined, textOf: (hash: string) => string): Promise<number> => {
    const before = network.network.questions()
    for (let at = 0; at < 1_000; at++) {
      const hash = `0x${at.toString(16).padStart(64, 'f')}`
      network.network.announce(node!, tip, textOf(hash))
      await time.pass(1)
    }
    return network.network.questions() - before
  }
  return { ...network, checker, next, flood }
}

describe('a node that announces a thousand heads in a second', () => {
  test.each([0, 1])('causes a dozen questions if nobody has them (node %i)', async (announcing) => {
    const { nodes, next, flood } = await aFlood()
    const asked = await flood(nodes[announcing], (hash) => next.json.replace(next.hash, hash))
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThanOrEqual(12)
  })

  test('causes a dozen questions if they are none', async () => {
    const { nodes, flood } = await aFlood()
    expect(await flood(nodes[1], () => '{}')).toBeLessThanOrEqual(12)
  })

  test('causes no more while the nodes refuse to answer', async () => {
    const { nodes, flood } = await aFlood()
    nodes[0]!.faults = { ...HONEST, refuse: 1 }
    nodes[1]!.faults = { ...HONEST, refuse: 1 }
    expect(await flood(nodes[1], () => '{}')).toBeLessThanOrEqual(12)
  })

  test('is not listened to if they are below the newest block', async () => {
    const { nodes, tip, flood } = await aFlood()
    const { parent } = tip
    expect(await flood(nodes[1], (hash) => parent!.json.replace(parent!.hash, hash))).toBeLessThanOrEqual(2)
  })

  test('is not listened to while it is behind', async () => {
    const { nodes, tip, next, flood } = await aFlood()
    nodes[1]!.tip = ancestorOf(tip, 10)
    expect(await flood(nodes[1], (hash) => next.json.replace(next.hash, hash))).toBeLessThanOrEqual(2)
  })
})

test('heads that the followed node has are looked at once, whoever announces them', async () => {
  const { time, network, nodes, show, grow, tip, at, checker } = await aFlood()
  let newest = tip
  for (let block = 0; block < 20; block++) {
    newest = show(grow(newest, 1))
    network.announce(nodes[1]!, newest)
    await time.pass(20)
    expect(at(checker)).toEqual([newest.hash, []])
  }
})

test('after a head that nobody has, the next one is looked at within a tenth of a second', async () => {
  const { time, network, nodes, show, next, tip, grow, at, checker } = await aFlood()
  network.announce(nodes[1]!, next)
  await time.pass(20)
  const shown = show(grow(tip, 1))
  network.announce(nodes[1]!, shown)
  await time.pass(110)
  expect(at(checker)).toEqual([shown.hash, []])
})

test.each([0, 1])(
  'a branch of the same height is looked at once, whoever announces it (node %i)',
  async (announcing) => {
    const { time, network, nodes, show, tip, grow, at, checker } = await aFlood()
    const branch = show(grow(tip.parent!, 1))
    network.announce(nodes[announcing]!, branch)
    await time.pass(20)
    expect(at(checker)).toEqual([branch.hash, []])
  },
)

describe('a followed node that stands still', () => {
  /** The first node is followed. The last one has, and announces, a block every three seconds. */
  const aStandstill = async (count = 2) => {
    const network = aFollowedNetwork(count, true)
    const checker = await network.join()
    const { time, nodes, show, grow, at } = network
    const last = nodes.slice(-1)
    let newest = network.tip
    const goOn = async (blocks: number) => {
      for (let block = 0; block < blocks; block++) {
        newest = show(grow(newest, 1), last)
        network.network.announce(last[0]!, newest)
        await time.pass(3_000)
      }
      return newest
    }
    return { ...network, goOn, where: () => at(checker) }
  }

  test.each([2, 3])('is left for the one that has announced newer blocks for ten seconds (of %i)', async (count) => {
    const { time, tip, nodes, grow, show, goOn, where } = await aStandstill(count)
    await goOn(4)
    expect(where()).toEqual([tip.hash, []])
    const newest = await goOn(1)
    expect(where()).toEqual([newest.hash, []])
    const next = show(grow(newest, 1), nodes.slice(-1))
    await time.pass(2 * POLL_MS)
    expect(where()).toEqual([next.hash, []])
  })

  test('is left although the clock is set back by an hour meanwhile', async () => {
    const { time, clock, goOn, where } = await aStandstill()
    await goOn(1)
    clock.aheadMs = -3_600_000
    await time.pass(9_000)
    const newest = await goOn(1)
    expect(where()).toEqual([newest.hash, []])
  })

  test('is left although it announced blocks before', async () => {
    const { time, network, nodes, grow, show, tip, goOn, where } = await aStandstill()
    const common = show(grow(tip, 1))
    network.announce(nodes[0]!, common)
    await time.pass(100)
    expect(where()).toEqual([common.hash, []])
    await goOn(1)
    const newest = await goOn(5)
    expect(where()).toEqual([newest.hash, []])
  })

  test('is not left if it shows a new block in time, though it is an older one', async () => {
    const { nodes, show, goOn, where } = await aStandstill()
    const late = show((await goOn(3)).parent!, nodes.slice(0, 1))
    await goOn(3)
    expect(where()).toEqual([late.hash, []])
  })

  test('is not left for a node that does not have what it announces', async () => {
    const { time, network, tip, grow, nodes, show, where } = await aStandstill()
    const announced = grow(tip, 3)
    for (let block = 0; block < 6; block++) {
      network.announce(nodes[1]!, announced)
      await time.pass(3_000)
    }
    const next = show(grow(tip, 1), nodes.slice(0, 1))
    await time.pass(2 * POLL_MS)
    expect(where()).toEqual([next.hash, []])
  })
})
