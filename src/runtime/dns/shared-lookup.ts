import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

type LookupDone = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** Those that wait for a look-up under way, by name and options. */
const underWay = new Map<string, LookupDone[]>()

/**
 * Looks up a host's addresses. Look-ups of one name at a time share their answer: the system's
 * resolver holds a thread of the process for each, and a name whose servers are silent would hold
 * all of them.
 */
export const sharedLookup: LookupFunction = (host, options, done) => {
  const name = JSON.stringify([host, options])
  const waiting = underWay.get(name)
  if (waiting !== undefined) {
    waiting.push(done)
    return
  }
  const all: LookupDone[] = [done]
  underWay.set(name, all)
  dns.lookup(host, options, (...found: Parameters<LookupDone>) => {
    underWay.delete(name)
    for (const each of all) each(...found)
  })
}
