import { base58Text, KEY_DIGITS } from './solana-signatures.js'

/** Slots without a block, so that height and slot differ. */
const SKIPPED_SLOTS = 22_000_000
/** Blocks for which a blockhash is valid. */
const BLOCKHASH_BLOCKS = 150
/** Of mainnet-beta. */
const SLOTS_IN_EPOCH = 432_000

/** The number of blocks up to a slot. */
export const heightAt = (slot: number): number => slot - SKIPPED_SLOTS

/** The last block that may have a transaction with the blockhash of a slot. */
export const lastValidHeightAt = (slot: number): number => heightAt(slot) + BLOCKHASH_BLOCKS

const blockhashAt = (slot: number): string => base58Text(`blockhash:${slot}`, KEY_DIGITS)

/** The value of getLatestBlockhash. */
export const latestBlockhashAt = (slot: number): object => ({
  blockhash: blockhashAt(slot),
  lastValidBlockHeight: lastValidHeightAt(slot),
})

/** True for the blockhashes of the newest blocks. */
export const isBlockhashValidAt = (blockhash: string, slot: number): boolean =>
  Array.from({ length: BLOCKHASH_BLOCKS }, (_, behind) => slot - behind).some((one) => blockhashAt(one) === blockhash)

/** The result of getEpochInfo; its height is that of getBlockHeight. */
export const epochAt = (slot: number): object => ({
  absoluteSlot: slot,
  blockHeight: heightAt(slot),
  epoch: Math.floor(slot / SLOTS_IN_EPOCH),
  slotIndex: slot % SLOTS_IN_EPOCH,
  slotsInEpoch: SLOTS_IN_EPOCH,
  transactionCount: heightAt(slot),
})
