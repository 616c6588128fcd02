import { ADMIN_TOKEN, callApi } from './admin-api.js'
import { type Collector, startCollector } from './collector.js'
import { askDashboard } from './dashboard.js'
import { readConfig, startTestGateway, type TestGateway } from './gateway.js'

export const SECRET = 'whsec-0123456789abcdef'
export const MINUTE_MS = 60_000

/** A gateway that posts links for holders to a webhook, at a time that the test sets. */
export class LinkGateway {
  nowMs = Date.parse('2026-11-21T12:00:00Z')
  gateway!: TestGateway
  /** The origin of the holders' listener. */
  holders!: string

  private constructor(readonly hook: Collector) {}

  static async start(): Promise<LinkGateway> {
    const links = new LinkGateway(await startCollector())
    links.gateway = await startTestGateway(links.withWebhook())
    await links.gateway.addKey({}, { name: 'Demo app' })
    const { json } = await callApi(links.gateway.adminUrl, 'account.invite', { id: links.gateway.last.accountId })
    links.holders = new URL(json.result.url).origin
    return links
  }

  settingOf(dashboard: object) {
    return {
      networks: { main: { urls: ['http://127.0.0.1:9'] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true, port: 0, ...dashboard },
      ports: { nowMs: () => this.nowMs },
    }
  }

  withWebhook() {
    return this.settingOf({ linkWebhook: { url: `${this.hook.url}/links`, secret: SECRET } })
  }

  configWith(setting: ReturnType<LinkGateway['settingOf']>) {
    return readConfig(this.gateway.configText(setting), this.gateway.folder)
  }

  async newAccount(): Promise<string> {
    await this.gateway.addKey()
    return this.gateway.last.accountId
  }

  ask(account: unknown, from?: string) {
    const more = from === undefined ? {} : { from }
    return askDashboard(this.holders, '/dashboard/new-link', { body: { account }, ...more })
  }

  signIn(link: string) {
    return askDashboard(this.holders, '/dashboard/sign-in', { body: { link: link.split('#link=')[1] } })
  }

  posted() {
    return this.hook.posted.map(({ body }) => JSON.parse(body))
  }

  async counted(outcome: string): Promise<number> {
    const text = await (await fetch(`${this.gateway.adminUrl}/metrics`)).text()
    return Number(new RegExp(`tollgate_link_requests_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1])
  }

  linesOf(message: string) {
    return this.gateway.logLines.filter((line) => line.message === message)
  }

  async stop(): Promise<void> {
    await this.gateway.stop()
    await this.hook.stop()
  }
}
