import { hash } from 'node:crypto'
import type { Document } from '../../../generated/document.js'
import { type DocumentView, type ServedAccount, servedDocument } from './served-document.js'

/**
 * Placeholders for the parts that vary by request; no host and no account can have these names (RFC
 * 6761: `.invalid`).
 */
const BASE_URL = 'http://base-url.invalid'
const WEBSOCKET_URL = BASE_URL.replace('http', 'ws')
const ACCOUNT = { dailyCredits: 0, resetsAt: 'resets-at.invalid' }

/** Name of the account's member, which is the last one of `info` and never the only one. */
const MEMBER = ',"x-account":'

const NAMES = new Map([
  [BASE_URL, 'http'],
  [WEBSOCKET_URL, 'ws'],
  [MEMBER + JSON.stringify(ACCOUNT), 'account'],
] as const)
const PLACEHOLDERS =
  /(http:\/\/base-url\.invalid|ws:\/\/base-url\.invalid|,"x-account":\{"dailyCredits":0,"resetsAt":"resets-at\.invalid"\})/

type TemplatePiece = Buffer | 'http' | 'ws' | 'account'

/** A served document with placeholders, for `DocumentTemplate`. */
export const documentWithPlaceholders = (
  document: Document,
  view: Omit<DocumentView, 'baseUrl' | 'account'>,
): Document => servedDocument(document, { ...view, baseUrl: BASE_URL, account: ACCOUNT })

/**
 * A served document, created once for many requests. They share its bytes, all but the addresses
 * and the account.
 */
export class DocumentTemplate {
  private readonly parts: readonly TemplatePiece[]
  private bytesHash: string | undefined

  /** JSON of a document in pieces: texts with placeholders, and bytes that have none. */
  constructor(json: readonly (string | Buffer)[]) {
    this.parts = json.flatMap((piece) => (typeof piece === 'string' ? splitAtPlaceholders(piece) : piece))
  }

  /** The document under a base URL, and for an account, if given: in pieces. */
  pieces(baseUrl: string, account?: ServedAccount): Buffer[] {
    const http = JSON.stringify(baseUrl).slice(1, -1)
    const filled = {
      http: Buffer.from(http),
      ws: Buffer.from(http.replace(/^http/, 'ws')),
      account: Buffer.from(account === undefined ? '' : MEMBER + JSON.stringify(account)),
    }
    return this.parts.map((part) => (typeof part === 'string' ? filled[part] : part))
  }

  /** A text that differs where the pieces do, without an account. */
  identity(baseUrl: string): string {
    this.bytesHash ??= hash('sha256', Buffer.concat(this.parts.map((part) => Buffer.from(part))))
    return `${this.bytesHash} ${baseUrl}`
  }
}

const splitAtPlaceholders = (text: string): TemplatePiece[] =>
  text.split(PLACEHOLDERS).map((part) => NAMES.get(part) ?? Buffer.from(part))
