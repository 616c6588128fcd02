import type { Document } from '../../../generated/document.js'
import { exactJson } from '../../runtime/exact-json.js'
import { type DocumentView, type ServedAccount, servedDocument } from './served-document.js'

/**
 * Placeholders for the parts that vary by request; no host and no account can have these names (RFC
 * 6761: `.invalid`).
 */
const BASE_URL = 'http://base-url.invalid'
const WEBSOCKET_URL = BASE_URL.replace('http', 'ws')
const RESETS_AT = 'resets-at.invalid'
const ACCOUNT = { dailyCredits: 0, resetsAt: RESETS_AT }

/** A served document as text, created once for many requests and filled in for each. */
export class DocumentTemplate {
  /** The text, split at the account. */
  private readonly account: readonly [before: string, after: string]

  constructor(document: Document, view: Omit<DocumentView, 'baseUrl' | 'account'>) {
    const withAccount = exactJson(servedDocument(document, { ...view, baseUrl: BASE_URL, account: ACCOUNT }))
    const [before = '', after = ''] = withAccount.split(JSON.stringify(ACCOUNT))
    this.account = [before, after]
  }

  /** The document under a base URL, and for an account, if given. */
  render(baseUrl: string, account?: ServedAccount): Buffer {
    const [before, after] = this.account
    const text = account === undefined ? withoutMember(before) + after : before + JSON.stringify(account) + after
    const inText = JSON.stringify(baseUrl).slice(1, -1)
    return Buffer.from(
      text.replaceAll(BASE_URL, () => inText).replaceAll(WEBSOCKET_URL, () => inText.replace(/^http/, 'ws')),
    )
  }
}

/**
 * The text before the account without the name of its member, which is the last one of `info` and
 * never the only one.
 */
const withoutMember = (before: string): string => before.slice(0, -',"x-account":'.length)
