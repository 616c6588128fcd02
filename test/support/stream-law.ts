import { readQuantity } from '../../src/runtime/quantity.js'

/** Members of a header that the law is about. */
export interface HeadEvent {
  readonly hash: string
  readonly parentHash: string
  readonly number: string
}

/** Members of a log that the law is about. */
export interface LogEvent {
  readonly blockHash: string
  readonly blockNumber: string
  readonly logIndex: string
  readonly removed?: boolean
}

const numberOf = (text: string): number => Number(readQuantity(text) ?? Number.NaN)

/**
 * Checks the heads of one subscription: each is the child of one that came before, or of the block
 * at which the subscription began.
 *
 * Source  docs/subscriptions.md
 */
export class HeadLaw {
  /** Every break of the law, in words. */
  readonly broken: string[] = []
  events = 0
  /** The canonical heads that were delivered, from the first on. */
  private chain: HeadEvent[] = []

  event(head: HeadEvent): void {
    this.events++
    const { chain } = this
    const parentAt = chain.findLastIndex(({ hash }) => hash === head.parentHash)
    const isFirst = chain.length === 0 || chain[0]!.parentHash === head.parentHash
    if (parentAt < 0 && !isFirst) this.broken.push(`head ${head.number} ${head.hash} has no delivered parent`)
    if (parentAt >= 0 && numberOf(head.number) !== numberOf(chain[parentAt]!.number) + 1)
      this.broken.push(`head ${head.number} follows ${chain[parentAt]!.number}`)
    if (chain.some(({ hash }) => hash === head.hash)) this.broken.push(`head ${head.number} came twice`)
    this.chain = [...chain.slice(0, parentAt + 1), head]
  }

  get last(): HeadEvent | undefined {
    return this.chain.at(-1)
  }

  /** Compares with the hashes of the real chain, by number, once nothing moves any more. */
  atRest(hashes: ReadonlyMap<number, string>): void {
    for (const [number, hash] of hashes) {
      const delivered = this.chain.find((head) => numberOf(head.number) === number)
      if (delivered?.hash !== hash) this.broken.push(`block ${number} is ${hash}, delivered was ${delivered?.hash}`)
    }
  }
}

/**
 * Checks the logs of one subscription: each one added comes behind the last, and each one removed
 * is the last.
 *
 * Source  docs/subscriptions.md
 */
export class LogLaw {
  readonly broken: string[] = []
  added = 0
  removed = 0
  private readonly standing: LogEvent[] = []

  event(log: LogEvent): void {
    const last = this.standing.at(-1)
    const name = `log ${log.blockNumber} ${log.blockHash} ${log.logIndex}`
    if (log.removed === true) {
      this.removed++
      if (last === undefined || textOf(last) !== textOf(log)) this.broken.push(`${name} is removed and is not the last`)
      else this.standing.pop()
      return
    }
    this.added++
    if (last !== undefined && !isBehind(log, last)) {
      const isDouble = this.standing.some((one) => textOf(one) === textOf(log))
      this.broken.push(isDouble ? `${name} came twice` : `${name} comes behind ${textOf(last)}`)
    }
    this.standing.push(log)
  }

  /** The newest standing log, for a subscriber that goes on from it. */
  get last(): LogEvent | undefined {
    return this.standing.at(-1)
  }

  /** Compares with all logs of the real chain that match, once nothing moves any more. */
  atRest(logs: readonly LogEvent[], fromBlock: number): void {
    const wanted = logs.filter(({ blockNumber }) => numberOf(blockNumber) >= fromBlock).map(textOf)
    const got = this.standing.filter(({ blockNumber }) => numberOf(blockNumber) >= fromBlock).map(textOf)
    const missing = wanted.filter((text) => !got.includes(text))
    const surplus = got.filter((text) => !wanted.includes(text))
    for (const text of missing) this.broken.push(`missing: ${text}`)
    for (const text of surplus) this.broken.push(`surplus: ${text}`)
  }
}

/** Returns the number of breaks of each part of the law. */
export const countBreaks = (broken: readonly string[]): Readonly<Record<string, number>> => {
  const count = (words: RegExp) => broken.filter((text) => words.test(text)).length
  return {
    missing: count(/^missing|delivered was undefined/),
    surplus: count(/^surplus|delivered was 0x/),
    doubled: count(/came twice/),
    disordered: count(/comes behind|is not the last|^head \S+ follows/),
    unconnected: count(/has no delivered parent/),
  }
}

const textOf = ({ blockHash, blockNumber, logIndex }: LogEvent): string =>
  `${blockNumber} ${blockHash} ${numberOf(logIndex)}`

const isBehind = (log: LogEvent, last: LogEvent): boolean => {
  const blocks = numberOf(log.blockNumber) - numberOf(last.blockNumber)
  if (blocks !== 0) return blocks > 0
  return log.blockHash === last.blockHash && numberOf(log.logIndex) > numberOf(last.logIndex)
}
