import { type FakeReply, type FakeScript, type FakeUpstream, startFakeUpstream } from './fake-upstream.js'

/** What a node answered: `result`, or `error`. */
// biome-ignore lint/suspicious/noExplicitAny: a test bends whatever the node answered
export type NodeAnswer = Record<string, any>

/** Changes an answer on its way, or puts another reply in its place; undefined lets it pass. */
export type Bend = (
  call: { method: string; params: unknown[] },
  answer: NodeAnswer,
) => NodeAnswer | FakeReply | undefined

/** Passes calls to a node; `bend` may lie about the answers. */
export const passTo =
  (url: string, bend: Bend = () => undefined): FakeScript =>
  async ({ body, json }) => {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await response.text()
    const bent = bend(json, JSON.parse(text) as NodeAnswer)
    if (bent === undefined) return { raw: text }
    return 'jsonrpc' in bent ? { json: bent } : (bent as FakeReply)
  }

/** A proxy in front of a real node, whose faults a test can switch (`setScript`). */
export const startProxy = (url: string, bend?: Bend): Promise<FakeUpstream> => startFakeUpstream(passTo(url, bend))
