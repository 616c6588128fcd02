import type { Document, DocumentMethod, DocumentServer } from '../../../generated/document.js'
import type { ErrorName } from '../../../generated/errors.js'
import type { Schema } from '../contract.js'
import { componentsUsedBy } from '../visit-schema.js'
import { errorsPointer } from '../with-errors.js'
import { flatFormsOf, prepareFlatForms } from './flat-forms.js'

/** A network's facts in a served document: `info.x-network`. */
export interface ServedNetwork {
  readonly name: string
  readonly family: 'evm' | 'solana'
  /** True if the block tag `safe` is served. */
  readonly safeTag: boolean
  /** The number of latest blocks that are served; undefined for all. */
  readonly recentBlocks?: number | undefined
}

/** The caller's account in a served document: `info.x-account`. */
export interface ServedAccount {
  readonly dailyCredits: number
  /** Undefined until the day's usage was read. */
  readonly remaining?: number | undefined
  /** ISO 8601. */
  readonly resetsAt: string
}

/** The audience of a served document. */
export interface DocumentView {
  /** Undefined: all networks, without the deviations of any. */
  readonly network?: ServedNetwork | undefined
  /**
   * The networks in the server addresses; by default the network, or without one those of the
   * document.
   */
  readonly networkNames?: readonly string[] | undefined
  readonly account?: ServedAccount | undefined
  /**
   * The address at which callers reach the gateway, `http(s)://host[:port]` with an optional path;
   * by default as in the document.
   */
  readonly baseUrl?: string | undefined
}

/** The error for a refused tag; methods of a network that serves the tag never return it. */
const SAFE_TAG_ERROR = 'safe-tag-unsupported' satisfies ErrorName
const WINDOW_ERROR = 'outside-window' satisfies ErrorName

/**
 * A contract as served: the methods that the network has, with their references; the network's
 * deviations; the account that pays; addresses of this gateway; flat schemas and tags, for tools
 * that lose wrapped descriptions and show no extensions.
 *
 * Accepts any valid document, the built-in one or one merged with an operator's.
 */
export const servedDocument = (document: Document, view: DocumentView): Document => {
  const { network, networkNames = network && [network.name], account, baseUrl } = view
  const kept = document.methods.filter((method) => network === undefined || method['x-family'] === network.family)
  const { flat, schemas } = flatFormsOf(document, servesSafeTag(network))
  const methods = kept.map((method) => servedMethod(method, network, flat))
  const errors = errorsOf(document, methods, network)
  const names = new Set(Object.keys(errors))
  const rows = Object.entries((document['x-errors'] ?? {}) as Record<string, unknown>)
  const xErrors = Object.fromEntries(rows.filter(([name]) => names.has(name)))
  const reached = componentsUsedBy([methods, errors, xErrors], schemas)
  const used = Object.entries(schemas).filter(([name]) => reached.has(name))
  const info = {
    ...document.info,
    ...(network && { 'x-network': networkPart(network) }),
    ...(account && { 'x-account': account }),
  }
  return {
    ...document,
    info,
    servers: document.servers.map((server) => servedServer(server, networkNames, baseUrl)),
    methods,
    components: { ...document.components, schemas: Object.fromEntries(used), errors },
    ...('x-errors' in document && { 'x-errors': xErrors }),
  }
}

const networkPart = ({ name, family, safeTag, recentBlocks }: ServedNetwork) => ({
  name,
  family,
  ...(family === 'evm' && { safeTag }),
  ...(recentBlocks !== undefined && { recentBlocks }),
})

const servedServer = (
  server: DocumentServer,
  names: readonly string[] | undefined,
  baseUrl: string | undefined,
): DocumentServer => {
  const isWebSocket = server.url.startsWith('ws')
  const origin = isWebSocket ? baseUrl?.replace(/^http/, 'ws') : baseUrl
  const [first] = names ?? []
  const variables = server.variables?.network &&
    first !== undefined && {
      ...server.variables,
      network: { ...server.variables.network, default: first, enum: [...names!] },
    }
  return {
    ...server,
    ...(origin !== undefined && { url: server.url.replace(/^\w+:\/\/[^/]+/, () => origin) }),
    ...(variables && { variables }),
  }
}

const servedMethod = (
  { 'x-source': _, ...method }: DocumentMethod,
  network: ServedNetwork | undefined,
  flat: (schema: Schema) => Schema,
): DocumentMethod => ({
  ...method,
  ...(isOutOfReach(method, network) && { description: `${method.description ?? ''}${windowSentence(network)}` }),
  params: method.params.map((param) => ({ ...param, schema: flat(param.schema) })),
  result: { ...method.result, schema: flat(method.result.schema) },
  errors: (method.errors ?? []).filter(({ $ref }) => !isNeverGiven($ref, network)),
  tags: [...((method.tags as readonly object[] | undefined) ?? []), ...tagsOf(method)],
})

/** True if the method reads blocks that the network does not serve. */
const isOutOfReach = (method: DocumentMethod, network: ServedNetwork | undefined): network is Near => {
  const { kind } = (method['x-position'] ?? {}) as { kind?: string }
  return network?.recentBlocks !== undefined && (kind === 'block' || kind === 'block-range')
}

type Near = ServedNetwork & { readonly recentBlocks: number }

const windowSentence = ({ recentBlocks }: Near): string =>
  ` This network serves its latest ${recentBlocks} blocks only.`

const isNeverGiven = (reference: string, network: ServedNetwork | undefined): boolean =>
  network !== undefined &&
  ((network.safeTag && reference === `${errorsPointer}${SAFE_TAG_ERROR}`) ||
    (network.recentBlocks === undefined && reference === `${errorsPointer}${WINDOW_ERROR}`))

/** Price, family, limits and the partner as tags, which every tool shows. */
const tagsOf = (method: DocumentMethod): { name: string }[] =>
  [
    priceText(method),
    method['x-family'],
    ...limitTexts(method),
    ...(method['x-failover'] === true ? ['partner may answer'] : []),
  ].map((name) => ({ name }))

/** The limits of a method in words, such as `10 s`. */
export const limitTexts = (method: DocumentMethod): string[] => {
  const limits = (method['x-limits'] ?? {}) as { timeoutMs?: number; maxParameters?: number; maxResults?: number }
  const counted = (count: number | undefined, unit: string) =>
    count === undefined ? [] : [`${grouped(count)} ${unit}`]
  return [
    ...counted(limits.timeoutMs === undefined ? undefined : limits.timeoutMs / 1000, 's'),
    ...counted(limits.maxParameters, 'parameters'),
    ...counted(limits.maxResults, 'results'),
  ]
}

/** The price of a call in words: `80 credits`, or how it depends on the call. */
export const priceText = ({
  'x-credits': credits,
  'x-credits-by': rule,
}: {
  readonly 'x-credits': number
  readonly 'x-credits-by'?: DocumentMethod['x-credits-by'] | undefined
}): string => {
  if (rule === undefined) return `${grouped(credits)} credits`
  const { base, perResultKiB, each = 0, of = '' } = rule
  const more =
    perResultKiB === undefined
      ? `${grouped(each)} for each of ${of}`
      : `${grouped(perResultKiB)} for each KiB of result`
  return `${grouped(base)} credits and ${more}, ${grouped(credits)} at most`
}

/** A number with commas, as people read it. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

type Errors = Document['components']['errors']

/**
 * The errors that a caller can get: those of requests, which no method lists, and those of the
 * remaining methods.
 */
const errorsOf = (document: Document, methods: readonly DocumentMethod[], network?: ServedNetwork): Errors => {
  const listedBy = (some: readonly DocumentMethod[]) =>
    new Set(some.flatMap(({ errors = [] }) => errors.map(({ $ref }) => $ref.slice(errorsPointer.length))))
  const [all, left] = [listedBy(document.methods), listedBy(methods)]
  const kept = Object.entries(document.components.errors).filter(([name]) => !all.has(name) || left.has(name))
  return Object.fromEntries(
    kept.map(([name, error]) => [name, { ...error, message: onWindow(error.message, network?.recentBlocks) }]),
  )
}

const onWindow = (message: string, recentBlocks: number | undefined): string =>
  recentBlocks === undefined ? message : message.replaceAll('{recentBlocks}', String(recentBlocks))

/**
 * Prepares the larger part of a served document in short turns, for `servedDocument`; undefined if
 * it exists.
 */
export const prepareServed = (document: Document, network: ServedNetwork | undefined): Promise<void> | undefined =>
  prepareFlatForms(document, servesSafeTag(network))

/** True if the tag `safe` stays in the schemas; a network without blocks has no tag to remove. */
const servesSafeTag = (network: ServedNetwork | undefined): boolean => network?.family !== 'evm' || network.safeTag
