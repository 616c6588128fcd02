import type { Head } from '../../../src/server/networks/head.js'
import { headOf } from '../../support/heads.js'

describe('finality', () => {
  test('is what all nodes agree on that are heard', () => {
    const { head, nodes } = headOf(['a', 'b'])
    expect(head.finalized).toBeUndefined()
    head.finalBlocks.note(nodes.a!, 64n, '0x64')
    head.finalBlocks.note(nodes.b!, 32n, '0x32')
    expect(head.finalized).toBe(32n)
    head.withdraw(nodes.b!)
    expect(head.finalized).toBe(64n)
  })

  test.each<[string, (head: Head, node: object, other: object) => void]>([
    ['the same block with another hash', (head, node) => head.finalBlocks.note(node, 64n, '0xother')],
    ['by another node, too', (head, _, other) => head.finalBlocks.note(other, 64n, '0xother')],
    ['an earlier block', (head, node) => head.finalBlocks.note(node, 63n, '0x63')],
    [
      'an earlier block from what came back after an outage',
      (head, node) => {
        head.withdraw(node)
        head.finalBlocks.note(node, 3n, '0x3')
      },
    ],
    ['another hash of a block below', (head) => head.finalBlocks.check(64n, '0xother')],
  ])('is seen to be broken: %s', (_, breakIt) => {
    const { head, nodes } = headOf(['a', 'b'])
    let violations = 0
    head.onFinalityViolation(() => {
      violations += 1
    })
    head.finalBlocks.note(nodes.a!, 64n, '0x64')
    head.finalBlocks.note(nodes.a!, 64n, '0x64')
    head.finalBlocks.note(nodes.b!, 60n, '0x60')
    head.finalBlocks.check(64n, '0x64')
    expect(violations).toBe(0)
    breakIt(head, nodes.a!, nodes.b!)
    expect(violations).toBe(1)
  })
})
