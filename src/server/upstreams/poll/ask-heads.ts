import { readQuantity } from '../../../runtime/quantity.js'
import { IoFirstTimer } from '../../../runtime/timers.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { AskHeads } from '../../networks/ask.js'
import type { Pool } from '../pool.js'
import type { Upstream } from '../upstream.js'
import { type AskUpstream, noteAsked } from './asked.js'

const TIMEOUT_MS = 3_000
/** Time to wait for the others once one has answered. */
const GRACE_MS = 250

/**
 * Asks all usable upstreams for their newest block at the same time; if none is usable, those that
 * are down. The question to an upstream is a call of the first caller that has room there for two:
 * its own call needs room, too. Without one, the upstream is not asked: the questions of one
 * account must not use up the calls of others.
 */
export const askHeads = (pool: Pool, ask: AskUpstream, nowMs: () => number): AskHeads => {
  const question = async (upstream: Upstream, callers: ReadonlySet<AccountShare>): Promise<bigint | undefined> => {
    const isOnChain = pool.checkChain(upstream)
    if (isOnChain !== true && !(await isOnChain)) return undefined
    const payer = [...callers].find((caller) => pool.hasRoomFor(upstream, caller, 2))
    if (payer === undefined) return undefined
    const startedMs = nowMs()
    pool.spend(upstream, payer)
    upstream.health.begin()
    const asked = await ask(upstream, 'eth_blockNumber', [], TIMEOUT_MS)
    noteAsked(upstream, asked, nowMs() - startedMs)
    return asked.kind === 'result' ? readQuantity(asked.value) : undefined
  }
  return (callers, claim) => {
    const usable = pool.upstreams.filter(({ health }) => health.isUsable)
    const asked =
      usable.length > 0 ? usable : pool.upstreams.filter(({ health }) => !health.hasWrongChain && !health.isCordoned)
    return new Promise((resolve) => {
      let left = asked.length
      let isWaiting = false
      const grace = new IoFirstTimer(resolve)
      const done = () => {
        grace.clear()
        resolve()
      }
      if (left === 0) done()
      for (const upstream of asked) {
        question(upstream, callers).then((number) => {
          left -= 1
          if (number !== undefined) claim(upstream, number)
          if (left === 0) done()
          else if (number !== undefined && !isWaiting) {
            isWaiting = true
            grace.set(GRACE_MS)
          }
        })
      }
    })
  }
}
