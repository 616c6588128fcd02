import type { NewKey } from '../accounts/account-store.js'
import { createKeyText, hashKeyText } from '../accounts/key-text.js'
import { type Command, configOption, UsageError } from './command.js'
import { theAccount, withStore } from './configured.js'
import { KEY_USAGE, keyOptions, readKeyChanges } from './key-settings.js'
import { announceKey } from './key-urls.js'

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
    const accountId = input.required('account')
    if (input.list('network') === undefined) throw new UsageError('--network N[,N…] is needed')
    return withStore(input, async (config, store) => {
      const { dailyLimit, ...settings } = readKeyChanges(input, config)
      const account = await theAccount(store, accountId)
      const key: NewKey = {
        accountId: account.id,
        label: '',
        allowedMethods: [],
        allowedContracts: [],
        allowedOrigins: [],
        allowedSources: [],
        networks: settings.networks ?? [],
        ...settings,
        ...(dailyLimit == null ? {} : { dailyLimit }),
      }
      const keyText = createKeyText(input.edges.randomBytes)
      const { id } = await store.accounts.createKey(key, hashKeyText(keyText))
      return { json: { id, key: keyText }, text: announceKey(config, id, key.networks, keyText) }
    })
  },
}
