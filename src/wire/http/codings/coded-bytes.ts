import type { Transform } from 'node:stream'
import { threadJobs } from '../../../runtime/turns/fair-queue.js'

const completion =
  (resolve: () => void, reject: (error: Error) => void) =>
  (error?: Error | null): void =>
    error ? reject(error) : resolve()

/**
 * Passes bytes through a compressor or decompressor, no faster than the output is read: takes a
 * piece only after the output of the previous one was read. The work runs on libuv's threads, in
 * the turns of `owner` (an account).
 *
 * Errors  throws what reading `pieces` throws, and the coder's own errors for malformed bytes
 */
export async function* codedBytes(
  pieces: AsyncIterable<Buffer>,
  coder: Transform,
  owner: string,
): AsyncGenerator<Buffer> {
  const made: Buffer[] = []
  coder.on('data', (bytes: Buffer) => void made.push(bytes))
  // Each step handles the error where it waits.
  coder.on('error', () => {})
  try {
    for await (const piece of pieces) {
      await threadJobs.runStep(
        owner,
        () => new Promise<void>((resolve, reject) => void coder.write(piece, completion(resolve, reject))),
      )
      yield* made.splice(0)
    }
    await threadJobs.runStep(
      owner,
      () =>
        new Promise<void>((resolve, reject) => {
          coder.once('end', resolve).once('error', reject)
          coder.end()
        }),
    )
    yield* made
  } finally {
    coder.destroy()
  }
}
