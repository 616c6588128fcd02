import type { Span } from './answer-scanner.js'
import { TextWalk } from './spans.js'

/** A node's notification. `subscription` is the id's JSON text; `result` is where the event is. */
export interface NodeNotification {
  readonly subscription: string
  readonly result: Span
}

/**
 * Finds a subscription's id and event in a notification, an object that a scanner already accepted.
 * Undefined if it is something else. A duplicate of a key that counts is something else, because
 * readers differ in which one they take.
 */
export const readNotification = (bytes: Buffer): NodeNotification | undefined => {
  const params = memberSpans(bytes, 0, ['params'])?.params
  if (params === undefined || bytes[params.start] !== 0x7b) return undefined
  const { subscription, result } = memberSpans(bytes, params.start, ['subscription', 'result']) ?? {}
  if (subscription === undefined || result === undefined) return undefined
  return { subscription: bytes.toString('latin1', subscription.start, subscription.end), result }
}

/**
 * The positions of an object's members of these names; undefined if one of them is there twice.
 * `at` is where the object begins.
 */
export const memberSpans = <Name extends string>(
  bytes: Buffer,
  at: number,
  names: readonly Name[],
): Partial<Record<Name, Span>> | undefined => {
  const found: Partial<Record<Name, Span>> = {}
  const walk = new TextWalk(bytes)
  walk.at = at
  walk.enter()
  while (walk.next()) {
    const { key, value } = walk.member()
    const name = JSON.parse(bytes.toString('utf8', key.start, key.end)) as Name
    if (!names.includes(name)) continue
    if (found[name] !== undefined) return undefined
    found[name] = value
  }
  return found
}
