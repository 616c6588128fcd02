import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REPOSITORY_KEYS } from '../../scripts/release/rules.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { ownPort } from '../support/own-port.js'
import { evmNetwork, serveConfig } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'
import { temporaryFolder } from '../support/started.js'

/**
 * Where no container engine is, the Dockerfile's own lines are carried out without one: the
 * commands of its first stage in a clean folder, its copies into an empty root directory, which is
 * then made read-only and run in as the image's user. What this leaves open is the images
 * themselves: Node and its C library are this machine's. Needs root, and the npm registry.
 */
const isRoot = process.getuid?.() === 0
const MAX_IMAGE_BYTES = 250e6
const USER = 65532

const [first, second] = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split(/^(?=FROM )/m)
  .slice(1)
const all = (stage: string, name: string) =>
  [...stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest]) => rest!)
const { NODE_OPTIONS: _, ...env } = process.env
const sizeOf = (folder: string) => Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0])

/** What .dockerignore lets through. */
const context = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

const work = temporaryFolder()
const [build, root] = [join(work, 'build'), join(work, 'root')]
chmodSync(work, 0o755)

/** Carries out the first stage; its `/build` and `/state` are folders of the work place. */
const runFirstStage = () => {
  for (const path of context) cpSync(join(ROOT, path), join(build, path), { recursive: true })
  for (const command of all(first!, 'RUN'))
    execFileSync('sh', ['-ec', command.replaceAll('/state', join(work, 'state'))], { cwd: build, env, stdio: 'ignore' })
}

const source = (path: string) =>
  path === '/usr/local/bin/node'
    ? process.execPath
    : path.startsWith('/build/')
      ? join(build, path.slice(7))
      : join(work, path)

/** Carries out the copies of the second stage, with the libraries that its base image has. */
const copySecondStage = () => {
  for (const line of all(second!, 'COPY')) {
    const paths = line.split(' ').filter((word) => !word.startsWith('--'))
    const target = paths.at(-1)!
    for (const path of paths.slice(0, -1)) {
      const to = join(root, target, target.endsWith('/') ? path.split('/').at(-1)! : '')
      mkdirSync(dirname(to), { recursive: true })
      cpSync(source(path), to, { recursive: true, verbatimSymlinks: true })
    }
  }
  const bytes = sizeOf(root)
  const native = join(root, 'app/node_modules/@libsql/linux-x64-gnu/index.node')
  const printed = execFileSync('ldd', [process.execPath, native], { encoding: 'utf8' })
  for (const [, library] of printed.matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(dirname(join(root, library!)), { recursive: true })
    cpSync(library!, join(root, library!), { dereference: true })
  }
  for (const folder of ['etc/tollgate', 'dev', 'tmp']) mkdirSync(join(root, folder), { recursive: true })
  chownSync(join(root, 'var/lib/tollgate'), USER, USER)
  return bytes
}

/** Runs a command in the root directory, which nobody can write to but for the state's folder. */
const inRoot = (command: readonly string[]) => {
  const state = join(root, 'var/lib/tollgate')
  const script = `mount --bind '${root}' '${root}' && mount --bind '${join(work, 'state')}' '${state}' && mount -o remount,ro,bind '${root}' && cd '${root}' && exec chroot --userspec=${USER}:${USER} '${root}' "$@"`
  return spawn('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...command], { env: { NODE_ENV: 'production' } })
}

const textOf = (child: ReturnType<typeof inRoot>) => {
  const kept = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      kept.text += data
    })
  return kept
}

const inImage = isRoot && existsSync('/usr/bin/unshare') ? test : test.skip
inImage(
  'the image’s steps make a small root directory in which the gateway serves, as another user and without writing to it',
  async () => {
    runFirstStage()
    const bytes = copySecondStage()
    console.log(`Node, the program and its packages: ${(bytes / 1e6).toFixed(0)} MB, without the base image`)
    // The base image has the C and C++ libraries, certificates and time zones: some 25 MB.
    expect(bytes).toBeLessThan(MAX_IMAGE_BYTES - 40e6)
    for (const gone of ['typescript', '@foundry-rs', '@solana', 'axios'])
      expect(existsSync(join(root, 'app/node_modules', gone))).toBe(false)
    const manifest = JSON.parse(readFileSync(join(root, 'app/package.json'), 'utf8'))
    expect(REPOSITORY_KEYS.filter((name) => name in manifest)).toEqual([])
    const [node, port, adminPort] = [
      await startFakeUpstream(() => ({ resultText: '"0x1"' })),
      await ownPort(),
      await ownPort(),
    ]
    const config = serveConfig({ main: evmNetwork(node.url) })
      .replace('port: 0', `port: ${port}`)
      .replace('port: 0', `port: ${adminPort}`)
      .replace('./tollgate.db', '/var/lib/tollgate/tollgate.db')
    writeFileSync(join(root, 'etc/tollgate/tollgate.yaml'), config)
    chownSync(join(work, 'state'), USER, USER)
    const entry: string[] = JSON.parse(all(second!, 'ENTRYPOINT')[0]!)
    const health: string[] = JSON.parse(all(second!, 'HEALTHCHECK')[0]!.split(' CMD ')[1]!).map((word: string) =>
      word.replace('8546', `${adminPort}`),
    )
    const tollgate = async (...args: string[]) => {
      const child = inRoot([...entry, ...args, '--json', '--config', '/etc/tollgate/tollgate.yaml'])
      const kept = textOf(child)
      const [code] = await once(child, 'close')
      expect({ args, code, text: code === 0 ? '' : kept.text }).toEqual({ args, code: 0, text: '' })
      return JSON.parse(kept.text)
    }
    const healthNow = async () => (await once(inRoot(health), 'close'))[0]
    expect(await healthNow()).toBe(1)
    const { id } = await tollgate('account', 'create', '--name', 'Ann', '--plan', 'core')
    const { key } = await tollgate('key', 'create', '--account', id, '--network', 'main')
    const serving = inRoot([...entry, ...(JSON.parse(all(second!, 'CMD').at(-1)!) as string[])])
    const printed = textOf(serving)
    try {
      const deadline = Date.now() + 60_000
      while ((await healthNow()) !== 0)
        if (Date.now() > deadline || serving.exitCode !== null) throw new Error(printed.text)
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
      const response = await fetch(`http://127.0.0.1:${port}/main/v3/${key}`, { method: 'POST', body })
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
      const status = readFileSync(`/proc/${serving.pid}/status`, 'utf8')
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(String(USER))
    } finally {
      serving.kill('SIGTERM')
      await once(serving, 'close')
      await node.stop()
    }
    expect(serving.exitCode).toBe(0)
  },
)
