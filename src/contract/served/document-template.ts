import { hash } from 'node:crypto'
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

/** Name of the account's member, which is the last one of `info` and never the only one. */
const MEMBER = ',"x-account":'

type Part = Buffer | 'http' | 'ws'

/**
 * A served document, created once for many requests. They share its bytes, all but the addresses
 * and the account.
 */
export class DocumentTemplate {
  /** The text on both sides of the account, split at the addresses. */
  private readonly before: readonly Part[]
  private readonly after: readonly Part[]
  private readonly textHash: string

  constructor(document: Document, view: Omit<DocumentView, 'baseUrl' | 'account'>) {
    const withAccount = exactJson(servedDocument(document, { ...view, baseUrl: BASE_URL, account: ACCOUNT }))
    const [before = '', after = ''] = withAccount.split(MEMBER + JSON.stringify(ACCOUNT))
    this.before = splitAtAddresses(before)
    this.after = splitAtAddresses(after)
    this.textHash = hash('sha256', withAccount)
  }

  /**
   * The document under a base URL, and for an account, if given: in pieces, and a text that differs
   * where the pieces do.
   */
  pieces(baseUrl: string, account?: ServedAccount): { pieces: Buffer[]; identity: string } {
    const inText = JSON.stringify(baseUrl).slice(1, -1)
    const addresses = { http: Buffer.from(inText), ws: Buffer.from(inText.replace(/^http/, 'ws')) }
    const filled = (part: Part): Buffer => (typeof part === 'string' ? addresses[part] : part)
    const accountText = account === undefined ? '' : MEMBER + JSON.stringify(account)
    const pieces = [...this.before.map(filled), Buffer.from(accountText), ...this.after.map(filled)]
    return { pieces, identity: `${this.textHash} ${baseUrl} ${accountText}` }
  }
}

const splitAtAddresses = (text: string): Part[] =>
  text
    .split(/(http:\/\/base-url\.invalid|ws:\/\/base-url\.invalid)/)
    .map((part) => (part === BASE_URL ? 'http' : part === WEBSOCKET_URL ? 'ws' : Buffer.from(part)))
