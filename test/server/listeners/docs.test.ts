import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { expectSoon } from '../../support/expect-soon.js'
import { readConfig, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const NETWORKS = {
  eth: { urls: ['http://127.0.0.1:9'] },
  near: { urls: ['http://127.0.0.1:9'], recentBlocks: 128, safeTag: false },
  sol: { family: 'solana' as const, urls: ['http://127.0.0.1:9'] },
}

/** Other threads compress the page, which a busy machine may not run. */
const LIMIT_MS = 20_000

describe('the docs page', () => {
  const gateway = started(() => startTestGateway({ networks: NETWORKS }))
  const get = (path: string, setting: RequestInit = {}) => fetch(`${gateway.url}${path}`, setting)

  test('is open to all, and lets nothing foreign run, load or frame it', async () => {
    const page = await get('/docs')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = page.headers.get('content-security-policy')!
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(policy).toContain(`connect-src 'self' ${gateway.url.replace('http', 'ws')};`)
  })

  test('is of all networks, or of one with its deviations', async () => {
    const textOf = async (path: string) => (await get(path)).text()
    const all = await textOf('/docs')
    expect(all).toContain('id="eth_getLogs"')
    expect(all).toContain('id="getTokenAccountBalance"')
    expect(all).toContain('<option>near</option>')
    const near = await textOf('/near/docs')
    expect(near).toContain('id="eth_getLogs"')
    expect(near).not.toContain('id="getTokenAccountBalance"')
    expect(near).toContain('This network serves its latest 128 blocks only')
    expect(near).toContain(`${gateway.url}/near/v3/API_KEY`)
    expect(await textOf('/eth/docs')).not.toContain('blocks only')
  })

  test('is compressed, answers 304 to who has it, and HEAD without a body', async () => {
    await expectSoon(async () => (await get('/eth/docs')).headers.get('content-encoding'), 'gzip', LIMIT_MS)
    const { headers } = await get('/eth/docs')
    expect(headers.get('cache-control')).toBe('no-cache')
    const etag = headers.get('etag')!
    expect((await get('/eth/docs', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const asked = await get('/eth/docs', { method: 'HEAD' })
    expect([asked.status, await asked.text(), asked.headers.get('etag')]).toEqual([200, '', etag])
    expect((await get('/eth/docs', { method: 'POST' })).status).toBe(405)
  })

  test('has its script and its style beside it, for ever under their names', async () => {
    const page = await (await get('/near/docs')).text()
    const files = [...page.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path!)
    expect(files).toEqual([expect.stringMatching(/\.css$/), expect.stringMatching(/\.js$/)])
    for (const [index, type] of ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'].entries())
      for (const prefix of ['/', '/near/']) {
        const { status, headers } = await get(prefix + files[index]!)
        expect([status, headers.get('content-type')]).toEqual([200, type])
        expect(headers.get('cache-control')).toContain('immutable')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
    for (const path of ['/docs/', '/docs/app.js', '/docs/../openrpc.json.js', '/polygon/docs', '/docs/__proto__'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('costs nothing and counts as no call', async () => {
    const callsIn = async () =>
      (await (await fetch(`${gateway.adminUrl}/metrics`)).text())
        .split('\n')
        .filter((line) => line.startsWith('tollgate_calls_total'))
        .join('\n')
    const before = await callsIn()
    await (await get('/docs')).text()
    expect(await callsIn()).toBe(before)
  })

  test('is made anew after a reload, and gone when it is switched off', async () => {
    const reload = (setting: Parameters<TestGateway['configText']>[0]) =>
      gateway.reload(readConfig(gateway.configText(setting), gateway.folder))
    await reload({ networks: { ...NETWORKS, later: { urls: ['http://127.0.0.1:9'] } } })
    expect(await (await get('/docs')).text()).toContain('<option>later</option>')
    await reload({ networks: NETWORKS, listen: { docs: false } })
    for (const path of ['/docs', '/eth/docs']) expect((await get(path)).status).toBe(404)
    expect((await get('/openrpc.json')).status).toBe(200)
  })
})

test('its bytes are those of the page, compressed', async () => {
  const gateway = await startTestGateway({ networks: NETWORKS })
  try {
    const plain = Buffer.from(
      await (await fetch(`${gateway.url}/docs`, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer(),
    )
    const raw = () =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        request(`${gateway.url}/docs`, { headers: { 'accept-encoding': 'br' } }, (reply) => {
          const pieces: Buffer[] = []
          reply.on('data', (piece: Buffer) => pieces.push(piece))
          reply.on('end', () => resolve({ encoding: reply.headers['content-encoding'], bytes: Buffer.concat(pieces) }))
        })
          .on('error', reject)
          .end()
      })
    await expectSoon(async () => (await raw()).encoding, 'br', LIMIT_MS)
    const { bytes } = await raw()
    expect(brotliDecompressSync(bytes).equals(plain)).toBe(true)
    expect(bytes.length).toBeLessThan(120_000)
  } finally {
    await gateway.stop()
  }
})
