import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import WebSocket from 'ws'
import { requireProgram } from '../../scripts/bench/system-package.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { ownPort } from '../support/own-port.js'
import { createServeFolder, evmNetwork, type ServeProcess, serveConfig, startServe } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'
import { temporaryFolder } from '../support/started.js'

/**
 * nginx and Caddy come from the system's packages and are installed where they are missing (Debian,
 * as root).
 */
const files = createServeFolder('')
const work = temporaryFolder()
const read = (path: string) => readFileSync(join(ROOT, 'docs/deploy', path), 'utf8')
let node: Awaited<ReturnType<typeof startFakeUpstream>>
let gateway: ServeProcess
let key: string

beforeAll(async () => {
  node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  const listen = 'listen: { host: 127.0.0.1, port: 0'
  files.save(serveConfig({ main: evmNetwork(node.url) }).replace(listen, `${listen}, trustedProxies: 1`))
  const { account } = await files.createKey('main')
  // What the caller says of his address must not reach the gateway: there it would not be allowed.
  const options = ['--account', account, '--network', 'main', '--allow-source', '127.0.0.1/32']
  key = (await files.json('key', 'create', ...options)).key
  gateway = await startServe(files.configFile)
  const subject = ['-subj', '/CN=rpc.example.com', '-addext', 'subjectAltName=DNS:rpc.example.com']
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-keyout',
    'privkey.pem',
    '-out',
    'fullchain.pem',
  ]
  expect(spawnSync('openssl', [...args, ...subject], { cwd: work }).status).toBe(0)
})

afterAll(async () => {
  await gateway?.stop()
  await node?.stop()
  files.remove()
})

/** No connection is used again: a proxy closes that of a refused body. */
const tls = { host: '127.0.0.1', servername: 'rpc.example.com', rejectUnauthorized: false, agent: false as const }
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })

/**
 * One call through the proxy, under the name that it serves; from a caller who claims another
 * address.
 */
const callThrough = (
  port: number,
  { path = `/main/v3/${key}`, ...more }: { path?: string; 'X-Api-Key'?: string } = {},
): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { Host: 'rpc.example.com', 'X-Forwarded-For': '203.0.113.9', ...more }
    const sent = request({ ...tls, port, path, method: 'POST', headers }, async (response) =>
      resolve({ status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() }),
    )
    sent.on('error', reject)
    sent.end(CALL)
  })

/**
 * Announces a body that is too long, sends its beginning and waits for the answer. A client that
 * goes on writing may lose the answer: Caddy closes the connection half a second after it.
 */
const sendTooLong = (port: number, path: string): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { Host: 'rpc.example.com', 'Content-Length': 50_000_000 }
    const sent = request({ ...tls, port, path, method: 'POST', headers }, (response) => {
      sent.off('error', reject).on('error', () => {})
      response
        .toArray()
        .then((parts) => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }))
        .catch(reject)
        .finally(() => sent.destroy())
    })
    sent.on('error', reject)
    sent.write(Buffer.alloc(200_000, ' '))
  })

const callOverWebSocket = async (port: number): Promise<unknown> => {
  const socket = new WebSocket(`wss://rpc.example.com:${port}/main/ws/v3/${key}`, {
    ...tls,
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }] as never, 4),
  })
  await once(socket, 'open')
  socket.send(CALL)
  const [message] = await once(socket, 'message')
  socket.close()
  return JSON.parse(String(message))
}

/** Starts a proxy, waits until it answers, and returns its first answer and all that it printed. */
const throughProxy = async (
  program: string,
  args: readonly string[],
  port: number,
  use: () => Promise<unknown>,
): Promise<{ answer: Awaited<ReturnType<typeof callThrough>>; printed: string }> => {
  const child = spawn(program, args, {
    cwd: work,
    env: { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
  })
  let printed = ''
  let answer: Awaited<ReturnType<typeof callThrough>> | undefined
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  try {
    const deadline = Date.now() + 30_000
    while (answer === undefined) {
      answer = await callThrough(port).catch(() => undefined)
      if (answer === undefined && (Date.now() > deadline || child.exitCode !== null)) throw new Error(printed)
    }
    await use()
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { answer, printed }
}

/** Makes a call over HTTP and one over WebSocket. */
const expectProxied = async (program: string, args: readonly string[], port: number) => {
  const { answer, printed } = await throughProxy(program, args, port, async () =>
    expect(await callOverWebSocket(port)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' }),
  )
  expect(JSON.parse(answer.text)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
  expect(printed).not.toContain(key)
}

/** Makes a call with the key in the path and one with the key in a header, both in vain. */
const expectUnanswered = async (program: string, args: readonly string[], port: number): Promise<string> => {
  const { answer, printed } = await throughProxy(program, args, port, () =>
    callThrough(port, { path: '/main', 'X-Api-Key': key }),
  )
  expect(answer.status).toBe(502)
  return printed
}

const logs = join(work, 'logs')

/** Arguments for nginx with the file in docs/deploy before a gateway at this address. */
const nginxArgs = (gatewayAddress: string, port: number): string[] => {
  mkdirSync(logs, { recursive: true })
  const site = read('nginx/tollgate.conf')
    .replace('127.0.0.1:8545', gatewayAddress)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/ssl/tollgate', work)
    .replaceAll('/var/log/nginx', logs)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`)
  const whole = `daemon off; pid ${work}/pid; error_log stderr crit; events {}\nhttp { access_log off; ${paths.join(' ')}\n${site}}`
  writeFileSync(join(work, 'nginx.conf'), whole)
  return ['-p', work, '-c', join(work, 'nginx.conf')]
}

test('nginx with the file in docs/deploy serves calls and WebSockets over TLS', async () => {
  requireProgram('nginx')
  const port = await ownPort()
  const args = nginxArgs(new URL(gateway.url).host, port)
  const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
  expect({ status, warned: /\[(warn|emerg)\]/.exec(stderr)?.input }).toEqual({ status: 0, warned: undefined })
  await expectProxied('nginx', args, port)
})

test('nginx writes no key when it cannot connect, which it calls critical', async () => {
  requireProgram('nginx')
  const port = await ownPort()
  const printed = await expectUnanswered('nginx', nginxArgs(`unix:${work}/none`, port), port)
  const written = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
  expect([printed, ...written].join('')).not.toContain(key)
})

/** Sends bodies that are too long, without a key and with one; returns what the proxy printed. */
const expectRefused = async (program: string, args: readonly string[], port: number): Promise<string> => {
  const answers: { status: number | undefined; text: string }[] = []
  const { printed } = await throughProxy(program, args, port, async () => {
    for (const path of [`/main/v3/${key.slice(0, -4)}AAAA`, `/main/v3/${key}`])
      answers.push(await sendTooLong(port, path))
  })
  expect(answers.map(({ status, text }) => [status, JSON.parse(text).error.code])).toEqual([
    [401, -33100],
    [413, -32600],
  ])
  return printed
}

test('nginx passes bodies on as they come: the gateway refuses those that are too long, and no disk has them', async () => {
  requireProgram('nginx')
  const port = await ownPort()
  const args = nginxArgs(new URL(gateway.url).host, port)
  const file = join(work, 'nginx.conf')
  // It warns of each body that it writes to a file.
  writeFileSync(file, readFileSync(file, 'utf8').replace('error_log /dev/null emerg', 'error_log stderr warn'))
  expect(await expectRefused('nginx', args, port)).not.toContain('temporary file')
})

/** Arguments for Caddy with the file in docs/deploy before a gateway at this address. */
const caddyArgs = (gatewayAddress: string, port: number): string[] => {
  const site = read('caddy/Caddyfile')
    .replace('127.0.0.1:8545', gatewayAddress)
    .replace(/^\{\n/m, '{\n\tadmin off\n\tauto_https disable_redirects\n')
    // Its own certificates come from an authority outside.
    .replace(
      'rpc.example.com {',
      `rpc.example.com:${port} {\n\tbind 127.0.0.1\n\ttls ${work}/fullchain.pem ${work}/privkey.pem`,
    )
  writeFileSync(join(work, 'Caddyfile'), site)
  return ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile']
}

test('Caddy with the file in docs/deploy serves calls and WebSockets over TLS', async () => {
  requireProgram('caddy')
  const port = await ownPort()
  await expectProxied('caddy', caddyArgs(new URL(gateway.url).host, port), port)
})

test('Caddy leaves it to the gateway to refuse bodies that are too long', async () => {
  requireProgram('caddy')
  const port = await ownPort()
  await expectRefused('caddy', caddyArgs(new URL(gateway.url).host, port), port)
})

test('Caddy writes no key when it cannot connect, which it logs as an error', async () => {
  requireProgram('caddy')
  const port = await ownPort()
  const printed = await expectUnanswered('caddy', caddyArgs(`127.0.0.1:${await ownPort()}`, port), port)
  expect(printed).toContain('connection refused')
  expect(printed).not.toContain(key)
})
