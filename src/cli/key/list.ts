import { listKeys } from '../../admin/operations/keys.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { keyTable } from './settings.js'

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
    withOperator(input, async (operator) => {
      const keys = await listKeys(operator, { account: input.text('account') })
      return { json: keys, text: keys.length === 0 ? 'There are no keys.' : keyTable(keys) }
    }),
}
