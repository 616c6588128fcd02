/**
 * The README's part on subscriptions: programs that watch for a minute, and what a watch promises.
 */
export const watchPart = (name: string, url: string): string => `## Subscriptions

\`\`\`typescript
import { EvmClient, ResumeLost } from '${name}'

const client = new EvmClient({ url: '${url}' })
const signal = AbortSignal.timeout(60_000)
try {
  for await (const log of client.watchLogs({ address: '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df' }, { signal }))
    console.log(log.removed === true ? 'taken back' : 'new', log.blockHash, log.logIndex)
} catch (error) {
  if (error instanceof ResumeLost) console.log('events may be missing after', error.after)
  else throw error
}
\`\`\`

\`\`\`typescript
import { EvmClient } from '${name}'

const client = new EvmClient({ url: '${url}' })
const signal = AbortSignal.timeout(60_000)
const onGap = () => console.log('transactions may be missing')
for await (const hash of client.watchNewPendingTransactions(false, { signal, onGap })) console.log(hash)
\`\`\`

- A watch subscribes over a WebSocket of its client. It ends with the loop, and unsubscribes. An
  aborted \`signal\` ends it without an error.
- After a cut it connects again, with growing random waits. A kind that can be resumed goes on after
  the last event that still stands: no event is lost or doubled. Where the gateway cannot go on, the
  watch throws \`ResumeLost\`.
- Other kinds throw \`ResumeLost\` after a cut, because events may be missing; so do those that can be
  resumed, before their first event. With \`onGap\` they call it instead, behind the last event before
  the cut, and go on with the events of a new subscription. A watch that ends with one event goes on
  without either: the gateway finds an event that was missed.
- A removed log (\`removed: true\`) takes back its place and all after it. The watch goes on after the
  newest log that is left, so that the gateway sends exactly the removals that are missing.
- \`watchLogs\` of an EVM network begins with the first block after it subscribed. While nothing
  matches, it asks for one head about every 32 blocks, to know where to go on.
- The first connection must succeed. Close code 1008 ends a watch with a \`TransportError\`, whose
  \`reason\` is the gateway's: \`daily_credits_exhausted\`.
- Up to 10,000 events wait to be read (\`mostWaiting\`). One more ends the watch with the reason
  \`overflow\`.
- A connection that dies silently is noticed when the operating system gives it up.
`
