import { setTimeout as sleep } from 'node:timers/promises'
import type { PlacedHead, PlacedLog } from '../../../src/tools/client/runtime/resume-points.js'
import type { ChainGateway } from './chain-gateway.js'

/** A generator of whole numbers below a bound. */
const seeded = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const resumedIn = (gateway: ChainGateway): number =>
  gateway.asked.filter((params) => JSON.stringify(params).includes('after')).length

/**
 * Blocks, reorganizations and cuts, many of them between two events of one step: `rounds` of them,
 * and more, slower, until the client resumed more than ten times and `logs`, its events, have more
 * than five that were taken back. A busy machine may not run the client in so short a time.
 * Errors: an assertion fails when that does not happen in ten times as many rounds.
 */
export const runChaos = async (
  gateway: ChainGateway,
  seed: number,
  rounds: number,
  logs: readonly PlacedLog[],
): Promise<void> => {
  const next = seeded(seed)
  const frames = () => (next(2) === 0 ? 1 + next(8) : Number.POSITIVE_INFINITY)
  const seen = () => ({
    isResumed: resumedIn(gateway) > 10,
    isTakenBack: logs.filter(({ removed }) => removed).length > 5,
  })
  const isEnough = () => Object.values(seen()).every(Boolean)
  for (let round = 0; round < rounds || (!isEnough() && round < 10 * rounds); round += 1) {
    gateway.limitFrames(frames())
    if (next(6) === 0) gateway.cut(...((next(2) === 0 ? [] : [1012, 'restarting']) as [number?, string?]))
    const depth = next(2) === 0 ? Math.min(next(4), gateway.height - 1) : 0
    gateway.mine(
      Array.from({ length: depth + next(3) }, () => next(4)),
      depth,
    )
    await sleep(next(5) * (1 + Math.floor(round / rounds)) ** 2)
  }
  gateway.limitFrames(Number.POSITIVE_INFINITY)
  gateway.cut()
  gateway.mine([1])
  expect(seen()).toEqual({ isResumed: true, isTakenBack: true })
}

export const placeOf = ({ blockHash, logIndex }: PlacedLog): string => `${blockHash}:${logIndex}`

/**
 * The places of the logs that stand after these events. Expects that a removed log is the newest
 * that stood: the order is that of undoing.
 */
export const standingAfter = (events: readonly PlacedLog[]): string[] => {
  const places: string[] = []
  for (const event of events)
    if (event.removed) expect(places.pop()).toBe(placeOf(event))
    else places.push(placeOf(event))
  expect(new Set(places).size).toBe(places.length)
  return places
}

/** Expects that the parent of each head came before, or is the block in which the watch began. */
export const expectConnected = (heads: readonly PlacedHead[], firstParent: string): void => {
  const known = new Set([firstParent])
  for (const { hash, parentHash } of heads) {
    expect([...known]).toContain(parentHash)
    known.add(hash)
  }
}
