import { DEFAULT_GRACE_SECONDS, rotateKey } from '../../admin/operations/keys.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { readNumber } from '../option-values.js'
import { announceKey, keyUrls } from './urls.js'

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
    const graceSeconds = readNumber('grace', input.text('grace'))
    return withOperator(input, async (operator) => {
      const { networks, ...rotated } = await rotateKey(operator, { id: input.positionals[0]!, graceSeconds })
      const { id, key, replaces, revokesAt } = rotated
      const end = graceSeconds === 0 ? `${replaces} is revoked.` : `${replaces} works until ${revokesAt}.`
      const urls = keyUrls(operator.config, networks, key)
      return { json: { ...rotated, urls }, text: `${announceKey(operator.config, id, networks, key)}\n\n${end}` }
    })
  },
}
