import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data as string).toString('base64url')

/** Values of an authenticator's answer that differ from those of a right one. */
interface Deviations {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly userHandle?: string
  readonly isVerified?: boolean
}

/** An authenticator with one passkey, in software; it signs whatever the test asks for. */
export const createAuthenticator = (origin: string, counts = false) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = ''
  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authData = ({ rpId = new URL(origin).hostname, isVerified = true, ...given }: Deviations, more?: Buffer) => {
    const head = Buffer.alloc(5)
    head[0] = 0x01 | (isVerified ? 0x04 : 0) | (more === undefined ? 0 : 0x40)
    if (counts) counter += 1
    head.writeUInt32BE(given.counter ?? counter, 1)
    return Buffer.concat([sha256(rpId), head, more ?? Buffer.alloc(0)])
  }
  const credential = (): Buffer => {
    const { x, y } = publicKey.export({ format: 'jwk' })
    const cose = ['a5010203262001215820', '225820'].map((hex) => Buffer.from(hex, 'hex'))
    const parts = [cose[0]!, Buffer.from(x!, 'base64url'), cose[1]!, Buffer.from(y!, 'base64url')]
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...parts])
  }
  return {
    id: base64url(id),
    /** Answers the options for a new passkey. */
    make: (options: { challenge: string; user: { id: string } }, deviations: Deviations = {}) => {
      userHandle = options.user.id
      const data = authData(deviations, credential())
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const client = clientData('webauthn.create', options.challenge, deviations.origin ?? origin)
      const response = {
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation),
        transports: ['usb'],
      }
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response, clientExtensionResults: {} }
    },
    /** Answers the options for a sign-in. */
    sign: (options: { challenge: string }, deviations: Deviations = {}) => {
      const data = authData(deviations)
      const client = clientData('webauthn.get', options.challenge, deviations.origin ?? origin)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: deviations.userHandle ?? userHandle,
      }
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}
