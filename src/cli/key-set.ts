import { type Command, CommandError, configOption, UsageError } from './command.js'
import { theKey, withStore } from './configured.js'
import { KEY_USAGE, keyOptions, keyTable, readKeyChanges } from './key-settings.js'

/** `tollgate key set`: changes what a key may do. */
export const keySet: Command = {
  name: 'key set',
  summary: 'Changes a key. Lists are replaced; an empty value takes the restriction away.',
  usage: `tollgate key set ID [--network N[,N…]] ${KEY_USAGE} [--config FILE]`,
  positionals: ['ID'],
  options: { ...keyOptions, ...configOption },
  run: (input) =>
    withStore(input, async (config, store) => {
      const changes = readKeyChanges(input, config)
      if (Object.keys(changes).length === 0) throw new UsageError('nothing to change: give at least one option')
      const { id, isRevoked } = await theKey(store, input.positionals[0]!)
      if (isRevoked) throw new CommandError(`key ${id} is revoked`)
      const key = await store.accounts.changeKey(id, changes)
      return { json: key, text: key === undefined ? '' : keyTable([key]) }
    }),
}
