import { setMaxListeners } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kind, Target } from './kind.js'
import { kinds } from './kinds.js'
import { answerParent } from './process-calls.js'

// A real attacker has another machine; here it gets the time that the measured processes leave.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A mistake in one kind fails that kind, by a label that it does not know; the others go on.
process.on('uncaughtException', (error) => attack.count(`attacker: ${error}`))

const LEAVING_MS = 50
const kindNamed = (name: string): Kind => kinds.find((kind) => kind.name === name)!
let attack: {
  readonly controller: AbortController
  readonly counts: Record<string, number>
  count(label: string): void
}

const begin = () => {
  const controller = new AbortController()
  // Each connection listens.
  setMaxListeners(0, controller.signal)
  const counts: Record<string, number> = {}
  const count = (label: string) => {
    if (!controller.signal.aborted) counts[label] = (counts[label] ?? 0) + 1
  }
  attack = { controller, counts, count }
}

/** Actions that the test asks of the attacker. */
export const attackerActions = {
  prepare: async ({ kind, target }: { kind: string; target: Target }) => {
    await kindNamed(kind).prepare?.(target)
  },
  start: async ({ kind, target }: { kind: string; target: Target }) => {
    begin()
    await kindNamed(kind).start({ target, signal: attack.controller.signal, count: attack.count })
  },
  /** Ends the attack; how often each label was counted. */
  stop: async () => {
    attack.controller.abort()
    await sleep(LEAVING_MS)
    return attack.counts
  },
}

begin()
answerParent(attackerActions)
