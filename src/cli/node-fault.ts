/** By line of Node, the first minor and patch version whose hashes of digits are secret. */
const MENDED: Readonly<Record<number, readonly [minor: number, patch: number]>> = {
  20: [20, 2],
  22: [22, 2],
  24: [14, 1],
  25: [8, 2],
}
const NEWEST_LINE = 25

/**
 * What is wrong with a version of Node for a server that reads JSON of strangers: 20,000 strings of
 * digits whose hashes collide stop it for seconds. Undefined if nothing is known.
 *
 * Source  CVE-2026-21717, mended by the security releases of 2026-03-24
 */
export const nodeFault = (version: string): string | undefined => {
  const [line = 0, minor = 0, patch = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [minorMended, patchMended] = MENDED[line] ?? [Number.POSITIVE_INFINITY, 0]
  const isMended = line > NEWEST_LINE || minor > minorMended || (minor === minorMended && patch >= patchMended)
  if (isMended) return undefined
  const versions = Object.entries(MENDED).map(([mended, rest]) => [mended, ...rest].join('.'))
  return `a caller can stop this version of Node for seconds (CVE-2026-21717); use ${versions.join(', ')} or newer`
}
