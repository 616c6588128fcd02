import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { Channel, type MessagePipe } from '../../../src/server/cluster/ipc.js'
import type { PrimaryCalls } from '../../../src/server/cluster/messages.js'
import { remoteStore } from '../../../src/server/cluster/remote-store.js'

const noBug = (bug: unknown): void => {
  throw bug
}
const storeOver = (send: MessagePipe['send']) =>
  remoteStore(new Channel<PrimaryCalls>({ send, onMessage: () => {} }, {}, noBug, 50))

test.each([
  ['is gone', () => false, 'the other process is gone'],
  ['does not answer', () => true, 'no answer to findByKeyHash in 50 ms'],
])('a store is away for a worker while its primary %s', async (_, send, message) => {
  const asked = storeOver(send).accounts.findByKeyHash('hash')
  await expect(asked).rejects.toBeInstanceOf(StoreAway)
  await expect(asked).rejects.toThrow(message)
})
