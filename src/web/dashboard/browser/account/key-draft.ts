import type { AdminParams, Key } from '../../../../../generated/admin.js'
import { readLimit } from '../field-errors.js'
import type { AccountPage } from './account-page.js'

/** A form as typed: lists are lines. */
export interface KeyDraft {
  readonly label: string
  readonly networks: readonly string[]
  readonly dailyLimit: string
  readonly creditsPerSecond: string
  readonly allowedMethods: readonly string[]
  readonly allowedContracts: string
  readonly allowedOrigins: string
  readonly allowedSources: string
  readonly proof: Proof
}

/** Proof that callers send besides the key. */
export type Proof = 'nothing' | 'secret' | 'token'

const lines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A key's settings as params. */
export type KeyParams = Omit<AdminParams['key.create'], 'account' | 'secret'>

export const settingsOf = (draft: KeyDraft): KeyParams => ({
  label: draft.label.trim(),
  networks: [...draft.networks],
  dailyLimit: readLimit(draft.dailyLimit),
  creditsPerSecond: readLimit(draft.creditsPerSecond),
  allowedMethods: [...draft.allowedMethods],
  allowedContracts: lines(draft.allowedContracts),
  allowedOrigins: lines(draft.allowedOrigins),
  allowedSources: lines(draft.allowedSources),
  token: draft.proof === 'token',
})

export const settingsOfKey = (key: Key): KeyParams => settingsOf(draftOf(key))

/** A key as a form shows it. */
export const draftOf = (key: Key): KeyDraft => ({
  label: key.label,
  networks: key.networks,
  dailyLimit: key.dailyLimit === undefined ? '' : String(key.dailyLimit),
  creditsPerSecond: key.creditsPerSecond === undefined ? '' : String(key.creditsPerSecond),
  allowedMethods: key.allowedMethods,
  allowedContracts: key.allowedContracts.join('\n'),
  allowedOrigins: key.allowedOrigins.join('\n'),
  allowedSources: key.allowedSources.join('\n'),
  proof: key.hasSecret ? 'secret' : key.requiresToken ? 'token' : 'nothing',
})

/** The form of a new key. */
export const emptyFor = ({ facts }: AccountPage): KeyDraft => ({
  label: '',
  networks: facts.networks.map(({ name }) => name),
  dailyLimit: '',
  creditsPerSecond: '',
  allowedMethods: [],
  allowedContracts: '',
  allowedOrigins: '',
  allowedSources: '',
  proof: 'nothing',
})
