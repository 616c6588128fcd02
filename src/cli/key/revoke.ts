import { revokeKey } from '../../admin/operations/keys.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'

/** `tollgate key revoke`: a running gateway refuses the key within a second. */
export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revokes a key, for good.',
  usage: 'tollgate key revoke ID [--config FILE]',
  positionals: ['ID'],
  options: configOption,
  run: (input) =>
    withOperator(input, async (operator) => {
      const key = await revokeKey(operator, { id: input.positionals[0]! })
      return { json: key, text: `${key.id} is revoked` }
    }),
}
