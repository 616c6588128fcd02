import { createKey } from '../../admin/operations/keys.js'
import { type Command, configOption, UsageError } from '../command.js'
import { withOperator } from '../configured.js'
import { KEY_USAGE, keyOptions, readSettings } from './settings.js'
import { announceKey, keyUrls } from './urls.js'

/** `tollgate key create`: prints a new key, the only time that its text is shown. */
export const keyCreate: Command = {
  name: 'key create',
  summary: 'Creates a key and prints it, this once.',
  usage: `tollgate key create --account ID --network N[,N…] ${KEY_USAGE} [--config FILE]`,
  options: {
    account: { type: 'string', value: 'ID', description: 'the account that pays' },
    ...keyOptions,
    ...configOption,
  },
  run: (input) => {
    const account = input.required('account')
    const { networks, ...settings } = readSettings(input)
    if (networks === undefined) throw new UsageError('--network N[,N…] is needed')
    return withOperator(input, async (operator) => {
      const created = await createKey(operator, { account, networks, ...settings })
      const { config } = operator
      const urls = keyUrls(config, networks, created.key)
      return { json: { ...created, urls }, text: announceKey(config, created.id, networks, created.key) }
    })
  },
}
