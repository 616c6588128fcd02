import { ADMIN_TOKEN, callApi } from './admin-api.js'
import { readConfig, startTestGateway, type TestGateway } from './gateway.js'
import { CLIENT } from './identity-provider.js'
import { type OpenidDoor, openBrowser } from './openid-browser.js'
import { ownPort } from './own-port.js'
import { type ScriptedProvider, startScriptedProvider } from './scripted-provider.js'

export const ANN = { email: 'ann@example.com', email_verified: true }
export const MINUTE_MS = 60_000

/** A gateway with one account, Ann's, whose holder signs in at a scripted provider. */
export class ScriptedOpenid {
  nowMs = Date.now()

  private constructor(
    readonly provider: ScriptedProvider,
    readonly gateway: TestGateway,
    readonly holders: OpenidDoor,
    private readonly settingOf: (issuer: string, more?: object) => Parameters<typeof startTestGateway>[0],
  ) {}

  static async start(): Promise<ScriptedOpenid> {
    const [provider, port] = [await startScriptedProvider(), await ownPort()]
    let openid: ScriptedOpenid | undefined
    const settingOf = (issuer: string, more: object = {}) => ({
      networks: { main: { urls: ['http://127.0.0.1:1'] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: {
        enabled: true,
        port,
        publicUrl: `http://localhost:${port}`,
        openid: { issuer, ...CLIENT, ...more },
      },
      ports: { nowMs: () => openid?.nowMs ?? Date.now() },
    })
    const gateway = await startTestGateway(settingOf(provider.issuer))
    const holders = { base: `http://127.0.0.1:${port}`, origin: `http://localhost:${port}` }
    openid = new ScriptedOpenid(provider, gateway, holders, settingOf)
    await callApi(gateway.adminUrl, 'account.create', { name: 'Ann', plan: 'core', email: ANN.email })
    return openid
  }

  /** The provider answers as it should, and its description is read again. */
  reset(): void {
    this.nowMs += 61 * MINUTE_MS
    this.provider.script = {}
    this.provider.asked.length = 0
  }

  reload(issuer: string, more: object = {}): void {
    const { gateway } = this
    gateway.reload(readConfig(gateway.configText(this.settingOf(issuer, more)), gateway.folder))
  }

  /** Begins a sign-in, as if the person had signed in at the provider. */
  async begin() {
    const browser = openBrowser(this.holders)
    const page = await browser.begin()
    this.provider.nonce = page.searchParams.get('nonce')!
    return { browser, query: `?code=c&state=${page.searchParams.get('state')}` }
  }

  async signIn(claims: object, more: object = {}) {
    this.provider.script = { claims: { ...ANN, ...claims }, ...more }
    const { browser, query } = await this.begin()
    return browser.finish(query)
  }

  /** The newest reason in the log. */
  get lastReason(): unknown {
    return this.gateway.logLines.findLast(({ reason }) => reason !== undefined)?.reason
  }

  async stop(): Promise<void> {
    await this.gateway.stop()
    await this.provider.stop()
  }
}
