/** Transports of the matrix. */
export const transports = ['http', 'websocket'] as const
/** One of `transports`. */
export type ClientTransport = (typeof transports)[number]

/** Calls of everyday use, by what is sent; `batch`: several calls as one message. */
export const everydayCalls = {
  evm: [
    'eth_chainId',
    'eth_blockNumber',
    'eth_getBlockByNumber',
    'eth_getBalance',
    'eth_getTransactionCount',
    'eth_getCode',
    'eth_getStorageAt',
    'eth_call',
    'eth_gasPrice',
    'eth_getLogs',
    'eth_getTransactionByHash',
    'eth_getTransactionReceipt',
    'eth_sendRawTransaction',
    'batch',
  ],
  solana: [
    'getSlot',
    'getLatestBlockhash',
    'getBalance',
    'getAccountInfo',
    'getTokenAccountBalance',
    'getTokenAccountsByOwner',
    'sendTransaction',
    'batch',
  ],
} as const

/** A network's family, as in the contract. */
export type ClientFamily = keyof typeof everydayCalls

/** Values to ask about, on the node that the test started. */
export interface ClientSubjects {
  readonly address: string
  readonly hash: string
  readonly position: string
  /** Data of a call of the contract at `address`. */
  readonly callData: string
  /** On Solana, where `address` is a token account. */
  readonly owner: string
  readonly mint: string
  /** A signed transaction that was not sent before: hexadecimal, or base64 on Solana. */
  signed(): Promise<string>
}

/** A client's own way to make a call. */
export type Ask<C> = (client: C, subjects: ClientSubjects) => Promise<unknown>
/** A call, or the reason why it has no ●. */
type Cell<C> = Ask<C> | string

/** A client, unmodified, with the options that its documentation begins with. */
interface ClientSetting<C, F extends ClientFamily> {
  /** The npm package. */
  readonly name: string
  readonly family: F
  /**
   * Functions that make the client and close it, for each transport. A text says why the client
   * cannot use that transport.
   */
  readonly over: Readonly<
    Record<ClientTransport, ((url: string) => Promise<{ readonly client: C; readonly close?: () => unknown }>) | string>
  >
  readonly calls: Readonly<Record<(typeof everydayCalls)[F][number], Cell<C>>>
  /** Reason why the client sends no batch over WebSocket, though it sends some over HTTP. */
  readonly noSocketBatch?: string
}

/** A client that is connected. */
interface ConnectedClient {
  ask(call: string, subjects: ClientSubjects): Promise<unknown>
  close(): unknown
}

/** A row of the matrix: what a test runs and a page shows. */
export interface ClientRow {
  readonly name: string
  readonly family: ClientFamily
  /**
   * Returns why a call is not made over a transport; undefined if it is made, as the test proves.
   */
  reasonOf(transport: ClientTransport, call: string): string | undefined
  connect(transport: ClientTransport, url: string): Promise<ConnectedClient>
}

/** Makes a row from a client. The row hides the client's own type. */
export const clientRow = <C, F extends ClientFamily>({
  name,
  family,
  over,
  calls,
  noSocketBatch,
}: ClientSetting<C, F>): ClientRow => {
  const cellOf = (call: string) => (calls as Readonly<Record<string, Cell<C>>>)[call]!
  return {
    name,
    family,
    reasonOf: (transport, call) => {
      const way = over[transport]
      if (typeof way === 'string') return way
      if (transport === 'websocket' && call === 'batch' && noSocketBatch !== undefined) return noSocketBatch
      const cell = cellOf(call)
      return typeof cell === 'string' ? cell : undefined
    },
    connect: async (transport, url) => {
      const way = over[transport]
      if (typeof way === 'string') throw new Error(way)
      const { client, close } = await way(url)
      return { ask: (call, subjects) => (cellOf(call) as Ask<C>)(client, subjects), close: () => close?.() }
    },
  }
}
