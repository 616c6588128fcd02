import { type Command, configOption } from './command.js'
import { theKey, withStore } from './configured.js'

/** `tollgate key revoke`: a running gateway refuses the key within a second. */
export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revokes a key, for good.',
  usage: 'tollgate key revoke ID [--config FILE]',
  positionals: ['ID'],
  options: configOption,
  run: (input) =>
    withStore(input, async (_config, store) => {
      const { id } = await theKey(store, input.positionals[0]!)
      return { json: await store.accounts.revokeKey(id), text: `${id} is revoked` }
    }),
}
