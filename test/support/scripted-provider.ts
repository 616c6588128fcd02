import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { CLIENT } from './identity-provider.js'

/** A test's changes of a provider that is otherwise right. */
export interface ProviderScript {
  /** Members of the token that differ or are added; undefined leaves one out. */
  claims?: Readonly<Record<string, unknown>>
  /** Signs with a key that the provider does not publish. */
  hasOtherKey?: boolean
  /** Members of the provider's description that differ. */
  description?: Readonly<Record<string, unknown>>
  /** Answers requests to a path in place of the provider. */
  answer?: Readonly<Record<string, RequestListener>>
}

/** A provider that issues the test's token for any code. */
export interface ScriptedProvider {
  readonly issuer: string
  script: ProviderScript
  /** The nonce of the sign-in, which the test reads from the URL of the provider's page. */
  nonce: string
  /** Paths of the requests received, in order. */
  readonly asked: string[]
  stop(): Promise<void>
}

/** Starts a provider that misbehaves as its script says. */
export const startScriptedProvider = async (): Promise<ScriptedProvider> => {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const key = { ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: ScriptedProvider = {
    issuer,
    script: {},
    nonce: '',
    asked: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const send = (response: ServerResponse, body: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const tokenOf = () => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: issuer, aud: CLIENT.clientId, sub: 'person', iat: now, exp: now + 60, nonce: provider.nonce }
    const signed = new SignJWT({ ...claims, ...provider.script.claims }).setProtectedHeader({
      alg: 'RS256',
      kid: 'own',
    })
    return signed.sign(provider.script.hasOtherKey === true ? other.privateKey : own.privateKey)
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url!.split('?')[0]!
    provider.asked.push(path)
    request.resume()
    const scripted = provider.script.answer?.[path]
    if (scripted !== undefined) return scripted(request, response)
    if (path === '/.well-known/openid-configuration') {
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
      const description = { issuer, ...endpoints, jwks_uri: `${issuer}/jwks`, ...provider.script.description }
      return void send(response, description)
    }
    if (path === '/jwks') return void send(response, { keys: [key] })
    if (path === '/token')
      return void send(response, { access_token: 'a', token_type: 'bearer', id_token: await tokenOf() })
    response.writeHead(404).end()
  }
  return provider
}
