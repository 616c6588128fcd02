import type { Key } from '../accounts/account.js'
import { createKeyText, hashKeyText } from '../accounts/key-text.js'
import type { Store } from '../storage/open.js'
import { type Command, CommandError, configOption, UsageError } from './command.js'
import { theKey, withStore } from './configured.js'
import { announceKey } from './key-urls.js'
import { readNumber } from './option-values.js'

const DEFAULT_GRACE_SECONDS = 86_400
const MAX_GRACE_SECONDS = 366 * 86_400

/** Ends a key after the grace, never later than it would have ended anyway; resolves with that moment, ISO 8601. */
const endKey = async ({ accounts }: Store, old: Key, nowMs: number, graceSeconds: number): Promise<string> => {
  const atMs = Math.min(nowMs + graceSeconds * 1000, old.revokesAt === undefined ? Infinity : Date.parse(old.revokesAt))
  const revokesAt = new Date(atMs).toISOString()
  if (graceSeconds === 0) await accounts.revokeKey(old.id)
  else await accounts.changeKey(old.id, { revokesAt })
  return revokesAt
}

/** `tollgate key rotate`: a new key with the settings of an old one, which works on for a while so that nothing breaks meanwhile. */
export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'Replaces a key by a new one with the same settings; the old one works on for a while.',
  usage: 'tollgate key rotate ID [--grace SECONDS] [--config FILE]',
  positionals: ['ID'],
  options: {
    grace: {
      type: 'string',
      value: 'SECONDS',
      description: `how long the old key still works; default ${DEFAULT_GRACE_SECONDS} (a day), 0 revokes it at once`,
    },
    ...configOption,
  },
  run: (input) => {
    const graceSeconds = readNumber('grace', input.text('grace')) ?? DEFAULT_GRACE_SECONDS
    if (graceSeconds > MAX_GRACE_SECONDS) throw new UsageError(`--grace must be at most ${MAX_GRACE_SECONDS} (a year)`)
    return withStore(input, async (config, store) => {
      const old = await theKey(store, input.positionals[0]!)
      if (old.isRevoked)
        throw new CommandError(`key ${old.id} is revoked; create a new one with \`tollgate key create\``)
      const { id: _id, isRevoked: _isRevoked, revokesAt: _revokesAt, createdAt: _createdAt, ...settings } = old
      const keyText = createKeyText(input.edges.randomBytes)
      // The new key first: if the second step fails, both work, and nobody is locked out.
      const { id } = await store.accounts.createKey(settings, hashKeyText(keyText))
      const revokesAt = await endKey(store, old, input.edges.nowMs(), graceSeconds)
      const end = graceSeconds === 0 ? `${old.id} is revoked.` : `${old.id} works until ${revokesAt}.`
      return {
        json: { id, key: keyText, replaces: old.id, revokesAt },
        text: `${announceKey(config, id, settings.networks, keyText)}\n\n${end}`,
      }
    })
  },
}
