import type { MethodName } from '../../../generated/methods.js'
import { methodsOf } from '../../../src/contract/compiled-contract.js'
import type { Ledger } from '../../../src/server/credits/ledger.js'
import { BucketThrottle, takeAnywayFor } from '../../../src/server/credits/throttle-bucket.js'
import { composePipelines, type PipelineDeps } from '../../../src/server/gateway/pipeline.js'
import type { CallSubscriptions } from '../../../src/server/pipeline/call-subscriptions.js'
import { aCall, aNetwork, verdictOf } from '../../support/charged-call.js'
import { aLedger } from '../../support/ledger.js'

/** Asks at the time 0 on a WebSocket that has every subscription, as an account in debt or not. */
const verdict = (method: MethodName, params: readonly unknown[], debt: number, ledger: Pick<Ledger, 'hold'>) => {
  const call = aCall({ method, params })
  const subscriptions = {
    subscribe: async () => ({ kind: 'no-node' }),
    unsubscribe: () => true,
  } as unknown as CallSubscriptions
  const caller = { ...call.caller, subscriptions }
  const throttle = new BucketThrottle()
  takeAnywayFor(throttle, caller.entitlement, debt, 0)
  const network = aNetwork({ family: call.row.family })
  const methods = methodsOf(undefined).filter(({ effect }) => effect === 'subscription')
  const forwarding = { pool: { upstreams: [] } }
  const deps = { network, methods, forwarding, memory: {}, throttle, ledger, nowMs: () => 0 }
  const pipelines = composePipelines(deps as unknown as PipelineDeps, async () => [])
  return verdictOf(pipelines.get(method)!({ ...call, caller }))
}

const DEBT = 100_000_000
const AWAY: Pick<Ledger, 'hold'> = { hold: () => 'ledger-unavailable' }

test.each([
  ['eth', 'eth_unsubscribe', '0x1', 'eth_subscribe', ['newHeads'], 'throttled-evm'],
  ['slot', 'slotUnsubscribe', 1, 'slotSubscribe', [], 'throttled-solana'],
] as const)(
  '%s: unsubscribing waits neither for credits of the second nor for the ledger, as subscribing does',
  async (_, unsubscribe, id, subscribe, params, throttled) => {
    const { ledger } = aLedger()
    expect(await verdict(subscribe, params, 0, ledger)).toBe('no-upstream')
    expect(await verdict(subscribe, params, DEBT, ledger)).toBe(throttled)
    expect(await verdict(subscribe, params, 0, AWAY)).toBe('ledger-unavailable')
    expect(await verdict(unsubscribe, [id], DEBT, ledger)).toBe('answered')
    expect(await verdict(unsubscribe, [id], 0, AWAY)).toBe('answered')
  },
)
