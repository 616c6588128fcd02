import { readFileSync } from 'node:fs'
import { parseExact } from '../runtime/exact-json.js'
import type { WrittenContract } from './with-errors.js'

/**
 * The gateway's contract as written, before errors and their data are completed: operators'
 * documents inherit from it. Read only with such a document, not at start: most gateways never need
 * it.
 */
export const writtenContract = (): WrittenContract =>
  parseExact(readFileSync(new URL('../../openrpc.json', import.meta.url), 'utf8')) as WrittenContract
