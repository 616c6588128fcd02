import type { SystemPorts } from '../../runtime/system-ports.js'
import { MemoryAnswers } from '../answers/memory-answers.js'
import { SharedAnswers } from '../answers/shared-answers.js'
import type { CacheConfig } from '../config/config.js'
import type { Log } from '../telemetry/log.js'
import type { AnswerMemory } from './network-memory.js'

/** Larger answers are not kept. */
const MAX_ENTRY_BYTES = 1_048_576

export interface OpenAnswerMemory extends AnswerMemory {
  /** Applies the bounds of a newer configuration. */
  reload(config: CacheConfig): void
  close(): void
}

/** Opens the memory of answers and, if configured, the shared server, which may be unreachable. */
export const openAnswerMemory = async (
  initial: CacheConfig,
  { nowMs, randomBytes }: Pick<SystemPorts, 'nowMs' | 'randomBytes'>,
  log: Log,
): Promise<OpenAnswerMemory> => {
  const answers = new MemoryAnswers(initial.maxBytes, MAX_ENTRY_BYTES, (err) => log.error({ err }, 'bug'))
  const onChange = (isReady: boolean, reason: string): void =>
    isReady ? log.info({}, 'shared cache connected') : log.warn({ reason }, 'shared cache away; calls go on without it')
  let shared: SharedAnswers | undefined
  if (initial.shared !== undefined) {
    // Loaded only here, because the client takes megabytes.
    const { openRedis } = await import('../answers/redis.js')
    const server = await openRedis(initial.shared, onChange)
    shared = new SharedAnswers(server, { nowMs, randomBytes, maxEntryBytes: MAX_ENTRY_BYTES })
  }
  return {
    answers,
    shared,
    reload: ({ maxBytes }) => answers.bound(maxBytes),
    close: () => {
      answers.close()
      shared?.close()
    },
  }
}
