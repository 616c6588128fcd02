import { ADDRESS, callOf, STORAGE_CALL } from '../../support/gateway.js'
import type { CallError } from './call-errors.js'

const RESETS_AT = '2026-11-22T00:00:00.000Z'
const balance = callOf('getTokenAccountBalance', ['4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'])

/** Calls refused for what the account or the key has left or is allowed. */
export const entitlementErrors: readonly CallError[] = [
  {
    name: 'daily-credits-exhausted',
    about: 'an account with fewer credits than the price',
    network: 'eth',
    account: { plan: 'poor' },
    before: STORAGE_CALL,
    call: STORAGE_CALL,
    status: 402,
    error: {
      code: -33000,
      message: 'daily credits exhausted',
      data: { dailyCredits: 100, cost: 80, resetsAt: RESETS_AT },
    },
  },
  {
    name: 'key-daily-credits-exhausted',
    about: 'a key with fewer credits of its own than the price',
    network: 'eth',
    key: { dailyLimit: 79 },
    call: STORAGE_CALL,
    status: 402,
    error: {
      code: -33001,
      message: "the API key's own daily credits are exhausted",
      data: { dailyCredits: 79, cost: 80, resetsAt: RESETS_AT },
    },
  },
  {
    name: 'throttled-evm',
    about: 'too many credits a second on EVM',
    network: 'eth',
    account: { plan: 'slow' },
    before: callOf('eth_getLogs', [{ address: [ADDRESS] }]),
    call: STORAGE_CALL,
    status: 429,
    error: {
      code: -32005,
      message: 'credits per second exceeded',
      // 45 credits are left and 35 missing, at 300 a second.
      data: { creditsPerSecond: 300, retryAfterMs: 117 },
    },
  },
  {
    name: 'throttled-solana',
    about: 'too many credits a second on Solana, where -32005 means something else',
    network: 'sol',
    account: { plan: 'slow' },
    before: balance,
    call: balance,
    status: 429,
    error: {
      code: -33200,
      message: 'credits per second exceeded',
      data: { creditsPerSecond: 300, retryAfterMs: 67 },
    },
  },
  {
    name: 'allowlist-refused',
    about: 'a method that the key may not call',
    network: 'eth',
    key: { allowedMethods: ['eth_getLogs'] },
    call: STORAGE_CALL,
    status: 403,
    error: { code: -33102, message: "refused by the API key's allowlist", data: { method: 'eth_getStorageAt' } },
  },
  {
    name: 'allowlist-refused',
    about: 'a contract address that the key may not ask',
    network: 'eth',
    key: { allowedContracts: [`0x${'22'.repeat(20)}`] },
    call: callOf('eth_getLogs', [{ address: [`0x${'22'.repeat(20)}`, ADDRESS] }]),
    status: 403,
    error: { code: -33102, message: "refused by the API key's allowlist", data: { path: '/0/address' } },
  },
]
