import { type Command, configOption } from './command.js'
import { theAccount, withStore } from './configured.js'
import { keyTable } from './key-settings.js'

/** `tollgate key list`: keys without their texts, which nobody has. */
export const keyList: Command = {
  name: 'key list',
  summary: 'Lists the keys, of one account or of all.',
  usage: 'tollgate key list [--account ID] [--config FILE]',
  options: {
    account: { type: 'string', value: 'ID', description: "only this account's" },
    ...configOption,
  },
  run: (input) =>
    withStore(input, async (_config, store) => {
      const id = input.text('account')
      const keys = await store.accounts.listKeys(id === undefined ? undefined : (await theAccount(store, id)).id)
      return { json: keys, text: keys.length === 0 ? 'There are no keys.' : keyTable(keys) }
    }),
}
