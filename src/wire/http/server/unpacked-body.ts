import { gunzip } from 'node:zlib'
import { threadJobs } from '../../../runtime/turns/fair-queue.js'
import type { BodyBudget, BodyOwner } from './body-budget.js'

/**
 * So many times its length a body may become: a few bytes are not to cost a processor's time for a
 * megabyte.
 */
const MAX_RATIO = 100
/** But at least this much, because short texts that repeat themselves pack well. */
const LEAST_BYTES = 65_536

/**
 * What a packed body became; or why it became none: no memory left for the bodies of its owner, no
 * gzip, or more than `maxBytes`.
 */
export type UnpackedBody = Buffer | 'no-room' | 'broken' | { readonly maxBytes: number }

/**
 * Unpacks a gzip body on libuv's threads, as far as it may become; not a byte further.
 *
 * Bounds  what it becomes: `maxBytes` and a hundred times its length; room for that is taken of the
 *         budget before it waits for a thread, for which owners take turns
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
