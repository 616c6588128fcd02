import { cpuNanoseconds } from './process.js'

/** Calls of a burst that are under way at any time. */
export const AT_ONCE = 32

/**
 * CPU time of a call in a burst of them, in microseconds: `calls` times `ask` is called, and
 * awaited.
 */
export const burstMicros = async (pid: number, calls: number, ask: () => Promise<void>): Promise<number> => {
  const before = cpuNanoseconds(pid)
  for (let asked = 0; asked < calls; asked += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls - asked) }, ask))
  return Number(cpuNanoseconds(pid) - before) / 1000 / calls
}

/** The value that this part of the values is below, 0 to 1. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)]!

/** The median of ratios and the middle half of them. */
export const ratioText = (ratios: readonly number[], digits: number): string => {
  const [lower, upper] = [quantile(ratios, 0.25), quantile(ratios, 0.75)].map((one) => one.toFixed(2))
  return `${quantile(ratios, 0.5).toFixed(digits)} (${lower}–${upper})`
}
