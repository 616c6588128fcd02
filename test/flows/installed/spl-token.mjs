// A flow of @solana/spl-token: `node spl-token.mjs FLOW URL WORLD` prints what it found as JSON.
import { createMint, getAccount, getOrCreateAssociatedTokenAccount, mintTo, transfer } from '@solana/spl-token'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'

const [flow, url, text] = process.argv.slice(2)
const { seed, receiver, amount, webSocketUrl } = JSON.parse(text)
const connection = new Connection(url, { commitment: 'confirmed', wsEndpoint: webSocketUrl })
const payer = Keypair.fromSeed(Uint8Array.from(seed))
const DECIMALS = 6

const flows = {
  // Each step is a transaction that it waits for.
  token: async () => {
    const mint = await createMint(connection, payer, payer.publicKey, null, DECIMALS)
    const accountOf = (owner) => getOrCreateAssociatedTokenAccount(connection, payer, mint, owner)
    const [own, other] = [await accountOf(payer.publicKey), await accountOf(new PublicKey(receiver))]
    await mintTo(connection, payer, mint, own.address, payer, BigInt(amount))
    await transfer(connection, payer, own.address, other.address, payer, BigInt(amount))
    return { tokens: String((await getAccount(connection, other.address)).amount) }
  },
}

console.log(JSON.stringify(await flows[flow]()))
