/**
 * Makes more than a hundred mistakes in copies of openrpc.json and prints the line that names each;
 * exits 1 if one is not named.
 */
import { mutations } from './mutations/apply.js'

let missed = 0
for (const { apply } of mutations) {
  const { what, line, problem } = apply()
  if (problem !== undefined) missed += 1
  console.log(problem === undefined ? `${what}\n  ${line}` : `NOT NAMED: ${what}\n  ${problem}`)
}
console.log(`${mutations.length - missed} of ${mutations.length} as they should be`)
process.exitCode = missed === 0 ? 0 : 1
