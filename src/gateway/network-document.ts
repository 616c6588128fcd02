import type { Document } from '../../generated/document.js'
import { BoundedCache } from '../accounts/bounded-cache.js'
import { CompressedDocument, type EncodedForms, plainDocument } from '../contracts/compressed-document.js'
import { DocumentTemplate } from '../contracts/document-template.js'
import type { ServedAccount, ServedNetwork } from '../contracts/served-document.js'

/** Callers reach a gateway under few addresses; what asks under more of them is served as well, but not compressed. */
const MAX_ADDRESSES = 8
/** About 50 KB each. */
const MAX_ALLOWLISTS = 32

/** A contract as one network serves it, or all of them together: to those without a key by GET, to keys by rpc.discover. */
export class NetworkDocument {
  /** Made when it is first asked for: it takes time of the start, and memory, that a gateway whose document is not read does without. */
  private made: DocumentTemplate | undefined
  private readonly compressed = new Map<string, CompressedDocument>()
  private readonly allowed = new BoundedCache<DocumentTemplate>(MAX_ALLOWLISTS)

  constructor(
    private readonly document: Document,
    private readonly network: ServedNetwork | undefined,
  ) {}

  /** The document under a base URL. */
  under(baseUrl: string): EncodedForms {
    const known = this.compressed.get(baseUrl)
    if (known !== undefined) return known
    const bytes = this.open.render(baseUrl)
    if (this.compressed.size >= MAX_ADDRESSES) return plainDocument(bytes)
    const made = new CompressedDocument(bytes)
    this.compressed.set(baseUrl, made)
    return made
  }

  private get open(): DocumentTemplate {
    this.made ??= new DocumentTemplate(this.document, { network: this.network })
    return this.made
  }

  /** The document for a key: the methods that it may call (empty: all), and the account that pays. */
  forKey(baseUrl: string, allowedMethods: readonly string[], account: ServedAccount): Buffer {
    if (allowedMethods.length === 0) return this.open.render(baseUrl, account)
    const allowlist = [...new Set(allowedMethods)].sort()
    const name = allowlist.join()
    let template = this.allowed.get(name)
    if (template === undefined) {
      template = new DocumentTemplate(this.document, { network: this.network, allowedMethods: allowlist })
      this.allowed.set(name, template)
    }
    return template.render(baseUrl, account)
  }
}
