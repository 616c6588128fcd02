import type { KeyChanges } from '../../accounts/account-store.js'
import { isSourceRange } from '../../accounts/source-range.js'
import { methodRowsOf, methodRowsOn, tooSlow } from '../../config/method-rows.js'
import type { ParamsOf } from '../method-types.js'
import type { OperationDeps, Words } from '../operation-deps.js'
import { malformed, refused } from '../operation-error.js'
import { checkKeyAllowlists } from './allowlist-bounds.js'
import { checkNames, checkOneLine } from './names.js'

/** Settings that decide whether a key's throttle lets all its methods pass. */
export const SPEED_NAMES = ['creditsPerSecond', 'allowedMethods', 'networks'] as const

/** Given settings of a key. Lists are replaced whole; null removes a limit. */
export type KeySettings = Omit<ParamsOf<'key.set'>, 'id'>

/** 20-byte addresses, in lower case. */
const checkContracts = (words: Words, texts: readonly string[]): string[] =>
  texts.map((text) => {
    if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase()
    const name = words.param('allowedContracts')
    throw malformed(`${name} takes 20-byte addresses, 0x and 40 hexadecimal digits; not "${text}"`)
  })

/**
 * RFC 1035, section 2.3.4: no label of a host name is longer than 63. The time to parse one grows
 * with the square of its letters outside of ASCII.
 */
const LONG_LABEL = /[^./:]{64}/
/** Schemes whose hosts are names (WHATWG URL). Other hosts are parsed in linear time. */
const HAS_HOST_NAME = /^(?:https?|wss?|ftp|file):/i
const BARE_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+\/?$/i

const urlOf = (text: string): URL | undefined => {
  // First, because URL skips blanks before the scheme.
  if (!BARE_ORIGIN.test(text)) return undefined
  if (HAS_HOST_NAME.test(text) && LONG_LABEL.test(text)) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Origins as browsers send them: scheme and host in lower case, no default port, no path. They are
 * compared whole, so a wildcard would match none.
 */
const checkOrigins = (words: Words, texts: readonly string[]): string[] =>
  texts.map((text) => {
    const name = words.param('allowedOrigins')
    if (text.includes('*')) throw malformed(`${name} takes each origin in full, without *; not "${text}"`)
    const url = urlOf(text)
    if (url === undefined) {
      throw malformed(`${name} takes origins such as https://app.example, without a path; not "${text}"`)
    }
    // URL gives no origin for schemes such as chrome-extension, though browsers send one.
    return url.origin === 'null' ? text.replace(/\/$/, '').toLowerCase() : url.origin
  })

/** CIDR ranges or addresses. */
const checkSources = (words: Words, texts: readonly string[]): string[] =>
  texts.map((text) => {
    if (isSourceRange(text)) return text
    const name = words.param('allowedSources')
    throw malformed(`${name} takes networks such as 10.0.0.0/8 or 2001:db8::/32, or addresses; not "${text}"`)
  })

const methodNames = (config: OperationDeps['config']): string[] => [
  ...new Set(methodRowsOf(config).map(({ name }) => name)),
]

/** Checks and normalizes a key's settings; returns only the given members. */
export const checkSettings = ({ config, words }: OperationDeps, settings: KeySettings): KeyChanges => {
  const { networks, label, dailyLimit, creditsPerSecond } = settings
  const { allowedMethods, allowedContracts, allowedOrigins, allowedSources } = settings
  // First, because the checks below read each text.
  checkKeyAllowlists(settings)
  if (networks?.length === 0) {
    const name = words.param('networks')
    throw malformed(`${name} needs at least one network; to stop a key, revoke it`)
  }
  if (settings.token === true && config.tokens === undefined) {
    throw refused(`${words.param('token')}: no tokens are configured, see docs/accounts-and-keys.md`)
  }
  return {
    ...(settings.token !== undefined && { requiresToken: settings.token }),
    ...(networks && { networks: checkNames('network', networks, [...config.networks.keys()]) }),
    ...(label !== undefined && { label: checkOneLine(words, 'label', label) }),
    ...(dailyLimit !== undefined && { dailyLimit }),
    ...(creditsPerSecond !== undefined && { creditsPerSecond }),
    ...(allowedMethods && { allowedMethods: checkNames('method', allowedMethods, methodNames(config)) }),
    ...(allowedContracts && { allowedContracts: checkContracts(words, allowedContracts) }),
    ...(allowedOrigins && { allowedOrigins: checkOrigins(words, allowedOrigins) }),
    ...(allowedSources && { allowedSources: checkSources(words, allowedSources) }),
  }
}

/**
 * Refuses a throttle that one of the key's methods can never pass on one of its networks. Call it
 * only where one of these settings is given: prices change with the configuration, and a key that
 * they made too slow can still be changed in all else.
 */
export const checkSpeed = (
  { config, words }: OperationDeps,
  { creditsPerSecond, allowedMethods, networks = [] }: Pick<KeySettings, (typeof SPEED_NAMES)[number]>,
): void => {
  if (creditsPerSecond == null) return
  const slowness = tooSlow(creditsPerSecond, methodRowsOn(config, networks), allowedMethods)
  if (slowness !== undefined) throw refused(`${words.param('creditsPerSecond')} ${slowness}`)
}
