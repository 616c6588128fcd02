import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '../../src/contract/contract.js'
import { errorsTable, methodsTable } from '../../src/tools/client/typescript/tables.js'
import { callsOf } from '../../src/tools/client/typescript/watched-kinds.js'
import type { AdminDocument, SchemaNode } from './emit/reference.js'
import { entryBlock, extensionsTable, headersTable, kindMembersTable, subscriptionsTable } from './emit/tables.js'

const SCHEMA = 'src/server/config/config.schema.json'
const ADMIN = 'src/server/admin/openrpc.admin.json'
const FAULTS = 'src/tools/mock/faults.schema.json'
const ALERTS = 'docs/monitoring/alerts.yml'

const json = <T>(root: string, path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T

/**
 * Loaded when a page asks for it: it imports src, which does not compile before generated/ is
 * written.
 */
const reference = () => import('./emit/reference.js')
const diffRules = () => import('./emit/diff-rules.js')
const clients = () => import('./emit/client-matrix.js')
const mutations = () => import('./emit/mutation-tables.js')

/** Returns the line above a folded table, with the number of methods that a caller gets. */
const methodsSummary = (root: string, contract: Contract): string => {
  const shipped = (name: string) => json<Contract>(root, `src/contract/shipped/${name}.openrpc.json`).methods.length
  const own = callsOf(contract).methods.length
  const more = shipped('ethereum') + shipped('solana')
  return `<summary>${own} methods of its own; <code>ethereum</code> and <code>solana</code> bring ${more} more</summary>`
}

type Maker = () => string | Promise<string>

/** Makes the text between `<!-- generated:NAME -->` and its end, by name. */
const makers = (root: string, contract: Contract): Readonly<Record<string, Maker>> => ({
  'methods-summary': () => methodsSummary(root, contract),
  methods: () => methodsTable(callsOf(contract)),
  subscriptions: () => subscriptionsTable(contract),
  errors: () => errorsTable(contract),
  headers: () => headersTable(contract),
  extensions: () => extensionsTable(contract),
  'kind-members': () => kindMembersTable(contract),
  entry: () => entryBlock(json<Contract>(root, 'src/contract/shipped/ethereum.openrpc.json'), 'eth_getCode'),
  configuration: async () => (await reference()).configurationTable(json<SchemaNode>(root, SCHEMA)),
  'mock-faults': async () => (await reference()).configurationTable(json<{ items: SchemaNode }>(root, FAULTS).items),
  'admin-methods': async () => (await reference()).adminMethodsTable(json<AdminDocument>(root, ADMIN)),
  commands: async () => (await reference()).commandsReference(),
  mutations: async () => (await mutations()).mutationsTable(),
  harmless: async () => (await mutations()).harmlessTable(),
  'diff-rules': async () => (await diffRules()).diffRulesTable(),
  'clients-evm': async () => (await clients()).clientMatrix(root, 'evm'),
  'clients-solana': async () => (await clients()).clientMatrix(root, 'solana'),
  'flows-evm': async () => (await clients()).flowMatrix(root, 'evm'),
  'flows-solana': async () => (await clients()).flowMatrix(root, 'solana'),
  metrics: async () => (await reference()).metricsTable(readFileSync(join(root, ALERTS), 'utf8')),
})

const MARKED = /<!-- generated:([a-z-]+) -->\n[\s\S]*?<!-- \/generated:\1 -->/g

const renewed = async (page: string, text: string, parts: Readonly<Record<string, Maker>>): Promise<string> => {
  const made = new Map<string, string>()
  for (const [, name] of text.matchAll(MARKED)) {
    const make = parts[name!]
    if (make === undefined) throw new Error(`${page}: nothing is generated under the name "${name}"`)
    made.set(name!, await make())
  }
  return text.replace(
    MARKED,
    (_, name: string) => `<!-- generated:${name} -->\n${made.get(name)}\n<!-- /generated:${name} -->`,
  )
}

/**
 * README.md and every page below docs/, with what is generated in them renewed. Errors: rejects
 * when a page asks for a part that is not known.
 */
export const renewedPages = async (root: string, contract: Contract): Promise<Map<string, string>> => {
  const parts = makers(root, contract)
  const folder = join(root, 'docs')
  const docs = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : []
  const pages = new Map<string, string>()
  for (const page of ['README.md', ...docs.filter((path) => path.endsWith('.md')).map((path) => join('docs', path))]) {
    if (!existsSync(join(root, page))) continue
    pages.set(page, await renewed(page, readFileSync(join(root, page), 'utf8'), parts))
  }
  return pages
}
