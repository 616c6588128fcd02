import { vectorText } from './vector-files.js'

/** A request over WebSocket, and the frames that the node sent from then on. */
interface Frames {
  readonly node: string
  readonly kind: string
  readonly sent: string
  readonly received: readonly string[]
}

const rows = JSON.parse(vectorText('subscription-frames.json')) as Frames[]
const messagesOf = ({ received }: Frames) => received.flatMap((text) => [JSON.parse(text)].flat())

test.each(['anvil', 'surfpool'])('every event that %s sent names a subscription that it had answered with', (node) => {
  const messages = rows.filter((row) => row.node.startsWith(node)).flatMap(messagesOf)
  const ids = new Set(messages.flatMap(({ id, result }) => (id === undefined ? [] : [result])))
  const events = messages.filter(({ method }) => method !== undefined)
  expect(events.length).toBeGreaterThan(10)
  expect(events.filter(({ params }) => !ids.has(params.subscription))).toEqual([])
})
