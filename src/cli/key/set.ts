import { setKey } from '../../admin/operations/keys.js'
import { type Command, configOption } from '../command.js'
import { withOperator } from '../configured.js'
import { KEY_USAGE, keyOptions, keyTable, readSettings } from './settings.js'

/** `tollgate key set`: changes what a key may do. */
export const keySet: Command = {
  name: 'key set',
  summary: 'Changes a key. Lists are replaced; an empty value takes the restriction away.',
  usage: `tollgate key set ID [--network N[,N…]] ${KEY_USAGE} [--config FILE]`,
  positionals: ['ID'],
  options: { ...keyOptions, ...configOption },
  run: (input) => {
    const params = { id: input.positionals[0]!, ...readSettings(input) }
    return withOperator(input, async (operator) => {
      const key = await setKey(operator, params)
      return { json: key, text: keyTable([key]) }
    })
  },
}
