// Flows of @solana/web3.js 1, a process each: `node web3-solana.mjs FLOW URL WORLD` prints what it
// found as JSON.
import { Connection, Keypair, PublicKey, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'

const [flow, url, text] = process.argv.slice(2)
const { seed, receiver, amount, webSocketUrl } = JSON.parse(text)
const connection = new Connection(url, { commitment: 'confirmed', wsEndpoint: webSocketUrl })
const payer = Keypair.fromSeed(Uint8Array.from(seed))
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const transferOf = (lamports) =>
  new Transaction().add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: new PublicKey(receiver),
      lamports: BigInt(lamports),
    }),
  )
const balance = () => connection.getBalance(payer.publicKey)

const flows = {
  read: async () => ({
    hasSlot: (await connection.getSlot()) > 0,
    hasBlockhash: (await connection.getLatestBlockhash()).blockhash.length > 30,
    balance: String(await balance()),
  }),
  send: async () => {
    await sendAndConfirmTransaction(connection, transferOf(amount), [payer])
    return { isConfirmed: true }
  },
  fail: async () => {
    try {
      await connection.sendTransaction(transferOf('999000000000'), [payer])
    } catch (error) {
      return { isTold: error.logs.some((line) => line.includes('insufficient lamports')) }
    }
  },
  poll: async () => {
    const sent = await connection.sendTransaction(transferOf(amount), [payer])
    for (;;) {
      const found = await connection.getSignaturesForAddress(payer.publicKey, { limit: 10 })
      if (found.some(({ signature }) => signature === sent)) return { isFound: true }
      await pause(500)
    }
  },
  batch: async () => ({ answers: (await Promise.all(Array.from({ length: 50 }, balance))).length }),
  fee: async () => {
    const transaction = transferOf(amount)
    transaction.feePayer = payer.publicKey
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    return { fee: String((await connection.getFeeForMessage(transaction.compileMessage())).value) }
  },
  burst: async () => {
    const calls = [balance, () => connection.getSlot(), () => connection.getLatestBlockhash()]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length]())
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
  watch: async () => {
    let slotId
    let accountId
    let logsId
    let slots = 0
    const slot = new Promise((resolve) => {
      slotId = connection.onSlotChange((change) => {
        slots += 1
        if (slots === 2) resolve(change)
      })
    })
    const account = new Promise((resolve) => {
      accountId = connection.onAccountChange(new PublicKey(receiver), resolve)
    })
    const logs = new Promise((resolve) => {
      logsId = connection.onLogs(payer.publicKey, resolve)
    })
    // It does not say when it is subscribed, and surfpool confirms a subscription before it has
    // registered it: the others are there some time after the first slot.
    await slot
    const latest = await connection.getLatestBlockhash()
    const signature = await connection.sendTransaction(transferOf(amount), [payer])
    const { value } = await connection.confirmTransaction({ signature, ...latest })
    const found = {
      hasSlots: (await slot).slot > 0,
      lamports: String((await account).lamports),
      isLogged: (await logs).signature === signature,
      isConfirmed: value.err === null,
    }
    await connection.removeSlotChangeListener(slotId)
    await connection.removeAccountChangeListener(accountId)
    await connection.removeOnLogsListener(logsId)
    return found
  },
}

console.log(JSON.stringify(await flows[flow]()))
