import { quantityOf } from '../../../runtime/quantity.js'
import { readBatch, shown } from '../answer.js'
import { type ConformCheck, type ConformDeps, gateways, profiles } from '../check.js'

interface BatchMember {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

const SIZE = 5

/** Calls with different answers, so that answers with the wrong ids are detected. */
const membersOf = ({ document, subjects }: ConformDeps): BatchMember[] => {
  const isEvm = document.methods.some(({ name }) => name === 'eth_chainId')
  const { head = 0 } = subjects
  const kinds = isEvm
    ? [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_getLogs', params: [{ fromBlock: quantityOf(head), toBlock: quantityOf(head) }] },
        { method: 'eth_getTransactionReceipt', params: [`0x${'0'.repeat(64)}`] },
      ]
    : [
        { method: 'getTokenAccountBalance', params: ['11111111111111111111111111111111'] },
        { method: 'conform_noSuchMethod', params: [] },
      ]
  return Array.from({ length: SIZE }, (_, index) => ({ id: 100 + index, ...kinds[index % kinds.length]! }))
}

/** The answers to a batch; a text if there is no batch. */
const answersTo = async ({ endpoint }: ConformDeps, members: readonly (BatchMember | 1)[]) => {
  const calls = members.map((member) => (member === 1 ? member : { jsonrpc: '2.0', ...member }))
  return readBatch((await endpoint.send(JSON.stringify(calls), members.length)).text)
}

/** The shape of an answer, without the parts that may vary over time. */
const shapeOf = ({ result, error }: Readonly<Record<string, unknown>>): string => {
  if (error !== undefined && error !== null) return 'an error'
  if (result === null) return 'null'
  return Array.isArray(result) ? 'a list' : typeof result
}

/** Checks of batches. Source: JSON-RPC 2.0, section 6 */
export const batchChecks: readonly ConformCheck[] = [
  {
    id: 'batch.every-member',
    title: 'every member of a batch is answered once, under its id',
    profiles,
    run: async (context, say) => {
      const members = membersOf(context)
      const answers = await answersTo(context, members)
      if (typeof answers === 'string') return say(answers)
      for (const fault of new Set(answers.flatMap(({ faults }) => faults))) say(fault)
      const ids = answers.map(({ idText }) => idText)
      for (const { id } of members) {
        const count = ids.filter((found) => found === String(id)).length
        if (count !== 1) say(`the member with the id ${id} was answered ${count} times`)
      }
      if (ids.length > members.length) say(`${members.length} calls got ${ids.length} answers`)
    },
  },
  {
    id: 'batch.right-answers',
    title: 'a member of a batch gets what it would get alone',
    profiles,
    run: async (context, say) => {
      const members = membersOf(context).slice(0, 3)
      const answers = await answersTo(context, members)
      if (typeof answers === 'string') return say(answers)
      for (const { id, method, params } of members) {
        const found = answers.find(({ idText }) => idText === String(id))
        const alone = (await context.call(method, params)).answer
        if (found === undefined || found.faults.length > 0 || alone.faults.length > 0) continue
        const [inBatch, single] = [shapeOf(found.value), shapeOf(alone.value)]
        if (inBatch !== single)
          say(`in a batch the answer is ${inBatch}, alone ${single}: ${shown(found.text)}`, method)
      }
    },
  },
  {
    id: 'batch.broken-member',
    title: 'a broken member of a batch does not hurt the others',
    profiles,
    run: async (context, say) => {
      const [good] = membersOf(context)
      const answers = await answersTo(context, [1, good!])
      if (typeof answers === 'string') return say(answers)
      const isRefused = answers.some(({ value }) => (value.error as { code?: number } | undefined)?.code === -32600)
      const isAnswered = answers.some(({ idText }) => idText === String(good!.id))
      if (!isRefused) say('the member 1 of a batch was not refused with -32600')
      if (!isAnswered) say('beside a broken member, a good one was not answered')
    },
  },
  {
    id: 'batch.order',
    title: 'a batch keeps its order',
    profiles: ['tollgate'],
    run: async (context, say) => {
      const members = membersOf(context)
      const answers = await answersTo(context, members)
      if (typeof answers === 'string') return
      const ids = answers.map(({ idText }) => idText).join()
      const expected = members.map(({ id }) => id).join()
      if (ids !== expected) say(`a batch of ${expected} was answered in the order ${ids}`)
    },
  },
  {
    id: 'batch.same-ids',
    title: 'two members of a batch may have the same id',
    profiles: gateways,
    run: async (context, say) => {
      const [one, two] = membersOf(context)
      const members = [one!, { ...two!, id: one!.id }]
      const answers = await answersTo(context, members)
      if (typeof answers === 'string') return say(answers)
      if (answers.length !== 2) say(`two calls with the same id got ${answers.length} answers`)
    },
  },
]
