import {
  address,
  airdropFactory,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { Connection, Keypair, PublicKey, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { SolanaClient } from '../../../generated/client/src/index.js'
import { document } from '../../../generated/document.js'
import type { ConformDeps } from '../../../src/tools/conform/check.js'
import { solanaSubscriptionChecks } from '../../../src/tools/conform/checks/solana-subscriptions.js'
import { subscriptionChecks } from '../../../src/tools/conform/checks/subscriptions.js'
import { EventSocket } from '../../../src/tools/conform/event-socket.js'
import { startMock } from '../../../src/tools/mock/mock.js'
import { expectSoon } from '../../support/expect-soon.js'
import { started } from '../../support/started.js'

const ADDRESS = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SIGNATURE = '5uA1tM8xUB1snFmQPBQj7EzrNypKRnM5h64GqdL475hEkHs7ymqNzTemqgewhbjPUn1FpCXFnekRJ7i2gd4VFWxi'
const BLOCKHASH = '9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6'
const WITHIN_MS = 20_000
const EVENTS = 4

const mock = started(() => {
  const limits = { dailyCredits: 100_000_000, creditsPerSecond: 1_000_000 }
  return startMock({ port: 0, seed: 'test', blockTimeMs: 100, ...limits, env: {} })
})

/** The node alone, and the gateway in front of it. */
const places = {
  node: () => {
    const { url } = mock.nodes.find(({ network }) => network === 'solana-mainnet')!
    return { http: url, webSocket: url.replace('http', 'ws') }
  },
  gateway: () => mock.endpoints.find(({ network }) => network === 'solana-mainnet')!,
}

/** Returns the first events of a watch, and ends it. */
const firstOf = async <Event>(events: AsyncIterable<Event>, count = EVENTS): Promise<readonly Event[]> => {
  const read: Event[] = []
  for await (const event of events) if (read.push(event) === count) break
  return read
}
/** Waits until web3.js has closed its WebSocket, which it does once it has no listener. */
const closed = (connection: Connection) =>
  expectSoon(() => (connection as unknown as Record<string, unknown>)._rpcWebSocketConnected, false, WITHIN_MS)

/** Returns the first events of a subscription of kit, and ends it. */
const first = async <Event>(
  request: { subscribe(options: { abortSignal: AbortSignal }): Promise<AsyncIterable<Event>> },
  count = EVENTS,
) => {
  const stop = new AbortController()
  try {
    return await firstOf(await request.subscribe({ abortSignal: stop.signal }), count)
  } finally {
    stop.abort()
  }
}
const ascends = (slots: readonly bigint[]) => slots.slice(1).every((slot, index) => slot > slots[index]!)

describe.each(['node', 'gateway'] as const)('over the %s', (place) => {
  test('kit gets slots, roots, accounts, programs, logs and the outcome of a signature', async () => {
    const kit = createSolanaRpcSubscriptions(places[place]().webSocket)
    const processed = { commitment: 'processed', encoding: 'base64' } as const
    const slots = await first(kit.slotNotifications())
    expect(ascends(slots.map(({ slot }) => slot))).toBe(true)
    for (const { slot, parent, root } of slots) expect([parent, root]).toEqual([slot - 1n, slot - 32n])
    expect(ascends(await first(kit.rootNotifications()))).toBe(true)
    const accounts = await first(kit.accountNotifications(address(ADDRESS), processed))
    expect(ascends(accounts.map(({ context }) => context.slot))).toBe(true)
    expect(ascends(accounts.map(({ value }) => value.lamports))).toBe(true)
    expect(accounts[0]!.value.data).toEqual(['', 'base64'])
    const programs = await first(kit.programNotifications(address(PROGRAM), processed))
    for (const { value } of programs) expect([value.account.owner, value.pubkey.length]).toEqual([PROGRAM, 43])
    const mentions = { mentions: [address(ADDRESS)] as [ReturnType<typeof address>] }
    const logs = await first(kit.logsNotifications(mentions, { commitment: 'processed' }))
    for (const { value } of logs) expect(value.logs).toContain(`Program ${ADDRESS} success`)
    expect(new Set(logs.map(({ value }) => value.signature)).size).toBe(EVENTS)
    const outcomes = await first(kit.signatureNotifications(signature(SIGNATURE), { commitment: 'confirmed' }), 1)
    expect(outcomes[0]!.value).toEqual({ err: null })
  })

  test('kit sends a transaction and confirms it, and an airdrop', async () => {
    const { http, webSocket } = places[place]()
    const rpc = createSolanaRpc(http)
    const rpcSubscriptions = createSolanaRpcSubscriptions(webSocket)
    const payer = await generateKeyPairSigner()
    const { value: latest } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (one) => setTransactionMessageFeePayerSigner(payer, one),
      (one) => setTransactionMessageLifetimeUsingBlockhash(latest, one),
    )
    const transaction = await signTransactionMessageWithSigners(message)
    assertIsSendableTransaction(transaction)
    assertIsTransactionWithBlockhashLifetime(transaction)
    const send = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
    await send(transaction, { commitment: 'confirmed' })
    const [status] = (await rpc.getSignatureStatuses([getSignatureFromTransaction(transaction)]).send()).value
    expect(status).toMatchObject({ err: null, confirmationStatus: expect.stringMatching(/confirmed|finalized/) })
    const airdrop = airdropFactory({ rpc, rpcSubscriptions } as never)
    const given = { recipientAddress: payer.address, lamports: lamports(1_000_000n), commitment: 'confirmed' } as const
    expect(await airdrop(given)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
  })

  test('web3.js sends a transaction and confirms it, and an airdrop', async () => {
    const { http, webSocket } = places[place]()
    const connection = new Connection(http, { wsEndpoint: webSocket, commitment: 'confirmed' })
    const payer = Keypair.generate()
    const transfer = { fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }
    const transaction = new Transaction().add(SystemProgram.transfer(transfer))
    const sent = await sendAndConfirmTransaction(connection, transaction, [payer])
    expect(sent).toBe(getBase58Decoder().decode(transaction.signature!))
    const given = await connection.requestAirdrop(payer.publicKey, 1_000_000)
    const latest = await connection.getLatestBlockhash()
    expect((await connection.confirmTransaction({ signature: given, ...latest })).value.err).toBeNull()
    await closed(connection)
  })

  test('web3.js gets slots and accounts, and confirms transactions', async () => {
    const { http, webSocket } = places[place]()
    const connection = new Connection(http, { wsEndpoint: webSocket, commitment: 'confirmed' })
    const [slots, balances] = [[] as number[], [] as number[]]
    const ofSlots = connection.onSlotChange(({ slot }) => slots.push(slot))
    const ofAccount = connection.onAccountChange(new PublicKey(ADDRESS), ({ lamports: now }) => balances.push(now))
    await expectSoon(() => slots.length >= EVENTS && balances.length >= EVENTS, true, WITHIN_MS)
    expect(slots).toEqual([...new Set(slots)].sort((one, other) => one - other))
    await connection.removeSlotChangeListener(ofSlots)
    await connection.removeAccountChangeListener(ofAccount)
    const lastValidBlockHeight = (await connection.getBlockHeight('processed')) + 1_000
    const own = { signature: SIGNATURE, blockhash: BLOCKHASH, lastValidBlockHeight }
    // The answer of getSignatureStatus, which web3.js asks, too, has more members.
    expect((await connection.confirmTransaction(own, 'confirmed')).value).toMatchObject({ err: null })
    const { value } = await connection.getSignatureStatus(SIGNATURE)
    expect(value).toMatchObject({ err: null, confirmationStatus: expect.stringMatching(/confirmed|finalized/) })
    await closed(connection)
  })
})

test('the generated client watches slots, accounts and signatures through the gateway', async () => {
  const client = new SolanaClient({ url: places.gateway().webSocket })
  const slots = await firstOf(client.watchSlot())
  expect(ascends(slots.map(({ slot }) => BigInt(slot)))).toBe(true)
  const accounts = await firstOf(client.watchAccount(ADDRESS, { commitment: 'processed', encoding: 'base64' }))
  expect(ascends(accounts.map(({ value }) => BigInt(value.lamports)))).toBe(true)
  const outcomes = await firstOf(client.watchSignature(SIGNATURE, { commitment: 'processed' }), 2)
  expect(outcomes.map(({ value }) => value)).toEqual([{ err: null }])
  await client.close()
})

test('an account that is watched is read as it is notified', async () => {
  const { http, webSocket } = places.gateway()
  const connection = new Connection(http, { wsEndpoint: webSocket, commitment: 'processed' })
  const key = new PublicKey(PROGRAM)
  const seen: { slot: number; lamports: number }[] = []
  const listener = connection.onAccountChange(key, ({ lamports }, { slot }) => seen.push({ slot, lamports }))
  await expectSoon(() => seen.length >= 1, true, WITHIN_MS)
  const { context, value } = await connection.getAccountInfoAndContext(key)
  const [oldest] = seen
  expect(value!.lamports - oldest!.lamports).toBe(context.slot - oldest!.slot)
  const balance = await connection.getBalanceAndContext(key)
  expect(balance.value - oldest!.lamports).toBe(balance.context.slot - oldest!.slot)
  await connection.removeAccountChangeListener(listener)
  await closed(connection)
})

test('a message above 4,096 bytes closes a WebSocket of the node, and the gateway sends none', async () => {
  const tooLong = [PROGRAM, { filters: [{ memcmp: { offset: 0, bytes: '1'.repeat(5_000) } }] }]
  const direct = await EventSocket.open(places.node().webSocket)
  await expect(direct.ask('programSubscribe', tooLong)).rejects.toThrow('the WebSocket was closed with 1006')
  const [bystander, caller] = await Promise.all([1, 2].map(() => EventSocket.open(places.gateway().webSocket)))
  await bystander!.ask('logsSubscribe', ['all'])
  const reply = await caller!.ask('programSubscribe', tooLong)
  expect(reply.error).toMatchObject({ code: -32602 })
  const isEvent = ({ method }: { method?: unknown }) => method === 'logsNotification'
  const count = bystander!.messages.filter(isEvent).length + EVENTS
  expect(await bystander!.until(count, isEvent, WITHIN_MS)).toHaveLength(count)
  for (const socket of [bystander!, caller!]) socket.close()
})

test.each(['node', 'gateway'] as const)('the conformance kit finds nothing to say of the %s', async (place) => {
  const said: string[] = []
  const { http, webSocket } = places[place]()
  const send = async (body: string) => ({ body, text: await (await fetch(http, { method: 'POST', body })).text() })
  const tell = (text: string) => said.push(text)
  const deps = { profile: 'tollgate', document } as unknown as ConformDeps
  const checks = [...subscriptionChecks(webSocket, 'solana', { send }), ...solanaSubscriptionChecks(webSocket)]
  await Promise.all(checks.map((check) => check.run(deps, tell, tell)))
  expect(said).toEqual([])
})
