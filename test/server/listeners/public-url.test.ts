import { parseConfig } from '../../../src/server/config/load.js'
import { startTestGateway } from '../../support/gateway.js'

const NETWORKS = { main: { urls: ['http://127.0.0.1:1'] } }

/** The addresses that the served contract names. */
const serversOf = async (base: string): Promise<string[]> => {
  const { servers } = (await (await fetch(`${base}/openrpc.json`)).json()) as { servers: { url: string }[] }
  return servers.map(({ url }) => url)
}

test('the served contract names the address that callers are to use, and a reload changes it', async () => {
  const gateway = await startTestGateway({ networks: NETWORKS, listen: { publicUrl: 'https://rpc.example.com/base/' } })
  const servers = async (): Promise<string[]> => {
    return (await serversOf(gateway.url)).map((url) => url.slice(0, url.indexOf('/$')))
  }
  expect(await servers()).toEqual(['https://rpc.example.com/base', 'wss://rpc.example.com/base'])
  expect((await fetch(`${gateway.url}/openrpc.json`)).headers.get('cache-control')).toMatch(/^public/)
  const { config } = parseConfig(gateway.configText({ networks: NETWORKS }), {
    path: `${gateway.folder}/tollgate.yaml`,
    env: {},
    fileExists: () => true,
  })
  expect(gateway.reload(config!)).toEqual([])
  expect(await servers()).toEqual([gateway.url, gateway.url.replace('http', 'ws')])
  await gateway.stop()
})

test('without such an address it names the one that was asked under, which others are not given', async () => {
  const gateway = await startTestGateway({ networks: NETWORKS, listen: { host: '::' } })
  const { port } = new URL(gateway.url)
  for (const base of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    expect((await serversOf(base))[0]).toMatch(`${base}/`)
    expect((await fetch(`${base}/openrpc.json`)).headers.get('cache-control')).toMatch(/^private/)
  }
  await gateway.stop()
})
