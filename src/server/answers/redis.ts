import { createClient, ErrorReply, RESP_TYPES } from '@redis/client'
import { sharedLookup } from '../../runtime/dns/shared-lookup.js'

const CONNECT_TIMEOUT_MS = 1_000
/** The time for the first answers on a connection, which the client itself does not limit. */
const GREETING_TIMEOUT_MS = 5_000
const RECONNECT_MS = 500
const MAX_QUEUED = 1_000
const BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } as const
const NONE = Buffer.alloc(0)
/** The first word of an error from the server: WRONGPASS, NOAUTH, LOADING. */
const REPLY_CODE = /^[A-Z]+/

/**
 * A key-value server that several gateways share (Redis, Valkey). While it is down, any method may
 * reject or stay pending for ever.
 */
export interface KeyValue {
  /** True while there is a connection. */
  readonly isReady: boolean
  /** The first `maxBytes` of each key's value; empty if missing or not a string. */
  read(keys: readonly string[], maxBytes: readonly number[]): Promise<readonly Buffer[]>
  write(key: string, value: Buffer, seconds: number): Promise<void>
  /** Writes a value that does not expire; with `isFirst`, only if the key has none. */
  writeLasting(key: string, value: string, isFirst: boolean): Promise<void>
  /** Drops the connection with all its pending requests, and opens another. */
  reset(): void
  close(): void
}

/**
 * Connects to Redis or Valkey, and reconnects after a loss. The server need not be up.
 *
 * `url`       `redis[s]://[user:password@]host[:port][/database]`; never passed to `onChange`
 * `onChange`  called each time the connection is made or lost, and if the first attempt fails
 */
export const openRedis = (url: string, onChange: (isReady: boolean, reason: string) => void): KeyValue => {
  let wasReady: boolean | undefined
  let client = connect(url, changed, reset)
  function changed(isReady: boolean, reason: string): void {
    if (isReady === wasReady) return
    wasReady = isReady
    onChange(isReady, reason)
  }
  function reset(): void {
    end(client)
    client = connect(url, changed, reset)
  }
  const readOne = async (key: string, maxBytes: number): Promise<Buffer> => {
    try {
      const found = await client.sendCommand<unknown>(['GETRANGE', key, '0', String(maxBytes - 1)], BYTES)
      return Buffer.isBuffer(found) ? found : NONE
    } catch (error) {
      // The key holds another type of value: it belongs to another program.
      if (error instanceof ErrorReply) return NONE
      throw error
    }
  }
  return {
    get isReady() {
      return client.isReady
    },
    read: (keys, maxBytes) => Promise.all(keys.map((key, index) => readOne(key, maxBytes[index]!))),
    write: async (key, value, seconds) => {
      await client.sendCommand(['SET', key, value, 'EX', String(seconds)])
    },
    writeLasting: async (key, value, isFirst) => {
      await client.sendCommand(['SET', key, value, ...(isFirst ? ['NX'] : [])])
    },
    reset,
    close: () => end(client),
  }
}

type Client = ReturnType<typeof connect>

const connect = (url: string, changed: (isReady: boolean, reason: string) => void, reset: () => void) => {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED,
    socket: { lookup: sharedLookup, connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: () => RECONNECT_MS },
  })
  let greeting: NodeJS.Timeout | undefined
  const hung = (): void => {
    if (!client.isOpen) return
    changed(false, 'timed_out')
    reset()
  }
  client.on('connect', () => {
    clearTimeout(greeting)
    greeting = setTimeout(hung, GREETING_TIMEOUT_MS).unref()
  })
  client.on('ready', () => {
    clearTimeout(greeting)
    changed(true, 'connected')
  })
  client.on('error', (error: unknown) => {
    changed(false, reasonOf(error))
    // It read what is no answer, and would take later answers for those of other requests.
    if (client.isReady) reset()
  })
  // The client keeps trying. Permanent failures (a wrong password) are reported as errors, too.
  client.connect().catch((error: unknown) => changed(false, reasonOf(error)))
  return client
}

const end = (client: Client): void => {
  client.removeAllListeners()
  client.on('error', () => {})
  try {
    client.destroy()
  } catch {
    // It was closed already.
  }
}

/** A code or the error's class, because its text may contain the address. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ErrorReply) return REPLY_CODE.exec(error.message)?.[0].toLowerCase() ?? 'error'
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code.toLowerCase() : String(name ?? 'error')
}
