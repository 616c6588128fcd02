/**
 * A server that does nothing but compute, a millisecond in each turn of its event loop: what its
 * turns are longer, the machine took.
 */
const TURN_MS = 1

const compute = () => {
  const until = performance.now() + TURN_MS
  while (performance.now() < until);
  setImmediate(compute)
}
setImmediate(compute)
console.log('ready')
process.stdin.resume().on('end', () => process.exit(0))
