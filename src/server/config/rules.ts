import { dirname, resolve } from 'node:path'
import type { ConfigPath, Finding } from './finding.js'
import { builtInRows, type PricedMethod, tooSlow } from './method-rows.js'
import { isEveryInterface } from './public-url.js'
import { readStoreAddress } from './store-address.js'

/** Dependencies of the rules. `folder` is the configuration file's; relative paths start there. */
export interface RuleDeps {
  readonly folder: string
  fileExists(path: string): boolean
}

type Data = Readonly<Record<string, unknown>>

/**
 * The rules also run on data that failed the schema, to report all errors at once; anything but a
 * mapping has no entries.
 */
const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
const data = (value: unknown): Data => Object.fromEntries(entries(value))
const finding = (path: ConfigPath, message: string): Finding => ({ path, at: 'value', message })

/**
 * Reports plans with fewer credits a second than the dearest method costs. 0 is intended: that
 * plan may make no calls.
 */
export const planFindings = (plans: unknown, rows: readonly PricedMethod[]): Finding[] =>
  entries(plans).flatMap(([name, plan]) => {
    const credits = data(plan).creditsPerSecond
    const message = typeof credits !== 'number' || credits < 1 ? undefined : tooSlow(credits, rows)
    return message === undefined ? [] : [finding(['plans', name, 'creditsPerSecond'], message)]
  })

/** True if documents may change prices; the plans are then checked after those are read. */
const hasContracts = (root: Data): boolean =>
  [root, ...entries(root.networks).map(([, network]) => data(network))].some(
    ({ contracts }) => entries(contracts).length > 0,
  )

const areSamePlace = (one: Data, other: Data): boolean =>
  one.port === other.port && (one.host === other.host || [one.host, other.host].some(isEveryInterface))

const portFindings = (root: Data): Finding[] => {
  const names = ['listen', 'admin', ...(data(root.dashboard).enabled === true ? ['dashboard'] : [])]
  return names.flatMap((name, index) => {
    const listener = data(root[name])
    if (typeof listener.port !== 'number' || listener.port === 0) return []
    const other = names.slice(0, index).find((one) => areSamePlace(data(root[one]), listener))
    if (other === undefined) return []
    return [finding([name, 'port'], `is ${other}.port too, ${listener.port}; two listeners need two ports`)]
  })
}

const storeFindings = (store: unknown, { folder, fileExists }: RuleDeps): Finding[] => {
  if (typeof store !== 'string' || store === '') return []
  const address = readStoreAddress(store, folder)
  if ('message' in address) return [finding(['store'], address.message)]
  if ('files' in address)
    return address.files
      .filter((file) => !fileExists(file))
      .map((file) => finding(['store'], `there is no file ${file}`))
  if (fileExists(dirname(address.sqlitePath))) return []
  return [finding(['store'], `there is no folder ${dirname(address.sqlitePath)}`)]
}

const hostFindings = (networks: unknown): Finding[] => {
  const owners = new Map<string, string>()
  return entries(networks).flatMap(([name, network]) =>
    entries(data(network).hosts).flatMap(([index, host]) => {
      if (typeof host !== 'string') return []
      const owner = owners.get(host.toLowerCase())
      owners.set(host.toLowerCase(), owner ?? name)
      if (owner === undefined) return []
      const place = owner === name ? 'is there twice' : `already belongs to network ${owner}`
      return [finding(['networks', name, 'hosts', Number(index)], `host ${host} ${place}`)]
    }),
  )
}

/**
 * Refuses what the schema takes for an address but URL does not: a port of 99999, a host with `<`.
 */
const addressFindings = (path: ConfigPath, value: unknown): Finding[] =>
  typeof value !== 'string' || !/^(?:https?|wss?|rediss?):\/\/[^/]/.test(value) || URL.canParse(value)
    ? []
    : [finding(path, 'is not a valid address')]

/**
 * Headers that the gateway sets, and headers that frame a request: a second one could make a node
 * read it differently (RFC 9112).
 */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|expect|accept|accept-encoding|content-.*|sec-websocket-.*)$/

const headerFindings = (path: ConfigPath, headers: unknown, urls: readonly unknown[]): Finding[] => {
  const names = new Set<string>()
  const hasCredentials = urls.some((url) => typeof url === 'string' && /^[a-z]+:\/\/[^/?#]*@/i.test(url))
  return entries(headers).flatMap(([name]) => {
    const lower = name.toLowerCase()
    const message = OWN_HEADERS.test(lower)
      ? 'is set by the gateway itself'
      : names.has(lower)
        ? 'is there twice'
        : lower === 'authorization' && hasCredentials
          ? 'is there besides the user and password of the address'
          : undefined
    names.add(lower)
    return message === undefined ? [] : [finding([...path, name], message)]
  })
}

const upstreamFindings = (networks: unknown): Finding[] =>
  entries(networks).flatMap(([name, network]) => {
    const { upstreams, partner, family } = data(network)
    const all: [ConfigPath, unknown][] = entries(upstreams).map(([index, one]) => [
      ['networks', name, 'upstreams', Number(index)],
      one,
    ])
    if (partner !== undefined) all.push([['networks', name, 'partner'], partner])
    const names = new Set<unknown>()
    return all.flatMap(([path, upstream]) => {
      const { name: upstreamName, url, wsUrl, verifyProofs, headers } = data(upstream)
      const found: Finding[] = []
      if (typeof upstreamName === 'string' && names.has(upstreamName)) {
        found.push(finding([...path, 'name'], `two upstreams of this network are named ${upstreamName}`))
      }
      names.add(upstreamName)
      found.push(...addressFindings([...path, 'url'], url), ...addressFindings([...path, 'wsUrl'], wsUrl))
      if (verifyProofs === true && (upstream !== partner || family === 'solana')) {
        found.push(finding([...path, 'verifyProofs'], 'is for the partner of an EVM network'))
      }
      found.push(...headerFindings([...path, 'headers'], headers, [url, wsUrl]))
      return found
    })
  })

/** 32 bytes, as the nodes of each family write them. */
const GENESIS_HASHES: Readonly<Record<string, { readonly pattern: RegExp; readonly message: string }>> = {
  evm: { pattern: /^0x[0-9a-f]{64}$/i, message: 'must be "0x" and 64 hexadecimal digits' },
  solana: {
    pattern: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    message: 'must be 32 bytes in base58, as Solana nodes write it',
  },
}

const chainFindings = (networks: unknown): Finding[] =>
  entries(networks).flatMap(([name, network]) => {
    const { family, chainId, genesisHash, verifyLogs, safeTag, recentBlocks } = data(network)
    const at = (key: string, message = 'is for EVM networks') => finding(['networks', name, key], message)
    const found: Finding[] = []
    if (typeof genesisHash === 'string' && GENESIS_HASHES[String(family)]?.pattern.test(genesisHash) === false)
      found.push(at('genesisHash', GENESIS_HASHES[String(family)]!.message))
    if (family !== 'solana') return found
    if (chainId !== undefined) found.push(at('chainId', 'is for EVM networks; here it is genesisHash'))
    // The defaults stand on every network.
    if (verifyLogs !== 'bloom') found.push(at('verifyLogs'))
    if (safeTag !== true) found.push(at('safeTag'))
    if (recentBlocks !== undefined) found.push(at('recentBlocks'))
    return found
  })

const tlsFindings = (listen: unknown, { folder, fileExists }: RuleDeps): Finding[] =>
  entries(data(listen).tls).flatMap(([name, path]) => {
    if ((name !== 'cert' && name !== 'key') || typeof path !== 'string' || path === '') return []
    const isThere = fileExists(resolve(folder, path))
    return isThere ? [] : [finding(['listen', 'tls', name], `there is no file ${resolve(folder, path)}`)]
  })

const tokenFindings = (tokens: unknown, { folder, fileExists }: RuleDeps): Finding[] => {
  const { jwks } = data(tokens)
  if (typeof jwks !== 'string' || jwks === '' || fileExists(resolve(folder, jwks))) return []
  return [finding(['tokens', 'jwks'], `there is no file ${resolve(folder, jwks)}`)]
}

const publicUrlFindings = (listen: unknown): Finding[] => {
  const path = ['listen', 'publicUrl']
  const { publicUrl } = data(listen)
  const found = addressFindings(path, publicUrl)
  if (found.length > 0 || typeof publicUrl !== 'string' || !/[?#@]/.test(publicUrl)) return found
  return [finding(path, 'is a base address: scheme, host, port and path, nothing else')]
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const openidFindings = (dashboard: unknown): Finding[] => {
  const { openid, publicUrl } = data(dashboard)
  if (openid === undefined) return []
  const path = ['dashboard', 'openid', 'issuer']
  const { issuer } = data(openid)
  const found = addressFindings(path, issuer)
  if (publicUrl === undefined) found.push(finding(['dashboard', 'openid'], 'needs dashboard.publicUrl'))
  if (typeof issuer !== 'string' || !issuer.startsWith('http:') || !URL.canParse(issuer)) return found
  if (LOOPBACK.test(new URL(issuer).hostname)) return found
  const message = 'must begin with https://; only an address of this machine may begin with http://'
  return [...found, finding(path, message)]
}

const limitFindings = (limits: unknown): Finding[] => {
  const bounds = data(limits)
  return [
    // One account may hold half, which leaves the other half to the others.
    ['maxHeldBytes', 'maxUpstreamBytes', 2, 'at least twice'] as const,
    ['maxPendingBodyBytes', 'maxBodyBytes', 1, 'at least'] as const,
  ].flatMap(([all, one, times, words]) => {
    const [whole, part] = [bounds[all], bounds[one]]
    if (typeof whole !== 'number' || typeof part !== 'number' || whole >= times * part) return []
    return [finding(['limits', all], `must be ${words} limits.${one}, which is ${part}`)]
  })
}

/** Rules that the schema cannot express. Accepts any data, and skips what the schema refuses. */
export const checkRules = (root: unknown, deps: RuleDeps): Finding[] => {
  const { listen, dashboard, store, plans, networks, limits, cache, tokens, tracing, webhooks } = data(root)
  const { publicUrl, linkWebhook } = data(dashboard)
  return [
    ...storeFindings(store, deps),
    ...portFindings(data(root)),
    ...tlsFindings(listen, deps),
    ...tokenFindings(tokens, deps),
    ...publicUrlFindings(listen),
    ...addressFindings(['dashboard', 'publicUrl'], publicUrl),
    ...addressFindings(['dashboard', 'linkWebhook', 'url'], data(linkWebhook).url),
    ...openidFindings(dashboard),
    ...(hasContracts(data(root)) ? [] : planFindings(plans, builtInRows)),
    ...hostFindings(networks),
    ...upstreamFindings(networks),
    ...chainFindings(networks),
    ...limitFindings(limits),
    ...addressFindings(['cache', 'shared'], data(cache).shared),
    ...addressFindings(['tracing', 'endpoint'], data(tracing).endpoint),
    ...entries(webhooks).flatMap(([index, webhook]) =>
      addressFindings(['webhooks', Number(index), 'url'], data(webhook).url),
    ),
  ]
}
