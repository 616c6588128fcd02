import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSync } from 'esbuild'
import type { Contract } from '../../../src/contract/contract.js'
import { startChromium } from '../../support/chromium.js'
import { started } from '../../support/started.js'
import { type BuiltClient, buildClient } from './built-client.js'
import { startExampleGateway } from './readme-examples.js'

const contract = JSON.parse(readFileSync('openrpc.json', 'utf8')) as Contract

/**
 * The script of a page that calls a network over HTTP and over a WebSocket, and puts what it
 * learned into its title.
 */
const script = ({ program }: BuiltClient, entry: '@tollgate/client' | '@tollgate/client/fetch'): string => {
  const contents = `import { EvmClient, RpcError } from '${entry}'
const [, url] = location.hash.split('#')
const http = new EvmClient({ url })
const socket = new EvmClient({ url: url.replace(/^http/, 'ws').replace('/v3/', '/ws/v3/') })
const told = async () => {
  const { result, facts } = await http.reply('eth_blockNumber', [])
  const refusal = await http.call('eth_getLogs', [{ fromBlock: 'wrong' }]).catch((error) => error)
  return [result, facts.creditsCost, facts.servedBy, await socket.eth_chainId(), refusal instanceof RpcError, refusal.name].join(' ')
}
document.title = await told().catch((error) => String(error.stack))
`
  const stdin = { contents, resolveDir: program }
  const options = { bundle: true, format: 'esm', platform: 'browser', target: 'es2022', write: false } as const
  const { outputFiles, metafile } = buildSync({ stdin, ...options, metafile: true })
  expect(Object.keys(metafile.inputs).filter((path) => /node_modules\/(axios|ws)\//.test(path))).toEqual([])
  return outputFiles[0]!.text
}

/** A page's server, of another origin than the gateway. */
const servePages = async (scripts: Readonly<Record<string, string>>) => {
  const server = createServer((request, response) => {
    const [, path = ''] = request.url?.split('/') ?? []
    if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript').end(scripts[path])
    else response.setHeader('content-type', 'text/html').end(`<script type="module" src="/${path}.js"></script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
}

describe('the client in a page in Chromium', () => {
  const browser = started(() => startChromium())
  const gateway = started(() => startExampleGateway(contract))
  const built = started(() => buildClient('generated/client', '@tollgate/client', ['esm']))
  const pages = started(() => {
    const scripts = {
      'main.js': script(built, '@tollgate/client'),
      'fetch.js': script(built, '@tollgate/client/fetch'),
    }
    return servePages(scripts)
  })

  test.each(['main', 'fetch'])(
    'calls over both transports from another origin without axios: entry %s',
    async (entry) => {
      const page = await browser.newPage()
      await page.goto(`${pages.url}/${entry}#${gateway.url('ethereum')}`)
      await page.waitForFunction('document.title !== ""')
      expect(await page.title()).toBe('0x36 80 upstream 0x7a69 true invalid-params')
      await page.close()
    },
  )
})
