import type { Document } from '../../../generated/document.js'
import { CompressedDocument, type EncodedForms, plainDocument } from '../../contract/served/compressed-document.js'
import { DocumentParts } from '../../contract/served/document-parts.js'
import { DocumentTemplate, documentWithPlaceholders } from '../../contract/served/document-template.js'
import {
  prepareServed,
  type ServedAccount,
  type ServedNetwork,
  servedDocument,
} from '../../contract/served/served-document.js'
import { type Deferred, mapDeferred } from '../../runtime/deferred.js'
import { exactJson } from '../../runtime/exact-json.js'
import { stopwatchMs } from '../../runtime/system-ports.js'
import { BoundedCache } from '../accounts/bounded-cache.js'

/** Callers use few addresses; further ones are served, but not compressed. */
const MAX_ADDRESSES = 8
/**
 * An address that nobody asked for so long makes room. Anybody may invent addresses, by the Host
 * header.
 */
const UNASKED_MS = 60_000
/** About 50 KB each. */
const MAX_ALLOWLISTS = 32

/**
 * The contract as served for one network or for all: by GET without a key, by rpc.discover with
 * one.
 */
export class NetworkDocument {
  /** Made on first use, because it costs start-up time and memory. */
  private made: DocumentTemplate | undefined
  private parts: DocumentParts | undefined
  /** By base URL; the one asked for last is at the end. */
  private readonly compressed = new Map<string, { readonly document: CompressedDocument; readonly askedMs: number }>()
  private readonly allowed = new BoundedCache<DocumentTemplate>(MAX_ALLOWLISTS)

  /** `networkNames`: all networks that the addresses lead to, if `network` is undefined. */
  constructor(
    private readonly document: Document,
    private readonly network: ServedNetwork | undefined,
    private readonly networkNames?: readonly string[],
  ) {}

  /** The document under a base URL, for its docs page. */
  served(baseUrl: string): Document | Deferred<Document> {
    const { document, network, networkNames } = this
    return this.afterForms(() => servedDocument(document, { network, networkNames, baseUrl }))
  }

  under(baseUrl: string): EncodedForms | Deferred<EncodedForms> {
    return this.known(baseUrl) ?? this.afterForms(() => this.encoded(baseUrl))
  }

  /** The document for a key: its allowed methods (empty: all), and the account that pays. */
  forKey(baseUrl: string, allowedMethods: readonly string[], account: ServedAccount): Buffer[] | Deferred<Buffer[]> {
    return this.afterForms(() => this.templateFor(allowedMethods).pieces(baseUrl, account))
  }

  /** The first preparation takes time; other callers have turns in between. */
  private afterForms<Made>(make: () => Made): Made | Deferred<Made> {
    return mapDeferred(prepareServed(this.document, this.network), undefined, make)
  }

  private encoded(baseUrl: string): EncodedForms {
    const known = this.known(baseUrl)
    if (known !== undefined) return known
    const [pieces, identity] = [this.open.pieces(baseUrl), this.open.identity(baseUrl)]
    if (!this.hasRoom()) return plainDocument(pieces, identity)
    const document = new CompressedDocument(Buffer.concat(pieces), identity)
    this.compressed.set(baseUrl, { document, askedMs: stopwatchMs() })
    return document
  }

  private known(baseUrl: string): CompressedDocument | undefined {
    const entry = this.compressed.get(baseUrl)
    if (entry === undefined) return undefined
    this.compressed.delete(baseUrl)
    this.compressed.set(baseUrl, { document: entry.document, askedMs: stopwatchMs() })
    return entry.document
  }

  private hasRoom(): boolean {
    if (this.compressed.size < MAX_ADDRESSES) return true
    const [baseUrl, { askedMs }] = this.compressed.entries().next().value!
    return stopwatchMs() - askedMs >= UNASKED_MS && this.compressed.delete(baseUrl)
  }

  private get open(): DocumentTemplate {
    this.made ??= new DocumentTemplate([exactJson(this.withPlaceholders())])
    return this.made
  }

  private templateFor(allowedMethods: readonly string[]): DocumentTemplate {
    if (allowedMethods.length === 0) return this.open
    const allowlist = [...new Set(allowedMethods)].sort()
    const name = allowlist.join()
    const known = this.allowed.get(name)
    if (known !== undefined) return known
    this.parts ??= new DocumentParts(this.withPlaceholders())
    const made = new DocumentTemplate(this.parts.only(new Set(allowlist)))
    this.allowed.set(name, made)
    return made
  }

  private withPlaceholders(): Document {
    return documentWithPlaceholders(this.document, { network: this.network, networkNames: this.networkNames })
  }
}
