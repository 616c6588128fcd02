import type { Surfpool } from './surfpool.js'

/** Contents of the demo's Solana network: base58 public keys. */
export interface SolanaFixture {
  readonly owner: string
  readonly mint: string
  /** The owner's associated token account for `mint`: 5 tokens of 6 decimals. */
  readonly tokenAccount: string
  /**
   * Another account of the same owner and mint: 9,007,199,254,740,993 units and rent epoch 2^64−1,
   * both beyond JavaScript's numbers.
   */
  readonly largeTokenAccount: string
}

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const MINT_LAMPORTS = 1_461_600
const DECIMALS = 6
const AMOUNT = 5_000_000n
const LARGE_AMOUNT = 2n ** 53n + 1n

/**
 * Ed25519 public keys of the seeds SHA-256("tollgate demo owner"), "… mint" and "… savings
 * account".
 */
const owner = '2ajeV81gHQR2k8qo2AmmHY3v4PcYj6hNkJuT1p8E4pxL'
const mint = 'FaRwSQoBYXGfo4ppw64aTbUJHSVqdQgC7DbRZVsscxBG'
const largeTokenAccount = 'GhZEPWGJchPCtRYmnf86LbSV1Gvyng55UX7tDRzbdDPp'

/** Creates a mint and two token accounts on a fresh surfpool, by its cheatcodes. */
export const createSolanaFixture = async (surfpool: Surfpool): Promise<SolanaFixture> => {
  await surfpool.call('surfnet_setAccount', [
    mint,
    { lamports: MINT_LAMPORTS, owner: TOKEN_PROGRAM, data: mintData(), executable: false },
  ])
  await surfpool.call('surfnet_setTokenAccount', [owner, mint, { amount: Number(AMOUNT) }, TOKEN_PROGRAM])
  const { value } = (await surfpool.call('getTokenAccountsByOwner', [owner, { mint }, { encoding: 'base64' }])) as {
    value: { pubkey: string; account: { data: [string, string]; lamports: number } }[]
  }
  const [first] = value
  if (!first) throw new Error('surfpool did not keep the token account it was given')
  const data = Buffer.from(first.account.data[0], 'base64')
  data.writeBigUInt64LE(LARGE_AMOUNT, AMOUNT_OFFSET)
  // As text: JSON.stringify would round 2^64−1, the rent epoch of every new account on the live
  // networks.
  await surfpool.call(
    'surfnet_setAccount',
    `["${largeTokenAccount}",{"lamports":${first.account.lamports},"owner":"${TOKEN_PROGRAM}","data":"${data.toString('hex')}",` +
      '"executable":false,"rentEpoch":18446744073709551615}]',
  )
  return { owner, mint, tokenAccount: first.pubkey, largeTokenAccount }
}

/**
 * Offset of `amount` in a token account: after the public keys of its mint and its owner (spl-token
 * `Account`).
 */
const AMOUNT_OFFSET = 64

/** spl-token `Mint`: authority (none), supply, decimals, initialized, freeze authority (none). */
const mintData = (): string => {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(AMOUNT + LARGE_AMOUNT, 36)
  data.writeUInt8(DECIMALS, 44)
  data.writeUInt8(1, 45)
  return data.toString('hex')
}
