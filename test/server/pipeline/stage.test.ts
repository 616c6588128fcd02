import type { CallSubscriptions } from '../../../src/server/pipeline/call-subscriptions.js'
import { type Arrival, callerOf } from '../../../src/server/pipeline/stage.js'
import { anEntitlement } from '../../support/accounts.js'
import { aNetwork } from '../../support/charged-call.js'

/** Members of an arrival that its callers keep. The compiler demands a new member here, too. */
const kept: Required<Omit<Arrival, 'requestId' | 'trace' | 'proof'>> = {
  transport: 'websocket',
  network: aNetwork(),
  keyText: 'secret',
  source: '203.0.113.9',
  origin: 'https://app.example',
  host: 'eth.example',
}

test('the caller of a message has all that its connection arrived with, but the second credential', () => {
  const arrival: Arrival = { ...kept, requestId: 'connection', trace: undefined, proof: { kind: 'secret', text: 's' } }
  const [entitlement, subscriptions] = [anEntitlement(), {} as CallSubscriptions]
  const caller = callerOf(arrival, entitlement, 'message', undefined, subscriptions)
  expect(caller).toStrictEqual({ ...kept, requestId: 'message', trace: undefined, entitlement, subscriptions })
})

test('the caller of a message has the rights of now, and no member of the message before', () => {
  const first = callerOf(
    { ...kept, requestId: 'connection', trace: undefined },
    anEntitlement(),
    'a',
    undefined,
    undefined,
  )
  const now = anEntitlement({ creditsPerSecond: 7 })
  expect(callerOf(first, now, 'b', undefined, undefined)).toStrictEqual({ ...first, requestId: 'b', entitlement: now })
})
