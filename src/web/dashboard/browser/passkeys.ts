import { ask, signIn } from './gateway.js'
import { session } from './state.js'

export interface ListedPasskey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** Left out or null if it was never used. */
  readonly lastUsedAt?: string | null
}

/** True if the gateway's address allows passkeys, and the browser reads their options itself. */
export const hasPasskeys = (): boolean =>
  session.value?.canUsePasskey === true &&
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

/** Rejects with a sentence for people when the browser refuses a request. */
const orUnderstood = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'InvalidStateError') throw new Error('This device has a passkey for the account already.')
    if (name === 'NotAllowedError') throw new Error('No passkey was used: it was cancelled, or there was none.')
    throw new Error(`The browser could not use a passkey: ${message}`)
  }
}

/** Signs in by whichever passkey the person chooses. Errors: rejects with the reason. */
export const signInByPasskey = async (): Promise<void> => {
  const options = await ask('passkeys/challenge', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const signed = await orUnderstood(navigator.credentials.get({ publicKey }))
  await signIn({ signed: (signed as PublicKeyCredential).toJSON() }, 'passkeys/sign-in')
}

/** Makes a passkey and adds it to the account. Errors: rejects with the reason. */
export const addPasskey = async (name: string): Promise<void> => {
  const options = await ask('passkeys/begin', {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await orUnderstood(navigator.credentials.create({ publicKey }))
  await ask('passkeys/add', { name, made: (made as PublicKeyCredential).toJSON() })
}

export const listPasskeys = async (): Promise<readonly ListedPasskey[]> =>
  (await ask('passkeys/list', {})).passkeys as readonly ListedPasskey[]

/** Removes a passkey, and ends the sessions that it began. */
export const removePasskey = (id: string): Promise<unknown> => ask('passkeys/remove', { id })
