/** The part of oidc-provider that tests use; the package has no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    interactionFinished(...parts: [...Parameters<RequestListener>, result: object]): Promise<void>
    readonly Client: { find(id: string): Promise<object | undefined> }
    readonly Grant: new (of: {
      readonly accountId: string
      readonly clientId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
