import { parseConfig } from '../../src/config/load.js'
import { startTestGateway } from '../support/gateway.js'

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
  const { config } = parseConfig(gateway.configText({ networks: NETWORKS }), {
    path: `${gateway.folder}/tollgate.yaml`,
    env: {},
    fileExists: () => true,
  })
  expect(gateway.reload(config!)).toEqual([])
  expect(await servers()).toEqual([gateway.url, gateway.url.replace('http', 'ws')])
  await gateway.stop()
})

test('a listener on every interface is named as this machine reaches it', async () => {
  const gateway = await startTestGateway({ networks: NETWORKS, listen: { host: '::' } })
  const { port } = new URL(gateway.url)
  expect((await serversOf(`http://127.0.0.1:${port}`))[0]).toMatch(new RegExp(`^http://localhost:${port}/`))
  await gateway.stop()
})
