import { blockSubscribers, filterOf, logAt, streamOf } from '../../../support/block-subscribers.js'
import { aBlock, wordOf } from '../../../support/followed-blocks.js'

test('an account with 1,024 replays waiting ends with gap_too_wide at the next step; another goes on', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const [one, two] = [aBlock(1), aBlock(2)]
  follower.replays.set(one.hash, { removed: [], added: [] })
  await open('b', 'heads', [], 'account-2')
  const resumed = Array.from({ length: 1_030 }, () => open('a', 'heads', [{ after: { blockHash: one.hash } }]))
  await Promise.all(resumed)
  follower.step([two])
  const lines = await delivered(1_031)
  expect(lines.filter((line) => line === 'a gap_too_wide').length).toBe(1_030)
  expect(lines.filter((line) => line.startsWith('b'))).toEqual(['b head 2'])
})

describe('a subscriber that resumes', () => {
  const one = aBlock(1, { logs: [logAt(1, 0), logAt(1, 1), logAt(2, 2)] })
  const two = aBlock(2, { logs: [logAt(1, 0)] })
  const from = (logIndex?: string) => ({ after: { blockHash: one.hash, ...(logIndex && { logIndex }) } })

  test('gets the steps that it missed before those that follow', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(one.hash, { removed: [], added: [two] })
    const opening = open('a', 'heads', [from()])
    await opening
    follower.step([aBlock(3)])
    expect(await delivered()).toEqual(['a head 2', 'a head 3'])
    expect(follower.listeners.size).toBe(1)
  })

  test('gets of the block of its resume point the logs behind the last one that it was given', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(one.hash, { removed: [], added: [one, two] })
    await open('a', 'logs', [{}, from('0x0')])
    await open('h', 'heads', [from()])
    expect(await delivered()).toEqual(['a +1.1', 'a +2.2', 'a +1.0', 'h head 2'])
  })

  test('is told of the removal of exactly the logs that it was given', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.replays.set(one.hash, { removed: [one], added: [aBlock(1, { hash: wordOf(0x1b), logs: [logAt(4, 0)] })] })
    await open('a', 'logs', [{}, from('0x1')])
    await open('b', 'logs', [null, from()])
    expect(await delivered()).toEqual(['a -1.1', 'a -1.0', 'a +4.0', 'b -2.2', 'b -1.1', 'b -1.0', 'b +4.0'])
  })

  test('is told of later removals of blocks that an earlier connection was given', async () => {
    const { follower, open, delivered } = blockSubscribers()
    follower.newest = two
    follower.replays.set(two.hash, { removed: [], added: [] })
    await open('a', 'logs', [{}, { after: { blockHash: two.hash.toUpperCase().replace('0X', '0x') } }])
    follower.step([aBlock(2, { sequence: 3, hash: wordOf(0x2b) })], [two])
    expect(await delivered()).toEqual(['a -1.0'])
  })

  test('gets no head again that another process gave it before this one has the block', async () => {
    const { follower, open, delivered } = blockSubscribers()
    const [three, four] = [aBlock(3), aBlock(4)]
    follower.newest = one
    follower.replays.set(three.hash, { removed: [three, two], added: [] })
    const after = { after: { blockHash: three.hash } }
    await open('a', 'heads', [after])
    follower.step([two])
    follower.step([three])
    follower.step([four])
    expect(await delivered()).toEqual(['a head 4'])
    await open('b', 'heads', [after])
    follower.step([two])
    const branch = aBlock(3, { hash: wordOf(0x3b) })
    follower.step([branch])
    follower.step([three])
    expect((await delivered()).filter((event) => event.startsWith('b'))).toEqual(['b head 3', 'b head 3'])
  })

  test('costs no more work once it is closed', async () => {
    const { follower, open, delivered } = blockSubscribers()
    const logs = Array.from({ length: 1_000 }, (_, at) => logAt(1, at))
    let read = 0
    logs[Symbol.iterator] = function* () {
      for (; read < this.length; read++) yield this[read]!
      return undefined
    }
    follower.replays.set(one.hash, { removed: [], added: [aBlock(2, { logs })] })
    const stream = streamOf(await open('a', 'logs', [filterOf(2)[0], from()]))
    stream.close()
    expect(await delivered()).toEqual([])
    expect(read).toBeLessThan(100)
  })

  test('is refused where the point is out of reach, and leaves nothing behind', async () => {
    const { follower, open } = blockSubscribers()
    expect(await open('a', 'logs', [{}, from()])).toEqual({ kind: 'resume-point-unknown' })
    follower.resume = async () => 'no-node'
    expect(await open('a', 'logs', [{}, from()])).toEqual({ kind: 'no-node' })
    expect(follower.listeners.size).toBe(0)
  })
})
