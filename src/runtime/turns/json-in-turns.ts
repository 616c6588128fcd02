import { exactJson } from '../exact-json.js'
import { inTurns, type Steps } from './in-turns.js'
import { operationTurns } from './process-budgets.js'

/** List elements written in one step. */
const ELEMENTS_AT_ONCE = 100
/** Long lists are a result or one of its members; deeper values are written in one step. */
const MAX_DEPTH = 3

/** Ready JSON bytes, for use as a value inside another value. */
export class WrittenJson {
  constructor(readonly bytes: Buffer) {}
}

/** Writes the JSON of `exactJson`, long lists in turns of the event loop. */
export const jsonInTurns = async (value: object): Promise<Buffer> => {
  const parts: Buffer[] = []
  await inTurns(writing(value, parts, 0), () => operationTurns.next())
  return Buffer.concat(parts)
}

const isParted = (value: unknown): value is object => typeof value === 'object' && value !== null

function* writing(value: unknown, parts: Buffer[], depth: number): Steps<void> {
  if (value instanceof WrittenJson) parts.push(value.bytes)
  else if (!isParted(value) || depth > MAX_DEPTH) parts.push(Buffer.from(exactJson(value)))
  else if (Array.isArray(value)) yield* writingList(value, parts)
  else yield* writingObject(value, parts, depth)
}

function* writingList(list: readonly unknown[], parts: Buffer[]): Steps<void> {
  parts.push(Buffer.from('['))
  for (let at = 0; at < list.length; at += ELEMENTS_AT_ONCE) {
    const elements = exactJson(list.slice(at, at + ELEMENTS_AT_ONCE)).slice(1, -1)
    parts.push(Buffer.from(at === 0 ? elements : `,${elements}`))
    yield
  }
  parts.push(Buffer.from(']'))
}

function* writingObject(object: object, parts: Buffer[], depth: number): Steps<void> {
  let before = '{'
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined) continue
    parts.push(Buffer.from(`${before}${JSON.stringify(name)}:`))
    yield* writing(member, parts, depth + 1)
    before = ','
  }
  parts.push(Buffer.from(before === '{' ? '{}' : '}'))
}
