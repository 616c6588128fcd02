// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references as they are written in the file
import type { Answers } from './questions.js'

const quoted = (text: string): string => JSON.stringify(text)
/** A scalar as people write it: bare where YAML takes it as text. */
const scalar = (text: string): string =>
  /^[A-Za-z][\w./:@-]*$/.test(text) && !text.endsWith(':') ? text : quoted(text)

const upstreamLines = (node: string, family: string): string =>
  node
    .split(',')
    .map((text, index) => {
      const url = text.trim()
      const lines = `      - name: node-${index + 1}\n        url: ${quoted(url)}\n`
      // A variable does not show where its WebSocket is.
      if (!/^https?:/.test(url)) return lines
      const wsUrl = `wsUrl: ${quoted(webSocketUrl(url, family))}`
      return family === 'solana'
        ? `${lines}        ${wsUrl}   # for subscriptions: clients confirm transactions by one\n`
        : `${lines}        # ${wsUrl}   # for pending transactions, and new heads sooner\n`
    })
    .join('')

/** The usual place of a node's WebSocket: beside HTTP; agave's own port for it is the next one. */
const webSocketUrl = (url: string, family: string): string => {
  const beside = url.replace(/^http/, 'ws')
  return family === 'solana' ? beside.replace(/:(\d+)(?=\/?$)/, (_, port) => `:${Number(port) + 1}`) : beside
}

const evmRemarks = `    statefulMethods: bind                 # filters live in the node that made them; refuse: callers poll logs instead
    # chainId: 1                          # a node of another chain is never used
    # recentBlocks: 128                   # for nodes that keep the latest states only
`

const solanaRemarks = `    # genesisHash: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d   # a node of another chain is never used
`

const replicaRemark = `# Several replicas need a stateSecret too, the same one, so that each of them serves all filters: docs/methods.md
`

/**
 * A configuration to start from, with remarks; a key that is commented out can be put in as it
 * stands.
 *
 * `schema`  where editors find config.schema.json, from the file's folder
 */
export const startingConfig = (answers: Answers, schema: string): string => {
  const { network, family, node, store, listen, methods } = answers
  const colon = listen.lastIndexOf(':')
  const host = listen.slice(0, Math.max(colon, 0)).replace(/^\[|\]$/g, '')
  return `# yaml-language-server: $schema=${schema}
# Tollgate's configuration. \`tollgate check\` finds every mistake, \`tollgate config show\` prints it with all defaults.
# Values may be \${VARIABLE} or \${VARIABLE:-default}. Saving the file reloads it; a file with mistakes changes nothing.

# Where callers connect.
listen:
  host: ${quoted(host)}
  port: ${listen.slice(colon + 1)}
  # publicUrl: https://rpc.example.com    # what callers see, behind a proxy or a balancer
  # trustedProxies: 1                     # proxies in front that append to X-Forwarded-For
  # tls: { cert: cert.pem, key: key.pem } # HTTPS without a proxy

# For operators: /livez, /readyz, /metrics and the admin API. Keep it private.
admin:
  host: 127.0.0.1
  port: 8546
  token: "\${TOLLGATE_ADMIN_TOKEN:-}"      # the admin API is off unless the variable is set

# Pages for account holders and the operator, with links from \`tollgate account invite\`: docs/dashboard.md
# dashboard: { enabled: true, port: 8547 }

# Accounts, keys and credits.
store: ${scalar(store)}
${family === 'evm' && !store.startsWith('sqlite:') ? replicaRemark : ''}
# What accounts can be given: credits a UTC day, and credits a second (at least the price of the dearest method).
# After a pause an account may use ten seconds' worth at once (burstSeconds: 10).
plans:
  core: { dailyCredits: 3000000, creditsPerSecond: 500 }
  growth: { dailyCredits: 150000000, creditsPerSecond: 60000, failover: true }

# Methods besides the seven built in: a network has those of its family. docs/contracts.md
${methods === 'all' ? '' : '# '}contracts: [ethereum, solana]

networks:
  ${network}:
    family: ${family}
    # hosts: [${network}.example.com]   # on these the network's name is not needed in the path
    upstreams:
${upstreamLines(node, family)}\
    # partner: { name: partner, url: "https://rpc.example.com/KEY" }   # answers in an outage, for plans with failover
${family === 'solana' ? solanaRemarks : evmRemarks}\

# limits: { maxBodyBytes: 5242880, maxBatch: 100 }
# cache: { maxBytes: 67108864 }
# log: { level: info }
`
}
