import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Account } from '../../accounts/account.js'
import { MAX_PASSKEYS, type Passkey, type PasskeyStore } from '../../accounts/passkey-store.js'
import { sourceName } from '../../accounts/source-range.js'
import { CHALLENGE_MS, type ChallengeDeps, Challenges } from '../challenges.js'
import { SignInQueue } from '../sign-in-queue.js'
import type { RelyingParty } from './relying-party.js'

/** Loads 15 MB, for about 0.25 s: only gateways with a dashboard need it. */
export const loadLibrary = () => import('@simplewebauthn/server')

const SIGN_IN = 'sign in'
const addingTo = (accountId: string): string => `add to ${accountId}`

/** ECDSA with P-256, and RSA with SHA-256 for Windows Hello. */
const ALGORITHMS = [-7, -257]
/** The longest credential id that WebAuthn allows, in base64url. */
const ID = /^[A-Za-z0-9_-]{1,1364}$/
const MAX_PUBLIC_KEY_BYTES = 2_048
const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb']

export interface PasskeyDeps extends Omit<ChallengeDeps, 'store'> {
  readonly store: PasskeyStore
  /** Counts a sign-in of an account; false above the rate. */
  maySignIn(accountId: string): boolean
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes as string).toString('base64url')

/** Result of a verification; undefined for whatever a browser sends that is not right. */
const orRefused = <T>(verify: () => Promise<T>): Promise<T | undefined> => verify().catch(() => undefined)

/**
 * Passkeys of account holders. An authenticator signs a challenge for one origin, so what a page of
 * another origin obtained is refused, and so is what signed somebody in before.
 */
export class Passkeys {
  private readonly queue = new SignInQueue()
  private readonly challenges: Challenges

  constructor(private readonly deps: PasskeyDeps) {
    this.challenges = new Challenges(deps)
  }

  list(accountId: string): Promise<Passkey[]> {
    return this.deps.store.listPasskeys(accountId)
  }

  async has(id: string): Promise<boolean> {
    return (await this.deps.store.findPasskey(id)) !== undefined
  }

  /** Undefined if the account has no such passkey; `id` may be any text. */
  async remove(id: string, accountId: string): Promise<Passkey | undefined> {
    return ID.test(id) ? this.deps.store.removePasskey(id, accountId) : undefined
  }

  /** Options with which a browser makes a passkey for an account. */
  async optionsToAdd({ id, name }: Account, party: RelyingParty) {
    const { generateRegistrationOptions } = await loadLibrary()
    return generateRegistrationOptions({
      rpName: 'Tollgate',
      rpID: party.id,
      userID: new TextEncoder().encode(id),
      userName: name,
      challenge: await this.challenges.create(addingTo(id)),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: (await this.list(id)).map((passkey) => ({
        id: passkey.id,
        transports: TRANSPORTS.filter((one) => passkey.transports.includes(one)),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    })
  }

  /** Adds the passkey that a browser made; `full` if the account has all that it may have. */
  async add(accountId: string, party: RelyingParty, name: string, made: unknown): Promise<'added' | 'wrong' | 'full'> {
    const { verifyRegistrationResponse } = await loadLibrary()
    const { store, nowMs } = this.deps
    let challenge = ''
    const found = await orRefused(() =>
      verifyRegistrationResponse({
        response: made as RegistrationResponseJSON,
        expectedChallenge: (text) => {
          challenge = text
          return this.challenges.isValid(text, addingTo(accountId))
        },
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    )
    const credential = found?.verified === true ? found.registrationInfo.credential : undefined
    if (credential === undefined || !ID.test(credential.id)) return 'wrong'
    if (credential.publicKey.length > MAX_PUBLIC_KEY_BYTES) return 'wrong'
    if (!(await this.challenges.use(challenge))) return 'wrong'
    const { id, counter, transports } = credential
    const isAdded = await store.addPasskey({
      id,
      accountId,
      name,
      publicKey: base64url(credential.publicKey),
      counter,
      transports: TRANSPORTS.filter((one) => transports?.includes(one)),
      createdAt: new Date(nowMs()).toISOString(),
    })
    if (isAdded) return 'added'
    return (await this.list(accountId)).length >= MAX_PASSKEYS ? 'full' : 'wrong'
  }

  /**
   * Options with which a browser signs in by any passkey for this gateway. A few challenges are
   * made at once, and sources take turns; checks of signatures share these turns.
   */
  async optionsToSignIn(party: RelyingParty, source: string) {
    const { generateAuthenticationOptions } = await loadLibrary()
    return this.queue.run(sourceName(source), async () =>
      generateAuthenticationOptions({
        rpID: party.id,
        challenge: await this.challenges.create(SIGN_IN),
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      }),
    )
  }

  /** Finds whose passkey signed. Signatures are judged a few at once and by sources in turn. */
  async signIn(party: RelyingParty, signed: unknown, source: string): Promise<Passkey | 'wrong' | 'throttled'> {
    return this.queue.run(sourceName(source), () => this.judge(party, signed as AuthenticationResponseJSON))
  }

  private async judge(
    party: RelyingParty,
    response: AuthenticationResponseJSON,
  ): Promise<Passkey | 'wrong' | 'throttled'> {
    const { store, nowMs, maySignIn } = this.deps
    const id = response?.id
    const passkey = typeof id === 'string' && ID.test(id) ? await store.findPasskey(id) : undefined
    if (passkey === undefined || response.response?.userHandle !== base64url(passkey.accountId)) return 'wrong'
    const { verifyAuthenticationResponse } = await loadLibrary()
    let challenge = ''
    const found = await orRefused(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: (text) => {
          challenge = text
          return this.challenges.isValid(text, SIGN_IN)
        },
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }),
    )
    if (found?.verified !== true) return 'wrong'
    // Only with a right signature: a stranger uses up nobody's sign-ins.
    if (!maySignIn(passkey.accountId)) return 'throttled'
    if (!(await this.challenges.use(challenge))) return 'wrong'
    const at = new Date(nowMs()).toISOString()
    return (await store.usePasskey(passkey, found.authenticationInfo.newCounter, at)) ? passkey : 'wrong'
  }
}
