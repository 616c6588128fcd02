import type { Words } from '../admin/operator.js'
import { contractMethods, optionName } from './contract-command.js'

const options = new Map(contractMethods.flatMap(({ params }) => params.map((param) => [param.name, optionName(param)])))

/** Names things as they are typed: `--daily-limit`, `tollgate account list`. */
export const cliWords: Words = {
  param: (name) => `--${options.get(name) ?? name}`,
  operation: (name) => `\`tollgate ${name.replace('.', ' ')}\``,
  aParam: 'option',
}
