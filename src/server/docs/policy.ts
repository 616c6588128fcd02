import { firstScriptHash } from './page.js'

/** `self` excludes WebSockets in older browsers: CSP Level 3 changed that. */
const webSocketOrigin = (baseUrl: string): string => {
  try {
    return ` ${new URL(baseUrl).origin.replace(/^http/, 'ws')}`
  } catch {
    return ''
  }
}

/**
 * Header names and values, in turn, that protect the page and the reader's key: the page loads,
 * runs and contacts nothing foreign.
 */
export const pageFields = (baseUrl: string): readonly string[] => [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    `script-src 'self' ${firstScriptHash}`,
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self'${webSocketOrigin(baseUrl)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  ...FILE_FIELDS,
]

export const FILE_FIELDS: readonly string[] = ['X-Content-Type-Options', 'nosniff']
