import { randomBytes } from 'node:crypto'
import { constants, gzipSync } from 'node:zlib'
import { AUDIENCE, ISSUER, tokenWith } from '../../../support/tokens.js'
import { callText, logsCall, storageCall } from './calls.js'
import { askForEver, pathOf, postRequest } from './http-load.js'
import { type Kind, LARGE_BODIES_P99_MS, MEGABYTES_P99_MS, REFUSALS } from './kind.js'

const MEGABYTE = 1_048_576
const PACKED = { 'Content-Encoding': 'gzip' }
/**
 * Packs a text with a code for each single byte, so that unpacking takes long. A megabyte becomes
 * 130 KB.
 */
const huffmanOnly = (text: string) => gzipSync(text, { strategy: constants.Z_HUFFMAN_ONLY })
const TOKEN_BYTES = 5_000

/** Returns a token with the claims and the key id of the issuer, and a random signature. */
const wrongToken = (account: string): string => {
  const claims = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: account,
    exp: Math.floor(Date.now() / 1_000) + 60,
    pad: randomBytes(TOKEN_BYTES / 2).toString('base64'),
  }
  return tokenWith({ alg: 'ES256', kid: 'ES256', typ: 'JWT' }, claims, () => randomBytes(64))
}

/** Attacks on the work of libuv's threads: unpacking, packing, signatures. */
export const packedAndTokens: readonly Kind[] = [
  {
    name: 'packed bodies of blanks',
    plan: 'poor',
    does: /^400:-32700/,
    refusedBy: REFUSALS,
    atLeast: 20,
    start: (attack) => {
      const request = postRequest(pathOf(attack), huffmanOnly(' '.repeat(MEGABYTE)), PACKED)
      askForEver(attack, { connections: 16, request: () => request })
    },
  },
  {
    name: 'packed bodies that would become too large',
    knownP99Ms: LARGE_BODIES_P99_MS,
    plan: 'poor',
    does: /^413/,
    refusedBy: REFUSALS,
    atLeast: 50,
    start: (attack) => {
      const request = postRequest(pathOf(attack), gzipSync(' '.repeat(200 * MEGABYTE)), PACKED)
      askForEver(attack, { connections: 16, request: () => request })
    },
  },
  {
    name: 'packed bodies that are no gzip',
    plan: 'poor',
    does: /^400/,
    refusedBy: REFUSALS,
    atLeast: 50,
    start: (attack) => {
      const request = postRequest(pathOf(attack), randomBytes(MEGABYTE / 2), PACKED)
      askForEver(attack, { connections: 16, request: () => request })
    },
  },
  {
    name: 'answers of 5 MB that are to be packed',
    knownP99Ms: MEGABYTES_P99_MS,
    plan: 'rich',
    does: /^200$/,
    refusedBy: REFUSALS,
    atLeast: 2,
    start: (attack) => {
      const headers = { 'Accept-Encoding': 'gzip' }
      const request = () => postRequest(pathOf(attack), logsCall(), headers)
      askForEver(attack, { connections: 8, request })
    },
  },
  {
    name: 'wrong tokens with the right key id',
    plan: 'poor',
    wantsToken: true,
    does: /^401/,
    refusedBy: REFUSALS,
    atLeast: 100,
    start: (attack) => {
      const call = storageCall()
      const request = () =>
        postRequest(pathOf(attack), call, { Authorization: `Bearer ${wrongToken(attack.target.account)}` })
      askForEver(attack, { connections: 16, request })
    },
  },
  {
    name: 'guessed keys',
    plan: 'poor',
    does: /^401/,
    refusedBy: REFUSALS,
    atLeast: 100,
    start: (attack) => {
      const guess = () => attack.target.keys[0]!.slice(0, 8) + randomBytes(16).toString('hex')
      const request = () => postRequest(pathOf(attack, guess()), callText('eth_blockNumber'))
      askForEver(attack, { connections: 32, request })
    },
  },
]
