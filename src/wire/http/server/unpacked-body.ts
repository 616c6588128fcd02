import { gunzip } from 'node:zlib'
import { threadJobs } from '../../../runtime/turns/fair-queue.js'
import type { BodyBudget, BodyOwner } from './body-budget.js'

/**
 * The allowed expansion of a body, as a multiple of its length, so that a few bytes do not cost the
 * CPU time of a megabyte.
 */
const MAX_RATIO = 100
/** Allowed in any case, because short repetitive texts compress well. */
const LEAST_BYTES = 65_536

/**
 * An unpacked body; or why there is no body: no memory left for the bodies of its owner, malformed
 * gzip, or more than `maxBytes`.
 */
export type UnpackedBody = Buffer | 'no-room' | 'broken' | { readonly maxBytes: number }

/**
 * Decompresses a gzip body on libuv's threads, and stops at the limit.
 *
 * Bounds  the output: `maxBytes` and a hundred times the body's length. Room for it is taken from
 *         the budget before it waits for a thread, for which owners take turns
 */
export const unpackedBody = async (
  budget: BodyBudget,
  owner: BodyOwner,
  packed: Buffer,
  maxBytes: number,
): Promise<UnpackedBody> => {
  const bound = Math.min(maxBytes, Math.max(LEAST_BYTES, MAX_RATIO * packed.length))
  const room = packed.length + bound
  if (!budget.take(owner, room)) return 'no-room'
  try {
    return (await threadJobs.run(owner, () => unpack(packed, bound))) ?? 'no-room'
  } finally {
    budget.giveBack(owner, room)
  }
}

const unpack = (packed: Buffer, bound: number): Promise<UnpackedBody> =>
  new Promise((resolve) => {
    gunzip(packed, { maxOutputLength: bound }, (error, bytes) => {
      if (error === null) resolve(bytes)
      else resolve((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? { maxBytes: bound } : 'broken')
    })
  })
