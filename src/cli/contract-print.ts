import { printContract } from '../admin/operations/contract.js'
import { publicUrlOf } from '../config/public-url.js'
import { type Command, configOption } from './command.js'
import { readConfig } from './configured.js'

/** `tollgate contract print`: the OpenRPC document, whole or as one network serves it. */
export const contractPrint: Command = {
  name: 'contract print',
  summary: 'Prints the OpenRPC document, whole or as a network serves it.',
  usage: 'tollgate contract print [--network N] [--config FILE]',
  options: {
    network: { type: 'string', value: 'N', description: 'only the methods of this network, with its addresses' },
    ...configOption,
  },
  run: async (input) => {
    const network = input.text('network')
    const hasConfig = network !== undefined || input.text('config') !== undefined
    const config = hasConfig ? readConfig(input, []) : undefined
    const document = printContract(config?.networks ?? new Map(), { network }, config && publicUrlOf(config))
    return { json: document, text: JSON.stringify(document, null, 2) }
  },
}
