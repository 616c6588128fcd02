/**
 * Loaded into a server under measurement (`--import`). Measures the length of each turn of the
 * event loop, and the CPU time of the process in it. On SIGUSR2 it writes its measurements to the
 * file BENCH_TURNS, as JSON in milliseconds, and clears them. `%p` in the file's name stands for
 * the process id, because workers have the same environment.
 *
 * An immediate that is not referred to runs once in each turn and does not keep the process alive;
 * it takes one to two microseconds. A turn is the time between two of them without that spent
 * waiting for events. The CPU time is that of all threads: V8's helpers share the one core.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { createHistogram, performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** All of a turn, and what of it was spent computing. */
const [lengths, computed] = [createHistogram(), createHistogram()]
let last = { now: 0, idle: 0, cpu: 0 }

const look = () => {
  const { user, system } = process.cpuUsage()
  return { now: performance.now(), idle: performance.nodeTiming.idleTime, cpu: (user + system) / 1000 }
}

/** In microseconds, of which a histogram knows no zero. */
const record = (histogram, ms) => histogram.record(Math.max(1, Math.round(ms * 1000)))

const endTurn = () => {
  const { now, idle, cpu } = look()
  const ms = Math.max(0, now - last.now - (idle - last.idle))
  // A helper may have computed while the loop waited: the turn did not take that time.
  const cpuMs = Math.min(ms, cpu - last.cpu)
  record(lengths, ms)
  record(computed, cpuMs)
  last = { now, idle, cpu }
  setImmediate(endTurn).unref()
}

const quantilesOf = (histogram) => {
  const at = (percent) => histogram.percentile(percent) / 1000
  return { p50: at(50), p99: at(99), p999: at(99.9), longest: histogram.max / 1000 }
}

const tell = (file) => {
  const seen = { turns: lengths.count, all: quantilesOf(lengths), onCpu: quantilesOf(computed) }
  writeFileSync(`${file}.new`, JSON.stringify(seen))
  renameSync(`${file}.new`, file)
  lengths.reset()
  computed.reset()
  last = look()
}

const file = process.env.BENCH_TURNS?.replace('%p', `${process.pid}`)
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', () => tell(file))
  last = look()
  setImmediate(endTurn).unref()
}
