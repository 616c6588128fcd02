// Flows of @solana/kit, a process each: `node kit.mjs FLOW URL WORLD` prints what it found as JSON.
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'

const [flow, url, text] = process.argv.slice(2)
const { seed, receiver, amount, webSocketUrl } = JSON.parse(text)
const rpc = createSolanaRpc(url)
const payer = await createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(seed))
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Instruction 2 of the system program, followed by the lamports. */
const transfer = (lamports) => {
  const data = new DataView(new ArrayBuffer(12))
  data.setUint32(0, 2, true)
  data.setBigUint64(4, BigInt(lamports), true)
  return {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER, signer: payer },
      { address: address(receiver), role: AccountRole.WRITABLE },
    ],
    data: new Uint8Array(data.buffer),
  }
}
const messageOf = async (lamports) => {
  const { value: latest } = await rpc.getLatestBlockhash().send()
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(latest, message),
    (message) => appendTransactionMessageInstruction(transfer(lamports), message),
  )
}
const signed = async (lamports) => signTransactionMessageWithSigners(await messageOf(lamports))
const send = async (lamports) => {
  const transaction = await signed(lamports)
  await rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send()
  return getSignatureFromTransaction(transaction)
}
const balance = () => rpc.getBalance(payer.address).send()

const flows = {
  read: async () => ({
    hasSlot: (await rpc.getSlot().send()) > 0n,
    hasBlockhash: (await rpc.getLatestBlockhash().send()).value.blockhash.length > 30,
    balance: String((await balance()).value),
  }),
  send: async () => {
    const sendAndConfirm = sendAndConfirmTransactionFactory({
      rpc,
      rpcSubscriptions: createSolanaRpcSubscriptions(webSocketUrl),
    })
    await sendAndConfirm(await signed(amount), { commitment: 'confirmed' })
    return { isConfirmed: true }
  },
  fail: async () => {
    try {
      await send('999000000000')
    } catch (error) {
      const logs = error.context?.logs ?? []
      return { isTold: logs.some((line) => line.includes('insufficient lamports')) }
    }
  },
  poll: async () => {
    const sent = await send(amount)
    for (;;) {
      const found = await rpc.getSignaturesForAddress(payer.address, { limit: 10 }).send()
      if (found.some(({ signature }) => signature === sent)) return { isFound: true }
      await pause(500)
    }
  },
  // It sends equal calls at the same time once, so these differ.
  batch: async () => {
    const blocks = Array.from({ length: 50 }, (_, index) =>
      rpc.getBalance(payer.address, { minContextSlot: BigInt(index) }).send(),
    )
    return { answers: (await Promise.all(blocks)).length }
  },
  fee: async () => {
    const { messageBytes } = compileTransaction(await messageOf(amount))
    const { value } = await rpc.getFeeForMessage(getBase64Decoder().decode(messageBytes)).send()
    return { fee: String(value) }
  },
  burst: async () => {
    const calls = [balance, () => rpc.getSlot().send(), () => rpc.getLatestBlockhash().send()]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length]())
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
  watch: async () => {
    const subscriptions = createSolanaRpcSubscriptions(webSocketUrl)
    const end = new AbortController()
    const options = { abortSignal: end.signal }
    const confirmed = { commitment: 'confirmed' }
    const transaction = await signed(amount)
    const signature = getSignatureFromTransaction(transaction)
    /** Subscribes, and returns a promise of the first notification. */
    const first = async (request) => {
      const notifications = await request.subscribe(options)
      const read = async () => {
        for await (const notification of notifications) return notification
      }
      return { notification: read() }
    }
    const accounts = await first(subscriptions.accountNotifications(address(receiver), confirmed))
    const logs = await first(subscriptions.logsNotifications({ mentions: [payer.address] }, confirmed))
    const outcomes = await first(subscriptions.signatureNotifications(signature, confirmed))
    const slots = await first(subscriptions.slotNotifications())
    // surfpool confirms a subscription before it has registered it.
    const { slot } = await slots.notification
    await rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send()
    const found = {
      hasSlots: slot > 0n,
      lamports: String((await accounts.notification).value.lamports),
      isLogged: (await logs.notification).value.signature === signature,
      isConfirmed: (await outcomes.notification).value.err === null,
    }
    end.abort()
    return found
  },
}

console.log(JSON.stringify(await flows[flow]()))
