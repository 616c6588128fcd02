import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const APP = 'https://app.example'
const OTHER = 'https://other.example'

describe('a network with a list of web origins', () => {
  let key: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() => {
    const urls = [upstream.url]
    return startTestGateway({
      networks: { eth: { urls, cors: [APP, 'http://localhost:3000'] }, none: { urls, cors: [] }, open: { urls } },
    })
  })
  beforeAll(async () => {
    key = await gateway.addKey()
  })
  const said = ({ headers }: { readonly headers: Headers }) => [
    headers.get('access-control-allow-origin'),
    headers.get('access-control-expose-headers')?.includes('X-Credits-Cost') ?? false,
    headers.get('vary'),
  ]
  const ALL = ['*', true, null]
  const NONE = [null, false, 'Origin']
  const only = (origin: string) => [origin, true, 'Origin']

  test.each([
    ['eth', APP, only(APP)],
    ['eth', 'http://localhost:3000', only('http://localhost:3000')],
    ['eth', OTHER, NONE],
    ['eth', `${APP}.evil.example`, NONE],
    ['eth', 'null', NONE],
    ['eth', undefined, NONE],
    ['none', APP, NONE],
    ['open', OTHER, ALL],
    ['open', undefined, ALL],
  ])(
    'lets pages of its own origins read every reply, and no others: %s asked from %s',
    async (network, origin, expected) => {
      const headers = origin === undefined ? {} : { origin }
      const url = `${gateway.url}/${network}/v3/`
      for (const [path, status] of [
        [key, 200],
        ['tgk_none', 401],
      ] as const) {
        const reply = await post(url + path, STORAGE_CALL, headers)
        expect([reply.status, said(reply)]).toEqual([status, expected])
      }
      const wrongMethod = await fetch(url + key, { headers })
      expect([wrongMethod.status, said(wrongMethod)]).toEqual([405, expected])
      const preflight = await fetch(url + key, { method: 'OPTIONS', headers })
      expect([preflight.status, said(preflight)]).toEqual([204, expected])
    },
  )

  test.each([
    ['network', '/polygon/v3/', 'unknown_network'],
    ['path', '/eth/v4/', 'unknown_path'],
  ])('lets every page read that there is no such %s', async (_what, path, reason) => {
    const url = `${gateway.url}${path}${key}`
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: OTHER } })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS'])
    const reply = await post(url, STORAGE_CALL, { origin: OTHER })
    expect([preflight, reply].map((one) => one.headers.get('access-control-allow-origin'))).toEqual(['*', '*'])
    expect([reply.status, reply.json.error.data]).toEqual([404, { name: 'not-found', reason }])
  })

  test('lets every page read the contract, which has no secret', async () => {
    const reply = await fetch(`${gateway.url}/eth/openrpc.json`, { headers: { origin: OTHER } })
    expect(said(reply).slice(0, 2)).toEqual(['*', true])
  })
})
