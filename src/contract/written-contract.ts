import { readFileSync } from 'node:fs'
import { parseExact } from '../runtime/exact-json.js'
import type { WrittenContract } from './with-errors.js'

/**
 * The gateway's own contract as it is written, before errors and their data are completed: what
 * operators' documents borrow from. Read when a document is read, and not at start: most gateways
 * never need it.
 */
export const writtenContract = (): WrittenContract =>
  parseExact(readFileSync(new URL('../../openrpc.json', import.meta.url), 'utf8')) as WrittenContract
