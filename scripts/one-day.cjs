/**
 * Lets a test file begin and end on one day (UTC). At midnight the usage of the day is empty and
 * the credits of each account are renewed, so a test that reads them twice would fail.
 */
const DAY_MS = 86_400_000
/** The slowest file takes a minute, the slowest of the long tests nine. */
const LONGEST_FILE_MS = { usual: 180_000, long: 600_000 }
/** Midnight is over even if the clock is set back a little. */
const AFTER_MS = 1_000

const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`

/**
 * Waits until midnight is over if the file could meet it, and prints that it waits. `ports`:
 * `nowMs`, the time; `sleep`, which waits for milliseconds; `print`.
 */
exports.awaitDay = async (file, isLong, { nowMs, sleep, print }) => {
  const leftMs = DAY_MS - (nowMs() % DAY_MS)
  if (leftMs >= LONGEST_FILE_MS[isLong ? 'long' : 'usual']) return
  const waitMs = leftMs + AFTER_MS
  print(`── ${file} waits ${minutes(waitMs)} until midnight (UTC) is over: the day's credits begin anew then\n`)
  await sleep(waitMs)
}
