import { EventFrame } from '../../../src/server/subscriptions/event-frame.js'

test("an EVM notification is geth's, with the event's bytes unchanged", () => {
  const frame = new EventFrame('evm', 'eth_subscription', '"0x1f"')
  const text = frame.around('{ "number":"0x1" }').join('')
  expect(text).toBe(
    '{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1f","result":{ "number":"0x1" }}}',
  )
  expect(frame.lengthOf('{ "number":"0x1" }')).toBe(text.length)
})

test("a Solana notification is agave's, with the subscription behind the result", () => {
  const frame = new EventFrame('solana', 'slotNotification', '23')
  const text = frame.around('{"slot":1}').join('')
  expect(text).toBe('{"jsonrpc":"2.0","method":"slotNotification","params":{"result":{"slot":1},"subscription":23}}')
  expect(frame.lengthOf('{"slot":1}')).toBe(text.length)
})
