import type { Document } from '../../../generated/document.js'
import { CompressedDocument } from '../../contract/served/compressed-document.js'
import type { MaybeDeferred } from '../../runtime/deferred.js'
import { inTurns } from '../../runtime/turns/in-turns.js'
import type { DocsFile } from '../listeners/listener-deps.js'
import type { Network } from '../networks/network.js'
import { ASK_AGAIN, type Asset, assetsOf, FOR_EVER } from './assets.js'
import { docsPage } from './page.js'
import { FILE_FIELDS, pageFields } from './policy.js'

const { script, style } = assetsOf('docs')

export interface DocsSource {
  readonly networks: () => readonly Pick<Network, 'name' | 'family'>[]
  /** The contract as served for one network, or for all. */
  readonly document: (network: Network | undefined) => MaybeDeferred<Document>
  readonly baseUrl: () => string
}

/**
 * The docs pages of a gateway, one for all networks and one for each, made on first use, and their
 * assets.
 */
export class DocsSite {
  private readonly pages = new Map<string, Promise<DocsFile>>()
  /**
   * Made on first use: compressing the assets takes megabytes that a process without readers saves.
   */
  private files: ReadonlyMap<string, DocsFile> | undefined

  constructor(private readonly source: DocsSource) {}

  /**
   * Returns a page, or an asset of that name; undefined if there is no such file. New pages are
   * made in short turns.
   */
  find(network: Network | undefined, file: string | undefined): DocsFile | Promise<DocsFile> | undefined {
    if (file === undefined) return this.page(network)
    this.files ??= new Map([script, style].map((asset) => [asset.name, fileOf(asset)]))
    return this.files.get(file)
  }

  /** Makes every page again on its next use: networks or addresses have changed. */
  forgetPages(): void {
    this.pages.clear()
  }

  private page(network: Network | undefined): Promise<DocsFile> {
    const name = network?.name ?? ''
    const known = this.pages.get(name)
    if (known !== undefined) return known
    const page = pageOf(this.source, network)
    this.pages.set(name, page)
    // The caller gets the error; the next request tries again.
    page.catch(() => this.pages.delete(name))
    return page
  }
}

const pageOf = async (source: DocsSource, network: Network | undefined): Promise<DocsFile> => {
  const baseUrl = source.baseUrl()
  const steps = docsPage(await source.document(network), {
    network,
    networks: source.networks(),
    baseUrl,
    // Relative to the page, /docs or /<network>/docs, because a proxy may add a path.
    assets: { script: `docs/${script.name}`, style: `docs/${style.name}` },
  })
  return {
    document: new CompressedDocument(Buffer.from(await inTurns(steps))),
    serving: { contentType: 'text/html; charset=utf-8', cacheControl: ASK_AGAIN, more: pageFields(baseUrl) },
  }
}

const fileOf = ({ contentType, bytes }: Asset): DocsFile => ({
  document: new CompressedDocument(bytes),
  serving: { contentType, cacheControl: FOR_EVER, more: FILE_FIELDS },
})
