import { blockSubscribers, logAt } from '../../../support/block-subscribers.js'
import { aBlock, wordOf } from '../../../support/followed-blocks.js'

test('a reorganization takes back the newest log first, marked as removed and free, then brings the new branch', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('l', 'logs')
  await open('h', 'heads')
  const one = aBlock(1, { logs: [logAt(1, 0), logAt(2, 1)] })
  const two = aBlock(2, { logs: [logAt(3, 0)] })
  follower.step([one, two])
  await delivered()
  follower.step([aBlock(1, { sequence: 3, hash: wordOf(0x1b), logs: [logAt(4, 0)] })], [two, one])
  expect(await delivered()).toEqual(['l -3.0', 'l -2.1', 'l -1.0', 'h head 1', 'l +4.0'])
})

test('a log is taken back only from those that it was given', async () => {
  const { follower, open, delivered } = blockSubscribers()
  await open('early', 'logs')
  const one = aBlock(1, { logs: [logAt(1, 0)] })
  follower.step([one])
  await open('late', 'logs')
  follower.step([aBlock(1, { sequence: 2, hash: wordOf(0x1b), logs: [logAt(2, 0)] })], [one])
  expect(await delivered()).toEqual(['early +1.0', 'early -1.0', 'early +2.0', 'late +2.0'])
})

test('the first subscriber is not told of the removal of the block at which it joined', async () => {
  const { follower, open, delivered } = blockSubscribers()
  const one = aBlock(1, { logs: [logAt(1, 0)] })
  follower.newest = one
  await open('a', 'logs')
  follower.step([aBlock(1, { sequence: 2, hash: wordOf(0x1b) })], [one])
  expect(await delivered()).toEqual([])
})

test('the removal of a block whose logs nobody read ends the subscribers that may have been given them', async () => {
  const { follower, open, delivered } = blockSubscribers()
  follower.newest = aBlock(5)
  await open('joined', 'logs')
  await open('head', 'heads')
  follower.replays.set(wordOf(4), { removed: [], added: [aBlock(5, { logs: [logAt(1, 0)] })] })
  await open('resumed', 'logs', [{}, { after: { blockHash: wordOf(4) } }])
  follower.step([aBlock(6, { hash: wordOf(66) })], [aBlock(5), aBlock(4, { logs: undefined })])
  expect(await delivered()).toEqual(['resumed +1.0', 'resumed gap_too_wide', 'head head 6'])
})
