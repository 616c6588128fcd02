import { type ErrorName, errors } from '../../../generated/errors.js'

export const FAULT_HEADER = 'x-mock-fault'

export interface WantedFault {
  readonly delayMs?: number
  readonly status?: number
  readonly error?: ErrorName
  readonly isReset?: boolean
  readonly isHanging?: boolean
  /** Newest blocks that the network's chain replaces. */
  readonly reorganizedBlocks?: number
  /** The time for which the network's chain makes no block. */
  readonly stallMs?: number
  /** Next blocks that the network's node does not announce. */
  readonly skippedHeads?: number
  /** Next blocks that it announces twice. */
  readonly doubledHeads?: number
  /** The code with which the network's WebSockets are closed. */
  readonly cutCode?: number
}

const MAX_DELAY_MS = 600_000
/** Final blocks stay. */
const MAX_REORGANIZED = 64
const MAX_HEADS = 1_000
const FORMS =
  'error=NAME, status=400…599, delay=MILLISECONDS, reset, hang, reorg=BLOCKS, stall=MILLISECONDS, skip=BLOCKS, double=BLOCKS or cut=CODE, several with ";" between them'

/**
 * Parses a header such as `delay=200; error=too-many-results`; returns a sentence about a mistake
 * in it.
 */
export const readFaultHeader = (value: string | string[] | undefined): WantedFault | string => {
  const wanted: { -readonly [Member in keyof WantedFault]: WantedFault[Member] } = {}
  for (const part of [value ?? ''].flat().join(';').split(';')) {
    const [name = '', given = ''] = part.split('=').map((word) => word.trim())
    const number = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN
    if (name === '') continue
    if (name === 'reset') wanted.isReset = true
    else if (name === 'hang') wanted.isHanging = true
    else if (name === 'delay' && number <= MAX_DELAY_MS) wanted.delayMs = number
    else if (name === 'reorg' && number >= 1 && number <= MAX_REORGANIZED) wanted.reorganizedBlocks = number
    else if (name === 'stall' && number <= MAX_DELAY_MS) wanted.stallMs = number
    else if (name === 'skip' && number >= 1 && number <= MAX_HEADS) wanted.skippedHeads = number
    else if (name === 'double' && number >= 1 && number <= MAX_HEADS) wanted.doubledHeads = number
    else if (name === 'cut' && number >= 1000 && number <= 4999) wanted.cutCode = number
    else if (name === 'status' && number >= 400 && number <= 599) wanted.status = number
    else if (name === 'error' && Object.hasOwn(errors, given)) wanted.error = given as ErrorName
    else if (name === 'error')
      return `X-Mock-Fault: there is no error ${given}; the contract has ${Object.keys(errors).join(', ')}`
    else return `X-Mock-Fault: "${part.trim()}" is not understood; it is ${FORMS}`
  }
  return wanted
}
