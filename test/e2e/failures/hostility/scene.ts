import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_TOKEN, callApi } from '../../../support/admin-api.js'
import { descendantsOf } from '../../../support/descendants.js'
import { createServeFolder, type ServeFolder, type ServeProcess, startServe } from '../../../support/serve-process.js'
import { AUDIENCE, createIssuer, ISSUER } from '../../../support/tokens.js'
import type { attackerActions } from './attacker-process.js'
import { type CpuTurns, measureTurns } from './gateway-turns.js'
import type { Kind, Target } from './kind.js'
import type { nodeActions } from './node-process.js'
import { type PartProcess, startPart } from './process-calls.js'
import type { streamNodeActions } from './stream-node-process.js'
import type { VictimSetup, victimActions } from './victim-process.js'

/**
 * Returns the gateway's configuration. It allows few connections, so that one attacker can use them
 * up, and few bytes of answers, so that a leak shows within seconds. All other limits are the
 * defaults. No server listens where the shared cache should be.
 */
const configText = (nodeUrl: string, streams: { readonly chain: number; readonly solana: number }): string => `\
listen: { host: 127.0.0.1, port: 0, compression: true }
admin: { host: 127.0.0.1, port: 0, token: ${ADMIN_TOKEN} }
dashboard: { enabled: true, port: 0 }
cache: { shared: "redis://127.0.0.1:9" }
store: sqlite:./tollgate.db
tokens: { jwks: jwks.json, issuer: "${ISSUER}", audience: "${AUDIENCE}" }
plans:
  poor: { dailyCredits: 1000000000000, creditsPerSecond: 500, failover: true }
  rich: { dailyCredits: 1000000000000, creditsPerSecond: 1000000000 }
contracts: [ethereum, solana]
networks:
  main: { family: evm, hosts: [], statefulMethods: bind, upstreams: [{ name: node-1, url: "${nodeUrl}" }] }
  chain: { family: evm, hosts: [], upstreams: [{ name: chain-1, url: "http://127.0.0.1:${streams.chain}" }] }
  solana:
    family: solana
    hosts: []
    upstreams: [{ name: solana-1, url: "http://127.0.0.1:${streams.solana}", wsUrl: "ws://127.0.0.1:${streams.solana}" }]
limits: { maxConnections: 1100, maxHeldBytes: 134217728, maxUpstreamBytes: 33554432 }
log: { level: error }
`

/**
 * Milliseconds of calls before the first measurement. The first calls of a new process are slow,
 * because V8 has not compiled its code.
 */
const WARM_UP_MS = 3_000

/** Gateway, node, attacker and victim, each in its own process. */
export interface Scene {
  readonly attacker: PartProcess<typeof attackerActions>
  readonly victim: PartProcess<typeof victimActions>
  /** Processes of the gateway. */
  gatewayPids(): number[]
  /** Returns the longest turns of the gateway's processes since the last call of this function. */
  takeTurns(): Promise<CpuTurns>
  /** The gateway's standard error. */
  readonly printed: string
  /** Starts the gateway again if it has ended. Returns whether it had. */
  recover(): Promise<boolean>
  /** Returns an account for a kind, with what its attacker needs. Kinds may share an account. */
  targetOf(kind: Kind): Promise<{ readonly target: Target; readonly isNew: boolean }>
  stop(): Promise<void>
}

const operate = async (adminUrl: string, method: string, params: object): Promise<Record<string, string>> => {
  for (let tried = 0; ; tried++) {
    const { json, text } = await callApi(adminUrl, method, params)
    if (json?.error === undefined) return json.result
    // The admin API may answer before the workers listen.
    if (tried === 20) throw new Error(`${method}: ${text}`)
    await sleep(100)
  }
}

const NETWORKS = ['main', 'chain', 'solana']
const makeAccount = async (adminUrl: string, name: string, plan: string) =>
  (await operate(adminUrl, 'account.create', { name, plan })).id!
const makeKey = async (adminUrl: string, account: string, token: boolean) =>
  (await operate(adminUrl, 'key.create', { account, networks: NETWORKS, ...(token ? { token } : {}) })).key!

/** Facts that the victim needs about the processes that take part in its calls. */
type OnTheWay = Pick<VictimSetup, 'nodeUrl' | 'nodePid' | 'gatewayPids'>
const setUpVictim = async (folder: ServeFolder, gateway: ServeProcess, way: OnTheWay): Promise<VictimSetup> => {
  const account = await makeAccount(gateway.adminUrl, 'victim', 'rich')
  return {
    url: `${gateway.url}/main`,
    key: await makeKey(gateway.adminUrl, account, false),
    tokenKey: await makeKey(gateway.adminUrl, account, true),
    account,
    issuerPem: readFileSync(join(folder.folder, 'issuer.pem'), 'utf8'),
    ...way,
  }
}

const makeTarget = async (kind: Kind, { url, adminUrl }: ServeProcess): Promise<Target> => {
  const { accountCount = 1, keyCount = 1 } = kind
  const keys: string[] = []
  let account = ''
  for (let made = 0; made < accountCount; made++) {
    account = await makeAccount(adminUrl, kind.name.slice(0, 60), kind.plan)
    for (let key = 0; key < keyCount; key++) keys.push(await makeKey(adminUrl, account, kind.wantsToken === true))
  }
  const base = { url: `${url}/${kind.network ?? 'main'}`, adminUrl, account, keys }
  if (!kind.signsIn) return { ...base, holdersUrl: '' }
  const invited = await operate(adminUrl, 'account.invite', { id: account })
  return { ...base, holdersUrl: new URL(invited.url!).origin, link: invited.url!.split('#link=')[1]! }
}

/**
 * Niceness that has nine times the weight of an ordinary process in Linux's scheduler (sched(7)).
 */
const FIRST = -10
/**
 * Gives all threads of a process precedence over the rest of the machine, as far as the user may.
 *
 * The first thread alone is not enough: it waits for the threads that unpack bodies or collect
 * garbage.
 */
const precede = (pid: number): void => {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), FIRST)
    } catch {
      // The thread has ended, or the user may not; the measurement is then noisier.
    }
  }
}

/** Starts all processes of the scene; `options` are those of `tollgate serve`. */
export const startScene = async (options: readonly string[]): Promise<Scene> => {
  const node = startPart<typeof nodeActions>('node-process.ts')
  const nodeUrl = `http://127.0.0.1:${await node.ask('listen', undefined as never)}`
  const streamNodes = startPart<typeof streamNodeActions>('stream-node-process.ts')
  const folder = createServeFolder(configText(nodeUrl, await streamNodes.ask('listen', undefined as never)))
  const issuer = createIssuer('ES256')
  writeFileSync(join(folder.folder, 'jwks.json'), JSON.stringify({ keys: [issuer.jwk] }))
  writeFileSync(join(folder.folder, 'issuer.pem'), issuer.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const turns = measureTurns()
  const start = () => startServe(folder.configFile, undefined, options, turns.variables)
  let gateway = await start()
  const attacker = startPart<typeof attackerActions>('attacker-process.ts')
  const victim = startPart<typeof victimActions>('victim-process.ts')
  const gatewayPids = () => [gateway.pid, ...descendantsOf(gateway.pid)]
  for (const pid of [node.pid, streamNodes.pid, victim.pid]) precede(pid)
  const begin = async () => {
    for (const pid of gatewayPids()) precede(pid)
    await victim.ask(
      'begin',
      await setUpVictim(folder, gateway, { nodeUrl, nodePid: node.pid, gatewayPids: gatewayPids() }),
    )
    await victim.ask('measure', WARM_UP_MS)
  }
  await begin()
  const shared = new Map<string, Target>()
  return {
    attacker,
    victim,
    gatewayPids,
    takeTurns: () => turns.take(gatewayPids()),
    get printed() {
      return gateway.stderr
    },
    recover: async () => {
      const { exitCode, signalCode } = gateway.child
      if (exitCode === null && signalCode === null) return false
      gateway = await start()
      // The new process listens on other ports.
      shared.clear()
      await begin()
      return true
    },
    targetOf: async (kind) => {
      const found = shared.get(kind.sharesAccount ?? '')
      if (found !== undefined) return { target: found, isNew: false }
      const target = await makeTarget(kind, gateway)
      if (kind.sharesAccount !== undefined) shared.set(kind.sharesAccount, target)
      return { target, isNew: true }
    },
    stop: async () => {
      await Promise.all([attacker.stop(), victim.stop()])
      await gateway.stop()
      await Promise.all([node.stop(), streamNodes.stop()])
      folder.remove()
      turns.remove()
    },
  }
}
