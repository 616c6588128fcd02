import { jest } from '@jest/globals'
import { saysNoBlock } from '../../../../src/server/subscriptions/follow/follow-nodes.js'

test('a node that answers null does not have the block', () => {
  expect(saysNoBlock({ kind: 'result', bytes: Buffer.from('null') })).toBe(true)
  expect(saysNoBlock({ kind: 'result', bytes: Buffer.from('[]') })).toBe(false)
})

test('the logs of a block, which may be megabytes, are not decoded to see that they are there', () => {
  const decoding = jest.spyOn(Buffer.prototype, 'toString')
  try {
    expect(saysNoBlock({ kind: 'result', bytes: Buffer.from('[{"address":"0x"}]') })).toBe(false)
    expect(decoding).not.toHaveBeenCalled()
  } finally {
    decoding.mockRestore()
  }
})
