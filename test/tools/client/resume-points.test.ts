import { ResumePoints } from '../../../src/tools/client/runtime/resume-points.js'

const log = (block: string, number: number, index: number, removed = false) => ({
  blockHash: block,
  blockNumber: `0x${number.toString(16)}`,
  logIndex: `0x${index.toString(16)}`,
  removed,
})
const head = (hash: string, parentHash: string, number: number) => ({
  hash,
  parentHash,
  number: `0x${number.toString(16)}`,
})

describe('the point that a subscription goes on after', () => {
  test('is the last log', () => {
    const points = new ResumePoints()
    expect([points.newest, points.hasBegun]).toEqual([undefined, false])
    points.log(log('a', 1, 0))
    points.log(log('a', 1, 10))
    expect(points.newest).toEqual({ blockHash: 'a', logIndex: '0xa' })
  })

  test('is the newest log that still stands, after a removed one', () => {
    const points = new ResumePoints()
    for (const each of [log('a', 1, 0), log('b', 2, 0), log('b', 2, 3), log('b', 2, 3, true)]) points.log(each)
    expect(points.newest).toEqual({ blockHash: 'b', logIndex: '0x0' })
    points.log(log('b', 2, 0, true))
    expect(points.newest).toEqual({ blockHash: 'a', logIndex: '0x0' })
    points.log(log('c', 2, 1))
    expect(points.newest).toEqual({ blockHash: 'c', logIndex: '0x1' })
  })

  test('is a block before a removed log, where no log stands', () => {
    const points = new ResumePoints()
    points.before(head('c', 'b', 3))
    points.log(log('c', 3, 0))
    // A later block of the branch that is given up.
    points.before(head('f', 'e', 6))
    points.log(log('c', 3, 0, true))
    expect(points.newest).toEqual({ blockHash: 'b' })
  })

  test('stays at a log of the block whose head comes behind it, or of a later one', () => {
    const points = new ResumePoints()
    points.log(log('c', 3, 0))
    points.before(head('c', 'b', 3))
    points.before(head('b', 'a', 2))
    expect(points.newest).toEqual({ blockHash: 'c', logIndex: '0x0' })
    points.before(head('d', 'c', 4))
    expect(points.newest).toEqual({ blockHash: 'c' })
  })

  test('is none if all that was given was taken back: then no subscription can go on', () => {
    const points = new ResumePoints()
    points.log(log('a', 1, 0))
    points.log(log('a', 1, 0, true))
    expect([points.newest, points.hasBegun]).toEqual([undefined, true])
  })

  test('is the last head', () => {
    const points = new ResumePoints()
    points.head(head('b', 'a', 2))
    points.head(head('c', 'a', 2))
    expect(points.newest).toEqual({ blockHash: 'c' })
  })
})
