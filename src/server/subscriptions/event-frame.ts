export class EventFrame {
  private readonly head: string
  private readonly tail: string

  /** `idText` is the id as JSON. The members stand in the order of the family's reference node. */
  constructor(family: 'evm' | 'solana', notification: string, idText: string) {
    const start = `{"jsonrpc":"2.0","method":"${notification}","params":{`
    const id = `"subscription":${idText}`
    this.head = family === 'evm' ? `${start}${id},"result":` : `${start}"result":`
    this.tail = family === 'evm' ? '}}' : `,${id}}}`
  }

  /** The pieces of a notification; `result` is latin1 text. */
  around(result: string): string[] {
    return [this.head, result, this.tail]
  }

  lengthOf(result: string): number {
    return this.head.length + result.length + this.tail.length
  }
}
