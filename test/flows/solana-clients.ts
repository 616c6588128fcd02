import type { Rpc, SolanaRpcApi } from '@solana/kit'
import type { Connection } from '@solana/web3.js'
import type { SolanaClient } from '../../generated/client/src/index.js'
import { clientRow } from './client-row.js'

/** The packages are loaded by what connects: the page is written without them. */
const ONLY_SUBSCRIPTIONS = 'it uses WebSockets for subscriptions only'

const kit = clientRow<Rpc<SolanaRpcApi>, 'solana'>({
  name: '@solana/kit',
  family: 'solana',
  over: {
    http: async (url) => ({ client: (await import('@solana/kit')).createSolanaRpc(url) as Rpc<SolanaRpcApi> }),
    websocket: ONLY_SUBSCRIPTIONS,
  },
  calls: {
    getSlot: (rpc) => rpc.getSlot().send(),
    getLatestBlockhash: (rpc) => rpc.getLatestBlockhash().send(),
    getBalance: (rpc, { owner }) => rpc.getBalance(owner as never).send(),
    getAccountInfo: (rpc, { address }) => rpc.getAccountInfo(address as never, { encoding: 'base64' }).send(),
    getTokenAccountBalance: (rpc, { address }) => rpc.getTokenAccountBalance(address as never).send(),
    getTokenAccountsByOwner: (rpc, { owner, mint }) =>
      rpc.getTokenAccountsByOwner(owner as never, { mint: mint as never }, { encoding: 'jsonParsed' }).send(),
    sendTransaction: async (rpc, { signed }) =>
      rpc.sendTransaction((await signed()) as never, { encoding: 'base64' }).send(),
    batch: 'it sends none',
  },
})

const key = async (text: string) => new (await import('@solana/web3.js')).PublicKey(text)

const web3 = clientRow<Connection, 'solana'>({
  name: '@solana/web3.js',
  family: 'solana',
  over: {
    http: async (url) => ({ client: new (await import('@solana/web3.js')).Connection(url, 'confirmed') }),
    websocket: ONLY_SUBSCRIPTIONS,
  },
  calls: {
    getSlot: (connection) => connection.getSlot(),
    getLatestBlockhash: (connection) => connection.getLatestBlockhashAndContext(),
    getBalance: async (connection, { owner }) => connection.getBalance(await key(owner)),
    getAccountInfo: async (connection, { address }) => connection.getAccountInfo(await key(address)),
    getTokenAccountBalance: async (connection, { address }) => connection.getTokenAccountBalance(await key(address)),
    getTokenAccountsByOwner: async (connection, { owner, mint }) =>
      connection.getParsedTokenAccountsByOwner(await key(owner), { mint: await key(mint) }),
    sendTransaction: async (connection, { signed }) =>
      connection.sendRawTransaction(Buffer.from(await signed(), 'base64')),
    batch: 'only `getTransactions` and its like send some, several of one method',
  },
})

const ONLY_BUILT_IN = 'no method of the built-in contract: `tollgate client` writes one that has it'
const connectGenerated = async (url: string) => {
  const client = new (await import('../../generated/client/src/index.js')).SolanaClient({ url })
  return { client, close: () => client.close() }
}

const generated = clientRow<SolanaClient, 'solana'>({
  name: '@tollgate/client',
  family: 'solana',
  over: { http: connectGenerated, websocket: connectGenerated },
  calls: {
    getSlot: ONLY_BUILT_IN,
    getLatestBlockhash: ONLY_BUILT_IN,
    getBalance: ONLY_BUILT_IN,
    getAccountInfo: ONLY_BUILT_IN,
    getTokenAccountBalance: (client, { address }) => client.getTokenAccountBalance(address),
    getTokenAccountsByOwner: (client, { owner, mint }) =>
      client.getTokenAccountsByOwner(owner, { mint }, { encoding: 'jsonParsed' }),
    sendTransaction: ONLY_BUILT_IN,
    batch: async (client, { address }) => {
      const call = { method: 'getTokenAccountBalance', params: [address] } as const
      const replies = await client.batch([call, call])
      return replies.map((reply) => ('result' in reply ? reply.result : reply))
    },
  },
})

/** Clients of Solana networks, but for the one of any JSON-RPC server. */
export const solanaClients = [kit, web3, generated]
