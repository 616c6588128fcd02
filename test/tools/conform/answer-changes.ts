import type { Passing, Plant } from './planting-proxy.js'

/** A parsed object. */
export type Json = Record<string, unknown>

/** A change that a proxy makes to answers on their way. */
export interface Planted {
  readonly what: string
  readonly plant: Plant
  /** On the Solana network of the endpoint. */
  readonly isSolana?: true
}

/** Changes the answer's text where the request was one of the method. */
export const inAnswer = (method: string, change: (text: string, passing: Passing) => string): Plant =>
  inAny((text, passing) => ((passing.request as Json | undefined)?.method === method ? change(text, passing) : text))

/** Changes every answer's text. */
export const inAny =
  (change: (text: string, passing: Passing) => string): Plant =>
  (passing) => {
    passing.text = change(passing.text, passing)
  }

/**
 * Ids that JavaScript would round: such an answer is left alone, or another fault were planted with
 * the one that is meant.
 */
export const hasLargeId = (text: string) => text.includes('900719925474099')

/** Changes the parsed answer of a method that has a result. */
export const inResult = (method: string, change: (result: never, passing: Passing) => unknown): Plant =>
  inAnswer(method, (text, passing) => {
    if (hasLargeId(text)) return text
    const answer = JSON.parse(text) as Json
    if (answer.result === undefined || answer.result === null) return text
    return JSON.stringify({ ...answer, result: change(answer.result as never, passing) })
  })

/** Changes the parsed error of an answer that has one. */
export const inError = (change: (error: Json) => unknown): Plant =>
  inAny((text) => {
    if (text.startsWith('[') || !text.includes('"error"')) return text
    const answer = JSON.parse(text) as Json
    return JSON.stringify({ ...answer, error: change(answer.error as Json) })
  })

/** Changes the parsed answers of a batch. */
export const inBatch = (change: (answers: Json[]) => unknown): Plant =>
  inAny((text) => (text.startsWith('[') ? JSON.stringify(change(JSON.parse(text) as Json[])) : text))

/** Changes anything of an answer over HTTP. */
export const overHttp =
  (change: (passing: Passing) => void): Plant =>
  (passing) => {
    if (passing.transport === 'http') change(passing)
  }

/** True for one answer that has a result. */
export const isSingleResult = (text: string) => text.startsWith('{') && text.includes('"result":')
/** 32 bytes of one digit. */
export const word = (digit: string) => `0x${digit.repeat(64)}`
