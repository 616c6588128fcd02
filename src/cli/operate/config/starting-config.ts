import { filledTemplate } from '../../../runtime/read-file.js'
import type { Answers } from './questions.js'

const quoted = (text: string): string => JSON.stringify(text)
/** A scalar as people write it: bare where YAML takes it as text. */
const scalar = (text: string): string =>
  /^(?!(?:true|false|null)$)[A-Za-z][\w./:@-]*$/i.test(text) && !text.endsWith(':') ? text : quoted(text)

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
  return filledTemplate(new URL('./starting-config.yaml.template', import.meta.url), {
    schema,
    host: quoted(host),
    port: listen.slice(colon + 1),
    store: scalar(store),
    mark: methods === 'all' ? '' : '# ',
    network,
    networkKey: scalar(network),
    family,
    upstreams: upstreamLines(node, family),
    remarks: family === 'solana' ? solanaRemarks : evmRemarks,
  })
}
