import type { Document } from '../../../generated/document.js'
import { CompressedDocument, type EncodedForms, plainDocument } from '../../contract/served/compressed-document.js'
import { DocumentTemplate } from '../../contract/served/document-template.js'
import {
  prepareServed,
  type ServedAccount,
  type ServedNetwork,
  servedDocument,
} from '../../contract/served/served-document.js'
import { afterwards, type Deferred } from '../../runtime/deferred.js'
import { BoundedCache } from '../accounts/bounded-cache.js'

/**
 * Callers reach a gateway under few addresses; what asks under more of them is served as well, but
 * not compressed.
 */
const MAX_ADDRESSES = 8
/** About 50 KB each. */
const MAX_ALLOWLISTS = 32

/**
 * A contract as one network serves it, or all of them together: to those without a key by GET, to
 * keys by rpc.discover.
 */
export class NetworkDocument {
  /**
   * Made when it is first asked for: it takes time of the start, and memory, that a gateway whose
   * document is not read does without.
   */
  private made: DocumentTemplate | undefined
  private readonly compressed = new Map<string, CompressedDocument>()
  private readonly allowed = new BoundedCache<DocumentTemplate>(MAX_ALLOWLISTS)

  /** `networkNames`: where `network` is left out, all networks, which the addresses lead to. */
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

  /** The document under a base URL, as it is sent. */
  under(baseUrl: string): EncodedForms | Deferred<EncodedForms> {
    return this.compressed.get(baseUrl) ?? this.afterForms(() => this.encoded(baseUrl))
  }

  /**
   * The document for a key: the methods that it may call (empty: all), and the account that pays.
   */
  forKey(baseUrl: string, allowedMethods: readonly string[], account: ServedAccount): Buffer | Deferred<Buffer> {
    return this.afterForms(() => this.templateFor(allowedMethods).render(baseUrl, account))
  }

  /** What is made of the document first takes time; other callers have their turns meanwhile. */
  private afterForms<Made>(make: () => Made): Made | Deferred<Made> {
    return afterwards(prepareServed(this.document, this.network), undefined, make)
  }

  private encoded(baseUrl: string): EncodedForms {
    const known = this.compressed.get(baseUrl)
    if (known !== undefined) return known
    const bytes = this.open.render(baseUrl)
    if (this.compressed.size >= MAX_ADDRESSES) return plainDocument(bytes)
    const made = new CompressedDocument(bytes)
    this.compressed.set(baseUrl, made)
    return made
  }

  private get open(): DocumentTemplate {
    this.made ??= new DocumentTemplate(this.document, { network: this.network, networkNames: this.networkNames })
    return this.made
  }

  private templateFor(allowedMethods: readonly string[]): DocumentTemplate {
    if (allowedMethods.length === 0) return this.open
    const allowlist = [...new Set(allowedMethods)].sort()
    const name = allowlist.join()
    const known = this.allowed.get(name)
    if (known !== undefined) return known
    const made = new DocumentTemplate(this.document, { network: this.network, allowedMethods: allowlist })
    this.allowed.set(name, made)
    return made
  }
}
