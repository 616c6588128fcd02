import type { MethodName } from '../../generated/methods.js'
import type { ChargedCall } from '../../src/server/pipeline/stage.js'
import type { Outcome } from '../../src/server/upstreams/outcome.js'
import { aCall } from './charged-call.js'

/** A call, as judges get it. */
export const callOf = (method: MethodName, ...params: unknown[]) => aCall({ method, params }) as ChargedCall

/** The error of a node. */
export const errorOf = (code: number, message: string): Outcome => ({
  kind: 'node-error',
  code,
  message,
  bytes: Buffer.from('{}'),
})
/** The result of a node, from the pieces of its text. */
export const resultOf = (...texts: string[]): Outcome => ({
  kind: 'result',
  payload: { chunks: texts.map((text) => Buffer.from(text)), release: () => {} },
})
