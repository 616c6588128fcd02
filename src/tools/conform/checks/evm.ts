import { quantityOf } from '../../../runtime/quantity.js'
import { type JsonObject, shown } from '../answer.js'
import { type ConformCheck, type ConformDeps, gateways, profiles, type SayViolation } from '../check.js'
import { expectRefusal } from './envelope.js'

const HEX_NUMBER = /^0x(0|[1-9a-f][0-9a-f]*)$/i
const WORD = /^0x[0-9a-f]{64}$/i
const HEAD_READS = 4
const NO_ACCOUNT = `0x${'0'.repeat(39)}1`

const lower = (value: unknown): string => String(value).toLowerCase()

const resultOf = async ({ call }: ConformDeps, method: string, params: readonly unknown[]): Promise<unknown> =>
  (await call(method, params)).answer.value.result

/** A filter around the log that was found: its block and two before. */
const filterOf = ({ subjects: { log, address } }: ConformDeps): JsonObject | undefined => {
  const number = Number(log?.blockNumber)
  if (!Number.isSafeInteger(number) || address === undefined) return undefined
  const [topic] = log!.topics as string[]
  return {
    address,
    fromBlock: quantityOf(Math.max(0, number - 2)),
    toBlock: quantityOf(number),
    ...(topic !== undefined && { topics: [topic] }),
  }
}

const NO_LOG = 'no log was found near the head'

/** The mismatches between a log and a filter, in a few words each. */
const faultsOfLog = (log: JsonObject, filter: JsonObject): string[] => {
  const number = Number(log.blockNumber)
  const faults: string[] = []
  if (number < Number(filter.fromBlock) || number > Number(filter.toBlock))
    faults.push(`a log of block ${number}, which is outside of the range`)
  if (lower(log.address) !== lower(filter.address)) faults.push(`a log of ${log.address}, which was not asked for`)
  const [topic] = (filter.topics ?? []) as string[]
  if (topic !== undefined && lower((log.topics as string[])[0]) !== lower(topic))
    faults.push('a log with another first topic')
  if (log.removed === true) faults.push('a log that was removed')
  return faults
}

const isInOrder = (logs: readonly JsonObject[]): boolean =>
  logs.every((log, index) => {
    const before = logs[index - 1]
    if (before === undefined || Number(before.blockNumber) < Number(log.blockNumber)) return true
    return before.blockNumber === log.blockNumber && Number(before.logIndex) <= Number(log.logIndex)
  })

const logChecks: readonly ConformCheck[] = [
  {
    id: 'logs.filter',
    title: 'logs are of the range, the address and the topic that were asked for, in order',
    profiles,
    methods: ['eth_getLogs'],
    run: async (context, say, skip) => {
      const filter = filterOf(context)
      if (filter === undefined) return skip(NO_LOG)
      const logs = await resultOf(context, 'eth_getLogs', [filter])
      if (!Array.isArray(logs))
        return say(`a filter of three blocks got no list: ${shown(JSON.stringify(logs) ?? 'an error')}`)
      for (const fault of new Set(logs.flatMap((log: JsonObject) => faultsOfLog(log, filter)))) say(fault)
      if (!isInOrder(logs)) say('the logs are not in the order of the chain')
      if (logs.length === 0) say('a log that the endpoint has is not found by its own filter')
    },
  },
  {
    id: 'logs.by-hash',
    title: 'a block’s logs are the same by its hash and by its number',
    profiles,
    methods: ['eth_getLogs'],
    run: async (context, say, skip) => {
      const { log, blockHash } = context.subjects
      if (log === undefined || blockHash === undefined) return skip(NO_LOG)
      const byHash = await resultOf(context, 'eth_getLogs', [{ blockHash }])
      const byNumber = await resultOf(context, 'eth_getLogs', [
        { fromBlock: log.blockNumber, toBlock: log.blockNumber },
      ])
      const count = (logs: unknown) => (Array.isArray(logs) ? `${logs.length} logs` : 'no list')
      if (count(byHash) !== count(byNumber)) say(`${count(byHash)} by hash, ${count(byNumber)} by number`)
    },
  },
  {
    id: 'logs.hash-and-range',
    title: 'a filter with a block’s hash and a range is refused',
    profiles: gateways,
    methods: ['eth_getLogs'],
    run: async (context, say) => {
      const { blockHash = `0x${'1'.repeat(64)}` } = context.subjects
      await expectRefusal(context, 'eth_getLogs', [{ blockHash, fromBlock: '0x1' }], [-32602], say)
    },
  },
  {
    id: 'logs.backwards',
    title: 'a range that ends before it begins is refused',
    profiles: gateways,
    methods: ['eth_getLogs'],
    run: async (context, say) => {
      const backwards = { fromBlock: '0x10', toBlock: '0x1' }
      await expectRefusal(context, 'eth_getLogs', [backwards], [-32602, -32000], say)
    },
  },
]

const receiptFaults = (receipt: JsonObject, transactionHash: string, log: JsonObject, say: SayViolation): void => {
  if (lower(receipt.transactionHash) !== lower(transactionHash))
    say(`the receipt is of ${receipt.transactionHash}, not of ${transactionHash}`)
  if (lower(receipt.blockHash) !== lower(log.blockHash)) say('the receipt is in another block than its log')
  const logs = (receipt.logs ?? []) as JsonObject[]
  if (logs.some((one) => lower(one.transactionHash) !== lower(transactionHash)))
    say('the receipt has a log of another transaction')
  if (!logs.some((one) => one.logIndex === log.logIndex)) say('the receipt lacks a log that the endpoint has')
}

const receiptChecks: readonly ConformCheck[] = [
  {
    id: 'receipt.of-log',
    title: 'a receipt is that of the transaction, in the block of its log, with its logs',
    profiles,
    methods: ['eth_getTransactionReceipt'],
    run: async (context, say, skip) => {
      const { log, transactionHash } = context.subjects
      if (log === undefined || transactionHash === undefined) return skip(NO_LOG)
      const receipt = await resultOf(context, 'eth_getTransactionReceipt', [transactionHash])
      if (receipt === null || typeof receipt !== 'object')
        return say('a transaction whose log the endpoint has got no receipt')
      receiptFaults(receipt as JsonObject, transactionHash, log, say)
    },
  },
  {
    id: 'receipt.unknown',
    title: 'a transaction that does not exist has the receipt null',
    profiles,
    methods: ['eth_getTransactionReceipt'],
    run: async (context, say) => {
      const { answer } = await context.call('eth_getTransactionReceipt', [`0x${'0'.repeat(63)}1`])
      if (answer.value.result !== null) say(`a transaction that does not exist got ${shown(answer.text)}`)
    },
  },
]

const stateChecks: readonly ConformCheck[] = [
  {
    id: 'chain.id',
    title: 'the chain’s number is a hexadecimal number, and stays',
    profiles,
    methods: ['eth_chainId'],
    run: async (context, say) => {
      const seen = [await resultOf(context, 'eth_chainId', []), await resultOf(context, 'eth_chainId', [])]
      if (!HEX_NUMBER.test(String(seen[0]))) say(`the chain’s number is ${shown(JSON.stringify(seen[0]) ?? 'missing')}`)
      if (seen[0] !== seen[1]) say(`the chain’s number was ${seen[0]}, then ${seen[1]}`)
    },
  },
  {
    id: 'head.forwards',
    title: 'the newest block is a hexadecimal number and never goes back',
    profiles,
    methods: ['eth_blockNumber'],
    run: async (context, say) => {
      let highest = context.subjects.head ?? 0
      for (let reads = 0; reads < HEAD_READS; reads++) {
        const said = await resultOf(context, 'eth_blockNumber', [])
        if (typeof said !== 'string' || !HEX_NUMBER.test(said))
          return say(`the newest block is ${shown(JSON.stringify(said) ?? 'missing')}`)
        if (Number(said) < highest) say(`the newest block was ${highest}, then ${Number(said)}`)
        highest = Math.max(highest, Number(said))
      }
    },
  },
  {
    id: 'storage.word',
    title: 'a storage value has 32 bytes',
    profiles,
    methods: ['eth_getStorageAt'],
    run: async (context, say) => {
      const { address = NO_ACCOUNT } = context.subjects
      const value = await resultOf(context, 'eth_getStorageAt', [address, '0x0', 'latest'])
      if (!WORD.test(String(value)))
        say(`the value is ${shown(JSON.stringify(value) ?? 'missing')}, which is not 32 bytes`)
    },
  },
  {
    id: 'block.tag-unknown',
    title: 'a block tag that does not exist is refused',
    profiles: gateways,
    methods: ['eth_getStorageAt'],
    run: async (context, say) => {
      for (const block of ['latst', '12', '0x'])
        await expectRefusal(context, 'eth_getStorageAt', [NO_ACCOUNT, '0x0', block], [-32602], say)
    },
  },
]

/** Checks of rules that EVM nodes agree on beyond the shape of an answer. */
export const evmChecks: readonly ConformCheck[] = [...stateChecks, ...logChecks, ...receiptChecks]
